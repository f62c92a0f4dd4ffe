/** Sizes and texts that nobody means well with, and the faults that charts of this kind have had. */
import { describe, expect, it } from '@jest/globals';
import { cellWidth } from '../../../runtime/base/text/graphemes.js';
import { makeChart, paintChart, picture } from './chart.js';
import { cpuTime, slowed } from '../../support/cpu-time.js';
import { sized } from '../../support/property-runs.js';
import { COMPUTED, MEASURE } from '../../../runtime/element/internals.js';
import { setComputed } from '../../../runtime/element/tui-element.js';

/** Milliseconds of CPU time that something takes, the best of a few tries. */
function cost(work: () => void, tries = 5): number {
  let best = Infinity;
  for (let i = 0; i < tries; i++) {
    const started = cpuTime();
    work();
    best = Math.min(best, cpuTime() - started);
  }
  return best;
}

describe('up to a million entries', () => {
  const count = sized(1_000_000, 100_000);
  const rows = Array.from({ length: count }, (_, i) => [
    i === count / 2 + 123 ? 900 : (i * 7919) % 100,
  ]);
  const element = makeChart({ series: [{ name: '' }], showValues: true });

  function frame(): void {
    element.appendEntry([50]);
    element.shiftEntry();
    paintChart(element, 100, 1);
  }

  it('load in a few seconds, as JSON', () => {
    element.setAttribute('bars', JSON.stringify(rows));
    expect(element.ownerDocument.diagnostics).toEqual([]);
    expect(element.getValue()).toHaveLength(count);
  });

  it.each(['none', 'max', 'mean', 'last'])(
    'folded by %s cost a frame like any other',
    (downsample) => {
      setComputed(element, { ...element[COMPUTED], downsample: downsample as 'none' });
      const [full] = paintChart(element, 100, 1).rows();
      if (downsample === 'max') expect([...full!].filter((point) => point === '█')).toHaveLength(1);
      expect(cost(frame)).toBeLessThan(slowed(20));
    },
  );

  it('paint in milliseconds with labels, in both orientations, and scrolled to the middle', () => {
    setComputed(element, { ...element[COMPUTED], downsample: 'none' });
    (element as unknown as { labels: unknown }).labels = rows.map((_, i) => `entry ${i}`);
    const { height } = element[MEASURE]({ width: 80, height: Infinity });
    expect(height).toBe(2 * count + 1);
    expect(paintChart(element, 80, 24).rows().at(-3)).toBe(`… ${count - 21} more`);
    expect(cost(() => paintChart(element, 80, 24))).toBeLessThan(slowed(20));
    setComputed(element, { ...element[COMPUTED], orientation: 'vertical' });
    expect(cost(() => paintChart(element, 80, 24))).toBeLessThan(slowed(20));
  });

  it('cost O(1) to append and shift, whatever the order of the values', () => {
    const falling = makeChart({ series: [{ name: 'CPU' }], bars: [] });
    paintChart(falling, 10, 1);
    const started = cpuTime();
    for (let i = 0; i < 100_000; i++) {
      falling.appendEntry([100_000 - i]);
      if (i > 1000) falling.shiftEntry();
    }
    paintChart(falling, 10, 1);
    expect(cpuTime() - started).toBeLessThan(30_000);
    expect(falling.getValue()).toHaveLength(1001);
  });
});

describe('ten thousand series', () => {
  const series = Array.from({ length: 10_000 }, (_, i) => ({ name: `series ${i}` }));
  const row = series.map((_, i) => i + 1);

  it.each([
    ['sparkline', {}],
    ['grouped', { labels: ['a', 'b'] }],
    ['vertical', { labels: ['a', 'b'], style: { orientation: 'vertical' } }],
    ['stacked', { labels: ['a', 'b'], series: series.map((each) => ({ ...each, stack: 's' })) }],
  ])('%s', (_name, more) => {
    const element = makeChart({
      series,
      bars: [row, row],
      showLegend: true,
      showValues: true,
      ...more,
    });
    for (const depth of ['none', 'truecolor'] as const) {
      expect(cost(() => paintChart(element, 80, 24, { depth }), 2)).toBeLessThan(slowed(500));
    }
    expect(element.accessibleText()).toContain('9994 more');
  });

  it('cost the numbers there are, not series times entries', () => {
    const element = makeChart({ series, bars: [] });
    element.setValue([row, ...Array.from({ length: 200_000 }, () => [1])]);
    expect(cost(() => paintChart(element, 80, 24), 2)).toBeLessThan(slowed(500));
    const started = cpuTime();
    for (let i = 0; i < 1000; i++) element.appendEntry([i]);
    paintChart(element, 80, 24);
    expect(cpuTime() - started).toBeLessThan(30_000);
  });

  it('two hundred thousand do not overflow the stack', () => {
    const many = Array.from({ length: 200_000 }, (_, i) => ({ name: `${i}`, stack: `${i % 2}` }));
    const element = makeChart({ series: [], bars: [], labels: ['a'] });
    (element as unknown as { series: unknown }).series = many;
    element.setValue([many.map(() => 1)]);
    expect(paintChart(element, 40, 10).rows().join('')).toContain('█');
  });
});

describe('numbers at the ends of their range', () => {
  const one = [{ name: 'A' }];
  const tight = { rowGap: 0 };

  it('the largest, of both signs', () => {
    expect(
      picture(
        {
          series: one,
          labels: ['a', 'b', 'c'],
          bars: [[1e308], [-1e308], [1]],
          showValues: true,
          style: tight,
        },
        40,
      ),
    ).toBe(`
a                ███████████████   1e308
b ███████████████                 -1e308
c                ▏                <1e308
  ┬──────────────┼─────────────┬─
  -1e308         0          1e308
`);
  });

  it('sums past the largest', () => {
    const series = ['a', 'b', 'c'].map((name) => ({ name, stack: 's' }));
    const element = makeChart({
      series,
      labels: ['up', 'back'],
      bars: [
        [1e308, 1e308, 1e308],
        [1e308, 1e308, -1e308],
      ],
      showValues: true,
      showAxis: false,
      style: tight,
    });
    const grid = paintChart(element, 40, 2);
    expect(grid.rows().map((row) => row.split(/\s+/).at(-1))).toEqual(['∞', '1e308']);
    for (let index = 0; index < 3; index++) {
      expect(element.barBounds(0, index)).toBeDefined();
    }
  });

  it('the smallest', () => {
    expect(picture({ series: one, bars: [[5e-324], [0], [-0], [1e-320]], showValues: true }, 30))
      .toBe(`
A: ▁  █ 1e-320/1e-320
`);
  });

  it('one infinity or NaN leaves the rest of the chart alone', () => {
    const element = makeChart({ series: one, bars: [] });
    element.setValue([[1], [Infinity], [2], [NaN], [-Infinity], [4]]);
    expect(paintChart(element, 20, 1).rows()).toEqual(['A: ▂·▄··█']);
  });
});

describe('texts', () => {
  const evil = [
    '\u001b]0;owned\u0007',
    '\u202egnp.exe',
    'two\nlines',
    'e\u0301'.repeat(50),
    '👨‍👩‍👧‍👦🏳️‍🌈🇯🇵',
    'ｆｕｌｌ　ｗｉｄｔｈ',
    '\ud800 lone',
    '\u200b\u200b',
    'a'.repeat(100_000),
    '\u0300'.repeat(10_000),
    '__proto__',
    '',
  ];

  it('of any kind stay in their place', () => {
    const series = evil.map((name) => ({ name, stack: name }));
    for (const orientation of ['horizontal', 'vertical']) {
      const element = makeChart({
        series,
        labels: evil,
        bars: evil.map((_, i) => evil.map((__, j) => i + j)),
        showLegend: true,
        showValues: true,
        style: { orientation },
      });
      for (const width of [1, 2, 5, 20, 33, 80]) {
        for (const row of paintChart(element, width, 30).rows()) {
          expect(cellWidth(row)).toBeLessThanOrEqual(width);
          expect(row).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e]/);
        }
      }
    }
    const sparkline = makeChart({ series, bars: [evil.map((_, i) => i)] });
    for (const row of paintChart(sparkline, 30, 12).rows())
      expect(cellWidth(row)).toBeLessThanOrEqual(30);
  });

  it('measured in cells, not in characters', () => {
    expect(
      picture(
        {
          series: [{ name: 'A' }],
          labels: ['ab', '日本', 'e\u0301e\u0301'],
          bars: [[2], [2], [2]],
          style: { rowGap: 0 },
          showAxis: false,
        },
        16,
      ),
    ).toBe(`
ab   ███████████
日本 ███████████
e\u0301e\u0301   ███████████
`);
  });
});

describe('boxes', () => {
  it('of no width or no height stay empty', () => {
    const element = makeChart({
      series: [{ name: 'A' }],
      labels: ['a'],
      bars: [[1]],
      showValues: true,
    });
    for (const [width, height] of [
      [0, 0],
      [0, 5],
      [5, 0],
    ] as const) {
      expect(paintChart(element, width, height).rows().join('')).toBe('');
    }
  });

  it('of one row are obeyed', () => {
    const spec = {
      series: [{ name: 'A' }],
      labels: ['a', 'b'],
      bars: [[1], [2]],
      showLegend: true,
    };
    expect(paintChart(makeChart(spec), 10, 1).rows()).toEqual(['a ████']);
  });

  it('narrower than a label lose the label, not the bar', () => {
    const spec = {
      series: [{ name: 'A' }],
      labels: ['a long label'],
      bars: [[1]],
      showValues: true,
    };
    expect(paintChart(makeChart(spec), 5, 1).rows()).toEqual(['█████']);
    expect(paintChart(makeChart(spec), 14, 1).rows()).toEqual(['a l… ███████ 1']);
  });

  it('narrower than a LED segment still end', () => {
    const spec = {
      series: [{ name: 'A' }],
      labels: ['a'],
      bars: [[90]],
      showAxis: false,
      showLabels: false,
      style: { barStyle: 'led', ledWidth: 100 },
    };
    expect(paintChart(makeChart(spec), 4, 1).rows()).toEqual(['███▊']);
  });
});

describe('an entry that is larger than the box', () => {
  const series = Array.from({ length: 1000 }, (_, i) => ({ name: `s${i}` }));
  const many = { series, labels: ['a'], bars: [series.map((_, i) => i + 1)], showAxis: false };
  const single = { series: [{ name: 'A' }], labels: ['only'], bars: [[5]], showAxis: false };

  it('says how many of its bars are left out', () => {
    const rows = paintChart(makeChart(many), 20, 5).rows();
    expect(rows[0]).toMatch(/^a ▏/);
    expect(rows.at(-1)).toBe('… 996 more');
  });

  it('is cut without a word where its only bar is too thick, and keeps its label in sight', () => {
    const style = { barWidth: 1 << 28 };
    const rows = paintChart(makeChart({ ...single, style }), 10, 5).rows();
    expect(rows).toEqual(['    ██████', '    ██████', 'on… ██████', '    ██████', '    ██████']);
  });

  it('keeps its label in the middle of what shows, upright', () => {
    const style = { orientation: 'vertical', barWidth: 1 << 28 };
    const rows = paintChart(makeChart({ ...single, style }), 10, 3).rows();
    expect(rows).toEqual(['██████████', '██████████', '   only']);
  });
});

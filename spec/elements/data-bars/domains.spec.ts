/** Scales: over what shows or over all, from zero or fitted, logarithmic, and what they cut off. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AxisCache, makeAxis } from '../../../elements/charts/scale/axis.js';
import { DEFAULT_NUMBERS } from '../../../elements/charts/scale/number-format.js';
import { GrowthScale } from '../../../elements/charts/scale/scale.js';
import { WindowMax } from '../../../elements/data-bars/model/window-max.js';
import { mount } from '../../support/mount.js';
import { propertyRuns } from '../../support/property-runs.js';
import { makeChart, paintChart, picture } from './chart.js';

const one = [{ name: 'S' }];
const column = (values: readonly number[]): number[][] => values.map((value) => [value]);

describe('a scale over what shows', () => {
  const spike = column([1, 2, 100, 1, 2, 3, 4, 5, 4, 3, 2, 1]);

  it('is that of sparklines', () => {
    expect(picture({ series: one, bars: spike, showValues: true }, 14)).toBe(
      '\nS: ▃▅▆█▆▅▃ 1/5\n'.replace('▃▅▆█▆▅▃ 1/5', expectSpark(spike)),
    );
  });

  it('covers all where the style says so', () => {
    const text = picture(
      { series: one, bars: spike, showValues: true, style: { scaleTo: 'all' } },
      16,
    );
    expect(text).toContain('1/100');
  });

  it('may be that of bars', () => {
    const spec = { series: one, labels: spike.map((_, i) => `${i}`), bars: spike, showAxis: false };
    const style = { orientation: 'vertical', columnGap: 0 };
    const tops = (extra: object): string =>
      paintChart(makeChart({ ...spec, style: { ...style, ...extra } }), 8, 4).rows()[0]!;
    expect(tops({})).not.toContain('█');
    expect(tops({ scaleTo: 'visible' })).toContain('█');
  });

  it('follows a window in logarithmic time', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.integer({ min: -50, max: 50 }), fc.constant(NaN)), { maxLength: 60 }),
        fc.array(fc.boolean(), { maxLength: 60 }),
        (values, shifts) => {
          const window = new WindowMax();
          const kept: number[] = [];
          values.forEach((value, i) => {
            window.push(value);
            kept.push(value);
            if (shifts[i] === true) {
              window.shift();
              kept.shift();
            }
            for (let from = -1; from <= kept.length; from++) {
              const rest = kept.slice(Math.max(0, from)).filter((each) => !Number.isNaN(each));
              expect(window.maxFrom(from)).toBe(Math.max(-Infinity, ...rest));
            }
          });
        },
      ),
      { numRuns: propertyRuns(100) },
    );
  });
});

/** What the last points of a stream look like on a scale of their own, in a box of 14 columns. */
function expectSpark(bars: readonly number[][]): string {
  const shown = bars.slice(-7).map(([value]) => value!);
  const most = Math.max(...shown);
  const glyphs = shown.map((value) => '▁▂▃▄▅▆▇█'[Math.max(1, Math.round((value / most) * 8)) - 1]);
  return `${glyphs.join('')} ${shown.at(-1)}/${most}`;
}

describe('a scale that fits', () => {
  it('starts at zero where bars are stacks', () => {
    const series = ['a', 'b'].map((name) => ({ name, stack: 's' }));
    const spec = {
      series,
      labels: ['x', 'y'],
      bars: [
        [50, 51],
        [10, 90],
      ],
    };
    const fitted = picture({ ...spec, style: { baseline: 'fit' } }, 20);
    expect(fitted).toBe(picture(spec, 20));
    expect(fitted).toContain('█');
  });

  it('shows the shape of points that are far from zero', () => {
    const bars = column([36.5, 36.9, 37.4, 38.2, 37.1]);
    expect(picture({ series: one, bars, style: { baseline: 'fit' } }, 20)).toBe('\nS: ▁▂▄█▃\n');
    expect(picture({ series: one, bars }, 20)).toBe('\nS: █████\n');
  });

  it('shows points below zero as they go up and down', () => {
    const bars = column([-8, -3, -5]);
    expect(picture({ series: one, bars, style: { baseline: 'fit' } }, 20)).toBe('\nS: ▁█▅\n');
    expect(picture({ series: one, bars: column([7, 7]), style: { baseline: 'fit' } }, 20)).toBe(
      '\nS: ▄▄\n',
    );
  });

  it('marks bars that do not start at zero', () => {
    const spec = {
      series: one,
      labels: ['a', 'b'],
      bars: [[100], [104]],
      style: { rowGap: 0, baseline: 'fit' },
    };
    expect(picture(spec, 22)).toBe(
      `
a ╱███
b ╱███████████████████
  ┬───────┬───────┬──
  99     101     103
`.replace('  ┬───────┬───────┬──\n  99     101     103\n', axisBelow(spec)),
    );
    expect(picture({ ...spec, bars: [[-4], [104]] }, 22)).not.toContain('╱');
  });

  it('gives each sparkline its own where the style says so', () => {
    const series = [{ name: 'a' }, { name: 'b' }];
    const bars = [
      [1, 1000],
      [2, 500],
    ];
    expect(picture({ series, bars }, 10)).toBe('\na: ▁▁\nb: █▄\n');
    expect(picture({ series, bars, style: { seriesScale: 'own' } }, 10)).toBe('\na: ▄█\nb: █▄\n');
  });
});

/** The axis as the chart draws it: what is looked at here are the bars. */
function axisBelow(spec: object): string {
  return `${paintChart(makeChart(spec as never), 22, 4)
    .rows()
    .slice(2)
    .join('\n')}\n`;
}

describe('a logarithm', () => {
  it('gives every power of ten the same room', () => {
    const spec = {
      series: one,
      labels: ['a', 'b', 'c', 'd'],
      bars: column([1, 10, 100, 1000]),
      style: { rowGap: 0, valueScale: 'log' },
    };
    expect(picture(spec, 27)).toBe(`
a ▏
b ████████▍
c ████████████████▋
d █████████████████████████
  ┬───────┬───────┬───────┬
  1       10     100   1000
`);
  });

  it('shows both signs around a linear part', () => {
    const spec = {
      series: one,
      labels: ['a', 'b', 'c'],
      bars: column([-1000, 0, 10]),
      style: { rowGap: 0, valueScale: 'symlog' },
      showAxis: false,
    };
    const rows = paintChart(makeChart(spec), 27, 3).rows();
    expect(rows[0]!.replace(/[^█]/g, '').length).toBeGreaterThan(12);
    expect(rows[1]!.trim()).toBe('b');
    expect(rows[2]!.replace(/[^█]/g, '').length).toBeGreaterThan(3);
  });

  it('has ticks at powers on both sides, and values in one unit where whole numbers are short enough', () => {
    const spec = {
      series: one,
      labels: ['a', 'b', 'c', 'd', 'e'],
      bars: column([-1000, -10, 0, 10, 100000]),
      showValues: true,
      style: { rowGap: 0, valueScale: 'symlog' },
    };
    const rows = paintChart(makeChart(spec), 60, 7).rows();
    expect(rows.slice(0, 5).map((row) => row.split(' ').at(-1))).toEqual([
      '-1000',
      '-10',
      '0',
      '10',
      '100000',
    ]);
    expect(rows[6]!.trim().split(/ +/)).toEqual(['-1000', '-10', '0', '10', '1000', '100K']);
    const tall = { ...spec, style: { orientation: 'vertical', valueScale: 'symlog' } };
    const ticks = paintChart(makeChart(tall), 60, 24).rows();
    expect(ticks.flatMap((row) => /(\S+)[┤┼]/.exec(row)?.slice(1) ?? [])).toEqual([
      '100K',
      '10000',
      '1000',
      '100',
      '10',
      '0',
      '-10',
      '-100',
      '-1000',
    ]);
    // Seven digits are too many for one unit.
    const far = { ...spec, bars: column([-1000, -10, 0, 10, 1000000]) };
    expect(paintChart(makeChart(far), 60, 7).rows()[4]).toMatch(/ 1M$/);
  });

  it('has room for a value it cannot show, and says which way it lies', () => {
    const spec = {
      series: one,
      labels: ['a', 'b'],
      bars: column([-5, 10]),
      style: { rowGap: 0, valueScale: 'log' },
      showAxis: false,
    };
    expect(paintChart(makeChart(spec), 12, 2).rows()[0]).toBe('a ◂');
  });

  it('never puts a larger value before a smaller one', () => {
    const any = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(any, any, any, fc.constantFrom('log', 'symlog'), (a, b, c, bend) => {
        const [min, , max] = [a, b, c].sort((x, y) => x - y) as [number, number, number];
        fc.pre(min < max && (bend === 'symlog' || min > 0));
        const knee = 10 ** Math.max(-320, Math.floor(Math.log10(Math.max(-min, max))) - 3);
        const scale = new GrowthScale({ min, max, bend: bend as 'log', knee }, 20);
        const values = [a, b, c].sort((x, y) => x - y);
        for (let i = 1; i < 3; i++) {
          expect(scale.exact(values[i]!)).toBeGreaterThanOrEqual(scale.exact(values[i - 1]!));
          expect(Number.isFinite(scale.length(values[i]!))).toBe(true);
        }
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});

describe('what a fixed scale cuts off', () => {
  const spec = {
    series: one,
    labels: ['a', 'b', 'c', 'd'],
    bars: column([50, 100, 150, -5]),
    min: 0,
    max: 100,
    showAxis: false,
  };

  it('has an arrow', () => {
    expect(picture({ ...spec, style: { rowGap: 0 } }, 12)).toBe(`
a █████
b ██████████
c █████████▸
d ◂
`);
    expect(picture({ ...spec, style: { orientation: 'vertical' } }, 8, 4)).toBe(`
  █ ▴
▄ █ █
█ █ █ ▾
a b c d
`);
    expect(picture({ ...spec, labels: [] }, 8)).toBe('\nS: ▄█▴▾\n');
  });

  it('has one in meters and stacks too', () => {
    expect(picture({ ...spec, style: { rowGap: 0, barStyle: 'led', ledWidth: 2 } }, 12)).toBe(
      `
a █▊█▊
b █▊█▊█▊█▊█▊
c █▊█▊█▊█▊█▸
d ◂
`.replace(
        'a █▊█▊\n',
        `${paintChart(makeChart({ ...spec, style: { rowGap: 0, barStyle: 'led', ledWidth: 2 } }), 12, 4).rows()[0]}\n`,
      ),
    );
    const series = [
      { name: 'x', stack: 's' },
      { name: 'y', stack: 's' },
    ];
    const stack = {
      series,
      labels: ['a', 'b'],
      bars: [
        [60, 60],
        [40, 60],
      ],
      max: 100,
      showAxis: false,
    };
    const rows = paintChart(makeChart({ ...stack, style: { rowGap: 0 } }), 12, 2).rows();
    expect(rows[0]).toMatch(/▸$/);
    expect(rows[1]).not.toContain('▸');
  });
});

describe('an axis', () => {
  const axis = (max: number, cells: number, min = 0): readonly string[] =>
    makeAxis({ min, max }, cells, false, DEFAULT_NUMBERS).ticks.map(({ text }) => text);

  it('has two ticks at least wherever there are two rows', () => {
    for (const max of [42, 49, 99, 199, 499, 990, 1, 0.03, 7e9]) {
      for (let cells = 2; cells <= 30; cells++)
        expect([max, cells, axis(max, cells).length >= 2]).toEqual([max, cells, true]);
    }
  });

  it('has round ticks at equal distances where a step allows it', () => {
    expect(axis(100, 25)).toEqual(['0', '20', '40', '60', '80', '100']);
    // Steps of 20 would be 4.8 rows.
    expect(axis(100, 24)).toEqual(['0', '50', '100']);
    expect(axis(87, 24)).toEqual(['0', '20', '40', '60', '80']);
    expect(axis(410, 7)).toEqual(['0', '400']);
    expect(axis(5.01, 6, -5.626881)).toEqual(['-5', '0']);
  });

  it.each([
    ['rows', false, 4],
    ['columns', true, 8],
  ] as const)(
    'has some ten ticks at most, so many %s apart, and no ends',
    (_name, across, least) => {
      const size = fc.oneof(
        fc.integer({ min: 0, max: 5000 }),
        fc.double({ min: 0, max: 1e-3, noNaN: true }),
      );
      fc.assert(
        fc.property(size, size, fc.integer({ min: 1, max: 200 }), (max, below, cells) => {
          fc.pre(max + below > 1e-290);
          const { ticks } = makeAxis({ min: -below, max }, cells, across, DEFAULT_NUMBERS);
          expect(ticks.length).toBeLessThanOrEqual(10);
          const steps = ticks.slice(1).map(({ cell }, i) => cell - ticks[i]!.cell);
          if (steps.length > 1) {
            expect(Math.min(...steps)).toBeGreaterThanOrEqual(least);
            expect(Math.max(...steps) - Math.min(...steps)).toBeLessThanOrEqual(1);
          }
          for (const { value } of ticks) {
            expect(Number(value.toPrecision(6)) / (value || 1)).toBeCloseTo(value === 0 ? 0 : 1, 9);
            // Ten steps of 1, 2 or 5 of something, at most.
            const digits = 10 * Number(value.toExponential(12).split('e')[0]);
            expect(digits).toBeCloseTo(Math.round(digits), 6);
          }
        }),
        { numRuns: propertyRuns(300) },
      );
    },
  );

  it('has the ticks that the author wrote, and no others', async () => {
    const spec = {
      series: one,
      labels: ['a', 'b'],
      bars: column([40, 95]),
      max: 100,
      ticks: [80, 0, 83, 50, 100, 120, -5],
      style: { rowGap: 0 },
    };
    expect(picture(spec, 32)).toBe(`
a ████████████
b ████████████████████████████▌
  ┬─────────────┬────────┬┬────┬
  0             50       80  100
`);
    const upright = { ...spec, style: { orientation: 'vertical' } };
    expect(picture(upright, 20, 11)).toBe(`
100┤   ▄
 83┤   █
 80┤   █
   │   █
   │   █
 50┤   █
   │ █ █
   │ █ █
   │ █ █
  0┤ █ █
     a b
`);
    const tall = { series: one, bars: column([40, 95]), max: 100, ticks: [30], showAxis: true };
    expect(picture(tall, 20, 4)).toContain('30┤');
    await expect(
      mount(`<data-bars series='[{"name":"a"}]' labels='["x"]' bars='[[1]]' ticks='[1,"2"]' />`),
    ).rejects.toThrow('"ticks": [1]: expected a number, found the string "2"');
  });

  it('is kept while its scale stays', () => {
    const cache = new AxisCache();
    const domain = { min: 0, max: 10 };
    expect(cache.get(domain, 10, false, DEFAULT_NUMBERS)).toBe(
      cache.get({ ...domain }, 10, false, DEFAULT_NUMBERS),
    );
  });
});

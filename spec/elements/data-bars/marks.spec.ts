/** Targets, the zero line, stacks in percent, and values inside bars. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ACCESSIBLE_TEXT, TOOLTIP_AT } from '../../../runtime/element/internals.js';
import { exactSum, sharesOf } from '../../../elements/data-bars/model/shares.js';
import { REVERSE } from '../../../runtime/paint/cells.js';
import { mount } from '../../support/mount.js';
import { propertyRuns } from '../../support/property-runs.js';
import { makeChart, paintChart, picture, type ChartSpec } from './chart.js';

const plan: ChartSpec = {
  series: [{ name: 'Sales' }],
  labels: ['Jan', 'Feb', 'Mar'],
  bars: [[40], [-20], [70]],
  marks: [{ values: [50, null, 60], label: 'plan' }],
  showAxis: false,
  style: { rowGap: 0 },
};

const power: ChartSpec = {
  series: ['Coal', 'Gas', 'Wind'].map((name) => ({ name, stack: 'power' })),
  labels: ['2021', '2022'],
  bars: [
    [38, 22, 20],
    [10, 10, 20],
  ],
  showAxis: false,
  style: { rowGap: 0, stackScale: 'percent' },
};

describe('targets', () => {
  it('are ticks across the bar of their entry, on it where it reaches them', () => {
    expect(picture(plan, 40)).toBe(`
Jan         ████████████████   ┃
Feb ████████
Mar         ███████████████████████┃████
`);
    const grid = paintChart(makeChart(plan), 40, 3, { depth: 'none' });
    const attributes = (x: number, y: number): number =>
      grid.cells.table.get(grid.cells.styles[y * 40 + x]!).attributes;
    expect(attributes(31, 0)).toBe(0);
    expect(attributes(35, 2)).toBe(REVERSE);
  });

  it('lie across vertical bars and the points of tall sparklines', () => {
    const style = { orientation: 'vertical', columnGap: 1, barWidth: 3 };
    expect(picture({ ...plan, bars: [[40], [20], [70]], style, showLabels: false }, 12, 7)).toBe(`
        ███
        ━━━
━━━     ███
███     ███
███     ███
███ ███ ███
███ ███ ███
`);
    const points = {
      series: [{ name: '' }],
      bars: [[10], [40], [20]],
      marks: [{ values: [20, 20, 40] }],
    };
    expect(picture(points, 3, 4)).toBe(`
 █━
 █
━━█
███
`);
  });

  it('have a key, a line in the tooltip and words', () => {
    const chart = makeChart({ ...plan, showLegend: true, tooltip: 'auto' });
    expect(paintChart(chart, 40, 4).rows()[0]).toBe('█ Sales  ┃ plan');
    expect(chart[TOOLTIP_AT](12, 1)).toBe('Jan\nSales  40\nplan   50');
    expect(chart[ACCESSIBLE_TEXT]()).toContain('; plan reached by 1 of 2');
  });

  it('stay with their entries while data streams, and widen the scale', () => {
    const chart = makeChart({ ...plan, bars: [[40], [20], [70]], showValues: true });
    chart.shiftEntry();
    chart.appendEntry([30], 'Apr');
    const rows = paintChart(chart, 40, 3).rows();
    expect(rows.map((row) => row.includes('┃'))).toEqual([false, true, false]);
    const free = makeChart({ ...plan, marks: [{ values: [200] }] });
    expect(free[ACCESSIBLE_TEXT]()).toContain('from -20 to 200');
  });

  it('are reported where an item is neither line nor target', async () => {
    const app = await mount(
      `<data-bars series='[{"name":"a"}]' labels='["x"]' bars='[[1]]' marks='[{"label":"no"}]' />`,
      { width: 20, height: 3, errors: 'keep' },
    );
    expect(app.diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'bad-shape data-bars: marks[0]: expected "value" (a line) or "values" (a target for each entry), found neither',
    ]);
  });
});

describe('the zero line', () => {
  const style = { zeroLine: 'line', rowGap: 1 };

  it('is behind the bars where the scale has both signs', () => {
    const both = { ...plan, marks: undefined as never, style };
    delete (both as Record<string, unknown>)['marks'];
    expect(picture(both, 22)).toBe(`
Jan     ████████
        │
Feb ████│
        │
Mar     ██████████████
`);
    expect(picture({ ...both, bars: [[1], [2], [3]] }, 22)).not.toContain('│');
    const vertical = { ...both, style: { ...style, orientation: 'vertical', columnGap: 1 } };
    expect(picture({ ...vertical, showLabels: false }, 7, 5)).toBe(`
    ▄
    █
█   █
█───█──
  █
`);
  });

  it('is in tall sparklines', () => {
    const points = { series: [{ name: '' }], bars: [[8], [-8], [4], [0]], style };
    expect(picture(points, 4, 4)).toBe(`
█
█─█─
 █
 █
`);
  });
});

describe('lines of sparklines', () => {
  const bars = [[1], [4], [2], [0], [1], [1], [1], [1]];
  it('are behind the points of tall ones, their labels where no point is', () => {
    const marks = [{ value: 3, label: 'max' }];
    expect(picture({ series: [{ name: '' }], bars, marks }, 8, 4)).toBe(`
 █
─█───max
 ██
███ ████
`);
  });

  it('have no room in one row, but are on its scale', () => {
    const marks = [{ value: 8 }];
    expect(picture({ series: [{ name: '' }], bars, marks }, 8, 1)).toBe('\n▁▄▂ ▁▁▁▁\n');
  });
});

describe('stacks in percent', () => {
  it('are all as long as the scale', () => {
    const rows = picture({ ...power, showAxis: true }, 41).split('\n');
    expect(rows[4]).toMatch(/0 +50% +100%/);
    const chart = makeChart(power);
    paintChart(chart, 45, 2);
    expect([0, 1, 2].map((series) => chart.barBounds(1, series))).toEqual([
      { x: 5, y: 1, width: 10, height: 1 },
      { x: 15, y: 1, width: 10, height: 1 },
      { x: 25, y: 1, width: 20, height: 1 },
    ]);
  });

  it('show shares in the tooltip, rounded one by one, and their exact sum', () => {
    const chart = makeChart({
      ...power,
      bars: [
        [0.1, 0.1, 0.1],
        [38, 22, 20],
      ],
      tooltip: 'auto',
    });
    paintChart(chart, 45, 2);
    expect(chart[TOOLTIP_AT](8, 0)).toBe(
      '2021\nCoal  0.1   33.3%\nGas   0.1   33.3%\nWind  0.1   33.3%\nsum   0.3  100.0%',
    );
    expect(chart[TOOLTIP_AT](8, 1)).toBe(
      '2022\nCoal  38   47.5%\nGas   22   27.5%\nWind  20   25.0%\nsum   80  100.0%',
    );
  });

  it('grow to both sides of zero by the sizes of their segments', () => {
    const chart = makeChart({ ...power, bars: [[30, -10, null], []], tooltip: 'auto' });
    expect(chart[ACCESSIBLE_TEXT]()).toContain('shares of each stack in percent');
    paintChart(chart, 45, 2);
    expect(chart.barBounds(0, 0)).toEqual({ x: 25, y: 0, width: 15, height: 1 });
    expect(chart.barBounds(0, 1)).toEqual({ x: 20, y: 0, width: 5, height: 1 });
    expect(chart[TOOLTIP_AT](30, 0)).toBe(
      '2021\nCoal   30   75%\nGas   -10  -25%\nWind    –\nsum    20   50%',
    );
  });

  it('write their sums beside them as numbers, and report charts without stacks', async () => {
    expect(picture({ ...power, showValues: true, unit: 'TWh' }, 40)).toMatch(/80 TWh\n.*40 TWh\n/);
    const app = await mount(
      `<data-bars series='[{"name":"a"}]' labels='["x"]' bars='[[1]]' style="stack-scale: percent" />`,
      { width: 20, height: 3 },
    );
    expect(app.diagnostics.map(({ code }) => code)).toEqual(['no-stack']);
  });

  it('have shares that are equal for equal values, in their order, and come to all', () => {
    const size = fc.oneof(
      fc.integer({ min: 0, max: 100 }),
      fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
    );
    fc.assert(
      fc.property(fc.array(size, { minLength: 1, maxLength: 12 }), (values) => {
        const shares = new Float64Array(values.length);
        sharesOf(values, values.length, shares);
        values.forEach((value, i) =>
          values.forEach((other, j) => {
            if (value === other) expect(shares[i]).toBe(shares[j]);
            if (value < other) expect(shares[i]!).toBeLessThanOrEqual(shares[j]!);
          }),
        );
        const all = exactSum([...shares]);
        if (values.some((value) => value > 0)) expect(all).toBeCloseTo(100, 9);
        else expect(all).toBe(0);
      }),
      { numRuns: propertyRuns(200) },
    );
    expect(exactSum([1e16, 1, -1e16])).toBe(1);
  });
});

describe('values inside', () => {
  const inside = { valuePosition: 'inside', rowGap: 0 };

  it('are at the ends of the bars that have room for them, after the others', () => {
    const bars = [[40], [-2], [70], [0], [null]];
    const labels = ['a', 'b', 'c', 'd', 'e'];
    const spec = { ...plan, bars, labels, marks: [], showValues: true, style: inside };
    expect(picture(spec, 32)).toBe(`
a  █████████████40█▋
b ▏ -2
c  ██████████████████████████70█
d  0
e  ·
`);
  });

  it('are in the segments of stacks where they fit: numbers, or shares in percent', () => {
    const values = { ...power, showValues: true, style: { ...inside } };
    expect(picture(values, 45)).toBe(`
2021 ████████38█████████████22█████████20████
2022 █10███10██████20████
`);
    const shares = { ...values, style: { ...inside, stackScale: 'percent' } };
    expect(picture(shares, 45)).toBe(`
2021 ████████48%████████████28%███████25%████
2022 ███25%███████25%████████████50%█████████
`);
    // Too narrow: nothing is written over a neighbour.
    expect(picture(shares, 12)).not.toMatch(/%/);
    const upright = { ...inside, orientation: 'vertical', barWidth: 4, stackScale: 'percent' };
    expect(picture({ ...shares, style: upright }, 10, 8)).toMatch(/25%█/);
  });

  it('keep whole cells of their bar on both sides, whatever the data', () => {
    const value = fc.oneof(fc.integer({ min: -99, max: 99 }), fc.constant(null));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 4, max: 70 }),
        fc.constantFrom('value', 'percent'),
        fc.constantFrom('none', 'truecolor'),
        (bars, width, stackScale, depth) => {
          const series = [
            { name: 'a', stack: 's' },
            { name: 'b', stack: 's' },
          ];
          const spec = {
            series,
            bars,
            labels: bars.map(() => 'x'),
            showValues: true,
            showAxis: false,
            showLabels: false,
            style: { ...inside, stackScale },
          };
          const rows = paintChart(makeChart(spec), width, bars.length, {
            depth: depth as 'none',
          }).rows();
          for (const row of rows) {
            for (const found of row.matchAll(/<?[-\d]+%?/g)) {
              const before = row[found.index - 1];
              const after = row[found.index + found[0].length];
              // Between shades there is a blank on both sides.
              const isShaded = before === ' ' && depth === 'none';
              const ends = isShaded
                ? [row[found.index - 2], row[found.index + found[0].length + 1]]
                : [before, after];
              expect(ends.join('')).toMatch(isShaded ? /^▓▓$/ : /^[█▓]{2}$/);
            }
          }
        },
      ),
      { numRuns: propertyRuns(100) },
    );
  });

  it('have a blank on both sides between shades, which show on both sides of these', () => {
    const shares = { ...power, showValues: true, style: { ...inside, stackScale: 'percent' } };
    const bw = { depth: 'none' } as const;
    expect(picture(shares, 45, undefined, bw)).toBe(`
2021 ████████48%████████▓▓▓ 28% ▓▓▓▒▒ 25% ▒▒▒
2022 ███25%████▓▓ 25% ▓▓▓▒▒▒▒▒▒▒ 50% ▒▒▒▒▒▒▒▒
`);
    // Where shades have no room beside a text there is none.
    expect(picture(shares, 26, undefined, bw)).toBe(`
2021 ███48%████▓▓▓▓▓▓▒▒▒▒▒
2022 █25%█▓▓▓▓▓▒▒▒ 50% ▒▒▒
`);
    const upright = { ...inside, orientation: 'vertical', barWidth: 5, stackScale: 'percent' };
    expect(picture({ ...shares, style: upright }, 13, 13, bw)).toBe(`
▒▒▒▒▒ ▒▒▒▒▒
 25%  ▒▒▒▒▒
▒▒▒▒▒  50%
▓▓▓▓▓ ▒▒▒▒▒
 28%  ▒▒▒▒▒
▓▓▓▓▓ ▒▒▒▒▒
█████ ▓▓▓▓▓
█████  25%
█48%█ ▓▓▓▓▓
█████ █████
█████ █25%█
█████ █████
2021  2022
`);
  });

  it('have black or white letters on the colour of the bar', () => {
    const series = [{ name: 'S', color: '#204080' }];
    const spec = { ...plan, series, marks: [], showValues: true, style: inside };
    const grid = paintChart(makeChart(spec), 40, 3);
    const at = grid.rows()[0]!.indexOf('40');
    const { fg, bg } = grid.cells.table.get(grid.cells.styles[at]!);
    expect([fg, bg].map((color) => color & 0xffffff)).toEqual([0xffffff, 0x204080]);
  });
});

/** Horizontal charts, as pictures. */
import { describe, expect, it } from '@jest/globals';
import { picture } from './chart.js';

const one = [{ name: 'CPU' }];
const two = [{ name: 'Sales' }, { name: 'Cost' }];
const days = ['Mon', 'Tue', 'Wed'];
const tight = { rowGap: 0 };
const signs = [[12.4], [-8.25], [-3.1], [21]];
const cities = ['Berlin', '大阪', 'São Paulo', 'Nairobi'];
const mixed = [{ name: 'A', stack: 's' }, { name: 'B', stack: 's' }, { name: 'C' }];
const bw = { depth: 'none' } as const;

describe('horizontal bars', () => {
  it('stand between labels and values, over an axis', () => {
    expect(picture({ series: one, labels: days, bars: [[10], [25.5], [85]], showValues: true }, 40))
      .toBe(`
Mon ███▋                            10.0

Tue █████████▎                      25.5

Wed ███████████████████████████████ 85.0
    ┬─────────────────┬────────────
    0                 50
`);
  });

  it('have a row of their own for each series', () => {
    expect(
      picture(
        {
          series: two,
          labels: days,
          bars: [
            [10, 5],
            [25.5, 17],
            [85, 60],
          ],
          showValues: true,
          showLegend: true,
        },
        40,
      ),
    ).toBe(`
█ Sales  █ Cost
Mon ███▋                            10.0
    █▉                               5.0

Tue █████████▎                      25.5
    ██████▎                         17.0

Wed ███████████████████████████████ 85.0
    █████████████████████▉          60.0
    ┬─────────────────┬────────────
    0                 50
`);
  });

  it('without a gap', () => {
    expect(
      picture(
        { series: one, labels: days, bars: [[10], [25.5], [85]], style: tight, showAxis: false },
        20,
      ),
    ).toBe(`
Mon █▉
Tue ████▊
Wed ████████████████
`);
  });

  it('two cells thick', () => {
    expect(
      picture(
        {
          series: two,
          labels: ['Mon', 'Tue'],
          bars: [
            [10, 5],
            [8, 12],
          ],
          style: { barWidth: 2 },
          showAxis: false,
          showValues: true,
        },
        24,
      ),
    ).toBe(`
Mon ██████████████▏   10
    ██████████████▏
    ███████▏           5
    ███████▏

Tue ███████████▍       8
    ███████████▍
    █████████████████ 12
    █████████████████
`);
  });

  it('grow to both sides of one cell border', () => {
    expect(
      picture({ series: one, labels: cities, bars: signs, showValues: true, style: tight }, 50),
    ).toBe(`
Berlin              ██████████████▏          12.40
大阪      ▋█████████                         -8.25
São Paulo       ▌███                         -3.10
Nairobi             ████████████████████████ 21.00
          ──────────┼──────────┬──────────┬─
                    0          10         20
`);
  });

  it('carry their values where the style says so', () => {
    expect(
      picture(
        {
          series: one,
          labels: cities,
          bars: signs,
          showValues: true,
          style: { rowGap: 0, valuePosition: 'bar' },
        },
        50,
      ),
    ).toBe(`
Berlin              ██████████████▏ 12.40
大阪      ▋█████████ -8.25
São Paulo       ▌███ -3.10
Nairobi             ████████████████████████ 21.00
          ──────────┼──────────┬──────────┬─
                    0          10         20
`);
  });

  it('all below zero grow from the right', () => {
    expect(
      picture(
        { series: one, labels: days, bars: [[-10], [-25], [-40]], showValues: true, style: tight },
        30,
      ),
    ).toBe(`
Mon                 ▌█████ -10
Tue         ▎█████████████ -25
Wed ██████████████████████ -40
    ┬──────────┬─────────┬
    -40       -20        0
`);
  });

  it('tell absent from zero by a text', () => {
    expect(
      picture(
        { series: one, labels: days, bars: [[10], [0], [null]], showValues: true, style: tight },
        24,
      ),
    ).toBe(`
Mon █████████████████ 10
Tue                    0
Wed                    –
    ┬───────┬───────┬
    0       5      10
`);
  });

  it('tell absent from zero by a dot where no values are shown', () => {
    expect(picture({ series: one, labels: days, bars: [[10], [0], [null]], style: tight }, 24))
      .toBe(`
Mon ████████████████████
Tue
Wed ·
    ┬────────┬─────────┬
    0        5        10
`);
  });

  it('stacks and single bars side by side', () => {
    expect(
      picture(
        {
          series: mixed,
          labels: ['a', 'b'],
          bars: [
            [10, 20, 25],
            [5, 5, -5],
          ],
          showValues: true,
        },
        40,
      ),
    ).toBe(`
a      ██████████████████████████████ 30
       █████████████████████████      25

b      ██████████                     10
  █████                               -5
  ─────┼────────┬─────────┬─────────┬
       0        10        20       30
`);
  });

  it('mixed stacks in patterns', () => {
    expect(
      picture(
        {
          series: mixed,
          labels: ['a', 'b'],
          bars: [
            [10, 20, 25],
            [5, 5, -5],
          ],
          showValues: true,
          showLegend: true,
        },
        40,
        undefined,
        bw,
      ),
    ).toBe(`
█ A  ▓ B  ▒ C
a      ██████████▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓ 30
       ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒      25

b      █████▓▓▓▓▓                     10
  ▒▒▒▒▒                               -5
  ─────┼────────┬─────────┬─────────┬
       0        10        20       30
`);
  });

  it('a fixed scale cuts bars but not their texts', () => {
    expect(
      picture(
        {
          series: one,
          labels: days,
          bars: [[50], [100], [180]],
          max: 100,
          showValues: true,
          style: tight,
        },
        30,
      ),
    ).toBe(`
Mon ███████████             50
Tue ██████████████████████ 100
Wed █████████████████████▸ 180
    ┬─────────┬──────────┬
    0         50       100
`);
  });

  it('labels of any script, cut between graphemes', () => {
    expect(
      picture(
        {
          series: one,
          labels: ['Überlandleitung', '東京特許許可局', '👨‍👩‍👧 family of three'],
          bars: [[1], [2], [3]],
          style: tight,
          showAxis: false,
        },
        30,
      ),
    ).toBe(`
Überlandl… ██████▍
東京特許…  ████████████▋
👨‍👩‍👧 family… ███████████████████
`);
  });

  it('say how many entries are left out', () => {
    expect(
      picture(
        {
          series: one,
          labels: ['a', 'b', 'c', 'd', 'e'],
          bars: [[1], [2], [3], [4], [5]],
          style: tight,
        },
        20,
        3,
      ),
    ).toBe(`
a ███▋
b ███████▎
… 3 more
`);
  });

  it('fold entries that do not fit', () => {
    expect(
      picture(
        {
          series: one,
          labels: ['a', 'b', 'c', 'd', 'e', 'f'],
          bars: [[1], [9], [3], [2], [5], [4]],
          style: { rowGap: 0, downsample: 'max' },
          showAxis: false,
        },
        20,
        3,
      ),
    ).toBe(`
a ██████████████████
c ██████
e ██████████
`);
  });

  it('sums of a stack beside each other', () => {
    expect(
      picture(
        {
          series: mixed,
          labels: ['a'],
          bars: [[1, 2, 4]],
          showValues: true,
          valueFormat: 'sum',
          showAxis: false,
        },
        24,
      ),
    ).toBe(`
a ███████████████      3
  ████████████████████ 4
`);
  });

  it('as percent of the scale', () => {
    expect(
      picture(
        {
          series: one,
          labels: days,
          bars: [[0.42], [0.875], [1.5]],
          min: 0,
          max: 1,
          showValues: true,
          valueFormat: 'percent',
          style: tight,
        },
        30,
      ),
    ).toBe(`
Mon ████████             42.0%
Tue ████████████████▋    87.5%
Wed ██████████████████▸ 150.0%
    ┬────────┬────────┬
    0       0.5     1.0
`);
  });

  it('beside the largest of their series', () => {
    expect(
      picture(
        {
          series: one,
          labels: days,
          bars: [[4], [8], [2]],
          showValues: true,
          valueFormat: 'last/max',
          style: tight,
          showAxis: false,
        },
        30,
      ),
    ).toBe(`
Mon ███████████            4/8
Tue ██████████████████████ 8/8
Wed █████▌                 2/8
`);
  });
});

it('names the first and last entry of a mean, whole where there is room', () => {
  const labels = Array.from({ length: 8 }, (_, i) => `M${i}`);
  const bars = labels.map((_, i) => [i]);
  const style = { downsample: 'mean', rowGap: 0 };
  const spec = { series: [{ name: 'A' }], labels, bars, style, showAxis: false };
  expect(picture(spec, 26, 4)).toBe(`
M0–M1 █▍
M2–M3 ███████▏
M4–M5 ████████████▉
M6–M7 ██████████████████▋
`);
});

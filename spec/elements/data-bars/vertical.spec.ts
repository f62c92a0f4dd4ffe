/** Vertical charts, as pictures. */
import { describe, expect, it } from '@jest/globals';
import { picture } from './chart.js';

const one = [{ name: 'CPU' }];
const two = [{ name: 'Sales' }, { name: 'Cost' }];
const stacked = [
  { name: 'Coal', stack: 'p' },
  { name: 'Gas', stack: 'p' },
  { name: 'Wind', stack: 'p' },
];
const days = ['Mon', 'Tue', 'Wed'];
const vertical = { orientation: 'vertical' };
const signs = [[12.4], [-8.25], [-3.1], [21]];
const cities = ['Berlin', '大阪', 'São Paulo', 'Nairobi'];
const mixed = [{ name: 'A', stack: 's' }, { name: 'B', stack: 's' }, { name: 'C' }];
const bw = { depth: 'none' } as const;

describe('vertical bars', () => {
  it('stand on labels, beside an axis', () => {
    expect(picture({ series: one, labels: days, bars: [[10], [25], [85]], style: vertical }, 20))
      .toBe(`
  │          █
  │          █
  │          █
50┤          █
  │          █
  │          █
  │      ▅   █
  │      █   █
 0┤  █   █   █
    Mon Tue Wed
`);
  });

  it('carry their values', () => {
    expect(
      picture(
        {
          series: one,
          labels: days,
          bars: [[10], [25.5], [85]],
          showValues: true,
          style: vertical,
        },
        30,
      ),
    ).toBe(`
              85.0
  │            █
  │            █
  │            █
50┤            █
  │      25.5  █
  │       ▃    █
  │ 10.0  █    █
 0┤  █    █    █
    Mon  Tue  Wed
`);
  });

  it('in groups, with a legend', () => {
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
          style: { orientation: 'vertical', barWidth: 2 },
        },
        40,
      ),
    ).toBe(`
█ Sales  █ Cost
                          85.0
  │                        ██
  │                        ██  60.0
50┤                        ██   ██
  │            25.5        ██   ██
  │             ▁▁  17.0   ██   ██
  │ 10.0 5.0    ██   ▃▃    ██   ██
 0┤  ▇▇   ▃▃    ██   ██    ██   ██
       Mon        Tue        Wed
`);
  });

  it('below zero hang from the zero line', () => {
    expect(
      picture(
        {
          series: one,
          labels: cities,
          bars: signs,
          showValues: true,
          style: { orientation: 'vertical', barWidth: 3 },
        },
        50,
        12,
      ),
    ).toBe(`
                                    21.00
20┤                                  ███
  │   12.40                          ███
  │    ▄▄▄                           ███
  │    ███                           ███
  │    ███                           ███
 0┼    ███                           ███
  │              ███       ▁▁▁
  │              ███      -3.10
  │              ▅▅▅
                -8.25
     Berlin     大阪    São Paulo  Nairobi
`);
  });

  it('in stacks', () => {
    expect(
      picture(
        {
          series: stacked,
          labels: ['2021', '2022', '2023'],
          bars: [
            [38, 22, 20],
            [33, 24, 26],
            [27, 25, 33],
          ],
          showValues: true,
          style: { orientation: 'vertical', barWidth: 4 },
        },
        24,
        12,
      ),
    ).toBe(`
     80   83   85
  │ ▃▃▃▃ ▆▆▆▆ ████
  │ ████ ████ ████
  │ ████ ████ ████
  │ ████ ▆▆▆▆ ▁▁▁▁
50┤ ████ ████ ████
  │ ▄▄▄▄ ████ ████
  │ ████ ▇▇▇▇ ▁▁▁▁
  │ ████ ████ ████
  │ ████ ████ ████
 0┤ ████ ████ ████
    2021 2022 2023
`);
  });

  it('in stacks of patterns', () => {
    expect(
      picture(
        {
          series: stacked,
          labels: ['2021', '2022', '2023'],
          bars: [
            [38, 22, 20],
            [33, 24, 26],
            [27, 25, 33],
          ],
          showLegend: true,
          style: { orientation: 'vertical', barWidth: 4 },
        },
        24,
        12,
        bw,
      ),
    ).toBe(`
█ Coal  ▓ Gas  ▒ Wind
  │      ▒▒▒▒ ▒▒▒▒
  │ ▒▒▒▒ ▒▒▒▒ ▒▒▒▒
  │ ▒▒▒▒ ▒▒▒▒ ▒▒▒▒
  │ ▓▓▓▓ ▓▓▓▓ ▒▒▒▒
50┤ ▓▓▓▓ ▓▓▓▓ ▓▓▓▓
  │ ▓▓▓▓ ▓▓▓▓ ▓▓▓▓
  │ ████ ████ ▓▓▓▓
  │ ████ ████ ████
  │ ████ ████ ████
 0┤ ████ ████ ████
    2021 2022 2023
`);
  });

  it('stacks and single bars together', () => {
    expect(
      picture(
        {
          series: mixed,
          labels: ['a', 'b', 'c'],
          bars: [
            [10, 20, 30],
            [5, 5, -5],
            [-10, 10, null],
          ],
          showValues: true,
          style: vertical,
        },
        24,
      ),
    ).toBe(`
30  30
 █   █
 █   █
 █   █  10       0
 ▅   █   ▅       ▅
 █   █   ▇       █   –
             ▁   █
            -5   ▃

   a       b       c
`);
  });

  it('tell absent from zero', () => {
    expect(
      picture(
        { series: one, labels: days, bars: [[10], [0], [null]], style: vertical, showAxis: false },
        14,
        4,
      ),
    ).toBe(`
 █
 █
 █       ·
Mon Tue Wed
`);
  });

  it('thin their labels evenly, whole, and never touching', () => {
    expect(
      picture(
        {
          series: one,
          labels: Array.from({ length: 12 }, (_, i) => `day ${i + 1}`),
          bars: Array.from({ length: 12 }, (_, i) => [i + 1]),
          style: vertical,
          showAxis: false,
        },
        26,
        5,
      ),
    ).toBe(`
                  ▃ ▅ █
            ▃ ▅ █ █ █ █
      ▃ ▅ █ █ █ █ █ █ █
▃ ▅ █ █ █ █ █ █ █ █ █ █
day 1 day 5   day 9
`);
  });

  it('show the newest where not all fit', () => {
    expect(
      picture(
        {
          series: one,
          labels: Array.from({ length: 40 }, (_, i) => `${i + 1}`),
          bars: Array.from({ length: 40 }, (_, i) => [i + 1]),
          style: { orientation: 'vertical', columnGap: 0 },
          showAxis: false,
        },
        20,
        4,
      ),
    ).toBe(`
       ▁▁▂▃▃▄▄▅▆▆▇▇█
▅▅▆▆▇███████████████
████████████████████
‹20   28 31 34 37 40
`);
  });

  it('fold where they are asked to, and keep the spike', () => {
    expect(
      picture(
        {
          series: one,
          labels: Array.from({ length: 40 }, (_, i) => `${i + 1}`),
          bars: Array.from({ length: 40 }, (_, i) => [i === 17 ? 90 : 30]),
          style: { orientation: 'vertical', columnGap: 0, downsample: 'max' },
          showAxis: false,
        },
        20,
        4,
      ),
    ).toBe(`
        █
        █
████████████████████
1  7 13 19 25 31 37
`);
  });
});

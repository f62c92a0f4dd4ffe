/** Sparklines, as pictures. */
import { describe, expect, it } from '@jest/globals';
import { picture } from './chart.js';

const one = [{ name: 'CPU' }];
const two = [{ name: 'Sales' }, { name: 'Cost' }];
const points = [[10], [25], [40], [55], [70], [85], [75], [60], [45], [30]];
const bw = { depth: 'none' } as const;

describe('sparklines', () => {
  it('the one of the specification', () => {
    expect(picture({ series: one, bars: points, showValues: true }, 40)).toBe(`
CPU: ▁▂▄▅▇█▇▆▄▃ 30/85
`);
  });

  it('the same without colours', () => {
    expect(picture({ series: one, bars: points, showValues: true }, 40, undefined, bw)).toBe(`
CPU: ▁▂▄▅▇█▇▆▄▃ 30/85
`);
  });

  it('values in the unit of their own scale, where each series has one', () => {
    const bars = points.map(([percent]) => [percent, 1_234_000 + percent! * 1000]);
    const spec = { series: [{ name: '%' }, { name: 'B/s' }], bars, showValues: true };
    expect(picture({ ...spec, style: { seriesScale: 'own' } }, 40)).toBe(`
%:   ▁▂▄▅▇█▇▆▄▃ 30/85
B/s: ██████████ 1.26M/1.32M
`);
  });

  it('whatever the orientation', () => {
    expect(
      picture(
        {
          series: one,
          bars: points,
          style: { orientation: 'vertical', barWidth: 3, columnGap: 4 },
        },
        40,
      ),
    ).toBe(`
CPU: ▁▂▄▅▇█▇▆▄▃
`);
  });

  it('with an empty list of labels', () => {
    expect(picture({ series: one, bars: points, labels: [] }, 40)).toBe(`
CPU: ▁▂▄▅▇█▇▆▄▃
`);
  });

  it('a row a series, names aligned', () => {
    expect(
      picture(
        {
          series: [{ name: 'in' }, { name: 'errors' }],
          bars: [
            [40, 0],
            [60, 2],
            [85, 0],
          ],
          showValues: true,
          max: 100,
        },
        30,
      ),
    ).toBe(`
in:     ▃▅▇ 85/100
errors:  ▁  0/100
`);
  });

  it('the newest points', () => {
    expect(picture({ series: one, bars: points, showValues: true }, 17)).toBe(`
CPU: ▇█▇▆▄▃ 30/85
`);
  });

  it('as percent', () => {
    expect(
      picture(
        { series: one, bars: points, showValues: true, valueFormat: 'percent', min: 0, max: 100 },
        30,
      ),
    ).toBe(`
CPU: ▁▂▃▄▆▇▆▅▄▂ 30%
`);
  });

  it('the value alone', () => {
    expect(picture({ series: one, bars: points, showValues: true, valueFormat: 'value' }, 30))
      .toBe(`
CPU: ▁▂▄▅▇█▇▆▄▃ 30
`);
  });

  it('the sum of all points', () => {
    expect(picture({ series: one, bars: points, showValues: true, valueFormat: 'sum' }, 30)).toBe(`
CPU: ▁▂▄▅▇█▇▆▄▃ 495
`);
  });

  it('absent points are dots, zeros blank', () => {
    expect(picture({ series: one, bars: [[5], [null], [0], [9], [null]], showValues: true }, 30))
      .toBe(`
CPU: ▄· █· –/9
`);
  });

  it('taller', () => {
    expect(picture({ series: one, bars: points, showValues: true }, 30, 3)).toBe(`
         ▄█▅▁
       ▃█████▅
CPU: ▃▇████████ 30/85
`);
  });

  it('taller, below zero', () => {
    expect(picture({ series: one, bars: [[4], [9], [-2], [-12], [8], [14], [null], [0]] }, 30, 4))
      .toBe(`
      ▂  ▁█
     ▅█  ██·
       ▆█
CPU:    ▂
`);
  });

  it('both signs in one row', () => {
    expect(picture({ series: one, bars: [[4], [9], [-2], [-12], [8], [14], [null], [0]] }, 30))
      .toBe(`
CPU: ▆▇▃▁▇█·─
`);
  });

  it('two series in a tall box', () => {
    expect(
      picture(
        {
          series: two,
          bars: [
            [1, 8],
            [4, 4],
            [8, 1],
          ],
        },
        20,
        5,
      ),
    ).toBe(`
         █
Sales: ▂██
       █
Cost:  ██▂

`);
  });

  it('with a legend where one is asked for', () => {
    expect(
      picture(
        {
          series: two,
          bars: [
            [1, 8],
            [4, 4],
            [8, 1],
          ],
          showLegend: true,
          showLabels: false,
        },
        20,
      ),
    ).toBe(`
█ Sales  █ Cost
▁▄█
█▄▁
`);
  });

  it('without names', () => {
    expect(picture({ series: one, bars: points, showLabels: false }, 20)).toBe(`
▁▂▄▅▇█▇▆▄▃
`);
  });

  it('an endless name is cut', () => {
    expect(picture({ series: [{ name: 'a name that is far too long' }], bars: points }, 24)).toBe(`
a name…: ▁▂▄▅▇█▇▆▄▃
`);
  });

  it('no points at all', () => {
    expect(picture({ series: one, bars: [], showValues: true }, 20)).toBe(`
CPU: –/–
`);
  });

  it('folded', () => {
    expect(
      picture(
        {
          series: one,
          bars: Array.from({ length: 60 }, (_, i) => [i === 31 ? 80 : 20]),
          style: { downsample: 'max' },
        },
        20,
      ),
    ).toBe(`
CPU: ▂▂▂▂▂▂▂█▂▂▂▂▂▂▂
`);
  });

  it('folded to means', () => {
    expect(
      picture(
        {
          series: one,
          bars: Array.from({ length: 60 }, (_, i) => [i % 2 === 0 ? 80 : 20]),
          style: { downsample: 'mean' },
          max: 100,
        },
        20,
      ),
    ).toBe(`
CPU: ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄
`);
  });
});

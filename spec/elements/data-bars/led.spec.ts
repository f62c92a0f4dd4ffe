/** LED meters, as pictures. */
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
const bw = { depth: 'none' } as const;

describe('LED meters', () => {
  it('of three cells a segment, from 0 to 100', () => {
    expect(
      picture(
        {
          series: one,
          labels: days,
          bars: [[35], [92], [8]],
          showValues: true,
          style: { barStyle: 'led', rowGap: 0 },
        },
        50,
      ),
    ).toBe(`
Mon ██▊██▊██▊██▊██▊                            35%
Tue ██▊██▊██▊██▊██▊██▊██▊██▊██▊██▊██▊██▊       92%
Wed ██▊                                         8%
    ┬──────────────────┬──────────────────┬
    0                  50               100
`);
  });

  it('of two cells', () => {
    expect(
      picture(
        {
          series: one,
          labels: days,
          bars: [[35], [92], [8]],
          style: { barStyle: 'led', rowGap: 0, ledWidth: 2 },
          showAxis: false,
        },
        24,
      ),
    ).toBe(`
Mon █▊█▊█▊█▊
Tue █▊█▊█▊█▊█▊█▊█▊█▊█▊
Wed █▊
`);
  });

  it('of one cell', () => {
    expect(
      picture(
        {
          series: one,
          labels: days,
          bars: [[35], [92], [8]],
          style: { barStyle: 'led', rowGap: 0, ledWidth: 1 },
          showAxis: false,
        },
        24,
      ),
    ).toBe(`
Mon ▊▊▊▊▊▊▊
Tue ▊▊▊▊▊▊▊▊▊▊▊▊▊▊▊▊▊▊
Wed ▊▊
`);
  });

  it('upright', () => {
    expect(
      picture(
        {
          series: one,
          labels: days,
          bars: [[35], [92], [8]],
          style: { barStyle: 'led', orientation: 'vertical', barWidth: 2 },
        },
        20,
        8,
      ),
    ).toBe(`
100┤
   │     ▆▆
   │     ▆▆
   │     ▆▆
   │     ▆▆
   │ ▆▆  ▆▆
  0┤ ▆▆  ▆▆  ▆▆
     Mon Tue Wed
`);
  });

  it('upright, three rows a segment', () => {
    expect(
      picture(
        {
          series: one,
          labels: days,
          bars: [[35], [92], [8]],
          style: { barStyle: 'led', orientation: 'vertical', barWidth: 2, ledWidth: 3 },
          showAxis: false,
        },
        20,
        10,
      ),
    ).toBe(`
    ▆▆
    ██
    ██
    ▆▆
    ██
    ██
▆▆  ▆▆  ▆▆
██  ██  ██
██  ██  ██
Mon Tue Wed
`);
  });

  it('in groups', () => {
    expect(
      picture(
        {
          series: two,
          labels: ['a', 'b'],
          bars: [
            [35, 50],
            [92, null],
          ],
          showValues: true,
          style: { barStyle: 'led' },
        },
        40,
      ),
    ).toBe(`
a ██▊██▊██▊██▊                       35%
  ██▊██▊██▊██▊██▊██▊                 50%

b ██▊██▊██▊██▊██▊██▊██▊██▊██▊██▊     92%
                                       –
  ┬───────────────┬───────────────┬
  0               50            100
`);
  });

  it('stacks are solid', () => {
    expect(
      picture(
        {
          series: stacked,
          labels: ['a', 'b'],
          bars: [
            [10, 20, 30],
            [30, 20, 10],
          ],
          showValues: true,
          style: { barStyle: 'led' },
        },
        40,
      ),
    ).toBe(`
a █████▉███████████▌█████████████████ 60

b █████████████████▌███████████▏█████ 60
  ┬──────────┬───────────┬──────────┬
  0          20          40        60
`);
  });

  it('without colours, and without patterns that its keys could show', () => {
    expect(
      picture(
        {
          series: two,
          labels: ['a'],
          bars: [[35, 95]],
          style: { barStyle: 'led' },
          showAxis: false,
          showLegend: true,
        },
        30,
        undefined,
        bw,
      ),
    ).toBe(`
█ ${two[0]!.name}  █ ${two[1]!.name}
a ██▊██▊██▊
  ██▊██▊██▊██▊██▊██▊██▊██▊██▊
`);
  });
});

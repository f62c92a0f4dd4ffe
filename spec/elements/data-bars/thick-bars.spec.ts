/** Bars of several rows or columns: signs for a value are in the row or column of its label and text. */
import { describe, expect, it } from '@jest/globals';
import { picture } from './chart.js';

const spec = {
  series: [{ name: 'S' }],
  labels: ['a', 'b', 'c', 'd'],
  bars: [[-5], [null], [5], [50]],
  min: 0,
  max: 10,
  showAxis: false,
};

describe('the middle of a bar', () => {
  it('has label, arrow, dot and value in one row', () => {
    const style = { barWidth: 3, rowGap: 0 };
    expect(picture({ ...spec, style }, 16)).toBe(`

a ◂


b ·

  ███████
c ███████
  ███████
  ██████████████
d █████████████▸
  ██████████████
`);
    const rows = picture({ ...spec, showValues: true, style }, 16).split('\n');
    expect([2, 5, 8, 11].map((row) => rows[row])).toEqual([
      'a ◂           -5',
      'b              –',
      'c █████▌       5',
      'd ██████████▸ 50',
    ]);
  });

  it('has them in one column', () => {
    const style = { orientation: 'vertical', barWidth: 3, columnGap: 1 };
    expect(picture({ ...spec, style }, 15, 4)).toBe(`
            █▴█
        ▄▄▄ ███
 ▾   ·  ███ ███
 a   b   c   d
`);
  });
});

/** Lines behind the bars, at values of the scale. */
import { describe, expect, it } from '@jest/globals';
import { ACCESSIBLE_TEXT } from '../../../runtime/element/internals.js';
import { makeChart, picture } from './chart.js';

const spec = {
  series: [{ name: 'S' }],
  labels: ['a', 'b', 'c'],
  bars: [[40], [90], [10]],
  max: 100,
  marks: [{ value: 80, label: 'limit' }],
};

describe('reference lines', () => {
  it('stand behind horizontal bars, their labels among the ticks', () => {
    expect(picture({ ...spec, style: { rowGap: 0 } }, 22)).toBe(
      `
a ████████       │
b ██████████████████
c ██             │
  ┬─────────┬─────────┬
  0           limit
`.replace(/  ┬[^]*$/, axis()),
    );
  });

  it('stand behind vertical bars, with their labels on them', () => {
    const style = { orientation: 'vertical', columnGap: 1 };
    expect(picture({ ...spec, style, showAxis: false, showLabels: false }, 16, 5)).toBe(`
  ▄
──█────────limit
  █
█ █
█ █ ▄
`);
  });

  it('are covered by the automatic scale, and said in words', () => {
    const free = makeChart({
      ...spec,
      bars: [[1], [2], [3]],
      max: undefined as never,
      marks: [{ value: 12 }],
    });
    free.removeAttribute('max');
    expect(free[ACCESSIBLE_TEXT]()).toBe(
      'Bar chart of S; 3 entries; from 0 to 12; largest 3; line at 12',
    );
    expect(makeChart(spec)[ACCESSIBLE_TEXT]()).toContain('; limit at 80');
  });
});

/** The axis as it is drawn: what is looked at here is the label. */
function axis(): string {
  const rows = picture({ ...spec, style: { rowGap: 0 } }, 22).split('\n');
  expect(rows[5]).toContain('limit');
  return `${rows[4]!}\n${rows[5]!}\n`;
}

/** Marks that a fixed scale does not reach, and marks that share a cell. */
import { describe, expect, it } from '@jest/globals';
import { rgb } from '../../../runtime/base/color.js';
import { cellWidth } from '../../../runtime/base/text/graphemes.js';
import { makeChart, paintChart, picture } from './chart.js';

const spec = {
  series: [{ name: 'S' }],
  labels: ['a', 'b'],
  bars: [[10], [50]],
  min: 0,
  max: 60,
  style: { rowGap: 0 },
};
const upright = { orientation: 'vertical', columnGap: 1 };

describe('a line past the scale', () => {
  it('is an arrow with its label at that end, in the row of ticks', () => {
    expect(picture({ ...spec, marks: [{ value: 80, label: 'limit' }] }, 40)).toBe(`
a ██████▍
b ███████████████████████████████▋
  ┬───────────┬────────────┬───────────┬
  0           20           40    limit ▸
`);
    expect(picture({ ...spec, min: 5, marks: [{ value: 1, label: 'low' }, { value: 70 }] }, 40))
      .toBe(`
a ███▌
b ███████████████████████████████▏
  ──────────┬─────────────┬────────────┬
  ◂ low     20            40           ▸
`);
  });

  it('has as many labels as leave two ticks', () => {
    const marks = [
      { value: 80, label: 'limit' },
      { value: 95, label: 'hard limit' },
      { value: 120, label: 'breaking point' },
      { value: -5, label: 'freezing' },
    ];
    const axis = (width: number): string => picture({ ...spec, marks }, width).split('\n')[4]!;
    expect(axis(62)).toBe('  ◂ freez… 10        20    limit, hard limit, breaking point ▸');
    expect(axis(40)).toBe('  ◂ freezing  20           40    limit ▸');
    expect(axis(26)).toBe('  ◂ freezing         50  ▸');
    // One number makes no scale: the labels are worth more.
    expect(axis(14)).toBe('  ◂    limit ▸');
    const inside = [
      { value: 30, label: 'usual' },
      { value: 52, label: 'the most ever' },
    ];
    expect(picture({ ...spec, marks: inside }, 40).split('\n')[4]).toBe(
      '  0           20  usual    the most ever',
    );
  });

  it('is in the last row, where there are no ticks', () => {
    const marks = [{ value: 80, label: 'limit', color: '#ff0000' }];
    const element = makeChart({ ...spec, bars: [[60], [10]], marks, showAxis: false });
    const grid = paintChart(element, 30, 2);
    expect(`\n${grid.rows().join('\n')}\n`).toBe(`
a ████████████████████████████
b ████▋                limit ▸
`);
    expect(grid.styleAt(29, 1).fg).toBe(rgb(255, 0, 0));
    // The arrow alone, where its label has no room; nothing, where bars are everywhere.
    const narrow = { ...spec, bars: [[60], [52]], marks, showAxis: false };
    expect(picture(narrow, 12, 2)).toBe(`
a ██████████
b ████████▋▸
`);
    expect(picture({ ...narrow, bars: [[60], [60]] }, 12, 2)).not.toContain('▸');
  });

  it('is at the top or the bottom of bars that stand', () => {
    const marks = [
      { value: 80, label: 'limit' },
      { value: -5, label: 'low' },
    ];
    expect(picture({ ...spec, marks, style: upright }, 24, 6)).toBe(`
50┤   ▁          limit ▴
  │   █
  │   █
  │   █
 0┤ ▇ █            low ▾
    a b
`);
  });
});

it.each([1, 2, 3, 4])('a line past the start stays in a chart of %i columns', (width) => {
  const marks = [{ value: -1e308 }, { value: 5, label: '日' }];
  const spec = { bars: [[0], [6]], min: 10, marks, showValues: false, showAxis: false };
  for (const row of picture({ ...spec, showLegend: false }, width, 2).split('\n')) {
    expect(cellWidth(row)).toBeLessThanOrEqual(width);
  }
});

describe('a target past the scale', () => {
  const marks = [{ values: [80, 90], label: 'plan' }];

  it('is an arrow at the end of its row', () => {
    expect(picture({ ...spec, marks, showAxis: false }, 24)).toBe(`
a ███▋                 ▸
b ██████████████████▍  ▸
`);
    const style = { ...upright, barWidth: 3 };
    expect(picture({ ...spec, marks, style, showAxis: false }, 12, 5)).toBe(`
 ▴  ▃▴▃
    ███
    ███
▅▅▅ ███
 a   b
`);
  });

  it('leaves the arrow of a bar that is past it too', () => {
    const grid = paintChart(
      makeChart({ ...spec, bars: [[70], [50]], marks, showAxis: false }),
      24,
      2,
    );
    expect(grid.reversedAt(23, 0)).toBe(true);
    expect(grid.charAt(23, 0)).toBe('▸');
  });
});

describe('lines in one cell', () => {
  const marks = [
    { value: 50, label: 'limit' },
    { value: 50.1, label: 'soft' },
  ];

  it('have both labels where these have room, else that of the first', () => {
    expect(picture({ ...spec, marks }, 40)).toContain('limit, soft');
    expect(picture({ ...spec, marks }, 12)).not.toContain('soft');
    expect(picture({ ...spec, marks, style: upright }, 24, 6)).toContain('limit, soft');
    const past = marks.map((mark) => ({ ...mark, value: 99 }));
    expect(picture({ ...spec, marks: past }, 40)).toContain('limit, soft ▸');
  });
});

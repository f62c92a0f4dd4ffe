/** A sparkline of one row with both signs: zero is the middle of its cells. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rgb } from '../../../runtime/base/color.js';
import type { GridPainter } from '../../support/grid-painter.js';
import { propertyRuns } from '../../support/property-runs.js';
import { makeChart, paintChart, picture } from './chart.js';

const ABOVE = '▆▇█';
const BELOW = '▁▂▃';
const error = { variables: { error: '#ff0000', muted: '#808080' } };

function paint(values: (number | null)[], series: object, depth?: 'none'): GridPainter {
  const spec = { series: [{ name: '', ...series }], bars: values.map((each) => [each]) };
  return paintChart(makeChart(spec), values.length, 1, depth ? { depth } : error);
}

describe('both signs in one row', () => {
  const falling = [8, 6, 4, 2, 0, -2, -4, -6, -8];

  it('fall from a full cell to an eighth, with a line at zero', () => {
    expect(picture({ series: [{ name: '' }], bars: falling.map((each) => [each]) }, 9)).toBe(
      '\n█▇▇▆─▃▂▂▁\n',
    );
  });

  it('differ in height, without colours too, and the greater is never lower', () => {
    const value = fc.oneof(
      fc.integer({ min: -100, max: 100 }),
      fc.double({ min: -1e9, max: 1e9, noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(value, { maxLength: 20 }), (others) => {
        const values = [...others, 1, -1];
        const grid = paint(values, {}, 'none');
        const heightOf = (x: number): number => ` ▁▂▃▄▅▆▇█`.indexOf(grid.charAt(x, 0));
        values.forEach((each, x) => {
          const glyph = grid.charAt(x, 0);
          expect(each > 0 ? ABOVE : each < 0 ? BELOW : '─').toContain(glyph);
          expect(grid.reversedAt(x, 0)).toBe(false);
          values.forEach((other, y) => {
            if (each > other && each !== 0 && other !== 0) {
              expect(heightOf(x)).toBeGreaterThanOrEqual(heightOf(y));
            }
          });
        });
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it('have the colour of errors below zero, unless their series has one of its own', () => {
    const grid = paint([3, -3, 0, null], {});
    const red = rgb(255, 0, 0);
    expect(grid.styleAt(1, 0).fg).toBe(red);
    expect(grid.styleAt(0, 0).fg).not.toBe(red);
    expect(grid.styleAt(2, 0).fg).toBe(rgb(128, 128, 128));
    expect(grid.charAt(3, 0)).toBe('·');
    const own = paint([3, -3], { color: '#00ff00' });
    expect([0, 1].map((x) => own.styleAt(x, 0).fg)).toEqual([rgb(0, 255, 0), rgb(0, 255, 0)]);
  });

  it('have their own half of the cell in half blocks and dots', () => {
    const bars = [[4], [4], [-4], [-4], [4], [-4]];
    const spec = { series: [{ name: '' }], bars };
    expect(picture({ ...spec, style: { resolution: 'half' } }, 3)).toBe(
      '\n▀▄▚'.replace('▚', '▚') + '\n',
    );
    expect(picture({ ...spec, style: { resolution: 'braille' } }, 3)).toBe('\n⠛⣤⢣\n');
  });

  it('does not change points of one sign', () => {
    const positive = { series: [{ name: '' }], bars: [[1], [8], [0]] };
    expect(picture(positive, 3)).toBe('\n▁█\n');
  });
});

/** Cells that several series share, judged by the rule: both where two colours show them exactly, else the newest on top. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Composer, SUBCELLS, type SubCells } from '../../../elements/charts/sub-cells/compose.js';
import { propertyRuns } from '../../support/property-runs.js';

const kinds = Object.keys(SUBCELLS) as SubCells[];

/** Which series each sub-cell shows, -1 for none; undefined where the glyph is not one of the set. */
function shownBy(kind: SubCells, masks: readonly number[]): number[] | undefined {
  const { columns, rows, glyphs } = SUBCELLS[kind];
  const cell = { glyph: 0, fg: -1, bg: -1 };
  const all = masks.map((mask) => Uint8Array.of(mask));
  const order = masks.map((_, series) => series);
  if (!new Composer(kind).cell(all, order, 0, cell)) return Array(columns * rows).fill(-1);
  const mask = glyphs.indexOf(cell.glyph);
  if (mask < 0) return undefined;
  return Array.from({ length: columns * rows }, (_, bit) =>
    (mask >> bit) & 1 ? cell.fg : cell.bg,
  );
}

describe('a cell', () => {
  it('of one series has exactly its sub-cells', () => {
    for (const kind of kinds) {
      const { columns, rows } = SUBCELLS[kind];
      for (let mask = 0; mask < 1 << (columns * rows); mask++) {
        const expected = Array.from(
          { length: columns * rows },
          (_, bit) => ((mask >> bit) & 1) - 1,
        );
        expect(shownBy(kind, [mask])).toEqual(expected);
      }
    }
  });

  it('of several shows the newest, and the one below it where that is exact', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.array(fc.nat(255), { minLength: 2, maxLength: 4 }),
        (kind, numbers) => {
          const { columns, rows } = SUBCELLS[kind];
          const size = columns * rows;
          const masks = numbers.map((mask) => mask & ((1 << size) - 1));
          const owner = Array.from({ length: size }, (_, bit) =>
            masks.findLastIndex((mask) => ((mask >> bit) & 1) === 1),
          );
          const seen = [...new Set(owner)].filter((series) => series >= 0);
          const top = Math.max(...seen);
          const cell = { glyph: 0, fg: -1, bg: -1 };
          const all = masks.map((mask) => Uint8Array.of(mask));
          if (!new Composer(kind).cell(all, [...masks.keys()], 0, cell)) {
            expect(seen).toEqual([]);
            return;
          }
          const rowsOf = (series: number): number[] =>
            owner.flatMap((own, bit) => (own === series ? [Math.floor(bit / columns)] : []));
          const isHalf = (series: number): 'up' | 'down' | undefined => {
            const own = rowsOf(series);
            const isWhole = own.length === size / 2 && rows % 2 === 0;
            if (isWhole && own.every((row) => row < rows / 2)) return 'up';
            return isWhole && own.every((row) => row >= rows / 2) ? 'down' : undefined;
          };
          const isFull = kind !== 'braille' && !owner.includes(-1);
          const [a, b] = seen;
          if (seen.length === 2 && isFull) {
            expect(shownBy(kind, masks)).toEqual(owner);
          } else if (
            seen.length === 2 &&
            isHalf(a!) !== undefined &&
            isHalf(b!) !== undefined &&
            isHalf(a!) !== isHalf(b!)
          ) {
            expect(String.fromCodePoint(cell.glyph)).toBe('▀');
            expect(cell.fg).toBe(isHalf(a!) === 'up' ? a : b);
            expect(cell.bg).toBe(isHalf(a!) === 'up' ? b : a);
          } else {
            expect(shownBy(kind, masks)).toEqual(owner.map((own) => (own === top ? top : -1)));
          }
        },
      ),
      { numRuns: propertyRuns(2000) },
    );
  });
});

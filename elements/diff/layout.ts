/** The cells of a diff's rows: numbers, signs and text, on one side or on two. */
import type { LineRow } from '../support/text-lines/view.js';
import type { TextRow } from '../support/text-lines/rows.js';
import type { SideCells } from './paint.js';

/** A row of cells; of names of files and hunks it has neither side. */
export interface DiffRow extends LineRow {
  readonly left: TextRow | undefined;
  readonly right: TextRow | undefined;
}

/** Cells from which on two sides have room. */
export const MIN_SPLIT = 60;

export interface DiffCells {
  readonly isSplit: boolean;
  /** Cells of the numbers of one file; 0 for none. */
  readonly digits: number;
  /** Cells of the signs: one for each parent. */
  readonly signs: number;
}

/** Cells beside the text: of one file its numbers and a blank, of two both. */
export function gutterOf({ isSplit, digits, signs }: DiffCells, width: number): number {
  const numbers = digits === 0 ? 0 : isSplit ? digits + 1 : digits * 2 + 2;
  const room = isSplit ? width >> 1 : width;
  // Where there is little room it is for the text.
  return (numbers + signs) * 2 > room ? Math.min(width, signs) : numbers + signs;
}

/** The two sides of this many cells, with a line between them; the second one gets what is left over. */
export function sidesOf(
  isSplit: boolean,
  gutter: number,
  width: number,
): { readonly left: SideCells; readonly right: SideCells } {
  if (!isSplit) {
    const only = { from: 0, text: gutter, to: width };
    return { left: only, right: only };
  }
  const half = Math.max(0, (width - 1) >> 1);
  return {
    left: { from: 0, text: Math.min(gutter, half), to: half },
    right: { from: half + 1, text: Math.min(half + 1 + gutter, width), to: width },
  };
}

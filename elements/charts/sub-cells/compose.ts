/**
 * The cells of a plot from the masks of its series.
 *
 * A cell has two colours. Of series that share one, those on top hide what is below them. Where two remain that are exactly
 * its two halves, or that fill the cell together, both show; else the newest is on top, the last in the list. Braille dots are
 * not all of their cell: two thin lines as half blocks would be thicker than they are anywhere else.
 */
import {
  BRAILLE,
  HALF_BLOCKS,
  OCTANTS,
  SEXTANTS,
  type GlyphSet,
} from '../../../runtime/graphics/glyphs.js';

export const SUBCELLS = {
  braille: BRAILLE,
  octant: OCTANTS,
  sextant: SEXTANTS,
  half: HALF_BLOCKS,
} as const satisfies Readonly<Record<string, GlyphSet>>;
export type SubCells = keyof typeof SUBCELLS;

const UPPER = '▀'.codePointAt(0)!;

/** A cell with its glyph and the series of its two colours; -1 for the element's own. */
export interface ComposedCell {
  glyph: number;
  fg: number;
  bg: number;
}

export class Composer {
  readonly #set: GlyphSet;
  readonly #isBraille: boolean;
  readonly #full: number;
  readonly #upper: number;

  constructor(kind: SubCells) {
    this.#set = SUBCELLS[kind];
    this.#isBraille = kind === 'braille';
    const { columns, rows } = this.#set;
    this.#full = (1 << (columns * rows)) - 1;
    // Of three rows the middle one is in neither half.
    this.#upper = (1 << (columns * Math.floor(rows / 2))) - 1;
  }

  /**
   * One cell; `out` is written, and false is returned where nothing is drawn in it.
   *
   * @param order series from the bottom to the top
   */
  cell(
    masks: readonly Uint8Array[],
    order: readonly number[],
    at: number,
    out: ComposedCell,
  ): boolean {
    let top = -1;
    let below = -1;
    let topMask = 0;
    let belowMask = 0;
    let covered = 0;
    let count = 0;
    for (let place = order.length - 1; place >= 0; place--) {
      const series = order[place]!;
      const mask = masks[series]![at]! & ~covered;
      if (mask === 0) continue;
      covered |= mask;
      count++;
      if (count === 1) [top, topMask] = [series, mask];
      else if (count === 2) [below, belowMask] = [series, mask];
    }
    if (count === 0) return false;
    out.fg = top;
    out.bg = -1;
    out.glyph = this.#set.glyphs[topMask]!;
    if (count !== 2) return true;
    if (!this.#isBraille && covered === this.#full) {
      out.bg = below;
    } else if (covered === this.#full && (topMask === this.#upper || belowMask === this.#upper)) {
      out.glyph = UPPER;
      [out.fg, out.bg] = topMask === this.#upper ? [top, below] : [below, top];
    }
    return true;
  }
}

/** The masks of all series in one: without colours all of them show. */
export function mergeMasks(
  masks: readonly Uint8Array[],
  covers: readonly (Uint8Array | undefined)[],
  order: readonly number[],
): Uint8Array {
  const merged = new Uint8Array(masks[0]?.length ?? 0);
  for (const series of order) {
    const mask = masks[series]!;
    const cover = covers[series];
    for (let at = 0; at < merged.length; at++) {
      merged[at] = (merged[at]! & ~(cover?.[at] ?? 0)) | mask[at]!;
    }
  }
  return merged;
}

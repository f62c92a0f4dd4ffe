/** Block glyphs by their code points: all of a cell, its halves, and parts in eighths. */

export const FULL_BLOCK = 0x2588;
export const LOWER_HALF = 0x2584;
export const LEFT_HALF = 0x258c;
export const RIGHT_HALF = 0x2590;
export const LIGHT_SHADE = 0x2591;

/** The glyph that fills this many eighths of a cell from its left: U+258F is one of them, U+2588 all. */
export function leftBlock(eighths: number): number {
  return eighths >= 8 ? FULL_BLOCK : 0x2590 - eighths;
}

/** The same from below: U+2581 is one eighth. */
export function lowerBlock(eighths: number): number {
  return eighths >= 8 ? FULL_BLOCK : 0x2580 + eighths;
}

/**
 * What a part block in reverse shows, as a glyph that every font has: an eighth, a half or all of the cell
 * from the other side; undefined for other glyphs.
 *
 * A bar that hangs or grows to the left is painted as the rest of its cell, with its colours swapped. Where
 * colours cannot be swapped, it is drawn as this.
 */
export function uprightOf(code: number): number | undefined {
  if (code > 0x2580 && code < FULL_BLOCK) {
    const filled = FULL_BLOCK - code;
    return filled <= 2 ? 0x2594 : filled <= 5 ? 0x2580 : FULL_BLOCK;
  }
  if (code > FULL_BLOCK && code < 0x2590) {
    const filled = code - FULL_BLOCK;
    return filled <= 2 ? 0x2595 : filled <= 5 ? RIGHT_HALF : FULL_BLOCK;
  }
  return undefined;
}

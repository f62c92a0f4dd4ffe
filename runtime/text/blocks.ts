/**
 * Part blocks in reverse: a bar that hangs or grows to the left is painted as the rest of its cell, with its
 * colours changed places. Where colours cannot change places, the rest has to be drawn as what it is.
 */

const LOWER_FIRST = 0x2581;
const LOWER_LAST = 0x2587;
const LEFT_FIRST = 0x2589;
const LEFT_LAST = 0x258f;

/**
 * What a part block in reverse shows, as a glyph that every font has: an eighth, a half or all of the cell
 * from the other side; undefined for other glyphs.
 */
export function uprightOf(code: number): number | undefined {
  if (code >= LOWER_FIRST && code <= LOWER_LAST) {
    const filled = 0x2588 - code;
    return filled <= 2 ? 0x2594 : filled <= 5 ? 0x2580 : 0x2588;
  }
  if (code >= LEFT_FIRST && code <= LEFT_LAST) {
    const filled = code - 0x2588;
    return filled <= 2 ? 0x2595 : filled <= 5 ? 0x2590 : 0x2588;
  }
  return undefined;
}

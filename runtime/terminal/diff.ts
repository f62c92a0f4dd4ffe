/**
 * What has to be sent: compares the cells that a frame damaged with those the terminal shows.
 *
 * The front buffer is brought up to date on the way, so that the encoder reads it alone. What the
 * front buffer holds is always printable: a wide glyph with its tail, or neither half; malformed
 * pairs and unprintable glyphs of the back buffer count as blanks.
 */
import { BLANK, WIDE_TAIL, type CellBuffer } from '../paint/cells.js';
import type { Damage } from '../paint/damage.js';
import { DOUBT, SPILL_SHIFT, WIDTH_MASK, isSurelyNarrow, type GlyphFacts } from './glyph-facts.js';
import type { Looks } from './looks.js';

/** A front buffer's glyph where nobody knows what the terminal shows; equal to no real glyph. */
export const UNKNOWN_GLYPH = 0xffffffff;

export class Differ {
  /** Row, first column and one past the last column of each changed run, in reading order. */
  runs = new Int32Array(3 * 64);
  /** Runs found by the last `compare`. */
  count = 0;
  /** Cells in those runs. */
  cells = 0;
  /** Cells looked at by the last `compare`. */
  compared = 0;

  constructor(
    private readonly looks: Looks,
    private readonly facts: GlyphFacts,
  ) {}

  /**
   * Finds the cells of `back` that look different from `front` and copies them there. Only `damage`
   * is looked at, and one cell on either side of it: a wide glyph there may have lost its half.
   * Without `damage`, everything is. Returns the number of runs.
   */
  compare(front: CellBuffer, back: CellBuffer, damage: Damage | null): number {
    this.count = 0;
    this.cells = 0;
    this.compared = 0;
    const { width } = back;
    const bottom = damage === null ? back.height : Math.min(back.height, damage.bottom);
    for (let y = damage?.top ?? 0; y < bottom; y++) {
      let left = 0;
      let right = width;
      if (damage !== null) {
        left = damage.left[y] ?? width;
        right = damage.right[y] ?? 0;
        if (left >= right) continue;
        left = Math.max(0, left - 1);
        right = Math.min(width, right + 1);
        // Begin with the lead of a wide glyph; stray tails have none, however many there are.
        while (left > 0 && back.glyphs[y * width + left] === WIDE_TAIL) left--;
      }
      this.compared += right - left;
      this.compareRow(front, back, y, left, right);
    }
    return this.count;
  }

  private compareRow(front: CellBuffer, back: CellBuffer, y: number, left: number, right: number) {
    const { looks, facts } = this;
    const { doubtAmbiguous } = facts;
    const { glyphs: oldGlyphs, styles: oldStyles } = front;
    const { glyphs: newGlyphs, styles: newStyles, table, width } = back;
    const row = y * width;
    let open = false;
    let runEnd = -1;
    // Cells before this column are sent although unchanged: a glyph of doubtful width may cover them.
    let forced = 0;
    for (let x = left; x < right; x++) {
      if (x >= forced && newGlyphs[row + x] !== WIDE_TAIL) {
        // The hot loop. What the front buffer holds is well-formed, so equal cells are, up to the last
        // one: that may be a lead whose tail changed.
        const first = x;
        x = firstDifference(front, back, row + x, row + right) - row;
        if (x >= right) return;
        if (x > first) {
          const last = newGlyphs[row + x - 1] ?? BLANK;
          if (last !== WIDE_TAIL && !isSurelyNarrow(last, doubtAmbiguous)) x--;
        }
      }
      const i = row + x;
      const style = newStyles[i] ?? 0;
      let glyph = newGlyphs[i] ?? BLANK;
      let cells = 1;
      let known = 1;
      if (!isSurelyNarrow(glyph, doubtAmbiguous)) {
        known = glyph === WIDE_TAIL ? 0 : facts.of(glyph, table);
        const wide = (known & WIDTH_MASK) === 2;
        if (wide && x + 1 < width && newGlyphs[i + 1] === WIDE_TAIL) cells = 2;
        else if (wide || (known & WIDTH_MASK) === 0) {
          glyph = BLANK;
          known = 1;
        }
      }
      const before = oldGlyphs[i];
      let changed = before !== glyph || x < forced;
      if (!changed && style !== oldStyles[i]) {
        const now = looks.of(style, table);
        const was = looks.of(oldStyles[i] ?? 0, table);
        changed = glyph === BLANK ? looks.blank(now) !== looks.blank(was) : now !== was;
      }
      if (cells === 2 && oldGlyphs[i + 1] !== WIDE_TAIL) changed = true;
      oldStyles[i] = style;
      if (cells === 2) oldStyles[i + 1] = style;
      if (changed) {
        oldGlyphs[i] = glyph;
        if (cells === 2) oldGlyphs[i + 1] = WIDE_TAIL;
        this.cells += cells;
        if (open && runEnd === x) {
          runEnd = x + cells;
          this.runs[this.count * 3 - 1] = runEnd;
        } else {
          open = true;
          runEnd = x + cells;
          this.push(y, x, runEnd);
        }
        if (known & DOUBT) {
          forced = Math.min(width, runEnd + (known >> SPILL_SHIFT));
          if (forced > right) right = forced;
        }
      }
      x += cells - 1;
    }
  }

  private push(y: number, start: number, end: number): void {
    const at = this.count * 3;
    if (at + 3 > this.runs.length) {
      const larger = new Int32Array(this.runs.length * 2);
      larger.set(this.runs);
      this.runs = larger;
    }
    this.runs[at] = y;
    this.runs[at + 1] = start;
    this.runs[at + 2] = end;
    this.count++;
  }
}

/** The first cell from `at` up to `end` that is not the same in both, or `end`. */
function firstDifference(front: CellBuffer, back: CellBuffer, at: number, end: number): number {
  const { signedGlyphs: oldGlyphs, signedStyles: oldStyles } = front;
  const { signedGlyphs: newGlyphs, signedStyles: newStyles } = back;
  while (at < end && newGlyphs[at] === oldGlyphs[at] && newStyles[at] === oldStyles[at]) at++;
  return at;
}

/**
 * The diff of a frame: compares the cells that it damaged with those the terminal shows.
 *
 * The front buffer is brought up to date on the way, so that the encoder reads it alone. What the
 * front buffer holds is always printable: a wide glyph with its tail, or neither half; malformed
 * pairs and unprintable glyphs of the back buffer count as blanks.
 */
import { BLANK, IMAGE_CELL, WIDE_TAIL, type CellBuffer } from '../../paint/cells.js';
import type { Damage } from '../../paint/damage.js';
import { DOUBT, SPILL_SHIFT, WIDTH_MASK, isSurelyNarrow, type GlyphFacts } from './glyph-facts.js';
import type { Looks } from './resolved-styles.js';

/** A front buffer's glyph where the terminal's content is unknown; differs from every real glyph. */
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

  readonly #looks: Looks;
  readonly #facts: GlyphFacts;

  constructor(looks: Looks, facts: GlyphFacts) {
    this.#looks = looks;
    this.#facts = facts;
  }

  /**
   * Finds the cells of `back` that look different from `front` and copies them there. Only `damage`
   * is looked at, and one cell on either side of it: a wide glyph there may have lost its half.
   * Without `damage`, everything is. Returns the number of runs.
   */
  compare(front: CellBuffer, back: CellBuffer, damage: Damage | null): number {
    this.count = 0;
    this.cells = 0;
    this.compared = 0;
    if (damage === null) {
      const { width, height } = back;
      this.compared = width * height;
      for (let y = 0; y < height; y++) this.#compareRow(front, back, y, 0, width);
      return this.count;
    }
    const bottom = Math.min(back.height, damage.bottom);
    for (let y = damage.top; y < bottom; y++) {
      const spans = damage.spansOf(y);
      for (let span = 0; span < spans; span++) {
        this.#compareSpan(front, back, y, damage.edge(y, span, 0), damage.edge(y, span, 1));
      }
    }
    return this.count;
  }

  #compareSpan(front: CellBuffer, back: CellBuffer, y: number, from: number, end: number) {
    const { width, glyphs } = back;
    let left = Math.max(0, from - 1);
    const right = Math.min(width, end + 1);
    // Begin with the lead of a wide glyph; stray tails have none, however many there are.
    while (left > 0 && glyphs[y * width + left] === WIDE_TAIL) left--;
    this.compared += right - left;
    this.#compareRow(front, back, y, left, right);
  }

  /**
   * The same where nothing is known of what the terminal shows: every cell goes there and is sent. A loop
   * of its own, since all cells of a first frame are looked at before anything is compiled.
   */
  takeAll(front: CellBuffer, back: CellBuffer): number {
    this.count = 0;
    this.cells = 0;
    const { width, height, signedGlyphs } = back;
    this.compared = width * height;
    const { doubtAmbiguous } = this.#facts;
    for (let y = 0; y < height; y++) {
      const start = y * width;
      const end = start + width;
      let at = start;
      while (at < end) {
        const glyph = signedGlyphs[at]!;
        if ((glyph < 0x20 || glyph >= 0x7f) && !isSurelyNarrow(glyph, doubtAmbiguous)) break;
        at++;
      }
      if (at < end) this.#compareRow(front, back, y, 0, width);
      else {
        front.glyphs.set(back.glyphs.subarray(start, end), start);
        front.styles.set(back.styles.subarray(start, end), start);
        this.#push(y, 0, width);
        this.cells += width;
      }
    }
    return this.count;
  }

  #compareRow(front: CellBuffer, back: CellBuffer, y: number, left: number, right: number) {
    const looks = this.#looks;
    const facts = this.#facts;
    const { doubtAmbiguous } = facts;
    const { glyphs: oldGlyphs, styles: oldStyles } = front;
    const { glyphs: newGlyphs, styles: newStyles, table, width } = back;
    const row = y * width;
    /** Where the last run of this row ends; -1 where there is none yet. */
    let runEnd = -1;
    // Cells before this column are sent although unchanged: a glyph of doubtful width may cover them.
    let forced = 0;
    for (let x = left; x < right; x++) {
      if (x >= forced && newGlyphs[row + x] !== WIDE_TAIL) {
        // The hot loop. What the front buffer holds is well-formed, so equal cells are, up to the last
        // one: that may be a lead whose tail changed.
        const first = row + x;
        x = firstDifference(front, back, first, row + right) - row;
        if (x >= right) return;
        if (row + x > first && isLead(newGlyphs[row + x - 1]!, doubtAmbiguous)) x--;
        // Most of what differs is other plain characters, which say nothing of the cells around them.
        const end = takeNarrow(front, back, row + x, row + right, doubtAmbiguous) - row;
        if (end > x) {
          this.cells += end - x;
          this.#extend(y, x, end, runEnd);
          runEnd = end;
          x = end - 1;
          continue;
        }
      }
      const i = row + x;
      const style = newStyles[i]!;
      let glyph = newGlyphs[i]!;
      let cells = 1;
      let known = 1;
      if (!isSurelyNarrow(glyph, doubtAmbiguous)) {
        known = knownAt(facts, back, x, i);
        cells = known & WIDTH_MASK;
        if (known === 0) {
          glyph = BLANK;
          known = cells = 1;
        }
      }
      const before = oldGlyphs[i];
      let changed = before !== glyph || x < forced;
      if (!changed && style !== oldStyles[i]) {
        const now = looks.of(style, table);
        const was = looks.of(oldStyles[i] ?? 0, table);
        changed = glyph === BLANK ? looks.blank(now) !== looks.blank(was) : now !== was;
      }
      oldStyles[i] = style;
      if (cells === 2) {
        changed ||= oldGlyphs[i + 1] !== WIDE_TAIL;
        oldGlyphs[i + 1] = WIDE_TAIL;
        oldStyles[i + 1] = style;
      }
      if (changed) {
        oldGlyphs[i] = glyph;
        this.cells += cells;
        this.#extend(y, x, x + cells, runEnd);
        runEnd = x + cells;
        if (known & DOUBT) {
          forced = Math.min(width, runEnd + (known >> SPILL_SHIFT));
          if (forced > right) right = forced;
        }
      }
      x += cells - 1;
    }
  }

  /** Lengthens the row's last run, which ends at `runEnd`, or begins one. */
  #extend(y: number, start: number, end: number, runEnd: number): void {
    if (runEnd === start) this.runs[this.count * 3 - 1] = end;
    else this.#push(y, start, end);
  }

  #push(y: number, start: number, end: number): void {
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

/** Whether a glyph may have a tail in the next cell. */
function isLead(glyph: number, doubtAmbiguous: boolean): boolean {
  return glyph !== WIDE_TAIL && !isSurelyNarrow(glyph, doubtAmbiguous);
}

/** What is known of the glyph of a cell; 0 where it cannot be shown: a half of a wide one, or one without width. */
function knownAt(facts: GlyphFacts, back: CellBuffer, x: number, at: number): number {
  const { glyphs, table, width } = back;
  const glyph = glyphs[at]!;
  if (glyph === WIDE_TAIL) return 0;
  if (glyph === IMAGE_CELL) return 1;
  const known = facts.of(glyph, table);
  const cells = known & WIDTH_MASK;
  if (cells === 2) return x + 1 < width && glyphs[at + 1] === WIDE_TAIL ? known : 0;
  return cells === 0 ? 0 : known;
}

/** The first cell from `at` up to `end` that is not the same in both, or `end`. */
function firstDifference(front: CellBuffer, back: CellBuffer, at: number, end: number): number {
  const { signedGlyphs: oldGlyphs, signedStyles: oldStyles } = front;
  const { signedGlyphs: newGlyphs, signedStyles: newStyles } = back;
  while (at < end && newGlyphs[at] === oldGlyphs[at] && newStyles[at] === oldStyles[at]) at++;
  return at;
}

/** Copies cells from `at` up to `end` while glyphs differ and are surely narrow; returns where it stopped. */
function takeNarrow(
  front: CellBuffer,
  back: CellBuffer,
  at: number,
  end: number,
  doubtAmbiguous: boolean,
): number {
  const { signedGlyphs: oldGlyphs, signedStyles: oldStyles } = front;
  const { signedGlyphs: newGlyphs, signedStyles: newStyles } = back;
  for (; at < end; at++) {
    const glyph = newGlyphs[at]!;
    if (glyph === oldGlyphs[at]) break;
    if ((glyph < 0x20 || glyph >= 0x7f) && !isSurelyNarrow(glyph, doubtAmbiguous)) break;
    oldGlyphs[at] = glyph;
    oldStyles[at] = newStyles[at]!;
  }
  return at;
}

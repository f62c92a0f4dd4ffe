/**
 * Rows that moved up or down, such as a log with a line more: instead of sending them again, the terminal deletes lines or inserts
 * them between margins (DL, IL and DECSTBM, of the VT102). Only whole rows move that way.
 *
 * The lines that come are blank, and nothing goes into the terminal's scrollback. The front buffer follows, so that the diff after it
 * finds only what is still missing.
 */
import { BLANK, type CellBuffer } from '../../paint/cells.js';
import type { Damage } from '../../paint/damage.js';
import { digits, utf8Length } from './byte-writer.js';
import type { Encoder } from './encoder.js';

/** Fewer damaged rows than this are cheaper sent than looked at. */
const MIN_ROWS = 3;
/** A row counts as damaged from this share of its columns on. */
const MIN_SHARE = 0.25;
/** Bytes that a scroll has to save before it is worth it: the estimate knows nothing of styles. */
const MIN_SAVED = 24;
/** Parts of the screen that are scrolled in one frame: two logs, one above the other, are two. */
const MAX_PARTS = 3;
/** Frames for which the search rests after it has found nothing: one, then four, and so on up to this many. */
const MAX_REST_LENGTH = 32;
/** Columns at each side that rows are not recognized by: borders and a scrollbar stay where they are. */
const SIDE = 2;

/** Rows from `top` up to `bottom`, of which the contents were `step` further down before (further up where negative). */
interface Part {
  readonly top: number;
  readonly bottom: number;
  readonly step: number;
}

export class Scroller {
  /** Rows moved by the last `apply`. */
  rows = 0;
  #rest = 0;
  #next = 1;
  /** What rows moved by last, which mostly goes on. */
  #step = 0;

  /** Scrolls what moved up or down within `damage`, in the terminal and in `front`. */
  apply(front: CellBuffer, back: CellBuffer, damage: Damage, encoder: Encoder): void {
    this.rows = 0;
    if (countRows(damage, back.width) < MIN_ROWS) return;
    if (this.#rest > 0) {
      this.#rest--;
      return;
    }
    for (let found = 0; found < MAX_PARTS; found++) {
      const part = findPart(front, back, damage, this.#step);
      if (part === undefined) break;
      this.#step = part.step;
      scroll(front, part, encoder);
      for (let y = part.top; y < part.bottom; y++) damage.span(y, 0, back.width);
      this.rows += part.bottom - part.top - Math.abs(part.step);
    }
    if (this.rows > 0) this.#next = 1;
    else {
      this.#rest = this.#next;
      this.#next = Math.min(MAX_REST_LENGTH, this.#next * 4);
    }
  }
}

/** Rows that may have moved: enough of their columns are damaged. */
function countRows(damage: Damage, width: number): number {
  let rows = 0;
  for (let y = damage.top; y < damage.bottom; y++) {
    if ((damage.right[y] ?? 0) - (damage.left[y] ?? 0) >= width * MIN_SHARE) rows++;
  }
  return rows;
}

/** The part of the damaged rows for which the step that most of them moved by saves the most bytes. */
function findPart(
  front: CellBuffer,
  back: CellBuffer,
  damage: Damage,
  known: number,
): Part | undefined {
  const from = damage.top;
  const to = Math.min(back.height, damage.bottom);
  const step = haveMovedBy(front, back, from, to, known) ? known : stepOf(front, back, from, to);
  if (step === 0) return undefined;
  // The largest sum of what each row saves or costs (Kadane's algorithm).
  const [first, last] = [Math.max(from, from - step), Math.min(to, to - step)];
  let [sum, begun, best, start, end] = [0, first, 0, 0, 0];
  for (let y = first; y < last; y++) {
    sum += changedBytes(front, y, back, y) - changedBytes(front, y + step, back, y);
    if (sum <= 0) {
      sum = 0;
      begun = y + 1;
    } else if (sum > best) {
      best = sum;
      start = begun;
      end = y + 1;
    }
  }
  if (best === 0) return undefined;
  const part = { top: Math.min(start, start + step), bottom: Math.max(end, end + step), step };
  // Rows that come are blank, and are sent also where they had not changed.
  const [blank, blankEnd] = step > 0 ? [end, part.bottom] : [part.top, start];
  for (let y = blank; y < blankEnd; y++) {
    best += changedBytes(front, y, back, y) - shownBytes(back, y);
  }
  return best - costOf(part, back.height) >= MIN_SAVED ? part : undefined;
}

/** True where most rows have moved by a step that is known. */
function haveMovedBy(
  front: CellBuffer,
  back: CellBuffer,
  from: number,
  to: number,
  step: number,
): boolean {
  if (step === 0) return false;
  let moved = 0;
  const last = Math.min(to, to - step);
  for (let y = Math.max(from, from - step); y < last; y++) {
    if (isSame(front, y + step, back, y) && !isSame(front, y, back, y)) moved++;
  }
  return moved * 2 > to - from;
}

function isSame(front: CellBuffer, was: number, back: CellBuffer, y: number): boolean {
  const { signedGlyphs: oldGlyphs, width } = front;
  const { signedGlyphs: newGlyphs } = back;
  const shift = (was - y) * width;
  const end = (y + 1) * width - SIDE;
  for (let at = y * width + SIDE; at < end; at++) {
    if (oldGlyphs[at + shift] !== newGlyphs[at]) return false;
  }
  return true;
}

/** By how many rows most of the changed rows have moved; 0 where none has. */
function stepOf(front: CellBuffer, back: CellBuffer, from: number, to: number): number {
  /** The row that looked like this; -1 where several did. */
  const places = new Map<number, number>();
  const before = new Int32Array(to - from);
  for (let y = from; y < to; y++) {
    const hash = hashOf(front, y);
    before[y - from] = hash;
    places.set(hash, places.has(hash) ? -1 : y);
  }
  const votes = new Map<number, number>();
  let [best, most] = [0, 0];
  for (let y = from; y < to; y++) {
    const hash = hashOf(back, y);
    if (hash === before[y - from]) continue;
    const place = places.get(hash) ?? -1;
    if (place < 0) continue;
    const count = (votes.get(place - y) ?? 0) + 1;
    votes.set(place - y, count);
    if (count > most) [best, most] = [place - y, count];
  }
  return best;
}

function hashOf({ signedGlyphs, width }: CellBuffer, y: number): number {
  let hash = 0;
  const end = (y + 1) * width - SIDE;
  for (let at = y * width + SIDE; at < end; at++) {
    hash = (Math.imul(hash, 31) + signedGlyphs[at]!) | 0;
  }
  return hash;
}

/** Bytes of the cells of a row that differ from those of another one. */
function changedBytes(front: CellBuffer, was: number, back: CellBuffer, y: number): number {
  const { signedGlyphs: oldGlyphs, signedStyles: oldStyles, width } = front;
  const { signedGlyphs: newGlyphs, signedStyles: newStyles } = back;
  const [old, now] = [was * width, y * width];
  let bytes = 0;
  for (let x = 0; x < width; x++) {
    const glyph = newGlyphs[now + x]!;
    if (oldGlyphs[old + x] !== glyph || oldStyles[old + x] !== newStyles[now + x]) {
      bytes += utf8Length(glyph >>> 0);
    }
  }
  return bytes;
}

/** Bytes of the cells of a row that are not blank. */
function shownBytes({ signedGlyphs, signedStyles, width }: CellBuffer, y: number): number {
  let bytes = 0;
  for (let at = y * width; at < (y + 1) * width; at++) {
    const glyph = signedGlyphs[at]!;
    if (glyph !== BLANK || signedStyles[at] !== 0) bytes += utf8Length(glyph >>> 0);
  }
  return bytes;
}

/** Bytes of DECSTBM, CUP, DL or IL, and DECSTBM without margins. */
function costOf({ top, bottom, step }: Part, height: number): number {
  const moved = 3 + digits(top + 1) + 2 + digits(Math.abs(step));
  return bottom === height ? moved : moved + 7 + digits(top + 1) + digits(bottom);
}

function scroll(front: CellBuffer, { top, bottom, step }: Part, encoder: Encoder): void {
  const { glyphs, styles, width } = front;
  encoder.scrollRows(front, top, bottom, step);
  const count = Math.abs(step) * width;
  const [start, end] = [top * width, bottom * width];
  if (step > 0) {
    glyphs.copyWithin(start, start + count, end);
    styles.copyWithin(start, start + count, end);
  } else {
    glyphs.copyWithin(start + count, start, end - count);
    styles.copyWithin(start + count, start, end - count);
  }
  const blank = step > 0 ? end - count : start;
  glyphs.fill(BLANK, blank, blank + count);
  styles.fill(0, blank, blank + count);
}

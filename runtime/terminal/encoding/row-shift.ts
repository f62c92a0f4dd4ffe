/**
 * Rows whose cells moved sideways, such as a streaming chart: instead of sending every cell again, the terminal
 * deletes cells at the start of the part and inserts as many at its end (DCH and ICH, ECMA-48 sections 8.3.26 and
 * 8.3.64). What is right of the part moves there and back.
 *
 * The front buffer follows, so that the diff after it finds only what is still missing.
 */
import { WIDE_TAIL, type CellBuffer } from '../../paint/cells.js';
import type { Damage } from '../../paint/damage.js';
import { digits, utf8Length } from './byte-writer.js';
import { UNKNOWN_GLYPH } from './diff.js';
import type { Encoder } from './encoder.js';
import { DOUBT, isSurelyNarrow, type GlyphFacts } from './glyph-facts.js';

/** Rows of which fewer cells are damaged, or within fewer, are not looked at: little can be saved there. */
const MIN_SPAN = 32;
/** Rows with fewer bytes to send than this are cheaper sent than looked at. */
const MIN_CHANGED = 30;
/** Bytes that a shift has to save before it is worth it: the estimate knows nothing of styles. */
const MIN_SAVED = 8;
/** Bytes of a cell of a chart. */
const CELL_BYTES = 3;
/** Beside single cells: bars of a vertical chart move by several. One is tried at a time. */
const STEPS = [2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7, 8, -8] as const;
/** A row in which nothing was found is left alone for one frame, then for four, and so on up to this many. */
const MAX_REST_LENGTH = 32;

/** A step that goes on is held against others once in this many frames. */
const DOUBTED_EVERY = 16;

/** A part of a row whose cells were `step` further right before (left where negative). */
interface Move {
  readonly step: number;
  /** Columns that have the right cells after it: `start` inclusive, `end` exclusive. */
  readonly start: number;
  readonly end: number;
  /** Bytes saved, estimated. */
  readonly saved: number;
}

interface RowState {
  /** What moved the row last. */
  step: number;
  /** How many of the other steps were tried. */
  turn: number;
  /** Frames in which the same step was found again. */
  kept: number;
  /** Frames to leave it alone, and how many it will be the next time. */
  rest: number;
  next: number;
}

export class Shifter {
  /** Rows shifted by the last `apply`. */
  rows = 0;
  readonly #rowStates: RowState[] = [];

  readonly #facts: GlyphFacts;

  constructor(facts: GlyphFacts) {
    this.#facts = facts;
  }

  /** Shifts what moved sideways within `damage`, in the terminal and in `front`. */
  apply(front: CellBuffer, back: CellBuffer, damage: Damage, encoder: Encoder): void {
    this.rows = 0;
    if (damage.moves.length > 0) this.#applyMoves(front, damage, encoder);
    const bottom = Math.min(back.height, damage.bottom);
    for (let y = damage.top; y < bottom; y++) {
      const left = damage.left[y] ?? 0;
      const right = Math.min(back.width, damage.right[y] ?? 0);
      if (right - left < MIN_SPAN || damage.widthOf(y) < MIN_SPAN) continue;
      const state = (this.#rowStates[y] ??= { step: 1, turn: 0, kept: 1, rest: 0, next: 1 });
      if (state.rest > 0) {
        state.rest--;
        continue;
      }
      const move = this.#find(front, back, y, left, right, state);
      if (move === undefined) continue;
      this.#shift(front, y, move, encoder);
      damage.join(y);
      this.rows++;
    }
  }

  /** Moves that the painter knows of need no search; the one that is not worth its bytes is left to it. */
  #applyMoves(front: CellBuffer, damage: Damage, encoder: Encoder): void {
    const { moves } = damage;
    for (const move of moves) {
      const { row, left, right, changed } = move;
      const saved = changed * CELL_BYTES - moveCost(row, left, right - 1, 1);
      const shift = { step: 1, start: left, end: right - 1, saved };
      const known = this.#facts.doubtAmbiguous ? left : right;
      if (saved > MIN_SAVED && this.#isSafe(front, row, shift, known)) {
        this.#shift(front, row, shift, encoder);
        this.rows++;
      } else damage.unmove(move);
    }
    moves.length = 0;
  }

  /** The best of the steps that this row is tried with: the last one found, and others where that does not do. */
  #find(
    front: CellBuffer,
    back: CellBuffer,
    y: number,
    left: number,
    right: number,
    state: RowState,
  ): Move | undefined {
    let best: Move | undefined;
    const attempt = (step: number): void => {
      const move = bestMove(front, back, y, left, right, step);
      if (move !== undefined && move.saved > (best?.saved ?? MIN_SAVED)) {
        if (this.#isSafe(front, y, move)) best = move;
      }
    };
    attempt(state.step);
    // What has moved by this step before and does so again is not doubted in every frame.
    if (best !== undefined && state.kept++ % DOUBTED_EVERY !== 0) return best;
    // A cell takes three bytes at most, mostly: this one saves a third of what the row could cost.
    if (best === undefined || best.saved < right - left) {
      const changed = changedBytes(front, back, y, left, right);
      if (changed >= MIN_CHANGED && (best === undefined || best.saved * 2 < changed)) {
        attempt(Math.abs(state.step) === 1 ? -state.step : 1);
        attempt(STEPS[state.turn++ % STEPS.length] ?? 1);
      }
    }
    if (best === undefined) {
      state.rest = state.next;
      state.next = Math.min(MAX_REST_LENGTH, state.next * 4);
    } else state.next = 1;
    state.step = best?.step ?? 1;
    return best;
  }

  /**
   * True where every terminal agrees on what a shift does: all glyphs from its left edge (from `from`, where
   * those before are known) to the right margin have a width without doubt, and no edge cuts a wide one.
   */
  #isSafe(
    front: CellBuffer,
    y: number,
    { step, start, end }: Move,
    from = step > 0 ? start : start + step,
  ): boolean {
    const { glyphs, table, width } = front;
    const row = y * width;
    const first = step > 0 ? start : start + step;
    const last = step > 0 ? end + step : end;
    for (const edge of [first, last, step > 0 ? first + step : last + step]) {
      if (edge < width && glyphs[row + edge] === WIDE_TAIL) return false;
    }
    const { doubtAmbiguous } = this.#facts;
    for (let x = from; x < width; x++) {
      // Blocks and ASCII, which most cells are: asked here, since this loop runs over whole rows.
      const code = glyphs[row + x]!;
      if ((code < 0x7f && code >= 0x20) || (code >= 0x2580 && code < 0x25a0 && !doubtAmbiguous)) {
        continue;
      }
      const glyph = glyphs[row + x] ?? UNKNOWN_GLYPH;
      if (isSurelyNarrow(glyph, doubtAmbiguous) || glyph === WIDE_TAIL) continue;
      if (glyph === UNKNOWN_GLYPH || (this.#facts.of(glyph, table) & DOUBT) !== 0) return false;
    }
    return true;
  }

  #shift(front: CellBuffer, y: number, { step, start, end }: Move, encoder: Encoder): void {
    const { glyphs, styles, width } = front;
    const row = y * width;
    if (step > 0) {
      encoder.shiftRow(front, y, start, end, step);
      glyphs.copyWithin(row + start, row + start + step, row + end + step);
      styles.copyWithin(row + start, row + start + step, row + end + step);
      glyphs.fill(UNKNOWN_GLYPH, row + end, row + end + step);
    } else {
      encoder.shiftRow(front, y, end + step, start + step, -step);
      glyphs.copyWithin(row + start, row + start + step, row + end + step);
      styles.copyWithin(row + start, row + start + step, row + end + step);
      glyphs.fill(UNKNOWN_GLYPH, row + start + step, row + start);
    }
  }
}

/** Bytes of the cells of a row that differ. */
function changedBytes(
  front: CellBuffer,
  back: CellBuffer,
  y: number,
  left: number,
  right: number,
): number {
  const { signedGlyphs: was, signedStyles: looked } = front;
  const { signedGlyphs: now, signedStyles: looks, width } = back;
  let bytes = 0;
  for (let i = y * width + left; i < y * width + right; i++) {
    if (was[i] !== now[i] || looked[i] !== looks[i]) bytes += utf8Length(now[i]! >>> 0);
  }
  return bytes;
}

/** True if all cells equal those of the front buffer at an offset. */
function isMoved(
  { signedGlyphs: was, signedStyles: looked }: CellBuffer,
  { signedGlyphs: now, signedStyles: looks }: CellBuffer,
  from: number,
  to: number,
  step: number,
): boolean {
  for (let i = from; i < to; i++) {
    if (was[i + step] !== now[i] || looked[i + step] !== looks[i]) return false;
  }
  return true;
}

/**
 * The part of a row for which one step saves the most: the largest sum of what each cell saves or costs
 * (Kadane's algorithm). A cell saves its bytes where it has changed and the step makes it right; it
 * costs them where it was right and the step spoils it.
 */
function bestMove(
  front: CellBuffer,
  back: CellBuffer,
  y: number,
  left: number,
  right: number,
  step: number,
): Move | undefined {
  const { signedGlyphs: was, signedStyles: looked } = front;
  const { signedGlyphs: now, signedStyles: looks, width } = back;
  const row = y * width;
  const from = step > 0 ? left : left - step;
  const to = step > 0 ? right - step : right;
  let sum = 0;
  let begun = from;
  let best = 0;
  let start = 0;
  let end = 0;
  for (let x = from; x < to; x++) {
    const i = row + x;
    const moved = was[i + step] === now[i] && looked[i + step] === looks[i];
    const stayed = was[i] === now[i] && looked[i] === looks[i];
    if (moved === stayed) continue;
    const bytes = utf8Length(now[i]! >>> 0);
    sum += moved ? bytes : -bytes;
    if (sum <= 0) {
      sum = 0;
      begun = x + 1;
    } else if (moved && sum > best) {
      best = sum;
      start = begun;
      end = x + 1;
    }
  }
  if (best === 0) return undefined;
  // Where the part may as well reach the margin, no insertion is needed.
  if (step > 0 && to + step === width && isMoved(front, back, row + end, row + to, step)) end = to;
  // The cells that the shift leaves blank are sent even where they had not changed.
  const blanks = step > 0 ? end : start + step;
  let saved = best - moveCost(y, start, end, Math.abs(step));
  for (let x = blanks; x < blanks + Math.abs(step); x++) {
    const i = row + x;
    if (was[i] === now[i] && looked[i] === looks[i]) saved -= utf8Length(now[i]! >>> 0);
  }
  return saved > MIN_SAVED ? { step, start, end, saved } : undefined;
}

/** Bytes of CUP, DCH, CHA and ICH. */
function moveCost(y: number, start: number, end: number, step: number): number {
  const count = step === 1 ? 0 : digits(step);
  return 4 + digits(y + 1) + digits(start + 1) + 3 + count + 3 + digits(end + 1) + 3 + count;
}

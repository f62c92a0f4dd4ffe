/** Damage: the columns that a frame changed in each row, which the diff compares. */
import type { Rect } from '../base/geometry.js';

/** Spans kept for a row; one in which more than these changed is compared from the first to the last. */
const MAX_SPANS = 16;
/** Spans with fewer unchanged columns between them than this are one: the diff looks at a column beside each. */
const MIN_GAP = 3;

/** Cells of a row that moved one to the left, all of them as they were shown. */
export interface Move {
  readonly row: number;
  /** First column, and one past the last; the last cell is a new one. */
  readonly left: number;
  readonly right: number;
  /** How many of the cells look different after it. */
  readonly changed: number;
}

export class Damage {
  /** First damaged column of each row; past the right edge where the row is clean. */
  readonly left: Int32Array;
  /** One past the last damaged column of each row; 0 where the row is clean. */
  readonly right: Int32Array;
  /** The damaged rows lie from `top` up to `bottom`, so that a small change is not looked for in every row. */
  top: number;
  bottom = 0;
  /** What moved sideways. Until `spread`, only the last cell of each is in the spans. */
  readonly moves: Move[] = [];
  /** How many spans each row has; more than `MAX_SPANS` where it is taken as a whole. */
  readonly #counts: Uint8Array;
  /** The spans of each row, from left to right: first column, and one past the last. */
  readonly #spans: Int32Array;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.left = new Int32Array(height).fill(width);
    this.right = new Int32Array(height);
    this.#counts = new Uint8Array(height);
    this.#spans = new Int32Array(height * MAX_SPANS * 2);
    this.top = height;
  }

  /** True where no row is damaged. */
  get empty(): boolean {
    return this.bottom <= this.top;
  }

  add(rect: Rect): void {
    const x = Math.max(0, rect.x);
    const end = Math.min(this.width, rect.x + rect.width);
    const y = Math.max(0, rect.y);
    const bottom = Math.min(this.height, rect.y + rect.height);
    for (let row = y; row < bottom; row++) this.span(row, x, end);
  }

  /** Columns of one row, which lie on the screen: `left` inclusive, `right` exclusive. */
  span(row: number, left: number, right: number): void {
    if (right <= left) return;
    if (row < this.top) this.top = row;
    if (row >= this.bottom) this.bottom = row + 1;
    const before = this.right[row]!;
    if (left < this.left[row]!) this.left[row] = left;
    if (right > before) this.right[row] = right;
    const count = this.#counts[row]!;
    if (count > MAX_SPANS) return;
    const spans = this.#spans;
    const base = row * MAX_SPANS * 2;
    // Painters mostly go from left to right.
    if (count === 0 || left >= before + MIN_GAP) {
      this.#counts[row] = count + 1;
      if (count === MAX_SPANS) return;
      spans[base + count * 2] = left;
      spans[base + count * 2 + 1] = right;
    } else this.#insert(row, left, right);
  }

  /** A span among others: those that it meets become one with it. */
  #insert(row: number, left: number, right: number): void {
    const spans = this.#spans;
    const base = row * MAX_SPANS * 2;
    const end = base + this.#counts[row]! * 2;
    let at = base;
    while (at < end && spans[at + 1]! + MIN_GAP <= left) at += 2;
    let next = at;
    for (; next < end && spans[next]! < right + MIN_GAP; next += 2) {
      if (spans[next]! < left) left = spans[next]!;
      if (spans[next + 1]! > right) right = spans[next + 1]!;
    }
    const grown = this.#counts[row]! + 1 - (next - at) / 2;
    this.#counts[row] = grown;
    if (grown > MAX_SPANS) return;
    if (next !== at + 2) spans.copyWithin(at + 2, next, end);
    spans[at] = left;
    spans[at + 1] = right;
  }

  /**
   * Notes that cells of a row move one to the left; before they do.
   *
   * @returns false where some of the row has changed already, and the move must not be used
   */
  move(row: number, left: number, right: number, changed: number): boolean {
    if (this.#counts[row]! > 0) return false;
    this.moves.push({ row, left, right, changed });
    this.span(row, right - 1, right);
    return true;
  }

  /** Makes damage of a move: the cells are to be compared and sent like all others. */
  unmove({ row, left, right }: Move): void {
    this.span(row, left, right);
  }

  /** Makes damage of all moves. */
  spread(): void {
    if (this.moves.length === 0) return;
    for (const move of this.moves) this.unmove(move);
    this.moves.length = 0;
  }

  /** Has a row that is damaged compared from its first damaged column to its last. */
  join(row: number): void {
    if (this.#counts[row]! > 0) this.#counts[row] = MAX_SPANS + 1;
  }

  /** How many spans a row has; 0 where it is clean. */
  spansOf(row: number): number {
    const count = this.#counts[row]!;
    return count > MAX_SPANS ? 1 : count;
  }

  /** How many columns of a row are damaged, or more. */
  widthOf(row: number): number {
    const count = this.#counts[row]!;
    if (count > MAX_SPANS) return this.right[row]! - this.left[row]!;
    let width = 0;
    const base = row * MAX_SPANS * 2;
    for (let at = base; at < base + count * 2; at += 2)
      width += this.#spans[at + 1]! - this.#spans[at]!;
    return width;
  }

  /** Where a span of a row begins and (with `side` 1) ends. */
  edge(row: number, span: number, side: 0 | 1): number {
    if (this.#counts[row]! > MAX_SPANS) return side === 0 ? this.left[row]! : this.right[row]!;
    return this.#spans[(row * MAX_SPANS + span) * 2 + side]!;
  }

  /** Adds the spans of another damage of the same size; its moves are not looked at. */
  include(other: Damage): void {
    for (let row = other.top; row < other.bottom; row++) {
      const spans = other.spansOf(row);
      for (let span = 0; span < spans; span++) {
        this.span(row, other.edge(row, span, 0), other.edge(row, span, 1));
      }
    }
  }

  addAll(): void {
    if (this.width === 0) return;
    this.left.fill(0);
    this.right.fill(this.width);
    this.#counts.fill(MAX_SPANS + 1);
    this.top = 0;
    this.bottom = this.height;
  }

  clear(): void {
    this.moves.length = 0;
    if (this.empty) return;
    this.left.fill(this.width, this.top, this.bottom);
    this.right.fill(0, this.top, this.bottom);
    this.#counts.fill(0, this.top, this.bottom);
    this.top = this.height;
    this.bottom = 0;
  }
}

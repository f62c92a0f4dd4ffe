/**
 * The rows of a box that defers its children: how high each is, as far as that is known, and which are near the view.
 *
 * A row that has a box has the height that was measured. Another one has the height that it had last, else the mean height of the
 * first rows that had boxes. What is above the view and turns out to be higher or lower moves the scroll position with it, so that what
 * is in view stays where it is.
 */
import type { ColumnView } from '../view/column-view.js';

/** Most rows that are kept near at once because text in them is selected. */
const MAX_KEPT = 5000;

const UNKNOWN = -2;
/** Of a row that is not displayed: it has no gap either. */
const HIDDEN = -1;

export class FarRows {
  #count = 0;
  /** The row of each child box in flow, in their order. */
  #indices: readonly number[] = [];
  /** There may be room for more than there are. */
  #heights = new Int32Array(0);
  /** Rows whose box was measured at the current width. */
  #exact = new Set<number>();
  /** Where each row begins, and behind the last one where the next would: as far as known. */
  #tops = new Float64Array(1);
  /** Rows whose `#tops` are right; the first one always begins at 0. */
  #placed = 0;
  #estimate = 1;
  #hasEstimate = false;
  #gap = 0;

  get count(): number {
    return this.#count;
  }

  get indices(): readonly number[] {
    return this.#indices;
  }

  /** There are other rows, `count` of them, instead of those from `start` to `end`. */
  splice(start: number, end: number, count: number): void {
    const before = this.#count;
    const shift = count - (end - start);
    const total = before + shift;
    if (total > this.#heights.length) {
      const heights = new Int32Array(before === 0 ? total : Math.ceil(total * 1.25));
      heights.set(this.#heights.subarray(0, before));
      this.#heights = heights;
      const tops = new Float64Array(heights.length + 1);
      tops.set(this.#tops.subarray(0, this.#placed + 1));
      this.#tops = tops;
    }
    this.#heights.copyWithin(start + count, end, before);
    this.#heights.fill(UNKNOWN, start, start + count);
    this.#count = total;
    this.#placed = Math.min(this.#placed, start);
    const exact = [...this.#exact].filter((place) => place < start || place >= end);
    this.#exact = new Set(exact.map((place) => (place < start ? place : place + shift)));
  }

  /** Sets which rows have boxes, and which are near and not displayed. */
  show(indices: readonly number[], hidden: readonly number[]): void {
    const heights = this.#heights;
    this.#exact = new Set(indices.filter((index) => this.#exact.has(index)));
    for (const index of indices) if (heights[index] === HIDDEN) this.#setHeight(index, UNKNOWN);
    for (const index of hidden) if (heights[index] !== HIDDEN) this.#setHeight(index, HIDDEN);
    this.#indices = indices;
  }

  set gap(gap: number) {
    if (gap !== this.#gap) this.#placed = 0;
    this.#gap = gap;
  }

  /** No height is exact any more: the box has another width. */
  forget(): void {
    this.#exact.clear();
  }

  #setHeight(index: number, height: number): void {
    const isAlike = this.#heightOf(index) === height && height !== HIDDEN;
    this.#heights[index] = height;
    if (!isAlike) this.#placed = Math.min(this.#placed, index);
  }

  #heightOf(index: number): number {
    const height = this.#heights[index]!;
    return height === UNKNOWN ? this.#estimate : height;
  }

  #setEstimate(heights: readonly number[]): void {
    const estimate = meanOf(heights);
    if (estimate !== this.#estimate) this.#placed = 0;
    this.#estimate = estimate;
  }

  /** Height of all rows, if those with boxes have these heights. */
  totalWith(heights: readonly number[]): number {
    if (!this.#hasEstimate) this.#setEstimate(heights);
    let { total } = this;
    for (const [at, index] of this.#indices.entries()) {
      total += heights[at]! - this.#heightOf(index);
    }
    return total;
  }

  get total(): number {
    return Math.max(0, this.topOf(this.#count) - this.#gap);
  }

  /**
   * Sets the heights of the rows that have boxes.
   *
   * @param top the first row of cells in view
   * @returns how far what is in view has moved because of rows above it that were not exact
   */
  measured(heights: readonly number[], top: number): number {
    if (!this.#hasEstimate && heights.length > 0) {
      this.#setEstimate(heights);
      this.#hasEstimate = true;
    }
    // Where they were before: from the last to the first, so that none of these is changed yet.
    let moved = 0;
    for (let at = this.#indices.length - 1; at >= 0; at--) {
      const index = this.#indices[at]!;
      const height = heights[at]!;
      if (!this.#exact.has(index)) {
        const before = this.#heightOf(index);
        if (this.topOf(index) + before <= top) moved += height - before;
        this.#exact.add(index);
      }
      if (this.#heights[index] !== height) this.#setHeight(index, height);
    }
    return moved;
  }

  /** Where a row begins; with the number of rows: where one behind them would. */
  topOf(index: number): number {
    const tops = this.#tops;
    const heights = this.#heights;
    const estimate = this.#estimate;
    const gap = this.#gap;
    let at = this.#placed;
    let y = tops[at]!;
    for (; at < index; at++) {
      const height = heights[at]!;
      if (height !== HIDDEN) y += (height === UNKNOWN ? estimate : height) + gap;
      tops[at + 1] = y;
    }
    this.#placed = at;
    return tops[index]!;
  }

  /** The last row that begins at this place or above it. */
  #rowAt(y: number): number {
    let low = 0;
    let high = this.#count - 1;
    // All places are needed anyway, for the height of all.
    this.topOf(this.#count);
    const tops = this.#tops;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (tops[middle]! <= y) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /**
   * The rows that are to be near: those in view, and some above and below.
   *
   * @param keeps true where those that are near stay near, and all between them and the view
   * @returns the first and the last; null where all that is in view is near already
   */
  wanted(
    { top, height, margin }: ColumnView,
    isNear: (place: number) => boolean,
    keeps: boolean,
  ): readonly [number, number] | null {
    if (this.count === 0 || height <= 0) return null;
    let first = this.#rowAt(top);
    // Rows in which nothing is displayed begin where the next one does.
    while (first > 0 && this.#heights[first - 1] === HIDDEN) first--;
    const last = this.#rowAt(top + height);
    let at = first;
    while (at <= last && isNear(at)) at++;
    if (at > last) return null;
    const from = Math.min(first, this.#rowAt(top - margin));
    const to = this.#rowAt(top + height + margin);
    if (!keeps || this.#indices.length === 0) return [from, to];
    const start = Math.min(from, this.#indices[0]!);
    const end = Math.max(to, this.#indices.at(-1)!);
    return end - start <= MAX_KEPT ? [start, end] : [from, to];
  }
}

function meanOf(heights: readonly number[]): number {
  if (heights.length === 0) return 1;
  return Math.max(1, Math.round(heights.reduce((sum, each) => sum + each, 0) / heights.length));
}

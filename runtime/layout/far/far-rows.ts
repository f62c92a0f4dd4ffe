/**
 * The rows of a box that defers its children: how high each is, as far as that is known, and which are near the view.
 *
 * A row that has a box has the height that was measured. Another one has the height that it had last, else the estimate: the mean
 * height of the first rows that had boxes. A row that is as high as the estimate costs nothing, however many there are. What is above the view and
 * turns out to be higher or lower moves the scroll position with it, so that what is in view stays where it is.
 */
import type { ColumnView } from '../view/column-view.js';

/** Most rows that are kept near at once because text in them is selected. */
const MAX_KEPT = 5000;

/** Of a row that is not displayed: it has no gap either. */
const HIDDEN = -1;

export class FarRows {
  #count = 0;
  /** The row of each child box in flow, in their order. */
  #indices: readonly number[] = [];
  /** Rows that are not as high as the estimate, ascending, and their heights: most rows of a list are alike. */
  readonly #others: number[] = [];
  readonly #heights: number[] = [];
  /** By how much the first of these, and the first two, and so on, move what is below: as far as known. */
  readonly #moves: number[] = [0];
  /** How many of `#moves` are right, beside the first one. */
  #summed = 0;
  /** Rows whose box was measured at the current width. */
  #exact = new Set<number>();
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
    const shift = count - (end - start);
    const slot = this.#slotOf(start);
    const removed = this.#slotOf(end) - slot;
    this.#others.splice(slot, removed);
    this.#heights.splice(slot, removed);
    for (let at = slot; at < this.#others.length; at++) this.#others[at]! += shift;
    this.#count += shift;
    this.#summed = Math.min(this.#summed, slot);
    const exact = [...this.#exact].filter((place) => place < start || place >= end);
    this.#exact = new Set(exact.map((place) => (place < start ? place : place + shift)));
  }

  /** Sets which rows have boxes, and which are near and not displayed. */
  show(indices: readonly number[], hidden: readonly number[]): void {
    this.#exact = new Set(indices.filter((index) => this.#exact.has(index)));
    for (const index of indices)
      if (this.#heightOf(index) === HIDDEN) this.#setHeight(index, this.#estimate);
    for (const index of hidden) this.#setHeight(index, HIDDEN);
    this.#indices = indices;
  }

  set gap(gap: number) {
    if (gap !== this.#gap) this.#summed = 0;
    this.#gap = gap;
  }

  /** No height is exact any more: the box has another width. */
  forget(): void {
    this.#exact.clear();
  }

  /** The first of the other rows from a place on. */
  #slotOf(place: number): number {
    const others = this.#others;
    let low = 0;
    let high = others.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (others[middle]! < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** All rows are as high as this. @returns false where they were before */
  assume(height: number): boolean {
    this.#hasEstimate = true;
    if (this.#estimate === height && this.#others.length === 0) return false;
    this.#estimate = height;
    this.#others.length = this.#heights.length = this.#summed = 0;
    return true;
  }

  #setHeight(index: number, height: number): void {
    const slot = this.#slotOf(index);
    const isKnown = this.#others[slot] === index;
    if (height === (isKnown ? this.#heights[slot] : this.#estimate)) return;
    this.#summed = Math.min(this.#summed, slot);
    const isAlike = height === this.#estimate;
    this.#others.splice(slot, isKnown ? 1 : 0, ...(isAlike ? [] : [index]));
    this.#heights.splice(slot, isKnown ? 1 : 0, ...(isAlike ? [] : [height]));
  }

  /** `HIDDEN` where it is not displayed. */
  #heightOf(index: number): number {
    const slot = this.#slotOf(index);
    return this.#others[slot] === index ? this.#heights[slot]! : this.#estimate;
  }

  #setEstimate(heights: readonly number[]): void {
    const estimate = meanOf(heights);
    if (estimate !== this.#estimate) this.#summed = 0;
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
      this.#setHeight(index, height);
    }
    return moved;
  }

  /** Where a row begins; with the number of rows: where one behind them would. */
  topOf(index: number): number {
    const slot = this.#slotOf(index);
    const moves = this.#moves;
    const alike = this.#estimate + this.#gap;
    for (let at = this.#summed; at < slot; at++) {
      const height = this.#heights[at]!;
      moves[at + 1] = moves[at]! + (height === HIDDEN ? 0 : height + this.#gap) - alike;
    }
    this.#summed = Math.max(this.#summed, slot);
    return index * alike + moves[slot]!;
  }

  /** The last row that begins at this place or above it. */
  #rowAt(y: number): number {
    let low = 0;
    let high = this.#count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.topOf(middle) <= y) low = middle;
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
    while (first > 0 && this.#heightOf(first - 1) === HIDDEN) first--;
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

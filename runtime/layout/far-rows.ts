/**
 * The rows of a box that defers its children: how high each is, as far as that is known, and which are near the view.
 *
 * A row that has a box has the height that was measured. Another one has the height that it had last, else the mean height of the
 * first rows that had boxes. What is above the view and turns out to be higher or lower moves the scroll position with it, so that what
 * is in view stays where it is.
 */
/** Most rows that are kept near at once because text in them is selected. */
const MAX_KEPT = 5000;

const UNKNOWN = Number.NaN;
/** Of a row that is not displayed: it has no gap either. */
const HIDDEN = -1;

export class FarRows {
  /** The row of each child box in flow, in their order. */
  #indices: readonly number[] = [];
  #heights = new Float64Array(0);
  /** 1 for rows whose box was measured at the current width. */
  #isExact = new Uint8Array(0);
  /** Where each row begins, and at the end where a row behind them would; null where out of date. */
  #tops: Float64Array | null = null;
  #estimate = 1;
  #hasEstimate = false;
  #gap = 0;

  get count(): number {
    return this.#heights.length;
  }

  get indices(): readonly number[] {
    return this.#indices;
  }

  /** There are other rows, `count` of them, instead of those from `start` to `end`. */
  splice(start: number, end: number, count: number): void {
    const total = this.#heights.length + count - (end - start);
    const heights = new Float64Array(total).fill(UNKNOWN, start, start + count);
    heights.set(this.#heights.subarray(0, start));
    heights.set(this.#heights.subarray(end), start + count);
    const isExact = new Uint8Array(total);
    isExact.set(this.#isExact.subarray(0, start));
    isExact.set(this.#isExact.subarray(end), start + count);
    this.#heights = heights;
    this.#isExact = isExact;
    this.#tops = null;
  }

  /** Sets which rows have boxes, and which are near and not displayed. */
  show(indices: readonly number[], hidden: readonly number[]): void {
    const heights = this.#heights;
    const wasExact = this.#isExact;
    this.#isExact = new Uint8Array(heights.length);
    for (const index of indices) {
      this.#isExact[index] = wasExact[index]!;
      if (heights[index] === HIDDEN) this.#setHeight(index, UNKNOWN);
    }
    for (const index of hidden) {
      if (heights[index] !== HIDDEN) this.#setHeight(index, HIDDEN);
    }
    this.#indices = indices;
  }

  set gap(gap: number) {
    if (gap !== this.#gap) this.#tops = null;
    this.#gap = gap;
  }

  /** No height is exact any more: the box has another width. */
  forget(): void {
    this.#isExact.fill(0);
  }

  #setHeight(index: number, height: number): void {
    this.#heights[index] = height;
    this.#tops = null;
  }

  #heightOf(index: number): number {
    const height = this.#heights[index]!;
    return Number.isNaN(height) ? this.#estimate : height;
  }

  /** Height of all rows, if those with boxes have these heights. */
  totalWith(heights: readonly number[]): number {
    if (!this.#hasEstimate) {
      this.#estimate = meanOf(heights);
      this.#tops = null;
    }
    let { total } = this;
    for (const [at, index] of this.#indices.entries()) {
      total += heights[at]! - this.#heightOf(index);
    }
    return total;
  }

  get total(): number {
    const tops = this.#allTops();
    return Math.max(0, tops[tops.length - 1]! - this.#gap);
  }

  /**
   * Sets the heights of the rows that have boxes.
   *
   * @param top the first row of cells in view
   * @returns how far what is in view has moved because of rows above it that were not exact
   */
  measured(heights: readonly number[], top: number): number {
    if (!this.#hasEstimate && heights.length > 0) {
      this.#estimate = meanOf(heights);
      this.#hasEstimate = true;
      this.#tops = null;
    }
    const tops = this.#allTops();
    let moved = 0;
    for (const [at, index] of this.#indices.entries()) {
      const height = heights[at]!;
      const before = this.#heightOf(index);
      if (this.#isExact[index] === 0 && tops[index]! + before <= top) moved += height - before;
      this.#heights[index] = height;
      if (before !== height) this.#tops = null;
      this.#isExact[index] = 1;
    }
    return moved;
  }

  topOf(index: number): number {
    return this.#allTops()[index]!;
  }

  #allTops(): Float64Array {
    if (this.#tops !== null) return this.#tops;
    const heights = this.#heights;
    const tops = new Float64Array(heights.length + 1);
    const estimate = this.#estimate;
    const gap = this.#gap;
    let y = 0;
    for (let at = 0; at < heights.length; at++) {
      tops[at] = y;
      const height = heights[at]!;
      if (height !== HIDDEN) y += (Number.isNaN(height) ? estimate : height) + gap;
    }
    tops[heights.length] = y;
    return (this.#tops = tops);
  }

  /** The last row that begins at this place or above it. */
  #rowAt(y: number): number {
    const tops = this.#allTops();
    let low = 0;
    let high = this.#heights.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (tops[middle]! <= y) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /**
   * The rows that are to be near, with as many above and below as the view has.
   *
   * @param top the first row of cells in view
   * @param keeps true where those that are near stay near, and all between them and the view
   * @returns the first and the last; null where all that is in view is near already
   */
  wanted(
    top: number,
    height: number,
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
    const from = Math.min(first, this.#rowAt(top - height));
    const to = this.#rowAt(top + 2 * height);
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

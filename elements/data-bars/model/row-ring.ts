import type { BarValue } from '../../charts/contract.js';
/**
 * The data: rows of numbers, appended at one end and dropped at the other, both in amortised O(1).
 *
 * Rows lie packed one after the other, each as long as it was given, so that memory follows the
 * numbers that exist: one row of ten thousand cells among a million short ones costs its own ten
 * thousand, not a million columns. Absent is NaN.
 */

// Taken once: hot loops should not look up globals.
const { isFinite } = Number;
const { min } = Math;
const { isArray } = Array;

/** What an absent cell is stored as. */
export const ABSENT = NaN;

/** True for an absent value; NaN is the one number that is not itself. */
export function isAbsent(value: number): boolean {
  return value !== value;
}

/** Cells kept of one row; far past any number of series, and below what a sparse array can claim to hold. */
const ROW_CELLS = 1 << 20;

export class RowRing {
  /** How many rows there are. */
  count = 0;
  #cells = new Float64Array(32);
  /** Numbers to come, used by `replace`. */
  #next = new Float64Array(0);
  /** Where each row starts in `cells`; one more than rows, so that row r ends where r + 1 starts. */
  #starts = new Uint32Array(33);
  /** Place of row 0 in `starts`. */
  #head = 0;

  /** A cell, or NaN where it is absent. `row` must be in range, `cell` need not be. */
  get(row: number, cell: number): number {
    const at = this.#starts[this.#head + row]! + cell;
    return at < this.#starts[this.#head + row + 1]! ? this.#cells[at]! : ABSENT;
  }

  /** One cell of each row from `from` up to `to`, into `out` from its beginning: one loop without a call. */
  column(cell: number, from: number, to: number, out: Float64Array): void {
    const cells = this.#cells;
    const starts = this.#starts;
    const head = this.#head;
    for (let row = from; row < to; row++) {
      const at = starts[head + row]! + cell;
      out[row - from] = at < starts[head + row + 1]! ? cells[at]! : ABSENT;
    }
  }

  /** Number of cells passed for a row. */
  length(row: number): number {
    return this.#starts[this.#head + row + 1]! - this.#starts[this.#head + row]!;
  }

  /** A copy of a row; absent cells are null. */
  row(row: number): (number | null)[] {
    const cells: (number | null)[] = [];
    for (let cell = 0, length = this.length(row); cell < length; cell++) {
      const value = this.get(row, cell);
      cells.push(isAbsent(value) ? null : value);
    }
    return cells;
  }

  push(values: readonly BarValue[]): void {
    const length = min(values.length, ROW_CELLS);
    if (this.#head + this.count + 2 > this.#starts.length) this.#makeRoomForRow();
    const end = this.#starts[this.#head + this.count]!;
    if (end + length > this.#cells.length) this.#makeRoomForCells(length);
    const at = this.#starts[this.#head + this.count]!;
    for (let cell = 0; cell < length; cell++) {
      const value = values[cell];
      this.#cells[at + cell] = typeof value === 'number' && isFinite(value) ? value : ABSENT;
    }
    this.count++;
    this.#starts[this.#head + this.count] = at + length;
  }

  /**
   * Replaces the numbers of all rows by those of as many rows of the same lengths.
   *
   * @returns false where rows are not such rows; nothing has changed then
   */
  replace(rows: readonly (readonly BarValue[])[]): boolean {
    const { count } = this;
    const starts = this.#starts;
    const head = this.#head;
    if (!isArray(rows) || rows.length !== count || count === 0) return false;
    const base = starts[head]!;
    const needed = starts[head + count]! - base;
    if (this.#next.length < needed) this.#next = new Float64Array(this.#cells.length);
    const next = this.#next;
    let at = 0;
    for (let row = 0; row < count; row++) {
      const values: unknown = rows[row];
      if (!isArray(values)) return false;
      const cells = values as unknown[];
      const end = starts[head + row + 1]! - base;
      if (cells.length !== end - at) return false;
      for (let cell = 0; at < end; cell++, at++) {
        const value = cells[cell];
        // What is absent or wrong is looked at more closely elsewhere. A number minus itself is 0 or not finite.
        if (typeof value !== 'number' || value - value !== 0) return false;
        next[at] = value;
      }
    }
    this.#cells.set(needed === next.length ? next : next.subarray(0, needed), base);
    return true;
  }

  /** Drops the oldest row. */
  shift(): void {
    if (this.count === 0) return;
    this.#head++;
    this.count--;
    if (this.count === 0) this.clear();
  }

  /** Drops every row; keeps the memory unless it is large. */
  clear(): void {
    this.count = 0;
    this.#head = 0;
    this.#starts[0] = 0;
    if (this.#cells.length > 65536) this.#cells = new Float64Array(32);
    if (this.#starts.length > 65536) this.#starts = new Uint32Array(33);
  }

  /** Moves the rows to the front where that frees half, else doubles: O(1) amortised either way. */
  #makeRoomForRow(): void {
    const { count } = this;
    const starts = this.#starts;
    const head = this.#head;
    const live = starts.subarray(head, head + count + 1);
    if (head * 2 >= starts.length) starts.copyWithin(0, head, head + count + 1);
    else {
      this.#starts = new Uint32Array(starts.length * 2);
      this.#starts.set(live);
    }
    this.#head = 0;
  }

  #makeRoomForCells(needed: number): void {
    const from = this.#starts[this.#head]!;
    const to = this.#starts[this.#head + this.count]!;
    const live = to - from;
    if (from * 2 >= this.#cells.length && live + needed <= this.#cells.length) {
      this.#cells.copyWithin(0, from, to);
    } else {
      const size = Math.max(this.#cells.length * 2, live + needed);
      const cells = new Float64Array(size);
      cells.set(this.#cells.subarray(from, to));
      this.#cells = cells;
    }
    for (let i = this.#head; i <= this.#head + this.count; i++) {
      this.#starts[i] = this.#starts[i]! - from;
    }
  }
}

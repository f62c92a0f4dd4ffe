/**
 * The maximum of a sliding window, in amortised O(1): a monotonic deque, which keeps only numbers that no later
 * one exceeds. The smallest is the largest of the negated numbers.
 */
import { isAbsent } from './row-ring.js';

export class WindowMax {
  #keys = new Float64Array(16);
  #values = new Float64Array(16);
  #head = 0;
  #size = 0;
  /** Numbers pushed and shifted since the last clear. */
  #pushed = 0;
  #shifted = 0;

  /** The largest number in the window, -Infinity where there is none. */
  get max(): number {
    return this.#size === 0 ? -Infinity : this.#values[this.#head]!;
  }

  /** The largest of the numbers from place `index` of the window on, -Infinity where there is none; O(log n). */
  maxFrom(index: number): number {
    if (index <= 0) return this.max;
    const mask = this.#values.length - 1;
    const key = this.#shifted + index;
    let low = 0;
    let high = this.#size;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#keys[(this.#head + middle) & mask]! < key) low = middle + 1;
      else high = middle;
    }
    return low === this.#size ? -Infinity : this.#values[(this.#head + low) & mask]!;
  }

  /** Adds the newest number. NaN takes a place in the window but is never the largest. */
  push(value: number): void {
    const key = this.#pushed++;
    if (isAbsent(value)) return;
    const mask = this.#values.length - 1;
    while (this.#size > 0 && this.#values[(this.#head + this.#size - 1) & mask]! <= value)
      this.#size--;
    if (this.#size > mask) {
      this.#grow();
      this.#values[this.#size] = value;
      this.#keys[this.#size++] = key;
      return;
    }
    const at = (this.#head + this.#size++) & mask;
    this.#values[at] = value;
    this.#keys[at] = key;
  }

  /** Drops the oldest number. */
  shift(): void {
    if (this.#size > 0 && this.#keys[this.#head] === this.#shifted) {
      this.#head = (this.#head + 1) & (this.#values.length - 1);
      this.#size--;
    }
    this.#shifted++;
  }

  clear(): void {
    this.#head = 0;
    this.#size = 0;
    this.#pushed = 0;
    this.#shifted = 0;
  }

  #grow(): void {
    this.#keys = unrolled(this.#keys, this.#head);
    this.#values = unrolled(this.#values, this.#head);
    this.#head = 0;
  }
}

/** Twice the room, the number at `head` first. */
function unrolled(ring: Float64Array, head: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(ring.length * 2);
  larger.set(ring.subarray(head));
  larger.set(ring.subarray(0, head), ring.length - head);
  return larger;
}

/**
 * One column of numbers: appended at one end and dropped at the other in amortised O(1), with the smallest and the
 * largest number of any range in a few hundred steps.
 *
 * Blocks of 32 numbers have their extremes, and so have blocks of 32 blocks. Blocks begin at multiples of their size in
 * the stream, so that dropping the oldest number changes none of them. Absent is NaN.
 */

const { min, max } = Math;

const BITS = 5;
/** Numbers of a block of blocks: the column moves in memory by multiples of it. */
const LARGE = 1 << (BITS * 2);

/** Extremes of blocks of one size. */
class Level {
  low = new Float64Array(0);
  high = new Float64Array(0);

  constructor(readonly bits: number) {}

  resize(length: number): void {
    const low = new Float64Array(length).fill(Infinity);
    const high = new Float64Array(length).fill(-Infinity);
    low.set(this.low.subarray(0, min(length, this.low.length)));
    high.set(this.high.subarray(0, min(length, this.high.length)));
    this.low = low;
    this.high = high;
  }

  /** Drops the first blocks. */
  move(blocks: number): void {
    for (const [all, empty] of [
      [this.low, Infinity],
      [this.high, -Infinity],
    ] as const) {
      all.copyWithin(0, blocks);
      all.fill(empty, all.length - blocks);
    }
  }

  add(at: number, value: number): void {
    const block = at >> this.bits;
    if (value < this.low[block]!) this.low[block] = value;
    if (value > this.high[block]!) this.high[block] = value;
  }

  clear(): void {
    this.low.fill(Infinity);
    this.high.fill(-Infinity);
  }
}

export class Column {
  #values = new Float64Array(0);
  /** Where the oldest number is, and the place after the newest one. */
  #head = 0;
  #end = 0;
  readonly #levels = [new Level(BITS), new Level(BITS * 2)] as const;
  /** The ends of the latest range. */
  low = Infinity;
  high = -Infinity;

  get count(): number {
    return this.#end - this.#head;
  }

  get(index: number): number {
    return this.#values[this.#head + index]!;
  }

  push(value: number): void {
    if (this.#end === this.#values.length) this.#makeRoom();
    const at = this.#end++;
    this.#values[at] = value;
    // NaN is neither smaller nor larger than anything.
    this.#levels[0].add(at, value);
    this.#levels[1].add(at, value);
  }

  shift(): void {
    if (this.#head < this.#end) this.#head++;
    if (this.#head === this.#end) this.clear();
  }

  clear(): void {
    this.#head = this.#end = 0;
    if (this.#values.length > 65_536) {
      this.#values = new Float64Array(0);
      for (const level of this.#levels) level.resize(0);
    } else for (const level of this.#levels) level.clear();
  }

  /** Sets `low` and `high` to the extremes from one index up to another; Infinity and -Infinity where all is absent. */
  range(from: number, to: number): void {
    this.low = Infinity;
    this.high = -Infinity;
    this.#scan(this.#head + from, this.#head + to);
  }

  /** Of an ascending column: how many numbers are less than a limit. */
  lowerBound(limit: number): number {
    let low = this.#head;
    let high = this.#end;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#values[middle]! < limit) low = middle + 1;
      else high = middle;
    }
    return low - this.#head;
  }

  /** The numbers themselves, for loops without a call for each. */
  view(from: number, to: number): Float64Array {
    return this.#values.subarray(this.#head + from, this.#head + to);
  }

  #scan(from: number, to: number): void {
    let at = from;
    const [small, large] = this.#levels;
    while (at < to) {
      if ((at & (LARGE - 1)) === 0 && at + LARGE <= to) {
        this.#block(large, at);
        at += LARGE;
      } else if ((at & ((1 << BITS) - 1)) === 0 && at + (1 << BITS) <= to) {
        this.#block(small, at);
        at += 1 << BITS;
      } else {
        const value = this.#values[at++]!;
        if (value < this.low) this.low = value;
        if (value > this.high) this.high = value;
      }
    }
  }

  #block(level: Level, at: number): void {
    const block = at >> level.bits;
    if (level.low[block]! < this.low) this.low = level.low[block]!;
    if (level.high[block]! > this.high) this.high = level.high[block]!;
  }

  /** Moves what is left to the front where that frees half, else doubles. */
  #makeRoom(): void {
    const dead = this.#head - (this.#head % LARGE);
    if (dead * 2 >= this.#values.length && dead > 0) {
      this.#values.copyWithin(0, dead, this.#end);
      for (const level of this.#levels) level.move(dead >> level.bits);
      this.#head -= dead;
      this.#end -= dead;
      return;
    }
    const length = max(LARGE, this.#values.length * 2);
    const values = new Float64Array(length);
    values.set(this.#values);
    this.#values = values;
    for (const level of this.#levels) level.resize(length >> level.bits);
  }
}

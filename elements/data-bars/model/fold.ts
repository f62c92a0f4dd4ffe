/**
 * Down-sampling: combines many entries of one bar into one, in time independent of their number.
 *
 * Every full block of 32 entries, of 32 blocks and so on is summed up once; a range is put together
 * from the largest blocks inside it. Blocks and buckets lie at fixed places of the stream, not of the
 * window, so that a bucket keeps its value while it scrolls by and nothing flickers.
 */
import { isAbsent } from './row-ring.js';
import type { Bar } from './series.js';

export type Downsample = 'none' | 'max' | 'mean' | 'last';

/** Where entries come from; entry 0 is the oldest, and `first` counts those dropped before it. */
export interface FoldSource {
  readonly first: number;
  readonly count: number;
  value(entry: number, series: number): number;
}

/** What a range of entries comes to. Places count from the start of the stream. */
export interface Fold {
  /** Entries in which the bar is not absent. */
  count: number;
  /** The entry that reaches farthest from zero, -1 where all are absent: keeps spikes up and down. */
  peak: number;
  peakSize: number;
  /** The newest entry that is not absent, or -1. */
  last: number;
  /** Mean of each series of the bar over those entries; an absent segment counts as nothing. */
  readonly means: Float64Array;
}

const FAN = 32;
const KNOWN_SIZES = 4;
/** More than any screen shows; those that have scrolled by are forgotten with all others. */
const KNOWN_BUCKETS = 8192;

export class BarFolds {
  /** levels[l] holds blocks of 32^(l+1) entries, from block `bases[l]` on; null where entries were gone already. */
  readonly #levels: (Fold | null)[][] = [];
  readonly #bases: number[] = [];
  /** Whole buckets met before, by size: a layout tries a few, with room for values and for the axis. */
  readonly #buckets = new Map<number, Map<number, Fold>>();

  readonly #source: FoldSource;
  readonly #bar: Bar;

  constructor(source: FoldSource, bar: Bar) {
    this.#source = source;
    this.#bar = bar;
  }

  /** Folds the bucket that starts at `index * size` of the stream, as far as it is in the window. */
  bucket(index: number, size: number): Fold {
    const { first, count } = this.#source;
    const from = index * size;
    const whole = from >= first && from + size <= first + count;
    const buckets = this.#bucketsOf(size);
    const known = whole ? buckets.get(index) : undefined;
    if (known !== undefined) return known;
    const fold = this.range(Math.max(from, first), Math.min(from + size, first + count));
    if (whole) buckets.set(index, fold);
    return fold;
  }

  #bucketsOf(size: number): Map<number, Fold> {
    let buckets = this.#buckets.get(size);
    if (buckets === undefined) {
      for (const old of this.#buckets.keys()) {
        if (this.#buckets.size < KNOWN_SIZES) break;
        this.#buckets.delete(old);
      }
      this.#buckets.set(size, (buckets = new Map<number, Fold>()));
    } else if (buckets.size > KNOWN_BUCKETS) buckets.clear();
    return buckets;
  }

  /** Folds the entries from `from` up to `to` (exclusive), places of the stream inside the window. */
  range(from: number, to: number): Fold {
    this.#build();
    const result = this.#empty();
    for (let at = from; at < to;) {
      let level = -1;
      let size = 1;
      while (
        at % (size * FAN) === 0 &&
        at + size * FAN <= to &&
        this.#block(level + 1, at) !== null
      ) {
        size *= FAN;
        level++;
      }
      if (level < 0) this.#addEntry(result, at);
      else this.#add(result, this.#block(level, at)!);
      at += size;
    }
    return result;
  }

  #block(level: number, at: number): Fold | null {
    const blocks = this.#levels[level];
    if (blocks === undefined) return null;
    return blocks[Math.floor(at / FAN ** (level + 1)) - this.#bases[level]!] ?? null;
  }

  /** Sums up the blocks that were filled since the last call. */
  #build(): void {
    const { first, count } = this.#source;
    for (let level = 0, size = FAN; size <= count || level < this.#levels.length; level++) {
      const oldest = Math.floor(first / size);
      const blocks = (this.#levels[level] ??= []);
      const base = (this.#bases[level] ??= oldest);
      if (oldest - base > 64 && (oldest - base) * 2 > blocks.length) {
        blocks.splice(0, oldest - base);
        this.#bases[level] = oldest;
      }
      const end = Math.floor((first + count) / size);
      for (let block = this.#bases[level]! + blocks.length; block < end; block++) {
        blocks.push(block * size < first ? null : this.#sumUp(level, block));
      }
      size *= FAN;
    }
  }

  #sumUp(level: number, block: number): Fold | null {
    const fold = this.#empty();
    for (let child = 0; child < FAN; child++) {
      if (level === 0) {
        this.#addEntry(fold, block * FAN + child);
        continue;
      }
      const part = this.#block(level - 1, (block * FAN + child) * FAN ** level);
      if (part === null) return null;
      this.#add(fold, part);
    }
    return fold;
  }

  #empty(): Fold {
    const means = new Float64Array(this.#bar.series.length);
    return { count: 0, peak: -1, peakSize: -1, last: -1, means };
  }

  #addEntry(fold: Fold, at: number): void {
    const source = this.#source;
    const bar = this.#bar;
    const entry = at - source.first;
    let positive = 0;
    let negative = 0;
    let present = false;
    for (const series of bar.series) {
      const value = source.value(entry, series);
      if (isAbsent(value)) continue;
      present = true;
      if (value > 0) positive += value;
      else negative -= value;
    }
    if (!present) return;
    const count = ++fold.count;
    for (let i = 0; i < bar.series.length; i++) {
      // Two shares instead of one difference: 1e308 - -1e308 is past the largest number.
      const value = source.value(entry, bar.series[i]!);
      fold.means[i] = fold.means[i]! * ((count - 1) / count) + (value || 0) / count;
    }
    const size = Math.max(positive, negative);
    if (size > fold.peakSize) {
      fold.peak = at;
      fold.peakSize = size;
    }
    fold.last = at;
  }

  #add(fold: Fold, part: Fold): void {
    if (part.count === 0) return;
    const count = fold.count + part.count;
    for (let i = 0; i < fold.means.length; i++) {
      fold.means[i] = fold.means[i]! * (fold.count / count) + part.means[i]! * (part.count / count);
    }
    fold.count = count;
    if (part.peakSize > fold.peakSize) {
      fold.peak = part.peak;
      fold.peakSize = part.peakSize;
    }
    fold.last = part.last;
  }
}

/** The smallest bucket size at which `count` entries, counted from a bucket's start, fit into `room` buckets. */
export function bucketSizeFor(count: number, room: number): number {
  return Math.ceil(count / Math.max(1, room));
}

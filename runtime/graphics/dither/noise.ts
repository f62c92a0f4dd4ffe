/** Matrices of thresholds, for dithering by place. */
import { BLUE_NOISE } from './blue-noise.generated.js';

/** Thresholds by place, -0.5 to 0.5. */
export interface Thresholds {
  at(x: number, y: number): number;
  /** An identifier, for cache keys of results that were computed with these thresholds. */
  toJSON(): number;
}

let lastId = 0;

/** Evenly distributed thresholds of a matrix that repeats in both directions. */
export class NoiseMatrix implements Thresholds {
  readonly #id = lastId++;
  readonly #thresholds: Float32Array;

  /** @param values row by row, of any range: only their order matters */
  constructor(
    readonly width: number,
    readonly height: number,
    values: ArrayLike<number>,
  ) {
    this.#thresholds = byRank(values);
  }

  readonly at = (x: number, y: number): number =>
    this.#thresholds[(y % this.height) * this.width + (x % this.width)]!;

  toJSON(): number {
    return this.#id;
  }
}

export const EMBEDDED_NOISE = new NoiseMatrix(64, 64, BLUE_NOISE);

/** Ranks as thresholds; equal values have the mean of theirs. */
function byRank(values: ArrayLike<number>): Float32Array {
  const count = values.length;
  const order = Uint32Array.from({ length: count }, (_, at) => at).sort(
    (a, b) => values[a]! - values[b]!,
  );
  const thresholds = new Float32Array(count);
  for (let first = 0; first < count;) {
    let end = first + 1;
    while (end < count && values[order[end]!] === values[order[first]!]) end++;
    const threshold = (first + end) / 2 / count - 0.5;
    for (let rank = first; rank < end; rank++) thresholds[order[rank]!] = threshold;
    first = end;
  }
  return thresholds;
}

/**
 * The best two colours of a cell: of all ways to divide its points in two, the one whose means are nearest to the
 * points, by the sum of squares. This separates points of equal brightness but different colour.
 */

/** What was chosen for a cell. */
export interface Choice {
  mask: number;
  /** Red, green and blue, 0 to 255. */
  readonly fg: Float64Array;
  readonly bg: Float64Array;
}

export function createChoice(): Choice {
  return { mask: 0, fg: new Float64Array(3), bg: new Float64Array(3) };
}

/** Sums of the points of each subset, for one half of the bits of a mask: four numbers a subset, the last its size. */
class Half {
  readonly sums: Float64Array;

  readonly #first: number;
  readonly #bits: number;

  constructor(first: number, bits: number) {
    this.#first = first;
    this.#bits = bits;

    this.sums = new Float64Array((1 << bits) * 4);
  }

  fill(points: Float64Array): void {
    const { sums } = this;
    for (let bit = 0; bit < this.#bits; bit++) {
      const from = (this.#first + bit) * 3;
      const size = 1 << bit;
      // Those with the bit are those without it and one point more.
      for (let subset = 0; subset < size; subset++) {
        const without = subset * 4;
        const to = (subset + size) * 4;
        sums[to] = sums[without]! + points[from]!;
        sums[to + 1] = sums[without + 1]! + points[from + 1]!;
        sums[to + 2] = sums[without + 2]! + points[from + 2]!;
        sums[to + 3] = sums[without + 3]! + 1;
      }
    }
  }
}

export class Splitter {
  /** Red, green and blue of the points of the cell, to be written before each call. */
  readonly points: Float64Array;
  readonly #low: Half;
  readonly #high: Half;

  readonly #count: number;

  /** @param count points of a cell, 2 to 8 */
  constructor(count: number) {
    this.#count = count;

    const low = count >> 1;
    this.points = new Float64Array(count * 3);
    this.#low = new Half(0, low);
    this.#high = new Half(low, count - low);
  }

  /** Both colours are free. The last point is always of the background: its colour and the other may change places. */
  split(choice: Choice): void {
    const count = this.#count;
    this.#fill();
    const [red, green, blue] = this.#total;
    let best = (red * red + green * green + blue * blue) / count;
    let mask = 0;
    const least = best * (1 + 1e-9);
    this.#each(1 << (count - 1), (candidate, r, g, b, size) => {
      const [x, y, z] = [red - r, green - g, blue - b];
      const explained = (r * r + g * g + b * b) / size + (x * x + y * y + z * z) / (count - size);
      if (explained <= best || explained <= least) return;
      best = explained;
      mask = candidate;
    });
    this.#take(choice, mask);
  }

  /** The background is given; the foreground is free. */
  splitOn(choice: Choice, bg: ArrayLike<number>): void {
    const count = this.#count;
    this.#fill();
    const [red, green, blue] = [bg[0]!, bg[1]!, bg[2]!];
    let best = 0;
    let mask = 0;
    this.#each(1 << count, (candidate, r, g, b, size) => {
      // How much less the error is than with the background alone.
      const [x, y, z] = [r - red * size, g - green * size, b - blue * size];
      const gain = (x * x + y * y + z * z) / size;
      if (gain <= best) return;
      best = gain;
      mask = candidate;
    });
    this.#take(choice, mask);
    choice.bg.set([red, green, blue]);
  }

  #fill(): void {
    this.#low.fill(this.points);
    this.#high.fill(this.points);
  }

  get #total(): readonly [number, number, number] {
    const low = this.#low.sums;
    const high = this.#high.sums;
    const [a, b] = [low.length - 4, high.length - 4];
    return [low[a]! + high[b]!, low[a + 1]! + high[b + 1]!, low[a + 2]! + high[b + 2]!];
  }

  #each(
    end: number,
    visit: (mask: number, r: number, g: number, b: number, size: number) => void,
  ): void {
    const low = this.#low.sums;
    const high = this.#high.sums;
    const bits = this.#count >> 1;
    const lowMask = (1 << bits) - 1;
    for (let mask = 1; mask < end; mask++) {
      const a = (mask & lowMask) * 4;
      const b = (mask >> bits) * 4;
      visit(
        mask,
        low[a]! + high[b]!,
        low[a + 1]! + high[b + 1]!,
        low[a + 2]! + high[b + 2]!,
        low[a + 3]! + high[b + 3]!,
      );
    }
  }

  /** The means of both parts; of an empty one the other's. */
  #take(choice: Choice, mask: number): void {
    const bits = this.#count >> 1;
    const a = (mask & ((1 << bits) - 1)) * 4;
    const b = (mask >> bits) * 4;
    const total = this.#total;
    const size = this.#low.sums[a + 3]! + this.#high.sums[b + 3]!;
    choice.mask = mask;
    for (let part = 0; part < 3; part++) {
      const sum = this.#low.sums[a + part]! + this.#high.sums[b + part]!;
      const rest = (total[part]! - sum) / (this.#count - size || 1);
      choice.bg[part] = size === this.#count ? sum / size : rest;
      choice.fg[part] = size === 0 ? rest : sum / size;
    }
  }
}

/**
 * Two colours of a palette for a cell, and which points have which: those with the least sum of squares, to which the
 * square of the error of the cell's mean is added where the rest is passed on, since from afar the mean is what shows.
 */
import type { Palette } from './palette.js';
import { encode, lightOf, slopeAt } from './resample.js';
import type { Choice } from './split.js';

/** Colours that are compared for one cell. */
const MAX_CANDIDATES = 10;

const LIGHTS = Float64Array.from({ length: 256 }, (_, value) => lightOf(value));

/** Light around a point by which its slope is taken: near black it would be without bounds. */
const AROUND = 16;

export class PaletteSplitter {
  /** Red, green and blue of the points of the cell, to be written before each call. */
  readonly points: Float64Array;
  /** The numbers of the colours that were chosen. */
  fg = 0;
  bg = 0;
  readonly #candidates = new Int32Array(MAX_CANDIDATES);
  #found = 0;
  /** Squared distance of each point from each candidate. */
  readonly #far: Float64Array;
  readonly #order: Int32Array;
  readonly #gains: Float64Array;
  /** How much sRGB changes with light, at what the cell is to have. */
  readonly #scales = new Float64Array(3);

  readonly #count: number;
  readonly #palette: Palette;
  /** How much the error of the mean counts, beside that of the points. */
  readonly #meanWeight: number;

  /** @param count points of a cell, 1 to 8 */
  constructor(
    count: number,
    palette: Palette,

    meanWeight: number,
  ) {
    this.#count = count;
    this.#palette = palette;
    this.#meanWeight = meanWeight;

    this.points = new Float64Array(count * 3);
    this.#far = new Float64Array(MAX_CANDIDATES * count);
    this.#order = new Int32Array(count);
    this.#gains = new Float64Array(count);
  }

  /** @param light of red, green and blue, 0 to 255, that the cell is to have on average */
  choose(choice: Choice, light: Float64Array): void {
    const palette = this.#palette;
    const scales = this.#scales;
    const [red, green, blue] = [0, 1, 2].map((part) => encode(light[part]! / 255)) as [
      number,
      number,
      number,
    ];
    this.#gather(red, green, blue);
    for (let part = 0; part < 3; part++) scales[part] = slopeAt(light[part]!, AROUND);
    let best = Infinity;
    for (let a = 0; a < this.#found; a++) {
      for (let b = a; b < this.#found; b++) best = this.#tryPair(a, b, light, choice, best);
    }
    for (const [id, color] of [
      [this.fg, choice.fg],
      [this.bg, choice.bg],
    ] as const) {
      color[0] = palette.red(id);
      color[1] = palette.green(id);
      color[2] = palette.blue(id);
    }
  }

  /** Colours near the points and the mean, and those across the mean from them, which balance them. */
  #gather(red: number, green: number, blue: number): void {
    const { points } = this;
    const palette = this.#palette;
    const count = this.#count;
    this.#found = 0;
    this.#add(palette.nearest(red, green, blue));
    for (let at = 0; at < count * 3 && count > 1; at += 3) {
      this.#add(palette.nearest(points[at]!, points[at + 1]!, points[at + 2]!));
    }
    const near = this.#found;
    for (let i = 0; i < near && count > 1; i++) {
      const id = this.#candidates[i]!;
      const [r, g, b] = [palette.red(id), palette.green(id), palette.blue(id)];
      this.#add(palette.nearest(2 * red - r, 2 * green - g, 2 * blue - b));
      this.#add(palette.nearest(3 * red - 2 * r, 3 * green - 2 * g, 3 * blue - 2 * b));
    }
    for (let i = 0; i < this.#found; i++) {
      const id = this.#candidates[i]!;
      const [r, g, b] = [palette.red(id), palette.green(id), palette.blue(id)];
      for (let point = 0; point < count; point++) {
        const x = points[point * 3]! - r;
        const y = points[point * 3 + 1]! - g;
        const z = points[point * 3 + 2]! - b;
        this.#far[i * count + point] = x * x + y * y + z * z;
      }
    }
  }

  #add(id: number): void {
    if (this.#found >= MAX_CANDIDATES) return;
    for (let i = 0; i < this.#found; i++) if (this.#candidates[i] === id) return;
    this.#candidates[this.#found++] = id;
  }

  /**
   * Finds the best division of points between two colours. For each number of points of the first colour, the best are
   * those that gain most from it, so only the number has to be tried.
   */
  #tryPair(a: number, b: number, light: Float64Array, choice: Choice, least: number): number {
    const palette = this.#palette;
    const count = this.#count;
    const far = this.#far;
    const order = this.#order;
    const gains = this.#gains;
    const scales = this.#scales;
    const [first, second] = [this.#candidates[a]!, this.#candidates[b]!];
    let error = 0;
    for (let point = 0; point < count; point++) {
      error += far[b * count + point]!;
      const gain = far[b * count + point]! - far[a * count + point]!;
      let at = point;
      for (; at > 0 && gains[at - 1]! < gain; at--) {
        gains[at] = gains[at - 1]!;
        order[at] = order[at - 1]!;
      }
      gains[at] = gain;
      order[at] = point;
    }
    const [sr, sg, sz] = [scales[0]!, scales[1]!, scales[2]!];
    const [red, green, blue] = [
      LIGHTS[palette.red(second)]!,
      LIGHTS[palette.green(second)]!,
      LIGHTS[palette.blue(second)]!,
    ];
    const r = sr * (red - light[0]!);
    const g = sg * (green - light[1]!);
    const z = sz * (blue - light[2]!);
    const dr = (sr * (LIGHTS[palette.red(first)]! - red)) / count;
    const dg = (sg * (LIGHTS[palette.green(first)]! - green)) / count;
    const dz = (sz * (LIGHTS[palette.blue(first)]! - blue)) / count;
    const weight = this.#meanWeight * count;
    let best = least;
    const most = a === b ? 0 : count;
    for (let size = 0, mask = 0; size <= most; size++) {
      if (size > 0) {
        error -= gains[size - 1]!;
        mask |= 1 << order[size - 1]!;
      }
      const x = r + dr * size;
      const y = g + dg * size;
      const w = z + dz * size;
      const cost = error + weight * (x * x + y * y + w * w);
      if (cost >= best) continue;
      best = cost;
      choice.mask = mask;
      this.fg = first;
      this.bg = second;
    }
    return best;
  }
}

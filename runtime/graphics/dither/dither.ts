/** Ways to show colours that a palette lacks: by the error that is passed on, or by thresholds that vary. */
import { EMBEDDED_NOISE, type Thresholds } from './noise.js';

export const DITHER_ALGORITHMS = [
  'sierra-stable',
  'sierra',
  'floyd-steinberg',
  'atkinson',
  'atkinson-stable',
  'blue-noise',
  'ordered',
  'none',
] as const;
export type DitherAlgorithm = (typeof DITHER_ALGORITHMS)[number];

/** Where a part of the error goes: columns to the right, rows down, and how much. */
type Kernel = readonly (readonly [dx: number, dy: number, share: number])[];

const FLOYD_STEINBERG: Kernel = [
  [1, 0, 7 / 16],
  [-1, 1, 3 / 16],
  [0, 1, 5 / 16],
  [1, 1, 1 / 16],
];
const SIERRA: Kernel = [
  [1, 0, 5 / 32],
  [2, 0, 3 / 32],
  [-2, 1, 2 / 32],
  [-1, 1, 4 / 32],
  [0, 1, 5 / 32],
  [1, 1, 4 / 32],
  [2, 1, 2 / 32],
  [-1, 2, 2 / 32],
  [0, 2, 3 / 32],
  [1, 2, 2 / 32],
];
/** A quarter of the error is dropped: blacks and whites stay clean. */
const ATKINSON: Kernel = [
  [1, 0, 1 / 8],
  [2, 0, 1 / 8],
  [-1, 1, 1 / 8],
  [0, 1, 1 / 8],
  [1, 1, 1 / 8],
  [0, 2, 1 / 8],
];

const KERNELS: Readonly<Record<DitherAlgorithm, Kernel>> = {
  sierra: SIERRA,
  'sierra-stable': SIERRA,
  'floyd-steinberg': FLOYD_STEINBERG,
  atkinson: ATKINSON,
  'atkinson-stable': ATKINSON,
  'blue-noise': [],
  ordered: [],
  none: [],
};

/**
 * Size of a tile in cells. `-stable` algorithms diffuse errors within a tile only, so that a moving part of a picture
 * changes its own tiles: without tiles, one changed cell at the top changes half of the cells at the bottom.
 */
const TILE = { width: 8, height: 4 };

/** The error that cells before have left for those that follow. */
export class ErrorField {
  readonly #kernel: Kernel;
  /** Three numbers a cell. */
  readonly #errors: Float32Array;

  readonly #width: number;
  readonly #height: number;
  readonly #top: number;
  readonly #tile: { readonly width: number; readonly height: number };

  /** @param top row of the picture that row 0 is */
  constructor(algorithm: DitherAlgorithm, width: number, height: number, top = 0) {
    this.#top = top;
    this.#width = width;
    this.#height = height;

    this.#kernel = KERNELS[algorithm];
    this.#tile = algorithm.endsWith('-stable') ? TILE : { width, height };
    this.#errors = new Float32Array(this.isNeeded ? width * height * 3 : 0);
  }

  get isNeeded(): boolean {
    return this.#kernel.length > 0;
  }

  at(x: number, y: number, part: number): number {
    return this.isNeeded ? this.#errors[(y * this.#width + x) * 3 + part]! : 0;
  }

  /** Passes an error on from a cell, as red, green and blue. */
  add(x: number, y: number, red: number, green: number, blue: number): void {
    const { width, height } = this.#tile;
    const left = x - (x % width);
    const right = Math.min(this.#width, left + width);
    const bottom = Math.min(this.#height, y - ((this.#top + y) % height) + height);
    for (const [dx, dy, share] of this.#kernel) {
      const column = x + dx;
      const row = y + dy;
      if (column < left || column >= right || row >= bottom) continue;
      const at = (row * this.#width + column) * 3;
      this.#errors[at]! += red * share;
      this.#errors[at + 1]! += green * share;
      this.#errors[at + 2]! += blue * share;
    }
  }
}

/** Bayer's matrix of 8 x 8: the bits of x and y, in turn, backwards. */
function bayer(x: number, y: number): number {
  let value = 0;
  for (let bit = 0; bit < 3; bit++) {
    value = (value << 2) | ((((x ^ y) >> bit) & 1) << 1) | ((y >> bit) & 1);
  }
  return value;
}

const ORDERED = Float32Array.from({ length: 64 }, (_, at) => (bayer(at & 7, at >> 3) + 0.5) / 64);

/**
 * What is added to a point, -0.5 to 0.5 of a step, by its place; undefined for algorithms without thresholds.
 *
 * @param noise thresholds of `blue-noise`
 */
export function thresholdOf(
  algorithm: DitherAlgorithm,
  noise: Thresholds = EMBEDDED_NOISE,
): ((x: number, y: number) => number) | undefined {
  if (algorithm === 'ordered') return (x, y) => ORDERED[(y & 7) * 8 + (x & 7)]! - 0.5;
  return algorithm === 'blue-noise' ? noise.at : undefined;
}

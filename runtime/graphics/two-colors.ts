/**
 * Points of black and white, changed one by one as long as the picture is nearer as the eye sees it (direct binary
 * search). What is compared is sRGB of the light that the eye adds up: in two colours errors are too large for slopes.
 */
import type { Reach } from './eye.js';
import { encode } from './resample.js';

/** How often all points are looked at. */
const MAX_SWEEPS = 2;

export interface Points {
  readonly width: number;
  readonly height: number;
  /** 1: light. */
  readonly bits: Uint8Array;
  /** The light that each is to have, 0 to 255. */
  readonly wanted: Float32Array;
  /** 1: part of the picture. */
  readonly shown: Uint8Array;
}

/** @param near how much each point counts by itself, beside what the eye adds up */
export function refine(points: Points, eye: Reach, near: number): void {
  const search = new Search(points, eye, near);
  for (let sweep = 0; sweep < MAX_SWEEPS && search.sweep(); sweep++);
}

class Search {
  /** What the eye is to see, in sRGB, and the light that it sees; there are points around the picture, too. */
  readonly #aims: Float32Array;
  readonly #seen: Float32Array;
  /** How much they differ. */
  readonly #errors: Float32Array;
  readonly #stride: number;
  readonly #across: Float64Array;
  readonly #down: Float64Array;

  readonly #points: Points;
  readonly #near: number;

  constructor(points: Points, eye: Reach, near: number) {
    this.#points = points;
    this.#near = near;

    this.#across = eye.across;
    this.#down = eye.down;
    const { width, height, bits, wanted, shown } = points;
    this.#stride = width + 2 * (this.#across.length - 1);
    const size = this.#stride * (height + 2 * (this.#down.length - 1));
    this.#aims = new Float32Array(size);
    this.#seen = new Float32Array(size);
    this.#errors = new Float32Array(size);
    for (let y = 0, at = 0; y < height; y++) {
      for (let x = 0; x < width; x++, at++) {
        if (shown[at] === 0) continue;
        this.#spread(this.#aims, x, y, wanted[at]!);
        if (bits[at] === 1) this.#spread(this.#seen, x, y, 255);
      }
    }
    for (let at = 0; at < size; at++) {
      this.#aims[at] = encode(this.#aims[at]! / 255);
      this.#errors[at] = encode(this.#seen[at]! / 255) - this.#aims[at]!;
    }
  }

  /** Looks at all points. @returns whether any has changed */
  sweep(): boolean {
    const { width, height, bits, wanted, shown } = this.#points;
    let isChanged = false;
    for (let y = 0, at = 0; y < height; y++) {
      for (let x = 0; x < width; x++, at++) {
        if (shown[at] === 0) continue;
        const change = bits[at] === 1 ? -255 : 255;
        const value = encode(wanted[at]! / 255);
        const own = this.#near * (change > 0 ? 255 - 2 * value : 2 * value - 255) * 255;
        if (own + this.#gain(x, y, change) >= 0) continue;
        bits[at]! ^= 1;
        this.#spread(this.#seen, x, y, change);
        this.#compare(x, y);
        isChanged = true;
      }
    }
    return isChanged;
  }

  #spread(to: Float32Array, x: number, y: number, light: number): void {
    const across = this.#across;
    const down = this.#down;
    const stride = this.#stride;
    const [right, below] = [across.length - 1, down.length - 1];
    for (let dy = -below; dy <= below; dy++) {
      const first = (y + below + dy) * stride + x + right;
      const share = light * down[dy < 0 ? -dy : dy]!;
      for (let dx = -right; dx <= right; dx++) {
        to[first + dx]! += share * across[dx < 0 ? -dx : dx]!;
      }
    }
  }

  /** The errors around a point. */
  #compare(x: number, y: number): void {
    const stride = this.#stride;
    const seen = this.#seen;
    const aims = this.#aims;
    const errors = this.#errors;
    const [right, below] = [this.#across.length - 1, this.#down.length - 1];
    for (let row = y; row <= y + 2 * below; row++) {
      for (let at = row * stride + x; at <= row * stride + x + 2 * right; at++) {
        errors[at] = encode(seen[at]! / 255) - aims[at]!;
      }
    }
  }

  /** How much larger the error is where a point has so much more light. */
  #gain(x: number, y: number, change: number): number {
    const across = this.#across;
    const down = this.#down;
    const stride = this.#stride;
    const seen = this.#seen;
    const aims = this.#aims;
    const errors = this.#errors;
    const [right, below] = [across.length - 1, down.length - 1];
    let sum = 0;
    for (let dy = -below; dy <= below; dy++) {
      const first = (y + below + dy) * stride + x + right;
      const share = change * down[dy < 0 ? -dy : dy]!;
      for (let dx = -right; dx <= right; dx++) {
        const at = first + dx;
        const light = seen[at]! + share * across[dx < 0 ? -dx : dx]!;
        const [before, after] = [errors[at]!, encode(light / 255) - aims[at]!];
        sum += after * after - before * before;
      }
    }
    return sum;
  }
}

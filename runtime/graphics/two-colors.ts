/**
 * Points of black and white. They begin as a checkerboard where the picture is neither dark nor light, and are changed one by
 * one as long as the picture is nearer as the eye sees it (direct binary search). What is compared is sRGB of the light
 * that the eye adds up, and how much it differs between neighbours: in two colours errors are large, and even ones show the
 * shapes of a picture better than noise.
 */
import { eyeOf } from './eye.js';
import type { GlyphSet } from './glyphs.js';
import { encode } from './resample.js';

/** How often all points are looked at. */
const MAX_SWEEPS = 2;
/** How much each point counts by itself, beside the blurred picture: what is seen from near. */
const NEAR = 0.05;
/** How much the difference between the errors of neighbours counts, beside the errors. */
const EVEN = 2;
/** Light above which a point begins as white: of the two kinds of squares of a checkerboard. */
const STARTS = [0.1 * 255, 0.65 * 255] as const;

export class TwoColors {
  /** The points that are light, by cell. */
  readonly masks: Uint8Array;
  readonly #width: number;
  readonly #columns: number;
  readonly #rows: number;
  readonly #firstRow: number;
  /** Points of the picture, across and down. */
  readonly #across: number;
  readonly #down: number;
  /** 1: light. */
  readonly #bits: Uint8Array;
  /** 1: part of the picture. */
  readonly #shown: Uint8Array;
  /** The light that each point is to have, 0 to 255. */
  readonly #target: Float32Array;
  /** What the eye is to see, in sRGB, and the light that it sees; there are points around the picture, too. */
  readonly #aims: Float32Array;
  readonly #seen: Float32Array;
  /** How much they differ. */
  readonly #errors: Float32Array;
  readonly #stride: number;
  /** What of a point is seen at the points around it: from left to right, and from top to bottom. */
  readonly #spans: Float64Array;
  readonly #drops: Float64Array;
  /** The errors around a point if it were changed, within a rim of those that stay. */
  readonly #changed: Float64Array;

  /**
   * @param width of the picture, in cells
   * @param height of the picture, in cells
   * @param firstRow of the picture's cells, where they are a part of more
   */
  constructor({ columns, rows }: GlyphSet, width: number, height: number, firstRow: number) {
    this.masks = new Uint8Array(width * height);
    this.#width = width;
    this.#columns = columns;
    this.#rows = rows;
    this.#firstRow = firstRow * rows;
    this.#across = width * columns;
    this.#down = height * rows;
    const size = this.#across * this.#down;
    this.#bits = new Uint8Array(size);
    this.#shown = new Uint8Array(size);
    this.#target = new Float32Array(size);

    const { across, down } = eyeOf(columns, rows).seen;
    this.#spans = bothWays(across);
    this.#drops = bothWays(down);
    // The reach of the eye, and the neighbours of what it reaches.
    this.#stride = this.#across + this.#spans.length + 1;
    const all = this.#stride * (this.#down + this.#drops.length + 1);
    this.#aims = new Float32Array(all);
    this.#seen = new Float32Array(all);
    this.#errors = new Float32Array(all);
    this.#changed = new Float64Array((this.#spans.length + 2) * (this.#drops.length + 2));
  }

  /** @param light of red, green and blue of each point of a cell, 0 to 255, all alike */
  add(cell: number, light: Float64Array): void {
    this.#each(cell, (point, at) => {
      this.#shown[at] = 1;
      this.#target[at] = light[point * 3]!;
    });
  }

  /** Chooses all cells that were added. */
  run(): void {
    this.#begin();
    for (let sweep = 0; sweep < MAX_SWEEPS && this.#sweep(); sweep++);
    for (let cell = 0; cell < this.masks.length; cell++) {
      this.#each(cell, (point, at) => (this.masks[cell]! |= this.#bits[at]! << point));
    }
  }

  #each(cell: number, visit: (point: number, at: number) => void): void {
    const across = this.#across;
    const columns = this.#columns;
    const [x, y] = [cell % this.#width, Math.floor(cell / this.#width)];
    const first = y * this.#rows * across + x * columns;
    for (let point = 0; point < columns * this.#rows; point++) {
      visit(point, first + Math.floor(point / columns) * across + (point % columns));
    }
  }

  #begin(): void {
    const shown = this.#shown;
    const bits = this.#bits;
    const target = this.#target;
    const aims = this.#aims;
    const seen = this.#seen;
    for (let y = 0, at = 0; y < this.#down; y++) {
      for (let x = 0; x < this.#across; x++, at++) {
        if (shown[at] === 0) continue;
        this.#spread(aims, x, y, target[at]!);
        if (target[at]! <= STARTS[((x + y + this.#firstRow) & 1) as 0 | 1]) continue;
        bits[at] = 1;
        this.#spread(seen, x, y, 255);
      }
    }
    for (let at = 0; at < aims.length; at++) {
      aims[at] = encode(aims[at]! / 255);
      this.#errors[at] = encode(seen[at]! / 255) - aims[at]!;
    }
  }

  /** Looks at all points. @returns whether any has changed */
  #sweep(): boolean {
    const bits = this.#bits;
    let isChanged = false;
    for (let y = 0, at = 0; y < this.#down; y++) {
      for (let x = 0; x < this.#across; x++, at++) {
        if (this.#shown[at] === 0) continue;
        const change = bits[at] === 1 ? -255 : 255;
        const value = encode(this.#target[at]! / 255);
        const own = NEAR * (change > 0 ? 255 - 2 * value : 2 * value - 255) * 255;
        if (own + this.#gain(x, y, change) >= 0) continue;
        bits[at]! ^= 1;
        this.#spread(this.#seen, x, y, change);
        this.#compare(x, y);
        isChanged = true;
      }
    }
    return isChanged;
  }

  /** Where the rim of what the eye sees of a point begins. */
  #rimAt(x: number, y: number): number {
    return y * this.#stride + x;
  }

  #spread(to: Float32Array, x: number, y: number, light: number): void {
    const spans = this.#spans;
    const drops = this.#drops;
    let first = this.#rimAt(x, y) + this.#stride + 1;
    for (let row = 0; row < drops.length; row++, first += this.#stride) {
      const share = light * drops[row]!;
      for (let column = 0; column < spans.length; column++) {
        to[first + column]! += share * spans[column]!;
      }
    }
  }

  /** The errors around a point. */
  #compare(x: number, y: number): void {
    const across = this.#spans.length;
    let first = this.#rimAt(x, y) + this.#stride + 1;
    for (let row = 0; row < this.#drops.length; row++, first += this.#stride) {
      for (let at = first; at < first + across; at++) {
        this.#errors[at] = encode(this.#seen[at]! / 255) - this.#aims[at]!;
      }
    }
  }

  /** How much larger the error is where a point has so much more light. */
  #gain(x: number, y: number, change: number): number {
    const spans = this.#spans;
    const drops = this.#drops;
    const stride = this.#stride;
    const seen = this.#seen;
    const aims = this.#aims;
    const errors = this.#errors;
    const changed = this.#changed;
    const [across, down] = [spans.length + 2, drops.length + 2];
    const first = this.#rimAt(x, y);
    let sum = 0;
    for (let row = 0, to = 0; row < down; row++) {
      const share = change * (drops[row - 1] ?? 0);
      let at = first + row * stride;
      for (let column = 0; column < across; column++, at++, to++) {
        const before = errors[at]!;
        const isRim = row === 0 || row === down - 1 || column === 0 || column === across - 1;
        if (isRim) {
          changed[to] = before;
        } else {
          const after = encode((seen[at]! + share * spans[column - 1]!) / 255) - aims[at]!;
          changed[to] = after;
          sum += after * after - before * before;
        }
        // The rim of a row has nothing to its left, nor that of the top above it.
        if (column > 0 && row > 0 && row < down - 1) {
          sum += EVEN * moreApart(changed[to]!, changed[to - 1]!, before, errors[at - 1]!);
        }
        if (row > 0 && column > 0 && column < across - 1) {
          sum +=
            EVEN * moreApart(changed[to]!, changed[to - across]!, before, errors[at - stride]!);
        }
      }
    }
    return sum;
  }
}

/** How much more two errors differ than they did. */
function moreApart(a: number, b: number, oldA: number, oldB: number): number {
  const [now, before] = [a - b, oldA - oldB];
  return now * now - before * before;
}

function bothWays(shares: Float64Array): Float64Array {
  const reach = shares.length - 1;
  return Float64Array.from({ length: 2 * reach + 1 }, (_, at) => shares[Math.abs(at - reach)]!);
}

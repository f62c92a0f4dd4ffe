/** Pictures of 255 colours and a clear one, for terminals that show sixels. */
import {
  CLEAR_INDEX as CLEAR,
  fromPercent,
  indexedBytes,
  PALETTE_BYTES,
  toPercent,
} from './indexed-format.js';
import type { Pixels } from './pixels.js';

/** Bits of a channel by which colours are counted. */
const BITS = 5;
const SHIFT = 8 - BITS;
const CELLS = 1 << (3 * BITS);
/** What a terminal makes of a part of a colour. */
const shown = (value: number): number => fromPercent(toPercent(value));

/**
 * A picture in the layout of indexed-format.ts. Pictures of
 * few colours stay as they are; in others what a colour lacks is passed on to the pixels around (Floyd and Steinberg).
 *
 * @param behind what is seen through the picture; undefined where that is not known: pixels are clear or not
 */
export function indexed(
  { width, height, data }: Pixels,
  behind: readonly [number, number, number] | undefined,
): Uint8Array {
  const out = new Uint8Array(indexedBytes(width, height));
  const indexes = out.subarray(PALETTE_BYTES);
  const solid = flatten(data, width * height, behind);
  const few = fewColors(solid);
  const palette = few ?? medianCut(solid);
  palette.forEach((color, at) =>
    out.set(
      [0, 1, 2].map((part) => shown(color[part]!)),
      at * 3,
    ),
  );
  if (few === undefined) diffuse(solid, width, height, out, palette.length);
  else {
    const numbers = new Map(palette.map((color, at) => [keyOf(color, 0), at]));
    for (let at = 0; at < width * height; at++) {
      indexes[at] = solid[at * 4 + 3] === 0 ? CLEAR : numbers.get(keyOf(solid, at * 4))!;
    }
  }
  return out;
}

type Rgb = readonly [number, number, number];

const keyOf = (data: ArrayLike<number>, at: number): number =>
  (data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!;

/** Without pixels that are clear in part. */
function flatten(data: Pixels['data'], count: number, behind: Rgb | undefined): Uint8Array {
  const solid = new Uint8Array(count * 4);
  for (let at = 0; at < count * 4; at += 4) {
    const alpha = data[at + 3]! / 255;
    const isSolid = behind === undefined ? alpha >= 0.5 : alpha > 0;
    if (!isSolid) continue;
    const share = behind === undefined ? 1 : alpha;
    for (let part = 0; part < 3; part++) {
      solid[at + part] = Math.round(data[at + part]! * share + (behind?.[part] ?? 0) * (1 - share));
    }
    solid[at + 3] = 255;
  }
  return solid;
}

/** All colours, where there is a number for each. */
function fewColors(solid: Uint8Array): Rgb[] | undefined {
  const found = new Set<number>();
  let last = -1;
  for (let at = 0; at < solid.length; at += 4) {
    const key = keyOf(solid, at);
    if (solid[at + 3] === 0 || key === last) continue;
    found.add((last = key));
    if (found.size > CLEAR) return undefined;
  }
  return [...found].map((key) => [key >> 16, (key >> 8) & 255, key & 255]);
}

/** The part of colour space that a colour of the palette represents: cells of a coarse grid, with what is in each. */
interface Box {
  readonly cells: Uint16Array;
  readonly axis: number;
  /** The sum of squares along the axis: what is gained by a cut. */
  readonly spread: number;
}

const channelOf = (cell: number, axis: number): number =>
  (cell >> ((2 - axis) * BITS)) & ((1 << BITS) - 1);

/** Median cut: divides the present colours along their widest axis until there is one box for each palette index. */
function medianCut(solid: Uint8Array): Rgb[] {
  const counts = new Uint32Array(CELLS);
  const sums = new Float64Array(CELLS * 3);
  for (let at = 0; at < solid.length; at += 4) {
    if (solid[at + 3] === 0) continue;
    const cell = cellOf(solid[at]!, solid[at + 1]!, solid[at + 2]!);
    counts[cell]!++;
    for (let part = 0; part < 3; part++) sums[cell * 3 + part]! += solid[at + part]!;
  }
  const all = Uint16Array.from([...counts.keys()].filter((cell) => counts[cell]! > 0));
  const boxes = [boxOf(all, counts)];
  while (boxes.length < CLEAR) {
    let widest = 0;
    boxes.forEach(({ spread }, at) => {
      if (spread > boxes[widest]!.spread) widest = at;
    });
    const { cells, axis, spread } = boxes[widest]!;
    if (spread === 0) break;
    const sorted = cells.sort((a, b) => channelOf(a, axis) - channelOf(b, axis));
    let weight = 0;
    for (const cell of sorted) weight += counts[cell]! * channelOf(cell, axis);
    let total = 0;
    for (const cell of sorted) total += counts[cell]!;
    const mean = weight / total;
    // At the mean: at least one on either side.
    let cut = sorted.findIndex((cell) => channelOf(cell, axis) > mean);
    if (cut <= 0) cut = 1;
    boxes[widest] = boxOf(sorted.slice(0, cut), counts);
    boxes.push(boxOf(sorted.slice(cut), counts));
  }
  return boxes.map(({ cells }) => {
    const sum: [number, number, number] = [0, 0, 0];
    let total = 0;
    for (const cell of cells) {
      total += counts[cell]!;
      for (let part = 0; part < 3; part++) sum[part]! += sums[cell * 3 + part]!;
    }
    const count = Math.max(1, total);
    return [sum[0] / count, sum[1] / count, sum[2] / count];
  });
}

function boxOf(cells: Uint16Array, counts: Uint32Array): Box {
  let best = { axis: 0, spread: 0 };
  for (let axis = 0; axis < 3; axis++) {
    let total = 0;
    let sum = 0;
    let squares = 0;
    for (const cell of cells) {
      const count = counts[cell]!;
      const value = channelOf(cell, axis);
      total += count;
      sum += count * value;
      squares += count * value * value;
    }
    const spread = squares - (sum * sum) / Math.max(1, total);
    if (spread > best.spread) best = { axis, spread };
  }
  return { cells, ...best };
}

const cellOf = (red: number, green: number, blue: number): number =>
  ((red >> SHIFT) << (2 * BITS)) | ((green >> SHIFT) << BITS) | (blue >> SHIFT);

/** Writes the numbers of the nearest colours, and passes on what they lack. */
function diffuse(
  solid: Uint8Array,
  width: number,
  height: number,
  out: Uint8Array,
  count: number,
): void {
  const nearest = new Int16Array(CELLS).fill(-1);
  let errors = new Float32Array((width + 2) * 3);
  let below = new Float32Array((width + 2) * 3);
  const target = [0, 0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      const error = (x + 1) * 3;
      if (solid[at + 3] === 0) {
        out[PALETTE_BYTES + y * width + x] = CLEAR;
        continue;
      }
      for (let part = 0; part < 3; part++) {
        const value = solid[at + part]! + errors[error + part]!;
        target[part] = value < 0 ? 0 : value > 255 ? 255 : value;
      }
      const cell = cellOf(target[0]!, target[1]!, target[2]!);
      let index = nearest[cell]!;
      if (index < 0) index = nearest[cell] = nearestOf(cell, out, count);
      out[PALETTE_BYTES + y * width + x] = index;
      for (let part = 0; part < 3; part++) {
        const rest = target[part]! - out[index * 3 + part]!;
        errors[error + 3 + part]! += (rest * 7) / 16;
        below[error - 3 + part]! += (rest * 3) / 16;
        below[error + part]! += (rest * 5) / 16;
        below[error + 3 + part]! += rest / 16;
      }
    }
    [errors, below] = [below, errors.fill(0)];
  }
}

/** The colour of the palette that is nearest to the middle of a part of the grid. */
function nearestOf(cell: number, palette: Uint8Array, count: number): number {
  const half = 1 << (SHIFT - 1);
  const [red, green, blue] = [0, 1, 2].map((axis) => (channelOf(cell, axis) << SHIFT) + half) as [
    number,
    number,
    number,
  ];
  let best = 0;
  let least = Infinity;
  for (let index = 0; index < count; index++) {
    const x = palette[index * 3]! - red;
    const y = palette[index * 3 + 1]! - green;
    const z = palette[index * 3 + 2]! - blue;
    const distance = 2 * x * x + 4 * y * y + z * z;
    if (distance >= least) continue;
    least = distance;
    best = index;
  }
  return best;
}

/**
 * Pictures in another size: each point of the result is the mean of the pixels that it covers, with alpha multiplied in,
 * so that clear pixels have no colour. Means are of light, so that thin bright lines keep their brightness, or of sRGB,
 * which is nearest to the pixels by the sum of squares.
 */
import type { Area } from './fit.js';
import type { Pixels } from './pixels.js';

/** Points with red, green and blue in sRGB, 0 to 255, and alpha, 0 to 1. */
export interface Grid {
  readonly width: number;
  readonly height: number;
  /** Four numbers a point, row by row. */
  readonly data: Float32Array;
}

/** What means are taken of. */
export type Averages = 'light' | 'srgb';

const STEPS = 4096;
const LINEAR = Float32Array.from({ length: 256 }, (_, value) => toLinear(value / 255));
const ENCODED_AS_IS = Float32Array.from({ length: 256 }, (_, value) => value / 255);
/** By the square root of light: finer where the eye is. */
const ENCODED = Float32Array.from({ length: STEPS + 1 }, (_, step) => {
  return 255 * fromLinear((step / STEPS) ** 2);
});

function toLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function fromLinear(light: number): number {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
}

/** sRGB, 0 to 255, of an amount of light, 0 to 1. */
export function encode(light: number): number {
  const at = Math.sqrt(light < 0 ? 0 : light > 1 ? 1 : light) * STEPS;
  const step = at | 0;
  const low = ENCODED[step]!;
  return step >= STEPS ? low : low + (ENCODED[step + 1]! - low) * (at - step);
}

/** Light, 0 to 255, of sRGB, 0 to 255: what adds up where colours are seen from afar. */
export function lightOf(value: number): number {
  const at = value < 0 ? 0 : value > 255 ? 255 : value;
  const low = at | 0;
  const from = LINEAR[low]!;
  return 255 * (low >= 255 ? from : from + (LINEAR[low + 1]! - from) * (at - low));
}

/**
 * How much sRGB changes with light, both 0 to 255.
 *
 * @param around light on either side of the value
 */
export function slopeAt(light: number, around: number): number {
  const [low, high] = [Math.max(0, light - around), Math.min(255, Math.max(0, light) + around)];
  return high > low ? (encode(high / 255) - encode(low / 255)) / (high - low) : 0.5;
}

/** The area `from` of a picture in `width` x `height` points. */
export function resample(
  pixels: Pixels,
  from: Area,
  width: number,
  height: number,
  averages: Averages = 'light',
): Grid {
  const { starts, ends, edges } = spans(from.x, from.width, width, pixels.width);
  const sums = new Float32Array(width * height * 4);
  const row = new Float32Array(width * 4);
  const values = averages === 'light' ? LINEAR : ENCODED_AS_IS;
  const tall = from.height / height;
  const first = Math.max(0, Math.floor(from.y));
  const last = Math.min(pixels.height, Math.ceil(from.y + from.height));
  for (let y = first; y < last; y++) {
    sumRow(pixels, y, { starts, ends, edges }, row, values);
    const top = Math.max(0, Math.floor((y - from.y) / tall));
    const bottom = Math.min(height - 1, Math.floor((y + 1 - from.y) / tall));
    for (let to = top; to <= bottom; to++) {
      const share = Math.min(y + 1, from.y + (to + 1) * tall) - Math.max(y, from.y + to * tall);
      if (share <= 0) continue;
      const offset = to * width * 4;
      for (let i = 0; i < row.length; i++) sums[offset + i]! += row[i]! * share;
    }
  }
  return { width, height, data: finished(sums, (from.width / width) * tall, averages) };
}

interface Spans {
  /** The first and the last pixel of each point. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** How much of these two is covered: two numbers a point. */
  readonly edges: Float32Array;
}

function spans(from: number, length: number, points: number, pixels: number): Spans {
  const starts = new Int32Array(points);
  const ends = new Int32Array(points);
  const edges = new Float32Array(points * 2);
  for (let point = 0; point < points; point++) {
    const left = from + (point * length) / points;
    const right = Math.min(pixels, from + ((point + 1) * length) / points);
    const start = Math.min(pixels - 1, Math.floor(left));
    const end = Math.max(start, Math.min(pixels - 1, Math.ceil(right) - 1));
    starts[point] = start;
    ends[point] = end;
    edges[point * 2] = Math.min(right, start + 1) - left;
    edges[point * 2 + 1] = right - end;
  }
  return { starts, ends, edges };
}

/** What each point covers of one row, summed up. */
function sumRow(
  { data, width }: Pixels,
  y: number,
  { starts, ends, edges }: Spans,
  row: Float32Array,
  values: Float32Array,
) {
  const offset = y * width * 4;
  for (let point = 0; point < starts.length; point++) {
    const start = starts[point]!;
    const end = ends[point]!;
    let red = 0;
    let green = 0;
    let blue = 0;
    let alpha = 0;
    for (let x = start; x <= end; x++) {
      const at = offset + x * 4;
      const share = x === start ? edges[point * 2]! : x === end ? edges[point * 2 + 1]! : 1;
      const weight = (share * data[at + 3]!) / 255;
      red += values[data[at]!]! * weight;
      green += values[data[at + 1]!]! * weight;
      blue += values[data[at + 2]!]! * weight;
      alpha += weight;
    }
    const to = point * 4;
    row[to] = red;
    row[to + 1] = green;
    row[to + 2] = blue;
    row[to + 3] = alpha;
  }
}

function finished(sums: Float32Array, area: number, averages: Averages): Float32Array {
  const valueOf = averages === 'light' ? encode : inSrgb;
  for (let at = 0; at < sums.length; at += 4) {
    const alpha = sums[at + 3]!;
    if (alpha <= 0) continue;
    sums[at] = valueOf(sums[at]! / alpha);
    sums[at + 1] = valueOf(sums[at + 1]! / alpha);
    sums[at + 2] = valueOf(sums[at + 2]! / alpha);
    sums[at + 3] = Math.min(1, alpha / area);
  }
  return sums;
}

const inSrgb = (value: number): number => Math.min(255, 255 * value);

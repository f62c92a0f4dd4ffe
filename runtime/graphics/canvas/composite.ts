/**
 * Composites a drawing with the pixels below it: `globalCompositeOperation`, by the W3C's compositing
 * specification.
 */
import type { Pixels } from '../pixels.js';
import type { Sample } from './paint-source.js';
import type { Mask } from './raster.js';

/** Porter-Duff operators: the factors of source and destination in the result, from their alphas. */
const OPERATORS: Readonly<Record<string, (source: number, there: number) => [number, number]>> = {
  'source-over': (source) => [1, 1 - source],
  'source-in': (_source, there) => [there, 0],
  'source-out': (_source, there) => [1 - there, 0],
  'source-atop': (source, there) => [there, 1 - source],
  'destination-over': (_source, there) => [1 - there, 1],
  'destination-in': (source) => [0, source],
  'destination-out': (source) => [0, 1 - source],
  'destination-atop': (source, there) => [1 - there, source],
  copy: () => [1, 0],
  xor: (source, there) => [1 - there, 1 - source],
  lighter: () => [1, 1],
};

/** Mixtures of one channel, 0 to 1. */
const MIXTURES: Readonly<Record<string, (there: number, source: number) => number>> = {
  multiply: (there, source) => there * source,
  screen: (there, source) => there + source - there * source,
  overlay: (there, source) => hardLight(source, there),
  darken: Math.min,
  lighten: Math.max,
  'color-dodge': (there, source) =>
    there === 0 ? 0 : source >= 1 ? 1 : Math.min(1, there / (1 - source)),
  'color-burn': (there, source) =>
    there >= 1 ? 1 : source <= 0 ? 0 : 1 - Math.min(1, (1 - there) / source),
  'hard-light': (there, source) => hardLight(there, source),
  'soft-light': (there, source) => softLight(there, source),
  difference: (there, source) => Math.abs(there - source),
  exclusion: (there, source) => there + source - 2 * there * source,
};

function hardLight(there: number, source: number): number {
  if (source <= 0.5) return there * 2 * source;
  const over = 2 * source - 1;
  return there + over - there * over;
}

function softLight(there: number, source: number): number {
  if (source <= 0.5) return there - (1 - 2 * source) * there * (1 - there);
  const root = there <= 0.25 ? ((16 * there - 12) * there + 4) * there : Math.sqrt(there);
  return there + (2 * source - 1) * (root - there);
}

export const OPERATIONS: readonly string[] = [...Object.keys(OPERATORS), ...Object.keys(MIXTURES)];

/** Operations that change what is around the shape as well. */
const UNBOUNDED = new Set([
  'source-in',
  'source-out',
  'destination-in',
  'destination-atop',
  'copy',
]);

export interface Drawing {
  readonly operation: string;
  /** 0 to 1, of all that is drawn. */
  readonly alpha: number;
  /** What may be drawn on; undefined for everything. */
  readonly clip: Mask | undefined;
}

/** A rectangle of pixels. */
export interface PixelArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Draws a shape. @returns the pixels that may have changed */
export function draw(
  pixels: Pixels,
  shape: Mask,
  sample: Sample,
  { operation, alpha, clip }: Drawing,
): PixelArea {
  const isUnbounded = UNBOUNDED.has(operation);
  const whole = { x: 0, y: 0, width: pixels.width, height: pixels.height };
  const area = intersection(isUnbounded ? whole : shape, clip ?? whole);
  const isSimple = operation === 'source-over';
  const { data, width } = pixels;
  const source = new Float64Array(4);
  for (let y = area.y; y < area.y + area.height; y++) {
    for (let x = area.x; x < area.x + area.width; x++) {
      const covered = coverageAt(shape, x, y);
      if (covered === 0 && !isUnbounded) continue;
      const open = clip === undefined ? 1 : coverageAt(clip, x, y) / 255;
      if (open === 0) continue;
      if (covered === 0) source.fill(0);
      else sample(x + 0.5, y + 0.5, source);
      const at = 4 * (y * width + x);
      const strength = source[3]! * alpha * (covered / 255);
      if (isSimple) over(data, at, source, strength * open);
      else mix(data, at, source, strength, open, operation);
    }
  }
  return area;
}

function coverageAt({ x, y, width, height, coverage }: Mask, px: number, py: number): number {
  const [column, row] = [px - x, py - y];
  if (column < 0 || row < 0 || column >= width || row >= height) return 0;
  return coverage[row * width + column]!;
}

function over(data: Pixels['data'], at: number, source: Float64Array, strength: number): void {
  if (strength <= 0) return;
  const there = data[at + 3]! / 255;
  const rest = there * (1 - strength);
  const sum = strength + rest;
  for (let channel = 0; channel < 3; channel++) {
    const mean = (source[channel]! * strength + data[at + channel]! * rest) / sum;
    data[at + channel] = Math.round(mean);
  }
  data[at + 3] = Math.round(sum * 255);
}

function mix(
  data: Pixels['data'],
  at: number,
  source: Float64Array,
  strength: number,
  open: number,
  operation: string,
): void {
  const there = data[at + 3]! / 255;
  const mixture = MIXTURES[operation];
  const [ofSource, ofThere] = (OPERATORS[operation] ?? OPERATORS['source-over']!)(strength, there);
  const from = strength * ofSource;
  const kept = there * ofThere;
  const sum = Math.min(1, from + kept);
  // Where a clip lets half through, half is what was there.
  const alpha = there * (1 - open) + sum * open;
  for (let channel = 0; channel < 3; channel++) {
    const old = data[at + channel]!;
    const own = source[channel]!;
    const mixed =
      mixture === undefined ? own : (1 - there) * own + there * 255 * mixture(old / 255, own / 255);
    const result = Math.min(sum * 255, mixed * from + old * kept);
    const all = old * there * (1 - open) + result * open;
    data[at + channel] = alpha === 0 ? 0 : Math.round(all / alpha);
  }
  data[at + 3] = Math.round(alpha * 255);
}

export function intersection(one: PixelArea, other: PixelArea): PixelArea {
  const x = Math.max(one.x, other.x);
  const y = Math.max(one.y, other.y);
  return {
    x,
    y,
    width: Math.max(0, Math.min(one.x + one.width, other.x + other.width) - x),
    height: Math.max(0, Math.min(one.y + one.height, other.y + other.height) - y),
  };
}

/** What is in both. */
export function intersectMasks(one: Mask, other: Mask): Mask {
  const area = intersection(one, other);
  const coverage = new Uint8Array(area.width * area.height);
  for (let row = 0; row < area.height; row++) {
    for (let column = 0; column < area.width; column++) {
      const [x, y] = [area.x + column, area.y + row];
      const product = (coverageAt(one, x, y) * coverageAt(other, x, y)) / 255;
      coverage[row * area.width + column] = Math.round(product);
    }
  }
  return { ...area, coverage };
}

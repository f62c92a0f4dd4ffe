/** How near pictures in cells are to their pixels, by PSNR in dB and by SSIM: what bench/pictures.mjs compares, on three pictures. */
import { describe, expect, it } from '@jest/globals';
import {
  channels,
  knownRgb,
  paletteIndex,
  rgb,
  type ColorDepth,
} from '../../runtime/base/color.js';
import { pictureCells } from '../../runtime/graphics/cells.js';
import type { CellMode } from '../../runtime/graphics/modes.js';
import { BLOCKS, QUADRANT_SET, SEXTANTS, type GlyphSet } from '../../runtime/graphics/glyphs.js';
import { encode, lightOf } from '../../runtime/graphics/resample.js';

const [COLUMNS, ROWS] = [24, 10];
const [CELL_WIDTH, CELL_HEIGHT] = [6, 12];
const [WIDTH, HEIGHT] = [COLUMNS * CELL_WIDTH, ROWS * CELL_HEIGHT];
const SETS = { sextant: SEXTANTS, quadrant: QUADRANT_SET, block: BLOCKS } as const;
/** The sixteen of xterm, which cells are made for. */
const SIXTEEN = [
  0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, 0x7f7f7f,
  0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
];

type Draw = (x: number, y: number) => readonly [red: number, green: number, blue: number];
const PICTURES: Readonly<Record<string, Draw>> = {
  sky: (x, y) => [40 + 200 * y, 60 + 120 * y * y, 150 - 90 * y + 40 * x],
  rings: (x, y) => ((Math.hypot(x - 0.5, y - 0.5) * 9) % 1 < 0.18 ? [15, 15, 15] : [255, 255, 255]),
  hues: (x, y) =>
    [
      [200, 110, 110],
      [90, 150, 100],
      [110, 120, 210],
    ][(Math.floor(x * 9) + 2 * Math.floor(y * 5)) % 3] as [number, number, number],
};

function pixelsOf(draw: Draw): Uint8Array {
  const data = new Uint8Array(WIDTH * HEIGHT * 4).fill(255);
  for (let at = 0; at < WIDTH * HEIGHT; at++) {
    const x = ((at % WIDTH) + 0.5) / WIDTH;
    const y = (Math.floor(at / WIDTH) + 0.5) / HEIGHT;
    data.set(draw(x, y).map(Math.round), at * 4);
  }
  return data;
}

/** Red, green and blue of each pixel of a picture. */
const solid = (data: Uint8Array): Float64Array =>
  Float64Array.from(
    { length: WIDTH * HEIGHT * 3 },
    (_, at) => data[Math.floor(at / 3) * 4 + (at % 3)]!,
  );

function painted(data: Uint8Array, mode: keyof typeof SETS, depth: ColorDepth): Float64Array {
  const { glyphs, fg, bg } = pictureCells(
    { width: WIDTH, height: HEIGHT, data },
    {
      width: COLUMNS,
      height: ROWS,
      fit: 'fill',
      mode: mode satisfies CellMode,
      depth,
      algorithm: undefined,
      bits: undefined,
      background: rgb(0, 0, 0),
    },
  );
  const set: GlyphSet = SETS[mode];
  const colorOf = (color: number, own: readonly number[]): readonly number[] => {
    if (color === -1) return own;
    return channels(knownRgb(color) ?? SIXTEEN[paletteIndex(color)]!);
  };
  const out = new Float64Array(WIDTH * HEIGHT * 3);
  for (let at = 0; at < WIDTH * HEIGHT; at++) {
    const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)];
    const cell = Math.floor(y / CELL_HEIGHT) * COLUMNS + Math.floor(x / CELL_WIDTH);
    const mask = Math.max(0, set.glyphs.indexOf(glyphs[cell]!));
    const column = Math.floor(((x % CELL_WIDTH) * set.columns) / CELL_WIDTH);
    const row = Math.floor(((y % CELL_HEIGHT) * set.rows) / CELL_HEIGHT);
    const isInk = ((mask >> (row * set.columns + column)) & 1) === 1;
    out.set(isInk ? colorOf(fg[cell]!, [255, 255, 255]) : colorOf(bg[cell]!, [0, 0, 0]), at * 3);
  }
  return out;
}

/** As light, by three boxes of five pixels each way: about a Gaussian as wide as a cell. */
function blurred(pixels: Float64Array): Float64Array {
  let now: Float64Array = pixels.map(lightOf);
  for (let pass = 0; pass < 3; pass++) now = box(box(now, 1, 0), 0, 1);
  return now.map((light) => encode(light / 255));
}

function box(pixels: Float64Array, right: number, down: number): Float64Array {
  const out = new Float64Array(pixels.length);
  for (let at = 0; at < out.length; at++) {
    const point = Math.floor(at / 3);
    let sum = 0;
    for (let step = -2; step <= 2; step++) {
      const x = Math.min(WIDTH - 1, Math.max(0, (point % WIDTH) + step * right));
      const y = Math.min(HEIGHT - 1, Math.max(0, Math.floor(point / WIDTH) + step * down));
      sum += pixels[(y * WIDTH + x) * 3 + (at % 3)]!;
    }
    out[at] = sum / 5;
  }
  return out;
}

function psnr(a: Float64Array, b: Float64Array): number {
  const sum = a.reduce((total, value, at) => total + (value - b[at]!) ** 2, 0);
  return 10 * Math.log10(255 ** 2 / (sum / a.length));
}

/** Of the brightness, the mean of windows of 8 x 8. */
function ssim(a: Float64Array, b: Float64Array): number {
  const [C1, C2] = [6.5025, 58.5225];
  const bright = (pixels: Float64Array, at: number): number =>
    0.299 * pixels[at]! + 0.587 * pixels[at + 1]! + 0.114 * pixels[at + 2]!;
  let [total, windows] = [0, 0];
  for (let top = 0; top < HEIGHT; top += 8) {
    for (let left = 0; left < WIDTH; left += 8, windows++) {
      let [meanA, meanB, squareA, squareB, both] = [0, 0, 0, 0, 0];
      for (let point = 0; point < 64; point++) {
        const at = ((top + (point >> 3)) * WIDTH + left + (point & 7)) * 3;
        const [x, y] = [bright(a, at) / 8, bright(b, at) / 8];
        meanA += x / 8;
        meanB += y / 8;
        squareA += x * x;
        squareB += y * y;
        both += x * y;
      }
      total +=
        ((2 * meanA * meanB + C1) * (2 * (both - meanA * meanB) + C2)) /
        ((meanA ** 2 + meanB ** 2 + C1) * (squareA - meanA ** 2 + squareB - meanB ** 2 + C2));
    }
  }
  return total / windows;
}

/** What is to be seen of each picture, by its name and how. */
const seen = new Map<string, Float64Array>();

function nearness(name: string, mode: keyof typeof SETS, depth: ColorDepth) {
  const data = pixelsOf(PICTURES[name]!);
  const see = depth === 'truecolor' ? (pixels: Float64Array) => pixels : blurred;
  const key = `${name} ${see.name}`;
  const expected = seen.get(key) ?? see(solid(data));
  seen.set(key, expected);
  const shown = see(painted(data, mode, depth));
  return { psnr: psnr(shown, expected), ssim: ssim(shown, expected) };
}

describe('a picture in cells', () => {
  it.each([
    ['sky', 'sextant', '256', 33.6, 0.9],
    ['sky', 'sextant', '16', 24.1, 0.7],
    ['sky', 'block', '256', 26.6, 0.82],
    ['sky', 'block', '16', 17.3, 0.44],
    ['sky', 'quadrant', 'none', 13.2, 0.31],
    ['rings', 'sextant', 'truecolor', 11.3, 0.52],
    ['rings', 'quadrant', 'none', 26.3, 0.76],
    ['hues', 'sextant', '256', 36.2, 0.95],
    ['hues', 'block', '16', 20.1, 0.78],
    ['hues', 'sextant', 'none', 16.4, 0.3],
    ['hues', 'quadrant', 'none', 13.7, 0.46],
    ['hues', 'quadrant', 'truecolor', 26.6, 0.96],
  ] as const)('%s as %s in %s: %d dB, SSIM %d, or nearer', (name, mode, depth, dB, structure) => {
    const near = nearness(name, mode, depth);
    expect(near.psnr).toBeGreaterThan(dB);
    expect(near.ssim).toBeGreaterThan(structure);
  });
});

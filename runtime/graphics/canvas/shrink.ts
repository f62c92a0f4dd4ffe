/** Pictures that are drawn much smaller: means of their pixels first, so that none is left out. */
import type { Pixels } from '../pixels.js';
import type { PixelArea } from './composite.js';
import { IDENTITY, multiply, type Matrix } from './transform.js';

/**
 * Halves a picture until it is at most twice as large as it is drawn.
 *
 * @param scale pixels that one of the picture takes
 * @returns the smaller picture, and the transform from its coordinates to those of the picture; undefined where it is
 *   drawn large enough
 */
export function shrunk(
  pixels: Pixels,
  part: PixelArea,
  scale: number,
): { readonly pixels: Pixels; readonly matrix: Matrix } | undefined {
  if (scale >= 0.5 || part.width < 2 || part.height < 2) return undefined;
  let found = cut(pixels, part);
  let matrix: Matrix = { ...IDENTITY, e: Math.floor(part.x), f: Math.floor(part.y) };
  for (let size = scale; size < 0.5 && found.width > 1 && found.height > 1; size *= 2) {
    found = halved(found);
    matrix = multiply(matrix, { ...IDENTITY, a: 2, d: 2 });
  }
  return { pixels: found, matrix };
}

function cut({ width, data }: Pixels, part: PixelArea): Pixels {
  const [x, y] = [Math.floor(part.x), Math.floor(part.y)];
  const wide = Math.ceil(part.x + part.width) - x;
  const tall = Math.ceil(part.y + part.height) - y;
  const found = new Uint8ClampedArray(4 * wide * tall);
  for (let row = 0; row < tall; row++) {
    const from = 4 * ((y + row) * width + x);
    found.set(data.subarray(from, from + 4 * wide), 4 * row * wide);
  }
  return { width: wide, height: tall, data: found };
}

/** Means of four pixels, by their alpha. An odd last row or column counts with the one before it. */
function halved({ width, height, data }: Pixels): Pixels {
  const [wide, tall] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const found = new Uint8ClampedArray(4 * wide * tall);
  for (let y = 0; y < tall; y++) {
    for (let x = 0; x < wide; x++) {
      let [red, green, blue, alpha] = [0, 0, 0, 0];
      for (let corner = 0; corner < 4; corner++) {
        const column = Math.min(width - 1, 2 * x + (corner & 1));
        const row = Math.min(height - 1, 2 * y + (corner >> 1));
        const at = 4 * (row * width + column);
        const weight = data[at + 3]!;
        red += data[at]! * weight;
        green += data[at + 1]! * weight;
        blue += data[at + 2]! * weight;
        alpha += weight;
      }
      const to = 4 * (y * wide + x);
      if (alpha === 0) continue;
      found[to] = red / alpha;
      found[to + 1] = green / alpha;
      found[to + 2] = blue / alpha;
      found[to + 3] = alpha / 4;
    }
  }
  return { width: wide, height: tall, data: found };
}

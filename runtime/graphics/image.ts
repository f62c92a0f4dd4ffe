/** A picture as an image for a terminal: the pixels of the cells that it covers. */
import { place, USUAL_CELL, type ObjectFit, type Size } from './fit.js';
import type { Pixels } from './pixels.js';
import { resample } from './resample.js';

/** Pixels of the largest image; a larger one is sent with fewer, and enlarged by the terminal. */
const MAX_PIXELS = 4 * 1024 * 1024;
const MAX_SIDE = 0xffff;

export interface CellImage {
  /** The cells that it covers. */
  readonly columns: number;
  readonly rows: number;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of each pixel, 0 to 255. */
  readonly data: Uint8Array;
}

/** @param box in cells */
export function imageOf(
  pixels: Pixels,
  box: Size,
  fit: ObjectFit,
  cell: Size = USUAL_CELL,
): CellImage {
  const whole = { width: box.width * cell.width, height: box.height * cell.height };
  const area = Math.sqrt(MAX_PIXELS / (whole.width * whole.height));
  const scale = Math.min(1, area, MAX_SIDE / whole.width, MAX_SIDE / whole.height);
  const width = Math.max(1, Math.floor(whole.width * scale));
  const height = Math.max(1, Math.floor(whole.height * scale));
  const points = { width: width / box.width, height: height / box.height };
  const { from, to } = place(pixels, box, points, fit, cell);
  const grid = resample(pixels, from, to.width, to.height);
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < to.height; y++) {
    let at = y * to.width * 4;
    let out = ((to.y + y) * width + to.x) * 4;
    for (let x = 0; x < to.width; x++, at += 4, out += 4) {
      for (let part = 0; part < 3; part++) data[out + part] = Math.round(grid.data[at + part]!);
      data[out + 3] = Math.round(grid.data[at + 3]! * 255);
    }
  }
  return { columns: box.width, rows: box.height, width, height, data };
}

/** A context without an element. */
import type { PixelArea } from '../../../runtime/graphics/canvas/composite.js';
import { CanvasRenderingContext2D, PICTURE_OF } from '../../../runtime/graphics/canvas/context.js';
import type { Pixels } from '../../../runtime/graphics/pixels.js';

export interface Surface {
  readonly context: CanvasRenderingContext2D;
  readonly pixels: () => Pixels;
  /** What was told to have changed. */
  readonly changes: PixelArea[];
  /** What can be drawn on another one. */
  readonly canvas: object;
}

export function surface(width: number, height: number): Surface {
  const changes: PixelArea[] = [];
  const canvas = { [PICTURE_OF]: () => CanvasRenderingContext2D.pixels(context) };
  const host = {
    cell: () => ({ width: 2, height: 4 }),
    onChange: (area: PixelArea) => void changes.push(area),
  };
  const context = new CanvasRenderingContext2D(canvas, host, width, height);
  changes.length = 0;
  return { context, changes, canvas, pixels: () => CanvasRenderingContext2D.pixels(context) };
}

/** Red, green, blue and alpha of a pixel. */
export function at({ pixels }: Surface, x: number, y: number): number[] {
  const { width, data } = pixels();
  return [...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 4)];
}

/** The hit grid: which box owns each cell of the screen. Written by painting, read for pointer events. */
import type { Rect } from '../base/geometry.js';

export class HitGrid {
  #owners = new Uint32Array(0);
  #width = 0;
  #height = 0;

  resize(width: number, height: number): void {
    this.#width = width;
    this.#height = height;
    this.#owners = new Uint32Array(width * height);
  }

  /** Assigns every cell of a rectangle on the screen to a box. */
  claim(rect: Rect, id: number): void {
    const { x, y, width, height } = rect;
    for (let row = y; row < y + height; row++) {
      const start = row * this.#width + x;
      this.#owners.fill(id, start, start + width);
    }
  }

  /** The id of the box that owns a cell; 0 where there is none, or outside the screen. */
  ownerAt(x: number, y: number): number {
    if (x < 0 || y < 0 || x >= this.#width || y >= this.#height) return 0;
    return this.#owners[y * this.#width + x] ?? 0;
  }
}

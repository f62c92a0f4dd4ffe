/** What a frame changed, as one span of columns per row: all that the diff has to compare. */
import { intersect, type Rect } from '../geometry.js';

export class Damage {
  /** First damaged column of each row; past the right edge where the row is clean. */
  readonly left: Int32Array;
  /** One past the last damaged column of each row; 0 where the row is clean. */
  readonly right: Int32Array;
  /** True where no row is damaged. */
  empty = true;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.left = new Int32Array(height).fill(width);
    this.right = new Int32Array(height);
  }

  add(rect: Rect): void {
    const { x, y, width, height } = intersect(rect, {
      x: 0,
      y: 0,
      width: this.width,
      height: this.height,
    });
    for (let row = y; row < y + height; row++) {
      if (x < this.left[row]!) this.left[row] = x;
      if (x + width > this.right[row]!) this.right[row] = x + width;
    }
    if (height > 0) this.empty = false;
  }

  addAll(): void {
    this.left.fill(0);
    this.right.fill(this.width);
    this.empty = this.width === 0 || this.height === 0;
  }

  clear(): void {
    this.left.fill(this.width);
    this.right.fill(0);
    this.empty = true;
  }
}

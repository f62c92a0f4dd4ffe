/** What a frame changed, as one span of columns per row: all that the diff has to compare. */
import type { Rect } from '../geometry.js';

export class Damage {
  /** First damaged column of each row; past the right edge where the row is clean. */
  readonly left: Int32Array;
  /** One past the last damaged column of each row; 0 where the row is clean. */
  readonly right: Int32Array;
  /** The damaged rows lie from `top` up to `bottom`, so that a small change is not looked for in every row. */
  top: number;
  bottom = 0;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.left = new Int32Array(height).fill(width);
    this.right = new Int32Array(height);
    this.top = height;
  }

  /** True where no row is damaged. */
  get empty(): boolean {
    return this.bottom <= this.top;
  }

  add(rect: Rect): void {
    const x = Math.max(0, rect.x);
    const end = Math.min(this.width, rect.x + rect.width);
    const y = Math.max(0, rect.y);
    const bottom = Math.min(this.height, rect.y + rect.height);
    if (end <= x || bottom <= y) return;
    const { left, right } = this;
    for (let row = y; row < bottom; row++) {
      if (x < left[row]!) left[row] = x;
      if (end > right[row]!) right[row] = end;
    }
    if (y < this.top) this.top = y;
    if (bottom > this.bottom) this.bottom = bottom;
  }

  /** Columns of one row, which lie on the screen: `left` inclusive, `right` exclusive. */
  span(row: number, left: number, right: number): void {
    if (right <= left) return;
    if (left < this.left[row]!) this.left[row] = left;
    if (right > this.right[row]!) this.right[row] = right;
    if (row < this.top) this.top = row;
    if (row >= this.bottom) this.bottom = row + 1;
  }

  addAll(): void {
    this.left.fill(0);
    this.right.fill(this.width);
    this.top = 0;
    this.bottom = this.width === 0 ? 0 : this.height;
  }

  clear(): void {
    if (this.empty) return;
    this.left.fill(this.width, this.top, this.bottom);
    this.right.fill(0, this.top, this.bottom);
    this.top = this.height;
    this.bottom = 0;
  }
}

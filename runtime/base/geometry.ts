/** Rectangles and sizes in whole terminal cells. */

/** Width and height in cells; either may be 0, and `Infinity` where a box is asked how large it would like to be. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A rectangle in cells. `x` and `y` may be negative (scrolled or positioned off the screen). */
/** The room that an element is measured for. */
export interface Available extends Size {
  /** The element is going to have exactly this width; else at most this one. */
  readonly hasWidth?: boolean | undefined;
}

export interface Rect extends Size {
  readonly x: number;
  readonly y: number;
}

/** Thickness in cells of each side, in CSS order. */
export interface Insets {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

export const EMPTY_RECT: Rect = { x: 0, y: 0, width: 0, height: 0 };

/** The part two rectangles share; of zero width and height where they share none. */
export function intersect(a: Rect, b: Rect): Rect {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const width = Math.min(a.x + a.width, b.x + b.width) - x;
  const height = Math.min(a.y + a.height, b.y + b.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : EMPTY_RECT;
}

/** The smallest rectangle that holds both. */
export function union(a: Rect, b: Rect): Rect {
  if (isEmpty(a)) return b;
  if (isEmpty(b)) return a;
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}

export function isEmpty(rect: Rect): boolean {
  return rect.width <= 0 || rect.height <= 0;
}

export function sameRect(a: Rect, b: Rect): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

/** True where the cell (x, y) is inside the rectangle. */
export function contains(rect: Rect, x: number, y: number): boolean {
  return x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;
}

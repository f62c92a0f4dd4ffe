/**
 * Sub-cells of a plot: a mask for each cell, bit 0 at the top left, row by row.
 *
 * A line has the sub-cells that Bresenham's algorithm has; where two are as near, the one below or on the right. Only those in
 * the plot are visited, however far away its ends are.
 */

const { abs, floor, max, min } = Math;

/** Which sub-cells of a dashed line are on, by their place along it. */
export interface Dash {
  readonly pattern: readonly boolean[];
  /** The place of the first sub-column in the pattern. */
  readonly phase: number;
}

/** Which sub-cells of an area are on. */
export type Texture = (column: number, row: number) => boolean;

export class Raster {
  readonly masks: Uint8Array;
  readonly columns: number;
  readonly rows: number;
  dash: Dash | undefined;
  texture: Texture | undefined;

  constructor(
    readonly width: number,
    readonly height: number,
    readonly subColumns: number,
    readonly subRows: number,
  ) {
    this.masks = new Uint8Array(width * height);
    this.columns = width * subColumns;
    this.rows = height * subRows;
  }

  /** Sets one sub-cell; those outside the plot are ignored. */
  dot(column: number, row: number): void {
    if (column < 0 || row < 0 || column >= this.columns || row >= this.rows) return;
    const { subColumns, subRows } = this;
    const x = (column / subColumns) | 0;
    const y = (row / subRows) | 0;
    const bit = (row - y * subRows) * subColumns + column - x * subColumns;
    this.masks[y * this.width + x]! |= 1 << bit;
  }

  /** A line between two sub-cells. */
  line(x0: number, y0: number, x1: number, y1: number): void {
    const across = abs(x1 - x0);
    const down = abs(y1 - y0);
    if (across >= down) {
      const [left, y, right, end] = x0 <= x1 ? [x0, y0, x1, y1] : [x1, y1, x0, y0];
      const last = min(right, this.columns - 1);
      for (let column = max(left, 0); column <= last; column++) {
        if (this.#isOff(column)) continue;
        this.dot(column, between(y, end, column - left, right - left));
      }
      return;
    }
    const [top, x, bottom, end] = y0 <= y1 ? [y0, x0, y1, x1] : [y1, x1, y0, x0];
    const last = min(bottom, this.rows - 1);
    for (let row = max(top, 0); row <= last; row++) {
      if (this.#isOff(row)) continue;
      this.dot(between(x, end, row - top, bottom - top), row);
    }
  }

  /** All rows of a column from one to another. */
  span(column: number, from: number, to: number): void {
    const first = max(0, min(from, to));
    const last = min(max(from, to), this.rows - 1);
    if (this.dash === undefined) this.#stripe(column, first, last);
    else for (let row = first; row <= last; row++) if (!this.#isOff(row)) this.dot(column, row);
  }

  /** Rows of the plot in one column, cell by cell. */
  #stripe(column: number, first: number, last: number): void {
    if (column < 0 || column >= this.columns) return;
    const { subColumns, subRows, width, masks } = this;
    const x = (column / subColumns) | 0;
    const side = column - x * subColumns;
    for (let row = first; row <= last;) {
      const y = (row / subRows) | 0;
      const end = min(last, (y + 1) * subRows - 1);
      let mask = 0;
      for (; row <= end; row++) mask |= 1 << ((row - y * subRows) * subColumns + side);
      masks[y * width + x]! |= mask;
    }
  }

  /** The part of an area below a line between two sub-cells; rows outside the plot are those of its edge. */
  area(x0: number, y0: number, x1: number, y1: number, base: number): void {
    const [left, y, right, end] = x0 <= x1 ? [x0, y0, x1, y1] : [x1, y1, x0, y0];
    const last = min(right, this.columns - 1);
    for (let column = max(left, 0); column <= last; column++) {
      this.fill(column, between(y, end, column - left, right - left), base);
    }
    if (abs(y1 - y0) <= right - left) return;
    // In a steep part a column has more than one row.
    const [top, x, bottom, stop] = y0 <= y1 ? [y0, x0, y1, x1] : [y1, x1, y0, x0];
    const lowest = min(bottom, this.rows - 1);
    for (let row = max(top, 0); row <= lowest; row++) {
      this.fill(between(x, stop, row - top, bottom - top), row, base);
    }
  }

  /** A column of an area, from a row to the base. */
  fill(column: number, row: number, base: number): void {
    if (column < 0 || column >= this.columns) return;
    const edge = this.rows - 1;
    const [a, b] = [min(edge, max(0, row)), min(edge, max(0, base))];
    const [first, last] = [min(a, b), max(a, b)];
    if (this.texture === undefined) this.#stripe(column, first, last);
    else {
      for (let at = first; at <= last; at++) if (this.texture(column, at)) this.dot(column, at);
    }
  }

  #isOff(place: number): boolean {
    const { dash } = this;
    if (dash === undefined) return false;
    return !dash.pattern[(place + dash.phase) % dash.pattern.length];
  }
}

/** What is `step` of `steps` from one number to another, rounded. All are whole. */
function between(from: number, to: number, step: number, steps: number): number {
  if (steps === 0) return from;
  return from + floor((2 * (to - from) * step + steps) / (2 * steps));
}

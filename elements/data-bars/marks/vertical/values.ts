/** The values over the columns of a vertical chart where not all have room: the largest come first. */

/** A value that may show. */
export interface PlacedValue {
  readonly x: number;
  readonly y: number;
  readonly cells: number;
  readonly text: string;
  readonly value: number;
  readonly entry: number;
  readonly series: number;
  readonly selected: boolean;
  /** The bar that it is of, by its place among all. */
  readonly bar: number;
  /** True where it is wider than the place of its bar. */
  readonly isWide: boolean;
}

/** The cells of a bar, ends exclusive. */
export interface BarCells {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The values that touch neither a larger one nor the bar of a neighbour, from left to right. */
export function valuesWithRoom(
  values: readonly PlacedValue[],
  bars: readonly BarCells[],
): PlacedValue[] {
  const shown: PlacedValue[] = [];
  const size = ({ value }: PlacedValue): number => (value !== value ? 0 : Math.abs(value));
  for (const each of [...values].sort((a, b) => size(b) - size(a))) {
    if (shown.some((other) => touches(each, other))) continue;
    if (!each.isWide || !bars.some((bar, index) => index !== each.bar && meets(each, bar))) {
      shown.push(each);
    }
  }
  return shown.sort((a, b) => a.x - b.x);
}

/** True for texts in one row without a blank between them. */
function touches(a: PlacedValue, b: PlacedValue): boolean {
  return a.y === b.y && a.x <= b.x + b.cells && b.x <= a.x + a.cells;
}

/** True where a bar has a cell under a text or right beside it. */
function meets({ x, y, cells }: PlacedValue, { left, right, top, bottom }: BarCells): boolean {
  return y >= top && y < bottom && x <= right && left <= x + cells;
}

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

/** The values that touch neither a larger one nor the bar of a neighbour; values and bars are from left to right. */
export function valuesWithRoom(
  values: readonly PlacedValue[],
  bars: readonly BarCells[],
): PlacedValue[] {
  const widest = values.reduce((most, { cells }) => Math.max(most, cells), 0);
  const shown = new Set<PlacedValue>();
  const size = ({ value }: PlacedValue): number => (value !== value ? 0 : Math.abs(value));
  const order = values.map((_, index) => index);
  for (const index of order.sort((a, b) => size(values[b]!) - size(values[a]!))) {
    const each = values[index]!;
    // At the edge of the box a text may begin before a narrower one of the bar to its left.
    const isNear = (left: number, right: number): boolean =>
      left <= each.x + 2 * widest && right >= each.x - 2 * widest;
    const others = near(values, index, ({ x, cells }) => isNear(x, x + cells));
    if (others.some((other) => shown.has(other) && touches(each, other))) continue;
    const beside = near(bars, each.bar, ({ left, right }) => isNear(left, right));
    if (!each.isWide || !beside.some((bar) => meets(each, bar))) shown.add(each);
  }
  return values.filter((each) => shown.has(each));
}

/** What is before and after one of a list, as far as it is near it. */
function near<T>(list: readonly T[], at: number, isNear: (item: T) => boolean): readonly T[] {
  let from = at;
  let to = at + 1;
  while (from > 0 && isNear(list[from - 1]!)) from--;
  while (to < list.length && isNear(list[to]!)) to++;
  return [...list.slice(from, at), ...list.slice(at + 1, to)];
}

/** True for texts in one row without a blank between them. */
function touches(a: PlacedValue, b: PlacedValue): boolean {
  return a.y === b.y && a.x <= b.x + b.cells && b.x <= a.x + a.cells;
}

/** True where a bar has a cell under a text or right beside it. */
function meets({ x, y, cells }: PlacedValue, { left, right, top, bottom }: BarCells): boolean {
  return y >= top && y < bottom && x <= right && left <= x + cells;
}

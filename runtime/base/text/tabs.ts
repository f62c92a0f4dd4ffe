/** Tab stops, counted in cells from the start of a line. */

/** Cells between two stops, where the style `tab-size` says nothing else. */
export const TAB_SIZE = 8;

/** Cells from a place in a line to the next stop: 1 to `size`. */
export function toTabStop(cells: number, size = TAB_SIZE): number {
  return size - (cells % size);
}

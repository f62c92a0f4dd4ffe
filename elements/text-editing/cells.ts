/** Converts between offsets and cells in displayed text. Each costs the stretch it goes over. */
import { cellWidth, walkClusters } from '../../runtime/base/text/graphemes.js';
import { previousBoundary } from './boundaries.js';

/** Cells between two boundaries; counting stops once there are more than `most`. */
export function cellsBetween(text: string, from: number, to: number, most = Infinity): number {
  if (most === Infinity) return cellWidth(text.slice(from, to));
  let cells = 0;
  walkClusters(text.slice(from, to), (_start, _end, width) => {
    cells += width;
    return cells <= most;
  });
  return cells;
}

/** The boundary at or before a number of cells behind another; `after` for the nearest edge of a wide glyph. */
export function offsetAt(
  text: string,
  from: number,
  cells: number,
  to = text.length,
): { readonly offset: number; readonly cells: number } {
  let offset = from;
  let passed = 0;
  walkClusters(text.slice(from, to), (_start, end, width) => {
    // The right half of a wide glyph is nearer to what comes behind it.
    if (passed + width > cells && !(width === 2 && passed + 1 <= cells)) return false;
    passed += width;
    offset = from + end;
    return passed <= cells;
  });
  return { offset, cells: passed };
}

/** The first boundary from which at most this many cells lead to another. */
export function offsetBefore(text: string, to: number, cells: number): number {
  let offset = to;
  let passed = 0;
  while (offset > 0) {
    const previous = previousBoundary(text, offset);
    passed += cellWidth(text.slice(previous, offset));
    if (passed > cells) break;
    offset = previous;
  }
  return offset;
}

/** A scrollbar in a column that the element paints itself: a thumb in eighths of a cell. */
import { REVERSE } from '../../runtime/text/attributes.js';
import type { Painter } from '../../runtime/element/contract.js';

const FULL = 0x2588;
const TRACK = 0x2502;
const BLANK = 0x20;
/** Lower blocks of one to seven eighths are the code points after this one. */
const LOWER = 0x2580;

export interface Extent {
  /** What is above, shown, and all there is; in one unit, rows or lines. */
  readonly top: number;
  readonly shown: number;
  readonly size: number;
}

/** Start and end of the thumb, in eighths of a cell; at an end of the track only where the text is. */
function thumbOf(
  cells: number,
  { top, shown, size }: Extent,
): { readonly start: number; readonly end: number } {
  const track = cells * 8;
  const room = size - shown;
  if (room <= 0 || cells <= 0) return { start: 0, end: track };
  const length = Math.min(track, Math.max(8, Math.round((track * shown) / size)));
  const free = track - length;
  let start = Math.round((free * top) / room);
  if (top > 0 && start === 0) start = Math.min(1, free);
  if (top < room && start === free) start = Math.max(0, free - 1);
  return { start, end: start + length };
}

/** The share of the whole, 0 to 1, that a thumb held at its middle stands for at a cell of the track. */
export function shareAt(cells: number, extent: Extent, y: number): number {
  const { start, end } = thumbOf(cells, extent);
  const length = (end - start) / 8;
  const free = cells - length;
  return free <= 0 ? 0 : (y + 0.5 - length / 2) / free;
}

export function paintScrollbar(painter: Painter, x: number, cells: number, extent: Extent): void {
  const color = painter.color('var(--border)') ?? painter.fg;
  const { start, end } = thumbOf(cells, extent);
  const plain = painter.style(color, painter.bg, 0);
  if (painter.depth === 'none') {
    // Without colour the track is a line, and the thumb whole cells.
    painter.fill(x, 0, 1, cells, TRACK, plain);
    const length = Math.max(1, Math.round(end / 8) - Math.floor(start / 8));
    painter.fill(x, Math.floor(start / 8), 1, length, FULL, plain);
    return;
  }
  const inverse = painter.style(color, painter.bg, REVERSE);
  for (let row = 0; row < cells; row++) {
    const from = Math.max(0, start - row * 8);
    const to = Math.min(8, end - row * 8);
    if (to <= 0 || from >= 8) painter.put(x, row, BLANK, plain);
    else if (from === 0 && to === 8) painter.put(x, row, FULL, plain);
    else if (to === 8) painter.put(x, row, LOWER + 8 - from, plain);
    // A thumb that ends in the cell leaves its lower part free: that is the glyph, drawn in reverse.
    else painter.put(x, row, LOWER + 8 - to, inverse);
  }
}

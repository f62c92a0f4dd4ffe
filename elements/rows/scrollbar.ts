/** The scrollbar of an element that scrolls its own rows: the position of its thumb, and its painting. */
import { REVERSE } from '../../runtime/paint/cells.js';
import type { Painter } from '../../runtime/element/contract.js';

const FULL = 0x2588;
const TRACK = 0x2502;
const BLANK = 0x20;
/** Lower blocks of one to seven eighths are the code points after this one. */
const LOWER = 0x2580;

/** Rows that show, of all, and the first of them. */
export interface Scrolled {
  readonly visible: number;
  readonly count: number;
  readonly top: number;
}

/** Start and end of the thumb in eighths of a cell: at an end of the track only where the rows are. */
export function thumbOf({ visible, count, top }: Scrolled): { start: number; end: number } {
  const track = visible * 8;
  const room = count - visible;
  if (room <= 0 || visible <= 0) return { start: 0, end: track };
  const length = Math.min(track, Math.max(8, Math.round((track * visible) / count)));
  const free = track - length;
  let start = Math.round((free * top) / room);
  if (top > 0 && start === 0) start = Math.min(1, free);
  if (top < room && start === free) start = Math.max(0, free - 1);
  return { start, end: start + length };
}

/** The first row where the thumb, held `grip` cells below its start, is at a cell of the track. */
export function topAt(cell: number, grip: number, scrolled: Scrolled): number {
  const { visible, count } = scrolled;
  const { start, end } = thumbOf(scrolled);
  const free = visible - (end - start) / 8;
  const share = free <= 0 ? 0 : (cell - grip) / free;
  return Math.round(Math.min(1, Math.max(0, share)) * Math.max(0, count - visible));
}

export function paintScrollbar(painter: Painter, x: number, y: number, scrolled: Scrolled): void {
  const color = painter.color('var(--border)') ?? painter.fg;
  const plain = painter.style(color);
  const { start, end } = thumbOf(scrolled);
  if (painter.depth === 'none') {
    // Without colour the track is a line, and the thumb whole cells.
    painter.fill(x, y, 1, scrolled.visible, TRACK, plain);
    const from = Math.floor(start / 8);
    painter.fill(x, y + from, 1, Math.max(1, Math.round(end / 8) - from), FULL, plain);
    return;
  }
  const inverse = painter.style(color, painter.bg, REVERSE);
  for (let row = 0; row < scrolled.visible; row++) {
    const from = Math.max(0, start - row * 8);
    const to = Math.min(8, end - row * 8);
    if (to <= 0 || from >= 8) painter.put(x, y + row, BLANK, plain);
    else if (from === 0 && to === 8) painter.put(x, y + row, FULL, plain);
    else if (to === 8) painter.put(x, y + row, LOWER + 8 - from, plain);
    // A thumb that ends in the cell leaves its lower part free: that is the glyph, drawn in reverse.
    else painter.put(x, y + row, LOWER + 8 - to, inverse);
  }
}

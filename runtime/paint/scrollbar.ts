/** The scrollbar of a box that scrolls: a thumb in eighths of a cell, in the column beside the content. */
import type { LayoutBox } from '../layout/box.js';
import { BLANK, REVERSE } from './cells.js';
import type { CellPainter } from './painter.js';

const FULL = 0x2588;
const TRACK = 0x2502;
/** Lower blocks of one to seven eighths are the code points after this one. */
const LOWER = 0x2580;

/** Where a thumb starts and ends, in eighths of a cell from the top of its track. */
export interface Thumb {
  readonly start: number;
  readonly end: number;
}

/**
 * The thumb of a track of `cells` cells: as long as the part of the content that shows, never
 * shorter than a cell, and at an end of the track only where the content is.
 */
export function thumbOf(cells: number, top: number, content: number): Thumb {
  const track = cells * 8;
  const room = content - cells;
  if (room <= 0 || cells <= 0) return { start: 0, end: track };
  const length = Math.min(track, Math.max(8, Math.round((track * cells) / content)));
  const free = track - length;
  let start = Math.round((free * top) / room);
  if (top > 0 && start === 0) start = Math.min(1, free);
  if (top < room && start === free) start = Math.max(0, free - 1);
  return { start, end: start + length };
}

/** The painter is open on the border box. */
export function paintScrollbar(painter: CellPainter, box: LayoutBox): void {
  const { scroll } = box;
  if (scroll === null || scroll.height <= scroll.port.height) return;
  const { port } = scroll;
  const x = port.x + port.width - box.rect.x;
  const y = port.y - box.rect.y;
  const color = painter.color('var(--border)') ?? painter.fg;
  const plain = painter.style(color);
  const { start, end } = thumbOf(port.height, scroll.top, scroll.height);
  if (painter.depth === 'none') {
    // Without colour the track is a line, and the thumb whole cells.
    painter.fill(x, y, 1, port.height, TRACK, plain);
    painter.fill(x, y + Math.floor(start / 8), 1, wholeCells(start, end), FULL, plain);
    return;
  }
  const inverse = painter.style(color, painter.bg, REVERSE);
  for (let row = 0; row < port.height; row++) {
    const from = Math.max(0, start - row * 8);
    const to = Math.min(8, end - row * 8);
    if (to <= 0 || from >= 8) painter.put(x, y + row, BLANK, plain);
    else if (from === 0 && to === 8) painter.put(x, y + row, FULL, plain);
    else if (to === 8) painter.put(x, y + row, LOWER + 8 - from, plain);
    // A thumb that ends in the cell leaves its lower part free: that is the glyph, drawn in reverse.
    else painter.put(x, y + row, LOWER + 8 - to, inverse);
  }
}

function wholeCells(start: number, end: number): number {
  return Math.max(1, Math.round(end / 8) - Math.floor(start / 8));
}

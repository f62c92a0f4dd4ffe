/** The scrollbars of a box that scrolls: in the column beside the content, and in the row below it. */
import type { LayoutBox, ScrollState } from '../layout/box.js';
import { BLANK, DECORATIONS, REVERSE } from './cells.js';
import type { CellPainter } from './painter.js';

const FULL = 0x2588;
const TRACK = 0x2502;
const LINE = 0x2500;
/** The lower half of a cell. */
const HALF = 0x2584;
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
  if (scroll === null) return;
  if (scroll.axes.y && scroll.height > scroll.port.height) paintColumn(painter, box, scroll);
  if (scroll.bottomBar && scroll.width > scroll.port.width) paintRow(painter, box, scroll);
}

function paintColumn(painter: CellPainter, box: LayoutBox, scroll: ScrollState): void {
  const { port } = scroll;
  const x = port.x + port.width - box.rect.x;
  const y = port.y - box.rect.y;
  const color = painter.color('var(--border)') ?? painter.fg;
  const plain = painter.style(color, painter.bg, painter.attributes & ~DECORATIONS);
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

/**
 * The bar below the content, half a cell high: a cell is about twice as high as wide, so that both bars
 * look equally thick. There are no glyphs of half the height in eighths of the width: it goes by cells.
 */
function paintRow(painter: CellPainter, box: LayoutBox, scroll: ScrollState): void {
  const { port } = scroll;
  const x = port.x - box.rect.x;
  const y = port.y + port.height - box.rect.y;
  const color = painter.color('var(--border)') ?? painter.fg;
  const plain = painter.style(color, painter.bg, painter.attributes & ~DECORATIONS);
  const { start, end } = thumbOf(port.width, scroll.left, scroll.width);
  // At an end only where the content is, as the thumb of eighths has it.
  const cells = wholeCells(start, end);
  const room = port.width - cells;
  let first = Math.min(room, Math.floor(start / 8));
  if (scroll.left > 0 && first === 0) first = Math.min(1, room);
  if (scroll.left < scroll.width - port.width && first === room) first = Math.max(0, room - 1);
  painter.fill(x, y, port.width, 1, painter.depth === 'none' ? LINE : BLANK, plain);
  painter.fill(x + first, y, cells, 1, painter.depth === 'none' ? FULL : HALF, plain);
}

function wholeCells(start: number, end: number): number {
  return Math.max(1, Math.round(end / 8) - Math.floor(start / 8));
}

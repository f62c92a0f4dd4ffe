/** A scrollbar in a column of cells: the position of its thumb, what a drag scrolls to, and its painting. */
import { REVERSE } from '../base/text/attributes.js';
import { FULL_BLOCK, lowerBlock } from '../base/text/block-glyphs.js';
import type { Painter } from './contract.js';

const TRACK = 0x2502;
const BLANK = 0x20;

export interface Scrolled {
  /** Length of the track, in cells. */
  readonly cells: number;
  /** The parts above and in view, and the whole, all in the same unit: rows, or lines of a long text. */
  readonly top: number;
  readonly shown: number;
  readonly size: number;
}

/** Start and end of a thumb, in eighths of a cell from the start of its track. */
interface Thumb {
  readonly start: number;
  readonly end: number;
}

/**
 * The thumb is as long as the part of the content that shows, never shorter than a cell, and at an end of
 * its track only where the content is.
 */
export function thumbOf({ cells, top, shown, size }: Scrolled): Thumb {
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

/** The share of all, 0 to 1, that is scrolled where the thumb, held `grip` cells below its start, is at a cell. */
export function shareAt(cell: number, grip: number, scrolled: Scrolled): number {
  const { start, end } = thumbOf(scrolled);
  const free = scrolled.cells - (end - start) / 8;
  return free <= 0 ? 0 : Math.min(1, Math.max(0, (cell - grip) / free));
}

/** Whole cells of a thumb, where no parts of cells can be shown. */
export function wholeCells({ start, end }: Thumb): number {
  return Math.max(1, Math.round(end / 8) - Math.floor(start / 8));
}

/** Paints the column at `x` from `y` down. The bits of `attributes` are those of its text. */
export function paintScrollbar(
  painter: Painter,
  x: number,
  y: number,
  scrolled: Scrolled,
  attributes = 0,
): void {
  const { cells } = scrolled;
  const color = painter.color('var(--border)') ?? painter.fg;
  const plain = painter.style(color, painter.bg, attributes);
  const thumb = thumbOf(scrolled);
  if (painter.depth === 'none') {
    // Without colour the track is a line, and the thumb whole cells.
    painter.fill(x, y, 1, cells, TRACK, plain);
    painter.fill(x, y + Math.floor(thumb.start / 8), 1, wholeCells(thumb), FULL_BLOCK, plain);
    return;
  }
  const inverse = painter.style(color, painter.bg, attributes ^ REVERSE);
  for (let row = 0; row < cells; row++) {
    const from = Math.max(0, thumb.start - row * 8);
    const to = Math.min(8, thumb.end - row * 8);
    if (to <= 0 || from >= 8) painter.put(x, y + row, BLANK, plain);
    else if (to === 8) painter.put(x, y + row, lowerBlock(8 - from), plain);
    // A thumb that ends in the cell leaves its lower part free: that is the glyph, drawn in reverse.
    else painter.put(x, y + row, lowerBlock(8 - to), inverse);
  }
}

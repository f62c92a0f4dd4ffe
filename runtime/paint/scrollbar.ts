/** The scrollbars of a box that scrolls: in the column beside the content, and in the row below it. */
import { paintScrollbar, thumbOf, wholeCells } from '../element/scrollbar.js';
import { FULL_BLOCK, LOWER_HALF } from '../base/text/block-glyphs.js';
import type { LayoutBox, ScrollState } from '../layout/box.js';
import { BLANK, DECORATIONS } from './cells.js';
import type { CellPainter } from './painter.js';

const LINE = 0x2500;

/** The painter is open on the border box. */
export function paintScrollbars(painter: CellPainter, box: LayoutBox): void {
  const { scroll } = box;
  if (scroll === null) return;
  if (scroll.axes.y && scroll.height > scroll.port.height) paintColumn(painter, box, scroll);
  if (scroll.bottomBar && scroll.width > scroll.port.width) paintRow(painter, box, scroll);
}

function paintColumn(painter: CellPainter, { rect }: LayoutBox, scroll: ScrollState): void {
  const { port, top, height: size } = scroll;
  const scrolled = { cells: port.height, top, shown: port.height, size };
  const attributes = painter.attributes & ~DECORATIONS;
  paintScrollbar(painter, port.x + port.width - rect.x, port.y - rect.y, scrolled, attributes);
}

/**
 * The bar below the content, half a cell high: a cell is about twice as high as wide, so that both bars
 * look equally thick. There are no glyphs of half the height in eighths of the width: it goes by cells.
 */
function paintRow(painter: CellPainter, box: LayoutBox, scroll: ScrollState): void {
  const { port, left: top, width: size } = scroll;
  const x = port.x - box.rect.x;
  const y = port.y + port.height - box.rect.y;
  const color = painter.color('var(--border)') ?? painter.fg;
  const plain = painter.style(color, painter.bg, painter.attributes & ~DECORATIONS);
  const thumb = thumbOf({ cells: port.width, top, shown: port.width, size });
  // At an end only where the content is, as the thumb of eighths has it.
  const cells = wholeCells(thumb);
  const room = port.width - cells;
  let first = Math.min(room, Math.floor(thumb.start / 8));
  if (top > 0 && first === 0) first = Math.min(1, room);
  if (top < size - port.width && first === room) first = Math.max(0, room - 1);
  const hasColor = painter.depth !== 'none';
  painter.fill(x, y, port.width, 1, hasColor ? BLANK : LINE, plain);
  painter.fill(x + first, y, cells, 1, hasColor ? LOWER_HALF : FULL_BLOCK, plain);
}

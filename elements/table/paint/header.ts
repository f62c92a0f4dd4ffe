/** The header of a table: labels, the marks of what it is sorted by, and the borders that are dragged. */
import { DEFAULT_COLOR } from '../../../runtime/base/color.js';
import { cellWidth } from '../../../runtime/base/text/graphemes.js';
import { sanitize } from '../../../runtime/base/text/sanitize.js';
import { truncate } from '../../../runtime/base/text/truncate.js';
import type { Painter } from '../../../runtime/element/contract.js';
import { BOLD, REVERSE, UNDERLINE } from '../../../runtime/paint/cells.js';
import { borderOf, markRoom, type PlacedColumn } from './layout.js';
import { paintLines, type PaintInput } from './parts.js';

const BLANK = 0x20;
const ARROWS = { ascending: '▲', descending: '▼' } as const;
/** Columns that are scrolled out at either end. */
const ENDS = { left: 0x2039, right: 0x203a };
/** A border under the pointer, or dragged. */
const HANDLE = 0x2503;

export function paintHeader(painter: Painter, input: PaintInput): void {
  const { layout, colors } = input;
  const fg = colors.header ?? painter.fg;
  const bg = colors.headerBackground ?? painter.bg;
  // Without a background of its own a line separates the header from the rows.
  const isUnderlined = bg === DEFAULT_COLOR || bg === painter.bg || painter.depth === 'none';
  const line = isUnderlined ? UNDERLINE : 0;
  const base = painter.style(fg, bg, BOLD | line);
  painter.fill(0, 0, layout.width, 1, BLANK, base);
  const sorted = painter.style(painter.color('var(--accent)') ?? fg, bg, BOLD | line);
  for (const placed of layout.columns) {
    const mark = sortMark(input, placed);
    let style = mark === '' ? base : sorted;
    if (input.focused && placed.column.index === input.headCursor) {
      style = highlight(painter, input, BOLD);
      painter.fill(placed.x, 0, placed.width, 1, BLANK, style);
    }
    paintLabel(painter, input, placed, mark, style);
  }
  paintLines(painter, input, 0, { fg, bg, attributes: line });
  if (layout.pad > 0) paintEnds(painter, layout, base);
  const border = layout.columns.find(({ column }) => column.index === input.border);
  if (border !== undefined) painter.put(borderOf(layout, border), 0, HANDLE, sorted);
}

/** `▲`, and where rows are sorted by several columns the place among them: `▼2`. */
function sortMark({ model }: PaintInput, { column }: PlacedColumn): string {
  const sorts = model.sorts ?? [];
  const place = sorts.findIndex((each) => each.column === column);
  if (place < 0) return '';
  const arrow = ARROWS[sorts[place]!.direction];
  return sorts.length > 1 ? `${arrow}${place + 1}` : arrow;
}

function paintLabel(
  painter: Painter,
  { layout }: PaintInput,
  { column, x, width, align }: PlacedColumn,
  mark: string,
  style: number,
): void {
  const whole = sanitize(column.label);
  const more = Math.max(0, cellWidth(mark) - 1);
  // In a column that is too narrow the mark touches the label: it is in the gap; without a gap, inside.
  const apart = markRoom(layout.gap) + more;
  const isInside = mark !== '' && cellWidth(whole) + apart <= width;
  const taken = mark === '' || isInside ? 0 : layout.gap === 0 ? 1 + more : more;
  const room = Math.max(0, width - taken);
  const label = truncate(whole, room);
  const own = cellWidth(label) + (isInside ? apart : 0);
  const start = x + startIn(room - own, align);
  painter.text(start, 0, label, style, room);
  if (mark === '') return;
  const at = start + cellWidth(label) + (isInside ? 1 : 0);
  painter.text(Math.min(at, layout.width - 1), 0, mark, style);
}

function paintEnds(painter: Painter, layout: PaintInput['layout'], style: number): void {
  const end = (layout.bar < 0 ? layout.width : layout.bar) - 1;
  if (layout.first > 0) painter.put(0, 0, ENDS.left, style);
  if (layout.cut) painter.put(end, 0, ENDS.right, style);
}

/** Where a text starts that leaves `free` cells of its column. */
function startIn(free: number, align: 'left' | 'center' | 'right'): number {
  if (align === 'right') return free;
  return align === 'center' ? free >> 1 : 0;
}

function highlight(painter: Painter, { colors }: PaintInput, attributes: number): number {
  if (painter.depth === 'none') return painter.style(painter.fg, painter.bg, attributes | REVERSE);
  return painter.style(
    colors.cursor ?? painter.fg,
    colors.cursorBackground ?? painter.bg,
    attributes,
  );
}

/** Paints a table: reads only visible rows. */
import { DEFAULT_COLOR, readable, TRANSPARENT, type Color } from '../../../runtime/base/color.js';
import { BOLD, REVERSE, UNDERLINE } from '../../../runtime/paint/cells.js';
import { sanitize } from '../../../runtime/base/text/sanitize.js';
import { cellWidth } from '../../../runtime/base/text/graphemes.js';
import { truncate } from '../../../runtime/base/text/truncate.js';
import type { Painter } from '../../../runtime/element/contract.js';
import { paintScrollbar } from '../../../runtime/element/scrollbar.js';
import { markRoom, type GridModel, type PlacedColumn, type TableLayout } from './layout.js';
import type { Direction } from '../model/sorting.js';

const BLANK = 0x20;
/** `single`, `multiple`: in front of what is selected, as in lists. */
const MARK = { single: 0x25b8, multiple: 0x2713, left: 0x2039, right: 0x203a };
const LINES = { none: BLANK, thin: 0x2502, thick: 0x2503, double: 0x2551 } as const;

/** How one cell looks, where it differs from its row. */
export interface CellLook {
  readonly text: string;
  readonly color?: Color | undefined;
  readonly bold?: boolean;
  /** Paints what is before the text, such as the lines of a tree, and returns the cells that it takes. */
  lead?(painter: Painter, cell: PaintedCell): number;
  /** What follows the text. */
  readonly tail?: { readonly text: string; readonly color: string } | undefined;
}

/** Where a cell is, and the colours of its row. */
export interface PaintedCell extends RowStyle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** What is painted of a table or a tree. */
interface PaintedModel extends Pick<GridModel, 'shown' | 'sortColumn'> {
  readonly direction: Direction;
  indexAt(place: number): number;
}

export interface PaintInput {
  readonly model: PaintedModel;
  readonly layout: TableLayout;
  /** The first row that shows. */
  readonly top: number;
  /** Place of the row that keys are at, -1 for none; shown as such only where `focused`. */
  readonly cursor: number;
  /** The column of the header that keys are at; -1 for none. */
  readonly headCursor: number;
  readonly hover: number;
  readonly focused: boolean;
  readonly selectable: 'none' | 'single' | 'multiple';
  readonly emptyText: string;
  /** The mark in front of what is selected, where it is another one than in lists. */
  readonly mark?: number;
  readonly separator: keyof typeof LINES;
  readonly stripes: boolean;
  readonly colors: {
    readonly stripe: Color | undefined;
    readonly header: Color | undefined;
    readonly headerBackground: Color | undefined;
    readonly cursor: Color | undefined;
    readonly cursorBackground: Color | undefined;
    readonly selected: Color | undefined;
  };
  isSelected(index: number): boolean;
  look(index: number, column: PlacedColumn['column']): CellLook;
}

/** The style of a row: its colours and attributes, and whether cells keep colours of their own. */
interface RowStyle {
  readonly fg: Color;
  readonly bg: Color;
  /** Undefined: the table's own. */
  readonly attributes: number | undefined;
  readonly ownColors: boolean;
}

export function paintTable(painter: Painter, input: PaintInput): void {
  const { layout, model, top } = input;
  if (layout.header > 0) paintHeader(painter, input);
  const { y, height } = painter.clip;
  const from = Math.max(0, y - layout.header);
  const to = Math.min(layout.body, y + height - layout.header);
  for (let row = from; row < to; row++) {
    const index = model.indexAt(top + row);
    if (index < 0) break;
    paintRow(painter, input, row + layout.header, top + row, index);
  }
  if (model.shown === 0) paintEmpty(painter, input);
  if (layout.bar >= 0) {
    const { body } = layout;
    const scrolled = { cells: body, top, shown: body, size: model.shown };
    paintScrollbar(painter, layout.bar, layout.header, scrolled);
  }
}

function paintHeader(painter: Painter, input: PaintInput): void {
  const { layout, model, colors, headCursor } = input;
  const fg = colors.header ?? painter.fg;
  const bg = colors.headerBackground ?? painter.bg;
  // Without a background of its own a line separates the header from the rows.
  const isUnderlined = bg === DEFAULT_COLOR || bg === painter.bg || painter.depth === 'none';
  const line = isUnderlined ? UNDERLINE : 0;
  const base = painter.style(fg, bg, BOLD | line);
  painter.fill(0, 0, layout.width, 1, BLANK, base);
  const sorted = model.sortColumn;
  for (const { column, x, width, align } of layout.columns) {
    const isSorted = column === sorted;
    let style = base;
    if (isSorted) style = painter.style(painter.color('var(--accent)') ?? fg, bg, BOLD | line);
    if (input.focused && column.index === headCursor) {
      style = highlight(painter, input, BOLD);
      painter.fill(x, 0, width, 1, BLANK, style);
    }
    const arrow = model.direction === 'ascending' ? 0x25b2 : 0x25bc;
    const whole = sanitize(column.label);
    // In a column that is too narrow the mark touches the label: it is in the gap; without a gap, inside.
    const apart = markRoom(layout.gap);
    const inside = isSorted && cellWidth(whole) + apart <= width;
    const room = isSorted && !inside && layout.gap === 0 ? Math.max(0, width - 1) : width;
    const label = truncate(whole, room);
    const own = cellWidth(label) + (inside ? apart : 0);
    const start = x + startIn(room - own, align);
    painter.text(start, 0, label, style, room);
    const mark = start + cellWidth(label) + (inside ? 1 : 0);
    if (isSorted) painter.put(Math.min(mark, layout.width - 1), 0, arrow, style);
  }
  paintLines(painter, input, 0, fg, bg, line);
  if (layout.pad > 0) paintEnds(painter, layout, base);
}

/** Marks of columns that are scrolled out at either end. */
function paintEnds(painter: Painter, layout: PaintInput['layout'], style: number): void {
  const end = (layout.bar < 0 ? layout.width : layout.bar) - 1;
  if (layout.first > 0) painter.put(0, 0, MARK.left, style);
  if (layout.cut) painter.put(end, 0, MARK.right, style);
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

function rowStyle(painter: Painter, input: PaintInput, place: number, selected: boolean): RowStyle {
  const { colors, focused, selectable, stripes } = input;
  const { fg, bg, depth } = painter;
  const atCursor = focused && selectable !== 'none' && place === input.cursor;
  const isHovered = selectable !== 'none' && place === input.hover;
  if (depth === 'none') {
    const bits = bitsOf(selected, atCursor, isHovered);
    return { fg, bg, attributes: bits === 0 ? undefined : bits, ownColors: true };
  }
  if (atCursor) {
    const cursor = colors.cursorBackground ?? bg;
    return { fg: colors.cursor ?? fg, bg: cursor, attributes: BOLD, ownColors: false };
  }
  if (selected) {
    const chosen = colors.selected ?? bg;
    const text = painter.color('var(--text)') ?? fg;
    return { fg: readable(fg, chosen, text), bg: chosen, attributes: BOLD, ownColors: true };
  }
  if (isHovered) {
    const hover = painter.color('var(--control-hover)');
    return {
      fg: painter.color('var(--control-text)') ?? fg,
      bg: hover ?? bg,
      attributes: undefined,
      ownColors: false,
    };
  }
  if (stripes && place % 2 === 1)
    return { fg, bg: colors.stripe ?? bg, attributes: undefined, ownColors: true };
  return { fg, bg, attributes: undefined, ownColors: true };
}

function paintRow(
  painter: Painter,
  input: PaintInput,
  y: number,
  place: number,
  index: number,
): void {
  const { layout } = input;
  const selected = input.isSelected(index);
  const { fg, bg, attributes, ownColors } = rowStyle(painter, input, place, selected);
  const base = painter.style(fg, bg, attributes);
  // A colour chosen for the table's own background may be unreadable on another one.
  const onRow = (color: Color): Color => (bg === painter.bg ? color : readable(color, bg, fg));
  const end = layout.bar < 0 ? layout.width : layout.bar;
  if (base !== painter.base) painter.fill(0, y, end, 1, BLANK, base);
  for (const { column, x, width, align } of layout.columns) {
    if (width <= 0) continue;
    const look = input.look(index, column);
    paintCell(painter, look, { x, y, width, fg, bg, attributes, ownColors }, align, onRow);
  }
  paintLines(painter, input, y, fg, bg, attributes);
  if (layout.pad === 0 || input.selectable === 'none') return;
  if (selected) painter.put(0, y, input.mark ?? MARK[input.selectable], base);
}

function paintCell(
  painter: Painter,
  look: CellLook,
  cell: PaintedCell,
  align: PlacedColumn['align'],
  onRow: (color: Color) => Color,
): void {
  const { x, y, width, fg, bg, attributes, ownColors } = cell;
  const inkOf = (color: Color | undefined): Color =>
    ownColors && color !== undefined ? onRow(color) : fg;
  const bits = look.bold === true ? (attributes ?? 0) | BOLD : attributes;
  const lead = look.lead?.(painter, cell) ?? 0;
  const room = Math.max(0, width - lead);
  const text = truncate(sanitize(look.text), room);
  const shift = align === 'left' ? 0 : room - cellWidth(text);
  const start = x + lead + (align === 'center' ? shift >> 1 : shift);
  painter.text(start, y, text, painter.style(inkOf(look.color), bg, bits), room);
  if (look.tail === undefined) return;
  const after = start + cellWidth(text) + 1;
  const left = x + width - after;
  if (left <= 0) return;
  const ending = painter.style(inkOf(painter.color(look.tail.color)), bg, attributes);
  painter.text(after, y, truncate(sanitize(look.tail.text), left), ending, left);
}

/** Lines between columns. */
function paintLines(
  painter: Painter,
  { layout, separator }: PaintInput,
  y: number,
  fg: Color,
  bg: Color,
  attributes: number | undefined,
): void {
  if (separator === 'none') return;
  const style = painter.style(painter.color('var(--border)') ?? fg, bg, (attributes ?? 0) & ~BOLD);
  for (const { x, width } of layout.columns.slice(0, -1)) {
    painter.put(x + width + (layout.gap >> 1), y, LINES[separator], style);
  }
}

function paintEmpty(painter: Painter, { layout, emptyText }: PaintInput): void {
  const { header, body, width } = layout;
  const text = truncate(sanitize(emptyText), width);
  const y = header + Math.max(0, (Math.min(body, 5) - 1) >> 1);
  const style = painter.style(painter.color('var(--muted)') ?? painter.fg);
  if (body > 0) painter.text((width - cellWidth(text)) >> 1, y, text, style);
}

/** A colour to paint with; undefined where it says nothing. */
export function paintRows(color: Color | undefined): Color | undefined {
  return color === TRANSPARENT ? undefined : color;
}

/** Without colours a row differs by attributes, and by the mark in front of it. */
function bitsOf(selected: boolean, atCursor: boolean, isHovered: boolean): number {
  const marked = selected ? REVERSE : atCursor ? UNDERLINE : 0;
  return marked | (atCursor ? BOLD : 0) | (isHovered && marked === 0 ? UNDERLINE : 0);
}

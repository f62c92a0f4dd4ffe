/** Paints a table: reads only visible rows. */
import { readable, TRANSPARENT, type Color } from '../../../runtime/base/color.js';
import { BOLD, REVERSE, UNDERLINE } from '../../../runtime/paint/cells.js';
import { sanitize } from '../../../runtime/base/text/sanitize.js';
import { cellWidth } from '../../../runtime/base/text/graphemes.js';
import { truncate } from '../../../runtime/base/text/truncate.js';
import type { Painter } from '../../../runtime/element/contract.js';
import { paintScrollbar } from '../../../runtime/element/scrollbar.js';
import type { Column } from '../model/columns.js';
import { paintFooter } from './footer.js';
import { paintHeader } from './header.js';
import type { PlacedColumn } from './layout.js';
import {
  paintLines,
  type CellLook,
  type Look,
  type PaintedCell,
  type PaintInput,
  type RowStyle,
} from './parts.js';

const BLANK = 0x20;
/** `single`, `multiple`: in front of what is selected, as in lists. */
const MARK = { single: 0x25b8, multiple: 0x2713 };

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
  if (layout.footer > 0) paintFooter(painter, input);
  if (layout.bar >= 0) {
    const { body } = layout;
    const scrolled = { cells: body, top, shown: body, size: model.shown };
    paintScrollbar(painter, layout.bar, layout.header, scrolled);
  }
}

function rowStyle(painter: Painter, input: PaintInput, place: number, selected: boolean): RowStyle {
  const { colors, focused, selectable, stripes, cells } = input;
  const { fg, bg, depth } = painter;
  const atCursor =
    focused && cells === undefined && selectable !== 'none' && place === input.cursor;
  const isHovered = selectable !== 'none' && place === input.hover;
  if (depth === 'none') {
    const bits = bitsOf(selected, atCursor, isHovered);
    const attributes = bits === 0 ? undefined : bits;
    return { fg, bg, attributes, ownColors: true, ownBackground: false };
  }
  const plain = { ownColors: false, ownBackground: false };
  if (atCursor) {
    const cursor = colors.cursorBackground ?? bg;
    return { fg: colors.cursor ?? fg, bg: cursor, attributes: BOLD, ...plain };
  }
  if (selected) {
    const chosen = colors.selected ?? bg;
    const text = painter.color('var(--text)') ?? fg;
    const ink = readable(fg, chosen, text);
    return { ...plain, fg: ink, bg: chosen, attributes: BOLD, ownColors: true };
  }
  if (isHovered) {
    const hover = painter.color('var(--control-hover)');
    return {
      fg: painter.color('var(--control-text)') ?? fg,
      bg: hover ?? bg,
      attributes: undefined,
      ...plain,
    };
  }
  const own = { attributes: undefined, ownColors: true, ownBackground: true };
  return { fg, bg: stripes && place % 2 === 1 ? (colors.stripe ?? bg) : bg, ...own };
}

/** A row or a cell with the look that it has of its own. */
function withLook(painter: Painter, style: RowStyle, look: Look | undefined): RowStyle {
  if (look === undefined) return style;
  const { ownColors, ownBackground } = style;
  const isFilled = ownBackground && look.background !== undefined && painter.depth !== 'none';
  const bg = isFilled ? look.background : style.bg;
  const color = ownColors ? (look.color ?? style.fg) : style.fg;
  // A colour chosen for another background may be unreadable on this one.
  const fg =
    bg === painter.bg ? color : readable(color, bg, isFilled ? inkOn(painter, bg) : style.fg);
  const bits = look.attributes ?? 0;
  const attributes = bits === 0 ? style.attributes : (style.attributes ?? 0) | bits;
  return { ...style, fg, bg, attributes };
}

/** What can be read on a background: the text's colour, or the one behind the table. */
function inkOn(painter: Painter, bg: Color): Color {
  const text = painter.color('var(--text)') ?? painter.fg;
  return readable(text, bg, painter.color('var(--background)') ?? painter.bg);
}

/** A cell that keys are at, or that is selected with others. */
function withCellState(
  painter: Painter,
  input: PaintInput,
  style: RowStyle,
  place: number,
  column: Column,
): RowStyle {
  const { cells, colors } = input;
  if (cells === undefined) return style;
  const isCursor = input.focused && cells.isCursor(place, column);
  const isSelected = cells.isSelected(place, column);
  if (!isCursor && !isSelected) return style;
  const plain = { ownColors: false, ownBackground: false };
  if (painter.depth === 'none') {
    const bits = REVERSE | (isCursor ? BOLD : 0) | (isCursor && isSelected ? UNDERLINE : 0);
    return { ...style, ...plain, attributes: bits };
  }
  if (isCursor) {
    const bg = colors.cursorBackground ?? style.bg;
    return { fg: colors.cursor ?? style.fg, bg, attributes: BOLD, ...plain };
  }
  const bg = colors.selected ?? style.bg;
  const text = painter.color('var(--text)') ?? painter.fg;
  return {
    ...plain,
    fg: readable(painter.fg, bg, text),
    bg,
    attributes: style.attributes,
    ownColors: true,
  };
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
  const state = rowStyle(painter, input, place, selected);
  const row = withLook(painter, state, input.rowLook?.(index));
  const base = painter.style(row.fg, row.bg, row.attributes);
  const end = layout.bar < 0 ? layout.width : layout.bar;
  if (base !== painter.base) painter.fill(0, y, end, 1, BLANK, base);
  for (const [at, { column, x, width, align }] of layout.columns.entries()) {
    if (width <= 0) continue;
    const look = input.look(index, column);
    const own = withCellState(painter, input, row, place, column);
    const style = withLook(painter, own, look);
    if (own !== row || style.bg !== row.bg) {
      // Selected cells side by side are one stretch.
      const pair = [column, layout.columns[at + 1]?.column];
      const isJoined = pair.every(
        (each) => each !== undefined && input.cells?.isSelected(place, each),
      );
      const filled = painter.style(style.fg, style.bg, style.attributes);
      painter.fill(x, y, width + (isJoined ? layout.gap : 0), 1, BLANK, filled);
    }
    paintCell(painter, look, { x, y, width, ...style }, align);
  }
  paintLines(painter, input, y, row);
  if (layout.pad === 0 || input.selectable === 'none') return;
  if (selected) painter.put(0, y, input.mark ?? MARK[input.selectable], base);
}

function paintCell(
  painter: Painter,
  look: CellLook,
  cell: PaintedCell,
  align: PlacedColumn['align'],
): void {
  const { x, y, width, fg, bg, attributes, ownColors } = cell;
  const lead = look.lead?.(painter, cell) ?? 0;
  const room = Math.max(0, width - lead);
  const text = truncate(sanitize(look.text), room);
  const shift = align === 'left' ? 0 : room - cellWidth(text);
  const start = x + lead + (align === 'center' ? shift >> 1 : shift);
  painter.text(start, y, text, painter.style(fg, bg, attributes), room);
  if (look.tail === undefined) return;
  const after = start + cellWidth(text) + 1;
  const left = x + width - after;
  if (left <= 0) return;
  const color = ownColors ? painter.color(look.tail.color) : undefined;
  const ink = color === undefined ? fg : bg === painter.bg ? color : readable(color, bg, fg);
  const ending = painter.style(ink, bg, attributes);
  painter.text(after, y, truncate(sanitize(look.tail.text), left), ending, left);
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

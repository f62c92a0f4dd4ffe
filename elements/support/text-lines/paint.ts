/** Painting that elements with lines of text share: the cursor's line, matches, signs at the edges, the line of the search. */
import { readable, type Color } from '../../../runtime/base/color.js';
import { BOLD, DIM, REVERSE, UNDERLINE } from '../../../runtime/base/text/attributes.js';
import { cellWidth } from '../../../runtime/base/text/graphemes.js';
import { truncate } from '../../../runtime/base/text/truncate.js';
import type { Painter } from '../../../runtime/element/contract.js';
import type { Prompt } from '../../text-editing/prompt.js';

const BLANK = 0x20;
const LEFT = 0x2039;
const RIGHT = 0x203a;

export interface LineColors {
  readonly cursor: Color | undefined;
  readonly cursorBackground: Color | undefined;
  readonly selected: Color | undefined;
  readonly match: Color | undefined;
  readonly matchBackground: Color | undefined;
}

/** How a line looks before what is in it has looks of its own. */
export interface LineLook {
  readonly fg: Color;
  readonly bg: Color;
  readonly attributes: number;
  /** Parts of it keep their own colours. */
  readonly ownColors: boolean;
}

/** A part of a text in one style. */
export interface Piece {
  readonly from: number;
  readonly to: number;
  readonly style: number;
}

/** What the row of the search says. */
export interface StatusTexts {
  readonly left: string;
  readonly right: string;
  readonly isError: boolean;
}

/** Cells from `from` up to `to`, with `left` cells of a row of `width` scrolled out. */
export interface RowCells {
  readonly from: number;
  readonly to: number;
  readonly left: number;
  readonly width: number;
}

/** The look of a line with the cursor, in the selection, or of its own. */
export function lookOf(
  painter: Painter,
  colors: LineColors,
  { isCursor, isSelected }: { readonly isCursor: boolean; readonly isSelected: boolean },
  own: LineLook,
): LineLook {
  const { fg, bg, depth } = painter;
  if (depth === 'none') {
    const bits = isSelected ? REVERSE : isCursor ? UNDERLINE | BOLD : 0;
    return bits === 0 ? own : { ...own, fg, bg, attributes: bits };
  }
  if (isCursor) {
    const background = colors.cursorBackground ?? bg;
    return { fg: colors.cursor ?? fg, bg: background, attributes: BOLD, ownColors: false };
  }
  if (!isSelected) return own;
  const chosen = colors.selected ?? bg;
  const ink = painter.color('var(--text)') ?? fg;
  return {
    fg: readable(own.fg, chosen, ink),
    bg: chosen,
    attributes: own.attributes & ~DIM,
    ownColors: true,
  };
}

export function matchStyle(painter: Painter, colors: LineColors, { attributes }: LineLook): number {
  if (painter.depth === 'none') return painter.style(painter.fg, painter.bg, attributes ^ REVERSE);
  return painter.style(
    colors.match ?? painter.bg,
    colors.matchBackground ?? painter.fg,
    attributes & ~(DIM | REVERSE),
  );
}

/** Paints pieces of a text side by side; returns the cell behind them. */
export function paintPieces(
  painter: Painter,
  { from, to, left }: RowCells,
  y: number,
  text: string,
  pieces: Iterable<Piece>,
): number {
  let x = from - left;
  for (const piece of pieces) {
    if (x >= to) break;
    const part = text.slice(piece.from, piece.to);
    x = paintPart(painter, { from, to }, x, y, part, piece.style);
  }
  return x;
}

/** A part that begins before the first cell is cut there. */
function paintPart(
  painter: Painter,
  { from, to }: { readonly from: number; readonly to: number },
  x: number,
  y: number,
  part: string,
  style: number,
): number {
  const width = cellWidth(part);
  if (x >= from) painter.text(x, y, part, style, to - x);
  else if (x + width > from) {
    let at = x;
    let start = 0;
    for (const character of part) {
      if (at >= from) break;
      at += cellWidth(character);
      start += character.length;
    }
    painter.text(at, y, part.slice(start), style, to - at);
  }
  return x + width;
}

/** Signs that a row goes on at either side. */
export function paintEdges(painter: Painter, cells: RowCells, y: number, look: LineLook): void {
  const { from, to, left, width } = cells;
  const isPlain = look.ownColors && look.bg === painter.bg;
  const color = isPlain ? (painter.color('var(--muted)') ?? look.fg) : look.fg;
  const style = painter.style(color, look.bg, look.attributes);
  if (left > 0 && width > 0) painter.put(from, y, LEFT, style);
  if (width - left > to - from) painter.put(to - 1, y, RIGHT, style);
}

/** The line in which the user searches, and what is found. */
export function paintStatus(
  painter: Painter,
  y: number,
  prompt: Prompt | undefined,
  status: StatusTexts,
): void {
  const { width } = painter;
  const bg = painter.color('var(--surface)') ?? painter.bg;
  const fg = painter.color('var(--text)') ?? painter.fg;
  const isMono = painter.depth === 'none';
  const style = painter.style(fg, bg, isMono ? REVERSE : 0);
  painter.fill(0, y, width, 1, BLANK, style);
  const room = Math.max(0, width - (prompt === undefined ? 0 : 12));
  const right = truncate(status.right, room);
  const rightX = width - cellWidth(right);
  const color = status.isError ? painter.color('var(--error)') : painter.color('var(--muted)');
  painter.text(
    rightX,
    y,
    right,
    painter.style(readable(color ?? fg, bg, fg), bg, isMono ? REVERSE : 0),
  );
  const space = Math.max(1, rightX - (right === '' ? 0 : 1));
  if (prompt === undefined) {
    painter.text(0, y, truncate(status.left, space), style);
    return;
  }
  painter.text(0, y, prompt.kind === 'search' ? '/' : '&', style);
  const selected = isMono
    ? painter.style(fg, bg, UNDERLINE)
    : painter.style(fg, painter.color('var(--selection)') ?? bg);
  prompt.paint(painter, 1, y, Math.max(1, space - 1), style, selected);
}

/** Muted words in the middle of an element without lines. */
export function paintEmpty(
  painter: Painter,
  emptyText: string,
  { header, body, text: width }: { header: number; body: number; text: number },
): void {
  const text = truncate(emptyText, width);
  const y = header + Math.max(0, (Math.min(body, 5) - 1) >> 1);
  const style = painter.style(painter.color('var(--muted)') ?? painter.fg);
  if (body > 0) painter.text((width - cellWidth(text)) >> 1, y, text, style);
}

/** Paints a log: the rows that show, what is marked and selected, matches, the line of the search, and the scrollbar. */
import { DEFAULT_COLOR, readable, type Color } from '../../../runtime/base/color.js';
import { BOLD, DIM, REVERSE, UNDERLINE } from '../../../runtime/base/text/attributes.js';
import { cellWidth } from '../../../runtime/base/text/graphemes.js';
import { truncate } from '../../../runtime/base/text/truncate.js';
import type { Painter } from '../../../runtime/element/contract.js';
import { paintScrollbar } from '../../../runtime/element/scrollbar.js';
import { programColor } from '../../support/program-text/ansi-colors.js';
import { hasFewColors } from '../../support/looks.js';
import type { Level } from '../model/levels.js';
import type { LogModel } from '../model/model.js';
import type { Prompt } from '../../text-editing/prompt.js';
import { scrolledOf, type LogView, type VisibleRow } from '../view.js';
import { inColumn, labelOf, type Row } from './rows.js';

const BLANK = 0x20;
const MARK = 0x25cf;
const LEFT = 0x2039;
const RIGHT = 0x203a;
/** Matches that are highlighted in one line. */
const MAX_RANGES = 200;

export interface LogLayout {
  readonly width: number;
  readonly height: number;
  /** Rows of the labels of columns: 0 or 1. */
  readonly header: number;
  readonly body: number;
  /** Cells of marks at the left. */
  readonly gutter: number;
  /** Cells of text. */
  readonly text: number;
  /** Column of the scrollbar; -1 for none. */
  readonly bar: number;
  /** Row of the search and the filter; -1 for none. */
  readonly status: number;
}

interface LogColors {
  readonly levels: Readonly<Partial<Record<Level, Color | undefined>>>;
  readonly cursor: Color | undefined;
  readonly cursorBackground: Color | undefined;
  readonly selected: Color | undefined;
  readonly match: Color | undefined;
  readonly matchBackground: Color | undefined;
}

export interface PaintInput {
  readonly model: LogModel;
  readonly view: LogView;
  readonly layout: LogLayout;
  readonly columnWidths: readonly number[];
  readonly focused: boolean;
  readonly marks: ReadonlySet<number>;
  readonly colors: LogColors;
  readonly prompt: Prompt | undefined;
  /** What the row of the search says. */
  readonly status: { readonly left: string; readonly right: string; readonly isError: boolean };
  /** Lines that came since the end was left. */
  readonly unseen: number;
  readonly emptyText: string;
}

interface LineStyle {
  readonly fg: Color;
  readonly bg: Color;
  readonly attributes: number;
  /** Colours of the program are kept. */
  readonly ownColors: boolean;
}

export function paintLog(painter: Painter, input: PaintInput): void {
  const { layout, view, model } = input;
  if (layout.header > 0) paintHeader(painter, input);
  const { y, height } = painter.clip;
  for (const [at, visible] of view.visible.entries()) {
    const row = at + layout.header;
    if (row >= y && row < y + height) paintRow(painter, input, row, visible);
  }
  if (model.shownCount === 0) paintEmpty(painter, input);
  if (layout.bar >= 0) {
    const scrolled = scrolledOf(view, layout.body);
    paintScrollbar(painter, layout.bar, layout.header, scrolled);
  }
  paintUnseen(painter, input);
  if (layout.status >= 0) paintStatus(painter, input);
}

/** What covers the last row where lines have come below it; empty for nothing. */
export function unseenText(unseen: number): string {
  return unseen === 0 ? '' : ` ↓ ${unseen} new `;
}

function paintHeader(painter: Painter, { model, layout, columnWidths, view }: PaintInput): void {
  const columns = model.columns ?? [];
  const text = columns
    .map((column, at) =>
      at === columns.length - 1
        ? labelOf(column)
        : inColumn(labelOf(column), columnWidths[at] ?? 0),
    )
    .join('');
  const fg = painter.color('var(--muted)') ?? painter.fg;
  const bg = painter.color('var(--surface)') ?? painter.bg;
  const style = painter.style(fg, bg, BOLD | (painter.depth === 'none' ? UNDERLINE : 0));
  painter.fill(0, 0, layout.width, 1, BLANK, style);
  const x = layout.gutter - view.left;
  painter.text(x, 0, text, style, layout.gutter + layout.text - x);
}

function styleOf(painter: Painter, input: PaintInput, line: number): LineStyle {
  const { colors, view, focused, model } = input;
  const { fg, bg, depth } = painter;
  const range = view.range;
  const isSelected = range !== undefined && line >= range.from && line <= range.to;
  const isCursor = focused && line === view.cursorLine;
  const level = model.levelOf(line);
  const few = hasFewColors(painter);
  const levelBits = (level === 'error' ? BOLD : 0) | (few && level === 'debug' ? DIM : 0);
  if (depth === 'none') {
    const bits = isSelected ? REVERSE : isCursor ? UNDERLINE | BOLD : 0;
    return { fg, bg, attributes: bits | (bits === 0 ? levelBits : 0), ownColors: true };
  }
  if (isCursor) {
    const background = colors.cursorBackground ?? bg;
    return { fg: colors.cursor ?? fg, bg: background, attributes: BOLD, ownColors: false };
  }
  const own = (level === undefined ? undefined : colors.levels[level]) ?? fg;
  if (!isSelected) return { fg: own, bg, attributes: levelBits, ownColors: true };
  const chosen = colors.selected ?? bg;
  const ink = painter.color('var(--text)') ?? fg;
  return {
    fg: readable(own, chosen, ink),
    bg: chosen,
    attributes: levelBits & ~DIM,
    ownColors: true,
  };
}

function paintRow(
  painter: Painter,
  input: PaintInput,
  y: number,
  { line, row, index }: VisibleRow,
): void {
  const { layout, view } = input;
  const look = styleOf(painter, input, line);
  const base = painter.style(look.fg, look.bg, look.attributes);
  const end = layout.gutter + layout.text;
  if (look.bg !== painter.bg || (look.attributes & (REVERSE | UNDERLINE)) !== 0) {
    painter.fill(0, y, end, 1, BLANK, base);
  }
  let x = layout.gutter - view.left;
  for (const { from, to, style } of piecesOf(painter, input, row, look)) {
    const text = row.text.slice(from, to);
    if (x >= end) break;
    if (text !== '') painter.text(x, y, text, style, end - x);
    x += cellWidth(text);
  }
  paintEdges(painter, input, y, row, look);
  if (layout.gutter === 0) return;
  painter.fill(0, y, layout.gutter, 1, BLANK, base);
  if (index === 0 && input.marks.has(line)) {
    const color = painter.color('var(--accent)') ?? look.fg;
    painter.put(
      0,
      y,
      MARK,
      painter.style(look.ownColors ? color : look.fg, look.bg, look.attributes),
    );
  }
}

/** Signs that a row goes on at either side. */
function paintEdges(
  painter: Painter,
  { layout, view }: PaintInput,
  y: number,
  row: Row,
  look: LineStyle,
): void {
  const style = painter.style(
    look.ownColors && look.bg === painter.bg ? (painter.color('var(--muted)') ?? look.fg) : look.fg,
    look.bg,
    look.attributes,
  );
  if (view.left > 0 && row.width > 0) painter.put(layout.gutter, y, LEFT, style);
  if (row.width - view.left > layout.text) {
    painter.put(layout.gutter + layout.text - 1, y, RIGHT, style);
  }
}

interface Piece {
  readonly from: number;
  readonly to: number;
  readonly style: number;
}

/** The parts of a row in one style each: spans of the program, cut where matches begin and end. */
function* piecesOf(
  painter: Painter,
  input: PaintInput,
  row: Row,
  look: LineStyle,
): Generator<Piece> {
  const ranges = input.model.search?.ranges(row.text, MAX_RANGES) ?? [];
  for (const span of row.spans) {
    const start = Math.max(span.from, row.start);
    const stop = Math.min(span.to, row.end);
    if (start >= stop) continue;
    const style = spanStyle(painter, look, span);
    let at = start;
    for (const [from, to] of ranges) {
      if (to <= at || from >= stop) continue;
      if (from > at) yield { from: at, to: from, style };
      const until = Math.min(stop, to);
      yield { from: Math.max(at, from), to: until, style: matchStyle(painter, input, look) };
      at = until;
    }
    if (at < stop) yield { from: at, to: stop, style };
  }
}

function spanStyle(
  painter: Painter,
  look: LineStyle,
  { pen, isMuted }: Row['spans'][number],
): number {
  const { fg, bg, attributes, ownColors } = look;
  if (pen === undefined) {
    const isQuiet = isMuted === true && ownColors;
    const muted = isQuiet ? (painter.color('var(--muted)') ?? fg) : fg;
    return painter.style(isQuiet ? readable(muted, bg, fg) : muted, bg, attributes);
  }
  const bits = attributes | pen.attributes;
  if (!ownColors) return painter.style(fg, bg, bits & ~(DIM | REVERSE));
  const hasOwnBackground = pen.bg !== DEFAULT_COLOR;
  const background = hasOwnBackground ? pen.bg : bg;
  const own = pen.fg === DEFAULT_COLOR ? fg : pen.fg;
  // On its own background a program has its reasons.
  const isChosen = hasOwnBackground && pen.fg !== DEFAULT_COLOR;
  const seen = isChosen ? own : programColor(painter, own, background, fg);
  const color = isChosen || background === painter.bg ? seen : readable(seen, background, fg);
  return painter.style(color, background, bits);
}

function matchStyle(painter: Painter, { colors }: PaintInput, { attributes }: LineStyle): number {
  if (painter.depth === 'none') return painter.style(painter.fg, painter.bg, attributes ^ REVERSE);
  return painter.style(
    colors.match ?? painter.bg,
    colors.matchBackground ?? painter.fg,
    attributes & ~(DIM | REVERSE),
  );
}

function paintUnseen(painter: Painter, { unseen, layout }: PaintInput): void {
  const text = truncate(unseenText(unseen), layout.text);
  if (text === '' || layout.body === 0) return;
  const style =
    painter.depth === 'none'
      ? painter.style(painter.fg, painter.bg, REVERSE)
      : painter.style(painter.color('var(--accent-text)'), painter.color('var(--accent)'), BOLD);
  const x = layout.gutter + layout.text - cellWidth(text);
  painter.text(x, layout.header + layout.body - 1, text, style);
}

function paintStatus(painter: Painter, { layout, prompt, status }: PaintInput): void {
  const y = layout.status;
  const bg = painter.color('var(--surface)') ?? painter.bg;
  const fg = painter.color('var(--text)') ?? painter.fg;
  const isMono = painter.depth === 'none';
  const style = painter.style(fg, bg, isMono ? REVERSE : 0);
  painter.fill(0, y, layout.width, 1, BLANK, style);
  const room = Math.max(0, layout.width - (prompt === undefined ? 0 : 12));
  const right = truncate(status.right, room);
  const rightX = layout.width - cellWidth(right);
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

function paintEmpty(painter: Painter, { layout, emptyText }: PaintInput): void {
  const text = truncate(emptyText, layout.text);
  const y = layout.header + Math.max(0, (Math.min(layout.body, 5) - 1) >> 1);
  const style = painter.style(painter.color('var(--muted)') ?? painter.fg);
  if (layout.body > 0) painter.text((layout.width - cellWidth(text)) >> 1, y, text, style);
}

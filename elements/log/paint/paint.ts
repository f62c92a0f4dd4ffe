/** Paints a log: the rows that show, what is marked and selected, matches, the line of the search, and the scrollbar. */
import { DEFAULT_COLOR, readable, type Color } from '../../../runtime/base/color.js';
import { BOLD, DIM, REVERSE, UNDERLINE } from '../../../runtime/base/text/attributes.js';
import { cellWidth } from '../../../runtime/base/text/graphemes.js';
import { truncate } from '../../../runtime/base/text/truncate.js';
import type { Painter } from '../../../runtime/element/contract.js';
import { paintScrollbar } from '../../../runtime/element/scrollbar.js';
import { programColor, programInk } from '../../../runtime/base/program-colors.js';
import { hasFewColors } from '../../support/looks.js';
import { colorOf } from '../../support/text-lines/body.js';
import type { StyleValues } from '../../../runtime/element/contract.js';
import type { STYLES } from '../declaration.js';
import type { Level } from '../model/levels.js';
import type { LogModel } from '../model/model.js';
import type { Prompt } from '../../text-editing/prompt.js';
import type { LinesLayout } from '../../support/text-lines/interaction.js';
import {
  lookOf,
  matchStyle,
  paintEdges,
  paintEmpty,
  paintStatus,
  type LineColors,
  type LineLook,
  type Piece,
  type StatusTexts,
} from '../../support/text-lines/paint.js';
import { scrolledOf, type LinesView, type VisibleRow } from '../../support/text-lines/view.js';
import { inColumn, labelOf, type Row } from './rows.js';

const BLANK = 0x20;
const MARK = 0x25cf;
/** Matches that are highlighted in one line. */
const MAX_RANGES = 200;

/** `gutter` has marks. */
export type LogLayout = LinesLayout;

interface LogColors extends LineColors {
  readonly levels: Readonly<Partial<Record<Level, Color | undefined>>>;
}

/** The colours that styles set; others are those of the text. */
export function colorsOf(style: StyleValues<typeof STYLES>): LogColors {
  return {
    levels: {
      error: colorOf(style.errorColor),
      warning: colorOf(style.warningColor),
      debug: colorOf(style.debugColor),
    },
    cursor: colorOf(style.cursorColor),
    cursorBackground: colorOf(style.cursorBackground),
    selected: colorOf(style.selectedBackground),
    match: colorOf(style.matchColor),
    matchBackground: colorOf(style.matchBackground),
  };
}

export interface PaintInput {
  readonly model: LogModel;
  readonly view: LinesView<Row>;
  readonly layout: LogLayout;
  readonly columnWidths: readonly number[];
  readonly focused: boolean;
  readonly marks: ReadonlySet<number>;
  readonly colors: LogColors;
  readonly prompt: Prompt | undefined;
  readonly status: StatusTexts;
  /** Lines that came since the end was left. */
  readonly unseen: number;
  readonly emptyText: string;
}

export function paintLog(painter: Painter, input: PaintInput): void {
  const { layout, view, model } = input;
  if (layout.header > 0) paintHeader(painter, input);
  const { y, height } = painter.clip;
  for (const [at, visible] of view.visible.entries()) {
    const row = at + layout.header;
    if (row >= y && row < y + height) paintRow(painter, input, row, visible);
  }
  if (model.shownCount === 0) paintEmpty(painter, input.emptyText, layout);
  if (layout.bar >= 0) {
    const scrolled = scrolledOf(view, layout.body);
    paintScrollbar(painter, layout.bar, layout.header, scrolled);
  }
  paintUnseen(painter, input);
  if (layout.status >= 0) paintStatus(painter, layout.status, input.prompt, input.status);
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

function styleOf(painter: Painter, input: PaintInput, line: number): LineLook {
  const { colors, view, focused, model } = input;
  const { fg, bg } = painter;
  const range = view.range;
  const level = model.levelOf(line);
  const isDim = hasFewColors(painter) && level === 'debug';
  const own = {
    fg: (painter.depth === 'none' || level === undefined ? undefined : colors.levels[level]) ?? fg,
    bg,
    attributes: (level === 'error' ? BOLD : 0) | (isDim ? DIM : 0),
    ownColors: true,
  };
  const isSelected = range !== undefined && line >= range.from && line <= range.to;
  return lookOf(
    painter,
    colors,
    { isSelected, isCursor: focused && line === view.cursorLine },
    own,
  );
}

function paintRow(
  painter: Painter,
  input: PaintInput,
  y: number,
  { line, row, index }: VisibleRow<Row>,
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
  paintEdges(painter, { from: layout.gutter, to: end, left: view.left, width: row.width }, y, look);
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

/** The parts of a row in one style each: spans of the program, cut where matches begin and end. */
function* piecesOf(
  painter: Painter,
  input: PaintInput,
  row: Row,
  look: LineLook,
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
      yield { from: Math.max(at, from), to: until, style: matchStyle(painter, input.colors, look) };
      at = until;
    }
    if (at < stop) yield { from: at, to: stop, style };
  }
}

function spanStyle(
  painter: Painter,
  look: LineLook,
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
  if (hasOwnBackground) {
    // On its own background a program has its reasons.
    const chosen = pen.fg === DEFAULT_COLOR ? programInk(painter, background, fg) : pen.fg;
    return painter.style(chosen, background, bits);
  }
  const own = pen.fg === DEFAULT_COLOR ? fg : pen.fg;
  const seen = programColor(painter, own, background, fg);
  const color = background === painter.bg ? seen : readable(seen, background, fg);
  return painter.style(color, background, bits);
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

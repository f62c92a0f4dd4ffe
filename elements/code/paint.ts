/** Paints a row of code: its number and sign, its text with the looks of the language, of matches and of marks, and the message. */
import { readable, type Color } from '../../runtime/base/color.js';
import { cellWidth } from '../../runtime/base/text/graphemes.js';
import { sanitize } from '../../runtime/base/text/sanitize.js';
import { truncate } from '../../runtime/base/text/truncate.js';
import { BOLD, DIM, ITALIC, REVERSE, UNDERLINE } from '../../runtime/base/text/attributes.js';
import type { Painter } from '../../runtime/element/contract.js';
import type { ScopeSpan } from '../support/highlight/lines.js';
import { scopeAttributes, scopeColor } from '../support/highlight/scopes.js';
import { hasFewColors } from '../support/looks.js';
import type { LinesFrame } from '../support/text-lines/body.js';
import {
  matchStyle,
  paintEdges,
  paintPieces,
  type LineLook,
  type Piece,
} from '../support/text-lines/paint.js';
import type { TextRow } from '../support/text-lines/rows.js';
import type { MarkedRange, Tone } from './marks.js';

const BLANK = 0x20;
/** Of lines that are only set off. */
const SET_OFF = 0x258e;
/** Cells of a message that is shown at all. */
const MIN_MESSAGE = 6;

const SIGNS: Readonly<Record<Tone, number>> = {
  error: 0x25cf,
  warning: 0x25b2,
  info: 0x2139,
  success: 0x2713,
};

const TONE_COLORS: Readonly<Record<Tone, string>> = {
  error: 'var(--error)',
  warning: 'var(--warning)',
  info: 'var(--accent)',
  success: 'var(--success)',
};

export interface CodeRow {
  readonly row: TextRow;
  readonly spans: readonly ScopeSpan[];
  readonly ranges: readonly MarkedRange[];
  /** Empty in rows but the first one of a line, and without numbers. */
  readonly number: string;
  readonly numberColor: Color | undefined;
  /** Of its marks: of the sign and the message. */
  readonly tone: Tone | undefined;
  /** The sign shows before the number. */
  readonly isSigned: boolean;
  /** Its marks are for all of the line. */
  readonly isWhole: boolean;
  readonly hasSigns: boolean;
  readonly message: string;
}

export function paintCodeRow(
  painter: Painter,
  frame: LinesFrame,
  y: number,
  code: CodeRow,
  look: LineLook,
): void {
  const { layout, left } = frame;
  const { row } = code;
  const base = painter.style(look.fg, look.bg, look.attributes);
  const to = layout.gutter + layout.text;
  const isFilled = look.bg !== painter.bg || (look.attributes & (REVERSE | UNDERLINE)) !== 0;
  if (isFilled) painter.fill(0, y, to, 1, BLANK, base);
  paintGutter(painter, layout.gutter, y, code, look);
  if (layout.text <= 0) return;
  const cells = { from: layout.gutter, to, left, width: row.width };
  const pieces = piecesOf(painter, frame, code, look);
  const end = paintPieces(painter, cells, y, row.text, pieces);
  paintEdges(painter, cells, y, look);
  paintMessage(painter, { x: end, y, to }, code, look);
}

function paintGutter(
  painter: Painter,
  gutter: number,
  y: number,
  { number, numberColor, tone, isSigned, isWhole, hasSigns }: CodeRow,
  look: LineLook,
): void {
  const sign = tone !== undefined ? SIGNS[tone] : isWhole ? SET_OFF : BLANK;
  if (isSigned && gutter > 0 && sign !== BLANK) {
    const color = toneColor(painter, tone ?? 'info', look);
    painter.put(0, y, sign, painter.style(color, look.bg, look.attributes | BOLD));
  }
  const room = gutter - (hasSigns ? 2 : 0) - 1;
  if (number === '' || room < 1) return;
  const color = look.ownColors ? readable(numberColor ?? look.fg, look.bg, look.fg) : look.fg;
  const shown = number.slice(-room);
  painter.text(gutter - 1 - shown.length, y, shown, painter.style(color, look.bg, look.attributes));
}

function toneColor(painter: Painter, tone: Tone | undefined, look: LineLook): Color {
  if (!look.ownColors || tone === undefined) return look.fg;
  return readable(painter.color(TONE_COLORS[tone]) ?? look.fg, look.bg, look.fg);
}

/** After the text, where there is room for some of it. */
function paintMessage(
  painter: Painter,
  { x, y, to }: { readonly x: number; readonly y: number; readonly to: number },
  { message, tone }: CodeRow,
  look: LineLook,
): void {
  const room = to - x - 2;
  if (message === '' || room < MIN_MESSAGE) return;
  const text = truncate(sanitize(message), room);
  const color = toneColor(painter, tone, look);
  const start = Math.max(x + 2, 0);
  if (cellWidth(text) > 0) {
    painter.text(
      start,
      y,
      text,
      painter.style(color, look.bg, look.attributes | ITALIC),
      to - start,
    );
  }
}

/** Cuts a row where looks change: matches first, then what the language says, and marks under both. */
function piecesOf(
  painter: Painter,
  frame: LinesFrame,
  { row, spans, ranges }: CodeRow,
  look: LineLook,
): Piece[] {
  const matches = frame.matches(row.text);
  const edges = [...spans, ...ranges].flatMap(({ from, to }) => [from, to]);
  const inside = [...edges, ...matches.flat()].filter((at) => at > row.start && at < row.end);
  const cuts = new Set([row.start, row.end, ...inside]);
  const places = [...cuts].sort((a, b) => a - b);
  const pieces: Piece[] = [];
  for (let at = 0; at + 1 < places.length; at++) {
    const from = places[at]!;
    const to = places[at + 1]!;
    const isMatch = matches.some(([start, end]) => from >= start && to <= end);
    const span = spans.find((each) => from >= each.from && to <= each.to);
    const range = ranges.find((each) => from >= each.from && to <= each.to);
    const style = isMatch
      ? matchStyle(painter, frame.colors, look)
      : partStyle(painter, look, span?.scope, range);
    pieces.push({ from, to, style });
  }
  return pieces;
}

function partStyle(
  painter: Painter,
  look: LineLook,
  scope: string | undefined,
  range: MarkedRange | undefined,
): number {
  const isMarked = range !== undefined;
  const few = hasFewColors(painter) && scope !== undefined ? scopeAttributes(scope) : 0;
  const bits = (look.attributes | few | (isMarked ? UNDERLINE : 0)) & ~(isMarked ? DIM : 0);
  if (range?.tone !== undefined) {
    return painter.style(toneColor(painter, range.tone, look), look.bg, bits);
  }
  const own = scope === undefined || !look.ownColors ? undefined : scopeColor(painter, scope);
  const color = own === undefined ? look.fg : readable(own, look.bg, look.fg);
  return painter.style(color, look.bg, bits);
}

/** Paints a row of a diff: numbers, the sign, and the text, whose changed words are in reverse; names of files over the whole width. */
import { readable, type Color } from '../../runtime/base/color.js';
import { cellWidth } from '../../runtime/base/text/graphemes.js';
import { sanitize } from '../../runtime/base/text/sanitize.js';
import { truncate } from '../../runtime/base/text/truncate.js';
import { BOLD, DIM, REVERSE, UNDERLINE } from '../../runtime/base/text/attributes.js';
import type { Painter } from '../../runtime/element/contract.js';
import type { ScopeSpan } from '../support/highlight/lines.js';
import { scopeColor } from '../support/highlight/scopes.js';
import type { LinesFrame } from '../support/text-lines/body.js';
import {
  matchStyle,
  paintEdges,
  paintPieces,
  type LineLook,
  type Piece,
} from '../support/text-lines/paint.js';
import type { TextRow } from '../support/text-lines/rows.js';
import type { WordRange } from './model/words.js';

const BLANK = 0x20;
const BAR = 0x2502;

/** One side of a row, or all of it. */
export interface DiffSide {
  readonly row: TextRow;
  /** `+`, `-` or a blank; the signs of a merge. Empty in rows but the first one of a line. */
  readonly sign: string;
  readonly numbers: string;
  readonly numberColor: Color | undefined;
  readonly color: Color | undefined;
  readonly attributes: number;
  readonly words: readonly WordRange[];
  /** As the language has them; undefined without one: the text is in the colour of its line. */
  readonly spans: readonly ScopeSpan[] | undefined;
}

/** The cells of a side: its numbers from `from` on, its text up to `to`. */
export interface SideCells {
  readonly from: number;
  readonly text: number;
  readonly to: number;
}

export function paintSide(
  painter: Painter,
  frame: LinesFrame,
  y: number,
  cells: SideCells,
  side: DiffSide | undefined,
  look: LineLook,
): void {
  const base = painter.style(look.fg, look.bg, look.attributes);
  const { from, text, to } = cells;
  const isFilled = look.bg !== painter.bg || (look.attributes & (REVERSE | UNDERLINE)) !== 0;
  if (isFilled) painter.fill(from, y, to - from, 1, BLANK, base);
  if (side === undefined) return;
  const { row, sign, numbers, numberColor } = side;
  const own = ownLook(look, side);
  const style = painter.style(own.fg, own.bg, own.attributes);
  const gutter = text - from;
  const room = gutter - sign.length;
  if (numbers !== '' && room > 1) {
    const color = look.ownColors ? readable(numberColor ?? look.fg, look.bg, look.fg) : look.fg;
    painter.text(from, y, numbers, painter.style(color, look.bg, look.attributes), room);
  }
  if (sign !== '' && gutter >= sign.length)
    painter.text(text - sign.length, y, sign, style, sign.length);
  if (to <= text) return;
  const place = { from: text, to, left: frame.left, width: row.width };
  paintPieces(painter, place, y, row.text, piecesOf(painter, frame, side, { look, own }));
  paintEdges(painter, place, y, own);
}

function ownLook(look: LineLook, { color, attributes }: DiffSide): LineLook {
  if (!look.ownColors) return look;
  const fg = color === undefined ? look.fg : readable(color, look.bg, look.fg);
  const bits = (look.attributes & REVERSE) !== 0 ? attributes & ~DIM : attributes;
  return { ...look, fg, attributes: look.attributes | bits };
}

/** Changed words look the other way round; where all of the line does, they are underlined. */
function piecesOf(
  painter: Painter,
  frame: LinesFrame,
  { row, words, spans }: DiffSide,
  { look: base, own: look }: { readonly look: LineLook; readonly own: LineLook },
): Piece[] {
  const matches = frame.matches(row.text);
  const edges = (spans ?? []).flatMap(({ from, to }) => [from, to]);
  const inside = [...words.flat(), ...matches.flat(), ...edges].filter(
    (at) => at > row.start && at < row.end,
  );
  const places = [...new Set([row.start, row.end, ...inside])].sort((a, b) => a - b);
  const isReverse = (look.attributes & REVERSE) !== 0 || !look.ownColors;
  const marked = isReverse ? look.attributes | UNDERLINE : (look.attributes & ~DIM) | REVERSE;
  const pieces: Piece[] = [];
  for (let at = 0; at + 1 < places.length; at++) {
    const from = places[at]!;
    const to = places[at + 1]!;
    const isMatch = matches.some(([start, end]) => from >= start && to <= end);
    const isWord = words.some(([start, end]) => from >= start && to <= end);
    const scope = spans?.find((each) => from >= each.from && to <= each.to)?.scope;
    // Words that are changed are in the colour of their line, whatever they are to the language.
    const fg = isWord || spans === undefined ? look.fg : syntaxColor(painter, base, scope);
    const style = isMatch
      ? matchStyle(painter, frame.colors, look)
      : painter.style(fg, look.bg, isWord ? marked : look.attributes);
    pieces.push({ from, to, style });
  }
  return pieces;
}

function syntaxColor(painter: Painter, look: LineLook, scope: string | undefined): Color {
  if (!look.ownColors) return look.fg;
  const color = scope === undefined ? undefined : scopeColor(painter, scope);
  return color === undefined ? look.fg : readable(color, look.bg, look.fg);
}

/** A row over all of the width: the name of a file with its counts, the header of a hunk, a text around the diff. */
export function paintBand(
  painter: Painter,
  frame: LinesFrame,
  y: number,
  { text, counts }: { readonly text: string; readonly counts: string },
  look: LineLook,
): void {
  const { gutter, text: cells } = frame.layout;
  const width = gutter + cells;
  const style = painter.style(look.fg, look.bg, look.attributes);
  if (look.bg !== painter.bg || look.attributes !== 0) painter.fill(0, y, width, 1, BLANK, style);
  const room = width - (counts === '' ? 0 : cellWidth(counts) + 2);
  const matches = frame.matches(text);
  const shown = truncate(sanitize(text), room < 8 ? width : room);
  const inside = matches.flat().filter((at) => at > 0 && at < shown.length);
  const places = [...new Set([0, shown.length, ...inside])].sort((a, b) => a - b);
  let x = 0;
  for (let at = 0; at + 1 < places.length; at++) {
    const from = places[at]!;
    const isMatch = matches.some(([start, end]) => from >= start && from < end);
    const part = shown.slice(from, places[at + 1]);
    painter.text(x, y, part, isMatch ? matchStyle(painter, frame.colors, look) : style, width - x);
    x += cellWidth(part);
  }
  if (room >= 8 && counts !== '') painter.text(width - cellWidth(counts), y, counts, style);
}

export function paintDivider(painter: Painter, x: number, y: number, look: LineLook): void {
  const muted = look.ownColors ? (painter.color('var(--border)') ?? look.fg) : look.fg;
  painter.put(x, y, BAR, painter.style(muted, look.bg, look.attributes & ~BOLD));
}

/** Places notifications and tooltips: boxes of wrapped text, always inside the screen. */
import type { Color } from '../base/color.js';
import type { Rect, Size } from '../base/geometry.js';
import { cellWidth } from '../base/text/graphemes.js';
import { sanitizeLines } from '../base/text/sanitize.js';
import { truncate } from '../base/text/truncate.js';
import { wrapLines } from '../base/text/wrap.js';
import { BOLD } from './cells.js';
import type { CellPainter } from './painter.js';

type NoticeKind = 'info' | 'success' | 'warning' | 'error';

export interface Notice {
  readonly text: string;
  readonly kind: NoticeKind;
}

/** A tooltip and the cell of the screen that it explains. */
export interface Tip {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Rows from `y` on that it leaves free; default 1. */
  readonly rows?: number;
}

export interface Panel {
  readonly rect: Rect;
  readonly lines: readonly string[];
  /** A line around it, or for a notification on a small screen along its left side. */
  readonly edge: 'around' | 'left' | 'none';
  /** The column of its text. */
  readonly inset: number;
  readonly kind: NoticeKind | 'tip';
  /** The notification it shows. */
  readonly notice?: Notice;
  /** It shows an error of the app's code. */
  readonly isError?: boolean;
}

/** Cells of the widest text, and most lines, of one panel. */
const NOTICE_WIDTH = 40;
const NOTICE_LINES = 6;
const TIP_WIDTH = 48;
const TIP_LINES = 12;
/** UTF-16 units of a text that are looked at. */
const MAX_TEXT_LENGTH = 4000;

/** Rows of a screen on which notifications have no border, and a third of the rows at most. */
const SMALL_HEIGHT = 15;

const SIDES = {
  around: { before: 2, after: 2 },
  left: { before: 2, after: 1 },
  none: { before: 0, after: 0 },
} as const;

/** Stacked from the top right, oldest first; where there is no room for all, the newest show. */
export function placeNotices(notices: readonly Notice[], { width, height }: Size): Panel[] {
  const isSmall = height <= SMALL_HEIGHT;
  const edge = width < 12 ? 'none' : isSmall ? 'left' : 'around';
  const border = edge === 'around' ? 2 : 0;
  // Cells at either side of the text.
  const { before, after } = SIDES[edge];
  const margin = width >= 16 ? 1 : 0;
  const room = Math.min(NOTICE_WIDTH, width - before - after - 2 * margin);
  if (room < 1) return [];
  const panels: Panel[] = [];
  let free = isSmall ? Math.ceil(height / 3) : height;
  for (const notice of [...notices].reverse()) {
    const { text, kind } = notice;
    const most = Math.min(NOTICE_LINES, free - border);
    const lines = linesOf(text, room, most);
    if (lines.length === 0) break;
    const size = { width: widest(lines) + before + after, height: lines.length + border };
    free -= size.height;
    const rect = { x: width - margin - size.width, y: 0, ...size };
    panels.push({ rect, lines, edge, inset: before, kind, notice });
  }
  let y = 0;
  return panels.reverse().map((panel) => {
    const placed = { ...panel, rect: { ...panel.rect, y } };
    y += panel.rect.height;
    return placed;
  });
}

/** An error of the app's code, in whole lines. */
export interface ErrorContent {
  readonly kind: 'error' | 'warning';
  /** All of it, with a border; otherwise the first line alone. */
  readonly isWhole: boolean;
  lines(width: number, height: number): readonly string[];
}

/** Along the bottom; of many lines at most half of the screen. Undefined where there is no room. */
export function placeError(error: ErrorContent, { width, height }: Size): Panel | undefined {
  const { kind, isWhole } = error;
  const isFramed = isWhole && height >= 8 && width >= 20;
  const border = isFramed ? 2 : 0;
  const inset = width < 4 ? 0 : 2;
  const room = width - 2 * inset;
  if (room < 1 || height < 1) return undefined;
  const most = isFramed ? Math.max(1, Math.floor(height / 2) - border) : 1;
  const all = error.lines(room, most);
  const count = Math.min(all.length, most);
  // The last line states how to close it.
  const kept =
    count < all.length && isFramed ? [...all.slice(0, count - 1), ...all.slice(-1)] : all;
  const lines = kept
    .slice(0, count)
    .map((line) => truncate(sanitizeLines(line.slice(0, MAX_TEXT_LENGTH)).join(' '), room));
  const size = { width, height: lines.length + border };
  const rect = { x: 0, y: height - size.height, ...size };
  return { rect, lines, edge: isFramed ? 'around' : 'left', inset, kind, isError: true };
}

/** Below its cell or, where there is more room, above; undefined where there is none beside the cell. */
export function placeTip(
  { text, x, y, rows = 1 }: Tip,
  { width, height }: Size,
): Panel | undefined {
  const padding = width >= 3 ? 1 : 0;
  const all = linesOf(text, Math.min(TIP_WIDTH, width - 2 * padding), TIP_LINES);
  const below = height - rows - y;
  const above = Math.min(y, height);
  const down = all.length <= below || below >= above;
  const lines = all.slice(0, Math.max(0, down ? below : above));
  if (lines.length === 0 || y < 0 || y >= height) return undefined;
  const wide = widest(lines) + 2 * padding;
  return {
    rect: {
      x: Math.max(0, Math.min(x, width - wide)),
      y: down ? y + rows : y - lines.length,
      width: wide,
      height: lines.length,
    },
    lines,
    edge: 'none',
    inset: padding,
    kind: 'tip',
  };
}

const [HORIZONTAL, VERTICAL] = [0x2500, 0x2502];
const CORNERS = [0x256d, 0x256e, 0x256f, 0x2570] as const;

/** Draws the left edge of a panel. */
export function drawLeftEdge(painter: CellPainter, color: Color): void {
  const style = painter.style(color, undefined, painter.depth === 'none' ? BOLD : 0);
  painter.fill(0, 0, 1, painter.height, VERTICAL, style);
}

/** Draws the border of a panel, around the painter's whole area. */
export function drawFrame(painter: CellPainter, color: Color): void {
  const { width, height } = painter;
  const style = painter.style(color, undefined, painter.depth === 'none' ? BOLD : 0);
  painter.fill(0, 0, width, 1, HORIZONTAL, style);
  painter.fill(0, height - 1, width, 1, HORIZONTAL, style);
  painter.fill(0, 0, 1, height, VERTICAL, style);
  painter.fill(width - 1, 0, 1, height, VERTICAL, style);
  painter.put(0, 0, CORNERS[0], style);
  painter.put(width - 1, 0, CORNERS[1], style);
  painter.put(width - 1, height - 1, CORNERS[2], style);
  painter.put(0, height - 1, CORNERS[3], style);
}

/** Safe lines of at most `room` cells; what does not fit ends with an ellipsis. */
function linesOf(text: string, room: number, most: number): string[] {
  if (room < 1 || most < 1) return [];
  const source = sanitizeLines(text.slice(0, MAX_TEXT_LENGTH)).join('\n').trimEnd();
  const lines = wrapLines(source, room, { maxLines: most + 1 }).map(({ start, end }) =>
    truncate(source.slice(start, end), room),
  );
  if (lines.length <= most) return lines;
  return [
    ...lines.slice(0, most - 1),
    `${truncate(lines[most - 1] ?? '', Math.max(0, room - 1), '')}…`,
  ];
}

function widest(lines: readonly string[]): number {
  return lines.reduce((most, line) => Math.max(most, cellWidth(line)), 0);
}

/** Paints the decoration of a box: background, border, and a title in the border. */
import type { Color } from '../base/color.js';
import type { LayoutBox } from '../layout/box.js';
import { cellWidth } from '../base/text/graphemes.js';
import { sanitize } from '../base/text/sanitize.js';
import { truncate } from '../base/text/truncate.js';
import { BLANK, BOLD, DECORATIONS } from './cells.js';
import type { CellPainter } from './painter.js';
import { COMPUTED, BOX_TITLE } from '../element/internals.js';

/** Glyphs of a border: horizontal, vertical, then the corners clockwise from the top left. */
interface BorderGlyphs {
  readonly horizontal: number;
  readonly vertical: number;
  readonly corners: readonly [number, number, number, number];
}

function glyphsOf(text: string): BorderGlyphs {
  const points = [...text].map((character) => character.codePointAt(0) ?? 0x20);
  const [horizontal = 0, vertical = 0, topLeft = 0, topRight = 0, bottomRight = 0, bottomLeft = 0] =
    points;
  return { horizontal, vertical, corners: [topLeft, topRight, bottomRight, bottomLeft] };
}

/** Box-drawing glyphs by border style (Unicode block 2500). */
const BORDERS: Record<string, BorderGlyphs> = {
  thin: glyphsOf('─│┌┐┘└'),
  thick: glyphsOf('━┃┏┓┛┗'),
  double: glyphsOf('═║╔╗╝╚'),
  rounded: glyphsOf('─│╭╮╯╰'),
};

interface Edges {
  readonly top: BorderGlyphs | undefined;
  readonly right: BorderGlyphs | undefined;
  readonly bottom: BorderGlyphs | undefined;
  readonly left: BorderGlyphs | undefined;
}

function edgesOf(box: LayoutBox): Edges | undefined {
  const style = box.element[COMPUTED];
  const top = BORDERS[String(style['borderTopStyle'])];
  const right = BORDERS[String(style['borderRightStyle'])];
  const bottom = BORDERS[String(style['borderBottomStyle'])];
  const left = BORDERS[String(style['borderLeftStyle'])];
  return top || right || bottom || left ? { top, right, bottom, left } : undefined;
}

/** Draws border and title; the painter is open on the border box. */
export function paintBorder(painter: CellPainter, box: LayoutBox): void {
  if (box.anonymous) return;
  const edges = edgesOf(box);
  const { width, height } = painter;
  if (edges === undefined || width === 0 || height === 0) return;
  const style = box.element[COMPUTED];
  const color = (side: string): number =>
    painter.style(
      (style[`border${side}Color`] as Color | undefined) ??
        (style['outlineColor'] as Color | undefined) ??
        painter.color('var(--border)') ??
        painter.fg,
      painter.bg,
      painter.attributes & ~DECORATIONS,
    );
  const { top, right, bottom, left } = edges;
  if (top !== undefined) painter.fill(0, 0, width, 1, top.horizontal, color('Top'));
  if (bottom !== undefined)
    painter.fill(0, height - 1, width, 1, bottom.horizontal, color('Bottom'));
  if (left !== undefined) painter.fill(0, 0, 1, height, left.vertical, color('Left'));
  if (right !== undefined) painter.fill(width - 1, 0, 1, height, right.vertical, color('Right'));
  // Where two sides meet, the horizontal side's style names the corner.
  if (top && left) painter.put(0, 0, top.corners[0], color('Top'));
  if (top && right) painter.put(width - 1, 0, top.corners[1], color('Top'));
  if (bottom && right) painter.put(width - 1, height - 1, bottom.corners[2], color('Bottom'));
  if (bottom && left) painter.put(0, height - 1, bottom.corners[3], color('Bottom'));
  if (top !== undefined) paintTitle(painter, box, color('Top'));
}

/** `╭ Title ───╮`: one blank on each side, and one line glyph or more before each corner. */
function paintTitle(painter: CellPainter, box: LayoutBox, border: number): void {
  const title = sanitize(box.element[BOX_TITLE]).trim();
  const room = painter.width - 4;
  if (title === '' || room < 1) return;
  const text = truncate(title, room);
  const width = cellWidth(text);
  painter.text(2, 0, text, painter.style(painter.fg, painter.bg, painter.attributes | BOLD), width);
  painter.put(1, 0, BLANK, border);
  painter.put(2 + width, 0, BLANK, border);
}

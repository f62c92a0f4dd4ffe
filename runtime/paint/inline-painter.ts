/** Paints the lines of a box's inline content: alignment, ellipsis, and each run in its own style. */
import { DEFAULT_COLOR, TRANSPARENT, type Color } from '../base/color.js';
import type { Pen } from '../base/text/sgr.js';
import type { LayoutBox } from '../layout/box.js';
import { textStyle } from '../style/text-style.js';
import { cellWidth } from '../base/text/graphemes.js';
import { fit } from '../base/text/truncate.js';
import { webLink } from '../base/text/web-links.js';
import { isHidden } from './background.js';
import { programColor, programInk } from '../base/program-colors.js';
import { REVERSE, type StyleId } from './cells.js';
import type { CellPainter } from './painter.js';
import { COMPUTED } from '../element/internals.js';
import { getAttribute, localNameOf, parentElementOf } from '../element/tree.js';

/** @param room cells that a line leaves free */
function startOf(align: unknown, room: number): number {
  if (align === 'right') return room;
  return align === 'center' ? room >> 1 : 0;
}

/** The painter is open on the content box. */
export function paintInline(painter: CellPainter, box: LayoutBox): void {
  const content = box.inline;
  if (content === null) return;
  const { width, height } = painter;
  const lines = content.lines(width);
  const style = box.element[COMPUTED];
  const align = style['textAlign'];
  const ellipsis = style['textOverflow'] === 'ellipsis' && !box.anonymous;
  const first = Math.max(0, painter.clip.y);
  const last = Math.min(lines.length, height, painter.clip.y + painter.clip.height);
  let run = 0;
  for (let row = first; row < last; row++) {
    const line = lines[row]!;
    // The box may be lower than its text: then the last line that shows says that there is more.
    const cutBelow = ellipsis && row === height - 1 && lines.length > height;
    const cut = ellipsis && (line.width > width || cutBelow);
    const shown = cut ? cutLine(content.text.slice(line.start, line.end), width) : undefined;
    const end = shown === undefined ? line.end : line.start + shown.length;
    const cells = shown === undefined ? line.width : cellWidth(shown) + 1;
    let x = startOf(align, Math.max(0, width - cells));
    while (run > 0 && content.runs[run]!.start > line.start) run--;
    for (let at = line.start; at < end;) {
      while (run < content.runs.length - 1 && content.runs[run]!.end <= at) run++;
      const part = content.runs[run]!;
      const stop = Math.min(end, Math.max(part.end, at + 1));
      const text = content.text.slice(at, stop);
      // Hidden words keep their room.
      x += isHidden(part.element)
        ? cellWidth(text)
        : painter.text(x, row, text, runStyle(painter, part.element, box, part.pen));
      at = stop;
    }
    if (isHidden(box.element)) continue;
    if (shown !== undefined) painter.text(x, row, '…');
    else if (line.hyphen === true) {
      painter.text(x, row, '-', runStyle(painter, content.runs[run]!.element, box));
    }
  }
}

function cutLine(text: string, width: number): string {
  return fit(text, Math.max(0, width - 1)).replace(/ +$/, '');
}

function runStyle(
  painter: CellPainter,
  element: LayoutBox['element'],
  box: LayoutBox,
  pen?: Pen,
): StyleId {
  if (element === box.element) {
    const { fg, bg, attributes, base } = painter;
    return pen === undefined ? base : penStyle(painter, pen, { fg, bg, attributes });
  }
  const { fg, attributes } = textStyle(element[COMPUTED]);
  // Backgrounds do not inherit: the nearest inline element that has one provides it, reversed or not.
  let at: LayoutBox['element'] | null = element;
  let bg: Color = TRANSPARENT;
  let reverse = 0;
  while (at !== null && at !== box.element && bg === TRANSPARENT) {
    bg = (at[COMPUTED]['backgroundColor'] as Color | undefined) ?? TRANSPARENT;
    if (at[COMPUTED]['video'] === 'reverse') reverse ^= REVERSE;
    at = parentElementOf(at);
  }
  if (bg === TRANSPARENT) reverse ^= painter.attributes & REVERSE;
  const video = (attributes & ~REVERSE) | reverse;
  if (pen !== undefined) {
    return penStyle(painter, pen, {
      fg,
      bg: bg === TRANSPARENT ? painter.bg : bg,
      attributes: video,
    });
  }
  return painter.style(fg, bg === TRANSPARENT ? painter.bg : bg, video, linkOf(element, box));
}

/** The look that a program has set, on that of the element around it. */
function penStyle(painter: CellPainter, pen: Pen, { fg, bg, attributes }: Pen): StyleId {
  const hasBackground = pen.bg !== DEFAULT_COLOR;
  const background = hasBackground ? pen.bg : bg;
  const color = penColor(painter, pen, background, fg);
  // Reversed text in reversed text is as other text.
  const video = (attributes ^ (pen.attributes & REVERSE)) | (pen.attributes & ~REVERSE);
  return painter.style(color, background, video);
}

function penColor(painter: CellPainter, pen: Pen, background: Color, ink: Color): Color {
  if (pen.bg === DEFAULT_COLOR)
    return programColor(painter, pen.fg === DEFAULT_COLOR ? ink : pen.fg, background, ink);
  // On its own background a program has its reasons.
  return pen.fg === DEFAULT_COLOR ? programInk(painter, background, ink) : pen.fg;
}

/** Where a run leads: the address of the nearest link around it, if a terminal may open that. */
function linkOf(element: LayoutBox['element'], box: LayoutBox): string {
  for (
    let at: LayoutBox['element'] | null = element;
    at !== null && at !== box.element;
    at = parentElementOf(at)
  ) {
    if (localNameOf(at) !== 'a') continue;
    const href = getAttribute(at, 'href');
    if (href !== null) return webLink(href);
  }
  return '';
}

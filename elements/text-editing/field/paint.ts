/** Painting of both fields: the styles of their parts, and text in them. */
import { LEFT_HALF, RIGHT_HALF } from '../../../runtime/base/text/block-glyphs.js';
import {
  DIM,
  ITALIC,
  REVERSE,
  STRIKE,
  UNDERLINE,
  BOLD,
} from '../../../runtime/base/text/attributes.js';
import type { ComputedStyle, Painter } from '../../../runtime/element/contract.js';

export interface FieldStyles {
  readonly text: number;
  readonly selected: number;
  readonly placeholder: number;
  /** The mark of an invalid value. */
  readonly invalidMark: number;
  /** Signs that can be clicked. */
  readonly sign: number;
  /** The marks at both ends of what has the focus. */
  readonly focus: number;
}

/** Narrower fields have every cell for their text. */
const MIN_WITH_ENDS = 4;

/** Attributes that the element's own style requests. */
function ownAttributes({ video, textDecoration, fontWeight }: ComputedStyle): number {
  let bits = 0;
  if (video === 'reverse') bits |= REVERSE;
  if (textDecoration === 'underline') bits |= UNDERLINE;
  if (textDecoration === 'line-through') bits |= STRIKE;
  if (fontWeight === 'bold') bits |= BOLD;
  if (fontWeight === 'dim') bits |= DIM;
  return bits;
}

function isBordered({ borderLeftStyle, borderBottomStyle }: ComputedStyle): boolean {
  return (borderLeftStyle ?? 'none') !== 'none' || (borderBottomStyle ?? 'none') !== 'none';
}

/** Cells at either end that are kept for the marks of the focus. */
export function insetOf(width: number): 0 | 1 {
  return width >= MIN_WITH_ENDS ? 1 : 0;
}

export function fieldStyles(painter: Painter, computed: ComputedStyle): FieldStyles {
  const { fg, bg, depth } = painter;
  const own = ownAttributes(computed);
  const color = (name: string): typeof fg => painter.color(`var(--${name})`) ?? fg;
  if (depth === 'none') {
    // Nothing but attributes: a line shows how long a field is, what is selected is turned over.
    const line = (own & REVERSE) !== 0 || isBordered(computed) ? 0 : UNDERLINE;
    return {
      text: painter.style(fg, bg, own | line),
      selected: painter.style(fg, bg, (own ^ REVERSE) & ~(UNDERLINE | DIM)),
      placeholder: painter.style(fg, bg, own | line | DIM),
      invalidMark: painter.style(fg, bg, own | BOLD),
      sign: painter.style(fg, bg, own),
      focus: painter.base,
    };
  }
  return {
    text: painter.base,
    // `--selection` is for text on the document's background; on that of a field it may not show.
    selected: painter.style(color('accent-text'), color('accent'), own & ~(UNDERLINE | DIM)),
    // Where the muted colour gives way to the field's own, an empty field still looks empty.
    placeholder: painter.style(color('muted'), bg, depth === '16' ? own | ITALIC : own),
    // It is not known which of 16 colours are legible on each other; reversed, it is visible.
    invalidMark:
      depth === '16'
        ? painter.style(fg, bg, (own ^ REVERSE) | BOLD)
        : painter.style(color('error'), bg, own | BOLD),
    sign: painter.style(color('muted'), bg, own),
    focus: painter.style(color('focus'), bg, 0),
  };
}

/** The marks of the focus, in the columns that `insetOf` keeps for them. */
export function paintEnds(painter: Painter, styles: FieldStyles, right = true): void {
  if (painter.depth === 'none') return;
  const { width, height } = painter;
  painter.fill(0, 0, 1, height, LEFT_HALF, styles.focus);
  if (right) painter.fill(width - 1, 0, 1, height, RIGHT_HALF, styles.focus);
}

export interface Stretch {
  /** What is shown, of which `start` to `end` is at `x`. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The part in it that is selected; equal where there is none. */
  readonly from: number;
  readonly to: number;
  readonly x: number;
  readonly y: number;
  /** Cells from the left edge at which it ends. */
  readonly limit: number;
}

/** Draws a stretch, what is selected in its own style; returns the cell behind it. */
export function paintStretch(painter: Painter, stretch: Stretch, styles: FieldStyles): number {
  const { text, start, end, y, limit } = stretch;
  const from = Math.min(Math.max(stretch.from, start), end);
  const to = Math.min(Math.max(stretch.to, from), end);
  let { x } = stretch;
  const put = (part: string, style: number): void => {
    if (part !== '' && x < limit) x += painter.text(x, y, part, style, limit - x);
  };
  // No cell takes more units than this: what cannot show is not even copied.
  const most = start + Math.max(0, limit - x) * 64;
  put(text.slice(start, Math.min(from, most)), styles.text);
  put(text.slice(Math.min(from, most), Math.min(to, most)), styles.selected);
  put(text.slice(Math.min(to, most), Math.min(end, most)), styles.text);
  return x;
}

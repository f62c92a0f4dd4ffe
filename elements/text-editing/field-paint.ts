/** What the painting of both fields shares: the styles of its parts, and a stretch of text in them. */
import { DIM, REVERSE, STRIKE, UNDERLINE, BOLD } from '../../runtime/text/attributes.js';
import type { ComputedStyle, Painter } from '../../runtime/tree/contract.js';

export interface FieldStyles {
  readonly text: number;
  readonly selected: number;
  readonly placeholder: number;
  /** The mark of an invalid value. */
  readonly fault: number;
  /** Signs that can be clicked, scrollbars. */
  readonly sign: number;
}

/** Attributes that the element's own style asks for. */
function ownAttributes({ video, textDecoration, fontWeight }: ComputedStyle): number {
  let bits = 0;
  if (video === 'reverse') bits |= REVERSE;
  if (textDecoration === 'underline') bits |= UNDERLINE;
  if (textDecoration === 'line-through') bits |= STRIKE;
  if (fontWeight === 'bold') bits |= BOLD;
  if (fontWeight === 'dim') bits |= DIM;
  return bits;
}

export function fieldStyles(painter: Painter, computed: ComputedStyle): FieldStyles {
  const { fg, bg, depth } = painter;
  const own = ownAttributes(computed);
  const color = (name: string): typeof fg => painter.color(`var(--${name})`) ?? fg;
  if (depth === 'none') {
    // Nothing but attributes: what is selected is turned over once more.
    const selected = painter.style(fg, bg, (own ^ REVERSE) & ~(UNDERLINE | DIM));
    return {
      text: painter.base,
      selected,
      placeholder: painter.style(fg, bg, own | DIM),
      fault: painter.style(fg, bg, own | BOLD),
      sign: painter.style(fg, bg, own & ~UNDERLINE),
    };
  }
  return {
    text: painter.base,
    selected: painter.style(
      color('text'),
      painter.color('var(--selection)') ?? bg,
      own & ~(UNDERLINE | DIM),
    ),
    placeholder: painter.style(color('muted'), bg, own),
    fault: painter.style(color('error'), bg, own | BOLD),
    sign: painter.style(color('muted'), bg, own & ~UNDERLINE),
  };
}

export interface Stretch {
  /** What is shown, of which `start` to `end` stands at `x`. */
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

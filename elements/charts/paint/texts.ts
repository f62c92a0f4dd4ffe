/** Painting of texts in a chart, and the style of those that are less prominent than its data. */
import type { Painter } from '../../../runtime/element/contract.js';

/** A text at a cell, with the cells it takes. */
export interface PlacedText {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly text: string;
}

/** The style of everything less prominent than the data, in the theme's muted colour. */
export function mutedStyle(painter: Painter): number {
  const color = painter.depth === 'none' ? undefined : painter.color('var(--muted)');
  return color === undefined ? painter.base : painter.style(color);
}

const MAX_RUN_LENGTH = 32;
const codes = new Uint32Array(MAX_RUN_LENGTH);

/** ASCII, which most values and labels are, needs no graphemes. */
export function paintText(
  painter: Painter,
  { x, y, text, width }: PlacedText,
  style: number,
): void {
  if (text.length === width && width <= MAX_RUN_LENGTH) {
    let i = 0;
    for (; i < width; i++) {
      const code = text.charCodeAt(i);
      if (code < 0x20 || code > 0x7e) break;
      codes[i] = code;
    }
    if (i === width) {
      painter.run(x, y, codes, width, style);
      return;
    }
  }
  painter.text(x, y, text, style, width);
}

/** A computed style as the terminal's text attributes. */
import { DEFAULT_COLOR, type Color } from '../base/color.js';
import { BOLD, DIM, ITALIC, REVERSE, STRIKE, UNDERLINE } from '../base/text/attributes.js';
import type { ComputedStyle } from '../element/contract.js';

export interface TextStyle {
  readonly fg: Color;
  /** Sum of attribute bits, of `text/attributes.ts`. */
  readonly attributes: number;
}

const cache = new WeakMap<ComputedStyle, TextStyle>();

/** Foreground and attributes of an element's text, by its own style alone; made once for each computed style. */
export function textStyle(computed: ComputedStyle): TextStyle {
  let style = cache.get(computed);
  if (style === undefined) cache.set(computed, (style = make(computed)));
  return style;
}

function make(computed: ComputedStyle): TextStyle {
  const { color, fontWeight, fontStyle, textDecoration, video } = computed;
  let attributes = 0;
  if (fontWeight === 'bold') attributes |= BOLD;
  if (fontWeight === 'dim') attributes |= DIM;
  if (fontStyle === 'italic') attributes |= ITALIC;
  if (video === 'reverse') attributes |= REVERSE;
  if (textDecoration === 'underline') attributes |= UNDERLINE;
  if (textDecoration === 'line-through') attributes |= STRIKE;
  return { fg: typeof color === 'number' ? color : DEFAULT_COLOR, attributes };
}

/** A computed style as the terminal's text attributes. */
import { DEFAULT_COLOR, type Color } from '../color.js';
import type { ComputedStyle } from '../tree/contract.js';

/** The bits of `paint/cells.ts`, which this layer may not import; a spec holds them equal. */
const BOLD = 1;
const DIM = 2;
const ITALIC = 4;
const UNDERLINE = 8;
const STRIKE = 64;

export interface TextStyle {
  readonly fg: Color;
  /** Sum of attribute bits, as in `paint/cells.ts`. */
  readonly attributes: number;
}

const cache = new WeakMap<ComputedStyle, TextStyle>();

/** Foreground and attributes of an element's text; made once for each computed style. */
export function textStyle(computed: ComputedStyle): TextStyle {
  let style = cache.get(computed);
  if (style === undefined) cache.set(computed, (style = make(computed)));
  return style;
}

function make(computed: ComputedStyle): TextStyle {
  const { color, fontWeight, fontStyle, textDecoration } = computed;
  let attributes = 0;
  if (fontWeight === 'bold') attributes |= BOLD;
  if (fontWeight === 'dim') attributes |= DIM;
  if (fontStyle === 'italic') attributes |= ITALIC;
  if (textDecoration === 'underline') attributes |= UNDERLINE;
  if (textDecoration === 'line-through') attributes |= STRIKE;
  return { fg: typeof color === 'number' ? color : DEFAULT_COLOR, attributes };
}

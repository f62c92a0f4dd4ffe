/** The looks of highlighted code: the kinds of highlight.js, and the colour that each has. */
import type { Color } from '../../../runtime/base/color.js';
import { BOLD, ITALIC } from '../../../runtime/base/text/attributes.js';
import type { Painter } from '../../../runtime/element/contract.js';

/** Colours of code: custom properties, so that a sheet changes all of one kind at once. */
export const CODE_COLORS = {
  '--code-text': 'var(--text)',
  '--code-comment': 'var(--muted)',
  '--code-keyword': 'var(--accent)',
  '--code-string': 'var(--success)',
  '--code-number': 'var(--warning)',
  '--code-title': 'var(--text)',
  '--code-type': 'var(--warning)',
  '--code-name': 'var(--accent)',
  '--code-attribute': 'var(--warning)',
  '--code-meta': 'var(--muted)',
  '--code-addition': 'var(--success)',
  '--code-deletion': 'var(--error)',
} as const;

/** Kinds of highlight.js by the colour that they have. */
export const CODE_SCOPES: Readonly<Record<keyof typeof CODE_COLORS, readonly string[]>> = {
  '--code-text': ['subst', 'punctuation', 'operator', 'params', 'property'],
  '--code-comment': ['comment', 'quote', 'doctag'],
  '--code-keyword': ['keyword', 'literal', 'selector-tag', 'template-tag'],
  '--code-string': ['string', 'regexp', 'char', 'link', 'symbol'],
  '--code-number': ['number', 'bullet'],
  '--code-title': ['title', 'section'],
  '--code-type': ['type', 'built_in', 'selector-class', 'selector-id', 'selector-pseudo'],
  '--code-name': ['name', 'tag'],
  '--code-attribute': ['attr', 'attribute', 'variable', 'template-variable'],
  '--code-meta': ['meta'],
  '--code-addition': ['addition'],
  '--code-deletion': ['deletion'],
};

const COLOR_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(CODE_SCOPES).flatMap(([color, scopes]) =>
    scopes.map((scope): [string, string] => [scope, `var(${color})`]),
  ),
);

/** Where colours are few, attributes distinguish what colours do elsewhere. */
const FEW_ATTRIBUTES: Readonly<Record<string, number>> = {
  comment: ITALIC,
  quote: ITALIC,
  keyword: BOLD,
  name: BOLD,
  title: BOLD,
};

/** The colour of a kind; undefined for the colour of the text. */
export function scopeColor(painter: Painter, scope: string): Color | undefined {
  const css = COLOR_OF.get(scope);
  return css === undefined ? undefined : painter.color(css);
}

/** Attributes of a kind where colours are few. */
export function scopeAttributes(scope: string): number {
  return Object.hasOwn(FEW_ATTRIBUTES, scope) ? FEW_ATTRIBUTES[scope]! : 0;
}

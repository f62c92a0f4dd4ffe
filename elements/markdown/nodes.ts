/** Creates the elements that display a text. */
import { append, createElement, createText, setAttribute } from '../../runtime/element/tree.js';
import type { TuiDocument, TuiElement, TuiNode } from '../../runtime/element/tui-element.js';

export type Attributes = Readonly<Record<string, string | undefined>>;

/** An element with attributes, those that are undefined left out, and children. */
export function make(
  document: TuiDocument,
  name: string,
  attributes: Attributes = {},
  children: readonly TuiNode[] = [],
): TuiElement {
  const element = createElement(document, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) setAttribute(element, key, value);
  }
  if (children.length > 0) append(element, ...children);
  return element;
}

/** Text for the screen, without what cannot be shown; `sanitize` of the painter replaces the rest. */
export function text(document: TuiDocument, words: string): TuiNode {
  return createText(document, visible(words));
}

/** Without control characters other than blanks: in a text of others they mean nothing. */
export function visible(words: string): string {
  return words.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
}

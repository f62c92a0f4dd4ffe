/** Telling nodes apart, with their types. */
import type { TuiElement, TuiText } from './element.js';

export type { TuiCharacterData, TuiElement, TuiFragment, TuiNode, TuiText } from './element.js';

interface Typed {
  readonly nodeType: number;
}

export function isElement(node: Typed): node is TuiElement {
  return node.nodeType === 1;
}

export function isText(node: Typed): node is TuiText {
  return node.nodeType === 3;
}

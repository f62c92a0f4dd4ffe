/** Telling nodes apart, with their types. */
import type { DocumentHost } from '../dom/host.js';
import { ownerOf } from '../dom/tree/tree-node.js';
import type { TuiDocument, TuiElement, TuiText } from './tui-element.js';

export type { TuiCharacterData, TuiElement, TuiFragment, TuiNode, TuiText } from './tui-element.js';

interface Typed {
  readonly nodeType: number;
}

export function isElement(node: Typed): node is TuiElement {
  return node.nodeType === 1;
}

export function isText(node: Typed): node is TuiText {
  return node.nodeType === 3;
}

/** What walking over elements needs of them. */
interface Walked<E> {
  readonly parentElement: E | null;
  readonly firstElementChild: E | null;
  readonly nextElementSibling: E | null;
}

/** Everything below an element in document order, down to `depth` levels; without recursion. */
export function* descendantsOf<E extends Walked<E>>(top: E, depth = Infinity): Generator<E> {
  if (depth < 1) return;
  let level = 1;
  let element = top.firstElementChild;
  while (element !== null) {
    yield element;
    const child: E | null = level < depth ? element.firstElementChild : null;
    if (child !== null) {
      element = child;
      level++;
      continue;
    }
    let next: E | null = element.nextElementSibling;
    while (next === null) {
      const parent: E | null = element.parentElement;
      if (parent === null || parent === top) return;
      element = parent;
      level--;
      next = element.nextElementSibling;
    }
    element = next;
  }
}

/** What answers a document; for the runtime itself, since scripts cannot reach it. */
export function hostOf(document: TuiDocument): DocumentHost {
  return ownerOf(document).host;
}

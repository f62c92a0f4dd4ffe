/** The standard's `DocumentFragment`. */
import type { FAMILY } from './node.js';
import { ParentNode } from './parent-node.js';
import { textByKey } from './tree/attributes.js';
import {
  currentOwner,
  firstChildOf,
  FRAGMENT_NODE,
  isElement,
  nextInTree,
  Owner,
  type NodeKind,
} from './tree/tree-node.js';

/** A parent outside of the tree: inserting it inserts its children. */
export class DocumentFragment extends ParentNode {
  /** Scripts pass no owner. */
  constructor(owner?: Owner) {
    super(Owner.is(owner) ? owner : currentOwner(), FRAGMENT, '', null);
  }

  override get [Symbol.toStringTag](): string {
    return 'DocumentFragment';
  }
  override get nodeName(): string {
    return '#document-fragment';
  }
  getElementById(id: string): this[typeof FAMILY]['element'] | null {
    const requested = String(id);
    if (requested === '') return null;
    for (let node = firstChildOf(this); node !== null; node = nextInTree(node, this)) {
      if (isElement(node) && textByKey(node, 'id') === requested) {
        return node as this[typeof FAMILY]['element'];
      }
    }
    return null;
  }
}

const FRAGMENT: NodeKind = {
  nodeType: FRAGMENT_NODE,
  copy: (_node, owner) => new DocumentFragment(owner),
};

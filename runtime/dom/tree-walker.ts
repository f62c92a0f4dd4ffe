/** The standard's TreeWalker and NodeIterator. */
import type { Node } from './node.js';
import {
  firstChildOf,
  kindOf,
  lastChildOf,
  nextSiblingOf,
  parentOf,
  previousSiblingOf,
  type TreeNode,
} from './tree/tree-node.js';

export type NodeFilterGiven =
  ((node: Node) => number | boolean) | { acceptNode(node: Node): number | boolean } | null;

const ACCEPT = 1;
const REJECT = 2;
const SKIP = 3;

/** The standard's constants. */
export const NodeFilter = {
  FILTER_ACCEPT: ACCEPT,
  FILTER_REJECT: REJECT,
  FILTER_SKIP: SKIP,
  SHOW_ALL: 0xffffffff,
  SHOW_ELEMENT: 1,
  SHOW_ATTRIBUTE: 2,
  SHOW_TEXT: 4,
  SHOW_CDATA_SECTION: 8,
  SHOW_PROCESSING_INSTRUCTION: 64,
  SHOW_COMMENT: 128,
  SHOW_DOCUMENT: 256,
  SHOW_DOCUMENT_TYPE: 512,
  SHOW_DOCUMENT_FRAGMENT: 1024,
} as const;

/** Goes through the nodes below a root, in document order. */
export class TreeWalker {
  currentNode: Node;

  /** @internal */
  constructor(
    readonly root: Node,
    readonly whatToShow: number = NodeFilter.SHOW_ALL,
    readonly filter: NodeFilterGiven = null,
  ) {
    this.currentNode = root;
  }

  nextNode(): Node | null {
    let node: TreeNode | null = this.currentNode;
    let verdict = ACCEPT;
    for (;;) {
      node = (verdict === REJECT ? null : firstChildOf(node)) ?? this.#following(node);
      if (node === null) return null;
      verdict = this.#judge(node);
      if (verdict === ACCEPT) return this.#moveTo(node);
    }
  }

  previousNode(): Node | null {
    let node: TreeNode = this.currentNode;
    while (node !== this.root) {
      let before = previousSiblingOf(node);
      if (before === null) {
        const parent = parentOf(node);
        if (parent === null) return null;
        node = parent;
      } else {
        // The last of what lies inside it, except inside what the filter rejects as a whole.
        for (;;) {
          const last: TreeNode | null = this.#judge(before) === REJECT ? null : lastChildOf(before);
          if (last === null) break;
          before = last;
        }
        node = before;
      }
      if (this.#judge(node) === ACCEPT) return this.#moveTo(node);
    }
    return null;
  }

  parentNode(): Node | null {
    let node: TreeNode = this.currentNode;
    while (node !== this.root) {
      const parent = parentOf(node);
      if (parent === null) return null;
      node = parent;
      if (this.#judge(node) === ACCEPT) return this.#moveTo(node);
    }
    return null;
  }

  firstChild(): Node | null {
    return this.#child(firstChildOf, nextSiblingOf);
  }
  lastChild(): Node | null {
    return this.#child(lastChildOf, previousSiblingOf);
  }
  nextSibling(): Node | null {
    return this.#sibling(nextSiblingOf);
  }
  previousSibling(): Node | null {
    return this.#sibling(previousSiblingOf);
  }

  #child(first: typeof firstChildOf, next: typeof nextSiblingOf): Node | null {
    for (let node = first(this.currentNode); node !== null; node = next(node)) {
      if (this.#judge(node) === ACCEPT) return this.#moveTo(node);
    }
    return null;
  }

  #sibling(next: typeof nextSiblingOf): Node | null {
    if (this.currentNode === this.root) return null;
    for (let node = next(this.currentNode); node !== null; node = next(node)) {
      if (this.#judge(node) === ACCEPT) return this.#moveTo(node);
    }
    return null;
  }

  /** What comes after a node and all that is in it, inside the root. */
  #following(from: TreeNode): TreeNode | null {
    for (
      let node: TreeNode | null = from;
      node !== null && node !== this.root;
      node = parentOf(node)
    ) {
      const next = nextSiblingOf(node);
      if (next !== null) return next;
    }
    return null;
  }

  #moveTo(node: TreeNode): Node {
    return (this.currentNode = node as Node);
  }

  #judge(node: TreeNode): number {
    if (((1 << (kindOf(node).nodeType - 1)) & this.whatToShow) === 0) return SKIP;
    const { filter } = this;
    if (filter === null || filter === undefined) return ACCEPT;
    const verdict =
      typeof filter === 'function' ? filter(node as Node) : filter.acceptNode(node as Node);
    return verdict === true ? ACCEPT : Number(verdict);
  }
}

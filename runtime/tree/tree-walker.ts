/** The standard's TreeWalker and NodeIterator; linkedom's go forwards only, over a copy. */
import {
  firstChildOf,
  isInside,
  lastChildOf,
  isParent,
  nextSiblingOf,
  previousSiblingOf,
  type LinkedNode,
} from './linkedom.js';

export type NodeFilterGiven =
  | ((node: LinkedNode) => number | boolean)
  | { acceptNode(node: LinkedNode): number | boolean }
  | null;

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
  SHOW_TEXT: 4,
  SHOW_COMMENT: 128,
  SHOW_DOCUMENT: 256,
  SHOW_DOCUMENT_FRAGMENT: 1024,
} as const;

export class TreeWalker {
  currentNode: LinkedNode;

  constructor(
    readonly root: LinkedNode,
    readonly whatToShow: number = NodeFilter.SHOW_ALL,
    readonly filter: NodeFilterGiven = null,
  ) {
    this.currentNode = root;
  }

  nextNode(): LinkedNode | null {
    let node: LinkedNode | null = this.currentNode;
    let verdict = ACCEPT;
    for (;;) {
      node = (verdict === REJECT ? null : childOf(node, firstChildOf)) ?? this.#following(node);
      if (node === null) return null;
      verdict = this.#judge(node);
      if (verdict === ACCEPT) return (this.currentNode = node);
    }
  }

  previousNode(): LinkedNode | null {
    let node: LinkedNode = this.currentNode;
    while (node !== this.root) {
      let before = previousSiblingOf(node);
      if (before === null) {
        if (node.parentNode === null) return null;
        node = node.parentNode;
      } else {
        // The last of what lies inside it, except inside what the filter rejects as a whole.
        for (;;) {
          const last: LinkedNode | null =
            this.#judge(before) === REJECT ? null : childOf(before, lastChildOf);
          if (last === null) break;
          before = last;
        }
        node = before;
      }
      if (this.#judge(node) === ACCEPT) return (this.currentNode = node);
    }
    return null;
  }

  parentNode(): LinkedNode | null {
    let node: LinkedNode = this.currentNode;
    while (node !== this.root && node.parentNode !== null) {
      node = node.parentNode;
      if (this.#judge(node) === ACCEPT) return (this.currentNode = node);
    }
    return null;
  }

  firstChild(): LinkedNode | null {
    return this.#child(firstChildOf, nextSiblingOf);
  }
  lastChild(): LinkedNode | null {
    return this.#child(lastChildOf, previousSiblingOf);
  }
  nextSibling(): LinkedNode | null {
    return this.#sibling(nextSiblingOf);
  }
  previousSibling(): LinkedNode | null {
    return this.#sibling(previousSiblingOf);
  }

  #child(first: typeof firstChildOf, next: typeof nextSiblingOf): LinkedNode | null {
    for (let node = childOf(this.currentNode, first); node !== null; node = next(node)) {
      if (this.#judge(node) === ACCEPT) return (this.currentNode = node);
    }
    return null;
  }

  #sibling(next: typeof nextSiblingOf): LinkedNode | null {
    if (this.currentNode === this.root) return null;
    for (let node = next(this.currentNode); node !== null; node = next(node)) {
      if (this.#judge(node) === ACCEPT) return (this.currentNode = node);
    }
    return null;
  }

  /** What comes after a node and all that is in it, inside the root. */
  #following(from: LinkedNode): LinkedNode | null {
    if (!isInside(from, this.root)) return null;
    for (
      let node: LinkedNode | null = from;
      node !== null && node !== this.root;
      node = node.parentNode
    ) {
      const next = nextSiblingOf(node);
      if (next !== null) return next;
    }
    return null;
  }

  #judge(node: LinkedNode): number {
    if (((1 << (node.nodeType - 1)) & this.whatToShow) === 0) return SKIP;
    const { filter } = this;
    if (filter === null || filter === undefined) return ACCEPT;
    const verdict = typeof filter === 'function' ? filter(node) : filter.acceptNode(node);
    return verdict === true ? ACCEPT : Number(verdict);
  }
}

function childOf(node: LinkedNode, which: typeof firstChildOf): LinkedNode | null {
  return isParent(node) ? which(node) : null;
}

/** The standard's TreeWalker. */
import type { Node } from './node.js';
import {
  fail,
  firstChildOf,
  kindOf,
  lastChildOf,
  nextSiblingOf,
  parentOf,
  previousSiblingOf,
  type TreeNode,
} from './tree/tree-node.js';

export type NodeFilterGiven =
  | ((node: Node) => number | boolean)
  | { acceptNode(node: Node): number | boolean }
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
  SHOW_ATTRIBUTE: 2,
  SHOW_TEXT: 4,
  SHOW_CDATA_SECTION: 8,
  SHOW_PROCESSING_INSTRUCTION: 64,
  SHOW_COMMENT: 128,
  SHOW_DOCUMENT: 256,
  SHOW_DOCUMENT_TYPE: 512,
  SHOW_DOCUMENT_FRAGMENT: 1024,
} as const;

/** Iterates over the nodes below a root, in document order. */
export class TreeWalker {
  currentNode: Node;
  #isActive = false;

  /** @internal */
  constructor(
    readonly root: Node,
    readonly whatToShow: number = NodeFilter.SHOW_ALL,
    readonly filter: NodeFilterGiven = null,
  ) {
    this.currentNode = root;
  }
  get [Symbol.toStringTag](): string {
    return 'TreeWalker';
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
        // The last of what is inside it, except inside what the filter rejects as a whole.
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
    return this.#sibling(nextSiblingOf, firstChildOf);
  }
  previousSibling(): Node | null {
    return this.#sibling(previousSiblingOf, lastChildOf);
  }

  /** The first child that is shown; in what is skipped, its children are looked at. */
  #child(first: typeof firstChildOf, next: typeof nextSiblingOf): Node | null {
    let node = first(this.currentNode);
    while (node !== null) {
      const verdict = this.#judge(node);
      if (verdict === ACCEPT) return this.#moveTo(node);
      const child: TreeNode | null = verdict === SKIP ? first(node) : null;
      node = child ?? this.#besideOrAbove(node, next);
    }
    return null;
  }

  /** The next of a node that has nothing to show; at the end of what was skipped, what follows that. */
  #besideOrAbove(from: TreeNode, next: typeof nextSiblingOf): TreeNode | null {
    let node = from;
    for (;;) {
      const sibling = next(node);
      if (sibling !== null) return sibling;
      const parent = parentOf(node);
      if (parent === null || parent === this.root || parent === this.currentNode) return null;
      node = parent;
    }
  }

  #sibling(next: typeof nextSiblingOf, first: typeof firstChildOf): Node | null {
    let node: TreeNode | null = this.currentNode;
    if (node === this.root) return null;
    for (;;) {
      let sibling: TreeNode | null = next(node);
      while (sibling !== null) {
        node = sibling;
        const verdict = this.#judge(node);
        if (verdict === ACCEPT) return this.#moveTo(node);
        const child: TreeNode | null = verdict === REJECT ? null : first(node);
        sibling = child ?? next(node);
      }
      node = parentOf(node);
      if (node === null || node === this.root || this.#judge(node) === ACCEPT) return null;
    }
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
    if (this.#isActive) fail('InvalidStateError', 'the filter is running already');
    this.#isActive = true;
    try {
      return judge(node, this.whatToShow, this.filter);
    } finally {
      this.#isActive = false;
    }
  }
}

/** A filter's result for a node, as the standard's numbers. */
export function judge(node: TreeNode, whatToShow: number, filter: NodeFilterGiven): number {
  if (((1 << (kindOf(node).nodeType - 1)) & whatToShow) === 0) return SKIP;
  if (filter === null) return ACCEPT;
  const verdict =
    typeof filter === 'function' ? filter(node as Node) : filter.acceptNode(node as Node);
  return verdict === true ? ACCEPT : Number(verdict);
}

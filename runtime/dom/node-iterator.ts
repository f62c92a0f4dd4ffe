/** The standard's NodeIterator: iterates over a tree in order, and stays valid when nodes are removed. */
import type { Node } from './node.js';
import { judge, NodeFilter, type NodeFilterGiven } from './tree-walker.js';
import { onRemoval, type RemovalListener } from './tree/removals.js';
import {
  fail,
  isInside,
  lastChildOf,
  nextAfter,
  nextInTree,
  parentOf,
  previousSiblingOf,
  type TreeNode,
} from './tree/tree-node.js';

export class NodeIterator {
  readonly #root: Node;
  readonly #whatToShow: number;
  readonly #filter: NodeFilterGiven;
  #reference: TreeNode;
  #isBefore = true;
  #isActive = false;
  // Kept here alone, so that it goes when the iterator does.
  readonly #listener: RemovalListener;

  /** @internal */
  constructor(root: Node, whatToShow: number, filter: NodeFilterGiven) {
    this.#root = root;
    this.#reference = root;
    this.#whatToShow = whatToShow >>> 0;
    this.#filter = filter;
    this.#listener = { removing: (node) => this.#remove(node) };
    onRemoval(this.#listener);
  }

  get [Symbol.toStringTag](): string {
    return 'NodeIterator';
  }
  get root(): Node {
    return this.#root;
  }
  get whatToShow(): number {
    return this.#whatToShow;
  }
  get filter(): NodeFilterGiven {
    return this.#filter;
  }
  /** The node that was returned last. */
  get referenceNode(): Node {
    return this.#reference as Node;
  }
  get pointerBeforeReferenceNode(): boolean {
    return this.#isBefore;
  }
  nextNode(): Node | null {
    let node: TreeNode | null = this.#reference;
    let isBefore = this.#isBefore;
    for (;;) {
      if (isBefore) isBefore = false;
      else node = nextInTree(node, this.#root);
      if (node === null) return null;
      if (this.#accepts(node)) return this.#moveTo(node, false);
    }
  }
  previousNode(): Node | null {
    let node: TreeNode | null = this.#reference;
    let isBefore = this.#isBefore;
    for (;;) {
      if (!isBefore) isBefore = true;
      else node = node === this.#root ? null : precedingOf(node);
      if (node === null) return null;
      if (this.#accepts(node)) return this.#moveTo(node, true);
    }
  }
  /** Does nothing, as in the standard. */
  detach(): void {
    return;
  }

  #accepts(node: TreeNode): boolean {
    if (this.#isActive) fail('InvalidStateError', 'the filter is running already');
    this.#isActive = true;
    try {
      return judge(node, this.#whatToShow, this.#filter) === NodeFilter.FILTER_ACCEPT;
    } finally {
      this.#isActive = false;
    }
  }

  #moveTo(node: TreeNode, isBefore: boolean): Node {
    this.#reference = node;
    this.#isBefore = isBefore;
    return node as Node;
  }

  #remove(node: TreeNode): void {
    // The root goes with all that is in it.
    if (isInside(this.#root, node) || !isInside(this.#reference, node)) return;
    if (this.#isBefore) {
      const next = nextAfter(node, this.#root);
      if (next !== null) {
        this.#reference = next;
        return;
      }
      this.#isBefore = false;
    }
    this.#reference = precedingOf(node) ?? this.#root;
  }
}

/** The node before another in document order. */
function precedingOf(node: TreeNode): TreeNode | null {
  let found = previousSiblingOf(node);
  if (found === null) return parentOf(node);
  for (let last = lastChildOf(found); last !== null; last = lastChildOf(found)) found = last;
  return found;
}

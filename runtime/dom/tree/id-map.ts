/** Elements by id, kept right through every change; of several with one id, the first in tree order. */
import { isTreeNode, nextInTree, type TreeNode } from './tree-node.js';

interface Slot {
  readonly elements: Set<TreeNode>;
  /** Null while it has to be looked for. */
  first: TreeNode | null;
}

export class IdMap {
  readonly #slots = new Map<string, TreeNode | Slot>();

  add(id: string, element: TreeNode): void {
    const found = this.#slots.get(id);
    if (found === undefined) this.#slots.set(id, element);
    else if (isSlot(found)) {
      found.elements.add(element);
      found.first = null;
    } else if (found !== element) {
      this.#slots.set(id, { elements: new Set([found, element]), first: null });
    }
  }

  remove(id: string, element: TreeNode): void {
    const found = this.#slots.get(id);
    if (found === undefined) return;
    if (!isSlot(found)) {
      if (found === element) this.#slots.delete(id);
      return;
    }
    found.elements.delete(element);
    if (found.first === element) found.first = null;
    if (found.elements.size === 1) this.#slots.set(id, [...found.elements][0]!);
  }

  /** `root` is where to start looking when several elements have the id. */
  get(id: string, root: TreeNode): TreeNode | null {
    const found = this.#slots.get(id);
    if (found === undefined) return null;
    if (!isSlot(found)) return found;
    for (
      let node: TreeNode | null = root;
      found.first === null && node !== null;
      node = nextInTree(node, root)
    ) {
      if (found.elements.has(node)) found.first = node;
    }
    return found.first;
  }
}

function isSlot(value: TreeNode | Slot): value is Slot {
  return !isTreeNode(value);
}

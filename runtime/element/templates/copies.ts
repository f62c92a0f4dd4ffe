/** Copies of a template's nodes, and the nodes in them by their place in document order. */
import { cloneSubtree } from '../../dom/tree/clone.js';
import { appendDetached } from '../../dom/tree/mutate.js';
import {
  firstWrittenOf,
  nextWrittenOf,
  parentOf,
  type TreeNode,
} from '../../dom/tree/tree-node.js';

/**
 * Copies nodes into a parent that is not in a document.
 *
 * @param made receives all copies in document order
 */
export function copyInto(
  parent: TreeNode,
  nodes: readonly TreeNode[],
  made?: TreeNode[],
): TreeNode[] {
  return nodes.map((node) => {
    const copy = cloneSubtree(node, true, undefined, made);
    appendDetached(parent, copy);
    return copy;
  });
}

/** All nodes in document order. */
export function nodesOf(roots: readonly TreeNode[]): TreeNode[] {
  const found: TreeNode[] = [];
  for (const root of roots) {
    let node: TreeNode | null = root;
    while (node !== null) {
      found.push(node);
      node = firstWrittenOf(node) ?? nextAfter(node, root);
    }
  }
  return found;
}

function nextAfter(node: TreeNode, root: TreeNode): TreeNode | null {
  for (let each: TreeNode | null = node; each !== null && each !== root; each = parentOf(each)) {
    const next = nextWrittenOf(each);
    if (next !== null) return next;
  }
  return null;
}

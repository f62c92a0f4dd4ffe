/** The order of children, brought about by moving as few of them as possible. */
import { insert } from '../../dom/tree/mutate.js';
import {
  childNodesOf,
  firstChildOf,
  nextSiblingOf,
  type TreeNode,
} from '../../dom/tree/tree-node.js';
import { longestRun } from './longest-run.js';

/** Puts nodes among the children of a parent in this order; as many as can stay where they are do. */
export function placeChildren(parent: TreeNode, nodes: readonly TreeNode[]): void {
  const places = new Map(childNodesOf(parent).map((node, index) => [node, index]));
  const staying = new Set(longestRun(nodes, (node) => places.get(node)));
  let previous: TreeNode | null = null;
  for (const node of nodes) {
    const next: TreeNode | null =
      previous === null ? firstChildOf(parent) : nextSiblingOf(previous);
    if (!staying.has(node) && next !== node) insert(parent, [node], next);
    previous = node;
  }
}

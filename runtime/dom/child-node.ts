/** The standard's ChildNode: the members of elements and text among their siblings. */
import { insert, remove, replace, toNodes } from './tree/mutate.js';
import {
  firstChildOf,
  nextSiblingOf,
  ownerOf,
  parentOf,
  previousSiblingOf,
  type TreeNode,
} from './tree/tree-node.js';

export function insertBeforeNode(node: TreeNode, inputNodes: readonly unknown[]): void {
  const parent = parentOf(node);
  if (parent === null) return;
  const nodes = toNodes(ownerOf(node), inputNodes);
  // The standard's "viable previous sibling": the place must survive when neighbours are given too.
  let previous = previousSiblingOf(node);
  while (previous !== null && nodes.includes(previous)) previous = previousSiblingOf(previous);
  insert(parent, nodes, previous === null ? firstChildOf(parent) : nextSiblingOf(previous));
}

export function insertAfterNode(node: TreeNode, inputNodes: readonly unknown[]): void {
  const parent = parentOf(node);
  if (parent === null) return;
  insert(parent, toNodes(ownerOf(node), inputNodes), nextSiblingOf(node));
}

export function replaceNode(node: TreeNode, inputNodes: readonly unknown[]): void {
  const parent = parentOf(node);
  if (parent === null) return;
  replace(parent, toNodes(ownerOf(node), inputNodes), node);
}

export function removeNode(node: TreeNode): void {
  remove(node);
}

/** Copies and comparison of subtrees, by a walk instead of by recursion. */
import { copyAttributes, sameAttributes } from './attributes.js';
import { appendDetached, indexTree } from './mutate.js';
import { existingContent, templateContent } from './template.js';
import {
  dataOf,
  elementKindOf,
  firstWrittenOf,
  isDocument,
  isElement,
  kindOf,
  nameOf,
  nextWrittenOf,
  ownerOf,
  parentOf,
  type Owner,
  type TreeNode,
} from './tree-node.js';

/**
 * A copy that is in no tree, in the document of `owner`.
 *
 * @param made receives the copies in document order; without those in the contents of templates
 */
export function cloneSubtree(
  root: TreeNode,
  deep: boolean,
  owner: Owner = ownerOf(root),
  made?: TreeNode[],
): TreeNode {
  const copy = copyOf(root, owner);
  made?.push(copy);
  if (!deep) return copy;
  // Contents of templates are trees of their own, and may hold templates.
  const pending: (readonly [from: TreeNode, to: TreeNode])[] = [];
  // A copied document has an owner of its own.
  const into = ownerOf(copy);
  copyBelow(root, copy, into, pending, made);
  for (const [from, to] of pending) copyBelow(from, to, into, pending);
  if (isDocument(copy)) indexTree(copy);
  return copy;
}

function copyBelow(
  root: TreeNode,
  copy: TreeNode,
  owner: Owner,
  pending: (readonly [from: TreeNode, to: TreeNode])[],
  notes?: TreeNode[],
): void {
  noteContent(root, copy, pending);
  let node = firstWrittenOf(root);
  let parent = copy;
  while (node !== null) {
    const made = copyOf(node, owner);
    notes?.push(made);
    appendDetached(parent, made);
    noteContent(node, made, pending);
    const child = firstWrittenOf(node);
    if (child !== null) {
      node = child;
      parent = made;
      continue;
    }
    let next = nextWrittenOf(node);
    while (next === null) {
      node = parentOf(node);
      if (node === null || node === root) return;
      parent = parentOf(parent) ?? copy;
      next = nextWrittenOf(node);
    }
    node = next;
  }
}

function noteContent(
  from: TreeNode,
  to: TreeNode,
  pending: (readonly [from: TreeNode, to: TreeNode])[],
): void {
  const content = existingContent(from);
  if (content !== null) pending.push([content, templateContent(to)]);
}

function copyOf(node: TreeNode, owner: Owner): TreeNode {
  const copy = kindOf(node).copy(node, owner);
  if (isElement(node)) copyAttributes(node, copy);
  return copy;
}

export function isEqual(root: TreeNode, other: TreeNode): boolean {
  if (root === other) return true;
  let mine: TreeNode | null = root;
  let theirs: TreeNode | null = other;
  while (mine !== null && theirs !== null) {
    if (!isAlike(mine, theirs)) return false;
    const below: TreeNode | null = firstWrittenOf(mine);
    const belowOther: TreeNode | null = firstWrittenOf(theirs);
    if ((below === null) !== (belowOther === null)) return false;
    if (below !== null) {
      mine = below;
      theirs = belowOther;
      continue;
    }
    for (;;) {
      if (mine === null || theirs === null || mine === root) return mine === root;
      const next: TreeNode | null = nextWrittenOf(mine);
      const nextOther: TreeNode | null = nextWrittenOf(theirs);
      if ((next === null) !== (nextOther === null)) return false;
      if (next !== null) {
        mine = next;
        theirs = nextOther;
        break;
      }
      mine = parentOf(mine);
      theirs = parentOf(theirs);
    }
  }
  return false;
}

function isAlike(mine: TreeNode, theirs: TreeNode): boolean {
  if (kindOf(mine).nodeType !== kindOf(theirs).nodeType) return false;
  if (nameOf(mine) !== nameOf(theirs)) return false;
  if (!isElement(mine)) return dataOf(mine) === dataOf(theirs);
  return (
    elementKindOf(mine).namespace === elementKindOf(theirs).namespace &&
    sameAttributes(mine, theirs)
  );
}

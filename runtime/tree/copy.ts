/** Copies and comparison of subtrees, along linkedom's list instead of by recursion. */
import {
  END,
  END_NODE,
  NEXT,
  VALUE,
  endOf,
  isElement,
  isParent,
  type LinkedCharacterData,
  type LinkedElementNode,
  type LinkedNode,
  type LinkedParent,
} from './linkedom.js';
import { appendDetached } from './mutate.js';

/** How each kind of node makes an empty copy of itself. */
export const COPY: unique symbol = Symbol('copy');
/** How an element compares its name and attributes with another's. */
export const SAME: unique symbol = Symbol('same');

interface Copied {
  [COPY](): LinkedNode;
}
interface Compared {
  [SAME](other: LinkedElementNode): boolean;
}

export function cloneSubtree(root: LinkedNode, deep: boolean): LinkedNode {
  const copy = (root as LinkedNode & Copied)[COPY]();
  if (!deep || !isParent(root)) return copy;
  let parent = copy as LinkedParent;
  const last = root[END];
  for (
    let node: LinkedNode | null = root[NEXT];
    node !== null && node !== last;
    node = node[NEXT]
  ) {
    if (node.nodeType === END_NODE) {
      parent = parent.parentNode!;
      continue;
    }
    const made = (node as LinkedNode & Copied)[COPY]();
    appendDetached(parent, made);
    if (isParent(made)) parent = made;
  }
  return copy;
}

export function isEqual(root: LinkedNode, other: LinkedNode): boolean {
  if (root === other) return true;
  const last = endOf(root);
  let mine: LinkedNode | null = root;
  let theirs: LinkedNode | null = other;
  while (mine !== null && theirs !== null) {
    if (mine.nodeType !== theirs.nodeType) return false;
    if (isElement(mine)) {
      if (!(mine as LinkedElementNode & Compared)[SAME](theirs as LinkedElementNode)) return false;
    } else if (
      mine.nodeType !== END_NODE &&
      (mine as LinkedCharacterData)[VALUE] !== (theirs as LinkedCharacterData)[VALUE]
    ) {
      return false;
    }
    if (mine === last) return theirs === endOf(other);
    mine = mine[NEXT];
    theirs = theirs[NEXT];
  }
  return mine === theirs;
}

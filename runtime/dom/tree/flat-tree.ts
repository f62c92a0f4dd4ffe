/**
 * The flat tree: what is shown, as the runtime walks it. An element with a shadow tree has that tree's nodes in the place of
 * its children; in the place of a `<slot>` are the children of the host that are assigned to it, or else what is in the slot.
 * Neither shadow roots nor slots are part of it. Where a document has no shadow trees, it is the tree itself.
 *
 * Layout, paint, input, the focus order and the accessible tree walk this one, by the functions of `element/tree.ts`;
 * members of the DOM, selectors and mutation records know the tree as it is.
 */
import { assignedNodesOf, assignedSlotOf, isSlot, nextAssigned } from './shadow.js';
import {
  childElementsOf,
  childNodesOf,
  firstChildOf,
  isAnyShadow,
  isElement,
  isText,
  dataOf,
  lastChildOf,
  nextSiblingOf,
  parentOf,
  previousSiblingOf,
  shadowHostOf,
  shadowRootOf,
  textIn,
  type TreeNode,
} from './tree-node.js';

/** What is around a node. A child of a host that is in no slot is in the host, and not among what the host shows. */
export function flatParentOf(node: TreeNode): TreeNode | null {
  const parent = parentOf(node);
  if (!isAnyShadow) return parent;
  if (parent === null) return shadowHostOf(node);
  if (shadowRootOf(parent) !== null) {
    const slot = assignedSlotOf(node);
    return slot === null ? parent : flatParentOf(slot);
  }
  return shadowHostOf(parent) ?? (isSlot(parent) ? flatParentOf(parent) : parent);
}

export function flatParentElementOf(node: TreeNode): TreeNode | null {
  const parent = flatParentOf(node);
  return parent !== null && isElement(parent) ? parent : null;
}

export function firstFlatChildOf(node: TreeNode): TreeNode | null {
  if (!isAnyShadow) return firstChildOf(node);
  return shownFrom(firstChildOf(shadowRootOf(node) ?? node), nextSiblingOf, 1);
}

export function lastFlatChildOf(node: TreeNode): TreeNode | null {
  if (!isAnyShadow) return lastChildOf(node);
  return shownFrom(lastChildOf(shadowRootOf(node) ?? node), previousSiblingOf, -1);
}

export function nextFlatSiblingOf(node: TreeNode): TreeNode | null {
  return isAnyShadow ? besideOf(node, nextSiblingOf, 1) : nextSiblingOf(node);
}

export function previousFlatSiblingOf(node: TreeNode): TreeNode | null {
  return isAnyShadow ? besideOf(node, previousSiblingOf, -1) : previousSiblingOf(node);
}

type Step = (node: TreeNode) => TreeNode | null;

/** The first node, from this one on, that is no slot, or that is in a slot. */
function shownFrom(from: TreeNode | null, step: Step, direction: 1 | -1): TreeNode | null {
  for (let node = from; node !== null; node = step(node)) {
    const found = isSlot(node) ? shownInSlot(node, direction) : node;
    if (found !== null) return found;
  }
  return null;
}

function shownInSlot(slot: TreeNode, direction: 1 | -1): TreeNode | null {
  const assigned = assignedNodesOf(slot);
  if (assigned.length === 0) {
    return direction === 1
      ? shownFrom(firstChildOf(slot), nextSiblingOf, 1)
      : shownFrom(lastChildOf(slot), previousSiblingOf, -1);
  }
  const first = direction === 1 ? assigned[0]! : assigned.at(-1)!;
  return shownFrom(first, (node) => nextAssigned(node, direction), direction);
}

function besideOf(node: TreeNode, step: Step, direction: 1 | -1): TreeNode | null {
  const parent = parentOf(node);
  if (parent === null) return null;
  if (shadowRootOf(parent) !== null) {
    const slot = assignedSlotOf(node);
    if (slot === null) return null;
    const next = nextAssigned(node, direction);
    const beside = shownFrom(next, (each) => nextAssigned(each, direction), direction);
    return beside ?? besideOf(slot, step, direction);
  }
  const beside = shownFrom(step(node), step, direction);
  return beside ?? (isSlot(parent) ? besideOf(parent, step, direction) : null);
}

/** An array that is not to be written to. */
export function flatChildNodesOf(node: TreeNode): readonly TreeNode[] {
  if (!isAnyShadow) return childNodesOf(node);
  const own = childNodesOf(shadowRootOf(node) ?? node);
  return own.some(isSlot) ? childrenFrom(firstFlatChildOf(node)) : own;
}

export function flatChildElementsOf(node: TreeNode): readonly TreeNode[] {
  if (!isAnyShadow) return childElementsOf(node);
  const own = childElementsOf(shadowRootOf(node) ?? node);
  return own.some(isSlot) ? childrenFrom(firstFlatChildOf(node)).filter(isElement) : own;
}

function childrenFrom(first: TreeNode | null): TreeNode[] {
  const children: TreeNode[] = [];
  for (let child = first; child !== null; child = nextFlatSiblingOf(child)) children.push(child);
  return children;
}

export function nextFlatElementOf(node: TreeNode): TreeNode | null {
  let next = nextFlatSiblingOf(node);
  while (next !== null && !isElement(next)) next = nextFlatSiblingOf(next);
  return next;
}

export function previousFlatElementOf(node: TreeNode): TreeNode | null {
  let previous = previousFlatSiblingOf(node);
  while (previous !== null && !isElement(previous)) previous = previousFlatSiblingOf(previous);
  return previous;
}

/** The next node inside `root`, in the order in which they are shown. */
export function nextInFlatTree(node: TreeNode, root: TreeNode): TreeNode | null {
  const first = firstFlatChildOf(node);
  if (first !== null) return first;
  for (
    let each: TreeNode | null = node;
    each !== null && each !== root;
    each = flatParentOf(each)
  ) {
    const next = nextFlatSiblingOf(each);
    if (next !== null) return next;
  }
  return null;
}

/** True where `node` is `ancestor`, or is in it. */
export function isInFlatTree(node: TreeNode | null, ancestor: TreeNode): boolean {
  for (let each = node; each !== null; each = flatParentOf(each))
    if (each === ancestor) return true;
  return false;
}

/** The text of what a node shows. */
export function flatTextIn(root: TreeNode): string {
  if (!isAnyShadow) return textIn(root);
  let text = '';
  for (let node = firstFlatChildOf(root); node !== null; node = nextInFlatTree(node, root)) {
    if (isText(node)) text += dataOf(node);
  }
  return text;
}

/** True if `a` comes before `b` in the order in which they are shown. */
export function isBeforeInFlatTree(a: TreeNode, b: TreeNode): boolean {
  const above = pathTo(a);
  const aboveOther = pathTo(b);
  let level = 0;
  while (level < above.length && above[level] === aboveOther[level]) level++;
  const mine = above[level];
  const theirs = aboveOther[level];
  if (mine === undefined || theirs === undefined) return mine === undefined;
  for (let node: TreeNode | null = mine; node !== null; node = nextFlatSiblingOf(node)) {
    if (node === theirs) return true;
  }
  return false;
}

function pathTo(node: TreeNode): TreeNode[] {
  const path: TreeNode[] = [];
  for (let each: TreeNode | null = node; each !== null; each = flatParentOf(each)) path.push(each);
  return path.reverse();
}

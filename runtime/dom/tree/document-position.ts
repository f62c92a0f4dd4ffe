/** Compares two nodes by document order. */
import { nextSiblingOf, parentOf, previousSiblingOf, type TreeNode } from './tree-node.js';

const DISCONNECTED = 1;
const PRECEDING = 2;
const FOLLOWING = 4;
const CONTAINS = 8;
const CONTAINED_BY = 16;
const IMPLEMENTATION_SPECIFIC = 32;

/** The standard's `compareDocumentPosition`, seen from `node`. */
export function compareOrder(node: TreeNode, other: TreeNode): number {
  if (node === other) return 0;
  const above = ancestors(node);
  const otherAbove = ancestors(other);
  if (above[0] !== otherAbove[0]) {
    return (
      DISCONNECTED |
      IMPLEMENTATION_SPECIFIC |
      (rank(above[0]!) < rank(otherAbove[0]!) ? FOLLOWING : PRECEDING)
    );
  }
  let level = 0;
  while (level < above.length && above[level] === otherAbove[level]) level++;
  const mine = above[level];
  const theirs = otherAbove[level];
  if (mine === undefined) return FOLLOWING | CONTAINED_BY;
  if (theirs === undefined) return PRECEDING | CONTAINS;
  return isBefore(mine, theirs) ? FOLLOWING : PRECEDING;
}

/** Root first, the node last. */
function ancestors(node: TreeNode): TreeNode[] {
  const path: TreeNode[] = [];
  for (let each: TreeNode | null = node; each !== null; each = parentOf(each)) path.push(each);
  return path.reverse();
}

/** Of two siblings; searches both ways at once, so the cost is their distance. */
function isBefore(node: TreeNode, sibling: TreeNode): boolean {
  let forward: TreeNode | null = node;
  let backward: TreeNode | null = node;
  for (;;) {
    if (forward !== null) forward = nextSiblingOf(forward);
    if (forward === sibling || backward === null) return true;
    backward = previousSiblingOf(backward);
    if (backward === sibling || forward === null) return false;
  }
}

const ranks = new WeakMap<object, number>();
let ranked = 0;

/** Unrelated trees have no order; the standard only asks that the answer stays the same. */
function rank(root: object): number {
  let found = ranks.get(root);
  if (found === undefined) {
    found = ranked++;
    ranks.set(root, found);
  }
  return found;
}

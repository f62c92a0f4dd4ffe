/** Calls functions of an element's class: an error in one is reported and goes no further. */
import { ownerOf, type TreeNode } from '../dom/tree/tree-node.js';

export function callHook(element: TreeNode, hook: () => void): void {
  try {
    hook();
  } catch (error) {
    ownerOf(element).host.reportError(error, element);
  }
}

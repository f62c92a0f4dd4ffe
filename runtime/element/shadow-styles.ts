/**
 * The style sheets of shadow trees. Those of a component are elements of its template, shared by all instances: an instance
 * adds no sheet to the document.
 */
import { shadowHostOf, type TreeNode } from '../dom/tree/tree-node.js';
import type { TuiElement } from './tui-element.js';

const shared = new WeakMap<TreeNode, readonly TuiElement[]>();

/** Gives a shadow tree the style elements of a template. Instances of one component pass the same array. */
export function shareStyles(root: TreeNode, elements: readonly TuiElement[]): void {
  if (shadowHostOf(root) === null) throw new TypeError('expected the root of a shadow tree');
  shared.set(root, elements);
}

/** The same array for all trees that have these style elements. */
export function sharedStylesOf(root: TreeNode): readonly TuiElement[] {
  return shared.get(root) ?? NONE;
}

const NONE: readonly TuiElement[] = [];

/**
 * The tree as scripts and selectors know it, with its types: children of a host are beside each other whatever slots they are
 * in, and a shadow tree ends at its root. What is shown is walked by `tree.ts`.
 */
import * as tree from '../dom/tree/tree-node.js';
import type { TuiElement, TuiNode, TuiParentNode } from './tui-element.js';

export function parentNodeOf(node: TuiNode): TuiParentNode | null {
  return tree.parentOf(node) as TuiParentNode | null;
}
export function parentElementOf(node: TuiNode): TuiElement | null {
  return tree.parentElementOf(node) as TuiElement | null;
}
export function childElementsOf(node: TuiNode): readonly TuiElement[] {
  return tree.childElementsOf(node) as readonly TuiElement[];
}
export function firstElementOf(node: TuiNode): TuiElement | null {
  const first = tree.firstChildOf(node) as TuiNode | null;
  return first === null || tree.isElement(first)
    ? (first as TuiElement | null)
    : nextElementOf(first);
}
export function lastElementOf(node: TuiNode): TuiElement | null {
  return childElementsOf(node).at(-1) ?? null;
}
export function nextElementOf(node: TuiNode): TuiElement | null {
  return tree.nextElementOf(node) as TuiElement | null;
}
export function previousElementOf(node: TuiNode): TuiElement | null {
  return tree.previousElementOf(node) as TuiElement | null;
}
export function nextSiblingOf(node: TuiNode): TuiNode | null {
  return tree.nextSiblingOf(node) as TuiNode | null;
}
export function previousSiblingOf(node: TuiNode): TuiNode | null {
  return tree.previousSiblingOf(node) as TuiNode | null;
}

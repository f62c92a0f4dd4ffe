/** Copies of a component's template, for its instances. */
import { cloneSubtree } from '../../dom/tree/clone.js';
import { remove } from '../../dom/tree/mutate.js';
import {
  isElement,
  nameOf,
  nextInTree,
  type Owner,
  type TreeNode,
} from '../../dom/tree/tree-node.js';
import { setSource, sourceOf, type TuiElement } from '../tui-element.js';

/** Code and rules are the component's, once for all instances. */
const SHARED = new Set(['script', 'style']);

/**
 * A fragment like the content of a template, without its scripts and styles. Elements keep their place in the file, so that
 * diagnostics of an instance name the line in the template.
 */
export function copyContent(content: TreeNode, owner: Owner): TreeNode {
  const copy = cloneSubtree(content, true, owner);
  const shared: TreeNode[] = [];
  let to: TreeNode | null = copy;
  for (
    let from: TreeNode | null = content;
    from !== null && to !== null;
    from = nextInTree(from, content), to = nextInTree(to, copy)
  ) {
    if (!isElement(from)) continue;
    const source = sourceOf(from as TuiElement);
    if (source !== undefined) setSource(to as TuiElement, source);
    if (SHARED.has(nameOf(to))) shared.push(to);
  }
  for (const node of shared) remove(node);
  return copy;
}

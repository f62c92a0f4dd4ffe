/** Nodes back to markup, by a walk instead of by recursion. */
import { textOf } from './attributes.js';
import { escapeAttribute, escapeText } from './escape.js';
import {
  attributesOf,
  CDATA_NODE,
  COMMENT_NODE,
  dataOf,
  DOCTYPE_NODE,
  ELEMENT_NODE,
  elementKindOf,
  firstChildOf,
  INSTRUCTION_NODE,
  isElement,
  kindOf,
  nameOf,
  nextSiblingOf,
  parentOf,
  TEXT_NODE,
  type TreeNode,
} from './tree-node.js';

/** The markup of a node's content; with `outer`, of the node itself. */
export function serialize(root: TreeNode, outer: boolean): string {
  const parts: string[] = [];
  if (outer) open(root, parts);
  let node = firstChildOf(root);
  while (node !== null && node !== root) {
    open(node, parts);
    const child = firstChildOf(node);
    if (child !== null) {
      node = child;
      continue;
    }
    close(node, parts);
    for (;;) {
      const next: TreeNode | null = nextSiblingOf(node);
      if (next !== null) {
        node = next;
        break;
      }
      node = parentOf(node);
      if (node === null || node === root) break;
      close(node, parts);
    }
  }
  if (outer) close(root, parts);
  return parts.join('');
}

function open(node: TreeNode, parts: string[]): void {
  switch (kindOf(node).nodeType) {
    case ELEMENT_NODE:
      parts.push('<', nameOf(node));
      for (const [key, entry] of attributesOf(node) ?? []) {
        parts.push(' ', entry.name);
        const text = textOf(node, key, entry);
        if (text !== '') parts.push('="', escapeAttribute(text), '"');
      }
      parts.push('>');
      return;
    case TEXT_NODE:
      parts.push(writeText(node));
      return;
    case CDATA_NODE:
      parts.push(`<![CDATA[${dataOf(node)}]]>`);
      return;
    case COMMENT_NODE:
      parts.push(`<!--${dataOf(node)}-->`);
      return;
    case INSTRUCTION_NODE:
      parts.push(`<?${nameOf(node)} ${dataOf(node)}>`);
      return;
    case DOCTYPE_NODE:
      parts.push(`<!DOCTYPE ${nameOf(node)}>`);
  }
}

function close(node: TreeNode, parts: string[]): void {
  if (isElement(node)) parts.push(`</${nameOf(node)}>`);
}

function writeText(node: TreeNode): string {
  const parent = parentOf(node);
  const raw = parent !== null && isElement(parent) && elementKindOf(parent).isRaw;
  // A title is text with entities; the other raw elements know none.
  return raw && nameOf(parent) !== 'title' ? dataOf(node) : escapeText(dataOf(node));
}

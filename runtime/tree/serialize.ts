/** Nodes back to markup, in one pass along the list. */
import { escapeAttribute, escapeText } from './escape.js';
import {
  COMMENT_NODE,
  END_NODE,
  NEXT,
  START,
  VALUE,
  TEXT_NODE,
  endOf,
  isElement,
  type LinkedCharacterData,
  type LinkedElementNode,
  type LinkedNode,
  type EndNode,
} from './linkedom.js';

interface Written extends LinkedElementNode {
  /** Its text is markup's own business: written as it is. */
  readonly isRaw: boolean;
  attributeTexts(): Iterable<readonly [name: string, text: string]>;
}

/** The markup of a node's content; with `outer`, of the node itself. */
export function serialize(root: LinkedNode, outer: boolean): string {
  const parts: string[] = [];
  const last = endOf(root);
  const skip = !outer && last !== root;
  for (let node: LinkedNode | null = root; node !== null; node = node[NEXT]) {
    const own = (node === root || node === last) && skip;
    if (!own) {
      if (isElement(node)) openTag(node as Written, parts);
      else if (node.nodeType === END_NODE) {
        const closed = (node as EndNode)[START];
        if (isElement(closed)) parts.push(`</${closed.localName}>`);
      } else if (node.nodeType === TEXT_NODE) parts.push(textOf(node as LinkedCharacterData));
      else if (node.nodeType === COMMENT_NODE) {
        parts.push(`<!--${(node as LinkedCharacterData)[VALUE]}-->`);
      }
    }
    if (node === last) break;
  }
  return parts.join('');
}

function openTag(element: Written, parts: string[]): void {
  parts.push('<', element.localName);
  for (const [name, text] of element.attributeTexts()) {
    parts.push(' ', name);
    if (text !== '') parts.push('="', escapeAttribute(text), '"');
  }
  parts.push('>');
}

function textOf(node: LinkedCharacterData): string {
  const { parentNode } = node;
  const raw = parentNode !== null && isElement(parentNode) && (parentNode as Written).isRaw;
  // A title is text with entities; the other raw elements know none.
  return raw && parentNode.localName !== 'title' ? node[VALUE] : escapeText(node[VALUE]);
}

/** Serializes nodes to markup by the standard's rules for HTML, in a loop instead of by recursion. */
import { textOf, type AttributeEntry } from './attributes.js';
import { escapeAttribute, escapeText } from './escape.js';
import {
  localNameOf,
  MATHML_NAMESPACE,
  SVG_NAMESPACE,
  XLINK_NAMESPACE,
  XML_NAMESPACE,
  XMLNS_NAMESPACE,
} from './namespaces.js';
import { containerOf, isTemplate, templateOf } from './template.js';
import {
  attributesOf,
  CDATA_NODE,
  COMMENT_NODE,
  dataOf,
  DOCTYPE_NODE,
  ELEMENT_NODE,
  elementKindOf,
  firstChildOf,
  firstWrittenOf,
  HTML_NAMESPACE,
  INSTRUCTION_NODE,
  isElement,
  isText,
  kindOf,
  nameOf,
  nextWrittenOf,
  parentOf,
  TEXT_NODE,
  type TreeNode,
} from './tree-node.js';

/** Elements of HTML without content and close tag. */
export const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  (
    'area base basefont bgsound br col embed frame hr img input keygen link meta param source ' +
    'track wbr'
  ).split(' '),
);

/** Raw elements in whose text HTML reads entities. */
export const ESCAPABLE_RAW: ReadonlySet<string> = new Set(['title', 'textarea', 'code']);

/** HTML drops a line break at their start, so that one more is written there. */
const DROPS_LINE_BREAK: ReadonlySet<string> = new Set(['pre', 'textarea', 'listing']);

/** The markup of a node's content; with `outer`, of the node itself. */
export function serialize(root: TreeNode, outer: boolean): string {
  const parts: string[] = [];
  if (outer) open(root, parts);
  const top = containerOf(root);
  let node = firstInside(top);
  while (node !== null) {
    open(node, parts);
    const child = firstInside(node);
    if (child !== null) {
      node = child;
      continue;
    }
    close(node, parts);
    node = following(node, top, parts);
  }
  if (outer) close(root, parts);
  return parts.join('');
}

/** The first child, or that of a template's content; void elements are written without what is in them. */
function firstInside(node: TreeNode): TreeNode | null {
  if (isVoid(node)) return null;
  return firstWrittenOf(isTemplate(node) ? containerOf(node) : node);
}

/** What comes after a node and all that is in it; closes what ends there. */
function following(from: TreeNode, top: TreeNode, parts: string[]): TreeNode | null {
  let node = from;
  for (;;) {
    const next = nextWrittenOf(node);
    if (next !== null) return next;
    let parent = parentOf(node);
    if (parent === null || parent === top) return null;
    parent = templateOf(parent) ?? parent;
    close(parent, parts);
    node = parent;
  }
}

function open(node: TreeNode, parts: string[]): void {
  switch (kindOf(node).nodeType) {
    case ELEMENT_NODE:
      parts.push('<', tagOf(node));
      for (const [key, entry] of attributesOf(node) ?? []) {
        parts.push(' ', attributeName(entry), '="');
        parts.push(escapeAttribute(textOf(node, key, entry)), '"');
      }
      parts.push('>');
      if (startsWithLineBreak(node)) parts.push('\n');
      return;
    case TEXT_NODE:
    case CDATA_NODE:
      parts.push(writeText(node));
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
  if (isElement(node) && !isVoid(node)) parts.push('</', tagOf(node), '>');
}

function isVoid(node: TreeNode): boolean {
  return isElement(node) && VOID_ELEMENTS.has(nameOf(node)) && isHtml(node);
}

function isHtml(element: TreeNode): boolean {
  return elementKindOf(element).namespace === HTML_NAMESPACE;
}

function tagOf(element: TreeNode): string {
  const { namespace } = elementKindOf(element);
  const name = nameOf(element);
  return namespace === HTML_NAMESPACE ||
    namespace === SVG_NAMESPACE ||
    namespace === MATHML_NAMESPACE
    ? localNameOf(name)
    : name;
}

function attributeName({ name, namespace }: AttributeEntry): string {
  if (namespace === null) return name;
  const local = localNameOf(name);
  switch (namespace) {
    case XML_NAMESPACE:
      return `xml:${local}`;
    case XMLNS_NAMESPACE:
      return local === 'xmlns' ? local : `xmlns:${local}`;
    case XLINK_NAMESPACE:
      return `xlink:${local}`;
    default:
      return name;
  }
}

function startsWithLineBreak(element: TreeNode): boolean {
  if (!DROPS_LINE_BREAK.has(nameOf(element)) || !isHtml(element)) return false;
  const first = firstChildOf(element);
  return first !== null && isText(first) && dataOf(first).startsWith('\n');
}

function writeText(node: TreeNode): string {
  const parent = parentOf(node);
  const isWritten =
    parent !== null &&
    isElement(parent) &&
    elementKindOf(parent).isRaw &&
    !ESCAPABLE_RAW.has(nameOf(parent));
  return isWritten ? dataOf(node) : escapeText(dataOf(node));
}

/** The standard's `Node`. */
import { cloneSubtree, isEqual } from './tree/clone.js';
import { compareOrder } from './tree/document-position.js';
import { insert, remove, replace, setData, setTextContent } from './tree/mutate.js';
import { normalizeTexts } from './tree/normalize.js';
import {
  ATTRIBUTE_NODE,
  CDATA_NODE,
  childNodesOf,
  COMMENT_NODE,
  dataOf,
  DOCTYPE_NODE,
  DOCUMENT_NODE,
  ELEMENT_NODE,
  fail,
  firstChildOf,
  FRAGMENT_NODE,
  INSTRUCTION_NODE,
  isConnected,
  isDocument,
  isInside,
  isParent,
  isTreeNode,
  kindOf,
  lastChildOf,
  nextSiblingOf,
  ownerOf,
  parentElementOf,
  parentOf,
  previousSiblingOf,
  rootOf,
  shadowHostOf,
  TEXT_NODE,
  textIn,
  TreeNode,
} from './tree/tree-node.js';
import { liveList, type NodeList } from './lists.js';
import { lookupNamespace, lookupPrefix } from './tree/namespaces.js';

/**
 * The types of what is around a node. A layer above gives its own nodes narrower ones, so that
 * `parentElement` of its elements is one of them; there is no such property.
 */
export declare const FAMILY: unique symbol;
export interface Family {
  readonly node: Node;
  readonly parent: Node;
  readonly element: Node;
  readonly document: Node;
}
type NodeOf<N extends Node> = N[typeof FAMILY]['node'];

const lists = new WeakMap<TreeNode, NodeList<Node>>();

/** The base class of elements, texts, comments, documents and fragments. */
export abstract class Node extends TreeNode {
  declare readonly [FAMILY]: Family;

  static readonly ELEMENT_NODE = ELEMENT_NODE;
  static readonly ATTRIBUTE_NODE = ATTRIBUTE_NODE;
  static readonly TEXT_NODE = TEXT_NODE;
  static readonly CDATA_SECTION_NODE = CDATA_NODE;
  static readonly PROCESSING_INSTRUCTION_NODE = INSTRUCTION_NODE;
  static readonly COMMENT_NODE = COMMENT_NODE;
  static readonly DOCUMENT_NODE = DOCUMENT_NODE;
  static readonly DOCUMENT_TYPE_NODE = DOCTYPE_NODE;
  static readonly DOCUMENT_FRAGMENT_NODE = FRAGMENT_NODE;
  static readonly DOCUMENT_POSITION_DISCONNECTED = 1;
  static readonly DOCUMENT_POSITION_PRECEDING = 2;
  static readonly DOCUMENT_POSITION_FOLLOWING = 4;
  static readonly DOCUMENT_POSITION_CONTAINS = 8;
  static readonly DOCUMENT_POSITION_CONTAINED_BY = 16;
  static readonly DOCUMENT_POSITION_IMPLEMENTATION_SPECIFIC = 32;

  override get [Symbol.toStringTag](): string {
    return 'Node';
  }
  /** 1 element, 3 text, 8 comment, 9 document, 11 fragment. */
  get nodeType(): number {
    return kindOf(this).nodeType;
  }
  /** `#text`, `#comment`, `#document` and the like; of an element, its `tagName`. */
  get nodeName(): string {
    return '';
  }
  get ownerDocument(): this[typeof FAMILY]['document'] {
    const { document } = ownerOf(this);
    return (document === (this as TreeNode) ? null : document) as this[typeof FAMILY]['document'];
  }
  get parentNode(): this[typeof FAMILY]['parent'] | null {
    return parentOf(this) as this[typeof FAMILY]['parent'] | null;
  }
  get parentElement(): this[typeof FAMILY]['element'] | null {
    return parentElementOf(this) as this[typeof FAMILY]['element'] | null;
  }
  get firstChild(): NodeOf<this> | null {
    return firstChildOf(this) as NodeOf<this> | null;
  }
  get lastChild(): NodeOf<this> | null {
    return lastChildOf(this) as NodeOf<this> | null;
  }
  get previousSibling(): NodeOf<this> | null {
    return previousSiblingOf(this) as NodeOf<this> | null;
  }
  get nextSibling(): NodeOf<this> | null {
    return nextSiblingOf(this) as NodeOf<this> | null;
  }
  get childNodes(): NodeList<NodeOf<this>> {
    let list = lists.get(this);
    if (list === undefined) {
      list = liveList<Node>(() => childNodesOf(this) as readonly Node[]);
      lists.set(this, list);
    }
    return list;
  }
  get isConnected(): boolean {
    return isConnected(this);
  }
  get baseURI(): string {
    return ownerOf(this).url;
  }
  get nodeValue(): string | null {
    return null;
  }
  set nodeValue(_value: unknown) {
    return;
  }
  get textContent(): string | null {
    if (isDocument(this) || kindOf(this).nodeType === DOCTYPE_NODE) return null;
    return isParent(this) ? textIn(this) : dataOf(this);
  }
  set textContent(value: unknown) {
    const text = value === null || value === undefined ? '' : String(value);
    if (isDocument(this) || kindOf(this).nodeType === DOCTYPE_NODE) return;
    if (isParent(this)) setTextContent(this, text);
    else setData(this, text);
  }
  hasChildNodes(): boolean {
    return firstChildOf(this) !== null;
  }
  /** With `composed`, the document around the shadow tree that the node is in. */
  getRootNode(options?: GetRootNodeOptions): NodeOf<this> {
    let root = rootOf(this);
    if (options?.composed !== true) return root as NodeOf<this>;
    for (let host = shadowHostOf(root); host !== null; host = shadowHostOf(root)) {
      root = rootOf(host);
    }
    return root as NodeOf<this>;
  }
  contains(other: Node | null | undefined): boolean {
    return isInside(optional(other), this);
  }
  compareDocumentPosition(other: Node): number {
    return compareOrder(this, requireNode(other));
  }
  isSameNode(other: Node | null): boolean {
    return other === this;
  }
  isEqualNode(other: Node | null): boolean {
    const node = optional(other);
    return node !== null && isEqual(this, node);
  }
  lookupNamespaceURI(prefix: string | null): string | null {
    return lookupNamespace(this, prefix === '' ? null : prefix);
  }
  lookupPrefix(namespace: string | null): string | null {
    return namespace === null || namespace === '' ? null : lookupPrefix(this, namespace);
  }
  isDefaultNamespace(namespace: string | null): boolean {
    return lookupNamespace(this, null) === (namespace === '' ? null : namespace);
  }
  normalize(): void {
    normalizeTexts(this);
  }
  cloneNode(deep = false): NodeOf<this> {
    return cloneSubtree(this, Boolean(deep)) as NodeOf<this>;
  }
  appendChild<T extends Node>(node: T): T {
    insert(this, [requireNode(node)], null);
    return node;
  }
  insertBefore<T extends Node>(node: T, before: Node | null | undefined): T {
    insert(this, [requireNode(node)], optional(before));
    return node;
  }
  removeChild<T extends Node>(node: T): T {
    if (parentOf(requireNode(node)) !== this) {
      fail('NotFoundError', 'the node is not a child of this node');
    }
    remove(node);
    return node;
  }
  replaceChild<T extends Node>(node: Node, child: T): T {
    replace(this, [requireNode(node)], requireNode(child));
    return child;
  }
}

// The constants are on instances too.
for (const name of Object.getOwnPropertyNames(Node).filter((each) => /^[A-Z_]+$/.test(each))) {
  const descriptor = Object.getOwnPropertyDescriptor(Node, name);
  if (descriptor === undefined) continue;
  const constant = { ...descriptor, writable: false, configurable: false };
  Object.defineProperty(Node, name, constant);
  Object.defineProperty(Node.prototype, name, constant);
}

export interface GetRootNodeOptions {
  readonly composed?: boolean | undefined;
}

/** @throws TypeError for what is not a node */
export function requireNode(value: unknown): TreeNode {
  if (!isTreeNode(value)) throw new TypeError('expected a node');
  return value;
}

function optional(value: unknown): TreeNode | null {
  return value === null || value === undefined ? null : requireNode(value);
}

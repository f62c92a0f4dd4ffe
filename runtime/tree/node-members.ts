/**
 * The standard's members of nodes, on top of `mutate` and linkedom's storage. linkedom's classes have
 * no common parent that could be replaced for all, so members are copied onto each kind of node.
 */
import { parseTokens } from './class-list.js';
import { compareOrder } from './compare.js';
import { cloneSubtree, isEqual } from './copy.js';
import {
  childElementsOf,
  childNodesOf,
  isElement,
  isInside,
  nextSiblingOf,
  ownerOf,
  previousSiblingOf,
  type LinkedElementNode,
  type LinkedNode,
  type LinkedParent,
} from './linkedom.js';
import { liveList, StaticList, type LiveList } from './live-list.js';
import { fail, insert, isConnected, remove, replace, replaceAll, toNodes } from './mutate.js';
import { filterElements, queryAll, queryFirst } from './selectors.js';
import { normalizeTexts } from './texts.js';

type Given = LinkedNode | string;

class NodeMembers {
  get isConnected(): boolean {
    return isConnected(self(this));
  }
  get baseURI(): null {
    return null;
  }
  contains(other: LinkedNode | null): boolean {
    return isInside(other, self(this));
  }
  compareDocumentPosition(other: LinkedNode): number {
    return compareOrder(self(this), other);
  }
  isEqualNode(other: LinkedNode | null): boolean {
    return other !== null && isEqual(self(this), other);
  }
  normalize(): void {
    normalizeTexts(self(this));
  }
  cloneNode(deep = false): LinkedNode {
    return cloneSubtree(self(this), deep);
  }
  appendChild(node: LinkedNode): LinkedNode {
    insert(parent(this), [checked(node)], null);
    return node;
  }
  insertBefore(node: LinkedNode, before: LinkedNode | null = null): LinkedNode {
    insert(parent(this), [checked(node)], before);
    return node;
  }
  removeChild(node: LinkedNode): LinkedNode {
    if (checked(node).parentNode !== self(this)) {
      fail('NotFoundError', 'the node is not a child of this node');
    }
    remove(node);
    return node;
  }
  replaceChild(node: LinkedNode, child: LinkedNode): LinkedNode {
    if (checked(child).parentNode !== self(this)) {
      fail('NotFoundError', 'the node is not a child of this node');
    }
    replace(parent(this), [checked(node)], child);
    return child;
  }
}

class ChildMembers {
  get previousElementSibling(): LinkedElementNode | null {
    let node = previousSiblingOf(self(this));
    while (node !== null && !isElement(node)) node = previousSiblingOf(node);
    return node;
  }
  get nextElementSibling(): LinkedElementNode | null {
    let node = nextSiblingOf(self(this));
    while (node !== null && !isElement(node)) node = nextSiblingOf(node);
    return node;
  }
  before(...given: Given[]): void {
    const node = self(this);
    const above = node.parentNode;
    if (above === null) return;
    const nodes = toNodes(ownerOf(node), given);
    // The standard's "viable previous sibling": the place must survive when neighbours are given too.
    let previous = previousSiblingOf(node);
    while (previous !== null && nodes.includes(previous)) previous = previousSiblingOf(previous);
    insert(
      above,
      nodes,
      previous === null ? (childNodesOf(above)[0] ?? null) : nextSiblingOf(previous),
    );
  }
  after(...given: Given[]): void {
    const node = self(this);
    if (node.parentNode === null) return;
    insert(node.parentNode, toNodes(ownerOf(node), given), nextSiblingOf(node));
  }
  replaceWith(...given: Given[]): void {
    const node = self(this);
    if (node.parentNode === null) return;
    replace(node.parentNode, toNodes(ownerOf(node), given), node);
  }
  remove(): void {
    remove(self(this));
  }
}

const NODE_LIST = Symbol('childNodes');
const ELEMENT_LIST = Symbol('children');
type Listed = LinkedParent & {
  [NODE_LIST]?: LiveList<LinkedNode>;
  [ELEMENT_LIST]?: LiveList<LinkedElementNode>;
};

class ParentMembers {
  get childNodes(): LiveList<LinkedNode> {
    const node = parent(this) as Listed;
    return (node[NODE_LIST] ??= liveList(() => childNodesOf(node)));
  }
  get children(): LiveList<LinkedElementNode> {
    const node = parent(this) as Listed;
    return (node[ELEMENT_LIST] ??= liveList(() => childElementsOf(node)));
  }
  get childElementCount(): number {
    return childElementsOf(parent(this)).length;
  }
  append(...given: Given[]): void {
    insert(parent(this), toNodes(ownerOf(self(this)), given), null);
  }
  prepend(...given: Given[]): void {
    const node = parent(this);
    insert(node, toNodes(ownerOf(node), given), childNodesOf(node)[0] ?? null);
  }
  replaceChildren(...given: Given[]): void {
    replaceAll(parent(this), toNodes(ownerOf(self(this)), given));
  }
  querySelector(selector: string): LinkedElementNode | null {
    return queryFirst(parent(this), selector);
  }
  querySelectorAll(selector: string): StaticList<LinkedElementNode> {
    return staticList(queryAll(parent(this), selector));
  }
  getElementsByTagName(name: string): LiveList<LinkedElementNode> {
    const wanted = String(name);
    return collection(parent(this), (element) => wanted === '*' || element.localName === wanted);
  }
  getElementsByClassName(names: string): LiveList<LinkedElementNode> {
    const wanted = parseTokens(String(names));
    return collection(parent(this), (element) => {
      if (wanted.length === 0) return false;
      const { classNames } = element as LinkedElementNode & { classNames: readonly string[] };
      return wanted.every((name) => classNames.includes(name));
    });
  }
}

class ContentMembers {
  set textContent(text: unknown) {
    const node = parent(this);
    const data = text === null || text === undefined ? '' : String(text);
    replaceAll(node, data === '' ? [] : toNodes(ownerOf(node), [data]));
  }
}

/** Plain `new Array(n)` semantics must not meet a list of one number: filled by hand. */
function staticList<T>(items: readonly T[]): StaticList<T> {
  const list = new StaticList<T>();
  for (const item of items) list.push(item);
  return list;
}

/** Live: looked up again when the document has changed since. */
function collection(
  root: LinkedParent,
  test: (element: LinkedElementNode) => boolean,
): LiveList<LinkedElementNode> {
  let found: readonly LinkedElementNode[] = [];
  let version = -1;
  return liveList(() => {
    const now = ownerOf(root).version;
    if (version !== now) {
      found = filterElements(root, test);
      version = now;
    }
    return found;
  });
}

function self(object: object): LinkedNode {
  return object as LinkedNode;
}

function parent(object: object): LinkedParent {
  return object as LinkedParent;
}

function checked(node: unknown): LinkedNode {
  if (typeof node !== 'object' || node === null || !('nodeType' in node)) {
    throw new TypeError('a node is expected here');
  }
  return node as LinkedNode;
}

type Kind = 'node' | 'child' | 'parent' | 'content';
const MEMBERS: Readonly<Record<Kind, object>> = {
  node: NodeMembers.prototype,
  child: ChildMembers.prototype,
  parent: ParentMembers.prototype,
  content: ContentMembers.prototype,
};

/** Copies members onto a prototype; a setter joins the getter that is already inherited. */
export function install(prototype: object, ...kinds: readonly Kind[]): void {
  for (const kind of kinds) {
    for (const [name, descriptor] of Object.entries(
      Object.getOwnPropertyDescriptors(MEMBERS[kind]),
    )) {
      if (name === 'constructor') continue;
      if (descriptor.set !== undefined && descriptor.get === undefined) {
        descriptor.get = inheritedGetter(prototype, name);
      }
      Object.defineProperty(prototype, name, { ...descriptor, enumerable: false });
    }
  }
}

function inheritedGetter(prototype: object, name: string): (() => unknown) | undefined {
  for (
    let each: object | null = prototype;
    each !== null;
    each = Object.getPrototypeOf(each) as object | null
  ) {
    const getter = Object.getOwnPropertyDescriptor(each, name)?.get;
    if (getter !== undefined) return getter;
  }
  return undefined;
}

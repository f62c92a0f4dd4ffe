/** The standard's `Attr` and `NamedNodeMap`, created when they are first read. */
import { EventTarget } from './events/event-target.js';
import {
  checkAttributeName,
  find,
  findNS,
  removeAttribute,
  setAttribute,
  setAttributeNS,
  textOf,
} from './tree/attributes.js';
import { localNameOf, prefixOf } from './tree/namespaces.js';
import { ATTRIBUTE_NODE, attributesOf, fail, ownerOf, type TreeNode } from './tree/tree-node.js';

let place: (attribute: Attr, element: TreeNode | null) => void;
let elementOf: (attribute: Attr) => TreeNode | null;

/** An attribute as a node; it keeps its value when it leaves its element. */
export class Attr extends EventTarget {
  readonly #name: string;
  readonly #namespace: string | null;
  #element: TreeNode | null = null;
  #value: string;

  /** @internal */
  constructor(name: string, namespace: string | null = null, value = '') {
    super();
    checkAttributeName(name);
    this.#name = name;
    this.#namespace = namespace;
    this.#value = value;
  }

  static {
    elementOf = (attribute) => attribute.#element;
    place = (attribute, element) => {
      // It keeps its value when it leaves its element.
      if (element === null) attribute.#value = attribute.#read();
      attribute.#element = element;
    };
  }

  override get [Symbol.toStringTag](): string {
    return 'Attr';
  }
  get nodeType(): number {
    return ATTRIBUTE_NODE;
  }
  get specified(): boolean {
    return true;
  }
  get namespaceURI(): string | null {
    return this.#namespace;
  }
  get prefix(): string | null {
    return this.#namespace === null ? null : prefixOf(this.#name);
  }
  get localName(): string {
    return this.#namespace === null ? this.#name : localNameOf(this.#name);
  }
  get name(): string {
    return this.#name;
  }
  get nodeName(): string {
    return this.#name;
  }
  get ownerElement(): TreeNode | null {
    return this.#element;
  }
  get ownerDocument(): TreeNode | null {
    return this.#element === null ? null : ownerOf(this.#element).document;
  }
  get value(): string {
    return this.#read();
  }
  set value(value: unknown) {
    if (this.#element === null) this.#value = String(value);
    else if (this.#namespace === null) setAttribute(this.#element, this.#name, String(value));
    else setAttributeNS(this.#element, this.#namespace, this.#name, String(value));
  }
  get nodeValue(): string {
    return this.#read();
  }
  set nodeValue(value: unknown) {
    this.value = value;
  }
  get textContent(): string {
    return this.#read();
  }
  set textContent(value: unknown) {
    this.value = value;
  }
  cloneNode(): Attr {
    return new Attr(this.#name, this.#namespace, this.#read());
  }

  #read(): string {
    const element = this.#element;
    if (element === null) return this.#value;
    const found =
      this.#namespace === null
        ? find(element, this.#name)
        : findNS(element, this.#namespace, localNameOf(this.#name));
    return found === undefined ? this.#value : textOf(element, found[0], found[1]);
  }
}

const nodesOf = new WeakMap<TreeNode, Map<string, Attr>>();

/** The node of an attribute that `find` has found; null without one. */
export function attributeNode(element: TreeNode, found: ReturnType<typeof find>): Attr | null {
  if (found === undefined) return null;
  const [key, { name, namespace }] = found;
  let nodes = nodesOf.get(element);
  if (nodes === undefined) nodesOf.set(element, (nodes = new Map<string, Attr>()));
  let node = nodes.get(key);
  if (node === undefined) {
    node = new Attr(name, namespace);
    place(node, element);
    nodes.set(key, node);
  }
  return node;
}

/** @returns the attribute of that name that was there */
export function setAttributeNode(element: TreeNode, attribute: Attr): Attr | null {
  const owner = elementOf(attribute);
  if (owner !== null && owner !== element) {
    fail('InUseAttributeError', 'the attribute belongs to another element');
  }
  const { name, namespaceURI, value } = attribute;
  const look = (): ReturnType<typeof find> =>
    namespaceURI === null ? find(element, name) : findNS(element, namespaceURI, localNameOf(name));
  const old = attributeNode(element, look());
  if (old === attribute) return old;
  if (old !== null) place(old, null);
  if (namespaceURI === null) setAttribute(element, name, value);
  else setAttributeNS(element, namespaceURI, name, value);
  const key = look()?.[0];
  const nodes = nodesOf.get(element) ?? new Map<string, Attr>();
  nodesOf.set(element, nodes);
  if (key !== undefined) nodes.set(key, attribute);
  place(attribute, element);
  return old;
}

export function removeAttributeNode(element: TreeNode, attribute: Attr): Attr {
  if (elementOf(attribute) !== element) {
    fail('NotFoundError', 'the attribute is not on this element');
  }
  for (const [key, node] of nodesOf.get(element) ?? []) {
    if (node === attribute) dropAttribute(element, key);
  }
  return attribute;
}

/** Removes an attribute; its node, where one was made, keeps the value. */
export function dropAttribute(element: TreeNode, key: string): void {
  const node = nodesOf.get(element)?.get(key);
  if (node !== undefined) {
    place(node, null);
    nodesOf.get(element)?.delete(key);
  }
  removeAttribute(element, key);
}

let elementBehind: (map: NamedNodeMap) => TreeNode;

/** The attributes of an element, live. */
export class NamedNodeMap {
  readonly [index: number]: Attr;
  readonly #element: TreeNode;

  /** @internal */
  constructor(element: TreeNode) {
    this.#element = element;
  }
  static {
    elementBehind = (map) => (targets.get(map) ?? map).#element;
  }
  get [Symbol.toStringTag](): string {
    return 'NamedNodeMap';
  }
  get length(): number {
    return attributesOf(elementBehind(this))?.size ?? 0;
  }
  item(index: number): Attr | null {
    return all(elementBehind(this))[Math.trunc(Number(index)) >>> 0] ?? null;
  }
  getNamedItem(name: string): Attr | null {
    const element = elementBehind(this);
    return attributeNode(element, find(element, String(name)));
  }
  getNamedItemNS(namespace: string | null, localName: string): Attr | null {
    const element = elementBehind(this);
    return attributeNode(element, findNS(element, namespace, String(localName)));
  }
  setNamedItem(attribute: Attr): Attr | null {
    return setAttributeNode(elementBehind(this), attribute);
  }
  setNamedItemNS(attribute: Attr): Attr | null {
    return setAttributeNode(elementBehind(this), attribute);
  }
  removeNamedItem(name: string): Attr {
    const element = elementBehind(this);
    return taken(element, find(element, String(name)));
  }
  removeNamedItemNS(namespace: string | null, localName: string): Attr {
    const element = elementBehind(this);
    return taken(element, findNS(element, namespace, String(localName)));
  }
  [Symbol.iterator](): IterableIterator<Attr> {
    return all(elementBehind(this)).values();
  }
}

function taken(element: TreeNode, found: ReturnType<typeof find>): Attr {
  const attribute = attributeNode(element, found);
  if (attribute === null || found === undefined) {
    fail('NotFoundError', 'there is no such attribute');
  }
  dropAttribute(element, found[0]);
  return attribute;
}

function all(element: TreeNode): Attr[] {
  return [...(attributesOf(element) ?? [])].map((found) => attributeNode(element, found)!);
}

const targets = new WeakMap<object, NamedNodeMap>();

const handler: ProxyHandler<NamedNodeMap> = {
  get(map, key, receiver) {
    if (typeof key === 'string' && !Reflect.has(map, key)) {
      if (/^\d+$/.test(key)) return map.item(Number(key)) ?? undefined;
      return map.getNamedItem(key) ?? undefined;
    }
    return Reflect.get(map, key, receiver) as unknown;
  },
  set: () => false,
  has: (map, key) =>
    Reflect.has(map, key) ||
    (typeof key === 'string' &&
      (/^\d+$/.test(key) ? map.item(Number(key)) : map.getNamedItem(key)) !== null),
  ownKeys(map) {
    const attributes = all(elementBehind(map));
    return [...attributes.keys()].map(String).concat(attributes.map(({ name }) => name));
  },
  getOwnPropertyDescriptor(map, key) {
    if (typeof key !== 'string') return undefined;
    const value = /^\d+$/.test(key) ? map.item(Number(key)) : map.getNamedItem(key);
    if (value === null) return undefined;
    return { value, enumerable: /^\d+$/.test(key), configurable: true, writable: false };
  },
};

const maps = new WeakMap<TreeNode, NamedNodeMap>();

export function attributesMap(element: TreeNode): NamedNodeMap {
  let map = maps.get(element);
  if (map === undefined) {
    const behind = new NamedNodeMap(element);
    map = new Proxy(behind, handler);
    targets.set(map, behind);
    maps.set(element, map);
  }
  return map;
}

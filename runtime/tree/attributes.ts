/**
 * An element's attributes: in the order of the source, found under either spelling, written out in
 * the author's. linkedom keeps attributes as nodes of its list, newest first, and searches them one
 * by one; here they are a map.
 */
import { ATTRIBUTE_NODE } from './linkedom.js';

export interface AttributeEntry {
  /** As spelt when it was first set. */
  readonly name: string;
  /** Null where the value never was text; `textOf` of attribute-values.ts writes it out when asked. */
  text: string | null;
}

export type AttributeEntries = Map<string, AttributeEntry>;

/** The part of an element that attribute nodes and lists work on. */
export interface AttributeHost {
  readonly entries: AttributeEntries;
  getAttribute(name: string): string | null;
  getAttributeNode(name: string): AttributeNode | null;
  setAttribute(name: string, value: unknown): void;
  removeAttribute(name: string): void;
}

/** The standard's `Attr`; made only when asked for. */
export class AttributeNode {
  readonly nodeType = ATTRIBUTE_NODE;
  readonly specified = true;
  readonly namespaceURI = null;
  readonly prefix = null;
  ownerElement: AttributeHost | null = null;
  #value: string;

  constructor(
    readonly name: string,
    value = '',
  ) {
    this.#value = value;
  }
  get localName(): string {
    return this.name;
  }
  get nodeName(): string {
    return this.name;
  }
  get value(): string {
    return this.ownerElement?.getAttribute(this.name) ?? this.#value;
  }
  set value(value: unknown) {
    if (this.ownerElement === null) this.#value = String(value);
    else this.ownerElement.setAttribute(this.name, value);
  }
  get nodeValue(): string {
    return this.value;
  }
  set nodeValue(value: unknown) {
    this.value = value;
  }
  get textContent(): string {
    return this.value;
  }
  set textContent(value: unknown) {
    this.value = value;
  }
  /** Keeps its value when it leaves its element. */
  release(): void {
    this.#value = this.value;
    this.ownerElement = null;
  }
}

/** The standard's `NamedNodeMap`. */
export interface AttributeList extends Iterable<AttributeNode> {
  readonly length: number;
  readonly [index: number]: AttributeNode;
  item(index: number): AttributeNode | null;
  getNamedItem(name: string): AttributeNode | null;
  setNamedItem(attribute: AttributeNode): AttributeNode | null;
  removeNamedItem(name: string): AttributeNode;
}

export interface ListHost extends AttributeHost {
  setAttributeNode(attribute: AttributeNode): AttributeNode | null;
}

export function attributeList(host: ListHost): AttributeList {
  const all = (): AttributeNode[] =>
    [...host.entries.values()].map((entry) => host.getAttributeNode(entry.name)!);
  const methods = {
    get length(): number {
      return host.entries.size;
    },
    item: (index: number) => all()[index] ?? null,
    getNamedItem: (name: string) => host.getAttributeNode(name),
    setNamedItem: (attribute: AttributeNode) => host.setAttributeNode(attribute),
    removeNamedItem: (name: string) => {
      const attribute = host.getAttributeNode(name);
      if (attribute === null) throw new DOMException('there is no such attribute', 'NotFoundError');
      host.removeAttribute(name);
      return attribute;
    },
    [Symbol.iterator]: () => all().values(),
  };
  return new Proxy(methods, {
    get(target, key) {
      if (typeof key === 'string' && !Object.hasOwn(target, key)) {
        if (/^\d+$/.test(key)) return all()[Number(key)];
        return host.getAttributeNode(key) ?? undefined;
      }
      return Reflect.get(target, key) as unknown;
    },
    set: () => false,
  }) as unknown as AttributeList;
}

/** What no attribute can be called; the markup parser lets through all others. */
export function checkAttributeName(name: string): void {
  if (name === '' || /[\s"'<>/=\0]/.test(name)) {
    throw new DOMException(
      `${JSON.stringify(name)} is not an attribute name`,
      'InvalidCharacterError',
    );
  }
}

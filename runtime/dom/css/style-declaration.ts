/** `element.style`: the style attribute as properties, both ways. */
import { kebabCase } from '../../markup/names.js';
import { nameClass } from '../../base/class-name.js';
import { parseDeclarations } from './style-text.js';
import { setAttribute, textByKey } from '../tree/attributes.js';
import { ownerOf, type TreeNode } from '../tree/tree-node.js';

/** The standard's CSSStyleDeclaration; properties by kebab-case or camelCase name. */
export interface StyleDeclarations {
  cssText: string;
  readonly length: number;
  item(index: number): string;
  getPropertyValue(name: string): string;
  getPropertyPriority(name: string): '' | 'important';
  setProperty(name: string, value: string | number | null, priority?: string): void;
  /** Removes a declaration; returns its value. */
  removeProperty(name: string): string;
  [property: string]: unknown;
}

interface Property {
  readonly value: string;
  readonly important: boolean;
}

class CSSStyleDeclaration {
  readonly #element: TreeNode;
  #text: string | null = null;
  #properties = new Map<string, Property>();

  static {
    nameClass(this, 'CSSStyleDeclaration');
  }

  constructor(element: TreeNode) {
    this.#element = element;
  }

  get [Symbol.toStringTag](): string {
    return 'CSSStyleDeclaration';
  }
  get cssText(): string {
    return write(this.#read());
  }
  set cssText(text: unknown) {
    const properties = read(String(text ?? ''));
    for (const [name, { value }] of properties) {
      if (!this.#accepts(name, value)) properties.delete(name);
    }
    this.#write(properties);
  }
  get length(): number {
    return this.#read().size;
  }
  get parentRule(): null {
    return null;
  }
  item(index: number): string {
    return [...this.#read().keys()][index] ?? '';
  }
  getPropertyValue(name: string): string {
    return this.#read().get(kebabCase(String(name)))?.value ?? '';
  }
  getPropertyPriority(name: string): '' | 'important' {
    return this.#read().get(kebabCase(String(name)))?.important === true ? 'important' : '';
  }
  setProperty(name: string, value: unknown, priority: unknown = ''): void {
    const text = value === null || value === undefined ? '' : String(value).trim();
    if (text === '') {
      this.removeProperty(name);
      return;
    }
    const level = String(priority ?? '').toLowerCase();
    if (level !== '' && level !== 'important') return;
    // As in a browser, invalid values are ignored: a value has to parse as exactly this declaration, without
    // affecting the next one.
    const property = kebabCase(String(name));
    const [parsed, after, ...more] = parseDeclarations(`${property}:${text};--after:0`);
    if (parsed?.name !== property || parsed.important) return;
    if (after?.name !== '--after' || more.length > 0) return;
    if (!this.#accepts(property, parsed.value)) return;
    const properties = new Map(this.#read());
    properties.set(property, { value: parsed.value, important: level === 'important' });
    this.#write(properties);
  }
  removeProperty(name: string): string {
    const property = kebabCase(String(name));
    const old = this.#read().get(property);
    if (old === undefined) return '';
    const properties = new Map(this.#read());
    properties.delete(property);
    this.#write(properties);
    return old.value;
  }
  toString(): string {
    return this.cssText;
  }
  [Symbol.iterator](): IterableIterator<string> {
    return [...this.#read().keys()].values();
  }

  /** False for what cannot be parsed, which is ignored; the host reports it. */
  #accepts(property: string, value: string): boolean {
    return ownerOf(this.#element).host.acceptsStyle(this.#element, property, value);
  }

  #read(): ReadonlyMap<string, Property> {
    const text = textByKey(this.#element, 'style') ?? '';
    if (text !== this.#text) {
      this.#properties = read(text);
      this.#text = text;
    }
    return this.#properties;
  }

  #write(properties: Map<string, Property>): void {
    const text = write(properties);
    this.#properties = properties;
    this.#text = text;
    if (text === '' && textByKey(this.#element, 'style') === null) return;
    setAttribute(this.#element, 'style', text);
  }
}

/** The last declaration of a name wins, unless an earlier one is important and it is not. */
function read(text: string): Map<string, Property> {
  const properties = new Map<string, Property>();
  for (const { name, value, important } of parseDeclarations(text)) {
    const property = kebabCase(name);
    if (properties.get(property)?.important === true && !important) continue;
    properties.delete(property);
    properties.set(property, { value, important });
  }
  return properties;
}

function write(properties: ReadonlyMap<string, Property>): string {
  const parts: string[] = [];
  for (const [name, { value, important }] of properties) {
    parts.push(`${name}: ${value}${important ? ' !important' : ''};`);
  }
  return parts.join(' ');
}

/** A style object whose unknown names are properties. */
export function styleDeclarations(element: TreeNode): StyleDeclarations {
  const style = new CSSStyleDeclaration(element);
  return new Proxy(style, {
    get(target, key) {
      if (typeof key === 'symbol' || key in target) {
        const value = Reflect.get(target, key, target) as unknown;
        if (typeof value !== 'function' || key === 'constructor') return value;
        return value.bind(target) as unknown;
      }
      if (/^\d+$/.test(key)) return target.item(Number(key)) || undefined;
      return target.getPropertyValue(property(key));
    },
    set(target, key, value) {
      if (typeof key === 'symbol') return false;
      if (key === 'cssText') target.cssText = value;
      else if (!(key in target)) target.setProperty(property(key), value);
      return true;
    },
    // Frameworks ask `name in style` before they set it: every property name may be one.
    has: (target, key) =>
      typeof key === 'string' && (key in target || /^-{0,2}[a-z][\w-]*$/i.test(key)),
    ownKeys: (target) => [...target],
    getOwnPropertyDescriptor: (target, key) => {
      if (typeof key !== 'string') return undefined;
      const value = target.getPropertyValue(key);
      return value === ''
        ? undefined
        : { value, writable: true, enumerable: true, configurable: true };
    },
  }) as unknown as StyleDeclarations;
}

/** The standard's one name that is a word of JavaScript. */
function property(key: string): string {
  return key === 'cssFloat' ? 'float' : key;
}

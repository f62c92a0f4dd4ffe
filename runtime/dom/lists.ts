/** The standard's `NodeList` and `HTMLCollection`: live, indexed, and an array only while nothing changes. */
import { nameClass } from '../base/class-name.js';

/** The members that both lists share. */
interface Indexed<T> extends Iterable<T> {
  readonly length: number;
  readonly [index: number]: T;
  item(index: number): T | null;
  forEach(callback: (value: T, index: number, list: Indexed<T>) => void, self?: unknown): void;
  entries(): IterableIterator<[number, T]>;
  keys(): IterableIterator<number>;
  values(): IterableIterator<T>;
}

export type NodeList<T> = Indexed<T>;

/** It has the methods of a NodeList too, which a browser leaves out. */
export interface HTMLCollection<T> extends Indexed<T> {
  /** By id, then by `name`. */
  namedItem(name: string): T | null;
}

type Current<T> = () => readonly T[];

/** Names the members of a collection that have one: their ids and `name` attributes. */
export interface Naming<T> {
  named(items: readonly T[], name: string): T | undefined;
  names(items: readonly T[]): readonly string[];
}

let currentOf: (list: object) => Current<unknown>;

/** Both lists; the class that scripts see is one of the two below. */
abstract class List<T> {
  static {
    nameClass(this, 'List');
  }

  readonly #current: Current<T>;

  constructor(current?: Current<T>) {
    if (typeof current !== 'function') throw new TypeError('Illegal constructor');
    this.#current = current;
  }
  static {
    currentOf = (list) => (list as List<unknown>).#current;
  }
  get length(): number {
    return membersOf(this).length;
  }
  item(index: number): T | null {
    return (membersOf(this)[Math.trunc(Number(index)) >>> 0] as T | undefined) ?? null;
  }
  /** Follows changes of the list during the iteration, as in a browser. */
  *[Symbol.iterator](): IterableIterator<T> {
    for (let index = 0; index < membersOf(this).length; index++) {
      yield membersOf(this)[index] as T;
    }
  }
  forEach(callback: (value: T, index: number, list: this) => void, self?: unknown): void {
    for (let index = 0; index < membersOf(this).length; index++) {
      callback.call(self, membersOf(this)[index] as T, index, this);
    }
  }
  *entries(): IterableIterator<[number, T]> {
    for (let index = 0; index < membersOf(this).length; index++) {
      yield [index, membersOf(this)[index] as T];
    }
  }
  *keys(): IterableIterator<number> {
    for (let index = 0; index < membersOf(this).length; index++) yield index;
  }
  *values(): IterableIterator<T> {
    yield* this[Symbol.iterator]();
  }
}

export class NodeListClass<T> extends List<T> {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return Function.prototype[Symbol.hasInstance].call(this, value) || value instanceof StaticList;
  }
  get [Symbol.toStringTag](): string {
    return 'NodeList';
  }
}

const namings = new WeakMap<object, Naming<unknown>>();

export class HTMLCollectionClass<T> extends List<T> {
  get [Symbol.toStringTag](): string {
    return 'HTMLCollection';
  }
  namedItem(name: string): T | null {
    if (name === '') return null;
    return (namings.get(targetOf(this))?.named(membersOf(this), String(name)) as T) ?? null;
  }
}
Object.defineProperty(NodeListClass, 'name', { value: 'NodeList' });
Object.defineProperty(HTMLCollectionClass, 'name', { value: 'HTMLCollection' });

/** The proxies that scripts have, and what is behind each. */
const targets = new WeakMap<object, object>();

function targetOf(list: object): object {
  return targets.get(list) ?? list;
}

function membersOf(list: object): readonly unknown[] {
  return currentOf(targetOf(list))();
}

function indexOf(key: string | symbol): number {
  return typeof key === 'string' && /^(0|[1-9]\d*)$/.test(key) ? Number(key) : -1;
}

const handler: ProxyHandler<object> = {
  get(list, key, receiver) {
    const index = indexOf(key);
    if (index >= 0) return membersOf(list)[index];
    if (Reflect.has(list, key)) return Reflect.get(list, key, receiver) as unknown;
    return typeof key === 'string' ? namings.get(list)?.named(membersOf(list), key) : undefined;
  },
  set(list, key, value) {
    if (indexOf(key) >= 0) return false;
    return Reflect.set(list, key, value);
  },
  has(list, key) {
    const index = indexOf(key);
    if (index >= 0) return index < membersOf(list).length;
    if (Reflect.has(list, key)) return true;
    return typeof key === 'string' && namings.get(list)?.named(membersOf(list), key) !== undefined;
  },
  deleteProperty: (list, key) => indexOf(key) < 0 && Reflect.deleteProperty(list, key),
  ownKeys(list) {
    const names = namings.get(list)?.names(membersOf(list)) ?? [];
    const indexes = [...Array(membersOf(list).length).keys()].map(String);
    return [...new Set([...indexes, ...names, ...Reflect.ownKeys(list)])];
  },
  getOwnPropertyDescriptor(list, key) {
    const index = indexOf(key);
    const own = index < 0 ? Reflect.getOwnPropertyDescriptor(list, key) : undefined;
    if (own !== undefined) return own;
    const value =
      index >= 0
        ? membersOf(list)[index]
        : typeof key === 'string' && !(key in Object.getPrototypeOf(list))
          ? namings.get(list)?.named(membersOf(list), key)
          : undefined;
    if (value === undefined) return undefined;
    return { value, enumerable: index >= 0, configurable: true, writable: false };
  },
};

function proxied<L extends object>(list: L): L {
  const proxy = new Proxy(list, handler) as L;
  targets.set(proxy, list);
  return proxy;
}

/** `current` returns the present members; its array stays the same while nothing changes. */
export function liveList<T>(current: Current<T>): NodeList<T> {
  return proxied(new NodeListClass(current)) as unknown as NodeList<T>;
}

export function liveCollection<T>(current: Current<T>, naming: Naming<T>): HTMLCollection<T> {
  const list = new HTMLCollectionClass(current);
  namings.set(list, naming);
  return proxied(list) as unknown as HTMLCollection<T>;
}

/** The result of `querySelectorAll`: a static list that has the methods of arrays too. */
export class StaticList<T> extends Array<T> {
  static {
    nameClass(this, 'NodeList');
  }

  // `map` and the others return plain arrays.
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }
  get [Symbol.toStringTag](): string {
    return 'NodeList';
  }
  item(index: number): T | null {
    return this[index] ?? null;
  }
}

export function staticList<T>(nodes: readonly T[]): StaticList<T> {
  const list = new StaticList<T>();
  for (const node of nodes) list.push(node);
  return list;
}

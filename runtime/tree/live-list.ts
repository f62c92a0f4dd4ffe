/** `childNodes`, `children` and the like: live, indexed, and an array only while nothing changes. */

/** The standard's `NodeList` and `HTMLCollection` in one. */
export interface LiveList<T> extends Iterable<T> {
  readonly length: number;
  readonly [index: number]: T;
  item(index: number): T | null;
  /** By id, then by `name`. */
  namedItem(name: string): T | null;
  forEach(callback: (value: T, index: number, list: LiveList<T>) => void, self?: unknown): void;
  entries(): IterableIterator<[number, T]>;
  keys(): IterableIterator<number>;
  values(): IterableIterator<T>;
}

/** `current` gives the members of this moment; it keeps its array while nothing changes. */
export function liveList<T extends object>(current: () => readonly T[]): LiveList<T> {
  return new Proxy(new List(current), handler) as unknown as LiveList<T>;
}

class List<T extends object> {
  constructor(readonly current: () => readonly T[]) {
    Object.defineProperty(this, 'current', { enumerable: false });
  }
  get length(): number {
    return this.current().length;
  }
  item(index: number): T | null {
    return this.current()[index] ?? null;
  }
  namedItem(name: string): T | null {
    if (name === '') return null;
    type Named = { readonly id?: string; getAttribute?(name: string): string | null };
    return (
      this.current().find((node) => (node as Named).id === name) ??
      this.current().find((node) => (node as Named).getAttribute?.('name') === name) ??
      null
    );
  }
  forEach(callback: (value: T, index: number, list: this) => void, self?: unknown): void {
    this.current().forEach((value, index) => {
      callback.call(self, value, index, this);
    });
  }
  entries(): IterableIterator<[number, T]> {
    return this.current().entries();
  }
  keys(): IterableIterator<number> {
    return this.current().keys();
  }
  values(): IterableIterator<T> {
    return this.current().values();
  }
  [Symbol.iterator](): IterableIterator<T> {
    return this.current().values();
  }
}

function indexOf(key: string | symbol): number {
  return typeof key === 'string' && /^(0|[1-9]\d*)$/.test(key) ? Number(key) : -1;
}

const handler: ProxyHandler<List<object>> = {
  get(list, key) {
    const index = indexOf(key);
    if (index >= 0) return list.current()[index];
    return Reflect.get(list, key, list) as unknown;
  },
  set: () => false,
  has(list, key) {
    const index = indexOf(key);
    return index >= 0 ? index < list.length : Reflect.has(list, key);
  },
  ownKeys(list) {
    return [...Array(list.length).keys()].map(String).concat('current');
  },
  getOwnPropertyDescriptor(list, key) {
    const index = indexOf(key);
    if (index < 0) return Reflect.getOwnPropertyDescriptor(list, key);
    const value = list.current()[index];
    return value === undefined
      ? undefined
      : { value, enumerable: true, configurable: true, writable: false };
  },
};

/** What `querySelectorAll` gives: a plain array of that moment, with `item`. */
export class StaticList<T> extends Array<T> {
  // `map` and the rest give plain arrays.
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }
  item(index: number): T | null {
    return this[index] ?? null;
  }
}

/**
 * Plain objects and arrays that report their changes. What a script holds is a proxy; what is kept is the object
 * itself, and who holds whom, so that a change deep inside is a change of everything above.
 */
import { equalValues, isMap, isPlain, isSet } from '../../element/binding/values.js';
import { isFollowed, stateMap, stateSet } from './collections.js';
import { SHAPE, track, trigger } from './tracking.js';

export interface ReactiveOptions {
  /** Before anything is read or written through a proxy. */
  access(): void;
  /** After each change; `inList` where it is inside an array, of which changes come in numbers. */
  onChange(inList: boolean): void;
}

/** Maps proxies of all apps to their objects: a state may contain a part of another. */
const rawOf = new WeakMap<object, object>();

/** The object behind a proxy; anything else as it is. */
export function toRaw(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? (rawOf.get(value) ?? value) : value;
}

/** Methods of arrays that look for an element: the element may be meant by its proxy or by itself. */
const SEARCHES = ['includes', 'indexOf', 'lastIndexOf'] as const;

/** Methods that change many places of an array: one change of all of it, instead of one for each place. */
const CHANGES = [
  'push',
  'pop',
  'shift',
  'unshift',
  'splice',
  'sort',
  'reverse',
  'fill',
  'copyWithin',
] as const;

/** Where the values begin that such a method puts into the array. */
const FIRST_VALUE: Readonly<Partial<Record<(typeof CHANGES)[number], number>>> = {
  push: 0,
  unshift: 0,
  splice: 2,
};

export class Reactive {
  /** The objects, arrays, sets and maps that have changed since this was emptied, and all that hold them. */
  readonly dirty = new Set<object>();
  /** The same for elements, which are notified sooner. */
  readonly fresh = new Set<object>();
  /** Which keys of an object in `fresh` were set or deleted; what only holds a changed one is not here. */
  readonly freshKeys = new Map<object, Set<PropertyKey>>();
  readonly #proxies = new WeakMap<object, object>();
  /** Most things have one holder: only those with several need a set. */
  readonly #holders = new WeakMap<object, object | Set<object>>();
  /** Methods of arrays that states have in another form. */
  readonly #methods: Readonly<Record<string, unknown>>;
  readonly #handler: ProxyHandler<object>;

  readonly #options: ReactiveOptions;

  constructor(options: ReactiveOptions) {
    this.#options = options;

    this.#methods = Object.fromEntries([
      ...SEARCHES.map((name) => [name, this.#search(name)] as const),
      ...CHANGES.map((name) => [name, this.#change(name)] as const),
    ]);
    this.#handler = this.#createHandler();
  }

  /** The proxy of an object or array; the same one each time. `special` answers keys that it has not. */
  proxy<T extends object>(raw: T, special?: Readonly<Record<string, unknown>>): T {
    let proxy = this.#proxies.get(raw);
    if (proxy === undefined) {
      proxy = new Proxy(raw, special === undefined ? this.#handler : this.#withSpecial(special));
      this.#proxies.set(raw, proxy);
      rawOf.set(proxy, raw);
    }
    return proxy as T;
  }

  /** What is kept for a value that is assigned inside `holder`. */
  keep(value: unknown, holder: object): unknown {
    const raw = toRaw(value);
    if (isSet(raw) || isMap(raw)) {
      const touched = (collection: object): void => this.touch(collection);
      const kept = isSet(raw) ? stateSet(raw, touched) : stateMap(raw, touched);
      this.#addHolder(kept, holder);
      return kept;
    }
    if (isPlain(raw)) this.#addHolder(raw, holder);
    return raw;
  }

  /**
   * Marks an object, and everything that holds it.
   *
   * @param key what has changed in it; any of it where this is undefined
   * @param isReshaped the key has been added or removed
   */
  touch(raw: object, key?: PropertyKey, isReshaped = true): void {
    trigger(raw, key, isReshaped);
    if (key !== undefined) {
      const keys = this.freshKeys.get(raw);
      if (keys === undefined) this.freshKeys.set(raw, new Set([key]));
      else keys.add(key);
    }
    let inList = false;
    const above = new Set([raw]);
    // A set is gone through in the order of its growing: what is added meanwhile comes, too.
    for (const next of above) {
      inList ||= Array.isArray(next);
      this.dirty.add(next);
      this.fresh.add(next);
      const holders = this.#holders.get(next);
      if (holders instanceof Set) for (const holder of holders) above.add(holder);
      else if (holders !== undefined) above.add(holders);
    }
    this.#options.onChange(inList);
  }

  /**
   * A value as a script reads it: plain objects and arrays as proxies. Sets and maps that came inside
   * an object are copied when they are first read, into `key` of their holder.
   */
  show(value: unknown, holder: object, key: PropertyKey | undefined): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const raw = toRaw(value) as object;
    if (!isPlain(raw)) {
      if (key === undefined || isFollowed(raw) || !(isSet(raw) || isMap(raw))) return raw;
      const kept = this.keep(raw, holder);
      return Reflect.set(holder, key, kept) ? kept : raw;
    }
    this.#addHolder(raw, holder);
    return this.proxy(raw);
  }

  /** The proxy of what a state has shown before; anything else as it is. */
  shown(value: unknown): unknown {
    return typeof value === 'object' && value !== null
      ? (this.#proxies.get(value) ?? value)
      : value;
  }

  /** A holder that has let go is found out at the latest when values are compared: it is not looked for. */
  #addHolder(value: object, holder: object): void {
    const holders = this.#holders.get(value);
    if (holders === undefined) this.#holders.set(value, holder);
    else if (holders instanceof Set) holders.add(holder);
    else if (holders !== holder) this.#holders.set(value, new Set([holders, holder]));
  }

  #createHandler(): ProxyHandler<object> {
    const options = this.#options;
    return {
      get: (target, key, receiver) => {
        options.access();
        if (Array.isArray(target) && typeof key === 'string' && Object.hasOwn(this.#methods, key)) {
          return this.#methods[key];
        }
        track(target, key);
        const value: unknown = Reflect.get(target, key, receiver);
        if (typeof value !== 'object' || value === null || !Object.hasOwn(target, key)) {
          return value;
        }
        const own = Reflect.getOwnPropertyDescriptor(target, key);
        // A proxy has to return frozen values as they are.
        if (own?.configurable === false && own.writable === false) return value;
        return this.show(value, target, key);
      },
      set: (target, key, value, receiver) => {
        options.access();
        const had = Object.hasOwn(target, key);
        const descriptor = Reflect.getOwnPropertyDescriptor(target, key);
        // The object's own setter changes what it changes, through the proxy.
        if (descriptor?.set !== undefined) return Reflect.set(target, key, value, receiver);
        const old: unknown = descriptor?.value;
        const kept = this.keep(value, target);
        const length = Array.isArray(target) ? target.length : 0;
        if (!Reflect.set(target, key, kept, target)) return false;
        const moved = Array.isArray(target) && target.length !== length;
        const same = isPlain(kept) ? kept === old : equalValues(kept, old);
        if (!had || !same || moved) this.touch(target, key, !had || moved);
        return true;
      },
      deleteProperty: (target, key) => {
        options.access();
        const had = Object.hasOwn(target, key);
        const deleted = Reflect.deleteProperty(target, key);
        if (deleted && had) this.touch(target, key);
        return deleted;
      },
      defineProperty: (target, key, descriptor) => {
        options.access();
        const defined = Reflect.defineProperty(target, key, descriptor);
        if (defined) this.touch(target, key);
        return defined;
      },
      has: (target, key) => {
        options.access();
        track(target, key);
        return Reflect.has(target, key);
      },
      ownKeys: (target) => {
        options.access();
        track(target, SHAPE);
        return Reflect.ownKeys(target);
      },
    };
  }

  #withSpecial(special: Readonly<Record<string, unknown>>): ProxyHandler<object> {
    const handler = this.#handler;
    const isSpecial = (key: PropertyKey): key is string =>
      typeof key === 'string' && Object.hasOwn(special, key);
    const refuse = (key: string): never => {
      throw new TypeError(`"${key}" is a method of states and cannot be a key of one`);
    };
    return {
      ...handler,
      get: (target, key, receiver) =>
        isSpecial(key) ? special[key] : (handler.get?.(target, key, receiver) as unknown),
      set: (target, key, value, receiver) =>
        isSpecial(key) ? refuse(key) : handler.set?.(target, key, value, receiver) === true,
      defineProperty: (target, key, descriptor) =>
        isSpecial(key) ? refuse(key) : handler.defineProperty?.(target, key, descriptor) === true,
    };
  }

  #search(name: (typeof SEARCHES)[number]): (...args: unknown[]) => unknown {
    const options = this.#options;
    return function (this: unknown, ...args: unknown[]): unknown {
      options.access();
      const raw = toRaw(this) as unknown[];
      track(raw, SHAPE);
      const method = Array.prototype[name] as (this: unknown[], ...args: unknown[]) => unknown;
      const plain = raw.map(toRaw);
      const [requested, ...rest] = args;
      return method.call(plain, toRaw(requested), ...rest);
    };
  }

  #change(name: (typeof CHANGES)[number]): (...args: unknown[]) => unknown {
    const options = this.#options;
    const show = (value: unknown, holder: object): unknown => this.show(value, holder, undefined);
    const run = (array: unknown, args: readonly unknown[]): unknown => {
      const raw = toRaw(array) as unknown[];
      const method = Array.prototype[name] as (this: unknown, ...args: unknown[]) => unknown;
      // Of something else that borrows the method.
      if (!Array.isArray(raw)) return method.apply(array, [...args]);
      options.access();
      const from = FIRST_VALUE[name] ?? Infinity;
      const isValue = (index: number): boolean => (name === 'fill' ? index === 0 : index >= from);
      const kept = args.map((arg, index) => (isValue(index) ? this.keep(arg, raw) : arg));
      const [compare] = args;
      if (name === 'sort' && typeof compare === 'function') {
        const order = compare as (a: unknown, b: unknown) => number;
        kept[0] = (a: unknown, b: unknown) => order(show(a, raw), show(b, raw));
      }
      const before = name === 'push' || raw.length > MAX_COMPARED ? undefined : [...raw];
      const result = method.apply(raw, kept);
      const isSame =
        before !== undefined &&
        before.length === raw.length &&
        before.every((value, index) => Object.is(value, raw[index]));
      if (!isSame && (name !== 'push' || args.length > 0)) this.touch(raw);
      if (result === raw) return array;
      if (name === 'splice') return (result as unknown[]).map((value) => show(value, raw));
      return show(result, raw);
    };
    return function (this: unknown, ...args: unknown[]): unknown {
      return run(this, args);
    };
  }
}

/** Longer arrays count as changed by a method that may have changed nothing. */
const MAX_COMPARED = 1000;

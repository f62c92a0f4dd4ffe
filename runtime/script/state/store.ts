/** One state: its values and its subscribers. */
import { didYouMean } from '../../base/diagnostics.js';
import type { BindingStore, Watch } from '../../element/binding/bindings.js';
import { equalValues, isPlain, splitKey } from '../../element/binding/values.js';
import { toRaw, type Reactive } from './reactive.js';
import { Derived } from './tracking.js';

/** Called with the value of a key, and the one before. */
type KeyListener = (value: unknown, previous: unknown) => unknown;
/** Called with the first parts of the keys that have changed. */
export type StateListener = (changed: readonly string[]) => unknown;

interface StateMethods {
  /**
   * Calls `callback` after changes of a key; dots lead to properties: `user.name`. Returns a function that ends it.
   */
  subscribe(key: string, callback: KeyListener): () => void;
  /** Calls `callback` after any change. Returns a function that ends the subscription. */
  subscribe(callback: StateListener): () => void;
}

export type State<T extends object = Record<string, unknown>> = T & StateMethods;

/** What a state needs of the states it is one of. */
export interface StoreHost {
  readonly reactive: Reactive;
  /** Runs a subscriber. */
  call(callback: () => unknown): void;
  /** A getter of the state threw. */
  fail(error: unknown): void;
}

interface Watcher {
  readonly path: readonly string[];
  readonly callback: KeyListener;
  last: unknown;
}

/** One state. */
export class Store implements BindingStore {
  readonly state: State;
  readonly raw: Record<string, unknown> = {};
  /** By the first part of their keys. */
  readonly #elements = new Map<string, Set<Watcher>>();
  readonly #subscribers = new Set<Watcher>();
  readonly #listeners = new Set<{
    readonly callback: StateListener;
    readonly last: Map<string, unknown>;
  }>();
  readonly #known = new Set<PropertyKey>();
  /** Keys whose values follow from others: they may change with any of them. */
  readonly #getters = new Set<string>();

  readonly #states: StoreHost;

  constructor(initial: object, states: StoreHost) {
    this.#states = states;

    const { reactive } = states;
    // A copy: what the author's own object is given later is not a change that anybody sees.
    for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(initial))) {
      if (!descriptor.enumerable) continue;
      const own =
        'value' in descriptor
          ? { value: reactive.keep(descriptor.value, this.raw), writable: true }
          : { get: derivedGetter(key, descriptor.get), set: descriptor.set };
      Object.defineProperty(this.raw, key, { ...own, enumerable: true, configurable: true });
      this.#known.add(key);
      if (descriptor.get !== undefined) this.#getters.add(key);
    }
    this.state = reactive.proxy(this.raw, {
      subscribe: (key: unknown, callback: unknown) => this.#subscribe(key, callback),
    }) as unknown as State;
  }

  /** Values by key, but those that follow from others. */
  *values(): Generator<readonly [string, unknown]> {
    for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(this.raw))) {
      if ('value' in descriptor) yield [key, toRaw(descriptor.value)];
    }
  }

  get keys(): readonly string[] {
    return Object.keys(this.raw).flatMap((key) => {
      const value = this.#valueOf([key]);
      const inner = isPlain(value) && !Array.isArray(value) ? Object.keys(value) : [];
      return [key, ...inner.slice(0, 100).map((name) => `${key}.${name}`)];
    });
  }

  has([first]: readonly string[]): boolean {
    return first !== undefined && Object.hasOwn(this.raw, first);
  }

  resolves(path: readonly string[]): boolean {
    const holder = path.length === 1 ? this.raw : toRaw(this.#valueOf(path.slice(0, -1)));
    const last = path.at(-1);
    return (
      typeof holder === 'object' &&
      holder !== null &&
      last !== undefined &&
      Object.hasOwn(holder, last)
    );
  }

  read(path: readonly string[]): unknown {
    return this.#valueOf(path);
  }

  /** Creates missing objects along the path; writes nothing if the path leads through any other value. */
  write(path: readonly string[], value: unknown): void {
    let holder: object = this.state;
    for (const part of path.slice(0, -1)) {
      const own = Object.hasOwn(holder, part);
      let next: unknown = own ? Reflect.get(holder, part) : undefined;
      if (next === undefined) {
        if (part === '__proto__') return;
        Reflect.set(holder, part, {});
        next = Reflect.get(holder, part);
      }
      if (typeof next !== 'object' || next === null) return;
      holder = next;
    }
    const last = path.at(-1);
    if (last !== undefined && last !== '__proto__') Reflect.set(holder, last, value);
  }

  watch(path: readonly string[], callback: () => void): Watch {
    const watcher: Watcher = { path, callback, last: this.#valueOf(path) };
    const first = path[0] ?? '';
    const watchers = this.#elements.get(first) ?? new Set();
    this.#elements.set(first, watchers.add(watcher));
    return {
      sync: () => {
        watcher.last = this.#valueOf(path);
      },
      end: () => {
        watchers.delete(watcher);
        if (watchers.size === 0 && this.#elements.get(first) === watchers)
          this.#elements.delete(first);
      },
    };
  }

  /** True where one of these keys is new. */
  grew(keys: ReadonlySet<PropertyKey> | undefined): boolean {
    let grew = false;
    for (const key of keys ?? []) {
      if (!Object.hasOwn(this.raw, key)) this.#known.delete(key);
      else if (!this.#known.has(key)) {
        this.#known.add(key);
        grew = true;
      }
    }
    return grew;
  }

  /** @param keys Those that were set or deleted; the others have changed inside, or not at all. */
  notifyElements(changed: ReadonlySet<object>, keys: ReadonlySet<PropertyKey> | undefined): void {
    const firsts = new Set<PropertyKey>([...(keys ?? []), ...this.#getters]);
    // Where nothing but the state itself is marked, nothing has changed inside.
    if (changed.size > 1) {
      for (const first of this.#elements.keys()) {
        if (isIn(this.#valueOf([first]), changed)) firsts.add(first);
      }
    }
    for (const first of firsts) {
      const watchers = typeof first === 'string' ? this.#elements.get(first) : undefined;
      for (const watcher of watchers ?? []) {
        const value = this.#valueOf(watcher.path);
        if (!hasChanged(watcher.last, value, changed)) continue;
        const { last } = watcher;
        watcher.last = value;
        watcher.callback(value, last);
      }
    }
  }

  notifySubscribers(changed: ReadonlySet<object>): void {
    for (const watcher of this.#subscribers) {
      const value = this.#valueOf(watcher.path);
      if (!hasChanged(watcher.last, value, changed)) continue;
      const { last } = watcher;
      watcher.last = value;
      this.#states.call(() => watcher.callback(this.#shown(value), this.#shown(last)));
    }
    for (const { callback, last } of this.#listeners) {
      const now = this.#all();
      const keys = [...new Set([...last.keys(), ...now.keys()])].filter(
        (key) => last.has(key) !== now.has(key) || hasChanged(last.get(key), now.get(key), changed),
      );
      last.clear();
      for (const [key, value] of now) last.set(key, value);
      if (keys.length > 0) this.#states.call(() => callback(keys));
    }
  }

  /** Keys whose subscribers are still to be called. */
  unstable(): string[] {
    return [...this.#subscribers, ...[...this.#elements.values()].flatMap((each) => [...each])]
      .filter(({ path, last }) => !equalValues(last, this.#valueOf(path)))
      .map(({ path }) => `"${path.join('.')}"`);
  }

  clear(): void {
    this.#elements.clear();
    this.#subscribers.clear();
    this.#listeners.clear();
  }

  #subscribe(key: unknown, callback: unknown): () => void {
    if (typeof key === 'function') {
      const listener = { callback: key as StateListener, last: this.#all() };
      this.#listeners.add(listener);
      return () => void this.#listeners.delete(listener);
    }
    const path = typeof key === 'string' ? splitKey(key) : undefined;
    if (path === undefined || typeof callback !== 'function') {
      throw new TypeError('subscribe: expected a key and a function, or only a function');
    }
    if (!this.has(path)) {
      const hint = didYouMean(String(key), this.keys);
      throw new TypeError(
        `the state has no key "${String(key)}"${hint === undefined ? '' : `: ${hint}`}`,
      );
    }
    const watcher: Watcher = { path, callback: callback as KeyListener, last: this.#valueOf(path) };
    this.#subscribers.add(watcher);
    return () => void this.#subscribers.delete(watcher);
  }

  #all(): Map<string, unknown> {
    return new Map(Object.keys(this.raw).map((key) => [key, this.#valueOf([key])]));
  }

  /** By own keys alone, so that no key leads to a prototype. Getters see the state. */
  #valueOf(path: readonly string[]): unknown {
    const [first = ''] = path;
    if (path.length === 1 && !this.#getters.has(first)) {
      return Object.hasOwn(this.raw, first) ? toRaw(this.raw[first]) : undefined;
    }
    let value: unknown = this.raw;
    for (const part of path) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) {
        return undefined;
      }
      const receiver = isPlain(value) ? this.#states.reactive.proxy(value) : value;
      try {
        value = toRaw(Reflect.get(value, part, receiver));
      } catch (error) {
        this.#states.fail(error);
        return undefined;
      }
    }
    return value;
  }

  #shown(value: unknown): unknown {
    return this.#states.reactive.show(value, this.raw, undefined);
  }
}

/** A getter that computes its value again only when a state that it has read has changed. */
function derivedGetter(key: string, get: (() => unknown) | undefined): typeof get {
  if (get === undefined) return undefined;
  let derived: Derived | undefined;
  return function (this: unknown): unknown {
    derived ??= new Derived(key, () => toRaw(get.call(this)));
    return derived.read();
  };
}

function hasChanged(last: unknown, value: unknown, changed: ReadonlySet<object>): boolean {
  // The last value may have been changed in place before it was replaced: a comparison with it is meaningless.
  return isIn(value, changed) || isIn(last, changed) || !equalValues(last, value);
}

function isIn(value: unknown, changed: ReadonlySet<object>): boolean {
  return typeof value === 'object' && value !== null && changed.has(value);
}

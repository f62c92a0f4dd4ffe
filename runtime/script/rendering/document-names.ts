/** Names for code in blocks of a document, beside variables: keys of exported states, then exports. */
import type { States } from '../state/state.js';
import type { Store } from '../state/store.js';
import type { FollowedExports } from './followed-exports.js';

export class DocumentNames {
  readonly names: object;
  #index: Map<string, Store | undefined> | undefined;

  readonly #states: States;
  readonly #exports: Readonly<Record<string, unknown>>;

  readonly #followed: FollowedExports;

  constructor(
    states: States,
    exports: Readonly<Record<string, unknown>>,
    followed: FollowedExports,
  ) {
    this.#followed = followed;
    this.#states = states;
    this.#exports = exports;
    this.names = new Proxy(Object.create(null) as object, {
      has: (_, key) => typeof key === 'string' && this.has(key),
      get: (_, key) => (typeof key === 'string' ? this.#get(key) : undefined),
      set: (_, key, value) => this.#set(String(key), value),
    });
  }

  /** Exports or keys of states may have come. */
  invalidate(): void {
    this.#index = undefined;
  }

  has(name: string): boolean {
    return this.#known().has(name);
  }

  get list(): readonly string[] {
    return [...this.#known().keys()];
  }

  /** True of a key of a state that no script exports. */
  isOfPrivateState(name: string): boolean {
    return this.#states.stores.some((store) => store.has([name]));
  }

  #get(name: string): unknown {
    const store = this.#known().get(name);
    return store === undefined
      ? this.#followed.read(this.#exports, name)
      : Reflect.get(store.state, name);
  }

  #set(name: string, value: unknown): boolean {
    const store = this.#known().get(name);
    if (store !== undefined) return Reflect.set(store.state, name, value);
    throw new TypeError(`"${name}" is an export: only its own script can assign it`);
  }

  #known(): Map<string, Store | undefined> {
    if (this.#index !== undefined) return this.#index;
    const index = new Map<string, Store | undefined>();
    const exported = new Set<unknown>();
    for (const name of Object.keys(this.#exports)) {
      index.set(name, undefined);
      exported.add(readExport(this.#exports, name));
    }
    // Of two states with a key the first counts, as for bindings.
    for (const store of [...this.#states.stores].reverse()) {
      if (!exported.has(store.state)) continue;
      for (const key of Object.keys(store.raw)) index.set(key, store);
    }
    this.#index = index;
    return index;
  }
}

/** An export that its script has not reached yet cannot be read. */
function readExport(exports: Readonly<Record<string, unknown>>, name: string): unknown {
  try {
    return exports[name];
  } catch {
    return undefined;
  }
}

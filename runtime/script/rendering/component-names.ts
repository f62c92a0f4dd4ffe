/**
 * Names for code in the template of a component: its properties, what its scripts export, and keys of the states among that; then those of
 * the document. What reads a property runs again when it changes.
 */
import { componentsOf, type InstanceExports } from '../../element/components/component-element.js';
import { DEFINITION, PROPS } from '../../element/internals.js';
import { documentOf } from '../../element/tree.js';
import type { TuiElement } from '../../element/tui-element.js';
import type { Reactive } from '../state/reactive.js';
import type { Store } from '../state/store.js';
import { track, trigger, type EffectQueue } from '../state/tracking.js';
import type { FollowedExports } from './followed-exports.js';
import { RootScope } from './scope.js';

/** What the names of an instance have in common with those of others. */
export interface ScopeServices {
  readonly reactive: Reactive;
  readonly queue: EffectQueue;
  readonly followed: FollowedExports;
}

export class ComponentScope extends RootScope {
  readonly host: TuiElement;
  /** States that its scripts have created. */
  #stores: readonly Store[] = [];
  /** Those of them that are exported, once that is known. */
  #exported: readonly Store[] | undefined;

  readonly #outer: object;
  readonly #reactive: Reactive;

  /** @param outer names of the document */
  readonly #followed: FollowedExports;

  constructor(host: TuiElement, outer: object, { reactive, queue, followed }: ScopeServices) {
    const names = new Proxy(Object.create(null) as object, {
      has: (_, key) => typeof key === 'string' && this.has(key),
      get: (_, key) => (typeof key === 'string' ? this.get(key) : undefined),
      set: (_, key, value) => this.#set(String(key), value),
    });
    super(names, queue);
    this.host = host;
    this.#outer = outer;
    this.#reactive = reactive;
    this.#followed = followed;
  }

  /** False until the scripts of the instance have run. */
  get isReady(): boolean {
    return this.#exports !== undefined;
  }

  setStores(stores: readonly Store[]): void {
    this.#stores = stores;
  }

  /** A state that scripts of the instance have created, by the first part of a key. */
  storeOf(path: readonly string[]): Store | undefined {
    return this.#stores.find((store) => store.has(path));
  }

  isExport(name: string): boolean {
    return Object.hasOwn(this.#exports ?? {}, name);
  }

  isProperty(name: string): boolean {
    return this.host[DEFINITION].attributes.has(name);
  }

  has(name: string): boolean {
    return (
      name === 'host' ||
      this.isProperty(name) ||
      this.isExport(name) ||
      this.#exportedWith(name) !== undefined ||
      Reflect.has(this.#outer, name)
    );
  }

  get(name: string): unknown {
    if (name === 'host') return this.host;
    const exports = this.#exports;
    if (exports !== undefined && Object.hasOwn(exports, name)) {
      return this.#followed.read(exports, name);
    }
    if (this.isProperty(name)) return this.#property(name);
    const store = this.#exportedWith(name);
    return Reflect.get(store?.state ?? this.#outer, name);
  }

  setProperty(name: string, value: unknown): void {
    (this.host as unknown as Record<string, unknown>)[name] = value;
  }

  /** The instance has left the document. */
  disconnected(): void {
    if (this.#exports !== undefined) this.#followed.forget(this.#exports);
  }

  propertyChanged(name: string): void {
    trigger(this.host, name, false);
  }

  get #exports(): InstanceExports | undefined {
    return componentsOf(documentOf(this.host)).exportsOf(this.host);
  }

  /** A part of a state is what scripts have of it, so that changes in it are followed. */
  #property(name: string): unknown {
    track(this.host, name);
    return this.#reactive.shown(this.host[PROPS][name]);
  }

  #exportedWith(name: string): Store | undefined {
    if (this.#stores.length === 0 || !this.isReady) return undefined;
    if (this.#exported === undefined) {
      const values = new Set(Object.values(this.#exports ?? {}));
      this.#exported = this.#stores.filter(({ state }) => values.has(state));
    }
    return this.#exported.find((store) => store.has([name]));
  }

  #set(name: string, value: unknown): boolean {
    if (name === 'host' || this.isExport(name)) {
      throw new TypeError(`"${name}" is an export: only its own script can assign it`);
    }
    if (this.isProperty(name)) {
      this.setProperty(name, value);
      return true;
    }
    return Reflect.set(this.#exportedWith(name)?.state ?? this.#outer, name, value);
  }
}

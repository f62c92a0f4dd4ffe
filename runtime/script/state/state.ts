/**
 * `$tui.createState`: values that elements are bound to and functions subscribe to. Bound elements
 * follow a write at once. Subscribers are notified once of all that was written, when the code that wrote
 * has ended or a frame is painted, whichever comes first; so are elements of a change inside an array.
 */
import { isPlain } from '../../element/binding/values.js';
import { Reactive, toRaw } from './reactive.js';
import { createResource, type Load, type Resource } from './resource.js';
import { Store, type State, type StoreHost } from './store.js';

export type { State } from './store.js';

export interface StatesOptions {
  /** Something has changed that may show. */
  requestFrame(): void;
  /** Runs a subscriber, and deals with what it throws and returns. */
  call(callback: () => unknown): void;
  /** The first values of a state, with what was kept of them. */
  readonly initial?:
    | ((values: Readonly<Record<string, unknown>>) => Record<string, unknown>)
    | undefined;
  /** An error that no single subscriber caused. */
  onError(error: unknown): void;
}

/** Maximum rounds of subscribers that keep changing the values they observe. */
const MAX_ROUNDS = 100;

/** The states of one app, in the order of their creation. */
export class States implements StoreHost {
  readonly stores: Store[] = [];
  /** Those of components, by what they keep: they end with their instances. */
  readonly #ofInstances = new WeakMap<object, Store>();
  /** What the scripts of an instance create while they run. */
  #created: Store[] | undefined;
  readonly reactive: Reactive;
  /** Reads the values that elements have changed themselves; set by the bindings. */
  settle: (() => void) | undefined;
  /** Called for a new state, or a new key of one. */
  onKeysAdded: (() => void) | undefined;
  #scheduled = false;
  #flushing = false;
  #isLastRound = false;
  /** Created by the write of the last round, for its stack. */
  #lastWrite: Error | undefined;
  #notifying = false;
  #stopped = false;
  readonly #ended = new AbortController();

  readonly #options: StatesOptions;

  constructor(options: StatesOptions) {
    this.#options = options;

    this.reactive = new Reactive({
      access: () => this.settle?.(),
      onChange: (inList) => this.#onChange(inList),
    });
  }

  create(initial: unknown = {}): State {
    const raw = toRaw(initial);
    if (!isPlain(raw) || Array.isArray(raw)) {
      throw new TypeError('$tui.createState expects an object: { key: value, … }');
    }
    if (Object.hasOwn(raw, 'subscribe')) {
      throw new TypeError('"subscribe" is a method of states and cannot be a key of one');
    }
    if (this.#created !== undefined) {
      const store = new Store(raw, this);
      this.#created.push(store);
      this.#ofInstances.set(store.raw, store);
      return store.state;
    }
    const values = this.#options.initial?.(raw as Record<string, unknown>) ?? raw;
    const store = new Store(values, this);
    this.stores.push(store);
    this.onKeysAdded?.();
    return store.state;
  }

  /** Runs scripts of a component: the states that they create are the instance's, and are not found by their keys elsewhere. */
  collect<T>(run: () => T): { readonly result: T; readonly stores: readonly Store[] } {
    const outer = this.#created;
    const stores: Store[] = [];
    this.#created = stores;
    try {
      return { result: run(), stores };
    } finally {
      this.#created = outer;
    }
  }

  createResource(load: unknown): Resource<unknown> {
    if (typeof load !== 'function') {
      throw new TypeError('$tui.createResource expects a function that loads the value');
    }
    return createResource(load as Load<unknown>, this.reactive, this.#ended.signal);
  }

  /** Schedules the notification of changes. */
  schedule(): void {
    if (this.#scheduled || this.#stopped) return;
    this.#scheduled = true;
    queueMicrotask(() => this.flush());
  }

  /** Passes on everything that has changed, now. */
  flush(): void {
    if (this.#flushing || this.#notifying || this.#stopped) return;
    this.#flushing = true;
    try {
      const { dirty } = this.reactive;
      for (let round = 0; ; round++) {
        this.#notifyElements();
        if (dirty.size === 0) break;
        if (round === 0) this.#options.requestFrame();
        this.#checkRest(round);
        const changed = new Set(dirty);
        dirty.clear();
        for (const store of this.#among(changed)) store.notifySubscribers(changed);
      }
    } catch (error) {
      this.#options.onError(error);
    } finally {
      this.#flushing = false;
      this.#scheduled = false;
      this.#isLastRound = false;
      this.#lastWrite = undefined;
    }
  }

  stop(): void {
    this.#stopped = true;
    this.#ended.abort(new DOMException('the app has ended', 'AbortError'));
    for (const store of this.stores) store.clear();
  }

  call(callback: () => unknown): void {
    this.#options.call(callback);
  }

  fail(error: unknown): void {
    this.#options.onError(error);
  }

  #onChange(inList: boolean): void {
    if (this.#isLastRound) {
      this.#isLastRound = false;
      this.#lastWrite = this.#restlessError();
    }
    this.schedule();
    if (inList || this.#notifying || this.#stopped) return;
    try {
      this.#notifyElements();
    } catch (error) {
      this.#options.onError(error);
    }
  }

  /** Notifies elements before subscribers, which find them up to date. Changes that they make are passed on, too. */
  #notifyElements(): void {
    if (this.#notifying) return;
    this.#notifying = true;
    try {
      const { fresh, freshKeys } = this.reactive;
      for (let round = 0; ; round++) {
        this.settle?.();
        if (fresh.size === 0) return;
        this.#checkRest(round);
        const changed = new Set(fresh);
        const keys = new Map(freshKeys);
        fresh.clear();
        freshKeys.clear();
        const touched = this.#among(changed);
        const grown = touched.filter((store) => store.grew(keys.get(store.raw)));
        if (grown.length > 0) this.onKeysAdded?.();
        for (const store of touched) store.notifyElements(changed, keys.get(store.raw));
      }
    } finally {
      this.#notifying = false;
    }
  }

  /** The states of some objects; those of the document in the order of their creation. */
  #among(changed: ReadonlySet<object>): Store[] {
    const found = this.stores.filter(({ raw }) => changed.has(raw));
    for (const raw of changed) {
      const store = this.#ofInstances.get(raw);
      if (store !== undefined) found.push(store);
    }
    return found;
  }

  #checkRest(round: number): void {
    // The write of the last round is what the error points to.
    this.#isLastRound = round === MAX_ROUNDS - 1;
    if (round < MAX_ROUNDS) return;
    this.reactive.dirty.clear();
    this.reactive.fresh.clear();
    this.reactive.freshKeys.clear();
    throw this.#lastWrite ?? this.#restlessError();
  }

  #restlessError(): Error {
    const keys = [...new Set(this.stores.flatMap((store) => store.unstable()))];
    return new Error(
      `a state does not settle: a subscriber to ${keys.join(', ') || 'it'} changes it again`,
    );
  }
}

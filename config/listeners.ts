/** Listeners for changed values, and the values that differ after a change. */
import { isDeepStrictEqual } from 'node:util';

type Listener = (keys: readonly string[]) => void;

export interface Values {
  /** Every key there is by now. */
  keys(): readonly string[];
  valueOf(key: string): unknown;
}

export class Listeners {
  readonly #listeners = new Set<Listener>();
  /** Several layers change at once: the listeners are called at the end. */
  #isChanging = false;
  /** Where what a listener throws goes; without it, to the caller who made the change. */
  onError: ((error: unknown) => void) | undefined;

  readonly #values: Values;

  constructor(values: Values) {
    this.#values = values;
  }

  add(listener: Listener): () => void {
    // A function of its own, so that a listener can be added twice and removed once.
    const registered: Listener = (keys) => listener(keys);
    this.#listeners.add(registered);
    return () => void this.#listeners.delete(registered);
  }

  /** Makes a change, and calls the listeners with the keys whose values are others after it. */
  changing<T>(change: () => T): T {
    if (this.#listeners.size === 0 || this.#isChanging) return change();
    const values = this.#values;
    const before = new Map(values.keys().map((key) => [key, values.valueOf(key)]));
    this.#isChanging = true;
    let result: T;
    try {
      result = change();
    } finally {
      this.#isChanging = false;
    }
    const changed = [...new Set([...before.keys(), ...values.keys()])].filter(
      (key) => !isDeepStrictEqual(before.get(key), values.valueOf(key)),
    );
    if (changed.length > 0) this.#call(changed);
    return result;
  }

  /** All of them, whatever one of them throws. */
  #call(changed: readonly string[]): void {
    const errors: unknown[] = [];
    for (const call of [...this.#listeners]) {
      try {
        call(changed);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length === 0) return;
    if (this.onError === undefined) throw errors[0];
    for (const error of errors) this.onError(error);
  }
}

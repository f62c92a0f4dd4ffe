/**
 * Exports that expressions have read. A variable that a script assigns again reports nothing: what was read is compared before each
 * rendering, and what has read another value runs again.
 */
import { toRaw } from '../state/reactive.js';
import { isTracking, track, trigger } from '../state/tracking.js';

type Exports = Readonly<Record<string, unknown>>;

export class FollowedExports {
  /** Values as they were read last, by name. */
  readonly #read = new Map<Exports, Map<string, unknown>>();

  /** @throws where the script has not come to the export yet */
  read(exports: Exports, name: string): unknown {
    const value = exports[name];
    if (!isTracking() || isConstant(value)) return value;
    let names = this.#read.get(exports);
    if (names === undefined) this.#read.set(exports, (names = new Map<string, unknown>()));
    // What else has read it has to know of another value, too.
    if (!names.has(name)) names.set(name, value);
    track(exports, name);
    return value;
  }

  /** Makes what has read an export run again where that has another value. */
  check(): void {
    for (const [exports, names] of this.#read) {
      for (const [name, before] of names) {
        const value = exports[name];
        if (Object.is(value, before)) continue;
        names.set(name, value);
        trigger(exports, name, false);
      }
    }
  }

  /** An instance is gone: until it is back nothing reads what it exports. */
  forget(exports: Exports): void {
    this.#read.delete(exports);
  }
}

/** Functions and states are not assigned again, and thousands of rows may read one. */
function isConstant(value: unknown): boolean {
  return typeof value === 'function' || toRaw(value) !== value;
}

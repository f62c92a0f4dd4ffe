/**
 * Sets and maps of a state: copies of the assigned ones, which report their changes. True sets and maps all the
 * same, so that whatever takes one takes these.
 */

import { SHAPE, track } from './tracking.js';

type Touch = (collection: object) => void;

const touches = new WeakMap<object, Touch>();

/** Reports a change, except while the collection is being filled. */
function touch(collection: object): void {
  touches.get(collection)?.(collection);
}

class StateSet extends Set<unknown> {
  override has(value: unknown): boolean {
    track(this, SHAPE);
    return super.has(value);
  }
  override get size(): number {
    track(this, SHAPE);
    return super.size;
  }
  override values(): SetIterator<unknown> {
    track(this, SHAPE);
    return super.values();
  }
  override entries(): SetIterator<[unknown, unknown]> {
    track(this, SHAPE);
    return super.entries();
  }
  override forEach(
    callback: (value: unknown, key: unknown, set: Set<unknown>) => void,
    thisArg?: unknown,
  ): void {
    track(this, SHAPE);
    super.forEach(callback, thisArg);
  }
  override add(value: unknown): this {
    const { size } = this;
    super.add(value);
    if (this.size !== size) touch(this);
    return this;
  }
  override delete(value: unknown): boolean {
    const deleted = super.delete(value);
    if (deleted) touch(this);
    return deleted;
  }
  override clear(): void {
    if (this.size === 0) return;
    super.clear();
    touch(this);
  }
}

class StateMap extends Map<unknown, unknown> {
  override has(key: unknown): boolean {
    track(this, SHAPE);
    return super.has(key);
  }
  override get(key: unknown): unknown {
    track(this, SHAPE);
    return super.get(key);
  }
  override get size(): number {
    track(this, SHAPE);
    return super.size;
  }
  override keys(): MapIterator<unknown> {
    track(this, SHAPE);
    return super.keys();
  }
  override values(): MapIterator<unknown> {
    track(this, SHAPE);
    return super.values();
  }
  override entries(): MapIterator<[unknown, unknown]> {
    track(this, SHAPE);
    return super.entries();
  }
  override forEach(
    callback: (value: unknown, key: unknown, map: Map<unknown, unknown>) => void,
    thisArg?: unknown,
  ): void {
    track(this, SHAPE);
    super.forEach(callback, thisArg);
  }
  override set(key: unknown, value: unknown): this {
    const same = this.has(key) && Object.is(this.get(key), value);
    super.set(key, value);
    if (!same) touch(this);
    return this;
  }
  override delete(key: unknown): boolean {
    const deleted = super.delete(key);
    if (deleted) touch(this);
    return deleted;
  }
  override clear(): void {
    if (this.size === 0) return;
    super.clear();
    touch(this);
  }
}

// As in the standard, iterating is one of these methods.
Object.defineProperty(StateSet.prototype, Symbol.iterator, {
  value: StateSet.prototype.values,
  configurable: true,
  writable: true,
});
Object.defineProperty(StateSet.prototype, 'keys', {
  value: StateSet.prototype.values,
  configurable: true,
  writable: true,
});
Object.defineProperty(StateMap.prototype, Symbol.iterator, {
  value: StateMap.prototype.entries,
  configurable: true,
  writable: true,
});

// Printers and test runners recognize collections by their constructor: these are to look like what they are.
for (const [made, like] of [
  [StateSet, Set],
  [StateMap, Map],
] as const) {
  Object.defineProperty(made.prototype, 'constructor', {
    value: like,
    configurable: true,
    writable: true,
  });
}

/** True for those made here. */
export function isFollowed(collection: object): boolean {
  return touches.has(collection);
}

/** A copy that calls `onChange` with itself after each change. */
export function stateSet(values: Iterable<unknown>, onChange: Touch): Set<unknown> {
  const made = new StateSet(values);
  touches.set(made, onChange);
  return made;
}

export function stateMap(
  entries: Iterable<[unknown, unknown]>,
  onChange: Touch,
): Map<unknown, unknown> {
  const made = new StateMap(entries);
  touches.set(made, onChange);
  return made;
}

/**
 * Dependencies between what states hold and what is computed from it. While an observer runs, what it reads is noted; a
 * change of any of that makes it out of date. Derived values are sources as well as observers: those that use one are looked at
 * again only where it has come out differently.
 */
import { isMap, isPlain, isSet } from '../../element/binding/values.js';

/** Represents the keys, the length or the members of an object: what changes with its shape. */
export const SHAPE = Symbol('shape');

/** Represents whatever is in an object. */
const ANYTHING = Symbol('anything');

/** Objects that are followed down to their last value; what is more is followed only in its shape. */
const MAX_FOLLOWED = 10_000;

export const enum Status {
  current,
  /** A derived value that it uses may have changed. */
  suspect,
  outdated,
}

/** Something that observers read. Most have one observer: only those with several need a set. */
export class Source {
  #observers: Observer | Set<Observer> | undefined;

  /** Of a derived value; undefined where it is a key of an object. */
  readonly derived: Derived | undefined;

  constructor(derived?: Derived) {
    this.derived = derived;
  }

  add(observer: Observer): void {
    const observers = this.#observers;
    if (observers === undefined) this.#observers = observer;
    else if (observers instanceof Set) observers.add(observer);
    else if (observers !== observer) this.#observers = new Set([observers, observer]);
  }

  remove(observer: Observer): void {
    const observers = this.#observers;
    if (observers === observer) this.#observers = undefined;
    else if (observers instanceof Set) observers.delete(observer);
  }

  get isObserved(): boolean {
    const observers = this.#observers;
    return observers instanceof Set ? observers.size > 0 : observers !== undefined;
  }

  notify(status: Status): void {
    const observers = this.#observers;
    if (observers === undefined) return;
    if (observers instanceof Set) for (const each of observers) each.notify(status);
    else observers.notify(status);
  }
}

const sources = new WeakMap<object, Map<PropertyKey, Source>>();

/** What runs now, and is to be called again when something it reads has changed. */
let active: Observer | undefined;

/** Notes that a key of an object is read. Slots and length of an array count as one. */
export function track(raw: object, key: PropertyKey): void {
  if (active === undefined) return;
  active.uses(sourceOf(raw, Array.isArray(raw) ? SHAPE : key));
}

/** Notes that something else than a key of an object is read. */
export function trackSource(source: Source): void {
  active?.uses(source);
}

/** True while reads are noted. */
export function isTracking(): boolean {
  return active !== undefined;
}

/**
 * Notes that an object has changed.
 *
 * @param key undefined where it may be any of them
 * @param isReshaped a key has been added or removed
 */
export function trigger(raw: object, key: PropertyKey | undefined, isReshaped: boolean): void {
  const keys = sources.get(raw);
  if (keys === undefined) return;
  if (key === undefined) {
    // Runs nothing: observers only come to know of it.
    for (const source of keys.values()) source.notify(Status.outdated);
    return;
  }
  if (isReshaped || Array.isArray(raw)) keys.get(SHAPE)?.notify(Status.outdated);
  keys.get(key)?.notify(Status.outdated);
  keys.get(ANYTHING)?.notify(Status.outdated);
}

/** Notes that all of a value is read, down to the last value in it. */
export function trackAll(value: unknown): void {
  const observer = active;
  if (observer === undefined || !isPlain(value)) return;
  const found = new Set<object>([value]);
  for (const each of found) {
    observer.uses(sourceOf(each, ANYTHING));
    if (found.size > MAX_FOLLOWED) continue;
    for (const key of Object.keys(each)) {
      const inner: unknown = Reflect.getOwnPropertyDescriptor(each, key)?.value;
      if (isPlain(inner)) found.add(inner);
      else if (isSet(inner) || isMap(inner)) observer.uses(sourceOf(inner, SHAPE));
    }
  }
}

function sourceOf(raw: object, key: PropertyKey): Source {
  let keys = sources.get(raw);
  if (keys === undefined) sources.set(raw, (keys = new Map<PropertyKey, Source>()));
  let source = keys.get(key);
  if (source === undefined) keys.set(key, (source = new Source()));
  return source;
}

function activate(observer: Observer): void {
  active = observer;
}

/** Calls a function whose reads concern no observer. */
export function untracked<T>(read: () => T): T {
  const outer = active;
  active = undefined;
  try {
    return read();
  } finally {
    active = outer;
  }
}

/** What reads states, and comes to know of their changes. */
export abstract class Observer {
  #sources: Source[] = [];
  /** How many of the sources the current run has read again, in the same order. */
  #kept = 0;
  #further: Source[] | undefined;
  #status: Status = Status.outdated;

  /** True where a change may concern it. */
  get isOutdated(): boolean {
    return this.#status !== Status.current;
  }

  notify(status: Status): void {
    const before = this.#status;
    if (before >= status) return;
    this.#status = status;
    if (before === Status.current) this.onOutdated();
  }

  /** True where its last run has read something that may change. */
  protected get hasSources(): boolean {
    return this.#sources.length > 0;
  }

  /** Makes it run again although nothing it reads has changed. */
  outdate(): void {
    this.notify(Status.outdated);
  }

  uses(source: Source): void {
    if (this.#further === undefined && this.#sources[this.#kept] === source) this.#kept++;
    else (this.#further ??= []).push(source);
  }

  /** Runs it if something that it reads has changed. */
  refresh(): void {
    if (this.#status === Status.suspect) {
      for (const { derived } of this.#sources) {
        derived?.refresh();
        if (this.#isKnownOutdated()) break;
      }
    }
    if (this.#isKnownOutdated()) this.#run();
    else this.#status = Status.current;
  }

  /** Ends it: no change concerns it any more. */
  dispose(): void {
    for (const source of this.#sources) source.remove(this);
    this.#sources = [];
    this.#status = Status.outdated;
  }

  /** Something that it reads may have changed; called once until it is refreshed. */
  protected abstract onOutdated(): void;
  protected abstract run(): void;

  #isKnownOutdated(): boolean {
    return this.#status === Status.outdated;
  }

  #run(): void {
    const outer = active;
    activate(this);
    this.#kept = 0;
    this.#further = undefined;
    this.#status = Status.current;
    try {
      this.run();
    } finally {
      active = outer;
      this.#settleSources();
    }
  }

  #settleSources(): void {
    const further = this.#further;
    const before = this.#sources;
    if (further === undefined && this.#kept === before.length) return;
    this.#further = undefined;
    if (before.length === 0 && further !== undefined) {
      for (const source of further) source.add(this);
      this.#sources = further;
      return;
    }
    const after = [...before.slice(0, this.#kept), ...(further ?? [])];
    const used = new Set(after);
    for (const source of before) if (!used.has(source)) source.remove(this);
    for (const source of further ?? []) source.add(this);
    this.#sources = after;
  }
}

/** A value that follows from others: computed when it is read, and kept until one of those has changed. */
export class Derived extends Observer {
  readonly #source = new Source(this);
  readonly #compute: () => unknown;
  readonly #name: string;
  #value: unknown;
  #error: { readonly thrown: unknown } | undefined;
  #isRunning = false;

  constructor(name: string, compute: () => unknown) {
    super();
    this.#name = name;
    this.#compute = compute;
  }

  /** @throws what the computation throws */
  read(): unknown {
    if (this.#isRunning) throw new Error(`the derived value "${this.#name}" depends on itself`);
    active?.uses(this.#source);
    this.refresh();
    if (this.#error !== undefined) throw this.#error.thrown;
    return this.#value;
  }

  protected override onOutdated(): void {
    this.#source.notify(Status.suspect);
  }

  protected override run(): void {
    const before = this.#value;
    const failed = this.#error;
    this.#isRunning = true;
    try {
      this.#value = this.#compute();
      this.#error = undefined;
    } catch (thrown) {
      this.#error = { thrown };
      this.#value = undefined;
    } finally {
      this.#isRunning = false;
    }
    const isSame = failed === undefined && this.#error === undefined && before === this.#value;
    if (!isSame) this.#source.notify(Status.outdated);
  }
}

/** What effects of one app wait for. */
export class EffectQueue {
  #waiting: Effect[] = [];
  readonly #onFirst: () => void;

  /** @param onFirst called when something is to be done again */
  constructor(onFirst: () => void) {
    this.#onFirst = onFirst;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  add(effect: Effect): void {
    this.#waiting.push(effect);
    if (this.#waiting.length === 1) this.#onFirst();
  }

  /** Runs what waits, outer ones first; what they make out of date runs in further rounds. False after too many of these. */
  flush(maxRounds: number): boolean {
    for (let round = 0; this.#waiting.length > 0; round++) {
      if (round === maxRounds) {
        this.#waiting = [];
        return false;
      }
      const effects = this.#waiting;
      this.#waiting = [];
      if (effects.length > 1) effects.sort((a, b) => a.depth - b.depth);
      for (const effect of effects) if (!effect.isDisposed) effect.refresh();
    }
    return true;
  }
}

/** Something done again, once a frame, when what it has read has changed. */
export abstract class Effect extends Observer {
  isDisposed = false;
  /** Levels of effects around it: the outer ones run first, as they may end the inner ones. */
  abstract readonly depth: number;
  protected abstract readonly queue: EffectQueue;

  override dispose(): void {
    this.isDisposed = true;
    super.dispose();
  }

  /** Runs it again, and from then on after changes, where it was disposed of. */
  resume(): void {
    if (!this.isDisposed) return;
    this.isDisposed = false;
    this.refresh();
  }

  protected override onOutdated(): void {
    if (!this.isDisposed) this.queue.add(this);
  }
}

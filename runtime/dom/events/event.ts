/** Events of the DOM standard, and the state that a dispatch keeps on them. */
import type { EventScope, EventTarget } from './event-target.js';

export interface EventInit {
  readonly bubbles?: boolean | undefined;
  readonly cancelable?: boolean | undefined;
  readonly composed?: boolean | undefined;
}

/** The dispatcher's access to the state of an event; no other code changes it. */
export interface DispatchControl {
  /** @throws InvalidStateError where it is being dispatched already, or has no type */
  begin(event: Event, target: EventTarget, trusted: boolean): void;
  setPath(event: Event, path: readonly EventTarget[], scope: EventScope): void;
  setTarget(event: Event, target: EventTarget): void;
  setCurrent(event: Event, current: EventTarget, phase: number): void;
  setPassive(event: Event, passive: boolean): void;
  /** After stopPropagation; with `now`, after stopImmediatePropagation only. */
  stopped(event: Event, now?: boolean): boolean;
  /** True where the default was not prevented. */
  end(event: Event): boolean;
  isPrevented(event: Event): boolean;
  prevent(event: Event): void;
  typeOf(event: Event): string;
  bubbles(event: Event): boolean;
  isComposed(event: Event): boolean;
  /** The other target of an event of the focus or the pointer. */
  relatedOf(event: Event): EventTarget | null;
  /** The same as listeners see it: from outside of a shadow tree, its host. */
  seenRelated(event: Event): EventTarget | null;
  targetOf(event: Event): EventTarget | null;
  /** For `createEvent`: the event has no type until one of its `init…` methods sets it. */
  uninitialize(event: Event): void;
  initialize(event: Event, type: string, bubbles: boolean, cancelable: boolean): boolean;
}

const NO_PATH: readonly EventTarget[] = [];
export const RELATED: unique symbol = Symbol('related');
let control: DispatchControl;

/** Milliseconds from the zero of `process.hrtime` to that of `performance`. */
let offset: number | undefined;

/** Node loads `performance` when it is first used, which takes 2 ms: not before a script reads a time. */
function toMilliseconds(nanoseconds: bigint): number {
  offset ??= performance.now() - Number(process.hrtime.bigint()) / 1e6;
  return Number(nanoseconds) / 1e6 + offset;
}

/** The standard's `Event`, and the base of all others. */
export class Event {
  static readonly NONE = 0;
  static readonly CAPTURING_PHASE = 1;
  static readonly AT_TARGET = 2;
  static readonly BUBBLING_PHASE = 3;

  declare readonly NONE: 0;
  declare readonly CAPTURING_PHASE: 1;
  declare readonly AT_TARGET: 2;
  declare readonly BUBBLING_PHASE: 3;

  /** Nanoseconds of `process.hrtime`. */
  readonly #created = process.hrtime.bigint();
  #type: string;
  #bubbles: boolean;
  #cancelable: boolean;
  readonly #composed: boolean;
  #target: EventTarget | null = null;
  #current: EventTarget | null = null;
  #phase = 0;
  #path: readonly EventTarget[] = NO_PATH;
  #scope: EventScope | null = null;
  #trusted = false;
  #initialized = true;
  #dispatching = false;
  #stopped = false;
  #stoppedNow = false;
  #passive = false;
  #prevented = false;

  constructor(type: string, init?: EventInit | null) {
    if (arguments.length === 0)
      throw new TypeError('expected the type of the event as the first argument');
    this.#type = String(type);
    this.#bubbles = Boolean(init?.bubbles);
    this.#cancelable = Boolean(init?.cancelable);
    this.#composed = Boolean(init?.composed);
  }

  get [Symbol.toStringTag](): string {
    return 'Event';
  }
  get type(): string {
    return this.#type;
  }
  get bubbles(): boolean {
    return this.#bubbles;
  }
  get cancelable(): boolean {
    return this.#cancelable;
  }
  get composed(): boolean {
    return this.#composed;
  }
  get target(): EventTarget | null {
    return this.#target;
  }
  get srcElement(): EventTarget | null {
    return this.#target;
  }
  get currentTarget(): EventTarget | null {
    return this.#current;
  }
  get eventPhase(): number {
    return this.#phase;
  }
  /** Milliseconds since the process started, monotonic. */
  get timeStamp(): number {
    return toMilliseconds(this.#created);
  }
  /** True for events of the runtime, false for those that a script dispatches. */
  get isTrusted(): boolean {
    return this.#trusted;
  }
  get defaultPrevented(): boolean {
    return this.#prevented;
  }
  get returnValue(): boolean {
    return !this.#prevented;
  }
  set returnValue(value: boolean) {
    if (!value) this.preventDefault();
  }
  get cancelBubble(): boolean {
    return this.#stopped;
  }
  set cancelBubble(value: boolean) {
    if (value) this.stopPropagation();
  }

  /** The nodes the event passes, target first; empty when no dispatch is on. */
  composedPath(): EventTarget[] {
    if (!this.#dispatching) return [];
    return this.#path.filter((target) => this.#scope?.hidesFrom(target, this.#current) !== true);
  }

  /** Where the pointer or the focus comes from or goes to. @internal */
  get [RELATED](): EventTarget | null {
    return null;
  }

  stopPropagation(): void {
    this.#stopped = true;
  }

  stopImmediatePropagation(): void {
    this.#stopped = true;
    this.#stoppedNow = true;
  }

  preventDefault(): void {
    control.prevent(this);
  }

  /** Former way to initialize an event, for older code. */
  initEvent(type: string, bubbles = false, cancelable = false): void {
    control.initialize(this, String(type), bubbles, cancelable);
  }

  static {
    control = {
      begin(event, target, trusted) {
        if (event.#dispatching) {
          throw new DOMException('the event is being dispatched already', 'InvalidStateError');
        }
        if (!event.#initialized) {
          throw new DOMException('the event has no type yet', 'InvalidStateError');
        }
        event.#dispatching = true;
        event.#trusted = trusted;
        event.#target = target;
      },
      setPath(event, path, scope) {
        event.#path = path;
        event.#scope = scope;
      },
      setTarget(event, target) {
        event.#target = target;
      },
      setCurrent(event, current, phase) {
        event.#current = current;
        event.#phase = phase;
      },
      setPassive(event, passive) {
        event.#passive = passive;
      },
      stopped(event, now = false) {
        return now ? event.#stoppedNow : event.#stopped;
      },
      end(event) {
        event.#dispatching = false;
        event.#current = null;
        event.#phase = 0;
        event.#path = NO_PATH;
        event.#stopped = false;
        event.#stoppedNow = false;
        return !event.#prevented;
      },
      isPrevented: (event) => event.#prevented,
      prevent(event) {
        if (event.#cancelable && !event.#passive) event.#prevented = true;
      },
      typeOf: (event) => event.#type,
      bubbles: (event) => event.#bubbles,
      isComposed: (event) => event.#composed,
      relatedOf: (event) => event[RELATED],
      seenRelated(event) {
        const related = event[RELATED];
        return related === null || event.#scope === null
          ? related
          : event.#scope.retarget(related, event.#current);
      },
      targetOf: (event) => event.#target,
      uninitialize(event) {
        event.#initialized = false;
      },
      initialize(event, type, bubbles, cancelable) {
        if (event.#dispatching) return false;
        event.#initialized = true;
        event.#type = type;
        event.#bubbles = bubbles;
        event.#cancelable = cancelable;
        event.#trusted = false;
        event.#target = null;
        event.#prevented = false;
        event.#stopped = false;
        event.#stoppedNow = false;
        return true;
      },
    };
  }
}
Object.assign(Event.prototype, { NONE: 0, CAPTURING_PHASE: 1, AT_TARGET: 2, BUBBLING_PHASE: 3 });

export const dispatchControl: DispatchControl = control!;

export interface CustomEventInit<T = unknown> extends EventInit {
  readonly detail?: T | undefined;
}

/** An event with a value. */
export class CustomEvent<T = unknown> extends Event {
  #detail: T;

  constructor(type: string, init?: CustomEventInit<T> | null) {
    super(type, init);
    this.#detail = (init?.detail ?? null) as T;
  }

  override get [Symbol.toStringTag](): string {
    return 'CustomEvent';
  }
  get detail(): T {
    return this.#detail;
  }
  initCustomEvent(type: string, bubbles = false, cancelable = false, detail: unknown = null): void {
    if (control.initialize(this, String(type), bubbles, cancelable)) this.#detail = detail as T;
  }
}

/** What of a foreign event is answered by the event that is really dispatched. */
const WORN = [
  'target',
  'srcElement',
  'currentTarget',
  'eventPhase',
  'defaultPrevented',
  'cancelBubble',
  'returnValue',
] as const;
const WORN_METHODS = [
  'composedPath',
  'preventDefault',
  'stopPropagation',
  'stopImmediatePropagation',
] as const;

/**
 * An event to dispatch in the place of one of Node's own `Event` class, which code outside of an app makes by
 * `new Event('x')`. The foreign object is what listeners get; it is made to answer with this one's state.
 */
export function adoptForeign(foreign: globalThis.Event): Event {
  const { type, bubbles, cancelable, composed } = foreign;
  if (typeof type !== 'string') throw new TypeError('expected an event');
  const event = new Event(type, { bubbles, cancelable, composed });
  for (const name of WORN) {
    Object.defineProperty(foreign, name, { configurable: true, get: () => event[name] });
  }
  for (const name of WORN_METHODS) {
    Object.defineProperty(foreign, name, { configurable: true, value: event[name].bind(event) });
  }
  return event;
}

/** Events of the DOM standard, and the state that a dispatch keeps on them. */

/** What an event knows of the nodes it passes. */
export interface EventTargetShape {
  dispatchEvent(event: TuiEvent): boolean;
}

export interface EventInit {
  readonly bubbles?: boolean | undefined;
  readonly cancelable?: boolean | undefined;
  readonly composed?: boolean | undefined;
}

/** The dispatcher's hold on an event; nobody else may move its state. */
export interface DispatchControl {
  begin(event: TuiEvent, target: EventTargetShape): void;
  setPath(event: TuiEvent, path: readonly EventTargetShape[]): void;
  setCurrent(event: TuiEvent, current: EventTargetShape, phase: number): void;
  setPassive(event: TuiEvent, passive: boolean): void;
  /** After stopPropagation; with `now`, after stopImmediatePropagation only. */
  stopped(event: TuiEvent, now?: boolean): boolean;
  /** True where the default was not prevented. */
  end(event: TuiEvent): boolean;
}

let control: DispatchControl;

/** The standard's `Event`, and the base of this runtime's own events. */
export class TuiEvent {
  static readonly NONE = 0;
  static readonly CAPTURING_PHASE = 1;
  static readonly AT_TARGET = 2;
  static readonly BUBBLING_PHASE = 3;

  readonly NONE = 0;
  readonly CAPTURING_PHASE = 1;
  readonly AT_TARGET = 2;
  readonly BUBBLING_PHASE = 3;

  /** Milliseconds since the process started, monotonic. */
  readonly timeStamp: number = performance.now();
  /** True for events that the runtime made from input. */
  readonly isTrusted: boolean = false;

  #type: string;
  #bubbles: boolean;
  #cancelable: boolean;
  readonly #composed: boolean;
  #target: EventTargetShape | null = null;
  #current: EventTargetShape | null = null;
  #phase = 0;
  #path: readonly EventTargetShape[] = [];
  #dispatching = false;
  #stopped = false;
  #stoppedNow = false;
  #passive = false;
  #prevented = false;

  constructor(type: string, init: EventInit = {}) {
    this.#type = String(type);
    this.#bubbles = init.bubbles === true;
    this.#cancelable = init.cancelable === true;
    this.#composed = init.composed === true;
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
  get target(): EventTargetShape | null {
    return this.#target;
  }
  get srcElement(): EventTargetShape | null {
    return this.#target;
  }
  get currentTarget(): EventTargetShape | null {
    return this.#current;
  }
  get eventPhase(): number {
    return this.#phase;
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
  composedPath(): EventTargetShape[] {
    return this.#dispatching ? [...this.#path] : [];
  }

  stopPropagation(): void {
    this.#stopped = true;
  }

  stopImmediatePropagation(): void {
    this.#stopped = true;
    this.#stoppedNow = true;
  }

  preventDefault(): void {
    if (this.#cancelable && !this.#passive) this.#prevented = true;
  }

  /** Kept for scripts of the old school. */
  initEvent(type: string, bubbles = false, cancelable = false): void {
    if (this.#dispatching) return;
    this.#type = String(type);
    this.#bubbles = bubbles;
    this.#cancelable = cancelable;
    this.#prevented = false;
    this.#stopped = false;
    this.#stoppedNow = false;
  }

  static {
    control = {
      begin(event, target) {
        if (event.#dispatching) {
          throw new DOMException('the event is being dispatched already', 'InvalidStateError');
        }
        event.#dispatching = true;
        event.#target = target;
      },
      setPath(event, path) {
        event.#path = path;
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
        event.#path = [];
        event.#stopped = false;
        event.#stoppedNow = false;
        return !event.#prevented;
      },
    };
  }
}

export const dispatchControl: DispatchControl = control!;

export class CustomEvent<T = unknown> extends TuiEvent {
  readonly detail: T;

  constructor(type: string, init: EventInit & { readonly detail?: T } = {}) {
    super(type, init);
    this.detail = (init.detail ?? null) as T;
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
 * An event to dispatch in the place of one of Node's own `Event` class (a script's `new Event('x')`
 * makes such). The foreign object is what listeners get; it is made to answer with this one's state.
 */
export function adoptForeign(foreign: Event): TuiEvent {
  const { type, bubbles, cancelable, composed } = foreign;
  if (typeof type !== 'string') throw new TypeError('an event is expected here');
  const event = new TuiEvent(type, { bubbles, cancelable, composed });
  for (const name of WORN) {
    Object.defineProperty(foreign, name, { configurable: true, get: () => event[name] });
  }
  for (const name of WORN_METHODS) {
    Object.defineProperty(foreign, name, { configurable: true, value: event[name].bind(event) });
  }
  return event;
}

/**
 * Listeners and dispatch by the DOM standard: capture, target, bubble; `once`, `passive`, `signal`,
 * objects with `handleEvent`; a listener that throws is reported, and the rest still run.
 */
import { adoptForeign, dispatchControl as control, TuiEvent } from './event.js';

export type EventCallback<E extends TuiEvent = TuiEvent> = (event: E) => unknown;
export interface EventListenerObject<E extends TuiEvent = TuiEvent> {
  handleEvent(event: E): unknown;
}
export type EventListener<E extends TuiEvent = TuiEvent> =
  EventCallback<E> | EventListenerObject<E> | null | undefined;

export interface ListenerOptions {
  readonly capture?: boolean | undefined;
  readonly once?: boolean | undefined;
  readonly passive?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What the document is told about listeners; it decides what an app does about them. */
export interface ListenerReports {
  /** A listener threw, or the promise it returned was rejected. */
  reportError(error: unknown, target: TuiEventTarget): void;
  /** Before each listener, and after it whatever became of it; calls nest as dispatches do. */
  listenerBegins?: (() => void) | undefined;
  listenerEnds?: (() => void) | undefined;
  /** After each listener that ended well, with what it returned: handlers may be asynchronous. */
  listenerReturned?: ((result: unknown, target: TuiEventTarget) => void) | undefined;
}

interface Listener {
  readonly type: string;
  readonly callback: EventCallback | EventListenerObject;
  readonly capture: boolean;
  readonly once: boolean;
  readonly passive: boolean;
  removed: boolean;
}

/** On every node, named by symbols so that a script's own fields cannot meet them. */
const LISTENERS = Symbol('listeners');
const HANDLERS = Symbol('handlers');

/**
 * The base class of every node. linkedom's own is replaced by it (see linkedom.ts), which also saves
 * a map for each node that never gets a listener.
 */
export class TuiEventTarget {
  [LISTENERS]: Listener[] | null;
  [HANDLERS]: Map<string, HandlerSlot> | null;

  constructor() {
    this[LISTENERS] = null;
    this[HANDLERS] = null;
  }

  addEventListener(
    type: string,
    listener: EventListener,
    options?: boolean | ListenerOptions,
  ): void {
    if (listener === null || listener === undefined) return;
    const settings: ListenerOptions =
      typeof options === 'object' && options !== null ? options : { capture: options === true };
    const { signal } = settings;
    if (signal?.aborted === true) return;
    const capture = settings.capture === true;
    const name = String(type);
    const list = (this[LISTENERS] ??= []);
    if (find(list, name, listener, capture) !== undefined) return;
    list.push({
      type: name,
      callback: listener,
      capture,
      once: settings.once === true,
      passive: settings.passive === true,
      removed: false,
    });
    signal?.addEventListener(
      'abort',
      () => {
        this.removeEventListener(name, listener, capture);
      },
      { once: true },
    );
  }

  removeEventListener(
    type: string,
    listener: EventListener,
    options?: boolean | ListenerOptions,
  ): void {
    const list = this[LISTENERS];
    if (list === null || listener === null || listener === undefined) return;
    const capture = typeof options === 'object' ? options.capture === true : options === true;
    const found = find(list, String(type), listener, capture);
    if (found !== undefined) drop(this, found);
  }

  /** False where a listener prevented the default. Events of Node's own `Event` class are taken too. */
  dispatchEvent(event: TuiEvent | Event): boolean {
    return dispatch(this, event instanceof TuiEvent ? event : adoptForeign(event), event);
  }
}

/** True where some listener of this type would hear an event at this target itself. */
export function hasListener(target: TuiEventTarget, type: string): boolean {
  const list = target[LISTENERS];
  return list !== null && list.some((listener) => listener.type === type);
}

function find(
  list: readonly Listener[],
  type: string,
  callback: EventListener,
  capture: boolean,
): Listener | undefined {
  for (const listener of list) {
    if (
      listener.callback === callback &&
      listener.type === type &&
      listener.capture === capture &&
      !listener.removed
    ) {
      return listener;
    }
  }
  return undefined;
}

/** A new list, since a dispatch may be going through the old one. */
function drop(target: TuiEventTarget, listener: Listener): void {
  listener.removed = true;
  target[LISTENERS] = target[LISTENERS]?.filter((other) => other !== listener) ?? null;
}

/** The parent by which events bubble; plain targets have none. */
function parentOf(target: TuiEventTarget): TuiEventTarget | null {
  return (target as { parentNode?: TuiEventTarget | null }).parentNode ?? null;
}

function dispatch(target: TuiEventTarget, event: TuiEvent, seen: TuiEvent | Event): boolean {
  control.begin(event, target);
  // Nobody listens to most events: only when somebody does is the path written down.
  if (isHeard(target, event.type)) {
    const path: TuiEventTarget[] = [];
    for (let node: TuiEventTarget | null = target; node !== null; node = parentOf(node)) {
      path.push(node);
    }
    control.setPath(event, path);
    for (let index = path.length - 1; index >= 0 && !control.stopped(event); index--) {
      invoke(path[index]!, event, seen, true, index === 0 ? 2 : 1);
    }
    const last = event.bubbles ? path.length : 1;
    for (let index = 0; index < last && !control.stopped(event); index++) {
      invoke(path[index]!, event, seen, false, index === 0 ? 2 : 3);
    }
  }
  return control.end(event);
}

/** True where the target or one of its ancestors has a listener of this type. */
function isHeard(target: TuiEventTarget, type: string): boolean {
  for (let node: TuiEventTarget | null = target; node !== null; node = parentOf(node)) {
    if (node[LISTENERS] !== null && hasListener(node, type)) return true;
  }
  return false;
}

function invoke(
  current: TuiEventTarget,
  event: TuiEvent,
  seen: TuiEvent | Event,
  capture: boolean,
  phase: number,
): void {
  const list = current[LISTENERS];
  if (list === null) return;
  control.setCurrent(event, current, phase);
  // Listeners added while this runs are not heard; removed ones are skipped.
  const { length } = list;
  for (let index = 0; index < length; index++) {
    const listener = list[index]!;
    if (listener.removed || listener.capture !== capture || listener.type !== event.type) continue;
    if (listener.once) drop(current, listener);
    call(listener, current, event, seen);
    if (control.stopped(event, true)) return;
  }
}

function call(
  { callback, passive }: Listener,
  current: TuiEventTarget,
  event: TuiEvent,
  seen: TuiEvent | Event,
): void {
  const reports = reportsOf(current);
  let result: unknown;
  control.setPassive(event, passive);
  reports?.listenerBegins?.();
  try {
    // `seen` is a foreign event wearing this one's state, where it is not the event itself.
    result =
      typeof callback === 'function'
        ? callback.call(current, seen as TuiEvent)
        : callback.handleEvent(seen as TuiEvent);
  } catch (error) {
    reports?.reportError(error, current);
    return;
  } finally {
    control.setPassive(event, false);
    reports?.listenerEnds?.();
  }
  if (result instanceof Promise) {
    result.catch((error: unknown) => reports?.reportError(error, current));
  }
  reports?.listenerReturned?.(result, current);
}

function reportsOf(target: TuiEventTarget): ListenerReports | undefined {
  const owner = (target as { ownerDocument?: unknown }).ownerDocument ?? target;
  return typeof (owner as Partial<ListenerReports>).reportError === 'function'
    ? (owner as ListenerReports)
    : undefined;
}

interface HandlerSlot {
  handler: EventCallback | null;
  readonly listener: EventCallback;
}

/** What `element.onclick` holds. */
export function getHandler(target: TuiEventTarget, type: string): EventCallback | null {
  return target[HANDLERS]?.get(type)?.handler ?? null;
}

/** Sets `element.onclick`: its place among the listeners is that of its first setting, as in a browser. */
export function setHandler(target: TuiEventTarget, type: string, handler: unknown): void {
  const callback = typeof handler === 'function' ? (handler as EventCallback) : null;
  const slots = (target[HANDLERS] ??= new Map());
  const slot = slots.get(type);
  if (callback === null) {
    if (slot === undefined) return;
    target.removeEventListener(type, slot.listener);
    slots.delete(type);
    return;
  }
  if (slot !== undefined) {
    slot.handler = callback;
    return;
  }
  const made: HandlerSlot = {
    handler: callback,
    listener: (event) => {
      const result = made.handler?.call(target, event);
      if (result === false) event.preventDefault();
      return result;
    },
  };
  slots.set(type, made);
  target.addEventListener(type, made.listener);
}

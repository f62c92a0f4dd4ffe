/**
 * Listeners and dispatch by the DOM standard: capture, target, bubble; `once`, `passive`, `signal`,
 * objects with `handleEvent`; a listener that throws is reported, and the rest still run.
 */
import type { ListenerHost } from '../host.js';
import { adoptForeign, dispatchControl as control, Event } from './event.js';

export type EventCallback<E extends Event = Event> = (event: E) => unknown;
interface EventListenerObject<E extends Event = Event> {
  handleEvent(event: E): unknown;
}
export type EventListener<E extends Event = Event> =
  | EventCallback<E>
  | EventListenerObject<E>
  | null
  | undefined;

export interface ListenerOptions {
  readonly capture?: boolean | undefined;
  readonly once?: boolean | undefined;
  readonly passive?: boolean | undefined;
  readonly signal?: AbortSignal | null | undefined;
}

/** What a target is part of: where its events bubble to, and which host is notified of its listeners. */
export interface EventScope {
  /** @param origin the target of the event, which leaves the shadow tree around it only if it is composed */
  parentOf(target: EventTarget, origin: EventTarget, isComposed: boolean): EventTarget | null;
  /** What listeners of another target see in the place of this one, which may be in a shadow tree. */
  retarget(target: EventTarget, against: EventTarget | null): EventTarget;
  /** The same for each target of a path that starts at its own. */
  targetsOf(path: readonly EventTarget[]): EventTarget[];
  /** Whether a target has a shadow tree. */
  isHost(target: EventTarget): boolean;
  /** True if a target is in a closed shadow tree, and listeners of another one must not see it. */
  hidesFrom(target: EventTarget, current: EventTarget | null): boolean;
  hostOf(target: EventTarget): ListenerHost | undefined;
}

let ownHost: ListenerHost | undefined;
/** Of targets that scripts construct. */
const ALONE = scopeOutside(() => ownHost);

/** The scope of targets that are in no tree. */
export function scopeOutside(hostOf: EventScope['hostOf']): EventScope {
  return {
    parentOf: () => null,
    retarget: (target) => target,
    targetsOf: (path) => path.map(() => path[0]!),
    isHost: () => false,
    hidesFrom: () => false,
    hostOf,
  };
}

/** The app that is notified of listeners on targets that scripts construct: the one created last. */
export function setListenerHost(host: ListenerHost): void {
  ownHost = host;
}

interface Listener {
  readonly type: string;
  readonly callback: EventCallback | EventListenerObject;
  readonly capture: boolean;
  readonly once: boolean;
  readonly passive: boolean;
  removed: boolean;
}

/** The listeners and handlers of a target; most have none. */
interface ListenerRegistry {
  /** Replaced and not changed where one is taken out, since a dispatch may be going through it. */
  listeners: Listener[];
  handlers: HandlerSlot[] | undefined;
}

let registryOf: (target: EventTarget) => ListenerRegistry | null;
let ensureRegistry: (target: EventTarget) => ListenerRegistry;
let scopeOf: (target: EventTarget) => EventScope;

/** The base class of every node and of the window. */
export class EventTarget {
  #registry: ListenerRegistry | null = null;
  readonly #scope: EventScope;

  /** Scripts pass no scope. */
  constructor(scope?: EventScope) {
    this.#scope = scope ?? ALONE;
  }

  static {
    registryOf = (target) => target.#registry;
    ensureRegistry = (target) => (target.#registry ??= { listeners: [], handlers: undefined });
    scopeOf = (target) => target.#scope;
  }

  get [Symbol.toStringTag](): string {
    return 'EventTarget';
  }

  addEventListener(
    type: string,
    listener: EventListener,
    options?: boolean | ListenerOptions | null,
  ): void {
    addListener(this, String(type), listener, readOptions(options));
  }

  removeEventListener(
    type: string,
    listener: EventListener,
    options?: boolean | ListenerOptions | null,
  ): void {
    removeListener(this, String(type), listener, readOptions(options).capture);
  }

  /** Returns false if a listener prevented the default action. Also accepts events of Node's own `Event` class. */
  dispatchEvent(event: Event | globalThis.Event): boolean {
    return dispatch(this, event instanceof Event ? event : adoptForeign(event), event, false);
  }
}

/** Dispatches an event that the runtime has made. False where a listener prevented the default. */
export function dispatchTrusted(target: EventTarget, event: Event): boolean {
  return dispatch(target, event, event, true);
}

/** What listeners of one dispatch return. Dispatches nest: each of these has the outer one. */
interface Returned {
  readonly event: Event;
  readonly results: unknown[];
  readonly outer: Returned | undefined;
}
let returned: Returned | undefined;

/** Dispatches an event that the runtime has made, and returns what its listeners returned. */
export function dispatchForResults(target: EventTarget, event: Event): readonly unknown[] {
  const own: Returned = { event, results: [], outer: returned };
  returned = own;
  try {
    dispatch(target, event, event, true);
  } finally {
    returned = own.outer;
  }
  return own.results;
}

/** Dispatches an event as `dispatchEvent` does, even if a script has replaced that method. */
export function dispatchUntrusted(target: EventTarget, event: Event): boolean {
  return dispatch(target, event, event, false);
}

interface Settings {
  readonly capture: boolean;
  readonly once: boolean;
  readonly passive: boolean;
  readonly signal: AbortSignal | undefined;
}

function readOptions(options: boolean | ListenerOptions | null | undefined): Settings {
  if (typeof options !== 'object' || options === null) {
    return { capture: Boolean(options), once: false, passive: false, signal: undefined };
  }
  const { capture, once, passive, signal } = options;
  return {
    capture: Boolean(capture),
    once: Boolean(once),
    passive: Boolean(passive),
    signal: signal ?? undefined,
  };
}

/** `addEventListener`, by the runtime itself. */
export function addListener(
  target: EventTarget,
  type: string,
  listener: EventListener,
  { capture = false, once = false, passive = false, signal }: ListenerOptions = {},
): void {
  if (listener === null || listener === undefined || signal?.aborted === true) return;
  const { listeners } = ensureRegistry(target);
  if (find(listeners, type, listener, capture) !== undefined) return;
  listeners.push({ type, callback: listener, capture, once, passive, removed: false });
  signal?.addEventListener('abort', () => removeListener(target, type, listener, capture), {
    once: true,
  });
}

export function removeListener(
  target: EventTarget,
  type: string,
  listener: EventListener,
  capture = false,
): void {
  const registry = registryOf(target);
  if (registry === null || listener === null || listener === undefined) return;
  const found = find(registry.listeners, type, listener, capture);
  if (found !== undefined) drop(registry, found);
}

/** Whether a listener of this type on this target would be called for an event. */
export function hasListener(target: EventTarget, type: string): boolean {
  return registryOf(target)?.listeners.some((listener) => listener.type === type) ?? false;
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

function drop(registry: ListenerRegistry, listener: Listener): void {
  listener.removed = true;
  registry.listeners = registry.listeners.filter((other) => other !== listener);
}

/** Levels of events that listeners cause; deeper, the stack may end where nothing can be reported. */
const MAX_DEPTH = 100;
let depth = 0;

function dispatch(
  target: EventTarget,
  event: Event,
  seen: Event | globalThis.Event,
  trusted: boolean,
): boolean {
  if (depth >= MAX_DEPTH) {
    const message = `events are nested deeper than ${MAX_DEPTH} levels: a listener causes its own event`;
    scopeOf(target).hostOf(target)?.reportError(new RangeError(message), target);
    return true;
  }
  control.begin(event, target, trusted);
  depth++;
  try {
    return deliver(target, event, seen);
  } finally {
    depth--;
  }
}

function deliver(target: EventTarget, event: Event, seen: Event | globalThis.Event): boolean {
  // Most events have no listener: the path is collected only if there is one.
  if (hasListenerOnPath(target, event)) {
    const path = [...pathOf(target, event)];
    // Where the path leaves a shadow tree, its host is the target of what follows.
    const targets = scopeOf(target).targetsOf(path);
    const isTarget = (index: number): boolean => path[index] === targets[index];
    control.setPath(event, path, scopeOf(target));
    for (let index = path.length - 1; index >= 0 && !control.stopped(event); index--) {
      control.setTarget(event, targets[index]!);
      invoke(path[index]!, event, seen, true, isTarget(index) ? 2 : 1);
    }
    const bubbles = control.bubbles(event);
    for (let index = 0; index < path.length && !control.stopped(event); index++) {
      if (!bubbles && !isTarget(index)) continue;
      control.setTarget(event, targets[index]!);
      invoke(path[index]!, event, seen, false, isTarget(index) ? 2 : 3);
    }
    // What is read of it later, outside of the shadow tree, is what the document sees.
    control.setTarget(event, scopeOf(target).retarget(target, null));
  }
  return control.end(event);
}

/** The targets that an event passes, its own first. */
function* pathOf(target: EventTarget, event: Event): Generator<EventTarget> {
  const isComposed = control.isComposed(event);
  const related = control.relatedOf(event);
  const { retarget, isHost } = scopeOf(target);
  for (let node: EventTarget | null = target; node !== null;) {
    // The focus and the pointer move inside of this host: outside nothing has happened.
    const isInner = related !== null && node !== target && isHost(node);
    if (isInner && retarget(target, node) === node && retarget(related, node) === node) return;
    yield node;
    node = scopeOf(node).parentOf(node, target, isComposed);
  }
}

/** True where the target or one of its ancestors has a listener of this type. */
function hasListenerOnPath(target: EventTarget, event: Event): boolean {
  const type = control.typeOf(event);
  for (const node of pathOf(target, event)) {
    if (registryOf(node) !== null && hasListener(node, type)) return true;
  }
  return false;
}

function invoke(
  current: EventTarget,
  event: Event,
  seen: Event | globalThis.Event,
  capture: boolean,
  phase: number,
): void {
  const registry = registryOf(current);
  if (registry === null) return;
  const list = registry.listeners;
  const type = control.typeOf(event);
  control.setCurrent(event, current, phase);
  // Listeners added while this runs are not called; removed ones are skipped.
  const { length } = list;
  for (let index = 0; index < length; index++) {
    const listener = list[index]!;
    if (listener.removed || listener.capture !== capture || listener.type !== type) continue;
    if (listener.once) drop(registry, listener);
    call(listener, current, event, seen);
    if (control.stopped(event, true)) return;
  }
}

function call(
  { callback, passive }: Listener,
  current: EventTarget,
  event: Event,
  seen: Event | globalThis.Event,
): void {
  const host = scopeOf(current).hostOf(current);
  let result: unknown;
  control.setPassive(event, passive);
  host?.listenerBegins();
  try {
    // `seen` is a foreign event wearing this one's state, where it is not the event itself.
    result =
      typeof callback === 'function'
        ? callback.call(current, seen as Event)
        : callback.handleEvent(seen as Event);
  } catch (error) {
    host?.reportError(error, current);
    return;
  } finally {
    control.setPassive(event, false);
    host?.listenerEnds();
  }
  if (returned?.event === event) returned.results.push(result);
  reportRejection(result, (error) => host?.reportError(error, current));
  host?.listenerReturned(result, current);
}

const { then } = Promise.prototype;

/** Reports what a promise is rejected with, whatever a script has made of it. */
function reportRejection(result: unknown, report: (error: unknown) => void): void {
  try {
    if (result instanceof Promise) void Reflect.apply(then, result, [undefined, report]);
  } catch (error) {
    report(error);
  }
}

/** A listener as developer tools show it. */
export interface ListenerFacts {
  readonly type: string;
  readonly capture: boolean;
  readonly once: boolean;
  readonly passive: boolean;
  /** Of the function; empty for one without a name. */
  readonly name: string;
}

/** Listeners and handlers of a target, in the order of calling. */
export function listenersOf(target: EventTarget): readonly ListenerFacts[] {
  const registry = registryOf(target);
  if (registry === null) return [];
  const { listeners } = registry;
  return listeners.map(({ type, callback, capture, once, passive }) => {
    const slot = slotOf(target, type);
    const called = slot === callback ? slot.handler : callback;
    const found: unknown =
      typeof called === 'function' ? Object.getOwnPropertyDescriptor(called, 'name')?.value : '';
    return { type, capture, once, passive, name: typeof found === 'string' ? found : '' };
  });
}

/** A listener whose function is set again. */
class HandlerSlot {
  constructor(
    readonly target: EventTarget,
    readonly type: string,
    public handler: EventCallback,
  ) {}

  handleEvent(event: Event): unknown {
    const result = this.handler.call(this.target, event);
    if (result === false) control.prevent(event);
    return result;
  }
}

function slotOf(target: EventTarget, type: string): HandlerSlot | undefined {
  return registryOf(target)?.handlers?.find((slot) => slot.type === type);
}

/** What `element.onclick` holds. */
export function getHandler(target: EventTarget, type: string): EventCallback | null {
  return slotOf(target, type)?.handler ?? null;
}

/** Sets `element.onclick`: its place among the listeners is that of its first setting, as in a browser. */
export function setHandler(target: EventTarget, type: string, handler: unknown): void {
  const callback = typeof handler === 'function' ? (handler as EventCallback) : null;
  const slot = slotOf(target, type);
  if (callback === null) {
    if (slot === undefined) return;
    removeListener(target, type, slot);
    const slots = ensureRegistry(target).handlers;
    slots?.splice(slots.indexOf(slot), 1);
    return;
  }
  if (slot !== undefined) {
    slot.handler = callback;
    return;
  }
  const made = new HandlerSlot(target, type, callback);
  (ensureRegistry(target).handlers ??= []).push(made);
  addListener(target, type, made);
}

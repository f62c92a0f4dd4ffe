/** Services that an app provides to its elements. */
import type { Diagnostic } from '../base/diagnostics.js';
import type { Rect } from '../base/geometry.js';
import { dispatchControl, Event, type EventInit } from '../dom/events/event.js';
import { dispatchForResults, dispatchTrusted } from '../dom/events/event-target.js';
import type { CommandsHost, ResourceHost } from '../dom/host.js';
import { isMarked, ownerOf, type Invalidation } from '../dom/tree/tree-node.js';
import { TAB_SIZE } from '../base/text/tabs.js';
import { COMPUTED } from './internals.js';
import type { MutationRecord } from './records.js';
import type { TuiElement } from './tui-element.js';

/**
 * Requests that an element be repainted, be laid out and painted, or (`structure`) have its gutters and the boxes in
 * it rebuilt.
 */
export function invalidate(element: TuiElement, kind: Invalidation): void {
  emit(element, { type: 'invalidate', target: element, kind });
}

/** Names of `Event.prototype`, read before a script adds others. */
const EVENTS_OWN: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Event.prototype));

/**
 * Dispatches an event with these fields on it. It bubbles and is cancelable unless `init` says otherwise; returns
 * the event, for `isPrevented`.
 */
export function fire(
  element: TuiElement,
  type: string,
  fields: Readonly<Record<string, unknown>> = {},
  init: EventInit = {},
): Event {
  const event = eventWith(type, fields, init);
  dispatchTrusted(element, event);
  return event;
}

/** The same, with the promises that listeners returned: what depends on the event waits for them. */
export function fireForPromises(
  element: TuiElement,
  type: string,
  fields: Readonly<Record<string, unknown>>,
): { readonly event: Event; readonly promises: readonly Promise<unknown>[] } {
  const event = eventWith(type, fields, {});
  const results = dispatchForResults(element, event);
  return { event, promises: results.filter((result) => result instanceof Promise) };
}

function eventWith(
  type: string,
  fields: Readonly<Record<string, unknown>>,
  init: EventInit,
): Event {
  const event = new Event(type, { bubbles: true, cancelable: true, ...init });
  for (const [name, value] of Object.entries(fields)) {
    // `type` and `target` are the event's own.
    if (EVENTS_OWN.has(name)) continue;
    Object.defineProperty(event, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return event;
}

/** Milliseconds since the app was made, for pictures that move; 0 where nothing moves, as in a snapshot. */
export function animationTimeOf(element: TuiElement): number {
  return ownerOf(element).host.timing?.time ?? 0;
}

/** Milliseconds since 1970, by the clock of the app. */
export function currentTimeOf(element: TuiElement): number {
  return ownerOf(element).host.timing?.now ?? Date.now();
}

/** False in snapshots and pipes, and with reduced motion: animations show their first frame. */
export function movesByItself(element: TuiElement): boolean {
  return ownerOf(element).host.timing?.moves ?? false;
}

/**
 * Paints the element again after this many milliseconds. To be called by `[PAINT]`: what does not show is not painted,
 * and what is not painted costs nothing.
 */
export function repaintAfter(element: TuiElement, ms: number): void {
  ownerOf(element).host.timing?.repaint(element, ms);
}

/** Calls back once after this many milliseconds of the app's clock; returns what takes it back. */
export function setTimer(element: TuiElement, callback: () => void, ms: number): () => void {
  return ownerOf(element).host.timing?.setTimer(callback, ms) ?? (() => undefined);
}

/** Cells between two tab stops of the text of an element. */
export function tabSizeOf(element: TuiElement): number {
  return (element[COMPUTED]['tabSize'] as number | undefined) ?? TAB_SIZE;
}

/** Calls back once, at the beginning of the next frame, and requests that. */
export function beforeFrame(element: TuiElement, callback: () => void): void {
  ownerOf(element).host.beforeFrame(callback);
}

/** Files that the app may read, and settings for pictures; undefined where there is no app. */
export function resourcesOf(element: TuiElement): ResourceHost | undefined {
  return ownerOf(element).host.resources;
}

/** The commands that keys reach, and the keys as they are shown; undefined where there is no app. */
export function commandsHostOf(element: TuiElement): CommandsHost | undefined {
  return ownerOf(element).host.commands;
}

/** Where an element's content is on the screen, in cells, as it is laid out now; undefined where it has no box. */
export function contentBoxOf(element: TuiElement): Rect | undefined {
  const { host } = ownerOf(element);
  host.flush();
  return host.contentBox(element);
}

/** Reports an error of an element while the app runs: adds it to the document's diagnostics and fires `error` on the element. */
export function reportError(
  element: TuiElement,
  error: {
    readonly code: string;
    readonly message: string;
    readonly suggestion?: string | undefined;
  },
): void {
  const { host } = ownerOf(element);
  const diagnostic: Diagnostic = { severity: 'error', ...error, ...host.callerPlace() };
  host.report(diagnostic);
  const fields = { message: error.message, diagnostic };
  fire(element, 'error', fields, { bubbles: false, cancelable: false });
}

/** Reports a diagnostic about an element, without an event. */
export function reportToDocument(element: TuiElement, diagnostic: Diagnostic): void {
  ownerOf(element).host.report(diagnostic);
}

const unread = new WeakMap<TuiElement, Diagnostic>();

/** Reports that the file of an element cannot be shown, and fires `error` on it. */
export function reportUnread(element: TuiElement, diagnostic: Diagnostic): void {
  unread.set(element, diagnostic);
  reportToDocument(element, diagnostic);
  const fields = { message: diagnostic.message, diagnostic };
  fire(element, 'error', fields, { bubbles: false, cancelable: false });
}

/** The element reads a file again, or another one: where it cannot be shown, it is reported again. */
export function withdrawUnread(element: TuiElement): void {
  const diagnostic = unread.get(element);
  if (diagnostic === undefined) return;
  unread.delete(element);
  ownerOf(element).host.withdraw(diagnostic);
}

/** Moves the focus to where it belongs in an element that has opened. */
export function enterFocus(element: TuiElement): void {
  ownerOf(element).host.enterFocus(element);
}

/** A form was submitted, and no listener has prevented it. */
export function reportSubmission(form: TuiElement, submitter: TuiElement | null): void {
  ownerOf(form).host.submitted(form, submitter);
}

/** A person copies a text from an element: false where a listener of `copy` prevented that. */
export function requestCopy(element: TuiElement, text: string): boolean {
  return ownerOf(element).host.copy(element, text);
}

/** Passes a change of an element to the observers of the tree, if it is connected. */
export function emit(element: TuiElement, record: MutationRecord): void {
  if (isMarked(element)) ownerOf(element).emit(record, true);
}

/** True if a listener has prevented the default action of an event. */
export function isPrevented(event: Event): boolean {
  return dispatchControl.isPrevented(event);
}

const numbers = new WeakMap<object, number>();
let lastNumber = 0;

/** A number that is the object's alone, as long as there is the object: for what is to be known outside of the process. */
export function numberOf(object: object): number {
  let number = numbers.get(object);
  if (number === undefined) numbers.set(object, (number = ++lastNumber));
  return number;
}

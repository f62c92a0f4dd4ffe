/** Handler properties: `onclick` and the like, in small letters, of elements, documents and windows. */
import { ErrorEvent } from './error-event.js';
import type { Event } from './event.js';
import { getHandler, setHandler, type EventTarget } from './event-target.js';

/** Event types that every element, document and window has a property for. */
export const COMMON_EVENTS = [
  'click',
  'dblclick',
  'contextmenu',
  'mousedown',
  'mouseup',
  'mousemove',
  'mouseenter',
  'mouseleave',
  'mouseover',
  'mouseout',
  'wheel',
  'keydown',
  'keyup',
  'keypress',
  'focus',
  'blur',
  'focusin',
  'focusout',
  'input',
  'change',
  'select',
  'submit',
  'scroll',
  'resize',
  'paste',
  'copy',
  'load',
  'error',
] as const;

/** Defines `ontype` on a prototype that has no such property. */
export function defineHandler(prototype: object, type: string): void {
  const name = `on${type}`;
  if (name in prototype) return;
  Object.defineProperty(prototype, name, {
    configurable: true,
    enumerable: true,
    get(this: EventTarget) {
      return getHandler(this, type);
    },
    set(this: EventTarget, handler: unknown) {
      setHandler(this, type, handler);
    },
  });
}

/** Defines the `on…` properties of all common events, and of those in `more`. */
export function defineHandlers(prototype: object, more: readonly string[] = []): void {
  for (const type of [...COMMON_EVENTS, ...more]) defineHandler(prototype, type);
}

type OnError = (
  message: string,
  file: string,
  line: number,
  column: number,
  error: unknown,
) => unknown;

const onErrors = new WeakMap<EventTarget, OnError>();

/** `onerror` of windows: called with five values; `true` keeps the error from being reported. */
export function defineWindowOnError(prototype: object): void {
  Object.defineProperty(prototype, 'onerror', {
    configurable: true,
    enumerable: true,
    get(this: EventTarget) {
      return onErrors.get(this) ?? null;
    },
    set(this: EventTarget, value: unknown) {
      if (typeof value !== 'function') {
        onErrors.delete(this);
        setHandler(this, 'error', null);
        return;
      }
      const handler = value as OnError;
      onErrors.set(this, handler);
      setHandler(this, 'error', (event: Event) => {
        if (!(event instanceof ErrorEvent))
          return handler.call(this, event as never, '', 0, 0, null);
        const { message, filename, lineno, colno, error } = event;
        return handler.call(this, message, filename, lineno, colno, error) !== true;
      });
    },
  });
}

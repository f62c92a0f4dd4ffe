/** Which listeners there are: seen at the methods that scripts call. */
import { EventTarget } from '../../../runtime/dom/events/event-target.js';

interface Listener {
  readonly target: EventTarget;
  readonly type: string;
  readonly callback: unknown;
  readonly capture: boolean;
}

let listeners: Listener[] = [];

/** Notes each listener that is added and removed from now on; returns what ends that. */
export function watchListeners(): () => void {
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const others = (args: Listener): Listener[] =>
    listeners.filter((listener) =>
      Object.entries(args).some(([name, value]) => listener[name as keyof Listener] !== value),
    );
  listeners = [];
  EventTarget.prototype.addEventListener = function (type, callback, options) {
    const args = { target: this, type, callback, capture: isCapture(options) };
    listeners = [...others(args), args];
    addEventListener.call(this, type, callback, options);
  };
  EventTarget.prototype.removeEventListener = function (type, callback, options) {
    listeners = others({ target: this, type, callback, capture: isCapture(options) });
    removeEventListener.call(this, type, callback, options);
  };
  return () => Object.assign(EventTarget.prototype, { addEventListener, removeEventListener });
}

function isCapture(options: unknown): boolean {
  return typeof options === 'object' && options !== null
    ? Boolean((options as { capture?: unknown }).capture)
    : Boolean(options);
}

/** The types of the listeners at some targets, each once. */
export function listenersAt(...targets: readonly EventTarget[]): string[] {
  const found = listeners.filter(({ target }) => targets.includes(target));
  return [...new Set(found.map(({ type }) => type))].sort();
}

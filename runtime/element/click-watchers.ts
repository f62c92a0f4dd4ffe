/** Elements that a click elsewhere means something to: a chart clears its selection. */
import { BEFORE_CLICK } from './internals.js';
import type { TuiDocument, TuiElement } from './tui-element.js';

const watchers = new WeakMap<TuiDocument, Set<TuiElement>>();

/** To be called when the element is connected. */
export function watchClicks(element: TuiElement, document: TuiDocument): void {
  const all = watchers.get(document) ?? new Set();
  watchers.set(document, all.add(element));
}

/** To be called when it is disconnected. */
export function unwatchClicks(element: TuiElement, document: TuiDocument): void {
  watchers.get(document)?.delete(element);
}

/** To be called before a click is dispatched; what it returns, after all that the click does. */
export function beginClick(document: TuiDocument): (target: TuiElement) => void {
  const ends = [...(watchers.get(document) ?? [])].flatMap((each) => each[BEFORE_CLICK]?.() ?? []);
  return (target) => {
    for (const end of ends) end(target);
  };
}

/** `document.defaultView`: the constructors a framework looks for. */
import { Comment, Text } from '../dom/character-data.js';
import { DocumentFragment } from '../dom/document-fragment.js';
import { EventTarget } from '../dom/events/event-target.js';
import { CustomEvent, Event } from '../dom/events/event.js';
import { MutationObserver } from '../dom/mutation-observer.js';
import { NodeFilter } from '../dom/tree-walker.js';
import { TuiElement } from './tui-element.js';

export function createView(document: EventTarget): Readonly<Record<string, unknown>> {
  const view: Record<string, unknown> = Object.assign(
    Object.create(null) as Record<string, unknown>,
    {
      document,
      Event,
      CustomEvent,
      EventTarget,
      Element: TuiElement,
      HTMLElement: TuiElement,
      Text,
      Comment,
      DocumentFragment,
      MutationObserver,
      NodeFilter,
      getComputedStyle: (element: TuiElement) => element.computed,
      addEventListener: document.addEventListener.bind(document),
      removeEventListener: document.removeEventListener.bind(document),
      dispatchEvent: document.dispatchEvent.bind(document),
    },
  );
  view['window'] = view;
  view['self'] = view;
  return Object.freeze(view);
}

/**
 * `document.defaultView`: the constructors a framework looks for, and nothing else. linkedom's is a
 * door to `globalThis`.
 */
import { CommentNode, FragmentNode, TextNode } from './character-data.js';
import { CustomEvent, TuiElement, TuiEvent } from './element.js';
import { TuiEventTarget } from './event-target.js';
import { MutationObserver } from './mutation-observer.js';
import { NodeFilter } from './tree-walker.js';

export function createView(document: TuiEventTarget): Readonly<Record<string, unknown>> {
  const view: Record<string, unknown> = Object.assign(
    Object.create(null) as Record<string, unknown>,
    {
      document,
      Event: TuiEvent,
      CustomEvent,
      EventTarget: TuiEventTarget,
      Element: TuiElement,
      HTMLElement: TuiElement,
      Text: TextNode,
      Comment: CommentNode,
      DocumentFragment: FragmentNode,
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

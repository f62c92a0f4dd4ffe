/** The window of an app. */
import { interfaces } from '../../dom/window/html-interfaces.js';
import { Window } from '../../dom/window/window.js';
import { computedStyle } from '../../dom/css/computed-style.js';
import { isElement, isTreeNode } from '../../dom/tree/tree-node.js';
import { CustomElementRegistry, HTMLElementBase } from './custom-elements.js';
import { createFormData } from '../../dom/forms.js';
import type { TuiDocument } from '../tui-document.js';
import { registryOf } from '../query.js';

/** @param names What the app adds: timers, `fetch`, `$tui` */
export function createAppWindow(
  document: TuiDocument,
  registry: CustomElementRegistry,
  names: Readonly<Record<string, unknown>>,
): Window {
  const view = new Window(document, {
    HTMLElement: HTMLElementBase,
    CustomElementRegistry,
    customElements: registry,
    FormData: createFormData(),
    getComputedStyle: (element: unknown) => {
      if (!isTreeNode(element) || !isElement(element)) {
        throw new TypeError('expected an element');
      }
      return computedStyle(element);
    },
    ...names,
  });
  // Elements that the app has are known by their own classes, loaded when they are requested.
  for (const [name, [tag, ...others]] of interfaces()) {
    if (tag === undefined || others.length > 0 || !registryOf(document).has(tag)) continue;
    Object.defineProperty(view, name, {
      configurable: true,
      get: () => registryOf(document).classOf(tag),
    });
  }
  return view;
}

/** The window of an app. */
import { Window } from '../dom/window.js';
import { computedStyle } from '../dom/computed-style.js';
import { isElement, isTreeNode } from '../dom/tree/tree-node.js';
import { TuiElement } from './tui-element.js';
import type { TuiDocument } from './tui-document.js';

/** @param names What the app adds: timers, `fetch`, `$tui` */
export function createAppWindow(
  document: TuiDocument,
  names: Readonly<Record<string, unknown>>,
): Window {
  return new Window(document, {
    HTMLElement: TuiElement,
    getComputedStyle: (element: unknown) => {
      if (!isTreeNode(element) || !isElement(element)) {
        throw new TypeError('an element is expected here');
      }
      return computedStyle(element);
    },
    ...names,
  });
}

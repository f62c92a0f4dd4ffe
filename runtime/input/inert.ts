/** Elements that ignore keys and pointer: `inert`, and everything below a modal dialog. */
import type { TuiDocument, TuiElement } from '../element/tui-element.js';
import {
  documentOf,
  parentElementOf,
  getAttribute,
  isConnected,
  topLayerOf,
} from '../element/tree.js';

/** The topmost modal element; undefined where none is open. */
export function modalOf(document: TuiDocument): TuiElement | undefined {
  return topLayerOf(document).findLast(isConnected);
}

/** True where an element takes neither keys nor the pointer (HTML, section 6.6.3). */
export function isInert(element: TuiElement): boolean {
  const modal = modalOf(documentOf(element));
  for (let at: TuiElement | null = element; at !== null; at = parentElementOf(at)) {
    const inert = getAttribute(at, 'inert');
    if (inert !== null && inert !== 'false') return true;
    // What is modal is not made inert by what it is written in.
    if (at === modal) return false;
  }
  return modal !== undefined;
}

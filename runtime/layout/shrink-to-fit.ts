/** Elements that are as wide as their content where a column would stretch them: buttons, not paragraphs. */
import type { ElementClass, TuiElement } from '../element/tui-element.js';
import type { LayoutBox } from './box.js';
import { alignItself } from './yoga.js';
import { COMPUTED } from '../element/internals.js';
import { documentOf, localNameOf } from '../element/tree.js';
import { registryOf } from '../element/query.js';

/**
 * To be called once a box has its style, and for its children, since what stretches them is its own.
 * As CSS has it for what has a size by nature, `align-self: normal` is `start` (CSS Box Alignment 3,
 * section 6.1).
 */
export function shrinkToFit(box: LayoutBox, parent: LayoutBox | null): void {
  if (box.node === null || !shrinksToFit(box)) return;
  const own = String(box.element[COMPUTED]['alignSelf'] ?? 'auto');
  const items = parent?.element[COMPUTED]['alignItems'] ?? 'stretch';
  alignItself(box.node, own === 'auto' && items === 'stretch' ? 'flex-start' : own);
}

/** True if the box is as wide as its content, unless a style sets another width. */
export function shrinksToFit({ anonymous, element }: LayoutBox): boolean {
  return !anonymous && classOf(element).shrinkToFit;
}

/** The declarations of an element. */
export function classOf(element: TuiElement): ElementClass {
  return registryOf(documentOf(element)).classOf(localNameOf(element));
}

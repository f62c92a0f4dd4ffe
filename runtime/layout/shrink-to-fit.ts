/** Elements that are as wide as their content where a column would stretch them: buttons, not paragraphs. */
import type { ElementClass } from '../tree/element.js';
import type { LayoutBox } from './box.js';
import { alignItself } from './yoga.js';

/**
 * To be called once a box has its style, and for its children, since what stretches them is its own.
 * As CSS has it for what has a size by nature, `align-self: normal` is `start` (CSS Box Alignment 3,
 * section 6.1).
 */
export function shrinkToFit(box: LayoutBox, parent: LayoutBox | null): void {
  if (box.anonymous || box.node === null) return;
  if (!(box.element.constructor as unknown as ElementClass).shrinkToFit) return;
  const own = String(box.element.computed['alignSelf'] ?? 'auto');
  const items = parent?.element.computed['alignItems'] ?? 'stretch';
  alignItself(box.node, own === 'auto' && items === 'stretch' ? 'flex-start' : own);
}

/** Kinds of child nodes, for the boxes that are made of them. */
import { PAINT } from '../element/internals.js';
import { dataOf, isText } from '../element/tree.js';
import type { TuiNode } from '../element/query.js';
import { isRaw, rendersText, type TuiElement } from '../element/tui-element.js';

/** Raw text is code, or like a title for others to read, unless the element paints it. */
export function isBoxed(element: TuiElement): boolean {
  return !isRaw(element) || element[PAINT] !== undefined || rendersText(element);
}

/** White space between boxes is not text (CSS 2 section 9.2.2.1). */
export function isBlank(run: readonly TuiNode[]): boolean {
  return !run.some((node) => !isText(node) || /[^ \t\r\n\f]/.test(dataOf(node)));
}

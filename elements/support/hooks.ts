/** Attributes with code that returns a value (`onGetId`), set as properties. */
import { setDeclared } from '../../runtime/element/attribute-values.js';
import type { TuiElement } from '../../runtime/element/tui-element.js';

/** `element.onGetId = function`: what the attribute's code would be made into. Text is the attribute. */
export function setHook(
  element: TuiElement,
  attribute: string,
  property: string,
  value: unknown,
): void {
  if (typeof value === 'function') {
    (element as unknown as Record<string, unknown>)[property] = value;
    return;
  }
  if (value === null || value === undefined) {
    (element as unknown as Record<string, unknown>)[property] = undefined;
  }
  setDeclared(element, attribute, value);
}

/** Attributes that hold code which the element calls for an answer: `onGetId`. */
import { attributeKey } from '../markup/names.js';
import type { TuiElement } from './element.js';

/** The property that the function of a declared hook goes to; undefined for other attributes. */
export function hookOf(element: TuiElement, attribute: string): string | undefined {
  return element.definition.attributes.get(attributeKey(attribute))?.hook;
}

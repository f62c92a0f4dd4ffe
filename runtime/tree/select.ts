/** Selector matching for other layers: css-select's adapter, the states it may ask for, and matchers. */
import type { Options } from 'css-select';
import type { TuiElement } from './element.js';
import { compileSelector as compileLinked, linkedAdapter } from './selectors.js';

export { statePseudos } from './selectors.js';

/** Nodes of this tree for css-select; its child arrays are shared and must not be written to. */
export const selectAdapter = linkedAdapter as unknown as NonNullable<
  Options<object, TuiElement>['adapter']
>;

/** A kept matcher of a selector. Throws a `SyntaxError` DOMException where it cannot be read. */
export function compileSelector(selector: string): (element: TuiElement) => boolean {
  return compileLinked(selector) as unknown as (element: TuiElement) => boolean;
}

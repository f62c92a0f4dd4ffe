/** Errors in the values of attributes, which an element finds by itself: at the place where the value is written. */
import type { Source, Span } from '../base/diagnostics.js';
import { reportError } from './services.js';
import { textByKey } from '../dom/tree/attributes.js';
import { sourceOf, type TuiElement } from './tui-element.js';

interface AttributeError {
  readonly code: string;
  readonly message: string;
  readonly suggestion?: string | undefined;
}

/**
 * Reports that the value of an attribute (by its camelCase name) cannot be used, and fires `error`. A script that sets it is the
 * place; otherwise the document is.
 */
export function reportAttributeError(
  element: TuiElement,
  attribute: string,
  error: AttributeError,
): void {
  reportError(element, { ...error, ...attributePlace(element, attribute) });
}

/** The value as it is written; its name where the document or a script computes the value, as in `min={start}`. */
export function attributePlace(
  element: TuiElement,
  attribute: string,
): { readonly source?: Source; readonly span?: Span } {
  const written = sourceOf(element);
  const value = written?.writtenValue(attribute);
  if (written === undefined || value === undefined) return {};
  const span =
    value === textByKey(element, attribute)
      ? written.valueSpan(attribute)
      : written.nameSpan(attribute);
  return span === undefined ? {} : { source: written.source, span };
}

/** A value of any type as an attribute: declared ones keep it, false and null take the attribute away. */
import { formatBound } from '../binding/values.js';
import { DEFINITION } from '../internals.js';
import { removeAttribute, setAttribute } from '../tree.js';
import type { TuiElement } from '../tui-element.js';

export function writeAttribute(element: TuiElement, name: string, value: unknown): void {
  const definition = element[DEFINITION];
  const key = definition.attributeKey(name);
  const declaration = definition.attributes.get(key);
  if (declaration !== undefined && typeof value !== 'string') {
    const isText = declaration.type === 'string' || declaration.type === 'color';
    (element as unknown as Record<string, unknown>)[key] = isText ? textOf(value) : value;
    return;
  }
  const text = textOf(value, name);
  if (text === undefined) removeAttribute(element, name);
  else setAttribute(element, name, text);
}

function textOf(value: unknown, name = ''): string | undefined {
  if (value === null || value === undefined || value === false) return undefined;
  // An attribute of ARIA has words for both.
  if (value === true) return name.startsWith('aria-') ? 'true' : '';
  return formatBound(value);
}

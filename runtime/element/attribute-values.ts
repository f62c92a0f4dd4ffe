/**
 * Attributes as values. Texts are read by `parseValue`, values are checked by `checkValue`; invalid ones are reported,
 * and the last valid value is kept.
 */
import {
  loadAttribute,
  removeAttribute,
  setAttribute,
  setUnwritten,
} from '../dom/tree/attributes.js';
import { attributesOf } from '../dom/tree/tree-node.js';
import type { MarkupAttribute } from '../markup/nodes.js';
import {
  checkValue,
  formatValue,
  parseValue,
  type ValueDeclaration,
  type ValueError,
  type ValueResult,
} from '../base/values.js';
import { attributeKey } from '../markup/names.js';
import { callHook } from './hooks.js';
import type { TuiElement } from './tui-element.js';
import {
  PROPS,
  ATTRIBUTE_CHANGED,
  DEFINITION,
  SET_PROPS,
  REPORT_INVALID_VALUE,
} from './internals.js';

/** The text of a declared attribute has changed; null where it is gone. */
export function attributeTextChanged(element: TuiElement, key: string, text: string | null): void {
  const { attributes, defaults } = element[DEFINITION];
  const declaration = attributes.get(key);
  if (declaration === undefined) return;
  if (text === null) {
    setProp(element, key, defaults[key]);
    return;
  }
  const result = readText(key, declaration, text);
  if (result.ok) setProp(element, key, result.value);
  else element[REPORT_INVALID_VALUE](key, result.error);
}

/** `element.showValues = true`. */
export function setDeclared(element: TuiElement, key: string, value: unknown): void {
  const declaration = element[DEFINITION].attributes.get(key);
  if (declaration === undefined) return;
  const name = attributesOf(element)?.get(key)?.name ?? key;
  // Frameworks take a property back with an empty string.
  if (value === null || value === undefined || (value === '' && declaration.type !== 'string')) {
    removeAttribute(element, key);
    return;
  }
  if (typeof value === 'string') {
    setAttribute(element, name, value);
    return;
  }
  // Any value is true or false, as in a browser.
  const input = declaration.type === 'boolean' ? Boolean(value) : value;
  const result = checkValue(declaration, input);
  if (!result.ok) element[REPORT_INVALID_VALUE](key, result.error);
  else if (declaration.type === 'json') {
    setUnwritten(element, key, name);
    setProp(element, key, result.value);
  } else if (declaration.type !== 'boolean') {
    setAttribute(element, name, formatValue(declaration, value));
  } else if (input === true) setAttribute(element, name, '');
  else if (declaration.default === true) setAttribute(element, name, 'false');
  else removeAttribute(element, key);
}

/** A value that never was text, written out. */
export function valueAsText(element: TuiElement, key: string): string {
  const declaration = element[DEFINITION].attributes.get(key);
  if (declaration === undefined) return '';
  try {
    return formatValue(declaration, element[PROPS][key]);
  } catch {
    // A value that refers to itself has no text.
    return '';
  }
}

/** The attributes of a tag just read: all values first, then the hooks, so that each sees all of them. */
export function loadAttributes(
  element: TuiElement,
  attributes: readonly MarkupAttribute[],
  onError: (attribute: MarkupAttribute, key: string, error: ValueError) => void,
): void {
  const definition = element[DEFINITION];
  const changed: string[] = [];
  for (const attribute of attributes) {
    const key = definition.attributeKey(attribute.name);
    loadAttribute(element, key, attribute.name, attribute.value);
    const declaration = definition.attributes.get(key);
    if (declaration === undefined) continue;
    const result = readText(key, declaration, attribute.value);
    if (result.ok) {
      writableProps(element)[key] = result.value;
      changed.push(key);
    } else onError(attribute, key, result.error);
  }
  callChanged(element, changed);
  definition.attributesLoaded(element);
}

/** For clones, whose texts are in place: the same values, nothing parsed again. */
export function copyValues(from: TuiElement, to: TuiElement): void {
  const { attributes, defaults } = from[DEFINITION];
  if (from[PROPS] === defaults) return;
  const changed: string[] = [];
  for (const key of attributes.keys()) {
    if (attributesOf(from)?.has(key) !== true || from[PROPS][key] === defaults[key]) continue;
    writableProps(to)[key] = from[PROPS][key];
    changed.push(key);
  }
  callChanged(to, changed);
}

/** The value of an attribute's text. As in HTML, a boolean one without a text, or with its own name, is true. */
export function readText(key: string, declaration: ValueDeclaration, text: string): ValueResult {
  const isName = text === '' || attributeKey(text).toLowerCase() === key.toLowerCase();
  if (declaration.type === 'boolean' && isName) return { ok: true, value: true };
  return parseValue(declaration, text);
}

function setProp(element: TuiElement, key: string, value: unknown): void {
  writableProps(element)[key] = value;
  callChanged(element, [key]);
}

function callChanged(element: TuiElement, keys: readonly string[]): void {
  for (const key of keys) {
    callHook(element, () => element[ATTRIBUTE_CHANGED](key, element[PROPS][key]));
  }
}

function writableProps(element: TuiElement): Record<string, unknown> {
  const { defaults } = element[DEFINITION];
  if (element[PROPS] === defaults) {
    const own = Object.assign(Object.create(null) as Record<string, unknown>, defaults);
    element[SET_PROPS](own);
  }
  return element[PROPS];
}

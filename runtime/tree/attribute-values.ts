/**
 * Attributes as text and as values. Text comes in through `parseValue`, values through `checkValue`;
 * a bad one is told and the last good value stays.
 */
import { attributeKey } from '../markup/names.js';
import type { MarkupAttribute } from '../markup/nodes.js';
import {
  checkValue,
  formatValue,
  parseValue,
  type ValueDeclaration,
  type ValueFault,
  type ValueResult,
} from '../values.js';
import type { AttributeEntries, AttributeEntry } from './attributes.js';
import type { Definition } from './definition.js';
import { CONNECTED, ownerOf, type LinkedElementNode } from './linkedom.js';

/** The part of an element that holds its attributes. */
export interface ValueHost extends LinkedElementNode {
  readonly definition: Definition;
  /** A shared empty map until the first attribute is set. */
  entries: AttributeEntries;
  props: Readonly<Record<string, unknown>>;
  /** A bad value at run time. */
  valueFault(name: string, fault: ValueFault): void;
}

export const NO_ENTRIES: AttributeEntries = new Map();

/** `setAttribute`. */
export function setText(host: ValueHost, name: string, text: string): void {
  const key = attributeKey(name);
  const entry = host.entries.get(key);
  const old = entry?.text ?? null;
  if (entry === undefined) writable(host).set(key, { name, text });
  else entry.text = text;
  if (key === 'id') moveId(host, old, text);
  emit(host, entry?.name ?? name, key, old, entry !== undefined && old === text);
  const declaration = host.definition.attributes.get(key);
  if (declaration === undefined || old === text) return;
  const result = readText(declaration, text);
  if (result.ok) setProp(host, key, result.value);
  else host.valueFault(key, result.fault);
}

export function removeText(host: ValueHost, name: string): void {
  const key = attributeKey(name);
  const entry = host.entries.get(key);
  if (entry === undefined) return;
  host.entries.delete(key);
  if (key === 'id') moveId(host, entry.text, null);
  emit(host, entry.name, key, entry.text, false);
  if (host.definition.attributes.has(key)) setProp(host, key, host.definition.defaults[key]);
}

/** `element.showValues = true`. */
export function setDeclared(host: ValueHost, key: string, value: unknown): void {
  const declaration = host.definition.attributes.get(key);
  if (declaration === undefined) return;
  const name = host.entries.get(key)?.name ?? key;
  // Frameworks take a property back with an empty string.
  if (value === null || value === undefined || (value === '' && declaration.type !== 'string')) {
    removeText(host, name);
    return;
  }
  if (typeof value === 'string') {
    setText(host, name, value);
    return;
  }
  const result = checkValue(declaration, value);
  if (!result.ok) host.valueFault(key, result.fault);
  else if (declaration.type === 'json') setJson(host, key, name, result.value);
  else if (declaration.type !== 'boolean') setText(host, name, formatValue(declaration, value));
  else if (value === true) setText(host, name, '');
  else if (declaration.default === true) setText(host, name, 'false');
  else removeText(host, name);
}

/** The attribute as text; a value that never was text is written out now. */
export function textOf(host: ValueHost, key: string, entry: AttributeEntry): string {
  if (entry.text !== null) return entry.text;
  const declaration = host.definition.attributes.get(key);
  if (declaration === undefined) return '';
  try {
    return formatValue(declaration, host.props[key]);
  } catch {
    // A value that refers to itself has no text.
    return '';
  }
}

/** The attributes of a tag just read: all values first, then the hooks, so that each sees all of them. */
export function loadAttributes(
  host: ValueHost,
  attributes: readonly MarkupAttribute[],
  onFault: (attribute: MarkupAttribute, key: string, fault: ValueFault) => void,
): void {
  const changed: string[] = [];
  for (const attribute of attributes) {
    const key = attributeKey(attribute.name);
    writable(host).set(key, { name: attribute.name, text: attribute.value });
    // Only the root is in its document before it has its attributes.
    if (key === 'id') moveId(host, null, attribute.value);
    const declaration = host.definition.attributes.get(key);
    if (declaration === undefined) continue;
    const result = readText(declaration, attribute.value);
    if (result.ok) {
      writableProps(host)[key] = result.value;
      changed.push(key);
    } else onFault(attribute, key, result.fault);
  }
  callChanged(host, changed);
}

/** For clones: the same texts and values, nothing parsed again. */
export function copyAttributes(from: ValueHost, to: ValueHost): void {
  for (const [key, { name, text }] of from.entries) writable(to).set(key, { name, text });
  const { attributes, defaults } = from.definition;
  if (from.props === defaults) return;
  const changed: string[] = [];
  for (const key of attributes.keys()) {
    if (!from.entries.has(key) || from.props[key] === defaults[key]) continue;
    writableProps(to)[key] = from.props[key];
    changed.push(key);
  }
  callChanged(to, changed);
}

/** The value of an attribute's text; present without a text is true. */
export function readText(declaration: ValueDeclaration, text: string): ValueResult {
  if (declaration.type === 'boolean' && text === '') return { ok: true, value: true };
  return parseValue(declaration, text);
}

function setJson(host: ValueHost, key: string, name: string, value: unknown): void {
  const entry = host.entries.get(key);
  const old = entry?.text ?? null;
  if (entry === undefined) writable(host).set(key, { name, text: null });
  else entry.text = null;
  emit(host, name, key, old, false);
  setProp(host, key, value);
}

function setProp(host: ValueHost, key: string, value: unknown): void {
  writableProps(host)[key] = value;
  callChanged(host, [key]);
}

function callChanged(host: ValueHost, keys: readonly string[]): void {
  const owner = ownerOf(host);
  for (const key of keys) owner.callHook(host, 'attributeChanged', key, host.props[key]);
}

function writable(host: ValueHost): AttributeEntries {
  if (host.entries === NO_ENTRIES) host.entries = new Map();
  return host.entries;
}

function writableProps(host: ValueHost): Record<string, unknown> {
  const { defaults } = host.definition;
  if (host.props === defaults) {
    host.props = Object.assign(Object.create(null) as Record<string, unknown>, defaults);
  }
  return host.props as Record<string, unknown>;
}

function moveId(host: ValueHost, old: string | null, id: string | null): void {
  if (!host[CONNECTED] || old === id) return;
  const { elementIds } = ownerOf(host);
  if (old !== null && old !== '') elementIds.remove(old, host);
  if (id !== null && id !== '') elementIds.add(id, host);
}

/** Setting the same text again is a record by the standard, but nothing that a stage must redo. */
function emit(
  host: ValueHost,
  name: string,
  key: string,
  oldValue: string | null,
  unchanged: boolean,
): void {
  const owner = ownerOf(host);
  const connected = host[CONNECTED] && !unchanged;
  owner.version++;
  if (!connected && !owner.watched) return;
  owner.emit(
    { type: 'attributes', target: host, attributeName: name, property: key, oldValue },
    connected,
  );
}

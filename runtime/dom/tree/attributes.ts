/**
 * An element's attributes: in the order of the source, found under every spelling that its kind takes for one
 * name, written out in the author's.
 */
import {
  attributesOf,
  elementKindOf,
  fail,
  isAnyShadow,
  isInShadow,
  isMarked,
  ownerOf,
  writing,
  type TreeNode,
} from './tree-node.js';
import { onSlotAttribute } from './shadow.js';

export interface AttributeEntry {
  /** As spelt when it was first set. */
  readonly name: string;
  /** Null where the value never was text: the element's kind writes it out when asked. */
  text: string | null;
  readonly namespace: string | null;
}

/** By key; see `keyOf`. */
export type Attributes = Map<string, AttributeEntry>;

/** Attributes with a namespace are kept apart from all that have none. */
function keyNS(namespace: string | null, localName: string, element: TreeNode): string {
  if (namespace === null || namespace === '') {
    return elementKindOf(element).lowersNames ? localName : keyOf(element, localName);
  }
  return `\0${namespace}\0${localName}`;
}

export function keyOf(element: TreeNode, name: string): string {
  return elementKindOf(element).attributeKey(name);
}

export function hasAttribute(element: TreeNode, name: string): boolean {
  return find(element, name) !== undefined;
}

export function getAttribute(element: TreeNode, name: string): string | null {
  const found = find(element, name);
  return found === undefined ? null : textOf(element, found[0], found[1]);
}

/** By key, where the caller has it. */
export function textByKey(element: TreeNode, key: string): string | null {
  const entry = attributesOf(element)?.get(key);
  return entry === undefined ? null : textOf(element, key, entry);
}

/** The attribute as text; a value that never was text is written out now. */
export function textOf(element: TreeNode, key: string, { text }: AttributeEntry): string {
  return text ?? elementKindOf(element).attributeText(element, key);
}

/** The names of all attributes, in the order of the source. */
export function qualifiedNamesOf(element: TreeNode): string[] {
  return [...(attributesOf(element)?.values() ?? [])].map(({ name }) => name);
}

/** The entry of a qualified name. */
export function find(
  element: TreeNode,
  name: string,
): readonly [key: string, entry: AttributeEntry] | undefined {
  const attributes = attributesOf(element);
  if (attributes === null) return undefined;
  const key = keyOf(element, name);
  if (isAnyNamed && withNamespaces.has(attributes))
    return findNamed(element, attributes, key, name);
  const entry = attributes.get(key);
  return entry === undefined ? undefined : [key, entry];
}

/** Elements with an attribute in a namespace are few, and none in most apps. */
const withNamespaces = new WeakSet<Attributes>();
let isAnyNamed = false;

/** The first of the qualified name, whatever its namespace. */
function findNamed(
  element: TreeNode,
  attributes: Attributes,
  key: string,
  name: string,
): readonly [key: string, entry: AttributeEntry] | undefined {
  const requested = elementKindOf(element).lowersNames ? key : name;
  for (const pair of attributes) {
    if (pair[1].namespace === null ? pair[0] === key : pair[1].name === requested) return pair;
  }
  return undefined;
}

function noteNamespace(attributes: Attributes, namespace: string | null): void {
  if (namespace === null) return;
  isAnyNamed = true;
  withNamespaces.add(attributes);
}

export function findNS(
  element: TreeNode,
  namespace: string | null,
  localName: string,
): readonly [key: string, entry: AttributeEntry] | undefined {
  const key = keyNS(namespace, localName, element);
  const entry = attributesOf(element)?.get(key);
  return entry === undefined ? undefined : [key, entry];
}

/** Sets a text and notifies the element's kind. */
export function setAttribute(element: TreeNode, name: string, text: string): void {
  const found = find(element, name);
  if (found === undefined) add(element, keyOf(element, name), name, null, text);
  else change(element, found[0], found[1], text);
}

/** @param name With its prefix, as `p:q`. */
export function setAttributeNS(
  element: TreeNode,
  namespace: string | null,
  name: string,
  text: string,
): void {
  const space = namespace === '' ? null : namespace;
  const localName = name.slice(name.indexOf(':') + 1);
  const found = findNS(element, space, localName);
  if (found === undefined) add(element, keyNS(space, localName, element), name, space, text);
  else change(element, found[0], found[1], text);
}

export function removeAttribute(element: TreeNode, key: string): void {
  const entry = attributesOf(element)?.get(key);
  if (entry === undefined) return;
  writable(element).delete(key);
  if (key === 'id') moveId(element, entry.text, null);
  emit(element, key, entry, entry.text, false);
  elementKindOf(element).onAttributeChange(element, key, entry.text, null);
}

/** Sets an attribute whose value is not text, and is serialized when it is read. The element kind is not notified. */
export function setUnwritten(element: TreeNode, key: string, name: string): void {
  const attributes = writable(element);
  const entry = attributes.get(key);
  const old = entry?.text ?? null;
  const changed = entry ?? { name, text: null, namespace: null };
  changed.text = null;
  if (entry === undefined) attributes.set(key, changed);
  emit(element, key, changed, old, false);
}

/** For a tag just read: no record, no hook. Returns false where the attribute was there already. */
export function loadAttribute(element: TreeNode, key: string, name: string, text: string): boolean {
  const attributes = writable(element);
  const isNew = !attributes.has(key);
  attributes.set(key, { name, text, namespace: null });
  // Only the root is in its document before it has its attributes.
  if (key === 'id') moveId(element, null, text);
  return isNew;
}

/** The same for an attribute with a namespace. */
export function loadAttributeNS(
  element: TreeNode,
  namespace: string,
  localName: string,
  name: string,
  text: string,
): void {
  const attributes = writable(element);
  attributes.set(keyNS(namespace, localName, element), { name, text, namespace });
  noteNamespace(attributes, namespace);
}

export function copyAttributes(from: TreeNode, to: TreeNode): void {
  const attributes = attributesOf(from);
  if (attributes === null || attributes.size === 0) return;
  if (attributesOf(to) === null) {
    // Most copies keep most of their attributes as they are.
    shared.add(attributes);
    writing.setAttributes(to, attributes);
  } else copyEntries(attributes, writable(to));
  elementKindOf(from).attributesCopied(from, to);
}

export function sameAttributes(element: TreeNode, other: TreeNode): boolean {
  const mine = attributesOf(element);
  const theirs = attributesOf(other);
  if ((mine?.size ?? 0) !== (theirs?.size ?? 0)) return false;
  for (const [key, entry] of mine ?? []) {
    const found = theirs?.get(key);
    if (found === undefined || textOf(element, key, entry) !== textOf(other, key, found)) {
      return false;
    }
  }
  return true;
}

/** What no attribute can be called; the markup parser lets through all others. */
export function checkAttributeName(name: string): void {
  if (name === '' || /[\s"'<>/=\0]/.test(name)) {
    fail('InvalidCharacterError', `${JSON.stringify(name)} is not an attribute name`);
  }
}

function add(
  element: TreeNode,
  key: string,
  name: string,
  namespace: string | null,
  text: string,
): void {
  const entry: AttributeEntry = { name, text, namespace };
  const attributes = writable(element);
  attributes.set(key, entry);
  noteNamespace(attributes, namespace);
  if (key === 'id') moveId(element, null, text);
  emit(element, key, entry, null, false);
  elementKindOf(element).onAttributeChange(element, key, null, text);
}

function change(element: TreeNode, key: string, { text: old }: AttributeEntry, text: string): void {
  const entry = writable(element).get(key)!;
  entry.text = text;
  if (key === 'id') moveId(element, old, text);
  emit(element, key, entry, old, old === text);
  elementKindOf(element).onAttributeChange(element, key, old, text);
}

/** Attributes that several elements have: copies of one, none of which has been written to. */
const shared = new WeakSet<Attributes>();

/** The attributes of one element alone. */
function writable(element: TreeNode): Attributes {
  const attributes = attributesOf(element);
  if (attributes !== null && !shared.has(attributes)) return attributes;
  const own: Attributes = new Map();
  if (attributes !== null) copyEntries(attributes, own);
  writing.setAttributes(element, own);
  return own;
}

function copyEntries(from: Attributes, to: Attributes): void {
  for (const [key, entry] of from) {
    to.set(key, { ...entry });
    noteNamespace(to, entry.namespace);
  }
}

function moveId(element: TreeNode, old: string | null, id: string | null): void {
  if (!isMarked(element) || old === id || isInShadow(element)) return;
  const { ids } = ownerOf(element);
  if (old !== null && old !== '') ids.remove(old, element);
  if (id !== null && id !== '') ids.add(id, element);
}

/** Emits a change. The standard requires a record even if the text is the same, but no stage has to process it. */
function emit(
  element: TreeNode,
  key: string,
  { name, namespace }: AttributeEntry,
  oldValue: string | null,
  unchanged: boolean,
): void {
  const owner = ownerOf(element);
  const connected = isMarked(element) && !unchanged;
  if (isAnyShadow && (key === 'slot' || key === 'name')) onSlotAttribute(element, key);
  owner.version++;
  if (!connected && !owner.watched) return;
  owner.emit(
    {
      type: 'attributes',
      target: element,
      attributeName: name,
      attributeNamespace: namespace,
      property: key,
      oldValue,
    },
    connected,
  );
}

/** The attribute `hidden`, whose value may be `false`. */
export function isHidden(element: TreeNode): boolean {
  const text = textByKey(element, 'hidden');
  return text !== null && !/^\s*(false|0|no|off)\s*$/i.test(text);
}

/** -1 where the attribute `tabindex` is absent or no number. */
export function tabIndexOf(element: TreeNode): number {
  const text = getAttribute(element, 'tabindex');
  return text !== null && /^\s*[+-]?\d+\s*$/.test(text) ? Number(text) : -1;
}

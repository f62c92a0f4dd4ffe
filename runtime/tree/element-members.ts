/** The standard's members of elements. */
import type { Rect } from '../geometry.js';
import { attributeKey } from '../markup/names.js';
import type { BoundingRect, InsertPosition } from './api.js';
import { copyAttributes, removeText, setText, textOf, type ValueHost } from './attribute-values.js';
import {
  attributeList,
  AttributeNode,
  checkAttributeName,
  type AttributeHost,
  type AttributeList,
  type ListHost,
} from './attributes.js';
import { parseTokens, TokenList } from './class-list.js';
import { COPY, SAME } from './copy.js';
import { dataset, type Dataset } from './dataset.js';
import { TuiEvent } from './event.js';
import {
  DOCUMENT_NODE,
  firstChildOf,
  nextSiblingOf,
  ownerOf,
  type LinkedElementNode,
  type LinkedNode,
  type LinkedOwner,
} from './linkedom.js';
import { fail, insert, replace, replaceAll, toNodes } from './mutate.js';
import { ScrollMembers } from './scroll-members.js';
import { closest, matches } from './selectors.js';
import { serialize } from './serialize.js';
import { styleDeclarations, type StyleDeclarations } from './style-declaration.js';

/** Made when first asked for; most elements never have any of it. */
interface Extras {
  classes?: TokenList;
  classText?: string;
  classNames?: readonly string[];
  style?: StyleDeclarations;
  data?: Dataset;
  list?: AttributeList;
  nodes?: Map<string, AttributeNode>;
}
const EXTRAS = Symbol('extras');
const NO_NAMES: readonly string[] = [];

type Host = ValueHost & Members & { readonly isRaw: boolean };

function host(object: object): Host {
  return object as Host;
}

function extras(object: object): Extras {
  const holder = object as { [EXTRAS]?: Extras };
  return (holder[EXTRAS] ??= {});
}

class Members {
  get prefix(): null {
    return null;
  }
  get id(): string {
    return host(this).entries.get('id')?.text ?? '';
  }
  set id(value: unknown) {
    this.setAttribute('id', value);
  }
  get className(): string {
    return host(this).entries.get('class')?.text ?? '';
  }
  set className(value: unknown) {
    this.setAttribute('class', value);
  }
  get classNames(): readonly string[] {
    const text = host(this).entries.get('class')?.text ?? '';
    if (text === '') return NO_NAMES;
    const own = extras(this);
    if (own.classNames === undefined || own.classText !== text) {
      own.classText = text;
      own.classNames = parseTokens(text);
    }
    return own.classNames;
  }
  get classList(): TokenList {
    return (extras(this).classes ??= new TokenList(this));
  }
  set classList(value: unknown) {
    this.setAttribute('class', value);
  }
  get dataset(): Dataset {
    return (extras(this).data ??= dataset(this));
  }
  get style(): StyleDeclarations {
    return (extras(this).style ??= styleDeclarations(
      this,
      (name, value) => ownerOf(this as never).acceptsStyle?.(this as never, name, value) ?? true,
    ));
  }
  set style(text: unknown) {
    this.setAttribute('style', text);
  }
  get hidden(): boolean {
    const text = this.getAttribute('hidden');
    return text !== null && !/^\s*(false|0|no|off)\s*$/i.test(text);
  }
  set hidden(value: unknown) {
    // Not toggleAttribute: `hidden="false"` is there already and means the opposite.
    if (value) this.setAttribute('hidden', '');
    else this.removeAttribute('hidden');
  }
  get tabIndex(): number {
    const text = this.getAttribute('tabindex');
    return text !== null && /^\s*[+-]?\d+\s*$/.test(text) ? Number(text) : -1;
  }
  set tabIndex(value: unknown) {
    this.setAttribute('tabindex', Math.trunc(Number(value)) || 0);
  }
  get role(): string | null {
    return this.getAttribute('role');
  }
  set role(value: unknown) {
    if (value === null) this.removeAttribute('role');
    else this.setAttribute('role', value);
  }

  getAttribute(name: string): string | null {
    const key = attributeKey(String(name));
    const entry = host(this).entries.get(key);
    return entry === undefined ? null : textOf(host(this), key, entry);
  }
  setAttribute(name: string, value: unknown): void {
    const spelling = String(name);
    checkAttributeName(spelling);
    setText(host(this), spelling, String(value));
  }
  removeAttribute(name: string): void {
    const key = attributeKey(String(name));
    extras(this).nodes?.get(key)?.release();
    extras(this).nodes?.delete(key);
    removeText(host(this), key);
  }
  hasAttribute(name: string): boolean {
    return host(this).entries.has(attributeKey(String(name)));
  }
  hasAttributes(): boolean {
    return host(this).entries.size > 0;
  }
  toggleAttribute(name: string, force?: boolean): boolean {
    const present = this.hasAttribute(name);
    const wanted = force ?? !present;
    if (wanted && !present) this.setAttribute(name, '');
    else if (!wanted && present) this.removeAttribute(name);
    return wanted;
  }
  getAttributeNames(): string[] {
    return [...host(this).entries.values()].map((entry) => entry.name);
  }
  *attributeTexts(): Generator<readonly [string, string]> {
    for (const [key, entry] of host(this).entries) {
      yield [entry.name, textOf(host(this), key, entry)];
    }
  }

  get attributes(): AttributeList {
    return (extras(this).list ??= attributeList(this as unknown as ListHost));
  }
  getAttributeNode(name: string): AttributeNode | null {
    const key = attributeKey(String(name));
    const entry = host(this).entries.get(key);
    if (entry === undefined) return null;
    const nodes = (extras(this).nodes ??= new Map());
    let node = nodes.get(key);
    if (node === undefined) {
      node = new AttributeNode(entry.name);
      node.ownerElement = this as unknown as AttributeHost;
      nodes.set(key, node);
    }
    return node;
  }
  setAttributeNode(attribute: AttributeNode): AttributeNode | null {
    if (attribute.ownerElement !== null && (attribute.ownerElement as object) !== this) {
      fail('InUseAttributeError', 'the attribute belongs to another element');
    }
    const old = this.getAttributeNode(attribute.name);
    if (old === attribute) return old;
    old?.release();
    const { value } = attribute;
    attribute.ownerElement = this as unknown as AttributeHost;
    (extras(this).nodes ??= new Map()).set(attributeKey(attribute.name), attribute);
    this.setAttribute(attribute.name, value);
    return old;
  }
  removeAttributeNode(attribute: AttributeNode): AttributeNode {
    if ((attribute.ownerElement as object | null) !== this) {
      fail('NotFoundError', 'the attribute is not on this element');
    }
    this.removeAttribute(attribute.name);
    return attribute;
  }
  getAttributeNS(_namespace: string | null, name: string): string | null {
    return this.getAttribute(name);
  }
  setAttributeNS(_namespace: string | null, name: string, value: unknown): void {
    this.setAttribute(name, value);
  }
  removeAttributeNS(_namespace: string | null, name: string): void {
    this.removeAttribute(name);
  }
  hasAttributeNS(_namespace: string | null, name: string): boolean {
    return this.hasAttribute(name);
  }
  setAttributeNodeNS(attribute: AttributeNode): AttributeNode | null {
    return this.setAttributeNode(attribute);
  }

  get innerHTML(): string {
    return serialize(host(this), false);
  }
  set innerHTML(markup: unknown) {
    const text = markup === null ? '' : String(markup);
    const owner = ownerOf(host(this));
    if (host(this).isRaw) replaceAll(host(this), text === '' ? [] : toNodes(owner, [text]));
    else replaceAll(host(this), [owner.parseFragment(text)]);
  }
  get outerHTML(): string {
    return serialize(host(this), true);
  }
  set outerHTML(markup: unknown) {
    const { parentNode } = host(this);
    if (parentNode === null) return;
    if (parentNode.nodeType === DOCUMENT_NODE) {
      fail('NoModificationAllowedError', 'the root cannot be replaced');
    }
    const text = markup === null ? '' : String(markup);
    replace(parentNode, [ownerOf(host(this)).parseFragment(text)], host(this));
  }
  get innerText(): string {
    return (this as unknown as { textContent: string }).textContent;
  }
  set innerText(text: unknown) {
    (this as unknown as { textContent: unknown }).textContent = text;
  }
  insertAdjacentHTML(position: InsertPosition, markup: string): void {
    place(host(this), position, ownerOf(host(this)).parseFragment(String(markup)), true);
  }
  insertAdjacentElement(position: InsertPosition, element: LinkedElementNode): object | null {
    return place(host(this), position, element, false) ? element : null;
  }
  insertAdjacentText(position: InsertPosition, text: string): void {
    place(host(this), position, toNodes(ownerOf(host(this)), [String(text)])[0]!, false);
  }

  matches(selector: string): boolean {
    return matches(host(this), selector);
  }
  closest(selector: string): LinkedElementNode | null {
    return closest(host(this), selector);
  }

  click(): void {
    // As in HTML, a disabled control is not clicked by scripts either.
    const { props } = this as unknown as { readonly props: Readonly<Record<string, unknown>> };
    if (props['disabled'] === true) return;
    const event = new TuiEvent('click', { bubbles: true, cancelable: true });
    if (host(this).dispatchEvent(event)) ownerOf(host(this)).runDefault?.(event);
  }
  focus(): void {
    requestFocus(ownerOf(host(this)), host(this));
  }
  blur(): void {
    const owner = ownerOf(host(this)) as LinkedOwner & { readonly activeElement: unknown };
    if (owner.activeElement === this) requestFocus(owner, null);
  }
  setPointerCapture(): void {
    const { pointerCapture } = ownerOf(host(this));
    if (pointerCapture !== undefined) pointerCapture.element = this;
  }
  releasePointerCapture(): void {
    const { pointerCapture } = ownerOf(host(this));
    if (pointerCapture?.element === this) pointerCapture.element = null;
  }
  hasPointerCapture(): boolean {
    return ownerOf(host(this)).pointerCapture?.element === this;
  }
  getBoundingClientRect(): BoundingRect {
    const boundsOf = ownerOf(host(this)).boundsOf as ((element: unknown) => Rect) | undefined;
    const { x, y, width, height } = boundsOf?.(this) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { x, y, width, height, top: y, left: x, right: x + width, bottom: y + height };
  }
  attachShadow(): never {
    return fail('NotSupportedError', 'there are no shadow trees here');
  }
  toString(): string {
    return serialize(host(this), true);
  }
  toJSON(): string {
    return serialize(host(this), true);
  }

  [COPY](): LinkedNode {
    const owner = ownerOf(host(this)) as LinkedOwner & { createElement(name: string): ValueHost };
    const copy = owner.createElement(host(this).localName);
    copyAttributes(host(this), copy);
    return copy;
  }
  [SAME](other: LinkedElementNode): boolean {
    const mine = host(this);
    const theirs = host(other);
    if (mine.localName !== theirs.localName || mine.entries.size !== theirs.entries.size)
      return false;
    for (const [key, entry] of mine.entries) {
      const found = theirs.entries.get(key);
      if (found === undefined || textOf(mine, key, entry) !== textOf(theirs, key, found))
        return false;
    }
    return true;
  }
}

function requestFocus(owner: LinkedOwner, element: unknown): void {
  (owner.requestFocus as ((element: unknown) => void) | undefined)?.(element);
}

function place(element: Host, position: string, node: LinkedNode, needsParent: boolean): boolean {
  const { parentNode } = element;
  switch (String(position).toLowerCase()) {
    case 'afterbegin':
      insert(element, [node], firstChildOf(element));
      return true;
    case 'beforeend':
      insert(element, [node], null);
      return true;
    case 'beforebegin':
    case 'afterend':
      if (parentNode === null) {
        if (needsParent) fail('NoModificationAllowedError', 'the element has no parent');
        return false;
      }
      insert(parentNode, [node], position === 'afterend' ? nextSiblingOf(element) : element);
      return true;
    default:
      return fail('SyntaxError', `${JSON.stringify(position)} is not a position`);
  }
}

/** Copies the members onto the prototype of elements. */
export function installElementMembers(prototype: object): void {
  for (const source of [Members.prototype, ScrollMembers.prototype]) {
    const members = Object.getOwnPropertyDescriptors(source) as Record<
      string | symbol,
      PropertyDescriptor
    >;
    for (const name of Reflect.ownKeys(members)) {
      if (name === 'constructor') continue;
      Object.defineProperty(prototype, name, { ...members[name], enumerable: false });
    }
  }
}

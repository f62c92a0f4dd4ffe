/** The standard's `Element`. */
import {
  attributeNode,
  attributesMap,
  dropAttribute,
  removeAttributeNode,
  setAttributeNode,
  type Attr,
  type NamedNodeMap,
} from './attr.js';
import { insertAfterNode, insertBeforeNode, removeNode, replaceNode } from './child-node.js';
import type { HTMLCollection } from './lists.js';
import type { FAMILY } from './node.js';
import { type Node } from './node.js';
import { byClassName, byTagName, byTagNameNS, collectionOf, ParentNode } from './parent-node.js';
import { attachShadow, type ShadowRoot, type ShadowRootInit } from './shadow-root.js';
import { isVisible, type VisibilityOptions } from './css/offsets.js';
import { defineMissing } from './window/missing.js';
import { defineReflections, ELEMENT_REFLECTIONS } from './reflection.js';
import { TokenList } from './token-list.js';
import {
  checkAttributeName,
  find,
  findNS,
  getAttribute,
  hasAttribute,
  setAttribute,
  setAttributeNS,
  textByKey,
  textOf,
} from './tree/attributes.js';
import { insert, replace, replaceAll, toNodes } from './tree/mutate.js';
import { checkNamespace, localNameOf, prefixOf } from './tree/namespaces.js';
import { closest, matches } from './tree/selectors.js';
import { ESCAPABLE_RAW, serialize } from './tree/serialize.js';
import { containerOf } from './tree/template.js';
import { assignedSlotOf } from './tree/shadow.js';
import { serializeXml } from './parsing/xml-serializer.js';
import { turn } from './window/fullscreen.js';
import { scrollBy, scrollIntoView, scrollMetrics, scrollTo } from './scrolling.js';
import {
  attributesOf,
  elementKindOf,
  fail,
  firstChildOf,
  HTML_NAMESPACE,
  isClosed,
  isDocument,
  isElement,
  isTreeNode,
  nameOf,
  nextElementOf,
  nextSiblingOf,
  ownerOf,
  parentOf,
  previousElementOf,
  rootOf,
  shadowRootOf,
  type TreeNode,
} from './tree/tree-node.js';

type ElementOf<N extends Node> = N[typeof FAMILY]['element'];
export type InsertPosition = 'beforebegin' | 'afterbegin' | 'beforeend' | 'afterend';

/** A rectangle as the standard's `DOMRect`; in cells. */
export interface BoundingRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly top: number;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
}

const tokenLists = new WeakMap<TreeNode, TokenList>();

/** An element of the DOM standard. */
export abstract class Element extends ParentNode {
  // Reflected; see `reflection.ts`.
  declare role: string | null;
  declare slot: string;
  declare ariaAtomic: string | null;
  declare ariaAutoComplete: string | null;
  declare ariaBusy: string | null;
  declare ariaChecked: string | null;
  declare ariaColCount: string | null;
  declare ariaColIndex: string | null;
  declare ariaColSpan: string | null;
  declare ariaCurrent: string | null;
  declare ariaDescription: string | null;
  declare ariaDisabled: string | null;
  declare ariaExpanded: string | null;
  declare ariaHasPopup: string | null;
  declare ariaHidden: string | null;
  declare ariaInvalid: string | null;
  declare ariaKeyShortcuts: string | null;
  declare ariaLabel: string | null;
  declare ariaLevel: string | null;
  declare ariaLive: string | null;
  declare ariaModal: string | null;
  declare ariaMultiLine: string | null;
  declare ariaMultiSelectable: string | null;
  declare ariaOrientation: string | null;
  declare ariaPlaceholder: string | null;
  declare ariaPosInSet: string | null;
  declare ariaPressed: string | null;
  declare ariaReadOnly: string | null;
  declare ariaRequired: string | null;
  declare ariaRoleDescription: string | null;
  declare ariaRowCount: string | null;
  declare ariaRowIndex: string | null;
  declare ariaRowSpan: string | null;
  declare ariaSelected: string | null;
  declare ariaSetSize: string | null;
  declare ariaSort: string | null;
  declare ariaValueMax: string | null;
  declare ariaValueMin: string | null;
  declare ariaValueNow: string | null;
  declare ariaValueText: string | null;

  override get [Symbol.toStringTag](): string {
    return 'Element';
  }
  get namespaceURI(): string | null {
    return elementKindOf(this).namespace;
  }
  get prefix(): string | null {
    return prefixOf(nameOf(this));
  }
  get localName(): string {
    return localNameOf(nameOf(this));
  }
  /** Of elements of HTML in capitals, except in XML. */
  get tagName(): string {
    const isUpper = elementKindOf(this).namespace === HTML_NAMESPACE && !ownerOf(this).isXml;
    return isUpper ? upperCase(nameOf(this)) : nameOf(this);
  }
  override get nodeName(): string {
    return this.tagName;
  }
  get id(): string {
    return textByKey(this, 'id') ?? '';
  }
  set id(value: unknown) {
    setAttribute(this, 'id', String(value));
  }
  get className(): string {
    return textByKey(this, 'class') ?? '';
  }
  set className(value: unknown) {
    setAttribute(this, 'class', String(value));
  }
  get classList(): TokenList {
    let list = tokenLists.get(this);
    if (list === undefined) tokenLists.set(this, (list = new TokenList(this)));
    return list;
  }
  set classList(value: string) {
    setAttribute(this, 'class', String(value));
  }

  /** Returns the text of an attribute; null if it is absent. Either spelling is found, `show-values` and `showValues`. */
  getAttribute(name: string): string | null {
    return getAttribute(this, String(name));
  }
  setAttribute(name: string, value: unknown): void {
    const spelling = spellingOf(this, name);
    checkAttributeName(spelling);
    const text = String(value);
    ownerOf(this).host.checkAttribute(this, spelling, text);
    setAttribute(this, spelling, text);
  }
  removeAttribute(name: string): void {
    removeByName(this, String(name));
  }
  hasAttribute(name: string): boolean {
    return hasAttribute(this, String(name));
  }
  hasAttributes(): boolean {
    return (attributesOf(this)?.size ?? 0) > 0;
  }
  toggleAttribute(name: string, force?: boolean): boolean {
    const spelling = spellingOf(this, name);
    checkAttributeName(spelling);
    const present = hasAttribute(this, spelling);
    const shouldHave = force === undefined ? !present : Boolean(force);
    if (shouldHave && !present) {
      ownerOf(this).host.checkAttribute(this, spelling, '');
      setAttribute(this, spelling, '');
    } else if (!shouldHave && present) removeByName(this, spelling);
    return shouldHave;
  }
  /** In the order of the source. */
  getAttributeNames(): string[] {
    return [...(attributesOf(this)?.values() ?? [])].map(({ name }) => name);
  }
  get attributes(): NamedNodeMap {
    return attributesMap(this);
  }
  getAttributeNode(name: string): Attr | null {
    return attributeNode(this, find(this, String(name)));
  }
  getAttributeNodeNS(namespace: string | null, localName: string): Attr | null {
    return attributeNode(this, findNS(this, namespace, String(localName)));
  }
  setAttributeNode(attribute: Attr): Attr | null {
    return setAttributeNode(this, attribute);
  }
  setAttributeNodeNS(attribute: Attr): Attr | null {
    return setAttributeNode(this, attribute);
  }
  removeAttributeNode(attribute: Attr): Attr {
    return removeAttributeNode(this, attribute);
  }
  getAttributeNS(namespace: string | null, localName: string): string | null {
    const found = findNS(this, namespace, String(localName));
    return found === undefined ? null : textOf(this, found[0], found[1]);
  }
  setAttributeNS(namespace: string | null, name: string, value: unknown): void {
    const spelling = String(name);
    checkAttributeName(spelling);
    setAttributeNS(this, checkNamespace(namespace, spelling), spelling, String(value));
  }
  removeAttributeNS(namespace: string | null, localName: string): void {
    const found = findNS(this, namespace, String(localName));
    if (found !== undefined) dropAttribute(this, found[0]);
  }
  hasAttributeNS(namespace: string | null, localName: string): boolean {
    return findNS(this, namespace, String(localName)) !== undefined;
  }

  get previousElementSibling(): ElementOf<this> | null {
    return previousElementOf(this) as ElementOf<this> | null;
  }
  get nextElementSibling(): ElementOf<this> | null {
    return nextElementOf(this) as ElementOf<this> | null;
  }
  before(...nodes: (Node | string)[]): void {
    insertBeforeNode(this, nodes);
  }
  after(...nodes: (Node | string)[]): void {
    insertAfterNode(this, nodes);
  }
  replaceWith(...nodes: (Node | string)[]): void {
    replaceNode(this, nodes);
  }
  remove(): void {
    removeNode(this);
  }

  getElementsByTagName(name: string): HTMLCollection<ElementOf<this>> {
    return collectionOf(this, byTagName(String(name)));
  }
  getElementsByTagNameNS(namespace: string | null, name: string): HTMLCollection<ElementOf<this>> {
    return collectionOf(this, byTagNameNS(namespace, String(name)));
  }
  getElementsByClassName(names: string): HTMLCollection<ElementOf<this>> {
    return collectionOf(this, byClassName(String(names)));
  }
  /** @throws SyntaxError for an invalid selector */
  matches(selector: string): boolean {
    return matches(this, selector);
  }
  webkitMatchesSelector(selector: string): boolean {
    return matches(this, selector);
  }
  closest(selector: string): ElementOf<this> | null {
    return closest(this, selector) as ElementOf<this> | null;
  }

  get innerHTML(): string {
    return ownerOf(this).isXml ? serializeXml(this, true) : serialize(this, false);
  }
  set innerHTML(markup: unknown) {
    const text = markup === null ? '' : String(markup);
    const owner = ownerOf(this);
    const isPlain = elementKindOf(this).isRaw && !ESCAPABLE_RAW.has(nameOf(this));
    // What is parsed for <html> has a head and a body.
    if (text === '' && nameOf(this) !== 'html') replaceAll(containerOf(this), []);
    else if (isPlain) replaceAll(this, [owner.createText(text)]);
    else replaceAll(containerOf(this), [owner.parseFragment(text, this)]);
  }
  get outerHTML(): string {
    return ownerOf(this).isXml ? serializeXml(this) : serialize(this, true);
  }
  set outerHTML(markup: unknown) {
    const parent = parentOf(this);
    if (parent === null) return;
    if (isDocument(parent)) fail('NoModificationAllowedError', 'the root cannot be replaced');
    const text = markup === null ? '' : String(markup);
    replace(parent, [ownerOf(this).parseFragment(text, parent)], this);
  }
  insertAdjacentHTML(position: InsertPosition, markup: string): void {
    const where = String(position).toLowerCase();
    const isInside = where === 'afterbegin' || where === 'beforeend';
    const context = isInside ? this : parentOf(this);
    if (!isInside) {
      if (where !== 'beforebegin' && where !== 'afterend') {
        fail('SyntaxError', `${JSON.stringify(position)} is not a position`);
      }
      if (context === null || isDocument(context)) {
        fail('NoModificationAllowedError', 'the element has no parent');
      }
    }
    const owner = ownerOf(this);
    // Markup for <html> is read as that of a body.
    const isHtml = context === null || nameOf(context) === 'html';
    place(this, where, owner.parseFragment(String(markup), isHtml ? owner.document : context));
  }
  insertAdjacentElement<E extends Element>(position: InsertPosition, element: E): E | null {
    if (!isTreeNode(element) || !isElement(element)) {
      throw new TypeError('expected an element');
    }
    return place(this, position, element) ? element : null;
  }
  insertAdjacentText(position: InsertPosition, text: string): void {
    place(this, position, toNodes(ownerOf(this), [String(text)])[0]!);
  }

  /** Sends mouse events to this element, wherever the pointer is, until the button is released. */
  setPointerCapture(_pointerId?: number): void {
    ownerOf(this).host.pointerCapture = this;
  }
  releasePointerCapture(_pointerId?: number): void {
    const { host } = ownerOf(this);
    if (host.pointerCapture === this) host.pointerCapture = null;
  }
  hasPointerCapture(_pointerId?: number): boolean {
    return ownerOf(this).host.pointerCapture === this;
  }
  /** In cells. */
  getBoundingClientRect(): BoundingRect {
    const rect = ownerOf(this).host.bounds(this) ?? { x: 0, y: 0, width: 0, height: 0 };
    const { x, y, width, height } = rect;
    return { x, y, width, height, top: y, left: x, right: x + width, bottom: y + height };
  }
  /** A list of one rectangle; empty if the element has no box. */
  getClientRects(): BoundingRect[] {
    const rect = this.getBoundingClientRect();
    return rect.width === 0 && rect.height === 0 ? [] : [rect];
  }
  // Scrolling, in cells; everything is 0 where the element has no box.
  get scrollTop(): number {
    return scrollMetrics(this).top;
  }
  set scrollTop(top: unknown) {
    scrollTo(this, { top });
  }
  get scrollLeft(): number {
    return scrollMetrics(this).left;
  }
  set scrollLeft(left: unknown) {
    scrollTo(this, { left });
  }
  get scrollWidth(): number {
    return scrollMetrics(this).scrollWidth;
  }
  get scrollHeight(): number {
    return scrollMetrics(this).scrollHeight;
  }
  get clientLeft(): number {
    return scrollMetrics(this).clientLeft;
  }
  get clientTop(): number {
    return scrollMetrics(this).clientTop;
  }
  get clientWidth(): number {
    return scrollMetrics(this).clientWidth;
  }
  get clientHeight(): number {
    return scrollMetrics(this).clientHeight;
  }
  scrollTo(left: number, top: number): void;
  scrollTo(place: { readonly left?: number; readonly top?: number }): void;
  scrollTo(left: unknown, top?: unknown): void {
    scrollTo(this, placesOf(left, top));
  }
  /** The same as `scrollTo`, as in the DOM. */
  scroll(left: number, top: number): void;
  scroll(place: { readonly left?: number; readonly top?: number }): void;
  scroll(left: unknown, top?: unknown): void {
    scrollTo(this, placesOf(left, top));
  }
  scrollBy(left: number, top: number): void;
  scrollBy(place: { readonly left?: number; readonly top?: number }): void;
  scrollBy(left: unknown, top?: unknown): void {
    scrollBy(this, placesOf(left, top));
  }
  /** Scrolls the boxes around it until it is visible; `true` (default): at their top, `false`: at their bottom. */
  scrollIntoView(options?: boolean | { readonly block?: string; readonly inline?: string }): void {
    scrollIntoView(this, options);
  }
  /**
   * Gives an app that runs below the shell's prompt the whole screen; `document.exitFullscreen()` turns back. Fires
   * `fullscreenchange`. Rejects with a TypeError for any other element than `document.documentElement`.
   */
  requestFullscreen(): Promise<void> {
    const { host, root } = ownerOf(this);
    if (root !== this) {
      return Promise.reject(new TypeError('requestFullscreen: expected document.documentElement'));
    }
    return turn(this, host.fullscreen, true);
  }
  /** True if it has a box; with `visibilityProperty`, only if it is not `visibility: hidden` either. */
  checkVisibility(options?: VisibilityOptions): boolean {
    return isVisible(this, options);
  }
  /** Gives it a shadow tree, which is shown in the place of its children. @throws NotSupportedError for most elements */
  attachShadow(init: ShadowRootInit): ShadowRoot {
    return attachShadow(this, init);
  }
  /** The root of its shadow tree; null where it has none, or a closed one. */
  get shadowRoot(): ShadowRoot | null {
    const root = shadowRootOf(this);
    return root === null || isClosed(root) ? null : (root as ShadowRoot);
  }
  /** The slot that shows it; null where none does, or one of a closed shadow tree. */
  get assignedSlot(): ElementOf<this> | null {
    const slot = assignedSlotOf(this);
    return slot === null || isClosed(rootOf(slot)) ? null : (slot as ElementOf<this>);
  }
  override toString(): string {
    return serialize(this, true);
  }
  toJSON(): string {
    return serialize(this, true);
  }
}

defineReflections(Element.prototype, ELEMENT_REFLECTIONS);
defineMissing(Element.prototype, 'Element');

function placesOf(left: unknown, top: unknown): { left?: unknown; top?: unknown } {
  return typeof left === 'object' && left !== null ? left : { left, top };
}

const upperNames = new Map<string, string>();
/** Names come from documents: an endless supply of them must not fill the memory. */
const MAX_NAMES = 4096;

function upperCase(name: string): string {
  let found = upperNames.get(name);
  if (found === undefined) {
    found = name.replace(/[a-z]/g, (letter) => letter.toUpperCase());
    if (upperNames.size >= MAX_NAMES) upperNames.clear();
    upperNames.set(name, found);
  }
  return found;
}

function spellingOf(element: TreeNode, name: unknown): string {
  const kind = elementKindOf(element);
  return kind.lowersNames ? kind.attributeKey(String(name)) : String(name);
}

function removeByName(element: TreeNode, name: string): void {
  const found = find(element, name);
  if (found !== undefined) dropAttribute(element, found[0]);
}

function place(element: TreeNode, where: string, node: TreeNode): boolean {
  const position = String(where).toLowerCase();
  const parent = parentOf(element);
  switch (position) {
    case 'afterbegin':
      insert(element, [node], firstChildOf(element));
      return true;
    case 'beforeend':
      insert(element, [node], null);
      return true;
    case 'beforebegin':
    case 'afterend':
      if (parent === null) return false;
      insert(parent, [node], position === 'afterend' ? nextSiblingOf(element) : element);
      return true;
    default:
      return fail('SyntaxError', `${JSON.stringify(where)} is not a position`);
  }
}

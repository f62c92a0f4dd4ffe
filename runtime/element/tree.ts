/**
 * The tree of an app's document for the runtime itself, with its types. Members of the DOM belong to scripts, which may
 * replace any of them: the runtime calls these functions. What is around, in and beside a node is what is shown there, with
 * shadow trees and slots in their places: the flat tree (`flat-tree.ts`). Changes are made in the tree as it is.
 */
import { addListener, removeListener, type EventCallback } from '../dom/events/event-target.js';
import type { ScrollOptions } from '../dom/host.js';
import { click } from '../dom/html-element.js';
import * as scrolling from '../dom/scrolling.js';
import * as attributes from '../dom/tree/attributes.js';
import { isSlot } from '../dom/tree/shadow.js';
import { compareOrder } from '../dom/tree/document-position.js';
import * as mutate from '../dom/tree/mutate.js';
import { localNameOf as localPart } from '../dom/tree/namespaces.js';
import * as flat from '../dom/tree/flat-tree.js';
import * as selectors from '../dom/tree/selectors.js';
import * as tree from '../dom/tree/tree-node.js';
import type { Rect } from '../base/geometry.js';
import { plainLinesOf } from '../base/text/program-text.js';
import { HAS_STATE, IS_PROGRAM_TEXT, PROPS } from './internals.js';
import type { TuiDocument, TuiElement, TuiNode, TuiParentNode, TuiText } from './tui-element.js';

export { getHandler, setHandler } from '../dom/events/event-target.js';
export { dataOf, isConnected } from '../dom/tree/tree-node.js';
export { isInFlatTree as isInside } from '../dom/tree/flat-tree.js';
export { matches } from '../dom/tree/selectors.js';
export {
  getAttribute,
  hasAttribute,
  isHidden,
  setAttribute,
  tabIndexOf,
} from '../dom/tree/attributes.js';
export { setTextContent as setText } from '../dom/tree/mutate.js';
export { titleTextOf as titleOf } from '../dom/document.js';
export { scrollMetrics as scrollMetricsOf, scrollTo } from '../dom/scrolling.js';

// All nodes of an app's document are its own: their types are declared here once.

export function isElement(node: TuiNode): node is TuiElement {
  return tree.isElement(node);
}
export function isText(node: TuiNode): node is TuiText {
  return tree.isText(node);
}
/** The text of a node as it shows: the output of a program is without its sequences. */
export function shownTextOf(node: TuiText): string {
  const data = tree.dataOf(node);
  if (!/[\x1b\r]/.test(data)) return data;
  for (let at = parentElementOf(node); at !== null; at = parentElementOf(at)) {
    if (at[IS_PROGRAM_TEXT]) return plainLinesOf(data);
  }
  return data;
}
export function documentOf(node: TuiNode): TuiDocument {
  return tree.ownerOf(node).document as TuiDocument;
}
export function parentNodeOf(node: TuiNode): TuiParentNode | null {
  return flat.flatParentOf(node) as TuiParentNode | null;
}
export function parentElementOf(node: TuiNode): TuiElement | null {
  return flat.flatParentElementOf(node) as TuiElement | null;
}
export function firstChildOf(node: TuiNode): TuiNode | null {
  return flat.firstFlatChildOf(node) as TuiNode | null;
}
export function lastChildOf(node: TuiNode): TuiNode | null {
  return flat.lastFlatChildOf(node) as TuiNode | null;
}
export function nextSiblingOf(node: TuiNode): TuiNode | null {
  return flat.nextFlatSiblingOf(node) as TuiNode | null;
}
export function previousSiblingOf(node: TuiNode): TuiNode | null {
  return flat.previousFlatSiblingOf(node) as TuiNode | null;
}
export function childNodesOf(node: TuiNode): readonly TuiNode[] {
  return flat.flatChildNodesOf(node) as readonly TuiNode[];
}
export function childElementsOf(node: TuiNode): readonly TuiElement[] {
  return flat.flatChildElementsOf(node) as readonly TuiElement[];
}
export function firstElementOf(node: TuiNode): TuiElement | null {
  const first = firstChildOf(node);
  return first === null || isElement(first) ? first : nextElementOf(first);
}
export function lastElementOf(node: TuiNode): TuiElement | null {
  return childElementsOf(node).at(-1) ?? null;
}
export function nextElementOf(node: TuiNode): TuiElement | null {
  return flat.nextFlatElementOf(node) as TuiElement | null;
}
/** The name without its prefix, as it is spelt. */
export function localNameOf(element: TuiElement): string {
  return localPart(tree.nameOf(element));
}
/** Empty where there is none. */
export function idOf(element: TuiElement): string {
  return attributes.textByKey(element, 'id') ?? '';
}
/** The text of all that is in a node; a text's own. */
export function textOf(node: TuiNode): string {
  return tree.isParent(node) ? flat.flatTextIn(node) : tree.dataOf(node);
}
/** For sorting: below 0 where `a` comes before `b` in the document. */
export function inOrder(a: TuiNode, b: TuiNode): number {
  if (tree.isAnyShadow) return flat.isBeforeInFlatTree(a, b) ? -1 : 1;
  const FOLLOWING = 4;
  return (compareOrder(a, b) & FOLLOWING) !== 0 ? -1 : 1;
}

// Attributes

export function removeAttribute(element: TuiElement, name: string): void {
  const found = attributes.find(element, name);
  if (found !== undefined) attributes.removeAttribute(element, found[0]);
}
/** As they are spelt. */
export function attributeNamesOf(element: TuiElement): string[] {
  return [...(tree.attributesOf(element)?.values() ?? [])].map(({ name }) => name);
}

// Finding

export function queryFirst(root: TuiNode, selector: string): TuiElement | null {
  if (!tree.isAnyShadow) return selectors.queryFirst(root, selector) as TuiElement | null;
  return queryAll(root, selector)[0] ?? null;
}
export function queryAll(root: TuiNode, selector: string): readonly TuiElement[] {
  if (!tree.isAnyShadow) return selectors.queryAll(root, selector) as TuiElement[];
  const test = selectors.compileSelector(selector, root);
  const found: TuiElement[] = [];
  for (
    let node = flat.firstFlatChildOf(root);
    node !== null;
    node = flat.nextInFlatTree(node, root)
  ) {
    if (tree.isElement(node) && test(node)) found.push(node as TuiElement);
  }
  return found;
}
export function closest(element: TuiElement, selector: string): TuiElement | null {
  const test = selectors.compileSelector(selector, element);
  let at: TuiElement | null = element;
  while (at !== null && !test(at)) at = parentElementOf(at);
  return at;
}
/** By its id in the tree that `near` is in, which may be a shadow tree. */
export function elementById(near: TuiNode, id: string): TuiElement | null {
  const { ids, document } = tree.ownerOf(near);
  if (!tree.isInShadow(near)) return ids.get(id, document) as TuiElement | null;
  const root = tree.rootOf(near);
  const hasId = (node: tree.TreeNode): boolean => attributes.textByKey(node, 'id') === id;
  return (selectors.filterElements(root, hasId)[0] ?? null) as TuiElement | null;
}
/** The element that shows the children of a node: of the root of a shadow tree its host. */
export function boxElementOf(node: TuiNode): TuiElement | null {
  if (tree.isElement(node) && !isSlot(node)) return node as TuiElement;
  return (tree.shadowHostOf(node) ?? parentElementOf(node)) as TuiElement | null;
}
/** True for what is in a shadow tree: its ids and names are those of one instance of many. */
export const { isInShadow } = tree;
export function documentElementOf(document: TuiDocument): TuiElement {
  return tree.ownerOf(document).root as TuiElement;
}
/** The element with the focus, or the root. */
export function activeElementOf(document: TuiDocument): TuiElement {
  const { activeElement, root } = tree.ownerOf(document);
  return (activeElement ?? root) as TuiElement;
}

/**
 * Elements shown above the whole document, the topmost last; another array after each change. The last one is modal:
 * everything outside it is inert. They have to be `position: fixed`.
 */
export function topLayerOf(document: TuiDocument): readonly TuiElement[] {
  return tree.ownerOf(document).topLayer as readonly TuiElement[];
}

// Changing

/** By its name in small letters, as in HTML. */
export function createElement(document: TuiDocument, name: string): TuiElement {
  const localName = name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return tree.ownerOf(document).createElement(localName, tree.HTML_NAMESPACE) as TuiElement;
}
export function setData(text: TuiText, data: string): void {
  mutate.setData(text, data);
}
export function createText(document: TuiDocument, text: string): TuiText {
  return tree.ownerOf(document).createText(text) as TuiText;
}
export function append(parent: TuiNode, ...nodes: readonly TuiNode[]): void {
  for (const node of nodes) mutate.insert(parent, [node], null);
}
/** Before a child of the parent, or for null at the end. */
export function insertBefore(parent: TuiNode, node: TuiNode, before: TuiNode | null): void {
  mutate.insert(parent, [node], before);
}
export function removeNode(node: TuiNode): void {
  if (tree.parentOf(node) !== null) mutate.remove(node);
}

// Events and focus

export function listen(
  target: TuiNode,
  type: string,
  listener: EventCallback,
  capture = false,
): void {
  addListener(target, type, listener, { capture });
}
export function unlisten(
  target: TuiNode,
  type: string,
  listener: EventCallback,
  capture = false,
): void {
  removeListener(target, type, listener, capture);
}
/** Clicks an element as its keys do, and as `click()` does: not a disabled one. */
export function clickElement(element: TuiElement): void {
  if (element[PROPS]['disabled'] === true || element[HAS_STATE]('disabled')) return;
  click(element);
}
export function focusElement(element: TuiElement): void {
  tree.ownerOf(element).host.focus(element);
}
/** Takes the focus from an element that has it. */
export function blurElement(element: TuiElement): void {
  const { activeElement, host } = tree.ownerOf(element);
  if (activeElement === element) host.focus(null);
}

/** Takes the focus from whatever has it, also from what is not in the document any more. */
export function dropFocus(document: TuiDocument): void {
  tree.ownerOf(document).host.focus(null);
}

// Boxes, in cells

const NO_BOX: Rect = { x: 0, y: 0, width: 0, height: 0 };

/** The element's border box, in screen coordinates. */
export function borderBoxOf(element: TuiElement): Rect {
  return tree.ownerOf(element).host.bounds(element) ?? NO_BOX;
}
export function scrollIntoView(element: TuiElement, options?: Partial<ScrollOptions>): void {
  scrolling.scrollIntoView(element, options);
}

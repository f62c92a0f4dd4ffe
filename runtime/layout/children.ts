/** Brings the child boxes of a flow box in step with its child nodes, touching only what differs. */
import type { TuiElement } from '../element/tui-element.js';
import type { TuiNode } from '../element/query.js';
import { vicinityOf } from '../element/rows/vicinity.js';
import type { Cell } from './arrangement.js';
import type { LayoutBox } from './box.js';
import { isBlank, isBoxed } from './child-kinds.js';
import { FarChildren } from './far/far-children.js';
import { FarData } from './far/far-data.js';
import { COMPUTED, COLLAPSED, ROW_DATA } from '../element/internals.js';
import { isInlineBox, rendersText } from '../element/tui-element.js';
import {
  isElement,
  isText,
  parentElementOf,
  firstChildOf,
  nextSiblingOf,
  documentOf,
  topLayerOf,
} from '../element/tree.js';

export interface Reconciler {
  existing(element: TuiElement): LayoutBox | undefined;
  /** False if a box cannot be kept because its element is laid out another way now. */
  fits(box: LayoutBox): boolean;
  create(element: TuiElement, anonymous: boolean): LayoutBox;
  drop(box: LayoutBox): void;
  /** Updates the box of a child that is attached to the root instead. */
  hang(element: TuiElement): void;
  /** Called with the first children of a box, before they are attached to its node. */
  prepareChildren(box: LayoutBox, next: readonly LayoutBox[]): void;
  /** Sets the nodes whose text an anonymous text box shows. */
  setInline(box: LayoutBox, nodes: readonly TuiNode[]): void;
}

/** The source of a child box: an element, or adjacent text and inline elements. */
type Item = TuiElement | readonly TuiNode[];

export function reconcile(box: LayoutBox, reconciler: Reconciler): void {
  const items = itemsOf(box, (element) => reconciler.hang(element));
  const fixed = box.children.filter((child) => child.viewport !== null);
  const old =
    fixed.length === 0 ? box.children : box.children.filter((child) => child.viewport === null);
  const next = boxesOf(box, items, old, reconciler);
  if (old.length === 0) reconciler.prepareChildren(box, next);
  insertChildren(box, old, next, 0, reconciler);
  box.children = [...next, ...fixed.filter((child) => child.node !== null)];
  sortPaintOrder(box);
}

const MAX_SPLICED = 1000;

/** Where children of a box have been replaced by others. */
export interface ChildSplice {
  readonly start: number;
  readonly removed: number;
  /** The cells of those that were replaced, also of those that stay. */
  readonly gone: readonly Cell[];
  readonly added: readonly LayoutBox[];
}

/** The same for the children of a range: all others stay. */
export function reconcileRange(
  box: LayoutBox,
  { start, end }: { readonly start: number; readonly end: number },
  reconciler: Reconciler,
): ChildSplice {
  const { children, element } = box;
  const last = children[start - 1]?.element;
  const first = last === undefined ? firstChildOf(element) : nextSiblingOf(last);
  const stop = children[end]?.element ?? null;
  const items = readItems(element, first, stop, (child) => reconciler.hang(child));
  const old = children.slice(start, end);
  // Before a box loses its cell.
  const gone = old.flatMap(({ cell }) => cell ?? []);
  const added = boxesOf(box, items, old, reconciler);
  insertChildren(box, old, added, start, reconciler);
  // A call has no more than some thousand parameters.
  if (added.length <= MAX_SPLICED) children.splice(start, end - start, ...added);
  else box.children = [...children.slice(0, start), ...added, ...children.slice(end)];
  if (box.paintOrder !== null || !added.every(isInTreeOrder)) sortPaintOrder(box);
  return { start, removed: old.length, gone, added };
}

/** The boxes of what a box shows: those that there are, and others that are made. */
function boxesOf(
  box: LayoutBox,
  items: readonly Item[],
  old: readonly LayoutBox[],
  reconciler: Reconciler,
): LayoutBox[] {
  const spare = old.filter((child) => child.anonymous);
  const next: LayoutBox[] = [];
  for (const item of items) {
    if (isRun(item)) {
      const anonymous = spare.shift() ?? reconciler.create(box.element, true);
      reconciler.setInline(anonymous, item);
      next.push(anonymous);
      continue;
    }
    const known = reconciler.existing(item);
    // An element that came from elsewhere in the tree starts afresh: its depth and its yoga parent are others.
    const stays = known?.parent === box && known.viewport === null && reconciler.fits(known);
    if (known !== undefined && !stays) reconciler.drop(known);
    next.push(known !== undefined && stays ? known : reconciler.create(item, false));
  }
  return next;
}

/**
 * Drops and moves only what is between the common start and the common end of both lists.
 *
 * @param first where the lists begin among all children
 */
function insertChildren(
  box: LayoutBox,
  old: readonly LayoutBox[],
  next: readonly LayoutBox[],
  first: number,
  reconciler: Reconciler,
): void {
  let start = 0;
  while (start < old.length && start < next.length && old[start] === next[start]) start++;
  let tail = 0;
  while (
    tail < old.length - start &&
    tail < next.length - start &&
    old[old.length - 1 - tail] === next[next.length - 1 - tail]
  ) {
    tail++;
  }
  const kept = new Set(next.slice(start, next.length - tail));
  const before = old.slice(start, old.length - tail);
  for (const child of before) if (!kept.has(child)) reconciler.drop(child);
  const node = box.childNode;
  if (node === null) return;
  // What was dropped has left its parent, and has no node any more.
  for (const child of before) if (child.node !== null) node.removeChild(child.node);
  for (let i = start; i < next.length - tail; i++) {
    const child = next[i]?.node;
    if (child != null) node.insertChild(child, first + i);
  }
}

/** True for an element whose box is a child of the root's. */
export function isFixed(element: TuiElement): boolean {
  return element[COMPUTED]['position'] === 'fixed' && parentElementOf(element) !== null;
}

function isRun(item: Item): item is readonly TuiNode[] {
  return Array.isArray(item);
}

function itemsOf(box: LayoutBox, hang: (element: TuiElement) => void): Item[] {
  const { element } = box;
  const vicinity = vicinityOf(element);
  if (vicinity === undefined || element[COLLAPSED]) {
    box.far = null;
    return element[COLLAPSED] ? [] : readItems(element, firstChildOf(element), null, hang);
  }
  const hasData = element[ROW_DATA]?.() !== undefined;
  if (box.far === null || hasData !== box.far instanceof FarData) {
    box.far = hasData ? new FarData(element) : new FarChildren(element);
  }
  const { far } = box;
  far.read();
  const items: Item[] = [];
  const indices: number[] = [];
  const hidden: number[] = [];
  const near = new Set<TuiElement>();
  for (const place of far.places(vicinity.near)) {
    const item = far.rowAt(place);
    if (item === undefined) continue;
    if (!isRun(item)) {
      near.add(item);
      const isDisplayed = item[COMPUTED]['display'] !== 'none';
      if (!isDisplayed || isFixed(item)) hidden.push(place);
      if (isDisplayed && isFixed(item)) hang(item);
      if (hidden.at(-1) === place) continue;
    }
    items.push(item);
    indices.push(place);
  }
  far.rows.show(indices, hidden);
  // What has been removed is not near any more.
  vicinity.near = near;
  return items;
}

/** @param first the first of the child nodes that are read; `stop` is the first that is not */
function readItems(
  element: TuiElement,
  first: TuiNode | null,
  stop: TuiNode | null,
  hang: (element: TuiElement) => void,
): Item[] {
  const showsText = !rendersText(element);
  const items: Item[] = [];
  let run: TuiNode[] = [];
  const flush = (): void => {
    if (run.length > 0 && !isBlank(run)) items.push(run);
    run = [];
  };
  for (let node = first; node !== null && node !== stop; node = nextSiblingOf(node)) {
    if (isText(node)) {
      if (showsText) run.push(node);
    } else if (isElement(node) && isBoxed(node) && node[COMPUTED]['display'] !== 'none') {
      if (isInlineBox(node)) run.push(node);
      else if (isFixed(node)) hang(node);
      else {
        flush();
        items.push(node);
      }
    }
  }
  flush();
  return items;
}

/**
 * Back to front: by z-index, then in tree order with positioned boxes after the others and fixed ones
 * after those; above everything what the document has in its top layer, in the order it came there.
 */
export function sortPaintOrder(box: LayoutBox | null): void {
  if (box === null) return;
  const layers = box.parent === null ? topLayerOf(documentOf(box.element)) : [];
  const layer = (child: LayoutBox): number =>
    child.viewport === null ? -1 : layers.indexOf(child.element);
  const plain = box.children.every(isInTreeOrder);
  // Array.prototype.sort is stable, so tree order decides between equals.
  box.paintOrder = plain
    ? null
    : [...box.children].sort(
        (a, b) => layer(a) - layer(b) || rank(a) - rank(b) || late(a) - late(b),
      );
}

function rank(child: LayoutBox): number {
  return child.anonymous ? 0 : Number(child.element[COMPUTED]['zIndex'] ?? 0);
}

function late(child: LayoutBox): number {
  if (child.viewport !== null) return 2;
  return !child.anonymous && child.element[COMPUTED]['position'] === 'absolute' ? 1 : 0;
}

/** True for a child that is painted in tree order, as long as all others are. */
function isInTreeOrder(child: LayoutBox): boolean {
  return rank(child) === 0 && late(child) === 0;
}

/** Brings the child boxes of a flow box in step with its child nodes, touching only what differs. */
import type { TuiElement } from '../element/tui-element.js';
import type { TuiNode } from '../element/query.js';
import { vicinityOf } from '../element/rows/vicinity.js';
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
  if (old.length === 0) reconciler.prepareChildren(box, next);
  insertChildren(box, old, next, reconciler);
  box.children = [...next, ...fixed.filter((child) => child.node !== null)];
  sortPaintOrder(box);
}

/** Drops and moves only what is between the common start and the common end of both lists. */
function insertChildren(
  box: LayoutBox,
  old: readonly LayoutBox[],
  next: readonly LayoutBox[],
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
    if (child != null) node.insertChild(child, i);
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
    return readItems(element, hang);
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

function readItems(element: TuiElement, hang: (element: TuiElement) => void): Item[] {
  if (element[COLLAPSED]) return [];
  const showsText = !rendersText(element);
  const items: Item[] = [];
  let run: TuiNode[] = [];
  const flush = (): void => {
    if (run.length > 0 && !isBlank(run)) items.push(run);
    run = [];
  };
  for (
    let node: TuiNode | null = firstChildOf(element);
    node !== null;
    node = nextSiblingOf(node)
  ) {
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
  const rank = (child: LayoutBox): number =>
    child.anonymous ? 0 : Number(child.element[COMPUTED]['zIndex'] ?? 0);
  const late = (child: LayoutBox): number =>
    child.viewport !== null
      ? 2
      : !child.anonymous && child.element[COMPUTED]['position'] === 'absolute'
        ? 1
        : 0;
  const plain = box.children.every((child) => rank(child) === 0 && late(child) === 0);
  // Array.prototype.sort is stable, so tree order decides between equals.
  box.paintOrder = plain
    ? null
    : [...box.children].sort(
        (a, b) => layer(a) - layer(b) || rank(a) - rank(b) || late(a) - late(b),
      );
}

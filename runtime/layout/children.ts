/** Brings the child boxes of a flow box in step with its child nodes, touching only what differs. */
import type { TuiElement } from '../tree/element.js';
import { isElement, isText, type TuiNode } from '../tree/nodes.js';
import type { LayoutBox } from './box.js';

export interface Reconciler {
  existing(element: TuiElement): LayoutBox | undefined;
  create(element: TuiElement, anonymous: boolean): LayoutBox;
  drop(box: LayoutBox): void;
  /** Gives an anonymous text box the nodes whose text it shows. */
  setInline(box: LayoutBox, nodes: readonly TuiNode[]): void;
}

/** A child box to be: an element, or neighbouring text and inline elements. */
type Item = TuiElement | TuiNode[];

export function reconcile(box: LayoutBox, reconciler: Reconciler): void {
  const items = readItems(box.element);
  const old = box.children;
  const spare = old.filter((child) => child.anonymous);
  const next: LayoutBox[] = [];
  for (const item of items) {
    if (Array.isArray(item)) {
      const anonymous = spare.shift() ?? reconciler.create(box.element, true);
      reconciler.setInline(anonymous, item);
      next.push(anonymous);
      continue;
    }
    const known = reconciler.existing(item);
    // An element that came from elsewhere in the tree starts afresh: its depth and its yoga parent are others.
    if (known !== undefined && known.parent !== box) reconciler.drop(known);
    next.push(known?.parent === box ? known : reconciler.create(item, false));
  }
  const kept = new Set(next);
  for (const child of old) if (!kept.has(child)) reconciler.drop(child);
  const before = old.filter((child) => kept.has(child));
  insertChildren(box, before, next);
  box.children = next;
  sortPaintOrder(box);
}

/** Moves only the nodes between the common start and the common end of both lists. */
function insertChildren(box: LayoutBox, before: LayoutBox[], next: LayoutBox[]): void {
  const node = box.childNode;
  if (node === null) return;
  let start = 0;
  while (start < before.length && start < next.length && before[start] === next[start]) start++;
  let tail = 0;
  while (
    tail < before.length - start &&
    tail < next.length - start &&
    before[before.length - 1 - tail] === next[next.length - 1 - tail]
  ) {
    tail++;
  }
  for (let i = start; i < before.length - tail; i++) {
    const child = before[i]?.node;
    if (child != null) node.removeChild(child);
  }
  for (let i = start; i < next.length - tail; i++) {
    const child = next[i]?.node;
    if (child != null) node.insertChild(child, i);
  }
}

function readItems(element: TuiElement): Item[] {
  if (element.collapsed) return [];
  const items: Item[] = [];
  let run: TuiNode[] = [];
  const flush = (): void => {
    // White space between boxes is not text (CSS 2 section 9.2.2.1).
    if (run.some((node) => !isText(node) || /[^ \t\r\n\f]/.test(node.data))) items.push(run);
    run = [];
  };
  for (let node: TuiNode | null = element.firstChild; node !== null; node = node.nextSibling) {
    if (isText(node)) run.push(node);
    else if (isElement(node) && !node.isRaw && node.computed['display'] !== 'none') {
      if (node.isInlineBox) run.push(node);
      else {
        flush();
        items.push(node);
      }
    }
  }
  flush();
  return items;
}

/** Back to front: by z-index, then in tree order with positioned boxes after the others. */
export function sortPaintOrder(box: LayoutBox | null): void {
  if (box === null) return;
  const rank = (child: LayoutBox): number =>
    child.anonymous ? 0 : Number(child.element.computed['zIndex'] ?? 0);
  const late = (child: LayoutBox): number =>
    !child.anonymous && child.element.computed['position'] === 'absolute' ? 1 : 0;
  const plain = box.children.every((child) => rank(child) === 0 && late(child) === 0);
  // Array.prototype.sort is stable, so tree order decides between equals.
  box.paintOrder = plain
    ? null
    : [...box.children].sort((a, b) => rank(a) - rank(b) || late(a) - late(b));
}

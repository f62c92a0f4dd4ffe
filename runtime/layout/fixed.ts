/** Boxes with `position: fixed`, and their stacking order. */
import type { Size } from '../base/geometry.js';
import type { TuiElement } from '../element/tui-element.js';
import type { LayoutBox } from './box.js';
import { isFixed, sortPaintOrder } from './children.js';
import type { BoxChange } from './place-boxes.js';
import { sizeOf } from './arrangement.js';
import { createNode, applySetting, resolveShares } from './layout-node.js';
import { length } from './yoga.js';
import { COMPUTED } from '../element/internals.js';
import { contentModelOf } from '../element/tui-element.js';
import { parentElementOf, isConnected, inOrder } from '../element/tree.js';

/** Puts a new box into a node of the size of the screen, where it is laid out on its own. */
export function wrapFixed(box: LayoutBox): void {
  box.viewport = createNode();
  if (box.node !== null) box.viewport.insertChild(box.node, 0);
}

/**
 * Limits a box that is centred on the screen to the size of the screen, whatever its minimum size, so that its
 * border and title stay visible.
 */
export function fitToScreen(
  { node, element }: Pick<LayoutBox, 'node' | 'element'>,
  screen: Size,
): void {
  if (node === null) return;
  const style = element[COMPUTED];
  for (const [size, start, end, most] of AXES) {
    if (style[`margin${start}`] !== 'auto' || style[`margin${end}`] !== 'auto') continue;
    const limit = screen[most];
    for (const name of [most, size] as const) {
      const requested = style[name];
      if (typeof requested === 'number') applySetting(node, name, Math.min(requested, limit));
    }
  }
}

/** Rows that a box needs which is to have those it would like, its insets and margins included; at most those of a screen. */
export function fixedHeight({ node, viewport, element }: LayoutBox, most: Size): number {
  if (node === null || viewport === null) return 0;
  const style = element[COMPUTED];
  fitToScreen({ node, element }, most);
  applySetting(viewport, 'width', most.width);
  applySetting(viewport, 'height', most.height);
  resolveShares(node, viewport, most.width, most.height);
  // Stretched between both edges it has all rows, whatever it shows.
  const isStretched = [style['top'], style['bottom']].every((inset) => typeof inset === 'number');
  if (isStretched) applySetting(node, 'bottom', undefined);
  viewport.calculateLayout(most.width, most.height);
  const height = sizeOf(node, 'Height');
  if (isStretched) applySetting(node, 'bottom', length(style['bottom']));
  const around = ['top', 'bottom', 'marginTop', 'marginBottom'].reduce((sum, name) => {
    const cells = style[name];
    return sum + (typeof cells === 'number' ? Math.max(0, cells) : 0);
  }, 0);
  return Math.min(most.height, height + around);
}

const AXES = [
  ['minWidth', 'Left', 'Right', 'width'],
  ['minHeight', 'Top', 'Bottom', 'height'],
] as const;

/** Drops the fixed boxes of elements that are fixed or displayed no more. */
export function dropHidden(
  root: LayoutBox,
  boxOf: (element: TuiElement) => LayoutBox | undefined,
  drop: (box: LayoutBox) => void,
): void {
  // One that goes takes those away that belong to elements inside its own: on until none goes.
  for (let gone = true; gone;) {
    gone = false;
    for (const box of root.children) {
      if (box.viewport === null || isDisplayed(box.element, boxOf)) continue;
      drop(box);
      gone = true;
    }
  }
}

function isDisplayed(
  element: TuiElement,
  boxOf: (element: TuiElement) => LayoutBox | undefined,
): boolean {
  const parent = parentElementOf(element);
  return (
    isConnected(element) &&
    isFixed(element) &&
    element[COMPUTED]['display'] !== 'none' &&
    parent !== null &&
    contentModelOf(parent) === 'flow' &&
    boxOf(parent) !== undefined
  );
}

/** Brings the fixed boxes, which are the root's last children, into the order of the document. */
export function sortFixed(root: LayoutBox, changes: BoxChange[]): void {
  const first = root.children.findIndex(({ viewport }) => viewport !== null);
  if (first < 0) return;
  const fixed = root.children.slice(first);
  const sorted = [...fixed].sort((a, b) => inOrder(a.element, b.element));
  const before = root.paintOrder;
  root.children = [...root.children.slice(0, first), ...sorted];
  sortPaintOrder(root);
  const order = root.paintOrder ?? root.children;
  if (before?.length === order.length && order.every((box, at) => box === before[at])) return;
  for (const box of fixed) changes.push({ box, before: box.visible });
}

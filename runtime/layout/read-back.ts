/** Reads yoga's results into boxes: absolute cells, what is visible, and which boxes changed place. */
import { intersect, isEmpty, sameRect, type Rect, type Size } from '../geometry.js';
import type { LayoutBox, ScrollState } from './box.js';
import type { YogaNode } from './yoga.js';
import { Edge } from 'yoga-layout';

export interface BoxChange {
  readonly box: { readonly visible: Rect };
  /** What was visible of it before; the box itself holds what is visible now. */
  readonly before: Rect;
}

/** One box to visit, with where its parent's yoga tree starts on the screen. */
interface Visit {
  readonly box: LayoutBox;
  /** True where the parent's place or clip changed: then the box's did, too. */
  readonly moved: boolean;
}

/** @returns how many boxes were read */
export function readBack(
  root: LayoutBox,
  screen: Size,
  floating: Set<LayoutBox>,
  changes: BoxChange[],
): number {
  const whole: Rect = { x: 0, y: 0, width: screen.width, height: screen.height };
  const fixed = root.children.filter(({ viewport }) => viewport !== null);
  const stack = [root, ...fixed].map((box) => ({ box, moved: false }));
  return readAll(stack, whole, floating, changes);
}

/**
 * What a box shows was scrolled after it had been laid out anew: all of it is read again.
 *
 * @returns how many boxes were read
 */
export function readScrolled(
  box: LayoutBox,
  floating: Set<LayoutBox>,
  changes: BoxChange[],
): number {
  // First, so that the regions of all that moved inside are covered by this one.
  changes.push({ box, before: box.visible });
  const stack = inFlow(box)
    .map((child) => ({ box: child, moved: true }))
    .reverse();
  return readAll(stack, box.clip, floating, changes);
}

/**
 * What a box shows was scrolled by whole cells, and nothing was laid out: every box in it moves as it
 * is, without asking yoga. @returns how many boxes were moved
 */
export function shiftScrolled(
  box: LayoutBox,
  x: number,
  y: number,
  floating: Set<LayoutBox>,
  changes: BoxChange[],
): number {
  changes.push({ box, before: box.visible });
  const stack = [...inFlow(box)];
  let moved = 0;
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const parent = at.parent;
    if (parent === null) continue;
    moved++;
    at.left += x;
    at.top += y;
    at.rect = shifted(at.rect, x, y);
    at.content = shifted(at.content, x, y);
    if (at.port !== null) at.port = shifted(at.port, x, y);
    if (at.scroll !== null && at.port !== null) at.scroll.port = at.port;
    at.visible = intersect(at.rect, parent.clip);
    at.clip = at.port === null ? parent.clip : intersect(parent.clip, at.port);
    float(at, parent, at.visible, floating);
    for (const child of at.children) stack.push(child);
  }
  return moved;
}

/** The children that move with the box: fixed ones stay where they are. */
function inFlow({ children, parent }: LayoutBox): readonly LayoutBox[] {
  return parent === null ? children.filter(({ viewport }) => viewport === null) : children;
}

function shifted(rect: Rect, x: number, y: number): Rect {
  return { x: rect.x + x, y: rect.y + y, width: rect.width, height: rect.height };
}

function readAll(
  stack: Visit[],
  whole: Rect,
  floating: Set<LayoutBox>,
  changes: BoxChange[],
): number {
  let read = 0;
  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    const { box } = visit;
    const { node, parent } = box;
    if (node === null) continue;
    const fresh = node.hasNewLayout();
    if (!fresh && !visit.moved) continue;
    node.markLayoutSeen();
    read++;
    const clip = box.viewport === null ? (parent?.clip ?? whole) : whole;
    let moved = place(box, node, parent, clip, floating, changes);
    if (box.inner !== null) {
      box.inner.calculateLayout(box.content.width, box.content.height);
      box.inner.markLayoutSeen();
    }
    if (box.scroll !== null && fitScroll(box, box.scroll, changes)) moved = true;
    for (let i = box.children.length - 1; i >= 0; i--) {
      const child = box.children[i]!;
      // Fixed ones are laid out on their own, and were put on the stack at the start.
      if (child.viewport === null) stack.push({ box: child, moved });
    }
  }
  return read;
}

function place(
  box: LayoutBox,
  node: YogaNode,
  parent: LayoutBox | null,
  clip: Rect,
  floating: Set<LayoutBox>,
  changes: BoxChange[],
): boolean {
  const origin = originOf(box.viewport === null ? parent : null);
  const left = origin.left + finite(node.getComputedLeft());
  const top = origin.top + finite(node.getComputedTop());
  // Edges are rounded, not sizes: neighbours that touch before still touch.
  const x = cells(left);
  const y = cells(top);
  const rect: Rect = {
    x,
    y,
    width: Math.max(0, cells(left + finite(node.getComputedWidth())) - x),
    height: Math.max(0, cells(top + finite(node.getComputedHeight())) - y),
  };
  const inset = (edge: Edge): number =>
    cells(finite(node.getComputedBorder(edge)) + finite(node.getComputedPadding(edge)));
  const content: Rect = {
    x: x + inset(Edge.Left),
    y: y + inset(Edge.Top),
    width: Math.max(0, rect.width - inset(Edge.Left) - inset(Edge.Right)),
    height: Math.max(0, rect.height - inset(Edge.Top) - inset(Edge.Bottom)),
  };
  const visible = intersect(rect, clip);
  const style = box.element.computed;
  const clips = !box.anonymous && style['overflow'] !== 'visible';
  // An overflow clips at the padding box (CSS Overflow 3 section 3.1): the border stays whole.
  const border = (edge: Edge): number => cells(finite(node.getComputedBorder(edge)));
  let port: Rect = {
    x: rect.x + border(Edge.Left),
    y: rect.y + border(Edge.Top),
    width: Math.max(0, rect.width - border(Edge.Left) - border(Edge.Right)),
    height: Math.max(0, rect.height - border(Edge.Top) - border(Edge.Bottom)),
  };
  if (box.scroll !== null) {
    port = { ...port, width: Math.max(0, port.width - 1) };
    box.scroll.port = port;
  }
  const inner = clips ? intersect(clip, port) : clip;
  float(box, parent, visible, floating);
  const shifted = left !== box.left || top !== box.top;
  const changed =
    !sameRect(rect, box.rect) ||
    !sameRect(content, box.content) ||
    !sameRect(inner, box.clip) ||
    !sameRect(visible, box.visible);
  if (changed && !(isEmpty(visible) && isEmpty(box.visible))) {
    changes.push({ box, before: box.visible });
  }
  box.left = left;
  box.top = top;
  box.rect = rect;
  box.content = content;
  box.visible = visible;
  box.port = clips ? port : null;
  box.clip = inner;
  return changed || shifted;
}

/** Positioned boxes, boxes pulled by negative margins, and boxes that stick out of their parent may cover others. */
function float(
  box: LayoutBox,
  parent: LayoutBox | null,
  visible: Rect,
  floating: Set<LayoutBox>,
): void {
  const style = box.element.computed;
  const loose =
    parent !== null &&
    !isEmpty(visible) &&
    ((!box.anonymous &&
      (style['position'] === 'absolute' ||
        box.viewport !== null ||
        (style['top'] !== 'auto' && style['top'] !== undefined) ||
        (style['left'] !== 'auto' && style['left'] !== undefined) ||
        (style['right'] !== 'auto' && style['right'] !== undefined) ||
        (style['bottom'] !== 'auto' && style['bottom'] !== undefined) ||
        Number(style['marginTop']) < 0 ||
        Number(style['marginRight']) < 0 ||
        Number(style['marginBottom']) < 0 ||
        Number(style['marginLeft']) < 0)) ||
      // What is scrolled shows in the padding, too, where nothing else is.
      (parent.scroll === null
        ? !sameRect(intersect(visible, parent.content), visible)
        : !sameRect(intersect(visible, parent.clip), visible)));
  box.floating = loose || (parent?.floating ?? false);
  if (loose) floating.add(box);
  else floating.delete(box);
}

/** Where a child's position is counted from: the border box, or for an island its content box. */
function originOf(parent: LayoutBox | null): { left: number; top: number } {
  if (parent === null) return { left: 0, top: 0 };
  const { left, top } =
    parent.inner === null ? parent : { left: parent.content.x, top: parent.content.y };
  const { scroll } = parent;
  return scroll === null ? { left, top } : { left: left - scroll.left, top: top - scroll.top };
}

/** Measures the content of a box that scrolls, and keeps its place in range. @returns true where that moved it */
function fitScroll(box: LayoutBox, scroll: ScrollState, changes: BoxChange[]): boolean {
  const { port } = scroll;
  const origin = originOf(box);
  let right = port.x;
  let bottom = port.y;
  for (const { node, element, anonymous } of inFlow(box)) {
    if (node === null) continue;
    const left = origin.left + scroll.left + finite(node.getComputedLeft());
    const top = origin.top + scroll.top + finite(node.getComputedTop());
    // Yoga is asked for margins only where there are any: a list has thousands of children.
    const margin = (side: 'Right' | 'Bottom'): number =>
      anonymous || !element.computed[`margin${side}`]
        ? 0
        : finite(node.getComputedMargin(Edge[side]));
    right = Math.max(right, left + finite(node.getComputedWidth()) + margin('Right'));
    bottom = Math.max(bottom, top + finite(node.getComputedHeight()) + margin('Bottom'));
  }
  const { node } = box;
  const paddingBottom = finite(node?.getComputedPadding(Edge.Bottom) ?? 0);
  // The bar's own column is no part of what is scrolled.
  const paddingRight = Math.max(0, finite(node?.getComputedPadding(Edge.Right) ?? 0) - 1);
  const width = Math.max(port.width, Math.round(right + paddingRight) - port.x);
  const height = Math.max(port.height, Math.round(bottom + paddingBottom) - port.y);
  const left = Math.min(scroll.left, width - port.width);
  const top = Math.min(scroll.top, height - port.height);
  const moved = left !== scroll.left || top !== scroll.top;
  if (height !== scroll.height || moved) {
    const bar = { x: port.x + port.width, y: port.y, width: 1, height: port.height };
    const visible = intersect(bar, box.visible);
    changes.push({ box: { visible }, before: visible });
  }
  scroll.width = width;
  scroll.height = height;
  scroll.left = left;
  scroll.top = top;
  return moved;
}

/** Rounds to whole cells. Halves go up, also where single-precision sums left them a little short. */
function cells(value: number): number {
  return Math.floor(value + 0.5 + 1 / 1024);
}

/** yoga gives NaN where nothing was laid out. */
function finite(value: number): number {
  return Number.isFinite(value) ? value : 0;
}

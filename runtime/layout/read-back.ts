/** Reads yoga's results into boxes: absolute cells, what is visible, and which boxes changed place. */
import { intersect, isEmpty, sameRect, type Rect, type Size } from '../geometry.js';
import type { LayoutBox } from './box.js';
import type { YogaNode } from './yoga.js';
import { Edge } from 'yoga-layout';

export interface BoxChange {
  readonly box: LayoutBox;
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
  const stack: Visit[] = [{ box: root, moved: false }];
  let read = 0;
  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    const { box } = visit;
    const { node, parent } = box;
    if (node === null) continue;
    const fresh = node.hasNewLayout();
    if (!fresh && !visit.moved) continue;
    node.markLayoutSeen();
    read++;
    const moved = place(box, node, parent, parent?.clip ?? whole, floating, changes);
    if (box.inner !== null) {
      box.inner.calculateLayout(box.content.width, box.content.height);
      box.inner.markLayoutSeen();
    }
    for (let i = box.children.length - 1; i >= 0; i--) stack.push({ box: box.children[i]!, moved });
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
  const origin = originOf(parent);
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
  const inner = clips
    ? intersect(clip, {
        x: rect.x + border(Edge.Left),
        y: rect.y + border(Edge.Top),
        width: rect.width - border(Edge.Left) - border(Edge.Right),
        height: rect.height - border(Edge.Top) - border(Edge.Bottom),
      })
    : clip;
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
        (style['top'] !== 'auto' && style['top'] !== undefined) ||
        (style['left'] !== 'auto' && style['left'] !== undefined) ||
        (style['right'] !== 'auto' && style['right'] !== undefined) ||
        (style['bottom'] !== 'auto' && style['bottom'] !== undefined) ||
        Number(style['marginTop']) < 0 ||
        Number(style['marginRight']) < 0 ||
        Number(style['marginBottom']) < 0 ||
        Number(style['marginLeft']) < 0)) ||
      !sameRect(intersect(visible, parent.content), visible));
  box.floating = loose || (parent?.floating ?? false);
  if (loose) floating.add(box);
  else floating.delete(box);
}

/** Where a child's position is counted from: the border box, or for an island its content box. */
function originOf(parent: LayoutBox | null): { left: number; top: number } {
  if (parent === null) return { left: 0, top: 0 };
  return parent.inner === null ? parent : { left: parent.content.x, top: parent.content.y };
}

/** Rounds to whole cells. Halves go up, also where single-precision sums left them a little short. */
function cells(value: number): number {
  return Math.floor(value + 0.5 + 1 / 1024);
}

/** yoga gives NaN where nothing was laid out. */
function finite(value: number): number {
  return Number.isFinite(value) ? value : 0;
}

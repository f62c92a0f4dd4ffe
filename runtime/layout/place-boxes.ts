/** Reads yoga's results into boxes: absolute cells, visible parts, and which boxes moved. */
import {
  intersect,
  isEmpty,
  sameRect,
  type Insets,
  type Rect,
  type Size,
} from '../base/geometry.js';
import type { ComputedStyle } from '../element/contract.js';
import { NO_NUDGE, type LayoutBox, type ScrollState } from './box.js';
import { Edge } from '#yoga';
import { borderOf, paddingOf, type LayoutNode } from './layout-node.js';
import { COMPUTED } from '../element/internals.js';

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
 * Updates the content of a box that was scrolled after its layout.
 *
 * @returns the number of boxes read
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
    const clip = clipOf(at, parent);
    at.visible = intersect(at.rect, clip);
    at.clip = at.port === null ? clip : intersect(clip, at.port);
    float(at, parent, at.visible, floating);
    for (const child of at.children) stack.push(child);
  }
  return moved;
}

/** The children that move with the box: fixed ones stay where they are. */
function inFlow({ children, parent }: LayoutBox): readonly LayoutBox[] {
  return parent === null ? children.filter(({ viewport }) => viewport === null) : children;
}

/** The clip of a box by its parent: that of a pane is its part. */
function clipOf({ cell }: LayoutBox, parent: LayoutBox): Rect {
  return cell === null || cell.cut === null
    ? parent.clip
    : intersect(parent.clip, onScreen(cell.cut, parent));
}

/** A rectangle of a box's content, on the screen. */
function onScreen({ x, y, width, height }: Rect, { content, scroll }: LayoutBox): Rect {
  return {
    x: content.x + x - (scroll?.left ?? 0),
    y: content.y + y - (scroll?.top ?? 0),
    width,
    height,
  };
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
    const clip = parent === null || box.viewport !== null ? whole : clipOf(box, parent);
    const before = box.arrangement === null ? null : frameOf(box);
    let moved = place(box, node, fresh, clip, floating, changes);
    box.island?.arrange(box.content);
    box.arrangement?.arrange(box.content);
    if ((fresh || box.island !== null) && nudge(box)) moved = true;
    if (box.scroll !== null && fitScroll(box, box.scroll, clip, changes)) moved = true;
    const cellsMoved = moved && !(before !== null && isSamePlace(before, frameOf(box)));
    pushChildren(stack, box, moved, cellsMoved);
  }
  return read;
}

function pushChildren(stack: Visit[], box: LayoutBox, moved: boolean, cellsMoved: boolean): void {
  const known = box.arrangement?.moved;
  if (known !== undefined) {
    // The last on the stack is visited first.
    if (!cellsMoved) {
      for (const child of known.reverse()) stack.push({ box: child, moved: true });
    }
    for (const { cell } of known) if (cell !== null) cell.moved = false;
    known.length = 0;
    if (!cellsMoved) return;
  }
  for (let i = box.children.length - 1; i >= 0; i--) {
    const child = box.children[i]!;
    // Fixed ones are laid out on their own, and were put on the stack at the start.
    if (child.viewport !== null) continue;
    const { cell } = child;
    // The content of a cell is visited only if the cell has moved.
    if (cell === null) stack.push({ box: child, moved });
    else if (cellsMoved || cell.moved) {
      stack.push({ box: child, moved: true });
      cell.moved = false;
    }
  }
}

/** The geometry of a box that determines the position and clipping of boxes in its cells. */
interface CellFrame {
  readonly left: number;
  readonly top: number;
  readonly content: Rect;
  readonly clip: Rect;
  readonly scrollLeft: number;
  readonly scrollTop: number;
  readonly floating: boolean;
}

function frameOf({ left, top, content, clip, scroll, floating }: LayoutBox): CellFrame {
  return {
    left,
    top,
    content,
    clip,
    scrollLeft: scroll?.left ?? 0,
    scrollTop: scroll?.top ?? 0,
    floating,
  };
}

/** True where cells that were not laid out stay: the box has at most become higher at its end, as a list does. */
function isSamePlace(a: CellFrame, b: CellFrame): boolean {
  return (
    a.left === b.left &&
    a.top === b.top &&
    a.content.x === b.content.x &&
    a.content.y === b.content.y &&
    a.content.width === b.content.width &&
    a.content.height <= b.content.height &&
    sameRect(a.clip, b.clip) &&
    a.scrollLeft === b.scrollLeft &&
    a.scrollTop === b.scrollTop &&
    a.floating === b.floating
  );
}

function place(
  box: LayoutBox,
  node: LayoutNode,
  fresh: boolean,
  clip: Rect,
  floating: Set<LayoutBox>,
  changes: BoxChange[],
): boolean {
  const { parent } = box;
  const origin = originOf(box.viewport === null ? parent : null, box);
  const left = origin.left + finite(node.getComputedLeft());
  const top = origin.top + finite(node.getComputedTop());
  // Edges are rounded, not sizes: adjacent boxes stay adjacent.
  const x = cells(left);
  const y = cells(top);
  const right = cells(left + finite(node.getComputedWidth()));
  const bottom = cells(top + finite(node.getComputedHeight()));
  const size = { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) };
  const rect = box.cell === null || parent?.kind !== 'grid' ? size : keepInArea(box, parent, size);
  // Yoga is asked only where it has laid the box out: each question is a call into WebAssembly.
  if (fresh) {
    const top = borderOf(node, 'borderTop');
    const right = borderOf(node, 'borderRight');
    const bottom = borderOf(node, 'borderBottom');
    const left = borderOf(node, 'borderLeft');
    box.borders = { top, right, bottom, left };
    box.insets = {
      top: cells(top + finite(paddingOf(node, 'paddingTop', Edge.Top))),
      right: cells(right + finite(paddingOf(node, 'paddingRight', Edge.Right))),
      bottom: cells(bottom + finite(paddingOf(node, 'paddingBottom', Edge.Bottom))),
      left: cells(left + finite(paddingOf(node, 'paddingLeft', Edge.Left))),
    };
  }
  const content = inside(rect, box.insets);
  const visible = intersect(rect, clip);
  const clips = !box.anonymous && isCut(box.element[COMPUTED]);
  // An overflow clips at the padding box (CSS Overflow 3 section 3.1): the border stays whole.
  const port = portOf(box, rect);
  if (box.scroll !== null) box.scroll.port = port;
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

/**
 * Limits a child of a grid to its area unless a style sets its size: yoga would let border and padding overflow
 * an area that is smaller than they are.
 */
function keepInArea(box: LayoutBox, parent: LayoutBox, rect: Rect): Rect {
  const style = box.anonymous ? {} : box.element[COMPUTED];
  const { area } = box.cell ?? { area: rect };
  const free = (...names: string[]): boolean =>
    names.every((name) => style[name] === undefined || style[name] === 'auto');
  const negative = (...names: string[]): boolean => names.some((name) => Number(style[name]) < 0);
  if (style['position'] === 'absolute' || !free('top', 'right', 'bottom', 'left')) return rect;
  const { left = 0, top = 0 } = parent.scroll ?? {};
  let { x, y, width, height } = rect;
  if (free('width', 'minWidth') && !negative('marginLeft', 'marginRight')) {
    const start = parent.content.x + area.x - left;
    x = Math.max(x, start);
    width = Math.max(0, Math.min(rect.x + width, start + area.width) - x);
  }
  if (free('height', 'minHeight') && !negative('marginTop', 'marginBottom')) {
    const start = parent.content.y + area.y - top;
    y = Math.max(y, start);
    height = Math.max(0, Math.min(rect.y + height, start + area.height) - y);
  }
  return { x, y, width, height };
}

function inside({ x, y, width, height }: Rect, { top, right, bottom, left }: Insets): Rect {
  return {
    x: x + left,
    y: y + top,
    width: Math.max(0, width - left - right),
    height: Math.max(0, height - top - bottom),
  };
}

/** Cut at its edges, unless it shows what overflows in both axes. */
function isCut(style: ComputedStyle): boolean {
  return style['overflowX'] !== 'visible' || style['overflowY'] !== 'visible';
}

/** What is left of the box for its content beside border, gutters and scrollbars. */
function portOf({ scroll, borders }: LayoutBox, rect: Rect): Rect {
  const port = inside(rect, borders);
  if (scroll === null) return port;
  const { axes, bottomBar } = scroll;
  return {
    ...port,
    width: Math.max(0, port.width - (axes.y ? 1 : 0)),
    height: Math.max(0, port.height - (bottomBar ? 1 : 0)),
  };
}

const OFFSETS = ['top', 'left', 'right', 'bottom'] as const;

function isPositioned({ anonymous, element, viewport }: LayoutBox): boolean {
  if (anonymous) return false;
  const style = element[COMPUTED];
  if (viewport !== null || style['position'] === 'absolute') return true;
  return OFFSETS.some((side) => style[side] !== 'auto' && style[side] !== undefined);
}

/**
 * Positioned boxes, boxes among which one pulls the others, and boxes that stick out of their parent, or
 * in a grid out of an area that is theirs alone, may cover others.
 */
function float(
  box: LayoutBox,
  parent: LayoutBox | null,
  visible: Rect,
  floating: Set<LayoutBox>,
): void {
  const loose =
    parent !== null &&
    !isEmpty(visible) &&
    (isPositioned(box) ||
      parent.pulls ||
      (parent.kind === 'grid' && !isAloneInArea(box, parent, visible)) ||
      // What is scrolled shows in the padding, too, where nothing else is.
      (parent.scroll === null
        ? !sameRect(intersect(visible, parent.content), visible)
        : !sameRect(intersect(visible, parent.clip), visible)));
  box.floating = loose || (parent?.floating ?? false);
  if (loose) floating.add(box);
  else floating.delete(box);
}

function isAloneInArea({ cell }: LayoutBox, parent: LayoutBox, visible: Rect): boolean {
  if (cell === null || parent.arrangement?.overlaps === true) return false;
  return sameRect(intersect(visible, onScreen(cell.area, parent)), visible);
}

/** What puts free room, also less than none, before the first child. */
const FROM_THE_END = new Set(['center', 'flex-end', 'end', 'space-around', 'space-evenly']);

/**
 * Children that do not fit begin where their box does, whatever `justify-content` is: what sticks out at
 * the start can neither be seen nor scrolled to ("safe" in CSS Box Alignment 3 section 4.4).
 *
 * @returns true where that has changed
 */
function nudge(box: LayoutBox): boolean {
  const before = box.nudge;
  box.nudge = NO_NUDGE;
  const style = box.element[COMPUTED];
  const direction = style['flexDirection'] ?? 'column';
  const row = direction === 'row';
  const nowrap = style['flexWrap'] === undefined || style['flexWrap'] === 'nowrap';
  if (
    (row || direction === 'column') &&
    nowrap &&
    !box.anonymous &&
    box.arrangement === null &&
    FROM_THE_END.has(String(style['justifyContent']))
  ) {
    const { left, top } = box.island?.padding ?? box.insets;
    const over = Math.max(0, (row ? left : top) - startOf(box, row));
    if (over > 0) box.nudge = row ? { left: over, top: 0 } : { left: 0, top: over };
  }
  return before.left !== box.nudge.left || before.top !== box.nudge.top;
}

/** Where the first child in flow begins, its margin included, from the corner of the box. */
function startOf({ children }: LayoutBox, row: boolean): number {
  let start = Infinity;
  for (const { node, viewport, anonymous, element } of children) {
    const style = anonymous ? {} : element[COMPUTED];
    const away = style[row ? 'left' : 'top'] ?? 'auto';
    if (node === null || viewport !== null || style['position'] === 'absolute' || away !== 'auto')
      continue;
    const at = row ? node.getComputedLeft() : node.getComputedTop();
    const margin = node.getComputedMargin(row ? Edge.Left : Edge.Top);
    start = Math.min(start, finite(at) - finite(margin));
  }
  return start;
}

/** Where a child's position is counted from: the border box, or where yoga's tree is cut the content box. */
function originOf(
  parent: LayoutBox | null,
  { cell, anonymous, element }: LayoutBox,
): { left: number; top: number } {
  if (parent === null) return { left: 0, top: 0 };
  const { island, content, scroll } = parent;
  const absolute = !anonymous && element[COMPUTED]['position'] === 'absolute';
  const nudge = absolute ? NO_NUDGE : parent.nudge;
  let left = parent.left + nudge.left;
  let top = parent.top + nudge.top;
  if (cell !== null) {
    left = content.x + cell.area.x;
    top = content.y + cell.area.y;
  } else if (island !== null) {
    left = content.x - island.padding.left + nudge.left;
    top = content.y - island.padding.top + nudge.top;
  }
  return scroll === null ? { left, top } : { left: left - scroll.left, top: top - scroll.top };
}

/**
 * Measures the content of a box that scrolls, and keeps its place in range, or at the end.
 *
 * @returns true where that moved it, or changed what its content is cut at
 */
function fitScroll(box: LayoutBox, scroll: ScrollState, clip: Rect, changes: BoxChange[]): boolean {
  const { axes, bottomBar } = scroll;
  const before = scroll.port;
  const { right, bottom } = contentEnd(box, scroll);
  const { borders, insets: outer } = box;
  const paddingRight = outer.right - borders.right - (axes.y ? 1 : 0);
  // With both scrollbars, the horizontal one has a row only while it is shown; alone it uses a row of the
  // padding. It never uses the only row.
  const wider = Math.round(right + paddingRight) > before.x + before.width;
  const lines = box.rect.height - borders.top - borders.bottom;
  scroll.bottomBar = axes.x && lines > 1 && (!axes.y || wider);
  const paddingBottom = outer.bottom - borders.bottom - (axes.x && !axes.y ? 1 : 0);
  const port = portOf(box, box.rect);
  const width = Math.max(port.width, Math.round(right + paddingRight) - port.x);
  const height = Math.max(port.height, Math.round(bottom + paddingBottom) - port.y);
  const left = Math.min(scroll.left, width - port.width);
  const sticks = !box.anonymous && axes.y && box.element[COMPUTED]['scrollStick'] === 'end';
  const end = height - port.height;
  const top = sticks && scroll.atEnd ? end : Math.min(scroll.top, end);
  const moved =
    left !== scroll.left || top !== scroll.top || !sameRect(port, before) || box.port === null;
  if (
    height !== scroll.height ||
    width !== scroll.width ||
    moved ||
    bottomBar !== scroll.bottomBar
  ) {
    for (const bar of barsOf(box, before, bottomBar)) {
      const visible = intersect(bar, box.visible);
      changes.push({ box: { visible }, before: visible });
    }
  }
  Object.assign(scroll, { width, height, left, top, atEnd: top >= end, port });
  box.port = port;
  box.clip = intersect(clip, port);
  return moved;
}

/** The cells of both scrollbars, and those that the lower one has come to or left. */
function barsOf({ scroll, rect, borders }: LayoutBox, before: Rect, hadBottom: boolean): Rect[] {
  const whole = inside(rect, borders);
  const bars: Rect[] = [];
  if (scroll?.axes.y === true) {
    bars.push({ ...whole, x: before.x + before.width, width: 1 });
  }
  if (scroll?.bottomBar === true || hadBottom) {
    bars.push({ ...whole, y: whole.y + whole.height - 1, height: 1 });
  }
  return bars;
}

/** Where the content of a box that scrolls ends on the screen, were it not scrolled. */
function contentEnd(box: LayoutBox, scroll: ScrollState): { right: number; bottom: number } {
  let right = scroll.port.x;
  let bottom = scroll.port.y;
  if (box.arrangement?.extent !== undefined) bottom = box.content.y + box.arrangement.extent;
  const end = box.arrangement?.end;
  if (end !== undefined) {
    right = Math.max(right, box.content.x + end.right);
    bottom = Math.max(bottom, box.content.y + end.bottom);
    return { right, bottom };
  }
  for (const child of inFlow(box)) {
    const { node, element, anonymous, cell } = child;
    if (node === null) continue;
    if (cell !== null) {
      right = Math.max(right, box.content.x + cell.area.x + cell.right);
      bottom = Math.max(bottom, box.content.y + cell.area.y + cell.bottom);
      continue;
    }
    const origin = originOf(box, child);
    const left = origin.left + scroll.left + finite(node.getComputedLeft());
    const top = origin.top + scroll.top + finite(node.getComputedTop());
    // Margins are read from yoga only if there are any: a list has thousands of children.
    const margin = (side: 'Right' | 'Bottom'): number =>
      anonymous || !element[COMPUTED][`margin${side}`]
        ? 0
        : finite(node.getComputedMargin(Edge[side]));
    right = Math.max(right, left + finite(node.getComputedWidth()) + margin('Right'));
    bottom = Math.max(bottom, top + finite(node.getComputedHeight()) + margin('Bottom'));
  }
  return { right, bottom };
}

/** Rounds to whole cells. Halves go up, also where single-precision sums left them a little short. */
function cells(value: number): number {
  return Math.floor(value + 0.5 + 1 / 1024);
}

/** yoga returns NaN for what was not laid out. */
function finite(value: number): number {
  return Number.isFinite(value) ? value : 0;
}

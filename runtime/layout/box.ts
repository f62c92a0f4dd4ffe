/**
 * Layout boxes: the tree of boxes, beside the tree of nodes.
 *
 * An element that is displayed has one box. Bare text inside a `flow` element has a box of its own
 * (an anonymous one, as in CSS 2 section 9.2.1.1), which belongs to that element.
 */
import { EMPTY_RECT, type Insets, type Rect, type Size } from '../base/geometry.js';
import type { TuiElement } from '../element/tui-element.js';
import type { Arrangement, Cell } from './arrangement.js';
import type { FarSource } from './far/far-children.js';
import type { InlineContent } from './inline.js';
import type { Island } from './island.js';
import type { LayoutNode } from './layout-node.js';
import type { ScrollAxes } from './yoga.js';

/** Levels of boxes that yoga lays out in one go; its WebAssembly stack overflows past about 300. */
export const ISLAND_DEPTH = 100;

export const NO_INSETS: Insets = { top: 0, right: 0, bottom: 0, left: 0 };

/** Laid out by yoga, as a grid, or divided between two children. */
export type BoxKind = 'flex' | 'grid' | 'panes';

export const NO_NUDGE = { left: 0, top: 0 } as const;

let nextId = 1;

/** Of a box with `overflow: scroll` in an axis; all in whole cells. */
export interface ScrollState {
  left: number;
  top: number;
  /** True where the end of the content was in view when it was last scrolled or laid out. */
  atEnd: boolean;
  /** Size of the content, at least that of the port. */
  width: number;
  height: number;
  /** The part of the box where content shows: inside the border, left of and above the scrollbars. */
  port: Rect;
  /** Which ways the user scrolls. */
  axes: ScrollAxes;
  /** True where there is a scrollbar below the content. */
  bottomBar: boolean;
}

export class LayoutBox {
  /** Names the box in the hit grid; never 0, never used twice in a process. */
  readonly id = nextId++;
  parent: LayoutBox | null = null;
  children: LayoutBox[] = [];
  /** Levels below the root box, which has 0. */
  depth = 0;
  /** Where the border box starts, before rounding to cells. */
  left = 0;
  top = 0;
  /** Offset of children in flow, so that those that do not fit overflow at the end. */
  nudge: { readonly left: number; readonly top: number } = NO_NUDGE;
  /** Border box in screen cells. */
  rect: Rect = EMPTY_RECT;
  /** Content box in screen cells: inside border and padding. */
  content: Rect = EMPTY_RECT;
  /** What may be seen of the border box: cut by the screen and by every ancestor that clips. */
  visible: Rect = EMPTY_RECT;
  /** What descendants may show: `visible` of the box, or more where it lets them overflow. */
  clip: Rect = EMPTY_RECT;
  /** What content is cut at: inside the border, and left of a scrollbar; null where it may show outside. */
  port: Rect | null = null;
  /** What can be scrolled: the place, and how large the content is; null where the box does not scroll. */
  scroll: ScrollState | null = null;
  /** True where it, or a box around it, may lie over boxes that are not its ancestors. */
  floating = false;
  /** True where a negative margin of a child has pulled those behind it over others: they may lie there still. */
  pulls = false;
  /**
   * Of a box with `position: fixed`: the node of the size of the screen that it is laid out in. Such a
   * box hangs under the root's, whichever element it belongs to, and only the screen clips it.
   */
  viewport: LayoutNode | null = null;
  /** Children in the order they are painted, where that is not tree order. */
  paintOrder: LayoutBox[] | null = null;
  /** Its node in yoga's tree; null once the box is gone. */
  node: LayoutNode | null;
  /** Where its children are in a tree of their own: the depth of yoga's tree is cut, or they have percentages. */
  island: Island | null = null;
  /**
   * Where yoga's tree is cut for its depth: how large the inside would like to be. It is reported to the
   * outside instead of asking, since that would be one call inside the other, however deep the document is.
   */
  natural: Size | null = null;
  /** Lays out the children instead of yoga: a grid, or a long list. They are attached to cells then, not to `node`. */
  arrangement: Arrangement | null = null;
  /** How the box lays out its children; fixed for its lifetime. */
  kind: BoxKind = 'flex';
  /** All rows of a box that has boxes only for those near the view; null where all children have boxes. */
  far: FarSource | null = null;
  /** The box's cell in an arranged parent. */
  cell: Cell | null = null;
  /** Insets from the border box to what is inside border and gutters, in cells. */
  borders: Insets = NO_INSETS;
  /** The same, padding included. */
  insets: Insets = NO_INSETS;
  /** Text and inline elements, measured and painted as one; only where the box has them. */
  inline: InlineContent | null = null;

  constructor(
    /** The element it shows, or for an anonymous text box the element whose text it is. */
    readonly element: TuiElement,
    readonly anonymous: boolean,
    node: LayoutNode,
  ) {
    this.node = node;
  }

  /** The yoga node that its children's nodes hang below; null where each has a cell. */
  get childNode(): LayoutNode | null {
    return this.arrangement === null ? (this.island?.node ?? this.node) : null;
  }

  /** True where the box is this one or is below it. */
  within(ancestor: LayoutBox): boolean {
    if (this === ancestor) return true;
    // A box of the same depth cannot be below: the walk is as long as the difference in depth.
    let box = this.parent;
    while (box !== null && box.depth > ancestor.depth) box = box.parent;
    return box === ancestor;
  }
}

/**
 * Boxes whose children are laid out here instead of by yoga, which has no grid.
 *
 * For yoga such a box is a leaf that measures itself. Each child hangs in a tree of its own, the cell,
 * which is measured at the sizes requested and in the end laid out at the size of its area.
 */
import type { LayoutBox } from './box.js';
import { EMPTY_RECT, sameRect, type Rect, type Size } from '../base/geometry.js';
import { Edge, MeasureMode } from '#yoga';
import { createNode, freeNode, marginOf, resolveShares, type LayoutNode } from './layout-node.js';

export interface Arrangement {
  /** Size of all children with the gaps between them. `Infinity` where a side is not known. */
  measure(width: number, height: number): Size;
  /** Assigns every child its area and lays it out there. @param content cells inside border and padding */
  arrange(content: Size): void;
  /** Height of the content, where not all of it has boxes. */
  readonly extent?: number;
  /** True where the areas of two children have cells in common. */
  readonly overlaps?: boolean;
  /** True where children are below each other, none before the end of another. */
  readonly isColumn?: boolean;
  /** Children that the last `arrange` has laid out or moved: all others are where they were. Undefined where that is not known. */
  readonly moved?: LayoutBox[];
  /** The end of all children, relative to the content box; undefined where it is not known. */
  readonly end?: { readonly right: number; readonly bottom: number } | undefined;
  /**
   * Children have come or gone, or a style that says where they are has changed.
   *
   * @param child the only one that it concerns
   */
  invalidate(child?: LayoutBox): void;
  /** A child may be of another size from now on. */
  resized(): void;
}

/** An arrangement that keeps the sizes it has measured, and what it has laid its cells out in. */
export abstract class KeptArrangement implements Arrangement {
  readonly #measured = new Map<string, Size>();
  /** The content that the cells have their places in; null where they were only measured since. */
  protected laid: Size | null = null;
  protected readonly box: LayoutBox;

  constructor(box: LayoutBox) {
    this.box = box;
  }

  protected abstract sizeAt(width: number, height: number): Size;
  abstract arrange(content: Size): void;
  readonly isColumn?: boolean;
  readonly moved?: LayoutBox[];
  get end(): { readonly right: number; readonly bottom: number } | undefined {
    return undefined;
  }

  measure(width: number, height: number): Size {
    const key = `${width}x${height}`;
    let size = this.#measured.get(key);
    if (size === undefined) this.#measured.set(key, (size = this.sizeAt(width, height)));
    return size;
  }

  invalidate(_child?: LayoutBox): void {
    this.resized();
  }

  resized(): void {
    this.#measured.clear();
    this.laid = null;
  }
}

/** Most sizes of a cell that are kept; a grid requests two or three. */
const KEPT = 8;

/** The position of a child of an arranged box, and the root of its own yoga tree. */
export class Cell {
  readonly node: LayoutNode = createNode();
  /** Relative to the parent's content box, in cells. */
  area: Rect = EMPTY_RECT;
  /** The part of the child that may show, relative to the same box; null if it is not clipped here. */
  cut: Rect | null = null;
  /** Where the child was among others when it was last looked up. */
  at = -1;
  /** True where the area came to another place, and the child with it. */
  moved = true;
  #natural: Size | null = null;
  /** True while percentages of the child are set, which does not invalidate the parent. */
  #isResolving = false;
  /** The height at the width that was asked last; others are in the map. */
  #width = Number.NaN;
  #height = 0;
  #heights: Map<number, number> | undefined;
  /** The size it was laid out for, without a height if that was automatic; null if the layout is out of date. */
  #laid: { readonly width: number; readonly height: number | undefined } | null = null;
  /** The child's end, including margins, relative to the start of the area; it may overflow the area. */
  right = 0;
  bottom = 0;

  readonly #child: LayoutNode;

  constructor(child: LayoutNode, dirtied: () => void) {
    this.#child = child;

    this.node.insertChild(child, 0);
    this.node.setDirtiedFunc(() => {
      if (this.#isResolving) return;
      this.forget();
      dirtied();
    });
  }

  /**
   * How the child is aligned in the width of its area where it is not stretched to it: as wide as its
   * content, and never wider than the area. Null where yoga is to say.
   */
  fit: 'start' | 'center' | 'end' | null = null;

  #widthIn(width: number): number {
    return this.fit === null ? width : Math.min(this.maxWidth(), width);
  }

  /** Width in cells of the child where nothing limits it, margins included. */
  maxWidth(): number {
    if (this.#natural === null) {
      this.#laid = null;
      this.#calculate(undefined, undefined);
      this.#natural = { width: sizeOf(this.node, 'Width'), height: sizeOf(this.node, 'Height') };
    }
    return this.#natural.width;
  }

  /** Height in cells of the child at a width, margins included. */
  heightAt(room: number): number {
    const width = this.#widthIn(room);
    if (width === this.#width) return this.#height;
    let height = this.#heights?.get(width);
    if (height === undefined) {
      this.#layOut(width, undefined);
      height = sizeOf(this.node, 'Height');
      if (!Number.isNaN(this.#width)) {
        this.#heights ??= new Map();
        if (this.#heights.size >= KEPT) this.#heights.clear();
        this.#heights.set(this.#width, this.#height);
      }
      this.#width = width;
      this.#height = height;
    }
    return height;
  }

  /** True where it has this area already, and has not changed since. */
  isSettledIn(x: number, y: number, width: number, height: number): boolean {
    const { area } = this;
    const isSame = area.x === x && area.y === y && area.width === width && area.height === height;
    const isLaid = this.#laid?.width === width && this.#laid.height === height;
    return isSame && isLaid && this.#settled && this.fit === null && this.cut === null;
  }

  /** Assigns the child an area, and lays it out in it by its style. */
  settle(whole: Rect, cut: Rect | null = null): void {
    const width = this.#widthIn(whole.width);
    const free = whole.width - width;
    const shift = this.fit === 'center' ? free >> 1 : this.fit === 'end' ? free : 0;
    const area = { ...whole, x: whole.x + shift, width };
    if (area.x !== this.area.x || area.y !== this.area.y) this.moved = true;
    if (!sameCut(cut, this.cut)) this.moved = true;
    this.area = area;
    this.cut = cut;
    if (this.#laid?.width !== area.width || this.#laid.height !== area.height) {
      this.#layOut(area.width, area.height);
    }
    if (!this.#settled) this.#finish();
  }

  /** Places the child in a column, with its natural height. */
  settleAt(y: number, width: number, height: number): void {
    const { area } = this;
    if (area.y !== y || area.width !== width || area.height !== height) {
      this.moved = true;
      this.area = { x: 0, y, width, height };
    }
    if (this.#laid?.width !== width || this.#laid.height !== undefined)
      this.#layOut(width, undefined);
    if (!this.#settled) this.#finish();
  }

  /** False where it was laid out since its place was read. */
  #settled = false;

  #calculate(width: number | undefined, height: number | undefined): void {
    this.#isResolving = true;
    resolveShares(this.#child, this.node, width ?? Infinity, height ?? Infinity);
    this.#isResolving = false;
    this.node.calculateLikeOthers(width, height);
  }

  #layOut(width: number, height: number | undefined): void {
    this.#calculate(width, height);
    this.#laid = { width, height };
    this.#settled = false;
  }

  #finish(): void {
    const child = this.#child;
    this.node.markLayoutSeen();
    this.#settled = true;
    this.moved = true;
    const right = marginOf(child, 'marginRight', Edge.Right);
    const bottom = marginOf(child, 'marginBottom', Edge.Bottom);
    this.right = (child.getComputedLeft() || 0) + (child.getComputedWidth() || 0) + right;
    this.bottom = (child.getComputedTop() || 0) + (child.getComputedHeight() || 0) + bottom;
  }

  forget(): void {
    this.#natural = null;
    this.#laid = null;
    this.#width = Number.NaN;
    this.#heights = undefined;
  }

  free(): void {
    // Removing the child must not invalidate the parent.
    this.node.unsetDirtiedFunc();
    this.node.removeChild(this.#child);
    freeNode(this.node);
  }
}

/**
 * Lets yoga ask the arrangement.
 *
 * @param natural the size to report where it must not be measured, else null
 * @param keeps false where the box may be given less height than what is in it has; true where that
 *   sticks out, as it does of a column that yoga lays out
 */
export function measureArranged(
  node: LayoutNode,
  arrangement: Arrangement,
  natural: (() => Size) | null,
  keeps: () => boolean = () => false,
): void {
  node.setMeasureFunc((width, widthMode, height, heightMode) => {
    if (natural !== null) return natural();
    const wide = widthMode === MeasureMode.Undefined ? Infinity : Math.max(0, Math.floor(width));
    const high = heightMode === MeasureMode.Exactly ? Math.max(0, Math.floor(height)) : Infinity;
    const exact = widthMode === MeasureMode.Exactly;
    const preferredWidth = exact ? wide : Math.min(wide, arrangement.measure(Infinity, high).width);
    const size = arrangement.measure(preferredWidth, high);
    return {
      width: exact ? wide : preferredWidth,
      height:
        heightMode === MeasureMode.Undefined || (heightMode === MeasureMode.AtMost && keeps())
          ? size.height
          : Math.min(size.height, height),
    };
  });
}

function sameCut(a: Rect | null, b: Rect | null): boolean {
  return a === null || b === null ? a === b : sameRect(a, b);
}

export function sizeOf(node: LayoutNode, side: 'Width' | 'Height'): number {
  const size = side === 'Width' ? node.getComputedWidth() : node.getComputedHeight();
  // Percentages make fractions; what is measured must have room.
  return Number.isFinite(size) ? Math.max(0, Math.ceil(size - 1 / 1024)) : 0;
}

/**
 * A long list: a column with too many children to lay all of them out with yoga whenever one changes. They are
 * stacked here; each is laid out on its own, once, and again when it changes. So a change costs what it changes: those that
 * keep their height and their place are not looked at.
 *
 * Used only if yoga would do no more than that: no child grows or shrinks with the available space.
 */
import type { Size } from '../../base/geometry.js';
import type { ComputedStyle } from '../../element/contract.js';
import { KeptArrangement, type Cell } from '../arrangement.js';
import type { LayoutBox } from '../box.js';
import type { ChildSplice } from '../children.js';
import { Figures } from './figures.js';
import { automaticShrink } from '../measure.js';
import { COMPUTED } from '../../element/internals.js';

/** Children from which on a column is laid out here. */
const LONG = 100;
/** Widths at which the heights of all children are kept: yoga requests two or three. */
const MAX_WIDTHS = 4;
/** What was measured of each child, and those of which it is out of date. */
class Measured {
  readonly figures = new Figures();
  readonly stale: Set<Cell>;

  constructor(items: readonly LayoutBox[]) {
    this.stale = new Set(items.map(({ cell }) => cell!));
    this.figures.splice(0, 0, items.length);
  }
}

export class Stack extends KeptArrangement {
  override readonly isColumn = true;
  override readonly moved: LayoutBox[] = [];
  /** The children with cells, in order. */
  #items: readonly LayoutBox[] = [];
  #heights = new Map<number, Measured>();
  #naturals: Measured | undefined;
  /** Where children end on the right, at the width that they are laid out in. */
  #rights = new Figures();
  /** Children that end above or below their cell. */
  readonly #sticking = new Set<Cell>();
  /** The width and gap that children are laid out with; NaN where all are to be laid out. */
  #width = Number.NaN;
  #gap = 0;
  /** Children to be laid out again, and the first of which the place may be another. */
  readonly #unsettled = new Set<Cell>();
  #first = 0;

  override get end(): { readonly right: number; readonly bottom: number } {
    const items = this.#items;
    let bottom = 0;
    for (let at = items.length - 1; at >= 0; at--) {
      const cell = items[at]!.cell!;
      bottom = Math.max(bottom, cell.area.y + cell.bottom);
      if (!this.#sticking.has(cell)) break;
    }
    for (const { area, bottom: own } of this.#sticking) bottom = Math.max(bottom, area.y + own);
    return { right: Math.max(0, this.#rights.largest), bottom };
  }

  /** All is measured and laid out again, or what is in a child. */
  override invalidate(child?: LayoutBox): void {
    super.invalidate();
    if (child?.cell != null && this.#items.length > 0) {
      this.touch(child.cell);
      return;
    }
    this.#heights.clear();
    this.#naturals = undefined;
    this.#width = Number.NaN;
    this.#sticking.clear();
    const { children } = this.box;
    this.#items = children.every(({ cell }) => cell !== null)
      ? children
      : children.filter(({ cell }) => cell !== null);
  }

  /** A child is measured and laid out again. */
  touch(cell: Cell): void {
    for (const { stale } of this.#heights.values()) stale.add(cell);
    this.#naturals?.stale.add(cell);
    this.#unsettled.add(cell);
  }

  /** Others have replaced children, and have their cells. */
  splice({ start, removed, gone, added }: ChildSplice): void {
    super.invalidate();
    this.#items = this.box.children;
    const kept = [...this.#heights.values(), this.#naturals];
    for (const measured of kept) measured?.figures.splice(start, removed, added.length);
    for (const cell of gone) {
      for (const measured of kept) measured?.stale.delete(cell);
      this.#unsettled.delete(cell);
      this.#sticking.delete(cell);
    }
    // A child that went to another parent has left its cell already.
    if (gone.length < removed) {
      for (const cell of this.#sticking) if (this.#placeOf(cell) < 0) this.#sticking.delete(cell);
    }
    this.#rights.splice(start, removed, added.length);
    for (const [at, { cell }] of added.entries()) {
      cell!.at = start + at;
      this.touch(cell!);
    }
    this.#first = Math.min(this.#first, start);
  }

  protected sizeAt(width: number): Size {
    let wide = width;
    if (width === Infinity) {
      this.#naturals ??= new Measured(this.#items);
      this.#refresh(this.#naturals, (cell) => cell.maxWidth());
      wide = Math.max(0, this.#naturals.figures.largest);
    }
    const { length } = this.#items;
    const gaps = Math.max(0, length - 1) * gapOf(this.box);
    return { width: wide, height: this.#heightsAt(wide).sum + gaps };
  }

  #heightsAt(width: number): Figures {
    let heights = this.#heights.get(width);
    if (heights === undefined) {
      if (this.#heights.size >= MAX_WIDTHS) this.#heights.clear();
      this.#heights.set(width, (heights = new Measured(this.#items)));
    }
    this.#refresh(heights, (cell) => cell.heightAt(width));
    return heights.figures;
  }

  #refresh({ figures, stale }: Measured, measure: (cell: Cell) => number): void {
    for (const cell of stale) {
      const at = this.#placeOf(cell);
      if (at >= 0) figures.set(at, measure(cell));
    }
    stale.clear();
  }

  /** @returns -1 where the cell is gone */
  #placeOf(cell: Cell): number {
    const items = this.#items;
    if (items[cell.at]?.cell !== cell) cell.at = items.findIndex((item) => item.cell === cell);
    return cell.at;
  }

  arrange({ width, height }: Size): void {
    const gap = gapOf(this.box);
    // How high the box is does not matter to what is in it.
    if (this.laid?.width === width) return;
    const heights = this.#heightsAt(width);
    if (width === this.#width && gap === this.#gap) this.#arrangeChanged(heights, width, gap);
    else {
      this.#rights = new Figures();
      this.#rights.splice(0, 0, this.#items.length);
      this.#sticking.clear();
      this.#walk(0, this.#items.length, heights, width, gap);
    }
    this.#width = width;
    this.#gap = gap;
    this.#unsettled.clear();
    this.#first = Infinity;
    this.laid = { width, height };
  }

  #arrangeChanged(heights: Figures, width: number, gap: number): void {
    const places = [...this.#unsettled].map((cell) => this.#placeOf(cell));
    if (this.#first < this.#items.length) places.push(this.#first);
    let next = 0;
    for (const at of places.sort((a, b) => a - b)) {
      if (at >= next) next = this.#walk(at, at + 1, heights, width, gap);
    }
  }

  /**
   * Lays children out from one on: as far as a place is another one, or something is to be laid out, and at least up to `end`.
   *
   * @returns where it stopped
   */
  #walk(start: number, end: number, heights: Figures, width: number, gap: number): number {
    const items = this.#items;
    const before = items[start - 1]?.cell;
    let y = before == null ? 0 : before.area.y + heights.at(start - 1) + gap;
    let at = start;
    for (; at < items.length; at++) {
      const item = items[at]!;
      const cell = item.cell!;
      if (at >= end && cell.area.y === y && !this.#unsettled.has(cell)) break;
      const high = heights.at(at);
      cell.settleAt(y, width, high);
      if (cell.moved) this.moved.push(item);
      this.#rights.set(at, cell.right);
      if (cell.bottom === high) this.#sticking.delete(cell);
      else this.#sticking.add(cell);
      y += high + gap;
    }
    return at;
  }
}

function gapOf({ element }: LayoutBox): number {
  const { rowGap } = element[COMPUTED];
  return typeof rowGap === 'number' ? rowGap : 0;
}

/** True where a box with these children is to be laid out as a stack. */
export function isLongList(box: LayoutBox, children: readonly LayoutBox[] = box.children): boolean {
  return children.length >= LONG && mayStack(box) && children.every(isPlain);
}

/** True where a box that is laid out as a stack stays that with other children. */
export function staysLong(box: LayoutBox, added: readonly LayoutBox[]): boolean {
  return box.children.length >= LONG && mayStack(box) && added.every(isPlain);
}

function mayStack({ element, natural, anonymous }: LayoutBox): boolean {
  if (natural !== null || anonymous) return false;
  const style = element[COMPUTED];
  return (
    style['display'] === 'flex' &&
    style['flexDirection'] === 'column' &&
    style['flexWrap'] === 'nowrap' &&
    (style['justifyContent'] === 'normal' || style['justifyContent'] === 'flex-start')
  );
}

/** By style object, which rows that look alike have in common and which is replaced at every change. */
const plain = new WeakMap<ComputedStyle, boolean>();

const DOWN = ['height', 'minHeight', 'maxHeight', 'top', 'bottom', 'flexBasis'] as const;

export function isPlain(child: LayoutBox): boolean {
  // Text keeps its lines in a column.
  if (child.anonymous || child.viewport !== null) return true;
  // What may shrink, does so in yoga's way.
  if (child.element[COMPUTED]['flexShrink'] === undefined && automaticShrink(child) !== 0) {
    return false;
  }
  const style = child.element[COMPUTED];
  let known = plain.get(style);
  if (known === undefined) {
    const isNegative = (name: string): boolean =>
      typeof style[name] === 'number' && style[name] < 0;
    known =
      style['position'] === 'relative' &&
      (style['flexGrow'] ?? 0) === 0 &&
      (style['flexShrink'] ?? 0) === 0 &&
      (style['flexBasis'] ?? 'auto') === 'auto' &&
      DOWN.every((name) => typeof style[name] !== 'string' || style[name] === 'auto') &&
      style['marginTop'] !== 'auto' &&
      style['marginBottom'] !== 'auto' &&
      !isNegative('marginTop') &&
      !isNegative('marginBottom');
    plain.set(style, known);
  }
  return known;
}

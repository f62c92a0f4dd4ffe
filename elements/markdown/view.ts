/**
 * The units of a text that have elements. A short text has all of them. Of a long one only those near what shows have:
 * boxes of estimated height are in the place of the others, and what shows stays where it is when an estimate was wrong.
 */
import { COMPUTED } from '../../runtime/element/internals.js';
import {
  borderBoxOf,
  insertBefore,
  parentElementOf,
  removeNode,
  scrollMetricsOf,
  scrollTo,
  setAttribute,
} from '../../runtime/element/tree.js';
import type { Place } from '../../runtime/element/contract.js';
import type { TuiElement } from '../../runtime/element/tui-element.js';
import { Block, type ViewOptions } from './block.js';
import { make } from './nodes.js';
import type { MarkdownSource, Unit } from './source.js';

/** Units, and rows that they may have, of a text that has elements for all of them. */
const WHOLE = { units: 200, rows: 2000 };
/** Screens above what shows that have elements before they are taken out again. */
const KEPT = 8;
/** Rows that have elements at first, and while nothing is known of the screen. */
const FIRST = 200;

const NO_LABELS: ReadonlySet<string> = new Set();

/** A unit, and how many rows it is below the first row that shows. */
interface Anchor {
  readonly index: number;
  readonly offset: number;
  /** A line of the unit that is to show first: until it is known how the unit is laid out. */
  readonly line?: number;
}

export class MarkdownView {
  /** Of the units from `first` on. */
  #blocks: Block[] = [];
  #first = 0;
  #above: TuiElement | null = null;
  #below: TuiElement | null = null;
  /** Rows of a unit and the gap after it, as it was laid out last; 0 where that is not known. */
  #heights: number[] = [];
  /** Estimated rows of stable units, which keep their text, at this width; 0 where that is not known. */
  readonly #estimates: number[] = [];
  /** Rows of the screen where the units start that have elements, and where the last of them ends. */
  #tops: number[] = [];
  #bottom = 0;
  readonly #fitted = new WeakSet<TuiElement>();
  #width = 0;
  /** Units that were stable at the last update. */
  #settled = 0;
  #anchor: Anchor | null = null;
  /** Where the scroller was left, to detect that the user or a script has scrolled it. */
  #top = 0;
  #scrollHeight = 0;
  #isAtEnd = true;
  #hasGrown = false;

  readonly #parent: TuiElement;
  readonly #source: MarkdownSource;
  readonly #options: ViewOptions;

  constructor(parent: TuiElement, source: MarkdownSource, options: ViewOptions) {
    this.#parent = parent;
    this.#source = source;
    this.#options = options;
  }

  /** Units of the text so far. */
  get count(): number {
    const { stable, tail, isPending } = this.#source;
    return stable.length + (isPending ? 0 : tail.length);
  }

  /** True for a text that is short enough to have all its elements. */
  get #isWhole(): boolean {
    const { count } = this;
    return count <= WHOLE.units && this.#rowsIn(0, count) <= WHOLE.rows;
  }

  /** The units that have elements. */
  get range(): { readonly from: number; readonly to: number } {
    return { from: this.#first, to: this.#first + this.#blocks.length };
  }

  unit(index: number): Unit | undefined {
    const { stable, tail } = this.#source;
    return stable[index] ?? tail[index - stable.length];
  }

  /**
   * Brings the elements in step with the text.
   *
   * @param labels definitions that are new or others: links that they may be of are made again
   * @param isOpen the text goes on
   */
  update(labels: ReadonlySet<string> = NO_LABELS, isOpen = false): void {
    const { count } = this;
    const before = this.range.to;
    const isAll = before >= this.#heights.length;
    if (count > this.#heights.length) this.#hasGrown = true;
    this.#heights.length = Math.min(this.#heights.length, count);
    while (this.#heights.length < count) this.#heights.push(0);
    while (this.#estimates.length < count) this.#estimates.push(0);
    for (const block of this.#blocks.splice(Math.max(0, count - this.#first))) drop(block);
    for (const [offset, block] of this.#blocks.entries()) {
      const index = this.#first + offset;
      if (labels.size === 0 && index < this.#settled) continue;
      this.#refresh(block, index, labels, isOpen && index === count - 1);
    }
    this.#settled = this.#source.stable.length - (isOpen ? 1 : 0);
    // At the end of what has elements more of them are made, as long as that part may be visible.
    let to = this.#isWhole ? count : before;
    if (isAll && this.#isAtEnd) {
      for (let rows = FIRST; to < count && rows > 0; to++) rows -= this.#rowsOf(to);
    }
    this.#build(this.#first, to, isOpen);
    this.#fillGaps();
  }

  /** The units that have elements, with those. */
  *shown(): Generator<readonly [unit: Unit, element: TuiElement]> {
    for (const { unit, element } of this.#blocks) if (element !== null) yield [unit, element];
  }

  /** Called with the place of the element, before each frame that lays out. */
  placed({ visible, content }: Place, follows: boolean): void {
    if (this.count === 0) return;
    if (content.width !== this.#width) {
      this.#width = content.width;
      this.#heights.fill(0);
      this.#estimates.fill(0);
    }
    this.#measure();
    const scroller = scrollerOf(this.#parent);
    const metrics = scroller === null ? undefined : scrollMetricsOf(scroller);
    const top = metrics?.top ?? 0;
    const isMoved = top !== this.#top;
    const grown = this.#hasGrown || (metrics?.scrollHeight ?? 0) > this.#scrollHeight;
    if (scroller !== null && metrics !== undefined) {
      const end = Math.max(0, metrics.scrollHeight - metrics.clientHeight);
      if (follows && this.#isAtEnd && grown && top >= this.#top && top < end) {
        this.#anchor = null;
        scrollTo(scroller, { top: end });
      } else if (!isMoved) this.#keepAnchor(scroller, top);
      const now = scrollMetricsOf(scroller);
      this.#top = now.top;
      this.#scrollHeight = now.scrollHeight;
      this.#isAtEnd = now.top + now.clientHeight >= now.scrollHeight;
    }
    this.#hasGrown = false;
    // What was scrolled here is placed again, and then it is known what shows.
    if (this.#top !== top) return;
    const port = scroller === null ? 0 : portTop(scroller);
    if (visible.height > 0) this.#follow(visible.y, visible.height, port);
  }

  /** Shows a line of a unit at the top of what scrolls. */
  reveal(index: number, line = 0): void {
    const at = Math.max(0, Math.min(index, this.count - 1));
    this.#anchor = { index: at, offset: 0, line };
    this.#isAtEnd = false;
    const { from, to } = this.range;
    if (at < from || at >= to - 5)
      this.#window(Math.max(0, at - 20), Math.min(this.count, at + 40));
    const scroller = scrollerOf(this.#parent);
    const element = this.#blocks[at - this.#first]?.element ?? null;
    if (scroller === null || element === null) return;
    const y = this.rowOf(at, line) ?? 0;
    scrollTo(scroller, { top: scrollMetricsOf(scroller).top + y - portTop(scroller) });
    this.#top = scrollMetricsOf(scroller).top;
  }

  /** The row of the screen that a line of a unit is in; undefined where it has no element. */
  rowOf(index: number, line: number): number | undefined {
    const block = this.#blocks[index - this.#first];
    const element = block?.element ?? null;
    if (block === undefined || element === null) return undefined;
    return borderBoxOf(element).y + block.rowOf(line);
  }

  clear(): void {
    for (const block of this.#blocks.splice(0)) drop(block);
    for (const gap of [this.#above, this.#below]) if (gap !== null) removeNode(gap);
    this.#above = this.#below = null;
  }

  // Elements

  #refresh(block: Block, index: number, labels: ReadonlySet<string>, isOpen: boolean): void {
    const unit = this.unit(index)!;
    const isStale = block.refersTo(labels);
    if (!isStale && block.shows(unit, isOpen)) {
      block.unit = unit;
      return;
    }
    const before = block.element;
    block.update(unit, this.#blockOptions(isOpen), !isStale);
    this.#place(block, before, index);
  }

  #blockOptions(isOpen: boolean): ViewOptions & {
    readonly references: MarkdownSource['references'];
    readonly isOpen: boolean;
  } {
    return { ...this.#options, references: this.#source.references, isOpen };
  }

  /** Makes elements for the units of a range that has some of them already, or borders on them. */
  #build(from: number, to: number, isOpen = false): void {
    for (let index = this.range.to; index < to; index++) {
      const isLast = isOpen && index === this.count - 1;
      const block = new Block(this.unit(index)!, this.#blockOptions(isLast));
      this.#blocks.push(block);
      this.#place(block, null, index);
    }
    for (let index = this.#first - 1; index >= from; index--) {
      const block = new Block(this.unit(index)!, this.#blockOptions(false));
      this.#blocks.unshift(block);
      this.#first = index;
      this.#place(block, null, index);
    }
    if (this.#width === 0) return;
    // Most are as wide as the text: they have their shape before they are laid out.
    for (const [element, fit] of this.#options.fits) {
      if (this.#fitted.has(element)) continue;
      this.#fitted.add(element);
      fit(this.#width);
    }
  }

  #place({ element }: Block, before: TuiElement | null, index: number): void {
    if (element === before) return;
    if (element !== null) insertBefore(this.#parent, element, before ?? this.#after(index));
    if (before !== null) removeNode(before);
  }

  #after(index: number): TuiElement | null {
    for (const { element } of this.#blocks.slice(index + 1 - this.#first)) {
      if (element !== null) return element;
    }
    return this.#below;
  }

  // What shows

  /** Has elements for the units of a range and no others. */
  #window(from: number, to: number): void {
    const { from: first, to: end } = this.range;
    if (to <= first || from >= end) {
      for (const block of this.#blocks.splice(0)) drop(block);
      this.#first = from;
    }
    for (const block of this.#blocks.splice(Math.max(0, to - this.#first))) drop(block);
    for (const block of this.#blocks.splice(0, Math.max(0, from - this.#first))) drop(block);
    this.#first = Math.max(this.#first, from);
    this.#build(from, to);
    this.#fillGaps();
  }

  /** Has elements for what shows from a row of the screen on, and for some more above and below it. */
  #follow(y: number, height: number, port: number): void {
    const { count } = this;
    const { from, to } = this.range;
    const [index, top] = this.#unitOn(y);
    // Who has not come to the text yet looks at what is before it, and stays there.
    this.#anchor = top > port ? null : { index, offset: top - port };
    if (this.#isWhole && from === 0 && to === count) return;
    const isInside = index >= from && index < to;
    const above = isInside ? y - (this.#tops[0] ?? y) : 0;
    const isNear = (from === 0 || above >= height) && above <= KEPT * height;
    if (isInside && isNear && (to === count || this.#bottom >= y + 2 * height)) return;
    let first = index;
    for (let rows = top - y + 2 * height; first > 0 && rows > 0; first--) {
      rows -= this.#rowsOf(first - 1);
    }
    let last = index;
    for (let rows = y - top + 3 * height; last < count && rows > 0; last++) {
      rows -= this.#rowsOf(last);
    }
    this.#window(first, last);
  }

  /** The unit at a row of the screen, and the row where it starts: as it is, or as high as those above it may be. */
  #unitOn(y: number): [index: number, top: number] {
    const [first] = this.#tops;
    if (first !== undefined && first <= y && this.#bottom > y) {
      let at = 0;
      while (at + 1 < this.#tops.length && this.#tops[at + 1]! <= y) at++;
      return [this.#first + at, this.#tops[at]!];
    }
    const origin = this.#originY();
    const [index, start] = this.#unitAt(y - origin);
    return [index, origin + start];
  }

  /** Rows of a unit and the gap below it. */
  #rowsOf(index: number): number {
    const known = this.#heights[index] ?? 0;
    if (known > 0) return known;
    const before = this.#estimates[index] ?? 0;
    if (before > 0) return before;
    const unit = this.unit(index);
    if (unit === undefined) return 0;
    const rows = estimate(unit, Math.max(1, this.#width || 80));
    if (index < this.#source.stable.length) this.#estimates[index] = rows;
    return rows;
  }

  #rowsIn(from: number, to: number): number {
    let rows = 0;
    for (let index = from; index < to; index++) rows += this.#rowsOf(index);
    return rows;
  }

  /** The unit at a row of the text, and the row where it starts. */
  #unitAt(row: number): [index: number, start: number] {
    let start = 0;
    const last = Math.max(0, this.count - 1);
    for (let index = 0; index < last; index++) {
      const rows = this.#rowsOf(index);
      if (start + rows > row) return [index, start];
      start += rows;
    }
    return [last, start];
  }

  /** The row of the screen where the text starts. */
  #originY(): number {
    const first =
      this.#above ?? this.#blocks.find(({ element }) => element !== null)?.element ?? null;
    return first === null ? 0 : borderBoxOf(first).y;
  }

  /** What showed stays where it was, whatever was found to be higher or lower above it. */
  #keepAnchor(scroller: TuiElement, top: number): void {
    const anchor = this.#anchor;
    const element =
      anchor === null ? null : (this.#blocks[anchor.index - this.#first]?.element ?? null);
    if (anchor === null || element === null) return;
    const { index, offset, line = 0 } = anchor;
    const moved = (this.rowOf(index, line) ?? 0) - portTop(scroller) - offset;
    if (moved !== 0) scrollTo(scroller, { top: top + moved });
  }

  /** Notes where the units are that have elements, and how high. */
  #measure(): void {
    let next: number | undefined;
    this.#tops.length = this.#blocks.length;
    for (let at = this.#blocks.length - 1; at >= 0; at--) {
      const { element } = this.#blocks[at]!;
      const box = element === null ? undefined : borderBoxOf(element);
      const end = box === undefined ? next : box.y + box.height + 1;
      next ??= this.#bottom = end ?? 0;
      const top = box?.y ?? next;
      this.#heights[this.#first + at] = Math.max(NOTHING, next - top);
      this.#tops[at] = next = top;
    }
  }

  #fillGaps(): void {
    const { from, to } = this.range;
    const last = this.count;
    this.#above = this.#gap(this.#above, this.#rowsIn(0, from), true);
    this.#below = this.#gap(this.#below, this.#rowsIn(to, last), false);
  }

  #gap(known: TuiElement | null, rows: number, isAbove: boolean): TuiElement | null {
    // The gap that all children have below them is a part of the last unit's rows.
    const height = Math.round(rows) - 1;
    if (height < 0) {
      if (known !== null) removeNode(known);
      return null;
    }
    const style = `height: ${height}; flex-shrink: 0`;
    if (known !== null) {
      setAttribute(known, 'style', style);
      return known;
    }
    const gap = make(this.#options.document, 'container', { class: 'md-gap', style });
    const first = this.#blocks.find(({ element }) => element !== null)?.element ?? null;
    insertBefore(this.#parent, gap, isAbove ? first : null);
    return gap;
  }
}

/** Rows of a unit that shows nothing: known, and none. */
const NOTHING = 1e-9;

/** How high a unit may be, before it has elements. */
function estimate({ kind, text, level }: Unit, width: number): number {
  if (kind === 'reference') return NOTHING;
  if (kind === 'heading') return level <= 2 ? 3 : 2;
  if (kind === 'rule') return 2;
  if (kind === 'paragraph') return Math.ceil(text.length / width) + 1;
  let lines = 1;
  for (
    let at = text.indexOf('\n');
    at >= 0 && at < text.length - 1;
    at = text.indexOf('\n', at + 1)
  ) {
    lines++;
  }
  const wraps = kind === 'code' || kind === 'table' ? 0 : Math.floor(text.length / width / 2);
  return lines + wraps + 1;
}

/** The element, or one around it, that scrolls it up and down. */
function scrollerOf(element: TuiElement): TuiElement | null {
  for (let at: TuiElement | null = element; at !== null; at = parentElementOf(at)) {
    if (at[COMPUTED]['overflowY'] !== 'scroll') continue;
    const { clientHeight, scrollHeight } = scrollMetricsOf(at);
    if (scrollHeight > clientHeight) return at;
  }
  return null;
}

/** The row of the screen where what scrolls shows first. */
function portTop(scroller: TuiElement): number {
  return borderBoxOf(scroller).y + scrollMetricsOf(scroller).clientTop;
}

function drop({ element }: Block): void {
  if (element !== null) removeNode(element);
}

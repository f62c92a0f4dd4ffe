/**
 * Rows that a template has made, of which only those near the view have boxes: all are known to be as high as these, or all get boxes.
 *
 * Patterns are read from rows that have been laid out. A row that none of them covers is laid out as well, and is a pattern itself then.
 */
import type { Alike } from '../../element/rows/vicinity.js';
import { isElement } from '../../element/tree.js';
import type { TuiElement } from '../../element/tui-element.js';
import { COMPUTED } from '../../element/internals.js';
import type { LayoutBox } from '../box.js';
import { isPlain } from '../long-list/virtual-column.js';
import type { ChildChange, FarSource } from './far-children.js';
import { FarColumn } from './far-column.js';
import { RowPattern } from './row-pattern.js';

/** Rows that are laid out at once since no pattern covers them, and at most in all. */
const BATCH = 24;
const MAX_EXTRA = 120;
const MAX_PATTERNS = 40;

/** `exact`: all rows have to be laid out. `again`: those that were have other places. Rows: these have to be laid out. */
export type Verdict = 'exact' | 'again' | readonly TuiElement[];

const NONE: readonly TuiElement[] = [];

export class AlikeRows {
  #patterns: RowPattern[] = [];
  /** Rows that have been laid out with these patterns. */
  #seen = new WeakSet<TuiElement>();
  /** Rows that no pattern has been held against; null where these are all. */
  #unknown: Set<TuiElement> | null = null;
  #generation = -1;
  #width = -1;
  #height = 0;
  #extra = 0;

  readonly #alike: Alike;

  constructor(alike: Alike) {
    this.#alike = alike;
  }

  onChildren({ addedNodes }: ChildChange): void {
    for (const node of addedNodes) if (isElement(node)) this.onChange(node);
  }

  /** Something in a row has changed. */
  onChange(row: TuiElement): void {
    this.#unknown?.add(row);
    this.#seen.delete(row);
  }

  /** Holds the rows against those that have boxes, after these have been laid out. */
  check(
    box: LayoutBox,
    far: FarSource,
    near: ReadonlySet<TuiElement>,
    boxOf: (element: TuiElement) => LayoutBox | undefined,
  ): Verdict {
    if (near.size === 0) return NONE;
    if (this.#alike.hasRulesOfPlaces()) return 'exact';
    if (box.arrangement instanceof FarColumn && box.arrangement.isNaturalWidthRead) return 'exact';
    const { width } = box.content;
    if (this.#generation !== this.#alike.generation || this.#width !== width) {
      this.#patterns = [];
      this.#seen = new WeakSet();
      this.#unknown = null;
      this.#extra = this.#height = 0;
      this.#generation = this.#alike.generation;
      this.#width = width;
    }
    for (const row of near) if (!this.#read(row, box, boxOf)) return 'exact';
    if (far.rows.assume(this.#height)) return 'again';
    const found = this.#find(far, near);
    if (found === undefined) return 'exact';
    this.#extra += found.length;
    return this.#extra > MAX_EXTRA ? 'exact' : found;
  }

  /** @returns false where the other rows cannot be known by this one */
  #read(
    row: TuiElement,
    box: LayoutBox,
    boxOf: (element: TuiElement) => LayoutBox | undefined,
  ): boolean {
    const rowBox = boxOf(row);
    if (rowBox?.parent !== box || rowBox.cell === null) return false;
    const { height } = rowBox.cell.area;
    if (this.#height === 0) this.#height = height;
    if (height === 0 || height !== this.#height) return false;
    if (this.#seen.has(row)) return true;
    if (!isPlain(rowBox)) return false;
    const shown = shownIn(rowBox);
    if (shown === 'outside') return false;
    this.#seen.add(row);
    this.#unknown?.delete(row);
    const { isNamed } = this.#alike;
    if (shown === 'wrapped' || this.#patterns.some((each) => each.covers(row, isNamed)))
      return true;
    const pattern = RowPattern.read(row, isNamed, boxOf);
    if (pattern === undefined || this.#patterns.length >= MAX_PATTERNS) return false;
    this.#patterns.push(pattern);
    return true;
  }

  /** Rows to be laid out; undefined where a child is not an element. */
  #find(far: FarSource, near: ReadonlySet<TuiElement>): readonly TuiElement[] | undefined {
    const { rows } = far;
    const { isNamed } = this.#alike;
    const uncovered: TuiElement[] = [];
    const hold = (row: TuiElement): void => {
      if (near.has(row)) return;
      const at = this.#patterns.findIndex((pattern) => pattern.covers(row, isNamed));
      if (at < 0) uncovered.push(row);
      else if (at > 0) this.#patterns.unshift(...this.#patterns.splice(at, 1));
    };
    if (this.#unknown === null) {
      for (let place = 0; place < rows.count; place++) {
        const row = far.rowAt(place);
        if (row === undefined || Array.isArray(row)) return undefined;
        hold(row as TuiElement);
        if (uncovered.length > MAX_EXTRA * 4) return undefined;
      }
    } else {
      for (const row of this.#unknown) hold(row);
    }
    if (uncovered.length === 0) {
      this.#unknown = new Set();
      return NONE;
    }
    this.#unknown = new Set(uncovered);
    if (uncovered.length <= BATCH) return uncovered;
    // The longest probably cover the others.
    const lengths = new Map(uncovered.map((row) => [row, (row.textContent ?? '').length]));
    const longest = uncovered.toSorted((a, b) => lengths.get(b)! - lengths.get(a)!);
    return longest.slice(0, BATCH);
  }
}

/** Whether all of a row shows in its own cells, and its texts have all the width that they would like. */
function shownIn(row: LayoutBox): 'whole' | 'wrapped' | 'outside' {
  const stack = [row];
  let isWrapped = false;
  const { x, y, width, height } = row.rect;
  const around = row.parent?.content;
  if (around !== undefined && (x < around.x || x + width > around.x + around.width))
    return 'outside';
  for (let box = stack.pop(); box !== undefined; box = stack.pop()) {
    const { rect, inline, content } = box;
    const isEmpty = rect.width === 0 || rect.height === 0;
    const isInside =
      rect.x >= x &&
      rect.y >= y &&
      rect.x + rect.width <= x + width &&
      rect.y + rect.height <= y + height;
    if (box.viewport !== null || (!isEmpty && !isInside)) return 'outside';
    if (!box.anonymous && box.element[COMPUTED]['position'] !== 'relative') return 'outside';
    if (inline !== null && inline.naturalWidth() > content.width) isWrapped = true;
    stack.push(...box.children);
  }
  return isWrapped ? 'wrapped' : 'whole';
}

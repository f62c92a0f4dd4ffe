/**
 * The child boxes to be found again after changes among the children of an element: one range of them. All before and behind it
 * stay as they are, so that a row more in a long list costs what it takes to make that row.
 */
import type { TuiNode } from '../../element/query.js';
import { isElement, nextSiblingOf, previousSiblingOf } from '../../element/tree.js';
import type { TuiElement } from '../../element/tui-element.js';
import type { LayoutBox } from '../box.js';
import type { ChildChange } from '../far/far-children.js';

/** Children from which on a range of them is kept: fewer are compared one by one. */
const LONG = 100;

type BoxOf = (element: TuiElement) => LayoutBox | undefined;

/** True for a box whose children are found again by range. */
export function hasRange({ children, far, parent }: LayoutBox): boolean {
  // Those of the root are followed by all that is fixed.
  return children.length >= LONG && far === null && parent !== null;
}

export class ChangedChildren {
  /** Boxes at the start and at the end that stay. */
  #start: number;
  #end: number;
  /** Children that have come: boxes that they have are those of another place. */
  readonly #added = new Set<TuiNode>();

  readonly #children: readonly LayoutBox[];
  readonly #boxOf: BoxOf;

  constructor({ children }: LayoutBox, boxOf: BoxOf) {
    this.#children = children;
    this.#boxOf = boxOf;

    this.#start = this.#end = children.length;
  }

  isOf({ children }: LayoutBox): boolean {
    return this.#children === children;
  }

  onChange({ addedNodes, removedNodes, previousSibling, nextSibling }: ChildChange): void {
    const previous = this.#nearest(previousSibling, previousSiblingOf);
    const next = this.#nearest(nextSibling, nextSiblingOf);
    const isBehindNew = previous !== null && this.#added.has(previous);
    const isBeforeNew = next !== null && this.#added.has(next);
    if (!isBehindNew) {
      this.#start = Math.min(this.#start, previous === null ? 0 : this.#placeOf(previous) + 1);
    }
    if (!isBeforeNew) {
      const end = next === null ? 0 : this.#children.length - this.#placeOf(next);
      this.#end = Math.min(this.#end, end);
    }
    // Between children that have come, the place of what has gone is not known by them.
    if (isBehindNew || isBeforeNew) for (const node of removedNodes) this.#include(node);
    for (const node of addedNodes) this.#added.add(node);
  }

  /** Another box, or none, may be that of a child from now on. */
  onTurn(child: TuiElement): void {
    if (this.#added.has(child)) return;
    const [previousSibling, nextSibling] = [previousSiblingOf(child), nextSiblingOf(child)];
    this.onChange({ addedNodes: [child], removedNodes: [], previousSibling, nextSibling });
  }

  /** The boxes to be found again: from the first on, up to the second. Text is found together with what it is next to. */
  range(): { readonly start: number; readonly end: number } {
    const children = this.#children;
    let start = Math.min(this.#start, children.length);
    let end = Math.max(start, children.length - this.#end);
    while (start > 0 && children[start - 1]!.anonymous) start--;
    while (end < children.length && children[end]!.anonymous) end++;
    return { start, end };
  }

  #include(node: TuiNode): void {
    const box = isElement(node) ? this.#boxOf(node) : undefined;
    const place = box === undefined ? -1 : this.#children.indexOf(box);
    if (place < 0) return;
    this.#start = Math.min(this.#start, place);
    this.#end = Math.min(this.#end, this.#children.length - place - 1);
  }

  /** The nearest sibling that has a box among the children, or has come. */
  #nearest(node: TuiNode | null, next: (node: TuiNode) => TuiNode | null): TuiElement | null {
    for (let at = node; at !== null; at = next(at)) {
      if (isElement(at) && (this.#added.has(at) || this.#placeOf(at) >= 0)) return at;
    }
    return null;
  }

  #placeOf(element: TuiElement): number {
    const box = this.#boxOf(element);
    if (box === undefined || box.anonymous || box.viewport !== null) return -1;
    const known = box.cell?.at ?? -1;
    if (this.#children[known] === box) return known;
    const place = this.#children.indexOf(box);
    if (box.cell !== null) box.cell.at = place;
    return place;
  }
}

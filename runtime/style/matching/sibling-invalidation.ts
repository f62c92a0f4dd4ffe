/**
 * Finds the siblings that positional rules (`:nth-child`) match differently after children were added or removed, from
 * the changed places of each parent. A row appended to a list does not affect the others, unless a rule counts
 * from the end.
 */
import {
  childElementsOf,
  firstElementOf,
  lastElementOf,
  nextElementOf,
  parentNodeOf,
  previousElementOf,
} from '../../element/tree-as-is.js';
import type { TuiElement, TuiNode } from '../../element/tui-element.js';

/** Which siblings of a place where children came or went may match differently. */
export type Side =
  /** The one right behind it (`:first-child`, `+`). */
  | 'next'
  /** The one right before it (`:last-child`). */
  | 'previous'
  /** All behind it (`:nth-child()`, `~`). */
  | 'after'
  /** All before it (`:nth-last-child()`). */
  | 'before';

/** The elements around the change of one record, at that time; null at the start and at the end. */
export interface Gap {
  readonly previous: TuiElement | null;
  readonly next: TuiElement | null;
  /** First and last of the elements that came. */
  readonly first: TuiElement | undefined;
  readonly last: TuiElement | undefined;
  /** Elements went. */
  readonly removes: boolean;
}

/** Places kept of one parent; more, and all its children count as changed. */
const PLACES = 200;

/**
 * Elements that came are styled again anyway. One that stayed has another number only if something came
 * or went on that side of it; the elements around the place represent it, also when the flush comes
 * later: had one of them gone or moved since, that was a change of its own, with a place of its own.
 */
export class Places {
  readonly #gaps: {
    previous: TuiElement | null;
    next: TuiElement | null;
    head?: TuiElement;
    tail?: TuiElement;
  }[] = [];
  #all = false;

  add({ previous, next, first, last, removes }: Gap): void {
    if (this.#all || (first === undefined && !removes)) return;
    const known = this.#gaps.at(-1);
    if (known !== undefined && !removes && first !== undefined && last !== undefined) {
      // Behind or before what came last: the same place, and its other neighbour is new.
      if (known.next === next && known.tail !== undefined && known.tail === previous) {
        known.tail = last;
        return;
      }
      if (known.previous === previous && known.head !== undefined && known.head === next) {
        known.head = first;
        return;
      }
    }
    if (this.#gaps.length >= PLACES) this.#all = true;
    else {
      const came = first === undefined || last === undefined ? {} : { head: first, tail: last };
      this.#gaps.push({ previous, next, ...came });
    }
  }

  /** The parent's children on one side of its changes, each once. */
  *on(side: Side, parent: TuiNode): Generator<TuiElement> {
    if (this.#all) {
      yield* childElementsOf(parent);
      return;
    }
    const seen = new Set<TuiElement>();
    const isHere = (element: TuiElement): boolean => parentNodeOf(element) === parent;
    for (const { previous, next } of this.#gaps) {
      const near = side === 'next' || side === 'before' ? next : previous;
      if (near !== null && !isHere(near)) continue;
      if (side === 'next' || side === 'previous') {
        if (near === null || seen.has(near)) continue;
        seen.add(near);
        yield near;
        continue;
      }
      const forward = side === 'after';
      let at = forward
        ? near === null
          ? firstElementOf(parent)
          : nextElementOf(near)
        : near === null
          ? lastElementOf(parent)
          : previousElementOf(near);
      // What was seen was followed to the end.
      for (; at !== null && !seen.has(at);) {
        seen.add(at);
        yield at;
        at = forward ? nextElementOf(at) : previousElementOf(at);
      }
    }
  }
}

/** Scroll positions of elements: read, and restored as soon as there is enough to scroll through. */
import type { ScrollPlace, ScrollPosition } from '../element/contract.js';
import { SCROLL_PLACE } from '../element/internals.js';
import { hostOf } from '../element/query.js';
import { documentOf, scrollMetricsOf, scrollTo } from '../element/tree.js';
import type { TuiElement } from '../element/tui-element.js';

/** Milliseconds, from when an element is visible, to wait for its position to be reachable: content may come late. */
const PATIENCE = 5000;

interface PendingScroll extends ScrollPosition {
  /** When its element was first seen. */
  since?: number;
  /** Where it could be scrolled to by now. */
  reached?: ScrollPosition;
}

export class ScrollPlaces {
  readonly #pending = new Map<string, PendingScroll>();

  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  get isEmpty(): boolean {
    return this.#pending.size === 0;
  }

  /** Remembers where an element was. What is not a place is left out. */
  schedule(id: string, saved: unknown): void {
    if (!Array.isArray(saved)) return;
    const [left = NaN, top = NaN] = saved as unknown[];
    if (isCount(left) && isCount(top)) this.#pending.set(id, { left, top });
  }

  /** Where an element is, or is to be: `[left, top]`; undefined where it cannot be scrolled. */
  of(id: string, element: TuiElement): readonly [number, number] | undefined {
    const place = placeOf(element);
    if (place !== undefined && place.maxLeft <= 0 && place.maxTop <= 0) return undefined;
    // A covered screen, another tab: what is not displayed was somewhere, and will be there again.
    const at = this.#pending.get(id) ?? place ?? keptScrollOf(element);
    return at === undefined ? undefined : [at.left, at.top];
  }

  /** After a frame: scrolls what shows by now. */
  restore(elements: Iterable<readonly [string, TuiElement]>): void {
    for (const [id, element] of elements) {
      const pending = this.#pending.get(id);
      const place = pending && placeOf(element);
      if (pending === undefined || place === undefined) continue;
      pending.since ??= this.#now();
      const before = pending.reached ?? { left: 0, top: 0 };
      // The user or a script has scrolled meanwhile.
      if (place.left !== before.left || place.top !== before.top) {
        this.#pending.delete(id);
        continue;
      }
      const reached = {
        left: Math.min(pending.left, Math.max(0, place.maxLeft)),
        top: Math.min(pending.top, Math.max(0, place.maxTop)),
      };
      if (reached.left !== place.left || reached.top !== place.top) place.scrollTo(reached);
      pending.reached = reached;
      const isThere = reached.left === pending.left && reached.top === pending.top;
      if (isThere || this.#now() - pending.since > PATIENCE) this.#pending.delete(id);
    }
  }
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function keptScrollOf(element: TuiElement): ScrollPosition | undefined {
  return hostOf(documentOf(element)).viewport?.keptScroll(element);
}

/** Of what scrolls by itself as the element says, else of the box. */
function placeOf(element: TuiElement): ScrollPlace | undefined {
  if (element[SCROLL_PLACE] !== undefined) return element[SCROLL_PLACE]();
  const { left, top, scrollWidth, scrollHeight, clientWidth, clientHeight } =
    scrollMetricsOf(element);
  if (clientWidth === 0 && clientHeight === 0) return undefined;
  return {
    left,
    top,
    maxLeft: scrollWidth - clientWidth,
    maxTop: scrollHeight - clientHeight,
    scrollTo: (position) => scrollTo(element, position),
  };
}

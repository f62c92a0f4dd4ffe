/**
 * Requests that the items of a grid make of its tracks. Those in one track count together, as one item that requests the most that any
 * of them does: so sizing tracks takes time by tracks, not by items.
 */
import type { LayoutBox } from '../box.js';
import { COMPUTED } from '../../element/internals.js';
import { least, minContentWidth } from './contributions.js';
import type { Placement } from './placement.js';
import type { Contribution } from './tracks.js';

/** Cells that one item requests. */
interface Asking {
  least(item: number): number;
  minContent(item: number): number;
  maxContent(item: number): number;
}

/** All items of one track, or a single one that spans several. */
class Together implements Contribution {
  #least: number | undefined;
  #minContent: number | undefined;
  #maxContent: number | undefined;
  readonly items: number[] = [];
  readonly #asking: Asking;

  constructor(
    readonly start: number,
    readonly span: number,
    asking: Asking,
  ) {
    this.#asking = asking;
  }

  least(): number {
    return (this.#least ??= this.#most((item) => this.#asking.least(item)));
  }
  minContent(): number {
    return (this.#minContent ??= this.#most((item) => this.#asking.minContent(item)));
  }
  maxContent(): number {
    return (this.#maxContent ??= this.#most((item) => this.#asking.maxContent(item)));
  }

  #most(ask: (item: number) => number): number {
    let most = 0;
    for (const item of this.items) most = Math.max(most, ask(item));
    return most;
  }
}

function together(placement: Placement, axis: 'column' | 'row', asking: Asking): Contribution[] {
  const tracks: (Together | undefined)[] = [];
  const spanning: Together[] = [];
  for (const [item, place] of placement.items.entries()) {
    const { start, span } = place[axis];
    let own: Together;
    if (span === 1) own = tracks[start] ??= new Together(start, 1, asking);
    else spanning.push((own = new Together(start, span, asking)));
    own.items.push(item);
  }
  return [...tracks.filter((track) => track !== undefined), ...spanning];
}

/** Requests of columns. @param scrolls true where nothing is made smaller to fit */
export function widthsOf(
  items: readonly LayoutBox[],
  placement: Placement,
  scrolls: boolean,
): Contribution[] {
  const largest = (item: number): number => items[item]!.cell?.maxWidth() ?? 0;
  const smallest = (item: number): number => smallestOf(items[item]!);
  return together(placement, 'column', {
    least: (item) => {
      if (scrolls) return largest(item);
      const child = items[item]!;
      const overflow = child.element[COMPUTED]['overflowX'];
      return least(child, 'Width', overflow, () => smallest(item));
    },
    minContent: (item) => Math.min(smallest(item), largest(item)),
    maxContent: largest,
  });
}

/** Requests of rows. @param widthOf the width that an item has */
export function heightsOf(
  items: readonly LayoutBox[],
  placement: Placement,
  widthOf: (item: number) => number,
  scrolls: boolean,
): Contribution[] {
  const high = (item: number): number => items[item]!.cell?.heightAt(widthOf(item)) ?? 0;
  return together(placement, 'row', {
    least: (item) => {
      if (scrolls) return high(item);
      const child = items[item]!;
      return least(child, 'Height', child.element[COMPUTED]['overflowY'], () => high(item));
    },
    minContent: high,
    maxContent: high,
  });
}

interface KnownWidth {
  readonly text: string;
  readonly style: unknown;
  readonly width: number;
}

/** Of texts, by what it depends on. */
const known = new WeakMap<LayoutBox, KnownWidth>();

function smallestOf(child: LayoutBox): number {
  const { inline } = child;
  // Other boxes have boxes in them, which are looked at each time.
  if (inline === null || child.children.length > 0) return minContentWidth(child);
  const style = child.element[COMPUTED];
  const before = known.get(child);
  if (before !== undefined && before.text === inline.text && before.style === style) {
    return before.width;
  }
  const width = minContentWidth(child);
  known.set(child, { text: inline.text, style, width });
  return width;
}

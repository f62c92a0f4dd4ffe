/** The children of a box that may show in a part of the screen: in a long list a search finds them. */
import type { Rect } from '../base/geometry.js';
import type { LayoutBox } from '../layout/box.js';

/** Boxes that may lie over others, up to which each is looked at. */
const MAX_LOOSE = 100;

/** Children from a first one up to another one, in the order in which they are painted. */
export interface ShownChildren {
  readonly children: readonly LayoutBox[];
  readonly start: number;
  readonly end: number;
}

/** @param loose boxes that may be outside the box around them */
export function shownChildren(
  box: LayoutBox,
  region: Rect,
  loose: ReadonlySet<LayoutBox>,
): ShownChildren {
  const { children, paintOrder, arrangement, parent } = box;
  if (paintOrder !== null || parent === null || arrangement?.isColumn !== true) {
    const all = paintOrder ?? children;
    return { children: all, start: 0, end: all.length };
  }
  if (loose.size > MAX_LOOSE || [...loose].some((each) => each !== box && each.within(box))) {
    return { children, start: 0, end: children.length };
  }
  // None begins before the end of the one before it.
  const start = firstWhere(children, ({ rect }) => rect.y + rect.height > region.y);
  const end = firstWhere(children, ({ rect }) => rect.y >= region.y + region.height);
  return { children, start, end: Math.max(start, end) };
}

/** The index of the first child of which something is true that is true of all behind it as well. */
function firstWhere(children: readonly LayoutBox[], isTrue: (child: LayoutBox) => boolean): number {
  let [low, high] = [0, children.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isTrue(children[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

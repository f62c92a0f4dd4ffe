/** The background of a box: its own, that of the boxes around it, and reverse video. */
import { DEFAULT_COLOR, TRANSPARENT, type Color } from '../base/color.js';
import type { LayoutBox } from '../layout/box.js';
import type { TuiElement } from '../element/tui-element.js';
import { REVERSE, type Ink } from './cells.js';
import { COMPUTED } from '../element/internals.js';

/** True for an element of which nothing shows: it keeps its room, and what is in it may show. */
export function isHidden(element: TuiElement): boolean {
  return element[COMPUTED]['visibility'] === 'hidden';
}

/** The element's own background; `TRANSPARENT` where it has none that shows. */
export function ownBackground(element: TuiElement): Color {
  if (isHidden(element)) return TRANSPARENT;
  return (element[COMPUTED]['backgroundColor'] as Color | undefined) ?? TRANSPARENT;
}

/** A box fills its cells where it has a background, or turns what is behind it round. */
export function paintsBackground(box: LayoutBox): boolean {
  if (box.anonymous || isHidden(box.element)) return false;
  return ownBackground(box.element) !== TRANSPARENT || reverses(box);
}

/**
 * `REVERSE` where a box is on boxes that turn their cells round, up to the one that gives it its
 * background; else 0. `known`: answers of the same painting, which make a deep document linear.
 * An anonymous box has its element's style, and is inside the element's box.
 */
export function reverseAround(box: LayoutBox, known?: Map<LayoutBox, number>): number {
  let bits = 0;
  const start = box.anonymous ? box.parent : box;
  let at = start;
  while (at !== null && ownBackground(at.element) === TRANSPARENT) {
    const rest = known?.get(at);
    if (rest !== undefined) {
      bits ^= rest;
      break;
    }
    if (!at.anonymous && isLifted(at.element)) break;
    at = at.parent;
    if (at !== null && reverses(at)) bits ^= REVERSE;
  }
  if (start !== null) known?.set(start, bits);
  return bits;
}

function reverses({ anonymous, element }: LayoutBox): boolean {
  return !anonymous && element[COMPUTED]['video'] === 'reverse' && !isHidden(element);
}

/** Taken out of the flow: it may lie over boxes that are not around it. */
function isLifted({ [COMPUTED]: computed }: TuiElement): boolean {
  return computed['position'] === 'absolute' || computed['position'] === 'fixed';
}

/** The background of text. */
export interface Backdrop {
  readonly color: Color;
  /** Replaces text colours with too little contrast; undefined to keep them. */
  readonly ink: Ink | undefined;
}

function inkOf({ [COMPUTED]: { inkColor, color } }: TuiElement): Ink | undefined {
  if (typeof inkColor !== 'number') return undefined;
  return { color: inkColor, own: typeof color === 'number' ? color : DEFAULT_COLOR };
}

const OVER_SIBLINGS: Backdrop = { color: TRANSPARENT, ink: undefined };
const NOTHING: Backdrop = { color: DEFAULT_COLOR, ink: undefined };

/**
 * The background behind a box's content: its own, or its ancestors'; over siblings it is transparent.
 * `known`: as above.
 */
export function backdrop(box: LayoutBox, known?: Map<LayoutBox, Backdrop>): Backdrop {
  const found = findBackdrop(box, known);
  known?.set(box, found);
  return found;
}

function findBackdrop(box: LayoutBox, known: Map<LayoutBox, Backdrop> | undefined): Backdrop {
  for (let at: LayoutBox | null = box; at !== null; at = at.parent) {
    const before = known?.get(at);
    if (before !== undefined) return before;
    const color = at.anonymous ? TRANSPARENT : ownBackground(at.element);
    if (color !== TRANSPARENT) return { color, ink: inkOf(at.element) };
    if (!at.anonymous && isLifted(at.element)) return OVER_SIBLINGS;
  }
  return NOTHING;
}

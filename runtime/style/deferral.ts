/**
 * Boxes that defer their children: long columns, where `content-visibility: auto` on the first child says so, or that scroll and
 * have children that a template has made.
 */
import type { ComputedStyle } from '../element/contract.js';
import { DIVISION, MEASURE, ROW_DATA } from '../element/internals.js';
import { mayBeAlike, setDifferent } from '../element/rows/vicinity.js';
import { firstElementOf, nextElementOf } from '../element/tree.js';
import { contentModelOf, isRaw, type TuiElement } from '../element/tui-element.js';

/** Child elements from which on those out of view have no boxes. */
const MANY = 200;

/** `alike`: only as long as the others are known to be as high as those near the view. */
export type Deferral = 'none' | 'all' | 'alike';

/** @param styleOf computes the style of a child that has none yet */
export function deferralOf(
  element: TuiElement,
  style: ComputedStyle,
  styleOf: (child: TuiElement) => ComputedStyle,
): Deferral {
  if (element[ROW_DATA]?.() !== undefined) return style['display'] === 'none' ? 'none' : 'all';
  if (!isColumn(style) || contentModelOf(element) !== 'flow') return 'none';
  if (element[DIVISION] !== undefined || element[MEASURE] !== undefined) return 'none';
  let first: TuiElement | undefined;
  let count = 0;
  for (let at = firstElementOf(element); at !== null && count < MANY; at = nextElementOf(at)) {
    if (first === undefined && !isRaw(at)) first = at;
    count++;
  }
  if (count < MANY || first === undefined) {
    setDifferent(element, false);
    return 'none';
  }
  if (styleOf(first)['contentVisibility'] === 'auto') return 'all';
  return mayBeAlike(element) && scrollsDown(style) ? 'alike' : 'none';
}

function scrollsDown({ overflowX, overflowY }: ComputedStyle): boolean {
  return overflowY === 'scroll' || (overflowY === 'visible' && overflowX !== 'visible');
}

function isColumn(style: ComputedStyle): boolean {
  const { justifyContent } = style;
  return (
    style['display'] === 'flex' &&
    style['flexDirection'] === 'column' &&
    style['flexWrap'] === 'nowrap' &&
    (justifyContent === 'normal' || justifyContent === 'flex-start')
  );
}

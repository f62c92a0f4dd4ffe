/** Boxes that defer their children: long columns, where `content-visibility: auto` on the first child says so. */
import type { ComputedStyle } from '../element/contract.js';
import { DIVISION, MEASURE, ROW_DATA } from '../element/internals.js';
import { firstElementOf, nextElementOf } from '../element/tree.js';
import { contentModelOf, isRaw, type TuiElement } from '../element/tui-element.js';

/** Child elements from which on those out of view have no boxes. */
const MANY = 200;

/** @param styleOf computes the style of a child that has none yet */
export function defersChildren(
  element: TuiElement,
  style: ComputedStyle,
  styleOf: (child: TuiElement) => ComputedStyle,
): boolean {
  if (element[ROW_DATA]?.() !== undefined) return style['display'] !== 'none';
  if (!isColumn(style) || contentModelOf(element) !== 'flow') return false;
  if (element[DIVISION] !== undefined || element[MEASURE] !== undefined) return false;
  let first: TuiElement | undefined;
  let count = 0;
  for (let at = firstElementOf(element); at !== null && count < MANY; at = nextElementOf(at)) {
    if (first === undefined && !isRaw(at)) first = at;
    count++;
  }
  return count >= MANY && first !== undefined && styleOf(first)['contentVisibility'] === 'auto';
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

/** Scrolling by scripts, in cells; the host answers from the layout. */
import type { ScrollMetrics, ScrollOptions } from './host.js';
import { ownerOf, type TreeNode } from './tree/tree-node.js';

/** Of elements without a box. */
export const NO_METRICS: ScrollMetrics = {
  left: 0,
  top: 0,
  clientLeft: 0,
  clientTop: 0,
  clientWidth: 0,
  clientHeight: 0,
  scrollWidth: 0,
  scrollHeight: 0,
};

export interface ScrollPlace {
  readonly left?: unknown;
  readonly top?: unknown;
}

export function scrollMetrics(element: TreeNode): ScrollMetrics {
  return ownerOf(element).host.viewport?.metrics(element) ?? NO_METRICS;
}

export function scrollTo(element: TreeNode, { left, top }: ScrollPlace): void {
  const { viewport } = ownerOf(element).host;
  if (viewport === undefined) return;
  const now = viewport.metrics(element);
  viewport.scrollTo(element, whole(left, now.left), whole(top, now.top));
}

export function scrollBy(element: TreeNode, { left, top }: ScrollPlace): void {
  const now = scrollMetrics(element);
  scrollTo(element, {
    left: left === undefined ? undefined : now.left + Number(left),
    top: top === undefined ? undefined : now.top + Number(top),
  });
}

export function scrollIntoView(element: TreeNode, options: unknown): void {
  const { block = undefined, inline = undefined } = isObject(options) ? options : {};
  ownerOf(element).host.viewport?.reveal(element, {
    block: placement(block, options === false ? 'end' : 'start'),
    inline: placement(inline, 'nearest'),
  });
}

/** Whole cells; what is not a number leaves the place as it is. */
function whole(value: unknown, fallback: number): number {
  const number = value === undefined ? NaN : Number(value);
  return Number.isNaN(number) ? fallback : Math.round(number);
}

function placement(value: unknown, fallback: ScrollOptions['block']): ScrollOptions['block'] {
  return value === 'start' || value === 'center' || value === 'end' || value === 'nearest'
    ? value
    : fallback;
}

function isObject(
  value: unknown,
): value is { readonly block?: unknown; readonly inline?: unknown } {
  return typeof value === 'object' && value !== null;
}

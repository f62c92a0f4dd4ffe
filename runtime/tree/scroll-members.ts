/** The members of CSSOM View that scroll, in cells. Whoever knows the layout answers them. */
import type { ScrollMetrics, ScrollOptions, Viewport } from './viewport.js';
import { ownerOf, type LinkedNode } from './linkedom.js';

const NOTHING: ScrollMetrics = {
  left: 0,
  top: 0,
  clientLeft: 0,
  clientTop: 0,
  clientWidth: 0,
  clientHeight: 0,
  scrollWidth: 0,
  scrollHeight: 0,
};

export class ScrollMembers {
  get scrollTop(): number {
    return metrics(this).top;
  }
  set scrollTop(top: unknown) {
    scrollTo(this, { top: Number(top) });
  }
  get scrollLeft(): number {
    return metrics(this).left;
  }
  set scrollLeft(left: unknown) {
    scrollTo(this, { left: Number(left) });
  }
  get scrollWidth(): number {
    return metrics(this).scrollWidth;
  }
  get scrollHeight(): number {
    return metrics(this).scrollHeight;
  }
  get clientLeft(): number {
    return metrics(this).clientLeft;
  }
  get clientTop(): number {
    return metrics(this).clientTop;
  }
  get clientWidth(): number {
    return metrics(this).clientWidth;
  }
  get clientHeight(): number {
    return metrics(this).clientHeight;
  }
  scrollTo(left: unknown, top?: unknown): void {
    scrollTo(this, places(left, top));
  }
  /** The same as `scrollTo`, as in the DOM. */
  scroll(left: unknown, top?: unknown): void {
    scrollTo(this, places(left, top));
  }
  scrollBy(left: unknown, top?: unknown): void {
    const by = places(left, top);
    const now = metrics(this);
    scrollTo(this, { left: now.left + (by.left ?? 0), top: now.top + (by.top ?? 0) });
  }
  scrollIntoView(options?: unknown): void {
    const { block, inline } = isObject(options) ? options : {};
    viewportOf(this)?.reveal(this as never, {
      block: placement(block, options === false ? 'end' : 'start'),
      inline: placement(inline, 'nearest'),
    });
  }
}

function viewportOf(element: object): Viewport<never> | undefined {
  return ownerOf(element as LinkedNode).viewport;
}

function metrics(element: object): ScrollMetrics {
  return viewportOf(element)?.metrics(element as never) ?? NOTHING;
}

interface Place {
  readonly left?: number | undefined;
  readonly top?: number | undefined;
}

function scrollTo(element: object, { left, top }: Place): void {
  const viewport = viewportOf(element);
  if (viewport === undefined) return;
  const now = viewport.metrics(element as never);
  viewport.scrollTo(element as never, whole(left, now.left), whole(top, now.top));
}

/** Whole cells; what is no number leaves the place as it is. */
function whole(value: number | undefined, fallback: number): number {
  return value === undefined || Number.isNaN(value) ? fallback : Math.round(value);
}

function places(left: unknown, top: unknown): Place {
  if (!isObject(left)) return { left: Number(left), top: Number(top) };
  const { left: x, top: y } = left;
  return {
    left: x === undefined ? undefined : Number(x),
    top: y === undefined ? undefined : Number(y),
  };
}

function placement(value: unknown, fallback: ScrollOptions['block']): ScrollOptions['block'] {
  return value === 'start' || value === 'center' || value === 'end' || value === 'nearest'
    ? value
    : fallback;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** The positions of elements on the screen, for the document: their current boxes, and scrolling. */
import { EMPTY_RECT, union, type Rect } from '../base/geometry.js';
import { Event } from '../dom/events/event.js';
import { dispatchTrusted } from '../dom/events/event-target.js';
import type { ScrollMetrics, ScrollOptions, Viewport } from '../dom/host.js';
import { NO_METRICS } from '../dom/scrolling.js';
import { COMPUTED, GUTTERS } from '../element/internals.js';
import { hostOf } from '../element/query.js';
import { isInlineBox, type TuiDocument, type TuiElement } from '../element/tui-element.js';
import { keptScrollOf } from '../layout/box-builder.js';
import type { LayoutEngine } from '../layout/engine.js';
import { TextRegion } from '../layout/text-region.js';
import type { Frame } from './frame.js';

/** Most times that an element is scrolled to, until its place is exact. */
const MAX_REVEALS = 8;

export interface ViewportOptions {
  readonly document: TuiDocument;
  readonly layout: LayoutEngine;
  readonly frame: Frame;
  requestFrame(): void;
  /** More of the content comes at the beginning of the next frame. */
  isAwaited(): boolean;
}

export class AppViewport implements Viewport {
  /** What is to be at its end in the next frame. */
  readonly #ends = new Set<TuiElement>();

  readonly #options: ViewportOptions;

  constructor(options: ViewportOptions) {
    this.#options = options;

    const { document, layout, frame } = options;
    hostOf(document).provide({
      viewport: this,
      flush: () => frame.layOutNow(false),
      contentBox: (element) => layout.boxOf(element as TuiElement)?.content,
      bounds: (target) => {
        const element = target as TuiElement;
        frame.bringNear(element);
        frame.layOutNow(true);
        return layout.boxOf(element)?.rect ?? this.#inlineBounds(element);
      },
    });
  }

  metrics(element: TuiElement): ScrollMetrics {
    this.#options.frame.bringNear(element);
    this.#options.frame.layOutNow(false);
    const box = this.#options.layout.boxOf(element);
    if (box === undefined) return NO_METRICS;
    const { [COMPUTED]: computed } = element;
    const { [GUTTERS]: gutters } = element;
    // Gutters are not part of what scrolls, as borders are not.
    const border = (side: 'Left' | 'Right' | 'Top' | 'Bottom'): number =>
      ((computed[`border${side}Style`] ?? 'none') === 'none' ? 0 : 1) +
      (gutters?.[side.toLowerCase() as Lowercase<typeof side>] ?? 0);
    const { scroll, rect } = box;
    const clientWidth =
      scroll?.port.width ?? Math.max(0, rect.width - border('Left') - border('Right'));
    const clientHeight =
      scroll?.port.height ?? Math.max(0, rect.height - border('Top') - border('Bottom'));
    return {
      left: scroll?.left ?? 0,
      top: scroll?.top ?? 0,
      clientLeft: border('Left'),
      clientTop: border('Top'),
      clientWidth,
      clientHeight,
      scrollWidth: scroll?.width ?? clientWidth,
      scrollHeight: scroll?.height ?? clientHeight,
    };
  }

  keptScroll(element: TuiElement): { readonly left: number; readonly top: number } | undefined {
    return keptScrollOf(element);
  }

  scrollTo(element: TuiElement, left: number, top: number): void {
    this.#options.frame.bringNear(element);
    this.#options.frame.layOutNow(false);
    const { layout } = this.#options;
    const box = layout.boxOf(element);
    if (box === undefined) return;
    const { scroll } = box;
    const isAtEnd = scroll !== null && top >= scroll.height - scroll.port.height;
    if (isAtEnd && this.#options.isAwaited()) this.#ends.add(element);
    else this.#ends.delete(element);
    if (!layout.scrollTo(box, left, top)) return;
    this.#options.requestFrame();
    dispatchTrusted(element, new Event('scroll'));
  }

  /** Repeats scrolls to the end made while more content was awaited, so that scripts need not wait for a frame. */
  scrollToEnds(): void {
    for (const element of this.#ends) {
      this.#options.frame.layOutNow(false);
      const box = this.#options.layout.boxOf(element);
      if (box?.scroll != null) this.scrollTo(element, box.scroll.left, box.scroll.height);
    }
    this.#ends.clear();
  }

  reveal(element: TuiElement, options: ScrollOptions): void {
    // Rows that come near on the way may be higher or lower than estimated.
    for (let round = 0; round < MAX_REVEALS; round++) {
      if (!this.#reveal(element, options)) return;
    }
  }

  /** @returns true where it may have to be repeated */
  #reveal(element: TuiElement, { block, inline }: ScrollOptions): boolean {
    this.#options.frame.bringNear(element);
    this.#options.frame.layOutNow(true);
    const box = this.#options.layout.nearestBox(element);
    if (box === undefined) return false;
    let hasMoved = false;
    let { x, y } = box.rect;
    const { width, height } = box.rect;
    for (let at = box.parent; at !== null; at = at.parent) {
      const { scroll } = at;
      if (scroll === null) continue;
      const { left, top, port } = scroll;
      this.scrollTo(
        at.element,
        left + distance(x, width, port.x, port.width, inline),
        top + distance(y, height, port.y, port.height, block),
      );
      if (at.far !== null && scroll.top !== top) hasMoved = true;
      x -= scroll.left - left;
      y -= scroll.top - top;
    }
    return hasMoved;
  }

  scrollNear(element: TuiElement, x: number, y: number): boolean {
    let box = this.#options.layout.nearestBox(element) ?? null;
    while (box !== null && box.scroll === null) box = box.parent;
    if (!box?.scroll) return false;
    const { port, left, top } = box.scroll;
    const right = x < port.x ? -1 : x >= port.x + port.width ? 1 : 0;
    const down = y < port.y ? -1 : y >= port.y + port.height ? 1 : 0;
    if (right === 0 && down === 0) return false;
    this.scrollTo(box.element, left + right, top + down);
    return box.scroll.left !== left || box.scroll.top !== top;
  }

  /** The rectangle around the visible text of an inline element, which has no box. */
  #inlineBounds(element: TuiElement): Rect {
    const box = isInlineBox(element) ? this.#options.layout.nearestBox(element) : undefined;
    if (box === undefined) return EMPTY_RECT;
    const boxes = box.inline === null ? box.children.filter((child) => child.anonymous) : [box];
    return boxes.flatMap((each) => new TextRegion(each).cellsOf(element)).reduce(union, EMPTY_RECT);
  }
}

/** How far to scroll, so that `size` cells at `start` show in the port as asked. */
function distance(
  start: number,
  size: number,
  port: number,
  room: number,
  how: ScrollOptions['block'],
): number {
  const before = start - port;
  const after = start + size - (port + room);
  switch (how) {
    case 'start':
      return before;
    case 'end':
      return after;
    case 'center':
      return Math.round((before + after) / 2);
    default:
      if (before < 0) return Math.max(before, Math.min(0, after));
      return after > 0 ? Math.min(after, before) : 0;
  }
}

/** Scrolls elements with `overflow: scroll` by wheel, keys and the scrollbar. */
import type { TuiDocument, TuiElement } from '../element/tui-element.js';
import type { KeyAction } from './events.js';
import { isInert } from './inert.js';
import { COMPUTED } from '../element/internals.js';
import {
  scrollMetricsOf,
  parentElementOf,
  scrollTo,
  queryAll,
  borderBoxOf,
  isConnected,
} from '../element/tree.js';

/** Lines per step of the wheel, as in browsers and most terminals. */
const WHEEL_LINES = 3;

type Axis = 'x' | 'y';

interface WheelSteps {
  readonly shiftKey?: boolean | undefined;
  readonly deltaX: number;
  readonly deltaY: number;
}

interface Steps {
  readonly left: number;
  readonly top: number;
}

/** True where the element scrolls and there is more of it than shows. */
function overflows(element: TuiElement): boolean {
  return overflowsAlong(element, 'x') || overflowsAlong(element, 'y');
}

function overflowsAlong(element: TuiElement, axis: Axis): boolean {
  const { overflowX, overflowY } = element[COMPUTED];
  const [own, other] = axis === 'x' ? [overflowX, overflowY] : [overflowY, overflowX];
  // Beside an axis that does not show what overflows, `visible` scrolls, too (CSS Overflow 3 section 3.1).
  const scrolls = own === 'scroll' || (own === 'visible' && other !== 'visible');
  if (!scrolls || isInert(element)) return false;
  return axis === 'x'
    ? scrollMetricsOf(element).scrollWidth > scrollMetricsOf(element).clientWidth
    : scrollMetricsOf(element).scrollHeight > scrollMetricsOf(element).clientHeight;
}

export class Scroller {
  /** The element scrolled or pressed last, which keys scroll if no other element handles them. */
  #last: TuiElement | undefined;
  /** The thumb while it is dragged. */
  #drag: { readonly element: TuiElement; readonly axis: Axis; readonly grip: number } | undefined;

  readonly #document: TuiDocument;

  constructor(document: TuiDocument) {
    this.#document = document;
  }

  /** Scrolls the nearest ancestor of the target that can scroll further in that direction, or the target itself. */
  wheel(event: WheelSteps, target: TuiElement): boolean {
    // With Shift the wheel scrolls horizontally, as in browsers.
    const sideways = event.shiftKey === true && event.deltaX === 0;
    const left = WHEEL_LINES * (sideways ? event.deltaY : event.deltaX);
    const top = sideways ? 0 : WHEEL_LINES * event.deltaY;
    return this.#bubble(target, () => ({ left, top }));
  }

  /** Scrolls by a key: the target or an ancestor, or if none can scroll, the container used last. */
  key(event: KeyAction, target: TuiElement): boolean {
    if (event.ctrlKey || event.altKey || event.metaKey) return false;
    const { key, shiftKey } = event;
    const step = (element: TuiElement): Steps | undefined => stepsOf(key, shiftKey, element);
    if (step(target) === undefined) return false;
    if (this.#bubble(target, step)) return true;
    const other = this.#fallback();
    return other !== undefined && this.#by(other, step(other));
  }

  /** A press on a scrollbar takes the thumb, or goes a page towards the pointer. */
  press(target: TuiElement, x: number, y: number): boolean {
    for (let at: TuiElement | null = target; at !== null; at = parentElementOf(at)) {
      if (!overflows(at)) continue;
      this.#last = at;
      for (const axis of ['y', 'x'] as const) {
        if (!overflowsAlong(at, axis)) continue;
        const { start, length, line, first, cells } = track(at, axis);
        const [along, across] = axis === 'y' ? [y - first, x] : [x - first, y];
        if (across !== line || along < 0 || along >= cells) continue;
        if (along >= Math.floor(start) && along < Math.ceil(start + length)) {
          this.#drag = { element: at, axis, grip: along - start };
        } else page(at, axis, along < start ? -1 : 1);
        return true;
      }
      return false;
    }
    return false;
  }

  /** True while a thumb is held; then it follows the pointer. */
  dragTo(x: number, y: number): boolean {
    if (this.#drag === undefined) return false;
    const { element, axis, grip } = this.#drag;
    const { first, cells, length } = track(element, axis);
    const free = cells - length;
    const share = free <= 0 ? 0 : ((axis === 'y' ? y : x) - first - grip) / free;
    if (axis === 'y')
      scrollTo(element, {
        top:
          share * (scrollMetricsOf(element).scrollHeight - scrollMetricsOf(element).clientHeight),
      });
    else
      scrollTo(element, {
        left: share * (scrollMetricsOf(element).scrollWidth - scrollMetricsOf(element).clientWidth),
      });
    return true;
  }

  release(): void {
    this.#drag = undefined;
  }

  #bubble(target: TuiElement, step: (element: TuiElement) => Steps | undefined): boolean {
    for (let at: TuiElement | null = target; at !== null; at = parentElementOf(at)) {
      if (overflows(at) && this.#by(at, step(at))) return true;
    }
    return false;
  }

  #by(element: TuiElement, steps: Steps | undefined): boolean {
    if (steps === undefined) return false;
    const { left: scrollLeft, top: scrollTop } = scrollMetricsOf(element);
    const left = overflowsAlong(element, 'x') ? steps.left : 0;
    const top = overflowsAlong(element, 'y') ? steps.top : 0;
    if (left === 0 && top === 0) return false;
    scrollTo(element, { left: scrollLeft + left, top: scrollTop + top });
    const moved =
      scrollMetricsOf(element).left !== scrollLeft || scrollMetricsOf(element).top !== scrollTop;
    if (moved) this.#last = element;
    return moved;
  }

  #fallback(): TuiElement | undefined {
    if (this.#last !== undefined && isConnected(this.#last) && overflows(this.#last))
      return this.#last;
    for (const element of queryAll(this.#document, '*')) {
      if (overflows(element)) return element;
    }
    return undefined;
  }
}

/** How far a key goes in an element; undefined for keys that do not scroll. */
function stepsOf(key: string, shift: boolean, element: TuiElement): Steps | undefined {
  const page = Math.max(1, scrollMetricsOf(element).clientHeight - 1);
  switch (key) {
    case 'ArrowUp':
      return { left: 0, top: -1 };
    case 'ArrowDown':
      return { left: 0, top: 1 };
    case 'ArrowLeft':
      return { left: -1, top: 0 };
    case 'ArrowRight':
      return { left: 1, top: 0 };
    case 'PageUp':
      return { left: 0, top: -page };
    case 'PageDown':
      return { left: 0, top: page };
    case ' ':
      return { left: 0, top: shift ? -page : page };
    case 'Home':
      return { left: 0, top: -scrollMetricsOf(element).scrollHeight };
    case 'End':
      return { left: 0, top: scrollMetricsOf(element).scrollHeight };
    default:
      return undefined;
  }
}

function page(element: TuiElement, axis: Axis, direction: number): void {
  const { left, top, clientWidth, clientHeight } = scrollMetricsOf(element);
  if (axis === 'y') scrollTo(element, { top: top + direction * clientHeight });
  else scrollTo(element, { left: left + direction * clientWidth });
}

/** A scrollbar in cells of the screen: its column or row, and the thumb counted from its first cell. */
function track(
  element: TuiElement,
  axis: Axis,
): {
  line: number;
  first: number;
  cells: number;
  start: number;
  length: number;
} {
  const { x, y } = borderBoxOf(element);
  const { clientLeft, clientTop, clientWidth, clientHeight } = scrollMetricsOf(element);
  const down = axis === 'y';
  const cells = down ? clientHeight : clientWidth;
  const content = down
    ? scrollMetricsOf(element).scrollHeight
    : scrollMetricsOf(element).scrollWidth;
  const scrolled = down ? scrollMetricsOf(element).top : scrollMetricsOf(element).left;
  const length = Math.min(cells, Math.max(1, (cells * cells) / Math.max(1, content)));
  const room = content - cells;
  return {
    line: down ? x + clientLeft + clientWidth : y + clientTop + clientHeight,
    first: down ? y + clientTop : x + clientLeft,
    cells,
    start: room <= 0 ? 0 : ((cells - length) * scrolled) / room,
    length,
  };
}

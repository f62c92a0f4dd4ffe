/** Scrolling by wheel, keys and the scrollbar; what scrolls is an element with `overflow: scroll`. */
import type { TuiDocument, TuiElement } from '../tree/element.js';
import type { KeyboardEvent, WheelEvent } from './events.js';
import { isInert } from './inert.js';

/** Lines of one step of the wheel, as browsers and most terminals have it. */
const WHEEL_LINES = 3;

interface Steps {
  readonly left: number;
  readonly top: number;
}

/** True where the element scrolls and there is more of it than shows. */
export function overflows(element: TuiElement): boolean {
  return (
    element.computed['overflow'] === 'scroll' &&
    !isInert(element) &&
    (element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth)
  );
}

export class Scroller {
  /** What was scrolled or pressed last: keys that nothing else takes go there. */
  private last: TuiElement | undefined;
  /** The thumb while it is dragged. */
  private drag: { readonly element: TuiElement; readonly grip: number } | undefined;

  constructor(private readonly document: TuiDocument) {}

  /** Scrolls the nearest element around the target that can go further that way. */
  wheel(event: WheelEvent, target: TuiElement): boolean {
    // With Shift the wheel goes sideways, as everywhere.
    const sideways = event.shiftKey && event.deltaX === 0;
    const left = WHEEL_LINES * (sideways ? event.deltaY : event.deltaX);
    const top = sideways ? 0 : WHEEL_LINES * event.deltaY;
    return this.bubble(target, () => ({ left, top }));
  }

  /** Scrolls by a key: around the target, or where nothing there scrolls, what was used last. */
  key(event: KeyboardEvent, target: TuiElement): boolean {
    if (event.ctrlKey || event.altKey || event.metaKey) return false;
    const { key, shiftKey } = event;
    const step = (element: TuiElement): Steps | undefined => stepsOf(key, shiftKey, element);
    if (step(target) === undefined) return false;
    if (this.bubble(target, step)) return true;
    const other = this.fallback();
    return other !== undefined && this.by(other, step(other));
  }

  /** A press in the column of a scrollbar takes the thumb, or goes a page towards the pointer. */
  press(target: TuiElement, x: number, y: number): boolean {
    for (let at: TuiElement | null = target; at !== null; at = at.parentElement) {
      if (!overflows(at)) continue;
      this.last = at;
      const { start, length, column, top, cells } = track(at);
      if (x !== column || y < top || y >= top + cells) return false;
      const row = y - top;
      if (row >= Math.floor(start) && row < Math.ceil(start + length)) {
        this.drag = { element: at, grip: row - start };
      } else at.scrollTop += row < start ? -at.clientHeight : at.clientHeight;
      return true;
    }
    return false;
  }

  /** True while a thumb is held; then it follows the pointer. */
  dragTo(y: number): boolean {
    if (this.drag === undefined) return false;
    const { element, grip } = this.drag;
    const { top, cells, length } = track(element);
    const free = cells - length;
    const share = free <= 0 ? 0 : (y - top - grip) / free;
    element.scrollTop = share * (element.scrollHeight - element.clientHeight);
    return true;
  }

  release(): void {
    this.drag = undefined;
  }

  private bubble(target: TuiElement, step: (element: TuiElement) => Steps | undefined): boolean {
    for (let at: TuiElement | null = target; at !== null; at = at.parentElement) {
      if (overflows(at) && this.by(at, step(at))) return true;
    }
    return false;
  }

  private by(element: TuiElement, steps: Steps | undefined): boolean {
    if (steps === undefined) return false;
    const { scrollLeft, scrollTop } = element;
    element.scrollTo(scrollLeft + steps.left, scrollTop + steps.top);
    const moved = element.scrollLeft !== scrollLeft || element.scrollTop !== scrollTop;
    if (moved) this.last = element;
    return moved;
  }

  private fallback(): TuiElement | undefined {
    if (this.last?.isConnected === true && overflows(this.last)) return this.last;
    for (const element of this.document.querySelectorAll('*')) {
      if (overflows(element)) return element;
    }
    return undefined;
  }
}

/** How far a key goes in an element; undefined for keys that do not scroll. */
function stepsOf(key: string, shift: boolean, element: TuiElement): Steps | undefined {
  const page = Math.max(1, element.clientHeight - 1);
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
      return { left: 0, top: -element.scrollHeight };
    case 'End':
      return { left: 0, top: element.scrollHeight };
    default:
      return undefined;
  }
}

/** A scrollbar in cells of the screen: its column and rows, and the thumb counted from its top. */
function track(element: TuiElement): {
  column: number;
  top: number;
  cells: number;
  start: number;
  length: number;
} {
  const { x, y } = element.getBoundingClientRect();
  const { clientHeight: cells, scrollHeight: content, scrollTop } = element;
  const length = Math.min(cells, Math.max(1, (cells * cells) / Math.max(1, content)));
  const room = content - cells;
  return {
    column: x + element.clientLeft + element.clientWidth,
    top: y + element.clientTop,
    cells,
    start: room <= 0 ? 0 : ((cells - length) * scrollTop) / room,
    length,
  };
}

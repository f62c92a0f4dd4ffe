/** Handles the pointer over rows that an element paints itself: it drags the scrollbar, turns the wheel, and clicks. */
import { shareAt, thumbOf, type Scrolled } from '../../../runtime/element/scrollbar.js';
import type { InputLike } from '../keys/row-keys.js';

/** Rows of one step of the wheel. */
const WHEEL_ROWS = 3;

/** Where rows are in the content box. */
export interface RowsArea {
  /** Rows above the body, as of a header. */
  readonly header: number;
  readonly body: number;
  /** Column of the scrollbar; -1 for none. */
  readonly bar: number;
}

export interface PointerHost {
  scrolled(): Scrolled;
  scrollBy(rows: number): void;
  /** Scrolls to a share of what is above the last view, 0 to 1. */
  scrollTo(share: number): void;
}

export class RowPointer {
  #grip: number | undefined;
  #pressX = NaN;
  #pressY = NaN;

  readonly #host: PointerHost;

  constructor(host: PointerHost) {
    this.#host = host;
  }

  get isDragging(): boolean {
    return this.#grip !== undefined;
  }

  /** @returns true for a press on the scrollbar */
  press(event: InputLike, { header, body, bar }: RowsArea): boolean {
    const { offsetX, offsetY = NaN, button = 0 } = event;
    this.#pressX = event.clientX ?? NaN;
    this.#pressY = event.clientY ?? NaN;
    const row = offsetY - header;
    if (bar < 0 || offsetX !== bar || !(row >= 0 && row < body) || button !== 0) return false;
    const { start, end } = thumbOf(this.#host.scrolled());
    if (row >= Math.floor(start / 8) && row < Math.ceil(end / 8)) this.#grip = row - start / 8;
    else this.#host.scrollBy(row * 8 < start ? -body : body);
    return true;
  }

  /** @returns true while the thumb is dragged */
  drag({ offsetY = 0 }: InputLike, { header }: RowsArea): boolean {
    if (this.#grip === undefined) return false;
    this.#host.scrollTo(shareAt(offsetY - header, this.#grip, this.#host.scrolled()));
    return true;
  }

  release(): void {
    this.#grip = undefined;
  }

  /** A press that is let go in another cell has selected text and is not a click; one by a script has no cell. */
  isClick({ clientX, clientY, offsetX, button = 0 }: InputLike): boolean {
    return (
      offsetX !== undefined && button === 0 && clientX === this.#pressX && clientY === this.#pressY
    );
  }
}

/** The wheel: rows down, and steps to the right, where Shift turns it. */
export function wheelSteps({ deltaX = 0, deltaY = 0, shiftKey = false }: InputLike): {
  readonly rows: number;
  readonly sideways: number;
} {
  const isTurned = shiftKey && deltaX === 0;
  return {
    rows: isTurned ? 0 : Math.sign(deltaY) * Math.ceil(Math.abs(deltaY)) * WHEEL_ROWS,
    sideways: Math.sign(isTurned ? deltaY : deltaX),
  };
}

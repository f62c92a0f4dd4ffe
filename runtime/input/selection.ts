/** Selecting by dragging: text cell by cell, or what an element offers for the cells dragged over. */
import { intersect, isEmpty, type Rect } from '../geometry.js';
import { isInert } from './inert.js';
import type { SelectionBounds, TuiElement } from '../element/tui-element.js';
import {
  IS_TEXT_SELECTABLE,
  GET_SELECTABLE_TEXT,
  GET_CLIPBOARD_DESCRIPTION,
  GET_SELECTION_HIGHLIGHT_BOUNDS,
} from '../element/internals.js';
import { parentElementOf, isConnected } from '../element/tree.js';

/** The text of one box, as it is on the screen. All cells are the screen's. */
interface SelectableText {
  readonly element: TuiElement;
  /** False once the box is gone or its text is another. */
  readonly alive: boolean;
  /** The offsets before and after the character at the nearest cell of the text. */
  at(x: number, y: number): { readonly start: number; readonly end: number };
  /** The offsets around the word, or the line, at a cell; equal where there is none. */
  word(x: number, y: number): { readonly start: number; readonly end: number };
  line(x: number, y: number): { readonly start: number; readonly end: number };
  text(start: number, end: number): string;
  /** The cells of a stretch, as far as they show. */
  cells(start: number, end: number): Rect[];
}

export interface SelectionHost {
  /** The text whose box holds a cell. */
  textAt(x: number, y: number): SelectableText | null;
  /** The content box of an element, and what can be seen of it. */
  content(element: TuiElement): { readonly rect: Rect; readonly visible: Rect } | undefined;
  reportError(error: unknown, element: TuiElement): void;
  onChange(): void;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** What a drag grows by: one click, two, and three or more. */
type Unit = 'at' | 'word' | 'line';

/** What is selected from. */
interface Source {
  readonly element: TuiElement;
  readonly alive: boolean;
  /** From where the button was pressed to where the pointer is. */
  extend(from: Point, to: Point, unit: Unit): void;
  text(): string;
  description(): string | undefined;
  cells(): Rect[];
}

export class Selection {
  #source: Source | undefined;
  #from: Point | undefined;
  #unit: Unit = 'at';
  /** True once the pointer has left the cell it was pressed at: a click selects nothing. */
  #active = false;

  readonly #host: SelectionHost;

  constructor(host: SelectionHost) {
    this.#host = host;
  }

  /**
   * A press of the first button: drops what was selected, and from here dragging selects. The second
   * and the third press in a row (`clicks`) select the word and the line of text at once.
   */
  press(target: TuiElement, x: number, y: number, clicks = 1): void {
    this.clear();
    this.#source = this.#sourceAt(target, x, y);
    this.#from = this.#source === undefined ? undefined : { x, y };
    this.#unit = clicks >= 3 ? 'line' : clicks === 2 ? 'word' : 'at';
    if (this.#source instanceof TextSource && this.#unit !== 'at') this.#select(x, y);
  }

  /** The pointer moved with the button down. */
  drag(x: number, y: number): void {
    if (!this.#active && this.#from?.x === x && this.#from.y === y) return;
    this.#select(x, y);
  }

  #select(x: number, y: number): void {
    const source = this.#source;
    const from = this.#from;
    const unit = this.#unit;
    if (source === undefined || from === undefined) return;
    this.#active = true;
    source.extend(from, { x, y }, unit);
    this.#host.onChange();
  }

  /** The button is up. @returns true where something is selected */
  release(): boolean {
    const dragged = this.#from !== undefined && this.#active;
    this.#from = undefined;
    return dragged && this.text() !== '';
  }

  /** Clears the selection. */
  clear(): void {
    const had = this.#active;
    this.#source = undefined;
    this.#from = undefined;
    this.#active = false;
    if (had) this.#host.onChange();
  }

  /** The element selected from; null where nothing is selected. */
  get element(): TuiElement | null {
    return this.#current()?.element ?? null;
  }

  /** The selected text; empty where there is none. */
  text(): string {
    return this.#current()?.text() ?? '';
  }

  /** What is copied, for a notification; undefined for the number of characters. */
  description(): string | undefined {
    return this.#current()?.description();
  }

  /** The cells to highlight; asked in each frame, since boxes move. */
  cells(): Rect[] {
    return this.#current()?.cells() ?? [];
  }

  #current(): Source | undefined {
    const source = this.#source;
    const active = this.#active;
    if (!active || source?.alive !== true) return undefined;
    // What a modal dialog covers is neither highlighted through it nor copied from behind it.
    return isInert(source.element) ? undefined : source;
  }

  #sourceAt(target: TuiElement, x: number, y: number): Source | undefined {
    for (let at: TuiElement | null = target; at !== null; at = parentElementOf(at)) {
      if (this.#guard(at, false, () => at?.[IS_TEXT_SELECTABLE]?.() === true)) {
        return new ElementSource(at, this.#host, (use, fallback) => this.#guard(at, fallback, use));
      }
    }
    const text = this.#host.textAt(x, y);
    return text === null ? undefined : new TextSource(text);
  }

  /** Calls a hook; one that throws is reported and answers nothing. */
  #guard<T>(element: TuiElement, fallback: T, use: () => T): T {
    try {
      return use();
    } catch (error) {
      this.#host.reportError(error, element);
      return fallback;
    }
  }
}

class TextSource implements Source {
  #start = 0;
  #end = 0;

  readonly #region: SelectableText;

  constructor(region: SelectableText) {
    this.#region = region;
  }

  get element(): TuiElement {
    return this.#region.element;
  }
  get alive(): boolean {
    return this.#region.alive;
  }
  extend(from: Point, to: Point, unit: Unit): void {
    const first = this.#region[unit](from.x, from.y);
    const last = this.#region[unit](to.x, to.y);
    this.#start = Math.min(first.start, last.start);
    this.#end = Math.max(first.end, last.end);
  }
  text(): string {
    return this.#region.text(this.#start, this.#end);
  }
  description(): undefined {
    return undefined;
  }
  cells(): Rect[] {
    return this.#region.cells(this.#start, this.#end);
  }
}

type Guard = <T>(use: () => T, fallback: T) => T;

class ElementSource implements Source {
  #bounds: SelectionBounds | undefined;

  readonly #host: SelectionHost;
  readonly #guard: Guard;

  constructor(
    readonly element: TuiElement,
    host: SelectionHost,
    guard: Guard,
  ) {
    this.#host = host;
    this.#guard = guard;
  }

  get alive(): boolean {
    return isConnected(this.element);
  }
  extend(from: Point, to: Point): void {
    const content = this.#host.content(this.element);
    if (content === undefined) return;
    const { x, y, width, height } = content.rect;
    const column = (at: number): number => Math.max(0, Math.min(width - 1, at - x));
    const row = (at: number): number => Math.max(0, Math.min(height - 1, at - y));
    this.#bounds = {
      startX: Math.min(column(from.x), column(to.x)),
      endX: Math.max(column(from.x), column(to.x)),
      startY: Math.min(row(from.y), row(to.y)),
      endY: Math.max(row(from.y), row(to.y)),
    };
  }
  text(): string {
    if (this.#highlighted() === undefined) return '';
    return this.#guard(() => String(this.element[GET_SELECTABLE_TEXT]?.(this.#bounds) ?? ''), '');
  }
  description(): string | undefined {
    return this.#guard(() => this.element[GET_CLIPBOARD_DESCRIPTION]?.(this.#bounds), undefined);
  }
  cells(): Rect[] {
    const content = this.#host.content(this.element);
    const bounds = this.#highlighted();
    if (content === undefined || bounds === undefined) return [];
    const { rect, visible } = content;
    const { startX, endX, startY = 0, endY = rect.height - 1 } = bounds;
    const cells = intersect(visible, {
      x: rect.x + Math.min(startX, endX),
      y: rect.y + Math.min(startY, endY),
      width: Math.abs(endX - startX) + 1,
      height: Math.abs(endY - startY) + 1,
    });
    return isEmpty(cells) ? [] : [cells];
  }

  /** As the element widens them; an element that does not say is highlighted as dragged. */
  #highlighted(): SelectionBounds | undefined {
    const { element } = this;
    const bounds = this.#bounds;
    if (bounds === undefined || element[GET_SELECTION_HIGHLIGHT_BOUNDS] === undefined)
      return bounds;
    const { startX, endX, startY, endY } = bounds;
    return this.#guard(
      () => element[GET_SELECTION_HIGHLIGHT_BOUNDS]?.(startX, endX, startY, endY),
      undefined,
    );
  }
}

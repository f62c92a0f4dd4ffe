/** Selecting by dragging: text cell by cell, or what an element offers for the cells dragged over. */
import { intersect, isEmpty, type Rect } from '../base/geometry.js';
import { isInert } from './inert.js';
import type { SelectionBounds, TuiElement } from '../element/tui-element.js';
import {
  COMPUTED,
  LEADING_TEXT,
  IS_TEXT_SELECTABLE,
  GET_SELECTABLE_TEXT,
  GET_CLIPBOARD_DESCRIPTION,
  GET_SELECTION_HIGHLIGHT_BOUNDS,
} from '../element/internals.js';
import { getAttribute, parentElementOf, isConnected } from '../element/tree.js';

/** The text of one box, as it is on the screen. All cells are the screen's. */
interface SelectableText {
  readonly element: TuiElement;
  /** False once the box is gone, or its text up to an offset is another: more may be added to it. */
  isKept(end: number): boolean;
  /** All of its cells, visible or not. */
  readonly rect: Rect;
  isOf(other: SelectableText): boolean;
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
  /** All texts in an element, in their order. */
  textsIn(element: TuiElement): readonly SelectableText[];
  /** Scrolls what the element is in by a cell towards a place beyond its edge. False where it is at its end, or the place is none. */
  scrollNear(element: TuiElement, x: number, y: number): boolean;
  /** The content box of an element, and what can be seen of it. */
  content(element: TuiElement): { readonly rect: Rect; readonly visible: Rect } | undefined;
  reportError(error: unknown, element: TuiElement): void;
  onChange(): void;
  /** Calls back once after this many milliseconds; returns what takes it back. */
  setTimer(callback: () => void, ms: number): () => void;
}

/** Milliseconds between two cells that a drag beyond an edge scrolls. */
const SCROLL_PACE = 40;

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
  /** From where the button was pressed to where the pointer is. False where that is what is selected already. */
  extend(to: Point): boolean;
  text(): string;
  description(): string | undefined;
  cells(): Rect[];
}

export class Selection {
  #source: Source | undefined;
  #from: Point | undefined;
  /** Where the pointer is, while the button is down. */
  #to: Point | undefined;
  #cancelScroll: (() => void) | undefined;
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
    const unit = clicks >= 3 ? 'line' : clicks === 2 ? 'word' : 'at';
    this.#source = this.#sourceAt(target, { x, y }, unit);
    this.#from = this.#source === undefined ? undefined : { x, y };
    if (this.#source instanceof TextSource && unit !== 'at') this.#select({ x, y });
  }

  /** The pointer moved with the button down. */
  drag(x: number, y: number): void {
    if (!this.#active && this.#from?.x === x && this.#from.y === y) return;
    this.#select({ x, y });
    this.#scroll();
  }

  /** After a frame: what is under the pointer may be another part of the text. */
  follow(): void {
    if (this.#active && this.#to !== undefined) this.#select(this.#to);
  }

  #select(to: Point): void {
    const source = this.#source;
    if (source === undefined || this.#from === undefined) return;
    this.#to = to;
    const isFirst = !this.#active;
    this.#active = true;
    if (source.extend(to) || isFirst) this.#host.onChange();
  }

  /** Goes on as long as the pointer is beyond the edge. */
  #scroll(): void {
    this.#cancelScroll?.();
    this.#cancelScroll = undefined;
    const to = this.#to;
    const element = this.#source?.element;
    if (to === undefined || element === undefined || !isConnected(element)) return;
    if (!this.#host.scrollNear(element, to.x, to.y)) return;
    this.#cancelScroll = this.#host.setTimer(() => this.#scroll(), SCROLL_PACE);
  }

  #stopDrag(): void {
    this.#from = this.#to = undefined;
    this.#cancelScroll?.();
    this.#cancelScroll = undefined;
  }

  /** The button is up. @returns true where something is selected */
  release(): boolean {
    const dragged = this.#from !== undefined && this.#active;
    this.#stopDrag();
    return dragged && this.text() !== '';
  }

  /** Clears the selection. */
  clear(): void {
    const had = this.#active;
    this.#source = undefined;
    this.#stopDrag();
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

  #sourceAt(target: TuiElement, from: Point, unit: Unit): Source | undefined {
    for (let at: TuiElement | null = target; at !== null; at = parentElementOf(at)) {
      if (this.#guard(at, false, () => at?.[IS_TEXT_SELECTABLE]?.() === true)) {
        const guard: Guard = (use, fallback) => this.#guard(at, fallback, use);
        return new ElementSource(at, from, this.#host, guard);
      }
    }
    const text = this.#host.textAt(from.x, from.y);
    return text === null ? undefined : new TextSource(text, from, unit, this.#host);
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

/** A position in one of an element's texts. */
interface Place {
  readonly region: SelectableText;
  readonly offset: number;
}

/** The element whose texts a drag selects from: the nearest with `user-select: contain`, or else that of the text. */
function containerOf(element: TuiElement): TuiElement {
  for (let at: TuiElement | null = element; at !== null; at = parentElementOf(at)) {
    if (at[COMPUTED]['userSelect'] === 'contain') return at;
  }
  return element;
}

class TextSource implements Source {
  readonly #container: TuiElement;
  /** What the press selects by itself: it stays where it is in the text, wherever that goes. */
  readonly #anchor: {
    readonly region: SelectableText;
    readonly start: number;
    readonly end: number;
  };
  readonly #unit: Unit;
  readonly #host: SelectionHost;
  #first: Place;
  #last: Place;

  constructor(region: SelectableText, from: Point, unit: Unit, host: SelectionHost) {
    this.#host = host;
    this.#unit = unit;
    this.#container = containerOf(region.element);
    this.#anchor = { region, ...region[unit](from.x, from.y) };
    this.#first = { region, offset: this.#anchor.start };
    this.#last = { region, offset: this.#anchor.end };
  }

  get element(): TuiElement {
    return this.#first.region.element;
  }

  get alive(): boolean {
    const { region, offset } = this.#last;
    return this.#first.region.isKept(this.#first.offset) && region.isKept(offset);
  }

  extend(to: Point): boolean {
    const { region: from, start, end } = this.#anchor;
    if (!from.isKept(end)) return false;
    const { region: nearest, isAfter } = this.#nearest(to);
    const isSame = nearest.isOf(from);
    const region = isSame ? from : nearest;
    const place = region[this.#unit](to.x, to.y);
    const first =
      isSame || isAfter
        ? { region: from, offset: isSame ? Math.min(start, place.start) : start }
        : { region, offset: place.start };
    const last =
      isSame || !isAfter
        ? { region: from, offset: isSame ? Math.max(end, place.end) : end }
        : { region, offset: place.end };
    const isChanged = !isSamePlace(first, this.#first) || !isSamePlace(last, this.#last);
    this.#first = first;
    this.#last = last;
    return isChanged;
  }

  /** The text at a place or next to it, and whether it comes after the one that was pressed. */
  #nearest({ x, y }: Point): { readonly region: SelectableText; readonly isAfter: boolean } {
    const { region: from } = this.#anchor;
    const texts = this.#texts();
    const pressed = texts.findIndex((each) => each.isOf(from));
    if (pressed < 0) return { region: from, isAfter: false };
    let best = pressed;
    let least = Infinity;
    for (const [index, { rect }] of texts.entries()) {
      const down = beyond(y, rect.y, rect.height);
      const right = beyond(x, rect.x, rect.width);
      // A row of the pointer counts more than any column.
      const distance = down * ROW_WEIGHT + right;
      if (distance < least) [best, least] = [index, distance];
    }
    return { region: texts[best] ?? from, isAfter: best > pressed };
  }

  #texts(): readonly SelectableText[] {
    const { region } = this.#anchor;
    return this.#container === region.element ? [region] : this.#host.textsIn(this.#container);
  }

  /** What is selected, by text, in order. */
  #parts(): { readonly region: SelectableText; readonly start: number; readonly end: number }[] {
    const [first, last] = [this.#first, this.#last];
    if (first.region.isOf(last.region)) {
      return [{ region: first.region, start: first.offset, end: last.offset }];
    }
    const texts = this.#texts();
    const from = texts.findIndex((each) => each.isOf(first.region));
    const to = texts.findIndex((each) => each.isOf(last.region));
    return texts.slice(Math.max(0, from), to + 1).map((region, index) => ({
      region,
      start: index === 0 ? first.offset : 0,
      end: index === to - from ? last.offset : Infinity,
    }));
  }

  text(): string {
    let text = '';
    let before: SelectableText | undefined;
    const entered = new Set<TuiElement>();
    for (const { region, start, end } of this.#parts()) {
      const inside = this.#pathOf(region.element).filter((element) => !entered.has(element));
      if (before !== undefined) {
        text += between(before, region);
        text += inside.map((element) => element[LEADING_TEXT] ?? '').join('');
      }
      for (const element of inside) entered.add(element);
      text += region.text(start, end);
      before = region;
    }
    return text;
  }

  /** The elements around a text in the container, from the outside in. */
  #pathOf(element: TuiElement): TuiElement[] {
    const path: TuiElement[] = [];
    for (let at: TuiElement | null = element; at !== null && at !== this.#container;) {
      path.unshift(at);
      at = parentElementOf(at);
    }
    return path;
  }

  description(): undefined {
    return undefined;
  }

  cells(): Rect[] {
    return this.#parts().flatMap(({ region, start, end }) => region.cells(start, end));
  }
}

/** More than there are columns. */
const ROW_WEIGHT = 100_000;

/** Cells from a stretch to a place beside it; 0 in it. */
function beyond(at: number, start: number, length: number): number {
  return at < start ? start - at : Math.max(0, at - (start + length - 1));
}

/** What is written between two texts: as they are on the screen, blank rows as one, and none in a table. */
function between(
  { rect: before, element }: SelectableText,
  { rect: after, element: next }: SelectableText,
): string {
  const rows = after.y - (before.y + before.height);
  if (rows >= 0) {
    const table = tableAround(element);
    return rows === 0 || (table !== undefined && table === tableAround(next)) ? '\n' : '\n\n';
  }
  return after.x - (before.x + before.width) > 1 ? '\t' : ' ';
}

function tableAround(element: TuiElement): TuiElement | undefined {
  for (let at: TuiElement | null = element; at !== null; at = parentElementOf(at)) {
    if (getAttribute(at, 'role') === 'table') return at;
  }
  return undefined;
}

function isSameBounds(one: SelectionBounds, other: SelectionBounds): boolean {
  return (
    one.startX === other.startX &&
    one.endX === other.endX &&
    one.startY === other.startY &&
    one.endY === other.endY
  );
}

function isSamePlace(one: Place, other: Place): boolean {
  return one.offset === other.offset && one.region.isOf(other.region);
}

type Guard = <T>(use: () => T, fallback: T) => T;

class ElementSource implements Source {
  #bounds: SelectionBounds | undefined;

  readonly #host: SelectionHost;
  readonly #guard: Guard;

  /** Where the press was, in cells of the content: it may be elsewhere on the screen by now. */
  readonly #from: Point;

  constructor(
    readonly element: TuiElement,
    from: Point,
    host: SelectionHost,
    guard: Guard,
  ) {
    this.#host = host;
    this.#guard = guard;
    const { x, y } = host.content(element)?.rect ?? { x: 0, y: 0 };
    this.#from = { x: from.x - x, y: from.y - y };
  }

  get alive(): boolean {
    return isConnected(this.element);
  }
  extend(to: Point): boolean {
    const content = this.#host.content(this.element);
    if (content === undefined) return false;
    const { x, y, width, height } = content.rect;
    const column = (at: number): number => Math.max(0, Math.min(width - 1, at));
    const row = (at: number): number => Math.max(0, Math.min(height - 1, at));
    const from = { x: column(this.#from.x), y: row(this.#from.y) };
    const end = { x: column(to.x - x), y: row(to.y - y) };
    const before = this.#bounds;
    this.#bounds = {
      startX: Math.min(from.x, end.x),
      endX: Math.max(from.x, end.x),
      startY: Math.min(from.y, end.y),
      endY: Math.max(from.y, end.y),
    };
    return before === undefined || !isSameBounds(before, this.#bounds);
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

/**
 * The visible part of rows of one height, and the keyboard cursor. Both go with their rows: where rows are filtered, added or
 * dropped, the cursor stays on its row, and that row stays where it was on the screen as long as it can. Sorting
 * leaves the cursor on its row too, and shows the first rows.
 */

import type { Scrolled } from '../../../runtime/element/scrollbar.js';
import type { InputLike } from '../keys/row-keys.js';
import { wheelSteps, type PointerHost, type RowsArea } from './pointer.js';

/** Rows as a view knows them: each has an index in the data, a place where it shows, and a serial for as long as it exists. */
export interface RowsModel {
  /** Counts changes of any kind. */
  readonly version: number;
  /** Count changes of what rows are sorted by, and of what they are filtered by. */
  readonly sortVersion: number;
  readonly filterVersion: number;
  /** All rows, and those that show. */
  readonly count: number;
  readonly shown: number;
  /** -1 for what does not exist, or does not show. */
  indexAt(place: number): number;
  placeOf(index: number): number;
  serialOf(index: number): number;
  indexOf(serial: number): number;
}

export class RowsView implements PointerHost {
  /** Place of the first row that shows. */
  top = 0;
  /** The first column that shows, counted among those there is room for. */
  first = 0;
  /** Index of the header's column that keys are at; -1: they are at the rows. */
  headCursor = -1;
  /** Rows of the body as laid out last. */
  #body = 0;
  #cursor = -1;
  /** Where the cursor was, for when its row is gone. */
  #cursorHint = 0;
  /** Which row was where when it was painted last. */
  #anchor = -1;
  #anchorOffset = 0;
  #anchorIsCursor = false;
  #version = -1;
  #sortVersion = -1;
  #filterVersion = -1;
  #atEnd = true;
  #follows = false;

  readonly #model: RowsModel;

  constructor(model: RowsModel) {
    this.#model = model;
  }

  /** Keeps the end in view as rows are appended; once it is set, from the end on. */
  get follow(): boolean {
    return this.#follows;
  }

  set follow(follow: boolean) {
    if (follow && !this.#follows) this.#goToEnd();
    this.#follows = follow;
  }

  #goToEnd(): void {
    this.top = this.#model.shown;
    this.clamp();
    this.#atEnd = true;
  }

  get hasCursor(): boolean {
    return this.#cursor >= 0 && this.#model.indexOf(this.#cursor) >= 0;
  }

  /** The row that keys are at; -1 before they were used, and where it is gone. */
  get cursorIndex(): number {
    return this.#cursor < 0 ? -1 : this.#model.indexOf(this.#cursor);
  }

  /** The place that keys start from: the cursor's, or near where it was, or the first that shows. */
  cursorPlace(): number {
    const model = this.#model;
    const place = model.placeOf(this.cursorIndex);
    if (place >= 0) return place;
    const hint = this.#cursor < 0 ? this.top : this.#cursorHint;
    return Math.min(hint, model.shown - 1);
  }

  /** The cursor's place; -1 where it is on no row that shows. */
  shownCursor(): number {
    return this.#cursor < 0 ? -1 : this.#model.placeOf(this.cursorIndex);
  }

  /** The row of the view that the cursor is in; -1 where it does not show. */
  cursorRow(): number {
    const row = this.shownCursor() - this.top;
    return this.shownCursor() >= 0 && row >= 0 && row < this.#body ? row : -1;
  }

  /** Places of the rows that showed when it was laid out last; `to` is exclusive. */
  get shown(): { readonly from: number; readonly to: number } {
    return { from: this.top, to: Math.min(this.#model.shown, this.top + this.#body) };
  }

  /** The largest `top`. */
  get lastTop(): number {
    return Math.max(0, this.#model.shown - this.#body);
  }

  /** Moves the cursor and shows it. */
  moveTo(place: number): void {
    this.setCursor(place);
    this.reveal(place);
  }

  /** The same for a row by its index; nothing where it does not show. */
  goTo(index: number): void {
    const place = this.#model.placeOf(index);
    if (place >= 0) this.moveTo(place);
  }

  setCursor(place: number): void {
    this.headCursor = -1;
    this.#cursor = this.#model.serialOf(this.#model.indexAt(place));
    this.#cursorHint = Math.max(0, place);
  }

  /** All rows are others: the cursor goes to the one that is the same, else stays at its index. */
  replaced(cursorIndex: number, isSame: ((index: number) => boolean) | undefined): void {
    this.#anchor = -1;
    if (cursorIndex < 0) return;
    const model = this.#model;
    let index = cursorIndex;
    for (let other = 0; other < model.count && isSame !== undefined; other++) {
      if (!isSame(other)) continue;
      index = other;
      break;
    }
    this.#cursor = model.serialOf(Math.min(index, model.count - 1));
  }

  /** Scrolls no farther than needed. */
  reveal(place: number): void {
    if (place < this.top) this.top = place;
    else if (this.#body > 0 && place >= this.top + this.#body) this.top = place - this.#body + 1;
    this.clamp();
    this.#note();
  }

  scrollBy(rows: number): void {
    this.top += rows;
    this.clamp();
    this.#note();
  }

  // What the pointer does

  scrolled(): Scrolled {
    return { cells: this.#body, top: this.top, shown: this.#body, size: this.#model.shown };
  }

  scrollTo(share: number): void {
    this.top = Math.round(share * this.lastTop);
  }

  /**
   * Scrolls rows, and columns sideways.
   *
   * @param lastFirst the largest `first`
   * @returns false at its end: the wheel is for what scrolls around it
   */
  wheel(event: InputLike, lastFirst: number): boolean {
    const { rows, sideways } = wheelSteps(event);
    const { top, first } = this;
    if (rows !== 0) this.scrollBy(rows);
    this.first = Math.max(0, Math.min(lastFirst, first + sideways));
    return this.top !== top || this.first !== first;
  }

  /** The place of the row at a cell of the content box; -1 for none. */
  placeAt(
    { offsetX = NaN, offsetY = NaN }: Pick<InputLike, 'offsetX' | 'offsetY'>,
    { header, body, bar, width }: RowsArea & { readonly width: number },
  ): number {
    const row = offsetY - header;
    const end = bar < 0 ? width : bar;
    const place = this.top + row;
    const isRow = row >= 0 && row < body && offsetX >= 0 && offsetX < end;
    return isRow && place < this.#model.shown ? place : -1;
  }

  clamp(): void {
    this.top = Math.max(0, Math.min(this.lastTop, Math.round(this.top) || 0));
  }

  /** Brings the view in step with the model; `body` is how many rows there is room for. */
  sync(body: number): void {
    const model = this.#model;
    const resized = body !== this.#body;
    const wasAtEnd = this.#atEnd;
    this.#body = body;
    if (this.#version !== model.version) {
      // After sorting, the first rows are the ones of interest.
      const isFirst = this.#version < 0;
      const sorted = !isFirst && this.#sortVersion !== model.sortVersion;
      const filtered = !isFirst && this.#filterVersion !== model.filterVersion;
      // Among other rows only a cursor means its row; the first one just happened to be there.
      const keeps = !sorted && (!filtered || this.#anchorIsCursor);
      const place = keeps ? model.placeOf(model.indexOf(this.#anchor)) : -1;
      if (this.follow && wasAtEnd && !sorted) this.top = model.shown;
      else if (place >= 0) this.top = place - this.#anchorOffset;
      else if (sorted || filtered) this.top = 0;
    } else if (resized && this.follow && wasAtEnd) this.top = model.shown;
    else if (resized) {
      const place = this.shownCursor();
      if (place >= this.top + body) this.top = place - body + 1;
    }
    this.clamp();
    this.#note();
  }

  /** Remembers what is where. */
  #note(): void {
    const { top } = this;
    const model = this.#model;
    const body = this.#body;
    this.#version = model.version;
    this.#sortVersion = model.sortVersion;
    this.#filterVersion = model.filterVersion;
    // Before the first layout nothing has been scrolled away from the end.
    if (body > 0) this.#atEnd = top + body >= model.shown;
    const place = this.shownCursor();
    if (place >= 0) this.#cursorHint = place;
    const visible = place >= top && place < top + body;
    // Without a cursor the first row stays; at the very top what comes there is to be seen.
    const kept = visible ? place : top > 0 ? top : -1;
    this.#anchor = model.serialOf(model.indexAt(kept));
    this.#anchorOffset = kept - top;
    this.#anchorIsCursor = visible;
  }
}

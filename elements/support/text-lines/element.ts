/** The base class of elements that show lines of a text: its hooks are those of its body, and it can be searched and selected. */
import { nameClass } from '../../../runtime/base/class-name.js';
import type { Painter, ScrollPlace, SelectionBounds } from '../../../runtime/element/contract.js';
import {
  ATTRIBUTE_CHANGED,
  CARET,
  DEFAULT_ACTION,
  FOCUSABLE,
  GET_CLIPBOARD_DESCRIPTION,
  GET_SELECTABLE_TEXT,
  GET_SELECTION_HIGHLIGHT_BOUNDS,
  KEY_USE,
  MEASURE,
  PAINT,
  PROPS,
  SCROLL_PLACE,
  STATE_CHANGED,
} from '../../../runtime/element/internals.js';
import { invalidate } from '../../../runtime/element/services.js';
import type { InputAction, Size } from '../../../runtime/element/tui-element.js';
import { CopiedElement } from '../copied.js';
import type { LinesBody } from './body.js';
import type { LineRow } from './view.js';

/** What an element with lines consists of. */
export const LINES: unique symbol = Symbol('lines');
/** The number that its first line has. */
export const FIRST_NUMBER: unique symbol = Symbol('firstNumber');

export abstract class LinesElement<R extends LineRow = LineRow> extends CopiedElement {
  static {
    nameClass(this, 'LinesElement');
  }

  abstract get [LINES](): LinesBody<R>;
  get [FIRST_NUMBER](): number {
    return 1;
  }

  /** Number of lines. */
  get lineCount(): number {
    return this[LINES].model.shownCount;
  }

  /** Number of lines with matches of the search. */
  get matchCount(): number {
    this[LINES].scanAll();
    return this[LINES].model.found.length;
  }

  /** Number of the line with the cursor; undefined for none. Setting it scrolls there. */
  get cursorLine(): number | undefined {
    const { cursorLine } = this[LINES].view;
    return cursorLine < 0 ? undefined : cursorLine + this[FIRST_NUMBER];
  }
  set cursorLine(line: number | undefined) {
    this[LINES].goTo(Number(line) - this[FIRST_NUMBER] || 0);
  }

  /** Numbers of the selected lines. Setting them selects all from the least to the greatest. */
  get selectedLines(): number[] {
    return this[LINES].selected.map((line) => line + this[FIRST_NUMBER]);
  }
  set selectedLines(lines: Iterable<number>) {
    const body = this[LINES];
    const numbers = Array.from(lines, (line) => Number(line) - this[FIRST_NUMBER]).filter(
      (line) => body.model.lineAt(line) >= 0,
    );
    if (numbers.length > 0) body.select(Math.min(...numbers), Math.max(...numbers));
    else {
      body.view.anchor = -1;
      body.changed();
    }
  }

  /** Moves to the next match of the search; returns false without one. */
  findNext(): boolean {
    return this[LINES].find(1);
  }

  /** Moves to the match before; returns false without one. */
  findPrevious(): boolean {
    return this[LINES].find(-1);
  }

  override get [FOCUSABLE](): boolean {
    return true;
  }

  override [ATTRIBUTE_CHANGED](name: string, _value?: unknown): void {
    if (name === 'searchText') this[LINES].search(String(this[PROPS]['searchText'] ?? ''));
    invalidate(this, 'layout');
  }

  override [STATE_CHANGED](state: string, isSet: boolean): void {
    if (state === 'focus' && !isSet) this[LINES].interaction.close();
    invalidate(this, 'paint');
  }

  override [DEFAULT_ACTION](event: InputAction): boolean {
    return event.target === this && this[LINES].interaction.act(event);
  }

  override [KEY_USE](event: InputAction): 'edit' | 'find' | undefined {
    return event.target === this ? this[LINES].interaction.useOf(event) : undefined;
  }

  override [CARET](): { readonly x: number; readonly y: number } | null {
    return this[LINES].caret();
  }

  override [MEASURE](available: Size): Size {
    return this[LINES].measure(available);
  }

  override [PAINT](painter: Painter): void {
    this[LINES].paint(painter);
  }

  override [SCROLL_PLACE](): ScrollPlace | undefined {
    return this[LINES].scrollPlace();
  }

  override [GET_SELECTABLE_TEXT](bounds?: SelectionBounds): string {
    return this[LINES].textIn(bounds);
  }

  override [GET_SELECTION_HIGHLIGHT_BOUNDS](
    startX: number,
    endX: number,
    startY?: number,
    endY?: number,
  ): SelectionBounds | undefined {
    return this[LINES].highlightBounds(startX, endX, startY, endY);
  }

  override [GET_CLIPBOARD_DESCRIPTION](bounds?: SelectionBounds): string | undefined {
    return this[LINES].copiedDescription(bounds);
  }
}

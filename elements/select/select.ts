/**
 * A select: one of several values in a list that opens, or any number in a list that is always open. `rows.ts` reads
 * its `option` children; this file handles keys and pointer.
 */
import {
  ACCESSIBLE_NODE,
  addState,
  ATTRIBUTE_CHANGED,
  cellWidth,
  CONNECTED,
  CONTENT_CHANGED,
  controlNode,
  DEFAULT_ACTION,
  fireChange,
  FOCUSABLE,
  formOf,
  GUTTERS,
  invalidate,
  KEY_USE,
  keyAction,
  labelsOf,
  MEASURE,
  nameOf,
  numberOf,
  OPERATION,
  PAINT,
  PAINT_GUTTERS,
  plainKey,
  POPUP,
  PROPS,
  removeAttribute,
  removeState,
  setTimer,
  statesOf,
  truncate,
} from '../support/author.js';
import type {
  AccessibleAction,
  AccessibleElement,
  AccessibleLine,
  ElementList,
  InputAction,
  Insets,
  Operation,
  Painter,
  Popup,
  Size,
  StateTable,
  TuiElement,
} from '../support/author.js';
import { goesUp, isRowAction, rowByKey, type InputLike } from '../support/keys/row-keys.js';
import { BINDABLE, EVENTS, EXAMPLES, RULES, SELECT_KEYS } from './declaration.js';
import { paintEnds } from './closed.js';
import type { Option } from './options.js';
import { paintOptions } from '../support/rows/option-list.js';
import { TypeAhead } from '../support/rows/type-ahead.js';
import type { Rows } from './rows.js';
import { SelectValues } from './values.js';
import {
  IS_LIST,
  FOLLOW,
  READ,
  CHOSEN,
  REPLACE,
  CHOOSE,
  SELECTED_OPTIONS,
  OPTION_TEXT,
  LENGTH,
  OPTION_DISABLED,
  OPTION_VALUE,
  OPTION_SELECTED,
} from './internals.js';
import {
  CHECK_CONSTRAINTS,
  FIND_CONSTRAINT_ERRORS,
  SHOW_INVALID,
  VALIDATION_MESSAGE,
} from '../support/internals.js';

/** Rows of an open list at most. */
const MAX_ROWS = 12;
const LIST_ROWS = 4;
const WHEEL_ROWS = 3;
const ARROW = 0x25be;
const INSETS: Insets = { top: 0, right: 1, bottom: 0, left: 1 };

type PointerEvent = InputAction & InputLike & { readonly inPopup?: boolean };

type SelectAction = keyof typeof SELECT_KEYS;

export class Select extends SelectValues {
  static override readonly tag: string = 'select';
  static override readonly persist: readonly string[] = ['value'];
  static override readonly description: string =
    'A choice from a list that opens; with `multiple`, any number of options from a list that is always open.';
  static override readonly labelable = true;
  static override readonly content = 'inline';
  static override readonly shrinkToFit = true;
  static override readonly keys = SELECT_KEYS;
  static override readonly events = EVENTS;
  static override readonly bindable = BINDABLE;
  static override readonly states = {
    ...SelectValues.states,
    open: 'Its list is open.',
  } as const satisfies StateTable;
  static override readonly rules = RULES;
  static override readonly examples = EXAMPLES;
  #active = -1;
  /** The option of that row, which is in another row once options have come or gone. */
  #option: Option | undefined;
  #rows: Rows | undefined;
  /** Where a stretch that Shift extends begins. */
  #anchor = -1;
  #top = 0;
  /** Rows that showed when the list was painted last. */
  #page = 1;
  readonly #typeAhead: TypeAhead = new TypeAhead((callback, ms) => setTimer(this, callback, ms));
  /** The press that opened the list is still on: its release over an option chooses that. */
  #pressing = false;

  // Of the runtime

  /** The form that it belongs to. */
  get form(): TuiElement | null {
    return formOf(this);
  }

  /** The labels of the control. */
  get labels(): ElementList {
    return labelsOf(this);
  }

  override get [FOCUSABLE](): boolean {
    return true;
  }
  override get [GUTTERS](): Insets | undefined {
    return this[IS_LIST] ? undefined : INSETS;
  }

  override [ATTRIBUTE_CHANGED](name: string, value: unknown): void {
    if (name === 'value') this[FOLLOW](value === undefined ? undefined : String(value));
    if (name === 'open') this.#setOpen(value === true);
    if (name === 'disabled' && value === true) this.#setOpen(false);
    if (name === 'multiple' || name === 'size') this.#setOpen(this[PROPS].open);
    this[CONTENT_CHANGED]();
    if (name === 'multiple' || name === 'size') invalidate(this, 'structure');
  }

  override [CONNECTED](): void {
    if (this[PROPS].open) this.#setOpen(true);
    this[CHECK_CONSTRAINTS]();
  }

  override [MEASURE](available: Size): Size {
    const { width, rows } = this[READ]();
    const label = Math.max(width, cellWidth(this[PROPS].placeholder));
    if (!this[IS_LIST]) return { width: Math.min(label + 2, available.width), height: 1 };
    const height = this.#listRows;
    // The mark and a blank before it, a blank behind.
    const wide = label + 3 + (rows.length > height ? 1 : 0);
    return { width: Math.min(wide, available.width), height };
  }

  override [PAINT](painter: Painter): void {
    if (this[IS_LIST]) {
      this.#paintList(painter, statesOf(this).has('focus'), true);
      return;
    }
    const { width } = painter;
    const [chosen] = this[SELECTED_OPTIONS];
    const muted = chosen === undefined && !this[PROPS].disabled;
    const style = muted ? painter.style(painter.color('var(--muted)')) : painter.base;
    const label = chosen?.[OPTION_TEXT] ?? this[PROPS].placeholder;
    if (width > 2) painter.text(0, 0, truncate(label, width - 2), style);
    painter.put(width - 1, 0, ARROW);
  }

  override [PAINT_GUTTERS](painter: Painter): void {
    paintEnds(this, painter);
  }

  override [POPUP](): Popup | null {
    if (this[IS_LIST] || this[PROPS].disabled) return null;
    const { rows, width } = this[READ]();
    const height = Math.min(MAX_ROWS, Math.max(1, rows.length));
    return {
      width: width + 3 + (rows.length > height ? 1 : 0),
      height,
      paint: (painter) => this.#paintList(painter, true, false),
      close: () => this.#setOpen(false),
    };
  }

  override [DEFAULT_ACTION](event: InputAction): boolean {
    if (this[PROPS].disabled) return false;
    switch (event.type) {
      case 'keydown':
        return event.target === this && this.#key(event);
      case 'mousedown':
        return this.#press(event);
      case 'mousemove':
        return this.#move(event);
      case 'mouseup':
        return this.#release(event);
      case 'wheel':
        return this.#wheel(event);
      case 'click':
        return true;
      default:
        return false;
    }
  }

  override [ACCESSIBLE_NODE](): AccessibleElement {
    const { multiple, required, placeholder } = this[PROPS];
    const isInvalid = statesOf(this).has('user-invalid');
    return controlNode(this, 'select', nameOf(this), {
      multiple,
      required,
      placeholder: this[IS_LIST] ? undefined : placeholder,
      expanded: this[IS_LIST] ? undefined : this.#isOpen,
      setSize: this[IS_LIST] ? this.#listRows : undefined,
      invalid: isInvalid ? this[VALIDATION_MESSAGE] : undefined,
      parts: this.#optionNodes(),
      line: this.#line(),
    });
  }

  /** What is chosen, and whether something must be. */
  #line(): AccessibleLine {
    const chosen = this[SELECTED_OPTIONS].map(({ [OPTION_TEXT]: text }) => text);
    const missing = this[PROPS].required && this[FIND_CONSTRAINT_ERRORS]().length > 0 && 'required';
    if (this[IS_LIST]) {
      const count = `${chosen.length} of ${this[LENGTH]} selected`;
      const listed = chosen.length === 0 ? count : `${count}: ${chosen.slice(0, 20).join(', ')}`;
      return { role: 'list box', states: [listed, missing] };
    }
    const value = chosen[0] ?? this[PROPS].placeholder;
    const active = this.#isOpen ? this[READ]().rows[this.#active]?.text : undefined;
    const open = active === undefined ? this.#isOpen && 'open' : `open at ${active}`;
    return { states: [value === '' ? 'nothing chosen' : value, open, missing] };
  }

  /** Options below their headings. */
  #optionNodes(): AccessibleElement[] {
    const nodes: AccessibleElement[] = [];
    let group: AccessibleElement[] = nodes;
    const isAt = this.#isOpen || (this[IS_LIST] && statesOf(this).has('focus'));
    for (const [row, { text: label, indent, option }] of this[READ]().rows.entries()) {
      if (option === undefined) {
        group = [];
        nodes.push({ role: 'optgroup', name: label, parts: group });
        continue;
      }
      const {
        [OPTION_VALUE]: value,
        [OPTION_SELECTED]: selected,
        [OPTION_DISABLED]: disabled,
      } = option;
      const list = indent > 0 ? group : nodes;
      const isRefused = disabled || this[PROPS].disabled;
      list.push({
        role: 'option',
        name: label,
        value,
        selected,
        disabled,
        part: isRefused ? undefined : String(numberOf(option)),
        current: (isAt && row === this.#active) || undefined,
      });
    }
    return nodes;
  }

  override [OPERATION](action: AccessibleAction, part: string): Operation | undefined {
    const { type } = action;
    const isList = this[IS_LIST];
    if (part === '') {
      return type === 'press' && !isList ? () => this.#setOpen(!this.#isOpen) : undefined;
    }
    const row = this.#rowOfPart(part);
    const option = this[READ]().rows[row]?.option;
    if (option === undefined || option[OPTION_DISABLED]) return undefined;
    if (type === 'focus' || type === 'key') {
      return isList || this.#isOpen ? () => this.#activate(row) : undefined;
    }
    const { multiple } = this[PROPS];
    const isChosen = this[CHOSEN].has(option);
    const shouldSelect = type === 'select' ? action.value : !(multiple && isChosen);
    if (type === 'set' || !(shouldSelect || multiple)) return undefined;
    return () => {
      if (!isList) this.#setOpen(false);
      this.#activate(row);
      if (!multiple) this.#commit(row);
      else if (this[CHOSEN].has(option) !== shouldSelect) this.#toggle(row, false);
    };
  }

  #rowOfPart(part: string): number {
    return this[READ]().rows.findIndex(
      ({ option }) => option !== undefined && String(numberOf(option)) === part,
    );
  }

  // The list

  protected override [READ](): Rows {
    const rows = super[READ]();
    if (rows === this.#rows) return rows;
    this.#rows = rows;
    this.#active = rows.rowOf(this.#option);
    if (this.#active < 0 && this.#isOpen) this.#activate(this.#start());
    return rows;
  }

  /** The row that keys start from in a list that opens: what is chosen, else the first that can be. */
  #start(): number {
    const rows = this[READ]();
    const chosen = rows.rowOf(this[SELECTED_OPTIONS][0]);
    return chosen < 0 ? rows.near(0, 1) : chosen;
  }

  get #listRows(): number {
    return this[PROPS].size ?? LIST_ROWS;
  }
  get #isOpen(): boolean {
    return statesOf(this).has('open');
  }

  #paintList(painter: Painter, marked: boolean, filled: boolean): void {
    const rows = this[READ]();
    const count = rows.rows.length;
    this.#page = Math.max(1, painter.height);
    this.#top = Math.max(0, Math.min(this.#top, count - painter.height));
    paintOptions(painter, {
      count,
      top: this.#top,
      active: marked ? this.#active : -1,
      isFilled: filled,
      rowAt: (place) => rows.rowAt(place, this[CHOSEN]),
    });
  }

  #openByKey(open: boolean): true {
    this.#setOpen(open);
    return true;
  }

  #setOpen(open: boolean): void {
    this.#pressing = false;
    if (!open || this[IS_LIST] || this[PROPS].disabled) {
      removeState(this, 'open');
      // Said again, it opens again.
      if (!open && this[PROPS].open) removeAttribute(this, 'open');
      return;
    }
    this.#page = Math.min(MAX_ROWS, this[READ]().rows.length);
    this.#activate(this.#start());
    addState(this, 'open');
  }

  /** Marks a row and scrolls to it. */
  #activate(row: number): void {
    this.#active = row;
    this.#option = this[READ]().rows[row]?.option;
    if (row >= 0) {
      // A heading right above shows with its first option.
      const shown = row === 1 && this[READ]().rows[0]?.option === undefined ? 0 : row;
      this.#top = Math.max(row - this.#page + 1, Math.min(this.#top, shown));
    }
    invalidate(this, 'paint');
  }

  /** A person chooses a row. */
  #commit(row: number): void {
    const option = this[READ]().rows[row]?.option;
    if (option === undefined || option[OPTION_DISABLED]) return;
    if (this[CHOSEN].has(option) && this[CHOSEN].size === 1) return;
    this[REPLACE]([option]);
    this.#reportChange();
  }

  #reportChange(): void {
    this[CHECK_CONSTRAINTS]();
    this[SHOW_INVALID](this[FIND_CONSTRAINT_ERRORS]().length > 0);
    fireChange(this);
  }

  // Keys

  /** A letter finds an option; within a word, or in an open list, it is part of that. */
  override [KEY_USE](event: InputAction): 'find' | undefined {
    const key = plainKey(event);
    const isFree = !this.#typeAhead.isTyping && !this.#isOpen;
    return isFree && key !== ' ' && [...key].length === 1 ? 'find' : undefined;
  }

  #key(event: PointerEvent): boolean {
    const { key = '', ctrlKey = false, altKey = false, metaKey = false, shiftKey = false } = event;
    const action = keyAction(SELECT_KEYS, event);
    if (this[IS_LIST]) return this.#listKey(key, action, ctrlKey, shiftKey, altKey || metaKey);
    if (ctrlKey || metaKey) return false;
    if (altKey) return action === 'toggle' && this.#openByKey(!this.#isOpen);
    return this.#popupKey(key, action);
  }

  #popupKey(key: string, action: SelectAction | undefined): boolean {
    // A blank within a word that is typed belongs to it.
    const isTyped = key === ' ' && this.#typeAhead.isTyping;
    if (!isTyped && (action === 'choose' || action === 'select')) {
      return this.#isOpen ? this.#accept() : this.#openByKey(true);
    }
    if (action === 'leave') {
      // The focus goes on by the same key.
      if (this.#isOpen) this.#accept();
      return false;
    }
    // Closed, an arrow opens it.
    if (!this.#isOpen && (action === 'up' || action === 'down')) return this.#openByKey(true);
    return this.#moveByKey(key, action);
  }

  #moveByKey(key: string, action: SelectAction | undefined): boolean {
    const open = this.#isOpen;
    const row = this.#rowByKey(key, action, open ? this.#active : this.#chosenRow());
    if (row === undefined) return false;
    if (row >= 0) {
      this.#activate(row);
      if (!open) this.#commit(row);
    }
    return true;
  }

  #listKey(
    key: string,
    action: SelectAction | undefined,
    ctrl: boolean,
    shift: boolean,
    other: boolean,
  ): boolean {
    if (other) return false;
    const { multiple } = this[PROPS];
    const { rows } = this[READ]();
    if (multiple && action === 'all') {
      this[REPLACE](
        rows.flatMap(({ option }) => (option?.[OPTION_DISABLED] === false ? [option] : [])),
      );
      this.#reportChange();
      return true;
    }
    if (multiple && action === 'select' && !this.#typeAhead.isTyping) {
      this.#toggle(this.#active, shift);
      return true;
    }
    if (ctrl) return false;
    const from = this.#active >= 0 ? this.#active : this.#chosenRow();
    const row = this.#rowByKey(key, action, from);
    if (row === undefined) return false;
    if (row < 0) return true;
    if (shift && this.#anchor < 0) this.#anchor = Math.max(0, from);
    this.#activate(row);
    if (!multiple) this.#commit(row);
    else if (shift) this.#stretch(row);
    else this.#anchor = -1;
    return true;
  }

  /** Where a key leads; -1 where it leads nowhere, undefined where it is not a key of a list. */
  #rowByKey(key: string, action: SelectAction | undefined, from: number): number | undefined {
    const rows = this[READ]();
    const { length } = rows.rows;
    if (isRowAction(action)) {
      const moved = rowByKey(action, from, length, this.#page);
      if (moved === undefined) return undefined;
      // Over headings and what is disabled, on the way that the key goes.
      const found = rows.near(moved, goesUp(action) ? -1 : 1);
      const back = action === 'up' ? found > from : action === 'down' && found < from;
      return back && from >= 0 ? from : found;
    }
    if ([...key].length !== 1) return undefined;
    return this.#typeAhead.find(key, from, length, (place) => rows.textAt(place));
  }

  #accept(): true {
    const row = this.#active;
    this.#setOpen(false);
    this.#commit(row);
    return true;
  }

  #chosenRow(): number {
    return this[READ]().rowOf(this[SELECTED_OPTIONS][0]);
  }

  #toggle(row: number, stretch: boolean): void {
    const option = this[READ]().rows[row]?.option;
    if (option === undefined || option[OPTION_DISABLED]) return;
    if (stretch && this.#anchor >= 0) {
      this.#stretch(row);
      return;
    }
    this.#anchor = row;
    this[CHOOSE](option, !this[CHOSEN].has(option));
    this.#reportChange();
  }

  /** Chooses all from the anchor to a row, and nothing else. */
  #stretch(row: number): void {
    const [from, to] = [Math.min(this.#anchor, row), Math.max(this.#anchor, row)];
    const part = this[READ]().rows.slice(from, to + 1);
    this[REPLACE](
      part.flatMap(({ option }) => (option?.[OPTION_DISABLED] === false ? [option] : [])),
    );
    this.#reportChange();
  }

  // Pointer

  #press({
    button = 0,
    inPopup = false,
    shiftKey = false,
    offsetX = 0,
    offsetY = 0,
  }: PointerEvent): boolean {
    if (button !== 0) return false;
    if (!this[IS_LIST]) {
      const closed = !this.#isOpen;
      if (!inPopup) this.#setOpen(closed);
      this.#pressing = inPopup;
      return true;
    }
    const row = this.#rowAt(offsetX, offsetY);
    if (row < 0) return true;
    this.#activate(row);
    if (this[PROPS].multiple) this.#toggle(row, shiftKey);
    else this.#commit(row);
    return true;
  }

  #move({ inPopup = false, offsetX = 0, offsetY = 0 }: PointerEvent): boolean {
    if (this[IS_LIST] || !inPopup || !this.#isOpen) return false;
    const row = this.#rowAt(offsetX, offsetY);
    // From the control into the list with the button down: the release chooses.
    if (row >= 0) this.#pressing = true;
    if (row >= 0 && row !== this.#active) this.#activate(row);
    return true;
  }

  #release({ inPopup = false, offsetX = 0, offsetY = 0 }: PointerEvent): boolean {
    if (this[IS_LIST] || !inPopup || !this.#isOpen || !this.#pressing) return false;
    const row = this.#rowAt(offsetX, offsetY);
    const option = this[READ]().rows[row]?.option;
    if (option === undefined || option[OPTION_DISABLED]) return true;
    this.#activate(row);
    this.#accept();
    return true;
  }

  #wheel({ inPopup = false, deltaY = 0 }: PointerEvent): boolean {
    if (!this[IS_LIST] && !inPopup) return false;
    const most = Math.max(0, this[READ]().rows.length - this.#page);
    const top = Math.max(0, Math.min(most, this.#top + deltaY * WHEEL_ROWS));
    // A list at its end lets what is around it scroll; a popup has nothing around it.
    if (top === this.#top) return inPopup;
    this.#top = top;
    invalidate(this, 'paint');
    return true;
  }

  /** The row at a cell that can be chosen; -1 where there is none. */
  #rowAt(x: number, y: number): number {
    const { rows } = this[READ]();
    if (x < 0 || y < 0 || y >= this.#page) return -1;
    const row = this.#top + y;
    return rows[row]?.option?.[OPTION_DISABLED] === false ? row : -1;
  }
}

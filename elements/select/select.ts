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
import { isRowAction, type InputLike } from '../support/keys/row-keys.js';
import { BINDABLE, EVENTS, EXAMPLES, RULES, SELECT_KEYS } from './declaration.js';
import { paintEnds } from './closed.js';
import type { Option } from './options.js';
import { RowChooser } from '../support/rows/chooser.js';
import type { OptionRow } from '../support/rows/option-list.js';
import { OptionView } from '../support/rows/option-view.js';
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
  readonly #view: OptionView = new OptionView({
    count: () => this[READ]().rows.length,
    isEnabled: (place) => this[READ]().isEnabled(place),
    isHeading: (place) => this[READ]().rows[place]?.option === undefined,
    onChange: () => invalidate(this, 'paint'),
  });
  readonly #chooser: RowChooser<Option> = new RowChooser<Option>({
    count: () => this[READ]().rows.length,
    keyAt: (place) => this[READ]().rows[place]?.option,
    placeOf: (option) => this[READ]().rowOf(option),
    isEnabled: (place) => this[READ]().isEnabled(place),
    mode: () => (this[PROPS].multiple ? 'multiple' : 'single'),
    cursor: () => (this.#view.active >= 0 ? this.#view.active : this.#chosenRow()),
    moveTo: (place) => this.#activate(place),
    isSelected: (place) => this.#optionsAt([place]).some((option) => this[CHOSEN].has(option)),
    selectedCount: () => this[CHOSEN].size,
    select: (places) => this[REPLACE](this.#optionsAt(places)),
    toggle: (place) => {
      for (const option of this.#optionsAt([place]))
        this[CHOOSE](option, !this[CHOSEN].has(option));
    },
    onSelect: () => this.#reportChange(),
  });
  /** The option of the active row, which is in another row once options have come or gone. */
  #option: Option | undefined;
  #rows: Rows | undefined;
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
    const active = this.#isOpen ? this[READ]().rows[this.#view.active]?.text : undefined;
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
        current: (isAt && row === this.#view.active) || undefined,
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
      this.#chooser.set(row, shouldSelect);
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
    this.#view.active = rows.rowOf(this.#option);
    if (this.#view.active < 0 && this.#isOpen) this.#activate(rows.startOf(this[SELECTED_OPTIONS]));
    return rows;
  }

  get #listRows(): number {
    return this[PROPS].size ?? LIST_ROWS;
  }
  get #isOpen(): boolean {
    return statesOf(this).has('open');
  }

  #paintList(painter: Painter, marked: boolean, filled: boolean): void {
    const rows = this[READ]();
    const rowAt = (place: number): OptionRow => rows.rowAt(place, this[CHOSEN]);
    this.#view.paint(painter, rowAt, { isActive: marked, isFilled: filled });
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
    this.#activate(this[READ]().startOf(this[SELECTED_OPTIONS]));
    addState(this, 'open');
  }

  #activate(row: number): void {
    this.#option = this[READ]().rows[row]?.option;
    this.#view.activate(row);
  }

  #optionsAt(places: readonly number[]): Option[] {
    return places.flatMap((place) => this[READ]().rows[place]?.option ?? []);
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
    const { key = '', ctrlKey = false, altKey = false, metaKey = false } = event;
    const action = keyAction(SELECT_KEYS, event);
    if (this[IS_LIST]) return !altKey && !metaKey && this.#listKey(event, action);
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
    if (!isRowAction(action)) return this.#typeFor(key);
    const row = this.#view.rowFor(action, this.#isOpen ? this.#view.active : this.#chosenRow());
    if (row >= 0) this.#goTo(row);
    return this[READ]().rows.length > 0;
  }

  /** Closed, what keys are at is chosen. */
  #goTo(row: number): void {
    if (this.#isOpen) this.#activate(row);
    else this.#chooser.goTo(row);
  }

  #typeFor(key: string): boolean {
    if ([...key].length !== 1) return false;
    const rows = this[READ]();
    const from = this.#isOpen || this[IS_LIST] ? this.#view.active : this.#chosenRow();
    const row = this.#typeAhead.find(key, from, rows.rows.length, (place) => rows.textAt(place));
    if (row >= 0) this.#goTo(row);
    return true;
  }

  #listKey(event: PointerEvent, action: SelectAction | undefined): boolean {
    const { key = '', ctrlKey = false, shiftKey = false } = event;
    const { multiple } = this[PROPS];
    if (multiple && action === 'all') return this.#chooser.selectAll();
    if (multiple && action === 'select' && !this.#typeAhead.isTyping) {
      const { active } = this.#view;
      if (this[READ]().isEnabled(active)) this.#chooser.choose(active, shiftKey);
      return true;
    }
    if (ctrlKey) return false;
    if (!isRowAction(action)) return this.#typeFor(key);
    this.#chooser.move(action, event, this.#view.page);
    return this[READ]().rows.length > 0;
  }

  #accept(): true {
    const { active } = this.#view;
    this.#setOpen(false);
    if (this[READ]().isEnabled(active)) this.#chooser.choose(active);
    return true;
  }

  #chosenRow(): number {
    return this[READ]().rowOf(this[SELECTED_OPTIONS][0]);
  }

  // Pointer

  #press(event: PointerEvent): boolean {
    const { button = 0, inPopup = false, shiftKey = false } = event;
    if (button !== 0) return false;
    if (!this[IS_LIST]) {
      const closed = !this.#isOpen;
      if (!inPopup) this.#setOpen(closed);
      this.#pressing = inPopup;
      return true;
    }
    const row = this.#view.enabledAt(event);
    if (row < 0) return true;
    this.#activate(row);
    this.#chooser.choose(row, shiftKey);
    return true;
  }

  #move(event: PointerEvent): boolean {
    if (this[IS_LIST] || event.inPopup !== true || !this.#isOpen) return false;
    const row = this.#view.enabledAt(event);
    // From the control into the list with the button down: the release chooses.
    if (row >= 0) this.#pressing = true;
    if (row >= 0 && row !== this.#view.active) this.#activate(row);
    return true;
  }

  #release(event: PointerEvent): boolean {
    if (this[IS_LIST] || event.inPopup !== true || !this.#isOpen || !this.#pressing) return false;
    const row = this.#view.enabledAt(event);
    if (row < 0) return true;
    this.#activate(row);
    return this.#accept();
  }

  #wheel(event: PointerEvent): boolean {
    const { inPopup = false } = event;
    if (!this[IS_LIST] && !inPopup) return false;
    // A list at its end lets what is around it scroll; a popup has nothing around it.
    return this.#view.wheel(event) || inPopup;
  }
}

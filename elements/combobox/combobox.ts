/**
 * A combobox: a text field with a list of options that shows those that match what is typed. `values.ts` has what is
 * chosen; this file handles the list, keys and pointer.
 */
import {
  ACCESSIBLE_NODE,
  addState,
  ATTRIBUTE_CHANGED,
  COMPUTED,
  CONNECTED,
  CONTENT_CHANGED,
  DEFAULT_ACTION,
  DISCONNECTED,
  fire,
  fireChange,
  formOf,
  invalidate,
  isConnected,
  keyAction,
  MEASURE,
  OPERATION,
  PAINT,
  POPUP,
  PROPS,
  removeAttribute,
  removeState,
  setTimer,
  STATE_CHANGED,
  statesOf,
  submitByField,
} from '../support/author.js';
import type {
  AccessibleAction,
  AccessibleElement,
  InputAction,
  Operation,
  Painter,
  Popup,
  Available,
  Size,
  StateTable,
} from '../support/author.js';
import { setHook } from '../support/hooks.js';
import { REPORT_VALIDITY, SHOW_INVALID, FIND_CONSTRAINT_ERRORS } from '../support/internals.js';
import type { RowAction } from '../support/keys/key-tables.js';
import { goesUp } from '../support/keys/row-keys.js';
import { defineFieldMembers } from '../text-editing/field/element.js';
import { fieldStyles, insetOf, paintEnds } from '../text-editing/field/paint.js';
import type { Command, Vertical } from '../text-editing/keymap.js';
import type { Edit } from '../text-editing/model.js';
import {
  COMMIT,
  COMMITTED,
  EDIT,
  ENTER,
  FIELD_NODE,
  IS_DIRTY,
  IS_EDITED,
  MODEL,
  PAINT_LINE,
  RETAKE,
  SET_BY_USER,
  SPECIAL,
  VALUE,
  VERTICAL,
} from '../text-editing/internals.js';
import { findMatches, freeChoice, type Choice, type Match } from './choices.js';
import { layOutChips, paintChips, type ChipLayout } from './chips.js';
import {
  ATTRIBUTES,
  BINDABLE,
  COMBOBOX_KEYS,
  EVENTS,
  EXAMPLES,
  KEYS,
  RULES,
} from './declaration.js';
import { CHOICES, CHOOSE_ALL, CHOSEN, LOADED_CHOICES, MATCHING_TEXT } from './internals.js';
import { OptionView } from '../support/rows/option-view.js';
import { optionRow, rowsOf, widthOf, type Row } from './list.js';
import { OptionLoader, type LoadOptions } from './loader.js';
import { ComboboxValues } from './values.js';

/** Rows of the list at most. */
const MAX_ROWS = 10;
const ARROW = 0x25be;
const INVALID_MARK = 0x21;
const BLANK = 0x20;
/** Cells behind the text: a blank and the arrow. */
const SIGNS = 2;

type ComboboxAction = keyof typeof COMBOBOX_KEYS;

export class Combobox extends ComboboxValues {
  static override readonly tag: string = 'combobox';
  static override readonly persist: readonly string[] = ['value'];
  static override readonly description: string =
    'A text field with a list of options: typing finds them. With `multiple`, several values as chips; with `free-text`, also texts that are not options; with `onLoadOptions`, options that are found elsewhere.';
  static override readonly shrinkToFit = true;
  static override readonly attributes = ATTRIBUTES;
  static override readonly events = EVENTS;
  static override readonly keys = KEYS;
  static override readonly bindable = BINDABLE;
  static override readonly states = {
    ...ComboboxValues.states,
    open: 'Its list is open.',
    busy: 'Options are being loaded.',
  } as const satisfies StateTable;
  static override readonly rules = RULES;
  static override readonly examples = EXAMPLES;

  readonly #loader = new OptionLoader({
    setTimer: (callback, ms) => setTimer(this, callback, ms),
    onChange: () => this.#loaded(),
  });
  /** The text is typed, and not that of a chosen option: it filters the list. */
  #isTyped = false;
  #found:
    | { readonly of: readonly unknown[]; readonly rows: readonly Row[]; readonly matches: number }
    | undefined;
  readonly #view: OptionView = new OptionView({
    count: () => this.#rows.rows.length,
    isEnabled: (place) => this.#rows.rows[place]?.match?.choice.isDisabled === false,
    isHeading: (place) => this.#rows.rows[place]?.match === undefined,
    onChange: () => invalidate(this, 'paint'),
  });
  /** Cells that the field has. */
  #chips: ChipLayout = layOutChips([], 0, 0);
  #arrowAt = -1;
  #pressing = false;

  /** Loads options; set by `onLoadOptions`. */
  get loadOptions(): LoadOptions | undefined {
    return this.#loader.load;
  }
  set loadOptions(load: LoadOptions | undefined) {
    this.#loader.load = typeof load === 'function' ? load : undefined;
    this.#loader.reset();
    if (this.#isOpen) this.#request();
  }

  /** `onLoadOptions` as a property: a function, or the text of the attribute. */
  get onLoadOptions(): unknown {
    return this.#loader.load;
  }
  set onLoadOptions(value: unknown) {
    setHook(this, 'onLoadOptions', 'loadOptions', value);
  }

  // Of the runtime

  protected override get [LOADED_CHOICES](): readonly Choice[] {
    return this.#loader.choices;
  }

  override [ATTRIBUTE_CHANGED](name: string, value: unknown): void {
    super[ATTRIBUTE_CHANGED](name, value);
    if (name === 'open' && isConnected(this)) this.#setOpen(value === true);
    if (name === 'disabled' || name === 'readonly') this.#setOpen(false);
    // The text is a value no more, or has become one.
    if (name === 'multiple') this[RETAKE]();
    if (name === 'size' || name === 'multiple') invalidate(this, 'layout');
    this.#found = undefined;
    if (this.#isOpen) this.#start();
  }

  override [CONTENT_CHANGED](): void {
    super[CONTENT_CHANGED]();
    if (this.#isOpen) this.#start();
  }

  override [CONNECTED](): void {
    super[CONNECTED]();
    if (this[PROPS].open) this.#setOpen(true);
  }

  override [DISCONNECTED](): void {
    this.#loader.stop();
  }

  override [STATE_CHANGED](state: string, isSet: boolean): void {
    if (state === 'open' && !isSet) this.#loader.stop();
    super[STATE_CHANGED](state, isSet);
  }

  override [MEASURE](available: Available): Size {
    const { size } = this[PROPS];
    const natural = size + 2 * insetOf(size + 2) + SIGNS;
    const width = available.hasWidth === true ? available.width : natural;
    return { width: natural, height: this.#layOut(Math.min(width, available.width)).rows };
  }

  #layOut(width: number): ChipLayout {
    const inset = insetOf(width);
    const labels = this[PROPS].multiple ? this[CHOSEN].map(({ label }) => label) : [];
    const signs = width >= 6 ? SIGNS : 0;
    return layOutChips(labels, inset, Math.max(inset, width - inset - signs));
  }

  override [PAINT](painter: Painter): void {
    const { width, height } = painter;
    if (width <= 0 || height <= 0) return;
    const styles = fieldStyles(painter, this[COMPUTED]);
    const inset = insetOf(width);
    painter.fill(0, 0, width, height, BLANK, styles.text);
    if (statesOf(this).has('focus') && inset > 0) paintEnds(painter, styles);
    this.#chips = this.#layOut(width);
    const { chips, text } = this.#chips;
    paintChips(this, painter, chips);
    this.#arrowAt = width >= 6 ? width - inset - 1 : -1;
    if (this.#arrowAt >= 0) painter.put(this.#arrowAt, 0, ARROW, styles.sign);
    let { cells } = text;
    if (statesOf(this).has('user-invalid') && cells >= 3)
      painter.put(text.x + --cells, text.y, INVALID_MARK, styles.invalidMark);
    this[PAINT_LINE](painter, { x: text.x, y: text.y, cells }, styles);
  }

  override [POPUP](): Popup | null {
    const { disabled, readonly, freeText } = this[PROPS];
    if (disabled || readonly) return null;
    const { rows, matches } = this.#rows;
    if (freeText && matches === 0 && this.#note === undefined) return null;
    const height = Math.min(MAX_ROWS, Math.max(1, rows.length));
    return {
      width: widthOf(rows) + (rows.length > height ? 1 : 0),
      height,
      paint: (painter) => this.#paintList(painter, rows),
      close: () => this.#setOpen(false),
    };
  }

  override [DEFAULT_ACTION](event: InputAction): boolean {
    const { disabled, readonly } = this[PROPS];
    if (disabled || readonly || event.target !== this) return super[DEFAULT_ACTION](event);
    if (event.inPopup === true) return this.#point(event);
    switch (event.type) {
      case 'keydown': {
        const action = keyAction(COMBOBOX_KEYS, event);
        if (action === undefined || event.shiftKey === true) break;
        return this.#act(action);
      }
      case 'mousedown':
        if ((event.button ?? 0) === 0 && this.#press(event)) return true;
        break;
    }
    return super[DEFAULT_ACTION](event);
  }

  // The list

  get #isOpen(): boolean {
    return statesOf(this).has('open');
  }

  get #query(): string {
    return this.#isTyped ? this[MODEL].value : '';
  }

  /** What the list shows beside options. */
  get #note(): string | undefined {
    const { busyText } = this[PROPS];
    const { failure } = this.#loader;
    if (failure !== undefined) return `Could not load: ${failure.replace(/\s+/g, ' ')}`;
    return this.#loader.isBusy ? busyText : undefined;
  }

  get #rows(): { readonly rows: readonly Row[]; readonly matches: number } {
    const { match, emptyText } = this[PROPS];
    const choices = this[CHOICES];
    const note = this.#note;
    const of = [choices, this.#query, match, note, emptyText];
    if (this.#found?.of.every((each, index) => each === of[index]) === true) return this.#found;
    const matches = findMatches(choices, this.#query, match);
    const rows = [...rowsOf(matches)];
    if (note !== undefined) rows.push({ text: note, indent: 0 });
    else if (matches.length === 0) rows.push({ text: emptyText, indent: 0 });
    this.#found = { of, rows, matches: matches.length };
    return this.#found;
  }

  #paintList(painter: Painter, rows: readonly Row[]): void {
    const isChosen = (choice: Choice): boolean => this.#isChosen(choice);
    this.#view.paint(painter, (place) => optionRow(rows[place]!, isChosen));
  }

  #isChosen({ value }: Choice): boolean {
    return this[CHOSEN].some((each) => each.value === value);
  }

  #setOpen(open: boolean): void {
    this.#pressing = false;
    const { disabled, readonly } = this[PROPS];
    if (!open || disabled || readonly) {
      removeState(this, 'open');
      if (!open && this[PROPS].open) removeAttribute(this, 'open');
      return;
    }
    if (this.#isOpen) return;
    this.#view.top = 0;
    addState(this, 'open');
    this.#request();
    this.#start();
  }

  /** Keys start at what is chosen; where a text was typed, at the first match. */
  #start(): void {
    const { rows } = this.#rows;
    const chosen = this.#isTyped
      ? -1
      : rows.findIndex(({ match }) => match !== undefined && this.#isChosen(match.choice));
    const isFree = this[PROPS].freeText || (!this.#isTyped && chosen < 0);
    this.#view.activate(chosen >= 0 || isFree ? chosen : this.#view.rowFor('first'));
  }

  #request(): void {
    const { delay } = this[PROPS];
    this.#loader.request(this.#query, this.#isTyped ? delay : 0);
  }

  #loaded(): void {
    if (this.#loader.isBusy) addState(this, 'busy');
    else removeState(this, 'busy');
    if (!this.#isOpen) return;
    this.#start();
  }

  // Choosing

  #choose(choice: Choice): void {
    if (this[PROPS].multiple) {
      this.#toggle(choice);
      return;
    }
    this.#setOpen(false);
    this.#isTyped = false;
    // The value before the choice.
    const before = this[VALUE];
    this[COMMITTED] ??= before;
    this[CHOOSE_ALL]([choice]);
    if (this[MODEL].value === choice.label) this.#commitChoice(before);
    else this[SET_BY_USER](choice.label);
    this.#isTyped = false;
  }

  /** The text is that of the option already. */
  #commitChoice(before: string): void {
    this[IS_DIRTY] = this[IS_EDITED] = true;
    if (before !== this[VALUE])
      fire(
        this,
        'input',
        { inputType: 'insertReplacementText', data: this[MODEL].value },
        { cancelable: false },
      );
    this[COMMIT]();
  }

  #toggle(choice: Choice): void {
    const rest = this[CHOSEN].filter(({ value }) => value !== choice.value);
    const isNew = rest.length === this[CHOSEN].length;
    this.#clearText();
    this.#setChosen(isNew ? [...rest, choice] : rest);
  }

  #setChosen(choices: readonly Choice[]): void {
    this[IS_DIRTY] = this[IS_EDITED] = true;
    this[CHOOSE_ALL](choices);
    this[SHOW_INVALID](this[FIND_CONSTRAINT_ERRORS]().length > 0);
    fireChange(this);
  }

  #clearText(): void {
    this.#isTyped = false;
    if (this[MODEL].setValue('')) invalidate(this, 'paint');
    if (this.#isOpen) this.#request();
  }

  /** The user leaves the text, or commits it: a text that is not a value is undone. */
  protected override [COMMIT](): void {
    const { multiple, freeText } = this[PROPS];
    const text = this[MODEL].value;
    if (multiple) {
      this[COMMITTED] = undefined;
      if (text === '') return;
      const found = this.#isTyped ? this[MATCHING_TEXT](text) : undefined;
      const choice = found ?? (freeText ? freeChoice(text.trim()) : undefined);
      const isNew = choice !== undefined && choice.value !== '' && !this.#isChosen(choice);
      this.#clearText();
      if (isNew) this.#setChosen([...this[CHOSEN], choice]);
      return;
    }
    if (this.#isTyped) this.#settleText(text);
    super[COMMIT]();
  }

  #settleText(text: string): void {
    const { freeText } = this[PROPS];
    this.#isTyped = false;
    const found =
      this[MATCHING_TEXT](text) ?? (freeText && text !== '' ? freeChoice(text) : undefined);
    const chosen = text === '' ? [] : found === undefined ? this[CHOSEN] : [found];
    this[CHOOSE_ALL](chosen);
    const label = chosen[0]?.label ?? '';
    if (label !== text && this[MODEL].setValue(label)) invalidate(this, 'paint');
  }

  // Keys

  #act(action: ComboboxAction): boolean {
    if (action === 'toggle') this.#setOpen(!this.#isOpen);
    else if (!this.#isOpen) {
      if (action !== 'up' && action !== 'down') return false;
      this.#setOpen(true);
      if (this.#view.active < 0) this.#move(action === 'up' ? 'last' : 'first');
    } else this.#move(action);
    return true;
  }

  #move(action: RowAction): void {
    const { active } = this.#view;
    // From no row, down is the first and up the last.
    const from = active < 0 && goesUp(action) ? this.#rows.rows.length : active;
    const row = this.#view.rowFor(action, from);
    if (row >= 0) this.#view.activate(row);
  }

  protected override [VERTICAL](motion: Vertical): boolean {
    if (this.#isOpen) this.#move(motion);
    return this.#isOpen;
  }

  protected override [SPECIAL](command: Command): boolean {
    switch (command.type) {
      case 'escape':
        return this.#undoText();
      case 'tab':
        if (this.#isOpen && this.#isTyped) this.#accept();
        return false;
      case 'delete': {
        const isAtStart = !command.forward && this[MODEL].buffer.length === 0;
        if (!isAtStart || !this[PROPS].multiple || this[CHOSEN].length === 0) return false;
        if (!this[PROPS].readonly) this.#setChosen(this[CHOSEN].slice(0, -1));
        return true;
      }
      default:
        return false;
    }
  }

  /** @returns false where the text is that of the value */
  #undoText(): boolean {
    if (!this.#isTyped || this[PROPS].freeText) return false;
    const label = this[PROPS].multiple ? '' : (this[CHOSEN][0]?.label ?? '');
    this.#isTyped = false;
    this[COMMITTED] = undefined;
    if (label === this[MODEL].value) return false;
    this[MODEL].setValue(label);
    invalidate(this, 'paint');
    return true;
  }

  /** Chooses what keys are at. @returns false where that is nothing */
  #accept(): boolean {
    const choice = this.#rows.rows[this.#view.active]?.match?.choice;
    if (choice === undefined || choice.isDisabled) return false;
    this.#choose(choice);
    return true;
  }

  protected override [ENTER](): boolean {
    if (this.#isOpen) {
      if (this.#loader.failure !== undefined && this.#view.active < 0) {
        this.#loader.retry();
        return true;
      }
      if (this.#accept()) return true;
      // Nothing matches: the text is not a value, and it stays to be corrected.
      if (!this[PROPS].freeText && this.#isTyped && this[MODEL].value !== '') return true;
      this.#setOpen(false);
    }
    const hadText = this[PROPS].multiple && this[MODEL].value !== '';
    this[COMMIT]();
    if (hadText) return true;
    const form = formOf(this);
    if (form !== null) submitByField(form);
    else this[REPORT_VALIDITY]();
    return true;
  }

  protected override [EDIT](edit: Edit | undefined): string | undefined {
    const removed = super[EDIT](edit);
    if (removed === undefined || edit?.inputType === 'insertReplacementText') return removed;
    this.#isTyped = true;
    if (!this.#isOpen) this.#setOpen(true);
    else {
      this.#request();
      this.#view.top = 0;
      this.#start();
    }
    return removed;
  }

  // Pointer

  /** A press on the arrow, or on the sign of a chip; false on the text, which opens the list as well. */
  #press({ offsetX = -1, offsetY = -1 }: InputAction): boolean {
    const chip = this.#chips.chips.findIndex(
      ({ x, y, width }) => y === offsetY && offsetX >= x && offsetX < x + width,
    );
    if (chip >= 0) {
      if (offsetX >= this.#chips.chips[chip]!.removeAt) this.#removeAt(chip);
      return true;
    }
    if (offsetY === 0 && offsetX >= this.#arrowAt && this.#arrowAt >= 0) {
      this.#setOpen(!this.#isOpen);
      return true;
    }
    this.#setOpen(true);
    return false;
  }

  #removeAt(index: number): void {
    this.#setChosen(this[CHOSEN].filter((_, at) => at !== index));
  }

  /** What the pointer does in the list. */
  #point(event: InputAction): boolean {
    const row = this.#view.enabledAt(event);
    switch (event.type) {
      case 'mousedown':
        this.#pressing = (event.button ?? 0) === 0;
        break;
      case 'mousemove':
        if (row >= 0 && row !== this.#view.active) this.#view.activate(row);
        break;
      case 'mouseup':
        if (this.#pressing) this.#release(event);
        this.#pressing = false;
        break;
      case 'wheel':
        this.#view.wheel(event);
        break;
    }
    return true;
  }

  #release(event: InputAction): void {
    const row = this.#view.enabledAt(event);
    if (row >= 0) {
      this.#view.activate(row);
      this.#accept();
      return;
    }
    const place = this.#view.rowAt(event);
    const isNote = place >= 0 && this.#rows.rows[place]?.match === undefined;
    if (isNote && this.#loader.failure !== undefined) this.#loader.retry();
  }

  // Assistive technology

  override [ACCESSIBLE_NODE](): AccessibleElement {
    const { multiple } = this[PROPS];
    const node = this[FIELD_NODE]('text', this[MODEL].value);
    const chosen = this[CHOSEN].map(({ label }) => label);
    const at = this.#isOpen ? this.#rows.rows[this.#view.active]?.text : undefined;
    const open = at === undefined ? this.#isOpen && 'open' : `open at ${at}`;
    const value = this[MODEL].value === '' ? 'empty' : JSON.stringify(this[MODEL].value);
    const list = multiple && `${chosen.length} chosen: ${chosen.slice(0, 20).join(', ')}`;
    const states = [chosen.length === 0 || list === false ? value : `${value}, ${list}`, open];
    return {
      ...node,
      role: 'combobox',
      multiple,
      expanded: this.#isOpen,
      line: { states },
      parts: [...this.#chipNodes(), ...this.#listNodes()],
    };
  }

  #chipNodes(): readonly AccessibleElement[] {
    if (!this[PROPS].multiple || this[CHOSEN].length === 0) return [];
    const isFixed = this[PROPS].disabled || this[PROPS].readonly;
    const parts = this[CHOSEN].map(({ label }, index): AccessibleElement => ({
      role: 'button',
      name: `Remove ${label}`,
      disabled: isFixed,
      part: isFixed ? undefined : `c${index}`,
    }));
    return [{ role: 'group', name: 'Chosen', parts }];
  }

  #listNodes(): readonly AccessibleElement[] {
    if (!this.#isOpen) return [];
    const parts: AccessibleElement[] = [];
    let group = parts;
    for (const [row, { text, match, indent }] of this.#rows.rows.entries()) {
      if (match === undefined) {
        group = [];
        const isNote = indent === 0 && this.#rows.rows[row + 1]?.indent !== 2;
        if (isNote) parts.push({ role: 'status', name: text });
        else parts.push({ role: 'group', name: text, parts: group });
      } else (indent === 0 ? parts : group).push(this.#optionNode(row, match));
    }
    return [{ role: 'listbox', name: 'Options', multiple: this[PROPS].multiple, parts }];
  }

  #optionNode(row: number, { choice }: Match): AccessibleElement {
    const { label, value, isDisabled } = choice;
    return {
      role: 'option',
      name: label,
      value,
      selected: this.#isChosen(choice),
      disabled: isDisabled,
      current: row === this.#view.active || undefined,
      part: isDisabled ? undefined : `r${row}`,
    };
  }

  override [OPERATION](action: AccessibleAction, part = ''): Operation | undefined {
    const { type } = action;
    if (part === '') {
      return type === 'press' ? () => this.#setOpen(!this.#isOpen) : super[OPERATION](action);
    }
    const index = Number(part.slice(1));
    if (part.startsWith('c')) {
      const isChip = index < this[CHOSEN].length && type === 'press' && !this[PROPS].readonly;
      return isChip ? () => this.#removeAt(index) : undefined;
    }
    const choice = this.#isOpen ? this.#rows.rows[index]?.match?.choice : undefined;
    if (choice === undefined || choice.isDisabled) return undefined;
    if (type === 'focus' || type === 'key') return () => this.#view.activate(index);
    if (type === 'select' && action.value === this.#isChosen(choice)) return undefined;
    return type === 'press' || type === 'select' ? () => this.#choose(choice) : undefined;
  }
}
defineFieldMembers(Combobox);

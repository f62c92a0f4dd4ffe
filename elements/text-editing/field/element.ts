/**
 * The script interface of a text field: value, selection and validity, as in browsers. `text-field.ts` adds what a
 * person does with it.
 */
import { nameClass } from '../../../runtime/base/class-name.js';
import {
  ATTRIBUTE_CHANGED,
  CONNECTED,
  DATA,
  fire,
  formOf,
  invalidate,
  labelsOf,
  nameOf,
  PROPS,
  setAttribute,
  setDeclared,
  statesOf,
  SUBMITS,
} from '../../support/author.js';
import type {
  AccessibleElement,
  AttributeValues,
  ContentModel,
  ControlData,
  ElementList,
  EventTable,
  KeyTable,
  Misfit,
  TuiElement,
} from '../../support/author.js';
import { START, type Line } from '../buffer.js';
import type { FIELD_ATTRIBUTES } from './declaration.js';
import { FIELD_EVENTS } from './declaration.js';
import { FIELD_KEYS } from '../keymap.js';
import { EditModel, type Edit } from '../model.js';
import { checkLength } from '../validity.js';
import { ValidatedElement, type ConstraintError } from '../../support/validated-element.js';
import {
  CHECK_CONSTRAINTS,
  CUSTOM_MESSAGE,
  FIND_CONSTRAINT_ERRORS,
  RESET,
  SHOW_INVALID,
  VALIDATION_MESSAGE,
  WILL_VALIDATE,
} from '../../support/internals.js';
import {
  MODEL,
  IS_DIRTY,
  IS_EDITED,
  COMMITTED,
  SET_EDITED,
  CARET_MOVED,
  TEXT_CHANGED,
  VALUE_SET,
  FIND_MORE_ERRORS,
  READ_VALUE,
  CLEAN_VALUE,
  INITIAL_VALUE,
  RETAKE,
  SELECTION_MOVED,
  APPLY,
  LABEL,
  FIELD_NODE,
  IS_MULTILINE,
  VALUE,
} from '../internals.js';

export abstract class FieldElement extends ValidatedElement {
  static {
    nameClass(this, 'FieldElement');
  }

  static override readonly labelable = true;
  static override readonly textField = true;
  static override readonly keys: KeyTable = FIELD_KEYS;
  static override readonly content: ContentModel = 'none';
  static override readonly events: EventTable = FIELD_EVENTS;
  declare readonly [PROPS]: AttributeValues<typeof FIELD_ATTRIBUTES>;

  readonly #model = new EditModel(this[IS_MULTILINE]);
  #isDirty = false;
  #isEdited = false;
  #committed: string | undefined;
  /** Goes up with each attribute that changes: `props` stays one object. */
  #attributes = 0;
  #constraintErrors:
    | { readonly of: readonly unknown[]; readonly list: readonly ConstraintError[] }
    | undefined;

  // For the classes of fields.

  protected get [MODEL](): EditModel {
    return this.#model;
  }

  /** True once a person or a script has changed the value: the attribute counts no more. */
  protected get [IS_DIRTY](): boolean {
    return this.#isDirty;
  }
  protected set [IS_DIRTY](isDirty: boolean) {
    this.#isDirty = isDirty;
  }

  /** True once a person has changed it: only then its length counts. */
  protected get [IS_EDITED](): boolean {
    return this.#isEdited;
  }
  protected set [IS_EDITED](isEdited: boolean) {
    this.#isEdited = isEdited;
  }

  /** The value that `change` is to be compared with: from before the first edit since the last one. */
  protected get [COMMITTED](): string | undefined {
    return this.#committed;
  }
  protected set [COMMITTED](value: string | undefined) {
    this.#committed = value;
  }

  // What they fill in.

  /** Whether the text may have line breaks. */
  protected get [IS_MULTILINE](): boolean {
    return false;
  }

  /** The caret has moved, by whatever: it is to be seen. */
  protected abstract [CARET_MOVED](): void;
  /** The text has changed; `line` was at the edit's start before, where the edit stays in that line. */
  protected [TEXT_CHANGED]?(edit: Edit, line: Line | undefined): void;
  /** A script has set another value. */
  protected [VALUE_SET]?(): void;
  /** Errors in addition to those that every field checks. */
  protected [FIND_MORE_ERRORS](): readonly ConstraintError[] {
    return [];
  }
  /** What of the text is the value: of a number that is not finished nothing. */
  protected [READ_VALUE](): string {
    return this[MODEL].value;
  }
  /** What a script's value becomes. */
  protected [CLEAN_VALUE](value: string): string {
    return value;
  }
  protected [INITIAL_VALUE](): string {
    return this[PROPS].value ?? '';
  }

  // The value

  /** The form that it belongs to. */
  get form(): TuiElement | null {
    return formOf(this);
  }

  /** The labels of the control. */
  get labels(): ElementList {
    return labelsOf(this);
  }

  /** The text in the field. Setting another one puts the caret at its end and fires nothing. */
  get value(): string {
    return this[VALUE];
  }
  get [VALUE](): string {
    return this[READ_VALUE]();
  }
  set value(value: unknown) {
    this[VALUE] = value;
  }
  set [VALUE](value: unknown) {
    this[IS_DIRTY] = true;
    this.#take(value === null || value === undefined ? '' : String(value));
  }

  /** The initial text. */
  get defaultValue(): string {
    return this[INITIAL_VALUE]();
  }
  set defaultValue(value: unknown) {
    setAttribute(this, 'value', String(value));
  }

  // As the DOM spells them.
  get maxLength(): number {
    return this[PROPS].maxlength ?? -1;
  }
  set maxLength(value: number) {
    setDeclared(this, 'maxlength', value < 0 ? undefined : value);
  }
  get minLength(): number {
    return this[PROPS].minlength ?? -1;
  }
  set minLength(value: number) {
    setDeclared(this, 'minlength', value < 0 ? undefined : value);
  }
  get readOnly(): boolean {
    return this[PROPS].readonly;
  }
  set readOnly(value: boolean) {
    setDeclared(this, 'readonly', value);
  }

  [SUBMITS](): readonly string[] {
    return [this[VALUE]];
  }

  get [DATA](): ControlData {
    return {
      kind: 'value',
      value: this[VALUE],
      check: (value) => this.#misfit(value),
      set: (value) => this[SET_EDITED](String(value)),
    };
  }

  #misfit(value: unknown): Misfit | undefined {
    if (typeof value !== 'string') {
      const isPlain = typeof value === 'number' || typeof value === 'boolean';
      const suggestion = isPlain ? `write ${JSON.stringify(String(value))}` : undefined;
      return { expected: 'a text', suggestion };
    }
    if (this[MODEL].multiline || !/[\r\n]/.test(value)) return undefined;
    return { expected: 'a text of one line' };
  }

  /** Sets a value whose length counts as if the user had typed it. */
  protected [SET_EDITED](value: string): void {
    this[IS_EDITED] = true;
    this[VALUE] = value;
  }

  /** Resets the field to its initial text. */
  override [RESET](): void {
    this[IS_DIRTY] = false;
    this[IS_EDITED] = false;
    this[COMMITTED] = undefined;
    this[SHOW_INVALID](false);
    this.#start();
  }

  /** Lines are read from their first one, a single one is gone on with. */
  #start(): void {
    this.#take(this[INITIAL_VALUE]());
    if (this[MODEL].multiline) this[MODEL].select(START);
  }

  /** What a value may be has changed: as in a browser, one that may not be any more is empty. */
  protected [RETAKE](): void {
    this.#take(this[IS_DIRTY] ? this[MODEL].value : this[INITIAL_VALUE]());
  }

  #take(value: string): void {
    const clean = this[CLEAN_VALUE](value);
    // What a person is typing may be no value yet: that is not taken from them.
    if (clean === this[READ_VALUE]() && (clean !== '' || this[MODEL].value === '')) {
      this[CHECK_CONSTRAINTS]();
      return;
    }
    this[VALUE_SET]?.();
    if (this[MODEL].setValue(clean)) this[CARET_MOVED]();
    this[CHECK_CONSTRAINTS]();
    invalidate(this, 'paint');
  }

  // The selection, in UTF-16 units of the value as in browsers

  get selectionStart(): number {
    return this.#selectionStart;
  }
  get #selectionStart(): number {
    return this[MODEL].buffer.offsetOf(this[MODEL].start);
  }
  set selectionStart(start: number) {
    this.#selectionStart = start;
  }
  set #selectionStart(start: number) {
    this.#setSelectionRange(start, Math.max(start, this.#selectionEnd));
  }
  get selectionEnd(): number {
    return this.#selectionEnd;
  }
  get #selectionEnd(): number {
    return this[MODEL].buffer.offsetOf(this[MODEL].end);
  }
  set selectionEnd(end: number) {
    this.#selectionEnd = end;
  }
  set #selectionEnd(end: number) {
    this.#setSelectionRange(Math.min(this.#selectionStart, end), end);
  }
  get selectionDirection(): 'forward' | 'backward' | 'none' {
    if (this[MODEL].isCollapsed) return 'none';
    return this[MODEL].start === this[MODEL].anchor ? 'forward' : 'backward';
  }

  /** Selects a range; ends inside a grapheme move behind it. */
  setSelectionRange(start: number, end: number, direction = 'none'): void {
    this.#setSelectionRange(start, end, direction);
  }
  #setSelectionRange(start: number, end: number, direction = 'none'): void {
    const { buffer } = this[MODEL];
    const last = buffer.positionAt(end);
    const first = buffer.positionAt(Math.min(start, end));
    if (direction === 'backward') this[MODEL].select(last, first);
    else this[MODEL].select(first, last);
    this[SELECTION_MOVED]();
  }

  /** Replaces a range of the text, by default the selection, without events. */
  setRangeText(text: string, start?: number, end?: number): void {
    const { buffer } = this[MODEL];
    const last = end ?? this.#selectionEnd;
    const from = buffer.positionAt(Math.min(start ?? this.#selectionStart, last));
    const edit = this[MODEL].planReplace(from, buffer.positionAt(last), String(text), 'insertText');
    this[IS_DIRTY] = true;
    if (edit !== undefined) this[APPLY]({ ...edit, kind: undefined });
  }

  /** Selects the whole text. */
  select(): void {
    this[MODEL].selectAll();
    this[SELECTION_MOVED]();
  }

  // Validity

  protected get [WILL_VALIDATE](): boolean {
    return !this[PROPS].disabled && !this[PROPS].readonly;
  }

  protected [FIND_CONSTRAINT_ERRORS](): readonly ConstraintError[] {
    if (!this[WILL_VALIDATE]) return [];
    const { buffer } = this[MODEL];
    const { [PROPS]: props } = this;
    // Nothing but the text, the attributes and the message can change it.
    const of: readonly unknown[] = [
      buffer.version,
      props,
      this[CUSTOM_MESSAGE],
      this[IS_EDITED],
      this.#attributes,
    ];
    const known = this.#constraintErrors;
    if (known !== undefined && known.of.every((part, i) => part === of[i])) {
      return known.list;
    }
    const list = [...checkLength(buffer, props, this[IS_EDITED]), ...this[FIND_MORE_ERRORS]()];
    const custom = this[CUSTOM_MESSAGE];
    if (custom !== '') list.unshift({ flag: 'customError', message: custom });
    this.#constraintErrors = { of, list };
    return list;
  }

  // The element

  override [ATTRIBUTE_CHANGED](name: string, _value: unknown): void {
    this.#attributes++;
    if (name === 'value' && !this[IS_DIRTY]) this.#start();
    this[MODEL].maxLength = this[PROPS].maxlength;
    this[CHECK_CONSTRAINTS]();
    invalidate(this, 'paint');
  }

  override [CONNECTED](): void {
    if (!this[IS_DIRTY]) this.#start();
    this[CHECK_CONSTRAINTS]();
  }

  /** Makes a planned change, without asking and without events; returns what it took out. */
  protected [APPLY](edit: Edit): string {
    const line = this[MODEL].buffer.line(edit.from.line);
    const removed = this[MODEL].apply(edit);
    const within = edit.from.line === edit.to.line && !edit.text.includes('\n');
    this[TEXT_CHANGED]?.(edit, within ? line : undefined);
    this[CARET_MOVED]();
    this[CHECK_CONSTRAINTS]();
    invalidate(this, 'paint');
    return removed;
  }

  /** The selection was moved; `byUser` fires `select` where there is one. */
  protected [SELECTION_MOVED](byUser = false): void {
    this[CARET_MOVED]();
    invalidate(this, 'paint');
    if (byUser && !this[MODEL].isCollapsed) fire(this, 'select', {}, { cancelable: false });
  }

  /** `"name", …` of the accessible text: its label, or what comes nearest to one. */
  protected get [LABEL](): string {
    const { placeholder, name } = this[PROPS];
    return nameOf(this) || (placeholder || name || '').replace(/\s+/g, ' ').trim();
  }

  /** Role, name and states as data; the value is not to be that of a password. */
  protected [FIELD_NODE](type: string, value: string | undefined): AccessibleElement {
    const { required, readonly, disabled, placeholder } = this[PROPS];
    const invalid = statesOf(this).has('user-invalid') ? this[VALIDATION_MESSAGE] : undefined;
    const states = { required, readOnly: readonly, disabled, placeholder, invalid };
    return { role: 'textbox', type, name: this[LABEL], value, ...states };
  }
}

const FIELD_MEMBERS = [
  'value',
  'defaultValue',
  'selectionStart',
  'selectionEnd',
  'selectionDirection',
  'setSelectionRange',
  'setRangeText',
  'select',
];

/** Puts these members on the class of a field itself: browsers have them there, and libraries wrap them there. */
export function defineFieldMembers({ prototype }: { readonly prototype: FieldElement }): void {
  for (const name of FIELD_MEMBERS) {
    const member = Object.getOwnPropertyDescriptor(FieldElement.prototype, name);
    if (member !== undefined) Object.defineProperty(prototype, name, member);
  }
}

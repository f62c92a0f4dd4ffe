/**
 * What a text field is to scripts: value, selection and validity, as the fields of a browser have them.
 * `text-field.ts` adds what a person does with it.
 */
import type { ElementList } from '../../runtime/element/tui-element.js';
import { formOf } from '../support/forms.js';
import { labelsOf } from '../support/labels.js';
import type { AccessibleElement } from '../../runtime/accessible-node.js';
import type { AttributeValues, EventTable } from '../../runtime/element/contract.js';
import { TuiElement } from '../../runtime/element/tui-element.js';
import { nameOf } from '../support/control.js';
import { START, type Line } from './buffer.js';
import type { FIELD_ATTRIBUTES } from './field-declaration.js';
import { FIELD_EVENTS } from './field-declaration.js';
import { EditModel, type Edit } from './model.js';
import { flagsOf, lengthFaults, type Fault, type ValidityFlags } from './validity.js';

export abstract class FieldElement extends TuiElement {
  static override readonly content: 'none' = 'none' as const;
  static override readonly events: EventTable = FIELD_EVENTS;
  /** Whether the text may have line breaks. */
  protected static readonly isMultiline: boolean = false;
  declare readonly props: AttributeValues<typeof FIELD_ATTRIBUTES>;

  /** For the classes of fields. */
  protected readonly model = new EditModel((this.constructor as typeof FieldElement).isMultiline);
  /** True once a person or a script has changed the value: the attribute counts no more. */
  protected isDirty = false;
  /** True once a person has changed it: only then its length counts. */
  protected isEdited = false;
  /** The value that `change` is to be compared with: from before the first edit since the last one. */
  protected committed: string | undefined;
  /** Goes up with each attribute that changes: `props` stays one object. */
  #attributes = 0;
  #custom = '';
  #faults: { readonly of: readonly unknown[]; readonly list: readonly Fault[] } | undefined;

  // What the classes of fields fill in.

  /** The caret has moved, by whatever: it is to be seen. */
  protected abstract caretMoved(): void;
  /** The text has changed; `line` was at the edit's start before, where the edit stays in that line. */
  protected textChanged?(edit: Edit, line: Line | undefined): void;
  /** A script has set another value. */
  protected valueSet?(): void;
  /** Faults beside those of every field. */
  protected moreFaults(): readonly Fault[] {
    return [];
  }
  /** What of the text is the value: of a number that is not finished nothing. */
  protected readValue(): string {
    return this.model.value;
  }
  /** What a script's value becomes. */
  protected cleanValue(value: string): string {
    return value;
  }
  protected initialValue(): string {
    return this.props.value ?? '';
  }

  // The value

  /** The form that it belongs to. */
  get form(): TuiElement | null {
    return formOf(this);
  }

  /** The labels whose control it is. */
  get labels(): ElementList {
    return labelsOf(this);
  }

  /** The text in the field. Setting another one puts the caret at its end and fires nothing. */
  get value(): string {
    return this.readValue();
  }
  set value(value: unknown) {
    this.isDirty = true;
    this.#take(value === null || value === undefined ? '' : String(value));
  }

  /** The text that the field starts with. */
  get defaultValue(): string {
    return this.initialValue();
  }
  set defaultValue(value: unknown) {
    this.setAttribute('value', String(value));
  }

  // As the DOM spells them.
  get maxLength(): number {
    return this.props.maxlength ?? -1;
  }
  set maxLength(value: number) {
    this.setDeclared('maxlength', value < 0 ? undefined : value);
  }
  get minLength(): number {
    return this.props.minlength ?? -1;
  }
  set minLength(value: number) {
    this.setDeclared('minlength', value < 0 ? undefined : value);
  }
  get readOnly(): boolean {
    return this.props.readonly;
  }
  set readOnly(value: boolean) {
    this.setDeclared('readonly', value);
  }

  /** Resets the field to its initial text. */
  reset(): void {
    this.isDirty = false;
    this.isEdited = false;
    this.committed = undefined;
    this.showFault(false);
    this.#start();
  }

  /** Lines are read from their first one, a single one is gone on with. */
  #start(): void {
    this.#take(this.initialValue());
    if (this.model.multiline) this.model.select(START);
  }

  /** What a value may be has changed: as in a browser, one that may not be any more is empty. */
  protected retake(): void {
    this.#take(this.isDirty ? this.model.value : this.initialValue());
  }

  #take(value: string): void {
    const clean = this.cleanValue(value);
    // What a person is typing may be no value yet: that is not taken from them.
    if (clean === this.readValue() && (clean !== '' || this.model.value === '')) {
      this.checkConstraints();
      return;
    }
    this.valueSet?.();
    if (this.model.setValue(clean)) this.caretMoved();
    this.checkConstraints();
    this.invalidate('paint');
  }

  // The selection, in UTF-16 units of the value as in browsers

  get selectionStart(): number {
    return this.model.buffer.offsetOf(this.model.start);
  }
  set selectionStart(start: number) {
    this.setSelectionRange(start, Math.max(start, this.selectionEnd));
  }
  get selectionEnd(): number {
    return this.model.buffer.offsetOf(this.model.end);
  }
  set selectionEnd(end: number) {
    this.setSelectionRange(Math.min(this.selectionStart, end), end);
  }
  get selectionDirection(): 'forward' | 'backward' | 'none' {
    if (this.model.isCollapsed) return 'none';
    return this.model.start === this.model.anchor ? 'forward' : 'backward';
  }

  /** Selects a stretch; ends inside a grapheme move behind it. */
  setSelectionRange(start: number, end: number, direction = 'none'): void {
    const { buffer } = this.model;
    const last = buffer.positionAt(end);
    const first = buffer.positionAt(Math.min(start, end));
    if (direction === 'backward') this.model.select(last, first);
    else this.model.select(first, last);
    this.selectionMoved();
  }

  /** Puts a text in the place of a stretch, by default the selection; fires nothing. */
  setRangeText(
    text: string,
    start: number = this.selectionStart,
    end: number = this.selectionEnd,
  ): void {
    const { buffer } = this.model;
    const from = buffer.positionAt(Math.min(start, end));
    const edit = this.model.planReplace(from, buffer.positionAt(end), String(text), 'insertText');
    this.isDirty = true;
    if (edit !== undefined) this.apply({ ...edit, kind: undefined });
  }

  /** Selects all. */
  select(): void {
    this.model.selectAll();
    this.selectionMoved();
  }

  // Validity

  get willValidate(): boolean {
    return !this.props.disabled && !this.props.readonly;
  }
  get validity(): ValidityFlags {
    return flagsOf(this.findFaults());
  }
  /** What is wrong, in words; empty for a valid value. */
  get validationMessage(): string {
    return this.findFaults()[0]?.message ?? '';
  }
  /** A message of the app's own makes the field invalid; an empty one takes that back. */
  setCustomValidity(message: string): void {
    this.#custom = String(message);
    this.checkConstraints();
  }
  /** Whether the value is valid; fires `invalid` where it is not. */
  checkValidity(): boolean {
    const valid = this.findFaults().length === 0;
    if (!valid) this.fire('invalid', {}, { bubbles: false });
    return valid;
  }
  /** The same, and shows it. */
  reportValidity(): boolean {
    const valid = this.checkValidity();
    if (!valid) this.showFault(true);
    return valid;
  }

  protected findFaults(): readonly Fault[] {
    if (!this.willValidate) return [];
    const { buffer } = this.model;
    const { props } = this;
    // Nothing but the text, the attributes and the message can change it.
    const of: readonly unknown[] = [
      buffer.version,
      props,
      this.#custom,
      this.isEdited,
      this.#attributes,
    ];
    const known = this.#faults;
    if (known !== undefined && known.of.every((part, i) => part === of[i])) {
      return known.list;
    }
    const list = [...lengthFaults(buffer, props, this.isEdited), ...this.moreFaults()];
    if (this.#custom !== '') list.unshift({ flag: 'customError', message: this.#custom });
    this.#faults = { of, list };
    return list;
  }

  /** The value or a constraint has changed: `:invalid` follows. */
  protected checkConstraints(): void {
    if (this.findFaults().length > 0) this.addState('invalid');
    else {
      this.removeState('invalid');
      this.showFault(false);
    }
  }

  /** Whether the value looks invalid: only once a person is done with it. */
  protected showFault(shows: boolean): void {
    if (shows === this.states.has('user-invalid')) return;
    if (shows) this.addState('user-invalid');
    else this.removeState('user-invalid');
    // The mark is painted, whether or not a rule changes with the state.
    this.invalidate('paint');
  }

  // The element

  override attributeChanged(name: string, _value: unknown): void {
    this.#attributes++;
    if (name === 'value' && !this.isDirty) this.#start();
    this.model.maxLength = this.props.maxlength;
    this.checkConstraints();
    this.invalidate('paint');
  }

  override connected(): void {
    if (!this.isDirty) this.#start();
    this.checkConstraints();
  }

  /** Makes a planned change, without asking and without events; returns what it took out. */
  protected apply(edit: Edit): string {
    const line = this.model.buffer.line(edit.from.line);
    const removed = this.model.apply(edit);
    const within = edit.from.line === edit.to.line && !edit.text.includes('\n');
    this.textChanged?.(edit, within ? line : undefined);
    this.caretMoved();
    this.checkConstraints();
    this.invalidate('paint');
    return removed;
  }

  /** The selection was moved; `byUser` fires `select` where there is one. */
  protected selectionMoved(byUser = false): void {
    this.caretMoved();
    this.invalidate('paint');
    if (byUser && !this.model.isCollapsed) this.fire('select', {}, { cancelable: false });
  }

  /** `"name", …` of the accessible text: its label, or what comes nearest to one. */
  protected get label(): string {
    const { placeholder, name } = this.props;
    return nameOf(this) || (placeholder || name || '').replace(/\s+/g, ' ').trim();
  }

  /** Role, name and states as data; the value is not to be that of a password. */
  protected fieldNode(type: string, value: string | undefined): AccessibleElement {
    const { required, readonly, disabled, placeholder } = this.props;
    const invalid = this.states.has('user-invalid') ? this.validationMessage : undefined;
    const states = { required, readOnly: readonly, disabled, placeholder, invalid };
    return { role: 'textbox', type, name: this.label, value, ...states };
  }

  /** States in words, after name and value. */
  protected stateWords(): string[] {
    const { required, readonly, disabled } = this.props;
    const words: string[] = [];
    if (required) words.push('required');
    if (readonly) words.push('read-only');
    if (disabled) words.push('disabled');
    if (this.states.has('user-invalid')) words.push(`invalid: ${this.validationMessage}`);
    return words;
  }
}

const FIELD_MEMBERS = [
  ...['value', 'defaultValue', 'selectionStart', 'selectionEnd', 'selectionDirection'],
  ...['setSelectionRange', 'setRangeText', 'select'],
];

/** Puts these members on the class of a field itself: browsers have them there, and libraries wrap them there. */
export function defineFieldMembers({ prototype }: { readonly prototype: FieldElement }): void {
  for (const name of FIELD_MEMBERS) {
    const member = Object.getOwnPropertyDescriptor(FieldElement.prototype, name);
    if (member !== undefined) Object.defineProperty(prototype, name, member);
  }
}

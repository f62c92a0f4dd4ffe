/**
 * A text field as an element: from keys, paste and pointer to edits, and the events of a browser's
 * fields. How the text stands in cells is left to `input` and `textarea`.
 */
import type { AttributeValues, EventTable } from '../../runtime/tree/contract.js';
import { TuiElement, type TuiEvent } from '../../runtime/tree/element.js';
import { START, type Line, type Position } from './buffer.js';
import { killRingOf } from './clipboard.js';
import type { FIELD_ATTRIBUTES } from './field-declaration.js';
import { FIELD_EVENTS } from './field-declaration.js';
import { FieldPointer, type PointerEvent } from './field-pointer.js';
import { commandOf, type Command, type KeyEvent, type Vertical } from './keymap.js';
import type { KillRing } from './kill-ring.js';
import { EditModel, type Edit } from './model.js';
import { flagsOf, lengthFaults, type Fault, type ValidityFlags } from './validity.js';

type Props = AttributeValues<typeof FIELD_ATTRIBUTES>;
type FieldEvent = TuiEvent & {
  readonly clipboardData?: { getData(format: string): string };
};

export abstract class TextField extends TuiElement {
  static override readonly content: 'none' = 'none' as const;
  static override readonly events: EventTable = FIELD_EVENTS;
  /** Whether the text may have line breaks. */
  protected static readonly isMultiline: boolean = false;
  declare readonly props: Props;

  /** For the classes of fields. */
  protected readonly model = new EditModel((this.constructor as typeof TextField).isMultiline);
  /** True once a person or a script has changed the value: the attribute counts no more. */
  #dirty = false;
  #edited = false;
  /** The value that `change` was last fired for, from before the first edit since. */
  #committed: string | undefined;
  #custom = '';
  /** What the last key did, for keys that mean something else in a row. */
  #last: 'kill' | 'yank' | 'undo' | 'copy' | undefined;
  #yanked: { readonly from: Position; readonly to: Position } | undefined;
  #faults: { readonly of: unknown; readonly list: readonly Fault[] } | undefined;
  readonly #pointer = new FieldPointer(this.model, {
    placeAt: (x, y) => this.placeAt(x, y),
    moved: () => this.selectionMoved(),
    selected: () => void this.fire('select', {}, { cancelable: false }),
  });

  // What the classes of fields fill in.

  /** The place in the text that a cell of the content box stands for. */
  protected abstract placeAt(x: number, y: number): Position;
  /** The caret has moved, by whatever: it is to be seen. */
  protected abstract caretMoved(): void;
  /** The text has changed; `line` was at the edit's start before, where the edit stays in that line. */
  protected textChanged?(edit: Edit, line: Line | undefined): void;
  /** Enter; returns whether it was taken. */
  protected abstract enter(): boolean;
  /** Up, down and pages; false where they mean nothing. */
  protected abstract vertical(motion: Vertical, extend: boolean): boolean;
  /** Keys that one kind of field takes before all. */
  protected special?(command: Command): boolean;
  /** Where the start and the end of the shown line are. */
  protected lineEdge?(end: boolean): Position;
  /** Faults beside those of every field. */
  protected moreFaults(): readonly Fault[] {
    return [];
  }
  /** True where what is in the field must not get anywhere else. */
  protected get isSecret(): boolean {
    return false;
  }
  /** True where a value has no text that a person typed: only then `value` differs from the text. */
  protected readValue(): string {
    return this.model.value;
  }
  protected cleanValue(value: string): string {
    return value;
  }
  protected initialValue(): string {
    return this.props.value ?? '';
  }

  // The value

  /** The text in the field. Setting another one puts the caret at its end and fires nothing. */
  get value(): string {
    return this.readValue();
  }
  set value(value: unknown) {
    this.#dirty = true;
    this.#take(value === null || value === undefined ? '' : String(value));
  }

  /** The text that the field starts with. */
  get defaultValue(): string {
    return this.initialValue();
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

  /** Back to the text the field started with, as if nobody had touched it. */
  reset(): void {
    this.#dirty = false;
    this.#edited = false;
    this.#committed = undefined;
    this.removeState('user-invalid');
    this.#start();
  }

  /** Lines are read from their first one, a single one is gone on with. */
  #start(): void {
    this.#take(this.initialValue());
    if (this.model.multiline) this.model.select(START);
  }

  #take(value: string): void {
    const clean = this.cleanValue(value);
    // What a person is typing may be no value yet: that is not taken from them.
    if (clean === this.readValue() && (clean !== '' || this.model.value === '')) {
      this.#checked();
      return;
    }
    this.#last = undefined;
    if (this.model.setValue(clean)) this.caretMoved();
    this.#checked();
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
    this.#dirty = true;
    if (edit !== undefined) this.#apply({ ...edit, kind: undefined });
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
    return flagsOf(this.#findFaults());
  }
  /** What is wrong, in words; empty for a valid value. */
  get validationMessage(): string {
    return this.#findFaults()[0]?.message ?? '';
  }
  /** A message of the app's own makes the field invalid; an empty one takes that back. */
  setCustomValidity(message: string): void {
    this.#custom = String(message);
    this.#checked();
  }
  /** Whether the value is valid; fires `invalid` where it is not. */
  checkValidity(): boolean {
    const valid = this.#findFaults().length === 0;
    if (!valid) this.fire('invalid', {}, { bubbles: false });
    return valid;
  }
  /** The same, and shows it. */
  reportValidity(): boolean {
    const valid = this.checkValidity();
    if (!valid) this.addState('user-invalid');
    return valid;
  }

  #findFaults(): readonly Fault[] {
    if (!this.willValidate) return [];
    const { buffer } = this.model;
    const { props } = this;
    // Nothing but the text, the attributes and the message can change it.
    const of = [buffer.version, props, this.#custom, this.#edited, this.attributesVersion];
    const known = this.#faults;
    if (known !== undefined && (known.of as unknown[]).every((part, i) => part === of[i])) {
      return known.list;
    }
    const list = [...lengthFaults(buffer, props, this.#edited), ...this.moreFaults()];
    if (this.#custom !== '') list.unshift({ flag: 'customError', message: this.#custom });
    this.#faults = { of, list };
    return list;
  }

  /** Goes up with each attribute that changes: `props` stays one object. */
  protected attributesVersion = 0;

  #checked(): void {
    if (this.#findFaults().length > 0) this.addState('invalid');
    else {
      this.removeState('invalid');
      this.removeState('user-invalid');
    }
  }

  // The element

  override get focusable(): boolean {
    return !this.props.disabled;
  }

  override attributeChanged(name: string, _value: unknown): void {
    this.attributesVersion++;
    if (name === 'value' && !this.#dirty) this.#start();
    this.model.maxLength = this.props.maxlength;
    this.#checked();
    this.invalidate('paint');
  }

  override connected(): void {
    if (!this.#dirty) this.#start();
    this.#checked();
  }

  override removeState(state: string): void {
    const had = this.states.has(state);
    super.removeState(state);
    if (state !== 'focus' || !had) return;
    this.model.history.seal();
    this.#last = undefined;
    this.commit();
    this.invalidate('paint');
  }

  override defaultAction(event: TuiEvent): boolean {
    if (this.props.disabled || event.target !== this) return false;
    switch (event.type) {
      case 'keydown':
        return this.#key(event as FieldEvent & KeyEvent);
      case 'paste': {
        const text = (event as FieldEvent).clipboardData?.getData('text/plain') ?? '';
        this.#last = undefined;
        this.edit(this.model.planInsert(text, 'insertFromPaste'));
        return true;
      }
      case 'mousedown':
      case 'mousemove':
      case 'mouseup':
        this.#last = undefined;
        return this.#pointer.act(event as TuiEvent & PointerEvent);
      default:
        return false;
    }
  }

  #key(event: KeyEvent): boolean {
    const command = commandOf(event);
    if (command === undefined) return false;
    const before = this.#last;
    this.#last = undefined;
    return this.special?.(command) === true || this.#run(command, before);
  }

  /** @param before what the key before this one did */
  #run(command: Command, before: 'kill' | 'yank' | 'undo' | 'copy' | undefined): boolean {
    const { model } = this;
    switch (command.type) {
      case 'insert':
        this.edit(model.planInsert(command.text, 'insertText'));
        return true;
      case 'move': {
        const { motion, extend } = command;
        const edge = motion === 'lineStart' || motion === 'lineEnd';
        const to = edge ? this.lineEdge?.(motion === 'lineEnd') : undefined;
        if (to === undefined) model.move(motion, extend);
        else model.select(extend ? model.anchor : to, to);
        this.selectionMoved(extend);
        return true;
      }
      case 'vertical':
        return this.vertical(command.motion, command.extend);
      case 'delete':
        this.#delete(model.planDelete(command.unit, command.forward), before === 'kill');
        return true;
      case 'transpose':
        this.edit(model.planTranspose());
        return true;
      case 'undo':
      case 'redo':
        if (this.props.readonly) return false;
        this.#travel(command.type);
        return true;
      case 'yank':
        if (before === 'undo') this.#travel('redo');
        else this.#yank(this.#ring.current, 'insertFromYank');
        return true;
      case 'paste':
        this.#ring.reset();
        this.#yank(this.#ring.current, 'insertFromPaste');
        return true;
      case 'yankPop':
        if (before === 'yank') this.#yank(this.#ring.rotate(), 'insertFromYank', this.#yanked);
        return true;
      case 'selectAll':
        model.selectAll();
        this.selectionMoved(true);
        return true;
      case 'copy':
      case 'cut':
        return this.#copy(command.type, before === 'copy');
      case 'enter':
        return this.enter();
      default:
        return false;
    }
  }

  get #ring(): KillRing {
    return killRingOf(this.ownerDocument);
  }

  #delete(edit: Edit | undefined, again: boolean): void {
    const removed = this.edit(edit);
    if (removed === undefined || edit?.kill === undefined) return;
    // What is secret must not be yanked into a field where it shows.
    if (this.isSecret) return;
    this.#ring.add(removed, again ? edit.kill : 'new');
    this.#last = 'kill';
  }

  #yank(
    text: string | undefined,
    inputType: string,
    over?: { readonly from: Position; readonly to: Position },
  ): void {
    if (text === undefined) return;
    const { model } = this;
    const edit =
      over === undefined
        ? model.planInsert(text, inputType)
        : model.planReplace(over.from, over.to, text, inputType);
    if (edit === undefined || this.edit(edit) === undefined) return;
    this.#last = 'yank';
    this.#yanked = { from: edit.from, to: model.focus };
  }

  #travel(way: 'undo' | 'redo'): void {
    const inputType = way === 'undo' ? 'historyUndo' : 'historyRedo';
    if (this.props.readonly || !this.#allowed(inputType, null)) return;
    this.#committed ??= this.value;
    this.#last = 'undo';
    if (!this.model[way]()) return;
    this.#changed(inputType, null);
  }

  /** @param again the same key came before, for the same selection: then Ctrl+C ends the app as ever */
  #copy(how: 'copy' | 'cut', again: boolean): boolean {
    const { model } = this;
    if (model.isCollapsed) return how === 'cut';
    if (again && how === 'copy') return false;
    this.#last = 'copy';
    if (this.isSecret) return true;
    const text = model.selectedText;
    const taken = this.ownerDocument.requestCopy?.(this, text) ?? true;
    if (!taken) return true;
    this.#ring.add(text);
    const { start: from, end: to } = model;
    if (how === 'cut') this.edit({ from, to, text: '', inputType: 'deleteByCut' });
    return true;
  }

  // For the classes of fields

  /** Makes a planned change as a person's, if listeners let it; returns what it took out. */
  protected edit(edit: Edit | undefined): string | undefined {
    if (edit === undefined || this.props.readonly) return undefined;
    const data = edit.text === '' ? null : edit.text;
    if (!this.#allowed(edit.inputType, data)) return undefined;
    this.#committed ??= this.value;
    const removed = this.#apply(edit);
    this.#changed(edit.inputType, data);
    return removed;
  }

  /** Asks the listeners; false also where one of them changed the text, which the plan was made for. */
  #allowed(inputType: string, data: string | null): boolean {
    const { version } = this.model.buffer;
    const { defaultPrevented } = this.fire('beforeinput', { inputType, data });
    return !defaultPrevented && version === this.model.buffer.version;
  }

  #apply(edit: Edit): string {
    const line = this.model.buffer.line(edit.from.line);
    const removed = this.model.apply(edit);
    const within = edit.from.line === edit.to.line && !edit.text.includes('\n');
    this.textChanged?.(edit, within ? line : undefined);
    this.caretMoved();
    this.#checked();
    this.invalidate('paint');
    return removed;
  }

  #changed(inputType: string, data: string | null): void {
    this.#dirty = true;
    this.#edited = true;
    this.caretMoved();
    this.#checked();
    this.invalidate('paint');
    this.fire('input', { inputType, data }, { cancelable: false });
  }

  /** Sets the value as a person would: with `input` and `change`. */
  protected setByUser(value: string): void {
    const { start: from, end: to } = wholeOf(this.model);
    const edit: Edit = { from, to, text: value, inputType: 'insertReplacementText' };
    if (this.edit(edit) !== undefined) this.commit();
  }

  /** Fires `change` where a person has changed the value since it was fired last. */
  protected commit(): void {
    const before = this.#committed;
    if (before === undefined) return;
    this.#committed = undefined;
    if (this.#findFaults().length > 0) this.addState('user-invalid');
    if (before !== this.value) this.fire('change', {}, { cancelable: false });
  }

  /** The selection was moved; `byUser` fires `select` where there is one. */
  protected selectionMoved(byUser = false): void {
    this.caretMoved();
    this.invalidate('paint');
    if (byUser && !this.model.isCollapsed) this.fire('select', {}, { cancelable: false });
  }

  /** `"name", …` of the accessible text: its label, or what comes nearest to one. */
  protected get label(): string {
    const labelled = this.getAttribute('aria-labelledby');
    const other = labelled === null ? null : this.ownerDocument.getElementById(labelled.trim());
    const { placeholder, name } = this.props;
    const given =
      this.getAttribute('aria-label') ?? other?.textContent ?? this.getAttribute('title');
    return (given ?? (placeholder || name || '')).replace(/\s+/g, ' ').trim();
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

function wholeOf(model: EditModel): { readonly start: Position; readonly end: Position } {
  return { start: { line: 0, offset: 0 }, end: model.buffer.end };
}

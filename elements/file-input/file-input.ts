/**
 * The file input: files of the user that no grant names. The user chooses them in a dialog of the launcher, outside of the app's
 * process; the element receives standard `File` objects.
 */
import {
  ACCESSIBLE_NODE,
  addState,
  ATTRIBUTE_CHANGED,
  cellWidth,
  clickElement,
  CONNECTED,
  contentBoxOf,
  controlNode,
  DATA,
  DEFAULT_ACTION,
  DISCONNECTED,
  fire,
  fireChange,
  FOCUSABLE,
  formOf,
  GUTTERS,
  invalidate,
  isDisabled,
  keyAction,
  labelsOf,
  MEASURE,
  nameOf,
  OPERATION,
  PAINT,
  PAINT_GUTTERS,
  PROPS,
  removeState,
  reportError,
  RESET,
  REVERSE,
  resourcesOf,
  sanitize,
  STATE_CHANGED,
  statesOf,
  SUBMITS,
  truncate,
} from '../support/author.js';
import type {
  AccessibleAction,
  AccessibleElement,
  AttributeValues,
  ControlData,
  ElementList,
  InputAction,
  Insets,
  Operation,
  Painter,
  Size,
  StateTable,
  TuiElement,
} from '../support/author.js';
import { readAccept } from '../../runtime/base/file-types.js';
import { paintEnds } from '../select/closed.js';
import {
  CHECK_CONSTRAINTS,
  CUSTOM_MESSAGE,
  FIND_CONSTRAINT_ERRORS,
  SHOW_INVALID,
  VALIDATION_MESSAGE,
  WILL_VALIDATE,
} from '../support/internals.js';
import { ValidatedElement, type ConstraintError } from '../support/validated-element.js';
import { ATTRIBUTES, BINDABLE, EVENTS, EXAMPLES, FILE_KEYS, RULES } from './declaration.js';
import { listOf, type FileList } from './file-list.js';

const INSETS: Insets = { top: 0, right: 1, bottom: 0, left: 1 };
const CLEAR = 0xd7;
const OPEN = 0x2026;
/** The sign and the blank before it. */
const SIGN = 2;
const NONE = listOf([]);

export class FileInput extends ValidatedElement {
  static override readonly tag: string = 'file-input';
  static override readonly description: string =
    'Files of the user, who chooses them in a dialog that tui shows in place of the app. The app needs no permission, and reads nothing but what was chosen.';
  static override readonly content = 'none';
  static override readonly labelable = true;
  static override readonly shrinkToFit = true;
  static override readonly attributes = ATTRIBUTES;
  static override readonly keys = FILE_KEYS;
  static override readonly events = EVENTS;
  static override readonly bindable = BINDABLE;
  static override readonly states = {
    ...ValidatedElement.states,
    choosing: 'The user is choosing files.',
  } as const satisfies StateTable;
  static override readonly rules = RULES;
  static override readonly examples = EXAMPLES;
  declare readonly [PROPS]: AttributeValues<typeof ATTRIBUTES>;

  #files: FileList = NONE;
  #choice: AbortController | undefined;

  get form(): TuiElement | null {
    return formOf(this);
  }
  get labels(): ElementList {
    return labelsOf(this);
  }

  /** The chosen files. A script may set other ones; it fires no event. */
  get files(): FileList {
    return this.#files;
  }
  set files(value: unknown) {
    const files = value === null || value === undefined ? [] : [...(value as Iterable<unknown>)];
    if (!files.every((each) => each instanceof File)) {
      throw new TypeError('files: expected a list of File objects');
    }
    this.#set(files);
  }

  /** Name of the first file; empty for none. Only the empty text can be set: it removes the files. */
  get value(): string {
    return this.#files[0]?.name ?? '';
  }
  set value(value: unknown) {
    if (value !== '' && value !== null && value !== undefined) {
      throw new DOMException(
        'value: only "" can be set, which removes the files; set files instead',
        'InvalidStateError',
      );
    }
    this.#set([]);
  }

  /** Opens the dialog. It opens once for each key press or click of the user. */
  showPicker(): void {
    if (isDisabled(this) || this[PROPS].readonly) {
      throw new DOMException('the file input cannot be changed', 'InvalidStateError');
    }
    void this.#choose();
  }

  get [WILL_VALIDATE](): boolean {
    return !isDisabled(this) && !this[PROPS].readonly;
  }

  [FIND_CONSTRAINT_ERRORS](): readonly ConstraintError[] {
    if (!this[WILL_VALIDATE]) return [];
    const errors: ConstraintError[] = [];
    if (this[CUSTOM_MESSAGE] !== '') {
      errors.push({ flag: 'customError', message: this[CUSTOM_MESSAGE] });
    }
    if (this[PROPS].required && this.#files.length === 0) {
      errors.push({ flag: 'valueMissing', message: 'Choose a file' });
    }
    return errors;
  }

  [SUBMITS](): readonly (string | File)[] {
    return this.#files;
  }

  /** Data is JSON, which has the names. Files are only the user's to choose. */
  get [DATA](): ControlData {
    const names = this.#files.map(({ name }) => name);
    const value = this[PROPS].multiple ? names : (names[0] ?? null);
    return {
      kind: 'value',
      value,
      check: (other) =>
        JSON.stringify(other) === JSON.stringify(value)
          ? undefined
          : {
              expected: 'files that the user chooses',
              suggestion: 'leave it out: files are chosen on the terminal',
            },
      set: () => undefined,
    };
  }

  [RESET](): void {
    this.#set([]);
    this[SHOW_INVALID](false);
  }

  override get [FOCUSABLE](): boolean {
    return true;
  }
  override get [GUTTERS](): Insets {
    return INSETS;
  }

  override [CONNECTED](): void {
    this[CHECK_CONSTRAINTS]();
  }

  /** A dialog of an element that is gone is of no use. */
  override [DISCONNECTED](): void {
    this.#choice?.abort();
  }

  override [ATTRIBUTE_CHANGED](name: string): void {
    if (name === 'multiple' && !this[PROPS].multiple) this.#set(this.#files.slice(0, 1));
    this[CHECK_CONSTRAINTS]();
    invalidate(this, 'layout');
  }

  override [STATE_CHANGED](state: string, isSet: boolean): void {
    if (state === 'focus' && !isSet) {
      this[SHOW_INVALID](this[FIND_CONSTRAINT_ERRORS]().length > 0);
    }
    invalidate(this, 'paint');
  }

  // The files

  /** Why no file can be chosen here. */
  get #unavailable(): string | undefined {
    const chooser = resourcesOf(this)?.chooser;
    return typeof chooser === 'object' ? chooser.unavailable : undefined;
  }

  #set(files: readonly File[]): void {
    if (files.length === 0 && this.#files.length === 0) return;
    this.#files = files.length === 0 ? NONE : listOf(files);
    this[CHECK_CONSTRAINTS]();
    invalidate(this, 'paint');
  }

  get #canClear(): boolean {
    return this.#files.length > 0 && !this[PROPS].readonly && !isDisabled(this);
  }

  #clear(): boolean {
    if (!this.#canClear) return false;
    this.#set([]);
    fireChange(this);
    return true;
  }

  async #choose(): Promise<void> {
    if (this.#choice !== undefined) return;
    const chooser = resourcesOf(this)?.chooser;
    if (typeof chooser !== 'function') {
      this.#report(
        chooser?.unavailable ?? 'files are chosen on a terminal, in an app that tui runs',
      );
      return;
    }
    const { multiple, accept, placeholder } = this[PROPS];
    const choice = (this.#choice = new AbortController());
    addState(this, 'choosing');
    try {
      const files = await chooser({
        multiple,
        accept: readAccept(accept),
        label: nameOf(this, placeholder),
        signal: choice.signal,
      });
      if (choice.signal.aborted) return;
      if (files === undefined) {
        fire(this, 'cancel', {}, { cancelable: false });
        return;
      }
      this.#set(files);
      fireChange(this);
    } catch (error) {
      if (!choice.signal.aborted)
        this.#report(error instanceof Error ? error.message : String(error));
    } finally {
      this.#choice = undefined;
      removeState(this, 'choosing');
    }
  }

  #report(message: string): void {
    reportError(this, { code: 'cannot-choose', message: `<file-input>: ${message}` });
  }

  // What shows

  override [MEASURE](available: Size): Size {
    const width = this[PROPS].size;
    return { width: Math.min(width, available.width), height: Math.min(1, available.height) };
  }

  get #placeholder(): string {
    const { placeholder, multiple } = this[PROPS];
    if (placeholder !== '') return sanitize(placeholder);
    return multiple ? 'Choose files…' : 'Choose a file…';
  }

  /** Names of what is chosen; of several first how many. */
  get #text(): string {
    const names = this.#files.map(({ name }) => sanitize(name));
    if (names.length < 2) return names[0] ?? '';
    return `${names.length} files: ${names.join(', ')}`;
  }

  override [PAINT](painter: Painter): void {
    const room = painter.width - SIGN;
    const isMuted = this.#files.length === 0 && !isDisabled(this);
    // Where no colour shows the ends of what has the focus.
    const isReversed = statesOf(this).has('focus') && painter.depth === 'none';
    const color = isMuted ? painter.color('var(--muted)') : undefined;
    const style =
      isMuted || isReversed
        ? painter.style(color, undefined, isReversed ? REVERSE : undefined)
        : painter.base;
    const text = this.#files.length > 0 ? this.#text : (this.#unavailable ?? this.#placeholder);
    const isOne = this.#files.length === 1;
    painter.text(0, 0, isOne ? withoutMiddle(text, room) : truncate(text, room), style, room);
    if (this[PROPS].readonly || room <= 0) return;
    painter.put(painter.width - 1, 0, this.#canClear ? CLEAR : OPEN);
  }

  override [PAINT_GUTTERS](painter: Painter): void {
    paintEnds(this, painter);
  }

  // Input

  override [DEFAULT_ACTION](event: InputAction): boolean {
    if (isDisabled(this) || this[PROPS].readonly) return false;
    switch (event.type) {
      case 'keydown':
        return event.target === this && this.#key(event);
      case 'click':
        if (this.#canClear && this.#isAtSign(event)) return this.#clear();
        void this.#choose();
        return true;
      case 'mousedown':
        return event.button === 0;
      default:
        return false;
    }
  }

  #key(event: InputAction): boolean {
    const action = keyAction(FILE_KEYS, event);
    if (action === 'clear') return this.#clear();
    if (action !== 'choose') return false;
    clickElement(this);
    return true;
  }

  /** A click by a script or a label has no cell. */
  #isAtSign({ offsetX }: InputAction): boolean {
    const box = contentBoxOf(this);
    return offsetX !== undefined && box !== undefined && offsetX >= box.width - 1;
  }

  override [OPERATION](action: AccessibleAction): Operation | undefined {
    if (isDisabled(this) || this[PROPS].readonly || this.#unavailable !== undefined)
      return undefined;
    if (action.type === 'press') return () => clickElement(this);
    if (action.type === 'set' && action.value === '' && this.#canClear) return () => this.#clear();
    return undefined;
  }

  override [ACCESSIBLE_NODE](): AccessibleElement {
    const { required, readonly } = this[PROPS];
    const names = this.#files.map(({ name }) => sanitize(name)).slice(0, 20);
    const isInvalid = statesOf(this).has('user-invalid');
    const unavailable = this.#unavailable;
    const chosen = names.length === 0 ? 'no file chosen' : this.#text;
    return controlNode(this, 'button', nameOf(this, this.#placeholder), {
      ...(unavailable === undefined ? {} : { disabled: true }),
      value: names.join(', '),
      required,
      invalid: isInvalid ? this[VALIDATION_MESSAGE] : undefined,
      line: {
        role: 'file',
        states: [
          truncate(chosen, 200),
          required && names.length === 0 && 'required',
          readonly && 'read-only',
          unavailable !== undefined && unavailable,
        ],
      },
    });
  }
}

/** A long name without its middle: how it begins and its ending are both kept. */
function withoutMiddle(text: string, cells: number): string {
  if (cellWidth(text) <= cells || cells < 10) return truncate(text, cells);
  const at = text.lastIndexOf('.');
  const ending = at > 0 && cellWidth(text.slice(at)) <= 8 ? text.slice(at) : '';
  return truncate(text.slice(0, text.length - ending.length), cells - cellWidth(ending)) + ending;
}

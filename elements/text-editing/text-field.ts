/**
 * A text field as an element: turns keys, paste and pointer into edits, and dispatches the events of browsers'
 * fields. How the text is laid out in cells is left to `input` and `textarea`.
 */
import { nameClass } from '../../runtime/base/class-name.js';
import {
  DEFAULT_ACTION,
  documentOf,
  fire,
  FOCUSABLE,
  INSERT_TEXT,
  invalidate,
  isPrevented,
  KEY_USE,
  OPERATION,
  PROPS,
  requestCopy,
  STATE_CHANGED,
} from '../support/author.js';
import type { AccessibleAction, InputAction, Operation } from '../support/author.js';
import { normalizeBreaks, type Position } from './buffer.js';
import { difference } from './difference.js';
import { killRingOf } from './clipboard.js';
import { FieldElement } from './field/element.js';
import { FieldPointer, type PointerEvent } from './field/pointer.js';
import { commandOf, type Command, type KeyEvent, type Vertical } from './keymap.js';
import type { KillRing } from './kill-ring.js';
import type { Edit, EditModel } from './model.js';
import {
  MODEL,
  PLACE_AT,
  SELECTION_MOVED,
  ENTER,
  VERTICAL,
  SPECIAL,
  LINE_EDGE,
  IS_SECRET,
  VALUE_SET,
  COMMIT,
  EDIT,
  COMMITTED,
  APPLY,
  IS_DIRTY,
  IS_EDITED,
  CARET_MOVED,
  SET_BY_USER,
  VALUE,
} from './internals.js';
import { CHECK_CONSTRAINTS, FIND_CONSTRAINT_ERRORS, SHOW_INVALID } from '../support/internals.js';

/** What keys do in a field that cannot be edited. */
const READING: ReadonlySet<Command['type']> = new Set(['move', 'vertical', 'selectAll', 'copy']);

export abstract class TextField extends FieldElement {
  static {
    nameClass(this, 'TextField');
  }

  /** What the last key did, for keys that mean something else in a row. */
  #last: 'kill' | 'yank' | 'undo' | 'copy' | undefined;
  #yanked: { readonly from: Position; readonly to: Position } | undefined;
  readonly #pointer = new FieldPointer(this[MODEL], {
    placeAt: (x, y) => this[PLACE_AT](x, y),
    moved: () => this[SELECTION_MOVED](),
    selected: () => void fire(this, 'select', {}, { cancelable: false }),
  });

  // What the classes of fields fill in.

  /** The place in the text that a cell of the content box represents. */
  protected abstract [PLACE_AT](x: number, y: number): Position;
  /** Enter; returns whether it was taken. */
  protected abstract [ENTER](): boolean;
  /** Up, down and pages; false where they mean nothing. */
  protected abstract [VERTICAL](motion: Vertical, extend: boolean): boolean;
  /** Keys that one kind of field takes before all. */
  protected [SPECIAL]?(command: Command): boolean;
  /** Where the start and the end of the shown line are. */
  protected [LINE_EDGE]?(end: boolean): Position;
  /** True where what is in the field must not get anywhere else. */
  protected get [IS_SECRET](): boolean {
    return false;
  }
  protected override [VALUE_SET](): void {
    this.#last = undefined;
  }

  // The element

  override get [FOCUSABLE](): boolean {
    return !this[PROPS].disabled;
  }

  override [STATE_CHANGED](state: string, isSet: boolean): void {
    if (state !== 'focus' || isSet) return;
    this[MODEL].history.seal();
    this.#last = undefined;
    this[COMMIT]();
  }

  override [DEFAULT_ACTION](event: InputAction): boolean {
    if (this[PROPS].disabled || event.target !== this) return false;
    switch (event.type) {
      case 'keydown':
        return this.#key(event as InputAction & KeyEvent);
      case 'paste': {
        const { text = '' } = event;
        this.#last = undefined;
        this[EDIT](this[MODEL].planInsert(text, 'insertFromPaste'));
        return true;
      }
      case 'mousedown':
      case 'mousemove':
      case 'mouseup':
        this.#last = undefined;
        return this.#pointer.act(event as InputAction & PointerEvent);
      default:
        return false;
    }
  }

  override [KEY_USE](event: InputAction): 'edit' | 'find' | undefined {
    if (event.target !== this) return undefined;
    const type = commandOf(event as InputAction & KeyEvent)?.type;
    if (type === undefined || type === 'escape' || type === 'tab') return undefined;
    const isOfLines = type === 'enter' || type === 'vertical';
    if (isOfLines && !this[MODEL].multiline) return undefined;
    if (!this[PROPS].readonly) return 'edit';
    // What cannot be edited is moved in and copied from.
    return type === 'insert' ? 'find' : READING.has(type) ? 'edit' : undefined;
  }

  override [INSERT_TEXT](text: string): void {
    if (this[PROPS].disabled) return;
    this.#last = undefined;
    this[EDIT](this[MODEL].planInsert(text, 'insertText'));
  }

  override [OPERATION](action: AccessibleAction): Operation | undefined {
    if (action.type !== 'set' || this[PROPS].readonly) return undefined;
    const { value } = action;
    return () => this.#retype(String(value));
  }

  /** Makes it another text as typing does: no more is replaced than differs. */
  #retype(value: string): void {
    const { [MODEL]: model } = this;
    const { buffer } = model;
    const lines = normalizeBreaks(value);
    const nextText = model.multiline ? lines : lines.replaceAll('\n', ' ');
    const { from, to, text } = difference(buffer.value, nextText);
    const typed = text === '\n' ? 'insertLineBreak' : 'insertText';
    const inputType = text === '' ? 'deleteContentBackward' : typed;
    this.#last = undefined;
    this[EDIT](model.planReplace(buffer.positionAt(from), buffer.positionAt(to), text, inputType));
  }

  #key(event: KeyEvent): boolean {
    const command = commandOf(event);
    if (command === undefined) return false;
    const before = this.#last;
    this.#last = undefined;
    return this[SPECIAL]?.(command) === true || this.#run(command, before);
  }

  #move({ motion, extend }: Extract<Command, { type: 'move' }>): void {
    const { [MODEL]: model } = this;
    const isEdge = motion === 'lineStart' || motion === 'lineEnd';
    const to = isEdge ? this[LINE_EDGE]?.(motion === 'lineEnd') : undefined;
    if (to === undefined) model.move(motion, extend);
    else model.select(extend ? model.anchor : to, to);
    this[SELECTION_MOVED](extend);
  }

  /** @param before what the key before this one did */
  #run(command: Command, before: 'kill' | 'yank' | 'undo' | 'copy' | undefined): boolean {
    const { [MODEL]: model } = this;
    switch (command.type) {
      case 'insert':
        this[EDIT](model.planInsert(command.text, 'insertText'));
        return true;
      case 'move':
        this.#move(command);
        return true;
      case 'vertical':
        return this[VERTICAL](command.motion, command.extend);
      case 'delete':
        this.#delete(model.planDelete(command.unit, command.forward), before === 'kill');
        return true;
      case 'transpose':
        this[EDIT](model.planTranspose());
        return true;
      case 'undo':
      case 'redo':
        if (this[PROPS].readonly) return false;
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
        this[SELECTION_MOVED](true);
        return true;
      case 'copy':
      case 'cut':
        return this.#copy(command.type, before === 'copy');
      case 'enter':
        return this[ENTER]();
      default:
        return false;
    }
  }

  get #ring(): KillRing {
    return killRingOf(documentOf(this));
  }

  #delete(edit: Edit | undefined, again: boolean): void {
    const removed = this[EDIT](edit);
    if (removed === undefined || edit?.kill === undefined) return;
    // What is secret must not be yanked into a field where it shows.
    if (this[IS_SECRET]) return;
    this.#ring.add(removed, again ? edit.kill : 'new');
    this.#last = 'kill';
  }

  #yank(
    text: string | undefined,
    inputType: string,
    over?: { readonly from: Position; readonly to: Position },
  ): void {
    if (text === undefined) return;
    const { [MODEL]: model } = this;
    const edit =
      over === undefined
        ? model.planInsert(text, inputType)
        : model.planReplace(over.from, over.to, text, inputType);
    if (edit === undefined || this[EDIT](edit) === undefined) return;
    this.#last = 'yank';
    this.#yanked = { from: edit.from, to: model.focus };
  }

  #travel(way: 'undo' | 'redo'): void {
    const inputType = way === 'undo' ? 'historyUndo' : 'historyRedo';
    if (this[PROPS].readonly || !this.#allowed(inputType, null)) return;
    this[COMMITTED] ??= this[VALUE];
    this.#last = 'undo';
    if (!this[MODEL][way]()) return;
    this.#onChange(inputType, null);
  }

  /** @param again the same key came before, for the same selection: then Ctrl+C ends the app as ever */
  #copy(how: 'copy' | 'cut', again: boolean): boolean {
    const { [MODEL]: model } = this;
    if (model.isCollapsed) return how === 'cut';
    if (again && how === 'copy') return false;
    this.#last = 'copy';
    if (this[IS_SECRET]) return true;
    const text = model.selectedText;
    const taken = requestCopy(this, text);
    if (!taken) return true;
    this.#ring.add(text);
    const { start: from, end: to } = model;
    if (how === 'cut') this[EDIT]({ from, to, text: '', inputType: 'deleteByCut' });
    return true;
  }

  // For the classes of fields

  /** Makes a planned change as a person's, if listeners let it; returns what it took out. */
  protected [EDIT](edit: Edit | undefined): string | undefined {
    if (edit === undefined || this[PROPS].readonly) return undefined;
    const data = edit.text === '' ? null : edit.text;
    if (!this.#allowed(edit.inputType, data)) return undefined;
    this[COMMITTED] ??= this[VALUE];
    const removed = this[APPLY](edit);
    this.#onChange(edit.inputType, data);
    return removed;
  }

  /** Asks the listeners; false also where one of them changed the text, which the plan was made for. */
  #allowed(inputType: string, data: string | null): boolean {
    const { version } = this[MODEL].buffer;
    const event = fire(this, 'beforeinput', { inputType, data });
    return !isPrevented(event) && version === this[MODEL].buffer.version;
  }

  #onChange(inputType: string, data: string | null): void {
    this[IS_DIRTY] = true;
    this[IS_EDITED] = true;
    this[CARET_MOVED]();
    this[CHECK_CONSTRAINTS]();
    invalidate(this, 'paint');
    fire(this, 'input', { inputType, data }, { cancelable: false });
  }

  /** Sets the value as a person would: with `input` and `change`. */
  protected [SET_BY_USER](value: string): void {
    const { start: from, end: to } = wholeOf(this[MODEL]);
    const edit: Edit = { from, to, text: value, inputType: 'insertReplacementText' };
    if (this[EDIT](edit) !== undefined) this[COMMIT]();
  }

  /** Fires `change` where a person has changed the value since it was fired last. */
  protected [COMMIT](): void {
    const before = this[COMMITTED];
    if (before === undefined) return;
    this[COMMITTED] = undefined;
    if (this[FIND_CONSTRAINT_ERRORS]().length > 0) this[SHOW_INVALID](true);
    if (before !== this[VALUE]) fire(this, 'change', {}, { cancelable: false });
  }
}

function wholeOf(model: EditModel): { readonly start: Position; readonly end: Position } {
  return { start: { line: 0, offset: 0 }, end: model.buffer.end };
}

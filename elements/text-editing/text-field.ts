/**
 * A text field as an element: from keys, paste and pointer to edits, and the events of a browser's
 * fields. How the text stands in cells is left to `input` and `textarea`.
 */
import type { TuiEvent } from '../../runtime/element/tui-element.js';
import type { Position } from './buffer.js';
import { killRingOf } from './clipboard.js';
import { FieldElement } from './field-element.js';
import { FieldPointer, type PointerEvent } from './field-pointer.js';
import { commandOf, type Command, type KeyEvent, type Vertical } from './keymap.js';
import type { KillRing } from './kill-ring.js';
import type { Edit, EditModel } from './model.js';
import {
  FOCUSABLE,
  PROPS,
  DEFAULT_ACTION,
  INSERT_TEXT,
  STATE_CHANGED,
} from '../../runtime/element/internals.js';
import { fire, requestCopy, invalidate } from '../../runtime/element/services.js';

type FieldEvent = TuiEvent & {
  readonly clipboardData?: { getData(format: string): string };
};

export abstract class TextField extends FieldElement {
  /** What the last key did, for keys that mean something else in a row. */
  #last: 'kill' | 'yank' | 'undo' | 'copy' | undefined;
  #yanked: { readonly from: Position; readonly to: Position } | undefined;
  readonly #pointer = new FieldPointer(this.model, {
    placeAt: (x, y) => this.placeAt(x, y),
    moved: () => this.selectionMoved(),
    selected: () => void fire(this, 'select', {}, { cancelable: false }),
  });

  // What the classes of fields fill in.

  /** The place in the text that a cell of the content box stands for. */
  protected abstract placeAt(x: number, y: number): Position;
  /** Enter; returns whether it was taken. */
  protected abstract enter(): boolean;
  /** Up, down and pages; false where they mean nothing. */
  protected abstract vertical(motion: Vertical, extend: boolean): boolean;
  /** Keys that one kind of field takes before all. */
  protected special?(command: Command): boolean;
  /** Where the start and the end of the shown line are. */
  protected lineEdge?(end: boolean): Position;
  /** True where what is in the field must not get anywhere else. */
  protected get isSecret(): boolean {
    return false;
  }
  protected override valueSet(): void {
    this.#last = undefined;
  }

  // The element

  override get [FOCUSABLE](): boolean {
    return !this[PROPS].disabled;
  }

  override [STATE_CHANGED](state: string, isSet: boolean): void {
    if (state !== 'focus' || isSet) return;
    this.model.history.seal();
    this.#last = undefined;
    this.commit();
  }

  override [DEFAULT_ACTION](event: TuiEvent): boolean {
    if (this[PROPS].disabled || event.target !== this) return false;
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

  override [INSERT_TEXT](text: string): void {
    if (this[PROPS].disabled) return;
    this.#last = undefined;
    this.edit(this.model.planInsert(text, 'insertText'));
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
    if (this[PROPS].readonly || !this.#allowed(inputType, null)) return;
    this.committed ??= this.value;
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
    const taken = requestCopy(this, text);
    if (!taken) return true;
    this.#ring.add(text);
    const { start: from, end: to } = model;
    if (how === 'cut') this.edit({ from, to, text: '', inputType: 'deleteByCut' });
    return true;
  }

  // For the classes of fields

  /** Makes a planned change as a person's, if listeners let it; returns what it took out. */
  protected edit(edit: Edit | undefined): string | undefined {
    if (edit === undefined || this[PROPS].readonly) return undefined;
    const data = edit.text === '' ? null : edit.text;
    if (!this.#allowed(edit.inputType, data)) return undefined;
    this.committed ??= this.value;
    const removed = this.apply(edit);
    this.#changed(edit.inputType, data);
    return removed;
  }

  /** Asks the listeners; false also where one of them changed the text, which the plan was made for. */
  #allowed(inputType: string, data: string | null): boolean {
    const { version } = this.model.buffer;
    const { defaultPrevented } = fire(this, 'beforeinput', { inputType, data });
    return !defaultPrevented && version === this.model.buffer.version;
  }

  #changed(inputType: string, data: string | null): void {
    this.isDirty = true;
    this.isEdited = true;
    this.caretMoved();
    this.checkConstraints();
    invalidate(this, 'paint');
    fire(this, 'input', { inputType, data }, { cancelable: false });
  }

  /** Sets the value as a person would: with `input` and `change`. */
  protected setByUser(value: string): void {
    const { start: from, end: to } = wholeOf(this.model);
    const edit: Edit = { from, to, text: value, inputType: 'insertReplacementText' };
    if (this.edit(edit) !== undefined) this.commit();
  }

  /** Fires `change` where a person has changed the value since it was fired last. */
  protected commit(): void {
    const before = this.committed;
    if (before === undefined) return;
    this.committed = undefined;
    if (this.findFaults().length > 0) this.showFault(true);
    if (before !== this.value) fire(this, 'change', {}, { cancelable: false });
  }
}

function wholeOf(model: EditModel): { readonly start: Position; readonly end: Position } {
  return { start: { line: 0, offset: 0 }, end: model.buffer.end };
}

/** The cell that is edited: its text, the error in it, and the keys that end it. */
import type { KillRing } from '../../text-editing/kill-ring.js';
import type { KeyEvent } from '../../text-editing/keymap.js';
import { Prompt } from '../../text-editing/prompt.js';
import type { Column } from '../model/columns.js';
import type { TableModel } from '../model/model.js';
import type { CellChanges, NewValue } from './changes.js';
import { editText, optionOf, parseCell, typeOfCell, type ValueRules } from './values.js';

/** A line break, in the one line in which a cell is edited. */
const BREAK = '↵';

/** A text that was edited in one line, with the line breaks that the text before had as signs. */
function withBreaks(text: string, before: string): string {
  const hasSigns = before.includes(BREAK) || !/[\r\n]/.test(before);
  return hasSigns ? text : text.replaceAll(BREAK, '\n');
}

/** An open cell. */
export interface OpenCell {
  readonly serial: number;
  /** Id and index of the row, for where all rows are replaced. */
  readonly id: string | undefined;
  readonly index: number;
  readonly column: Column;
  readonly prompt: Prompt;
  /** The text before; undefined where typing has replaced it. */
  readonly initial: string | undefined;
  /** The error in the text, after an attempt to leave it. */
  readonly message: string;
}

export interface EditorHost {
  readonly model: TableModel;
  readonly changes: CellChanges;
  isEditable(column: Column): boolean;
  /** The id of a row, and the row of an id; -1 for none. */
  idOf(index: number): string | undefined;
  indexOfId(id: string): number;
  rules(column: Column): ValueRules;
  /** The app's error message for a value; the empty string for none. */
  validate(value: NewValue): string;
  ring(): KillRing;
  onChange(): void;
}

/** What a key came to: it ended the cell towards another one, or was the cell's own. */
export type EditorResult = 'below' | 'up' | 'down' | 'stays';

export class CellEditor {
  open: OpenCell | undefined;
  readonly #host: EditorHost;

  constructor(host: EditorHost) {
    this.#host = host;
  }

  /** True where a cell can be changed by the user. */
  canEdit(index: number, column: Column | undefined): column is Column {
    const { model } = this.#host;
    if (column === undefined || index < 0 || !this.#host.isEditable(column)) return false;
    return editText(model.value(index, column)) !== undefined;
  }

  /**
   * Opens a cell, or changes it at once where there is nothing to type: a checkbox.
   *
   * @param typed replaces the text
   * @param isReplaced all of the text is selected, so that what is typed replaces it
   */
  start(
    index: number,
    column: Column | undefined,
    { typed, isReplaced = false }: { readonly typed?: string; readonly isReplaced?: boolean } = {},
  ): boolean {
    if (!this.canEdit(index, column)) return false;
    const host = this.#host;
    const { model } = host;
    const value = model.value(index, column);
    host.changes.note = undefined;
    if (this.#isCheckbox(column, value)) {
      // Letters have no meaning there.
      return typed === undefined || typed === ' '
        ? this.#apply({ index, column, value: value !== true })
        : false;
    }
    const text = (editText(value) ?? '').replace(/\r\n?|\n/g, BREAK);
    const prompt = new Prompt('cell', typed === undefined ? text : '', false);
    if (typed !== undefined) prompt.insert(typed);
    else if (!isReplaced) prompt.moveToEnd();
    const initial = typed === undefined ? prompt.text : undefined;
    const row = { serial: model.serialOf(index), id: host.idOf(index), index };
    this.open = { ...row, column, prompt, initial, message: '' };
    host.onChange();
    return true;
  }

  /** All rows or columns are others: the cell stays open in the row with the same id, without ids in that with the same index. */
  replaced(): void {
    const { open } = this;
    if (open === undefined) return;
    const { model, indexOfId } = this.#host;
    const column = model.columns.find(({ key }) => key === open.column.key);
    const known = model.indexOf(open.serial);
    const index = known >= 0 ? known : open.id === undefined ? open.index : indexOfId(open.id);
    const serial = model.serialOf(index);
    this.open = column === undefined || serial < 0 ? undefined : { ...open, column, serial, index };
  }

  /** Index of the row whose cell is open; -1 for none. */
  get indexOfOpen(): number {
    return this.open === undefined ? -1 : this.indexOf(this.open.serial);
  }

  indexOf(serial: number): number {
    return this.#host.model.indexOf(serial);
  }

  isCheckboxAt(index: number, column: Column): boolean {
    return this.#isCheckbox(column, this.#host.model.value(index, column));
  }

  #isCheckbox(column: Column, value: unknown): boolean {
    return typeOfCell(column, value, this.#host.rules(column).isNumeric) === 'checkbox';
  }

  key(event: KeyEvent): EditorResult {
    const { open } = this;
    if (open === undefined) return 'stays';
    const result = open.prompt.key(event, this.#host.ring());
    if (result === 'accept') return this.commit() ? 'below' : 'stays';
    if (result === 'cancel') this.cancel();
    else if (result === 'changed') this.#set({ ...open, message: '' });
    this.#host.onChange();
    return 'stays';
  }

  insert(text: string): void {
    this.open?.prompt.insert(text);
    this.#host.onChange();
  }

  /** Up and down go through the options; without any they end the cell. */
  vertical(way: 'up' | 'down'): EditorResult {
    const { open } = this;
    if (open === undefined) return 'stays';
    const isUp = way === 'up';
    const { options = [] } = open.column.input ?? {};
    if (options.length === 0) return this.commit() ? way : 'stays';
    const current = optionOf(open.prompt.text, options);
    const at = current === undefined ? -1 : options.indexOf(current);
    const next = at < 0 ? (isUp ? options.length - 1 : 0) : at + (isUp ? -1 : 1);
    const option = options[(next + options.length) % options.length] ?? '';
    this.#set({ ...open, prompt: new Prompt('cell', option, false), message: '' });
    return 'stays';
  }

  /** Ends the cell with what was typed; false where that is invalid, and the cell stays open with a message. */
  commit(): boolean {
    const { open } = this;
    if (open === undefined) return true;
    const { column, prompt, serial } = open;
    const { model } = this.#host;
    const index = model.indexOf(serial);
    if (index < 0 || prompt.text === open.initial) {
      this.cancel();
      return true;
    }
    const before = model.value(index, column);
    const text = typeof before === 'string' ? withBreaks(prompt.text, before) : prompt.text;
    const parsed = parseCell(text, column, before, this.#host.rules(column));
    const message = parsed.ok
      ? this.#host.validate({ index, column, value: parsed.value })
      : parsed.message;
    if (message !== '' || !parsed.ok) {
      this.#set({ ...open, message });
      return false;
    }
    this.open = undefined;
    this.#apply({ index, column, value: parsed.value });
    this.#host.onChange();
    return true;
  }

  /** Ends the cell as it was. */
  cancel(): void {
    this.open = undefined;
    this.#host.onChange();
  }

  /** Texts for cells, as they are pasted: those that are valid, and how many are not. */
  parse(index: number, column: Column, text: string): NewValue | undefined {
    if (!this.canEdit(index, column)) return undefined;
    const before = this.#host.model.value(index, column);
    const parsed = parseCell(text, column, before, this.#host.rules(column));
    if (!parsed.ok) return undefined;
    const value = { index, column, value: parsed.value };
    return this.#host.validate(value) === '' ? value : undefined;
  }

  #apply(value: NewValue): true {
    this.#host.changes.make([value], 'edit');
    return true;
  }

  #set(open: OpenCell): void {
    this.open = open;
    this.#host.onChange();
  }
}

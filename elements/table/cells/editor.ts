/** The cell that is edited: its text, the error in it, and the keys that end it. */
import type { KillRing } from '../../text-editing/kill-ring.js';
import type { KeyEvent } from '../../text-editing/keymap.js';
import { Prompt } from '../../text-editing/prompt.js';
import type { Column } from '../model/columns.js';
import type { TableModel } from '../model/model.js';
import type { EditorAction } from '../keys.js';
import type { CellChanges, NewValue } from './changes.js';
import { CellOptions } from './options.js';
import { editText, parseCell, typeOfCell, type ValueRules } from './values.js';

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
  /** Undefined where the column has none. */
  readonly options: CellOptions | undefined;
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
    const options = this.#optionsOf(column, text, typed);
    this.open = { ...row, column, prompt, options, initial, message: '' };
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
    if (column === undefined || serial < 0) {
      this.open = undefined;
      return;
    }
    const isSame = open.options?.source === column.input?.options;
    const options = isSame ? open.options : this.#optionsOf(column, open.prompt.text);
    this.open = { ...open, column, options, serial, index };
  }

  #optionsOf(column: Column, value: string, typed?: string): CellOptions | undefined {
    const { options = [] } = column.input ?? {};
    if (options.length === 0) return undefined;
    return new CellOptions(options, value, typed, () => this.#host.onChange());
  }

  /** The list of options that shows. */
  get list(): CellOptions | undefined {
    const options = this.indexOfOpen < 0 ? undefined : this.open?.options;
    return options?.isOpen === true ? options : undefined;
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
    if (result === 'accept') return this.accept() ? 'below' : 'stays';
    if (result === 'cancel') this.cancel();
    else if (result === 'changed') this.#typed(open);
    this.#host.onChange();
    return 'stays';
  }

  insert(text: string): void {
    const { open } = this;
    open?.prompt.insert(text);
    if (open !== undefined) this.#typed(open);
    this.#host.onChange();
  }

  #typed(open: OpenCell): void {
    this.#set({ ...open, message: '' });
    open.options?.filter(open.prompt.text);
  }

  /** Keys of the list of options; in a cell without any, up and down end it. */
  vertical(action: Exclude<EditorAction, 'next' | 'previous'>): EditorResult {
    const { open } = this;
    if (open === undefined) return 'stays';
    const { options } = open;
    if (options === undefined) {
      const ends = action === 'up' || action === 'down';
      return ends && this.commit() ? action : 'stays';
    }
    this.#set({ ...open, message: '' });
    if (action === 'options') options.toggle();
    else options.move(action);
    this.#host.onChange();
    return 'stays';
  }

  /** Ends the cell with an option. */
  choose(option: string): boolean {
    const { open } = this;
    if (open === undefined) return false;
    this.#set({ ...open, prompt: new Prompt('cell', option, false) });
    return this.commit();
  }

  /** Ends the cell with the option that keys are at, or with what was typed. */
  accept(): boolean {
    const option = this.list?.active;
    return option === undefined ? this.commit() : this.choose(option);
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
      // The message is where the list was.
      open.options?.close();
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

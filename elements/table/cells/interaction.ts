/**
 * Responses of a table with a cell cursor to keys and the pointer, by the pattern of WAI-ARIA for grids: moving among cells, ranges,
 * copying, pasting and editing. While a cell is open, keys edit it.
 */
import { keyAction } from '../../../runtime/element/commands/key-tables.js';
import type { InputAction } from '../../../runtime/element/tui-element.js';
import { plainKey } from '../../support/control.js';
import { goesUp, isRowAction, rowByKey, type InputLike } from '../../support/keys/row-keys.js';
import type { RowsView } from '../../support/rows/view.js';
import type { KeyEvent } from '../../text-editing/keymap.js';
import { EDITOR_KEYS, type TableAction } from '../keys.js';
import type { Column } from '../model/columns.js';
import type { TableModel } from '../model/model.js';
import { firstShowing, type TableLayout } from '../paint/layout.js';
import type { CellChanges, NewValue } from './changes.js';
import { readCells } from './clipboard.js';
import type { CellCursor, CellRange } from './cursor.js';
import type { CellEditor } from './editor.js';

export interface CellsHost {
  readonly model: TableModel;
  readonly view: RowsView;
  readonly cursor: CellCursor;
  readonly editor: CellEditor;
  readonly changes: CellChanges;
  layout(): TableLayout | undefined;
  selectable(): boolean;
  /** The place of the row at a cell of the content box; -1 for none. */
  placeAt(event: InputLike, layout: TableLayout): number;
  /** Goes from the first row to the header; false where it has nothing to go to. */
  toHeader(layout: TableLayout): boolean;
  /** Selects the row at a place, or deselects it. */
  choose(place: number): void;
  clearSelection(): boolean;
  activate(index: number): void;
  /** Copies cells; false where a listener took the copying over. */
  copy(cells: CellRange): boolean;
  /** What was copied last. */
  copied(): string;
  /** The user has gone to another cell. */
  moved(): void;
  onChange(): void;
}

export class CellInteraction {
  #isDragging = false;
  /** The key before was Ctrl+C: once more it ends the app, as ever. */
  #hasCopied = false;

  readonly #host: CellsHost;

  constructor(host: CellsHost) {
    this.#host = host;
  }

  /** True while a cell is edited. Where its row is gone it is not. */
  get isOpen(): boolean {
    const { editor } = this.#host;
    if (editor.indexOfOpen < 0) editor.open = undefined;
    return editor.open !== undefined;
  }

  // Keys

  /** What a key is used for: in a cell that can be edited, letters begin to edit it. */
  useOf(event: InputAction): 'edit' | undefined {
    const { editor, cursor, view } = this.#host;
    if (editor.open !== undefined)
      return editor.open.prompt.uses(event as KeyEvent) ? 'edit' : undefined;
    const isTyping = view.headCursor < 0 && isCharacter(plainKey(event));
    return isTyping && editor.canEdit(cursor.index, cursor.column) ? 'edit' : undefined;
  }

  key(action: TableAction | undefined, event: InputAction, layout: TableLayout): boolean {
    const hadCopied = this.#hasCopied;
    this.#hasCopied = false;
    if (this.#host.changes.note !== undefined) {
      this.#host.changes.note = undefined;
      this.#host.onChange();
    }
    if (this.#host.editor.open !== undefined) return this.#editorKey(event, layout);
    const isTyped = isCharacter(plainKey(event)) && action !== 'select';
    if (isTyped) return this.#type(plainKey(event));
    if (action === 'copy') {
      // The same key once more, without anything between.
      if (hadCopied) return false;
      this.#hasCopied = this.#copy();
      return this.#hasCopied;
    }
    return this.#cellKey(action, event, layout);
  }

  #cellKey(action: TableAction | undefined, event: InputAction, layout: TableLayout): boolean {
    const { cursor, editor } = this.#host;
    switch (action) {
      case 'edit':
        return editor.start(cursor.index, cursor.column);
      case 'options':
        return (
          cursor.column?.input?.options !== undefined && editor.start(cursor.index, cursor.column)
        );
      case 'activate':
        if (event.ctrlKey === true || cursor.index < 0) return false;
        if (!editor.start(cursor.index, cursor.column)) this.#host.activate(cursor.index);
        return true;
      case 'select':
        return this.#space();
      case 'clear':
        return this.#changed(cursor.collapse() || this.#host.clearSelection());
      case 'all':
        return this.#changed(cursor.selectAll());
      case 'cut':
        return this.#copy() && this.#empty();
      case 'paste':
        return this.paste(this.#host.copied());
      case 'empty':
        return this.#empty();
      case 'undo':
      case 'redo':
        return this.#step(action, layout);
      default:
        return this.#motion(action, event, layout);
    }
  }

  #motion(action: TableAction | undefined, event: InputAction, layout: TableLayout): boolean {
    const { cursor } = this.#host;
    const { ctrlKey = false, shiftKey = false } = event;
    const columns = cursor.columns;
    const at = cursor.columnPlace;
    const last = columns.length - 1;
    if (action === 'left' || action === 'right') {
      const step = action === 'left' ? -1 : 1;
      const to = ctrlKey ? (step < 0 ? 0 : last) : Math.max(0, Math.min(last, at + step));
      return this.#goTo(cursor.place, columns[to], shiftKey, layout);
    }
    if (!isRowAction(action)) return false;
    const isEdge = action === 'first' || action === 'last';
    if (isEdge) {
      const column = action === 'first' ? columns[0] : columns[last];
      const row = ctrlKey ? rowByKey(action, cursor.place, this.#host.model.shown, 1) : undefined;
      return this.#goTo(row ?? cursor.place, column, shiftKey, layout);
    }
    if (action === 'up' && cursor.place <= 0 && !shiftKey) return this.#host.toHeader(layout);
    const far = ctrlKey ? (goesUp(action) ? 'first' : 'last') : action;
    const to = rowByKey(far, cursor.place, this.#host.model.shown, layout.body);
    return to !== undefined && this.#goTo(to, cursor.column, shiftKey, layout);
  }

  /** Goes to a cell and shows it; false where keys are at it already. */
  #goTo(place: number, column: Column | undefined, extend: boolean, layout: TableLayout): boolean {
    const { cursor, view } = this.#host;
    const wasThere = view.hasCursor && place === cursor.place && column === cursor.column;
    if (wasThere && (extend || cursor.range === undefined)) return false;
    cursor.moveTo(place, column, extend);
    this.reveal(column, layout);
    this.#host.moved();
    return this.#changed(true);
  }

  /** Scrolls sideways so that a column shows. */
  reveal(column: Column | undefined, layout: TableLayout): boolean {
    const first = column === undefined ? undefined : firstShowing(layout, column);
    if (first === undefined) return false;
    this.#host.view.first = first;
    return true;
  }

  #type(key: string): boolean {
    const { cursor, editor } = this.#host;
    return editor.start(cursor.index, cursor.column, { typed: key });
  }

  /** A blank changes a checkbox, selects the row, or is typed. */
  #space(): boolean {
    const { cursor, editor } = this.#host;
    const { column, index } = cursor;
    if (index < 0) return false;
    const isCheckbox = editor.canEdit(index, column) && editor.isCheckboxAt(index, column);
    if (isCheckbox || !this.#host.selectable()) return this.#type(' ');
    this.#host.choose(cursor.place);
    return this.#changed(true);
  }

  #step(kind: 'undo' | 'redo', layout: TableLayout): boolean {
    const { changes, cursor, model, editor } = this.#host;
    // Where nothing can be edited, the keys are the app's.
    if (!model.columns.some((column) => editor.canEdit(0, column))) return false;
    const cell = changes.step(kind);
    if (cell === undefined) return true;
    cursor.moveTo(model.placeOf(cell.index), cell.column, false);
    this.reveal(cell.column, layout);
    this.#host.moved();
    return this.#changed(true);
  }

  // An open cell

  #editorKey(event: InputAction, layout: TableLayout): boolean {
    const { editor, cursor } = this.#host;
    const action = keyAction(EDITOR_KEYS, event);
    if (action === 'next' || action === 'previous') {
      if (editor.accept()) this.#editNext(action === 'next' ? 1 : -1, layout);
      return true;
    }
    const result = action === undefined ? editor.key(event as KeyEvent) : editor.vertical(action);
    if (result === 'stays') return true;
    const step = result === 'up' ? -1 : 1;
    const { shown } = this.#host.model;
    const to = Math.max(0, Math.min(shown - 1, cursor.place + step));
    this.#goTo(to, cursor.column, false, layout);
    return true;
  }

  /** Opens the next cell that can be edited, in this row or another one. */
  #editNext(step: 1 | -1, layout: TableLayout): void {
    const { cursor, editor, model } = this.#host;
    const { columns } = cursor;
    let place = cursor.place;
    let at = cursor.columnPlace;
    // A row that cannot be edited at all is not looked through to the end of all rows.
    for (let tries = 0; tries < columns.length * 2; tries++) {
      at += step;
      if (at < 0 || at >= columns.length) {
        place += step;
        at = step > 0 ? 0 : columns.length - 1;
      }
      const index = model.indexAt(place);
      if (index < 0) return;
      const column = columns[at];
      if (!editor.canEdit(index, column)) continue;
      this.#goTo(place, column, false, layout);
      if (!editor.isCheckboxAt(index, column)) editor.start(index, column, { isReplaced: true });
      return;
    }
  }

  // The clipboard

  #copy(): boolean {
    const { cells } = this.#host.cursor;
    return cells !== undefined && this.#host.copy(cells);
  }

  #empty(): boolean {
    const { cursor, editor, changes, model } = this.#host;
    const { cells } = cursor;
    if (cells === undefined) return false;
    const values: NewValue[] = [];
    for (let place = cells.from; place <= cells.to; place++) {
      const index = model.indexAt(place);
      for (const column of cells.columns) {
        const value = editor.parse(index, column, '');
        if (value !== undefined) values.push(value);
      }
    }
    const canEdit = cells.columns.some((column) =>
      editor.canEdit(model.indexAt(cells.from), column),
    );
    changes.make(values, 'clear');
    return canEdit;
  }

  /**
   * Puts a text into cells, from the first of the range on: a line for each row, cells between tabs. One value fills the range.
   * What is not valid in its cell is left out.
   */
  paste(text: string): boolean {
    const { cursor, editor, changes, model } = this.#host;
    if (editor.open !== undefined) {
      editor.insert(text.replace(/[\r\n\t]+/g, ' '));
      return true;
    }
    const { cells, columns } = { cells: cursor.cells, columns: cursor.columns };
    const lines = readCells(text);
    const [first] = cells?.columns ?? [];
    if (cells === undefined || first === undefined || lines.length === 0) return false;
    const isOne = lines.length === 1 && lines[0]!.length === 1;
    const height = isOne ? cells.to - cells.from + 1 : lines.length;
    const from = columns.indexOf(first);
    const values: NewValue[] = [];
    for (let row = 0; row < height; row++) {
      const index = model.indexAt(cells.from + row);
      const line = isOne ? cells.columns.map(() => lines[0]![0]!) : lines[row]!;
      line.forEach((value, at) => {
        const column = columns[from + at];
        const parsed = column === undefined ? undefined : editor.parse(index, column, value);
        if (parsed !== undefined) values.push(parsed);
      });
    }
    return changes.make(values, 'paste');
  }

  // The pointer

  /** The pointer in the list of options: all that it does there is for the list. */
  pointInList(event: InputAction): true {
    const { editor } = this.#host;
    const option = editor.list?.point(event);
    if (option !== undefined) editor.choose(option);
    return true;
  }

  /** A press on a cell goes there; with Shift it extends the range. Ctrl is for rows. */
  press(event: InputAction, layout: TableLayout): boolean {
    const { editor } = this.#host;
    const place = this.#host.placeAt(event, layout);
    const column = columnAt(event.offsetX ?? -1, layout);
    if (place < 0 || column === undefined || (event.button ?? 0) !== 0) return false;
    if (editor.open !== undefined) {
      const { open } = editor;
      const isOpen = this.#host.model.serialOf(this.#host.model.indexAt(place)) === open.serial;
      if (isOpen && column.key === open.column.key) {
        if (open.options !== undefined) editor.vertical('options');
        return true;
      }
      if (!editor.commit()) return true;
    }
    this.#host.changes.note = undefined;
    this.#hasCopied = false;
    this.#isDragging = true;
    this.#host.view.headCursor = -1;
    this.#goTo(place, column, event.shiftKey === true, layout);
    return true;
  }

  /** The right button: the menu is about the cell, or about the range where the cell is in it. */
  pressMenu(event: InputAction, layout: TableLayout): void {
    const place = this.#host.placeAt(event, layout);
    const column = columnAt(event.offsetX ?? -1, layout);
    if (column === undefined || this.#host.cursor.contains(place, column)) return;
    this.press({ ...event, button: 0, shiftKey: false }, layout);
    this.release();
  }

  drag(event: InputAction, layout: TableLayout): boolean {
    if (!this.#isDragging) return false;
    const { view, model } = this.#host;
    const { offsetX = 0, offsetY = 0 } = event;
    const row = offsetY - layout.header;
    // At the edges of the body a drag scrolls.
    const past = row < 0 ? -1 : row >= layout.body ? 1 : 0;
    if (past !== 0) view.scrollBy(past);
    const inside = Math.max(0, Math.min(layout.body - 1, row));
    const place = Math.max(0, Math.min(model.shown - 1, view.top + inside));
    this.#goTo(place, columnAt(offsetX, layout) ?? this.#host.cursor.column, true, layout);
    return true;
  }

  release(): boolean {
    const wasDragging = this.#isDragging;
    this.#isDragging = false;
    return wasDragging;
  }

  doubleClick(event: InputAction, layout: TableLayout): boolean {
    const { cursor, editor } = this.#host;
    if (this.#host.placeAt(event, layout) < 0 || cursor.index < 0) return false;
    if (editor.open === undefined && !editor.start(cursor.index, cursor.column))
      this.#host.activate(cursor.index);
    return true;
  }

  #changed(isChanged: boolean): boolean {
    if (isChanged) this.#host.onChange();
    return isChanged;
  }
}

/** The column at a cell of the content box, the gap behind it included; beyond either end the nearest one. */
function columnAt(x: number, { columns, gap }: TableLayout): Column | undefined {
  const hit = columns.find((placed) => x < placed.x + placed.width + gap);
  return (hit ?? columns.at(-1))?.column;
}

function isCharacter(key: string): boolean {
  return [...key].length === 1;
}

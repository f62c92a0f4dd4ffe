/** The cells of a table for its element: cursor, range, editing, and the text of what is copied, with all that they need of it. */
import {
  fire,
  fireForPromises,
  isPrevented,
  requestCopy,
} from '../../../runtime/element/services.js';
import { documentOf } from '../../../runtime/element/tree.js';
import type { TuiElement } from '../../../runtime/element/tui-element.js';
import { setText } from '../../../runtime/element/tree.js';
import { budgetOf, Pattern } from '../../input/pattern.js';
import { languageOf } from '../../support/language.js';
import type { RowsView } from '../../support/rows/view.js';
import { killRingOf } from '../../text-editing/clipboard.js';
import type { Column } from '../model/columns.js';
import { MarkupRow } from '../model/markup.js';
import type { TableModel } from '../model/model.js';
import type { RowSelection } from '../model/selection.js';
import type { TableSource } from '../model/source.js';
import type { TablePicture } from '../paint/picture.js';
import { CellChanges, type NewValue } from './changes.js';
import { formatCells, type CopyFormat } from './clipboard.js';
import { CellCursor, type CellRange } from './cursor.js';
import { CellEditor } from './editor.js';
import type { ValueRules } from './values.js';

/** What is called with a value that was typed. */
interface ValidateItem {
  readonly value: unknown;
  readonly row: unknown;
  readonly key: string;
  readonly index: number;
}

export type ValidateCell = (item: ValidateItem) => unknown;

export interface TableCellsHost {
  readonly element: TuiElement;
  readonly model: TableModel;
  readonly view: RowsView;
  readonly selection: RowSelection;
  readonly source: TableSource;
  readonly picture: TablePicture;
  isEditable(): boolean;
  copyFormat(): CopyFormat;
  onDataChange(): void;
  onChange(): void;
}

export class TableCells {
  readonly cursor: CellCursor;
  readonly changes: CellChanges;
  readonly editor: CellEditor;
  /** Returns the error in a value; set by `onValidate`. */
  validate: ValidateCell | undefined;
  readonly #patterns = new Map<string, Pattern>();
  readonly #host: TableCellsHost;

  constructor(host: TableCellsHost) {
    this.#host = host;
    const { model, view, picture, selection, element } = host;
    this.cursor = new CellCursor(model, view, () => {
      const kept = picture.layout?.kept;
      // Before the first layout no column is left out.
      return kept === undefined ? model.columns : kept.map(({ column }) => column);
    });
    this.changes = new CellChanges({
      model,
      idOf: (index) => selection.idOf(index),
      indexOfId: (id) => this.#indexOfId(id),
      fireEdit: ({ index, column, value, oldValue, kind }) => {
        const fields = { ...host.source.fieldsOf(index), key: column.key, value, oldValue, kind };
        const { event, promises } = fireForPromises(element, 'edit', fields);
        return isPrevented(event) ? undefined : promises;
      },
      write: (index, column, value) => this.write(index, column, value),
      changed: () => void fire(element, 'change', {}, { cancelable: false }),
      onChange: () => host.onChange(),
    });
    this.editor = new CellEditor({
      model,
      changes: this.changes,
      isEditable: (column) => host.isEditable() && (column.editable ?? true),
      idOf: (index) => selection.idOf(index),
      indexOfId: (id) => this.#indexOfId(id),
      rules: (column) => this.#rules(column),
      validate: (value) => this.#findError(value),
      ring: () => killRingOf(documentOf(element)),
      onChange: () => host.onChange(),
    });
    picture.looks.isPending = (index, column) => this.changes.isPending(index, column);
  }

  /** Writes a value to a row, which is another one then; false where the row has no such cell. */
  write(index: number, column: Column, value: unknown): boolean {
    const { model, source, picture } = this.#host;
    // Before a cell of the markup changes, which is not read again then.
    source.takeOverRows();
    const row = withCell(model.row(index), column, value);
    if (row === undefined) return false;
    model.update(index, row);
    picture.widths.measureRow(index);
    this.#host.onDataChange();
    return true;
  }

  /** Copies cells in the format of the table. */
  copy({ from, to, columns }: CellRange): boolean {
    const { model, element } = this.#host;
    const rows = Array.from({ length: to - from + 1 }, (_, at) => model.indexAt(from + at));
    const format = this.#host.copyFormat();
    const text = formatCells(format, { model, columns, rows, header: format !== 'tsv' });
    if (requestCopy(element, text)) {
      // What is pasted again goes into cells, in whatever format others receive it.
      const plain = formatCells('tsv', { model, columns, rows, header: false });
      killRingOf(documentOf(element)).add(plain);
    }
    return true;
  }

  copied(): string {
    return killRingOf(documentOf(this.#host.element)).current ?? '';
  }

  /** Reports where the user has gone. */
  moved(): void {
    const { source, element } = this.#host;
    const { column, index } = this.cursor;
    fire(
      element,
      'cursormove',
      { ...source.fieldsOf(index), key: column?.key },
      { cancelable: false },
    );
  }

  /** Ends editing, as where the focus goes elsewhere: what is invalid is given up. */
  leave(): void {
    if (!this.editor.commit()) this.editor.cancel();
  }

  #rules(column: Column): ValueRules {
    return {
      language: languageOf(this.#host.element),
      isNumeric: this.#host.picture.widths.isNumericColumn(column),
      matches: (pattern, text) => this.#compiled(pattern).matches(text),
    };
  }

  #compiled(pattern: string): Pattern {
    let compiled = this.#patterns.get(pattern);
    if (compiled === undefined) {
      compiled = new Pattern(pattern, budgetOf(documentOf(this.#host.element)));
      this.#patterns.set(pattern, compiled);
    }
    return compiled;
  }

  #findError({ index, column, value }: NewValue): string {
    if (this.validate === undefined) return '';
    const { row } = this.#host.source.fieldsOf(index);
    const message = this.validate({ value, row, key: column.key, index });
    return typeof message === 'string' ? message : '';
  }

  #indexOfId(id: string): number {
    const { model, selection } = this.#host;
    for (let index = 0; index < model.count; index++)
      if (selection.idOf(index) === id) return index;
    return -1;
  }
}

/** A row with another value in a column: a copy, so that what the app keeps does not change; undefined where it has no such cell. */
function withCell(row: unknown, { key, index }: Column, value: unknown): unknown {
  if (row instanceof MarkupRow) {
    const cell = row.cells[index];
    if (cell === undefined) return undefined;
    const text = value === null || value === undefined ? '' : String(value);
    setText(cell.element, text);
    const cells = row.cells.map((each) => (each === cell ? { ...cell, value, text } : each));
    return new MarkupRow(cells, row.element);
  }
  if (Array.isArray(row)) {
    const cells = (row as unknown[]).slice();
    cells[index] = value;
    return cells;
  }
  const prototype: unknown = Object.getPrototypeOf(row);
  const copy = Object.assign(Object.create(prototype as object | null), row) as Record<
    string,
    unknown
  >;
  return Reflect.set(copy, key, value) ? copy : undefined;
}

/**
 * The source of rows and columns: attributes and properties, else markup, else the rows themselves. Once a script
 * changes single rows, markup is not read again.
 */
import type { TuiElement } from '../../../runtime/element/tui-element.js';
import { findKeysError, rowIdOf, resolveColumns } from './columns.js';
import { publicRow, readMarkup } from './markup.js';
import type { TableModel } from './model.js';
import type { ColumnDeclaration } from './schema.js';
import type { GetRowId, RowSelection } from './selection.js';
import type { RowsView } from '../../support/rows/view.js';
import { firstElementOf } from '../../../runtime/element/tree.js';

export interface SourceHost {
  readonly element: TuiElement;
  readonly model: TableModel;
  readonly selection: RowSelection;
  readonly view: RowsView;
  /** Columns or rows are others: nothing that was measured holds. */
  replaced(): void;
  report(error: string): void;
}

export class TableSource {
  #stale = true;
  #hasRows = false;
  #hasColumns = false;
  #usedMarkup = false;

  readonly #host: SourceHost;

  constructor(host: SourceHost) {
    this.#host = host;
  }

  /** Markup has changed. */
  invalidate(): void {
    this.#stale = true;
  }

  /** Undefined: nothing says them any more. */
  setRows(rows: readonly unknown[] | undefined): void {
    this.#hasRows = rows !== undefined;
    this.#load(rows ?? []);
    if (rows === undefined) this.#stale = true;
  }

  setColumns(declared: readonly (string | ColumnDeclaration)[] | undefined): void {
    this.#hasColumns = declared !== undefined;
    this.#resolve(declared);
    if (declared === undefined) this.#stale = true;
  }

  /** The error of an index without a row; undefined if the row exists. */
  findIndexError(index: number): string | undefined {
    this.read();
    const { count } = this.#host.model;
    if (Number.isInteger(index) && index >= 0 && index < count) return undefined;
    return `expected the index of one of ${count} rows, found ${String(index)}`;
  }

  /** Reads changed markup, if rows or columns were not set otherwise. */
  read(): void {
    if (!this.#stale) return;
    const { element } = this.#host;
    // Attributes are read before there are children, and no record reports those of the document.
    if (firstElementOf(element) === null && !this.#usedMarkup) return;
    this.#stale = false;
    if (this.#hasRows && this.#hasColumns) return;
    const { columns, rows, error } = readMarkup(element);
    if (error !== undefined) this.#host.report(error);
    this.#usedMarkup = true;
    if (!this.#hasColumns) this.#resolve(columns);
    if (!this.#hasRows) this.#load(rows);
  }

  /** A script is about to change rows. */
  takeOverRows(): void {
    this.read();
    this.#hasRows = true;
  }

  /** The id of a row: the result of `getId`, else its own. */
  idOf(index: number, getId: GetRowId | undefined, rowKey: string | undefined): string | undefined {
    const { model } = this.#host;
    const row = model.row(index);
    if (row === undefined) return undefined;
    if (getId !== undefined) {
      try {
        const id: unknown = getId({ row: publicRow(row), index });
        if (typeof id === 'string') return id;
      } catch {
        // A script that fails on one row must not keep the others from being painted.
        return undefined;
      }
    }
    return rowIdOf(row, rowKey, model.columns);
  }

  /** The fields of events about a row; -1 for none. */
  fieldsOf(index: number): { rowIndex: number; row: unknown; id: string | undefined } {
    const { model, selection } = this.#host;
    const row = index < 0 ? undefined : model.row(index);
    if (row === undefined) return { rowIndex: -1, row: undefined, id: undefined };
    return { rowIndex: index, row: publicRow(row), id: selection.idOf(index) };
  }

  #load(rows: readonly unknown[]): void {
    const { model, selection, view, replaced } = this.#host;
    const again = selection.keep();
    const { cursorIndex } = view;
    const id = cursorIndex < 0 ? undefined : selection.idOf(cursorIndex);
    model.setRows(rows);
    replaced();
    again();
    view.replaced(
      cursorIndex,
      id === undefined ? undefined : (index) => selection.idOf(index) === id,
    );
  }

  #resolve(declared: readonly (string | ColumnDeclaration)[] | undefined): void {
    const columns = declared === undefined ? undefined : resolveColumns(declared);
    const error = columns === undefined ? undefined : findKeysError(columns);
    if (error !== undefined) this.#host.report(error);
    this.#host.model.setColumns(columns);
    this.#host.replaced();
  }
}

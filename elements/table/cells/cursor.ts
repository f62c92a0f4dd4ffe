/**
 * The cell that keys are at, and the range of cells from an anchor to it. The row is the view's cursor; the column is kept by its
 * key, so that it stays the same where columns are others. A range ends where rows are sorted or filtered again.
 */
import type { RowsView } from '../../support/rows/view.js';
import type { Column } from '../model/columns.js';
import type { TableModel } from '../model/model.js';

/** A rectangle of cells: places of rows, and columns; both ends included. */
export interface CellRange {
  readonly from: number;
  readonly to: number;
  readonly columns: readonly Column[];
}

interface Anchor {
  readonly serial: number;
  readonly key: string;
  readonly sortVersion: number;
  readonly filterVersion: number;
}

export class CellCursor {
  #key: string | undefined;
  #anchor: Anchor | undefined;

  readonly #model: TableModel;
  readonly #view: RowsView;
  readonly #columns: () => readonly Column[];

  /** @param columns those that there is room for, scrolled out or not */
  constructor(model: TableModel, view: RowsView, columns: () => readonly Column[]) {
    this.#model = model;
    this.#view = view;
    this.#columns = columns;
  }

  /** The column of the cell: the first one before keys were used; undefined without columns. */
  get column(): Column | undefined {
    const columns = this.#columns();
    return columns.find(({ key }) => key === this.#key) ?? columns[0];
  }

  get columns(): readonly Column[] {
    return this.#columns();
  }

  /** Place of the column among those that there is room for. */
  get columnPlace(): number {
    const { column } = this;
    return column === undefined ? -1 : this.#columns().indexOf(column);
  }

  /** False before keys or the pointer were used, and in the header. */
  get isShown(): boolean {
    return this.#view.hasCursor && this.#view.headCursor < 0;
  }

  get place(): number {
    return this.#view.cursorPlace();
  }

  /** Index of the row in the data. */
  get index(): number {
    return this.#model.indexAt(this.place);
  }

  /**
   * Moves to a cell, and shows its row.
   *
   * @param extend keeps the other end of the range where it is
   */
  moveTo(place: number, column: Column | undefined, extend: boolean): void {
    if (extend) this.#anchor ??= this.#anchorHere();
    else this.#anchor = undefined;
    if (column !== undefined) this.#key = column.key;
    if (this.#model.indexAt(place) >= 0) this.#view.moveTo(place);
  }

  /** Selects all cells; the cursor stays. */
  selectAll(): boolean {
    const first = this.#columns()[0];
    const last = this.#columns().at(-1);
    const { shown } = this.#model;
    if (first === undefined || last === undefined || shown === 0) return false;
    const { top } = this.#view;
    this.moveTo(0, first, false);
    this.moveTo(shown - 1, last, true);
    // Selecting is not going anywhere.
    this.#view.top = top;
    return true;
  }

  /** Leaves the cell where the cursor is; false where there was no more. */
  collapse(): boolean {
    const had = this.range !== undefined;
    this.#anchor = undefined;
    return had;
  }

  /** The selected range; undefined where it is the cell alone. */
  get range(): CellRange | undefined {
    const anchor = this.#anchor;
    const model = this.#model;
    const isOld =
      anchor?.sortVersion !== model.sortVersion || anchor.filterVersion !== model.filterVersion;
    if (anchor === undefined || isOld) return undefined;
    const columns = this.#columns();
    const start = columns.findIndex(({ key }) => key === anchor.key);
    const end = this.columnPlace;
    const first = model.placeOf(model.indexOf(anchor.serial));
    const last = this.place;
    if (start < 0 || end < 0 || first < 0 || last < 0) return undefined;
    if (start === end && first === last) return undefined;
    return {
      from: Math.min(first, last),
      to: Math.max(first, last),
      columns: columns.slice(Math.min(start, end), Math.max(start, end) + 1),
    };
  }

  /** The selected range, or the cell as one; undefined without cells. */
  get cells(): CellRange | undefined {
    const { range, column, place } = this;
    if (range !== undefined) return range;
    if (column === undefined || this.#model.indexAt(place) < 0) return undefined;
    return { from: place, to: place, columns: [column] };
  }

  /** Whether a cell is in the selected range, or has the cursor. */
  contains(place: number, { key }: Column): boolean {
    const { cells } = this;
    if (cells === undefined || place < cells.from || place > cells.to) return false;
    return cells.columns.some((column) => column.key === key);
  }

  #anchorHere(): Anchor | undefined {
    const { column, index } = this;
    const { sortVersion, filterVersion } = this.#model;
    const serial = this.#model.serialOf(index);
    if (column === undefined || serial < 0) return undefined;
    return { serial, key: column.key, sortVersion, filterVersion };
  }
}

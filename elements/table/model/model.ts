/**
 * The model: rows, columns, sort order and filter. Nothing here knows of cells. Rows are kept as they were passed;
 * each has a serial number that is its own for as long as it is in the table, and serials ascend, so that a row is
 * found by its serial in a few steps.
 */
import { cellText, searchText } from '../paint/cell-text.js';
import { cellOf, columnsOf, type Column } from './columns.js';
import { MarkupRow } from './markup.js';
import { RowOrder, type SortKey, type Sorting } from './order.js';
import type { Direction } from './sorting.js';
import { Totals } from './totals.js';

export type RowFilter = (row: unknown, index: number) => unknown;

/** Commas between thousands: `1,000` is looked for as `1000`. */
const THOUSANDS = /(?<=\d),(?=\d{3})/g;

/** Rows whose text is kept for the next filter; more would take more memory than time is worth. */
const MAX_TEXTS = 250_000;

export class TableModel {
  /** Counts changes of any kind. */
  version = 0;
  /** Counts changes of what is sorted by, and of what is filtered for. */
  sortVersion = 0;
  filterVersion = 0;
  columns: readonly Column[] = [];
  #declared: readonly Column[] | undefined;
  #rows: unknown[] = [];
  #serials: number[] = [];
  #nextSerial = 0;
  readonly #order = new RowOrder({
    count: () => this.#rows.length,
    value: (index, column) => this.value(index, column),
    matches: (index) => this.#matches(index),
  });
  readonly totals: Totals = new Totals(this);
  #filter: RowFilter | undefined;
  #words: readonly string[] = [];
  /** Searched text of each row, in small letters, as far as it was requested. */
  #texts: (string | undefined)[] = [];
  /** What rows are sorted by, by the table or the app; also keys of columns that do not exist. */
  sortKeys: readonly SortKey[] = [];
  /** The same, of columns that exist. */
  sorts: readonly Sorting[] = [];
  /** The app has sorted the rows: their order is that of the data. */
  #isByApp = false;

  /** Called with what a filter of a script throws. */
  onFilterError: (error: unknown) => void = () => undefined;

  /** All rows, shown or not. */
  get count(): number {
    return this.#rows.length;
  }

  /** Rows that pass the filter. */
  get shown(): number {
    return this.#order.count;
  }

  row(index: number): unknown {
    return this.#rows[index];
  }

  value(index: number, column: Column): unknown {
    return cellOf(this.#rows[index], column);
  }

  text(index: number, column: Column): string {
    const row = this.#rows[index];
    if (row instanceof MarkupRow) {
      const cell = row.cells[column.index];
      if (column.format === 'auto' && cell !== undefined && cell.text !== '') return cell.text;
    }
    return cellText(cellOf(row, column), column);
  }

  allRows(): unknown[] {
    return [...this.#rows];
  }

  // Places: where rows show, from 0.

  indexAt(place: number): number {
    return this.#order.at(place);
  }

  placeOf(index: number): number {
    return this.#order.placeOf(index);
  }

  serialOf(index: number): number {
    return this.#serials[index] ?? -1;
  }

  /** The index of the row with a serial; -1 where it is gone. */
  indexOf(serial: number): number {
    const serials = this.#serials;
    let low = 0;
    let high = serials.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (serials[middle]! < serial) low = middle + 1;
      else high = middle;
    }
    return serials[low] === serial ? low : -1;
  }

  // Changes

  /** Undefined: read from the rows. */
  setColumns(columns: readonly Column[] | undefined): void {
    this.#declared = columns;
    this.columns = columns ?? columnsOf(this.#rows);
    this.#texts = [];
    this.totals.reset();
    this.version++;
    this.#applySorting();
    this.#order.setFilter(this.filtered, false);
  }

  setRows(rows: readonly unknown[]): void {
    this.#rows = rows.slice();
    this.#serials = [];
    for (let index = 0; index < rows.length; index++) this.#serials.push(this.#nextSerial++);
    this.#texts = [];
    this.totals.reset();
    this.version++;
    if (this.#declared === undefined) this.columns = columnsOf(this.#rows);
    this.#applySorting();
    this.#order.setFilter(this.filtered, false);
  }

  append(row: unknown): void {
    const index = this.#rows.push(row) - 1;
    this.#serials.push(this.#nextSerial++);
    this.totals.touch(index);
    this.version++;
    if (this.#declared === undefined && this.columns.length === 0) {
      this.columns = columnsOf(this.#rows);
      this.#applySorting();
    }
    this.#order.touch(index);
  }

  update(index: number, row: unknown): void {
    this.#rows[index] = row;
    if (index < this.#texts.length) this.#texts[index] = undefined;
    this.totals.touch(index);
    this.version++;
    this.#order.touch(index);
  }

  remove(index: number): void {
    this.totals.removed(index);
    // The oldest row is what streams drop; `shift` of a long list costs less than `splice`.
    if (index === 0) {
      this.#rows.shift();
      this.#serials.shift();
      this.#texts.shift();
    } else {
      this.#rows.splice(index, 1);
      this.#serials.splice(index, 1);
      if (index < this.#texts.length) this.#texts.splice(index, 1);
    }
    this.version++;
    this.#order.removed(index);
  }

  // Sort and filter

  /** The column that rows are sorted by first of all. */
  get sortColumn(): Column | undefined {
    return this.sorts[0]?.column;
  }

  get direction(): Direction {
    return this.sortKeys[0]?.direction ?? 'ascending';
  }

  sort(keys: readonly SortKey[], isByApp = false): void {
    const before = this.sortKeys;
    const isSame =
      keys.length === before.length &&
      keys.every(
        ({ key, direction }, at) => key === before[at]?.key && direction === before[at].direction,
      );
    if (isSame && isByApp === this.#isByApp) return;
    this.sortKeys = keys;
    this.#isByApp = isByApp;
    this.version++;
    this.sortVersion++;
    this.#applySorting();
  }

  #applySorting(): void {
    this.sorts = this.sortKeys.flatMap(({ key, direction }) => {
      const column = this.columns.find((each) => each.key === key);
      return column === undefined ? [] : [{ column, direction }];
    });
    this.#order.setSorting(this.#isByApp ? [] : this.sorts);
  }

  get filtered(): boolean {
    return this.#filter !== undefined || this.#words.length > 0;
  }

  /** Rows whose text contains all the words, ignoring case; or for which a function returns true. */
  setFilter(filter: string | RowFilter | undefined): void {
    const before = this.#filter === undefined ? this.#words : undefined;
    this.#filter = typeof filter === 'function' ? filter : undefined;
    this.#words =
      typeof filter === 'string'
        ? filter
            .replace(THOUSANDS, '')
            .toLowerCase()
            .split(/\s+/)
            .filter((word) => word !== '')
        : [];
    const words = this.#words;
    // Every word searched before is part of one searched now: rows that did not pass never will.
    const narrower =
      before !== undefined &&
      this.#filter === undefined &&
      words.length > 0 &&
      before.length > 0 &&
      before.every((word) => words.some((longer) => longer.includes(word)));
    this.version++;
    this.filterVersion++;
    this.#order.setFilter(this.filtered, narrower);
  }

  #matches(index: number): boolean {
    if (this.#filter !== undefined) {
      try {
        return Boolean(this.#filter(this.#rows[index], index));
      } catch (error) {
        this.onFilterError(error);
        return false;
      }
    }
    const text = this.#searched(index);
    for (const word of this.#words) if (!text.includes(word)) return false;
    return true;
  }

  #searched(index: number): string {
    let text = this.#texts[index];
    if (text === undefined) {
      text = '';
      for (const column of this.columns) text += `${this.#searchedCell(index, column)}\n`;
      text = text.toLowerCase();
      if (this.#rows.length <= MAX_TEXTS) this.#texts[index] = text;
    }
    return text;
  }

  #searchedCell(index: number, column: Column): string {
    const row = this.#rows[index];
    if (row instanceof MarkupRow) return this.text(index, column).replace(THOUSANDS, '');
    return searchText(cellOf(row, column), column);
  }
}

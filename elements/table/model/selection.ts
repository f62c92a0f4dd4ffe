/**
 * The selected rows: by identity, so that a row stays selected when it is sorted or filtered, or by ids that the
 * app sets. The vocabulary is that of the charts: `getId`, ids that a script sets and a person may change, ids of
 * the `selectedIds` attribute that only the app changes.
 */
import type { TableModel } from './model.js';

/** What `getId` is asked about. */
interface TableItem {
  readonly row: unknown;
  readonly index: number;
}

export type GetRowId = (item: TableItem) => string | undefined;

export class RowSelection {
  /** Counts changes. */
  version = 0;
  #serials = new Set<number>();
  #ids: Set<string> | undefined;
  #controlled = false;

  readonly #model: TableModel;

  constructor(
    model: TableModel,
    /** The id of a row; undefined where it has none. */
    readonly idOf: (index: number) => string | undefined,
  ) {
    this.#model = model;
  }

  get empty(): boolean {
    return this.#serials.size === 0 && (this.#ids === undefined || this.#ids.size === 0);
  }

  has(index: number): boolean {
    if (this.#ids !== undefined) {
      const id = this.#ids.size === 0 ? undefined : this.idOf(index);
      return id !== undefined && this.#ids.has(id);
    }
    return this.#serials.size > 0 && this.#serials.has(this.#model.serialOf(index));
  }

  /** All selected rows, ascending by index. */
  indexes(): number[] {
    const model = this.#model;
    const ids = this.#ids;
    if (ids === undefined) {
      const found: number[] = [];
      for (const serial of this.#serials) {
        const index = model.indexOf(serial);
        if (index >= 0) found.push(index);
      }
      return found.sort((a, b) => a - b);
    }
    const found: number[] = [];
    for (let index = 0; index < model.count && ids.size > 0; index++)
      if (this.has(index)) found.push(index);
    return found;
  }

  /** The first selected row; -1 where there is none. */
  get first(): number {
    if (this.#ids === undefined && this.#serials.size === 1) {
      const [serial = -1] = this.#serials;
      return this.#model.indexOf(serial);
    }
    return this.empty ? -1 : (this.indexes()[0] ?? -1);
  }

  /** How many rows are selected. */
  get size(): number {
    return this.#ids === undefined ? this.#serials.size : this.indexes().length;
  }

  selectedIds(): Set<string> {
    if (this.#ids !== undefined) return new Set(this.#ids);
    const found = new Set<string>();
    for (const index of this.indexes()) {
      const id = this.idOf(index);
      if (id !== undefined) found.add(id);
    }
    return found;
  }

  /** Selects exactly these rows, whether or not the app controls them; rows that do not exist are left out. */
  set(indexes: Iterable<number>): void {
    if (!this.#controlled) this.#ids = undefined;
    this.#serials = new Set();
    for (const index of indexes) {
      const serial = this.#model.serialOf(index);
      if (serial >= 0) this.#serials.add(serial);
    }
    this.version++;
  }

  setIds(ids: Iterable<string>): void {
    this.#ids = new Set(ids);
    this.version++;
  }

  /** The app's ids, which only the app changes; undefined lets the user select. */
  control(ids: Iterable<string> | undefined): void {
    this.#controlled = ids !== undefined;
    this.#ids = ids === undefined ? undefined : new Set(ids);
    this.version++;
  }

  // What people do: nothing where the app controls.

  pick(indexes: Iterable<number>): void {
    if (!this.#controlled) this.set(indexes);
  }

  toggle(index: number): void {
    if (this.#controlled) return;
    this.#byRows();
    const serial = this.#model.serialOf(index);
    if (!this.#serials.delete(serial) && serial >= 0) this.#serials.add(serial);
    this.version++;
  }

  add(indexes: Iterable<number>): void {
    if (this.#controlled) return;
    this.#byRows();
    for (const index of indexes) {
      const serial = this.#model.serialOf(index);
      if (serial >= 0) this.#serials.add(serial);
    }
    this.version++;
  }

  /** Ids that a script set become the rows that they mean, to be changed one by one. */
  #byRows(): void {
    if (this.#ids !== undefined) this.set(this.indexes());
  }

  /** A row is about to go. */
  removing(index: number): void {
    if (this.#ids === undefined && this.#serials.delete(this.#model.serialOf(index)))
      this.version++;
  }

  /**
   * Rows are about to be replaced; returns what selects again afterwards: what has the same ids, or
   * without ids the same places.
   */
  keep(): () => void {
    if (this.#ids !== undefined || this.#serials.size === 0) return () => this.version++;
    const indexes = this.indexes();
    const ids = indexes.map(this.idOf);
    return () => {
      if (ids.some((id) => id !== undefined)) {
        this.#serials = new Set();
        this.#ids = new Set(ids.filter((id) => id !== undefined));
        this.version++;
      } else this.set(indexes);
    };
  }
}

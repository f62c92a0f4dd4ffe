/**
 * Changes of cells by the user. `edit` is fired for each of them and may be prevented; while a promise of a listener is pending the
 * cell shows its new value as such, and goes back to the old one where the promise resolves to false or a message, or is rejected. All
 * of a group are undone at once.
 */
import type { Column } from '../model/columns.js';
import type { TableModel } from '../model/model.js';
import { isAbsent } from '../model/sorting.js';
import { CellHistory, type CellChange } from './history.js';

const REFUSED = 'The change was refused.';

/** What changed a cell. */
export type ChangeKind = 'edit' | 'paste' | 'clear' | 'undo' | 'redo';

/** A cell and its next value. */
export interface NewValue {
  readonly index: number;
  readonly column: Column;
  readonly value: unknown;
}

export interface ChangesHost {
  readonly model: TableModel;
  /** The id of a row, and the row of an id; of a row without one -1. */
  idOf(index: number): string | undefined;
  indexOfId(id: string): number;
  /** Fires `edit`; undefined where a listener prevented it, else the promises that listeners returned. */
  fireEdit(
    change: NewValue & { readonly oldValue: unknown; readonly kind: ChangeKind },
  ): readonly Promise<unknown>[] | undefined;
  /** Writes a value to a row; false where the row has no place for it. */
  write(index: number, column: Column, value: unknown): boolean;
  /** All changes of a group were made. */
  changed(): void;
  onChange(): void;
}

/** A message at a cell: why a change was refused. */
export interface CellNote {
  readonly serial: number;
  readonly key: string;
  readonly message: string;
}

export class CellChanges {
  note: CellNote | undefined;
  readonly #history = new CellHistory();
  readonly #pending = new Map<string, number>();
  readonly #host: ChangesHost;

  constructor(host: ChangesHost) {
    this.#host = host;
  }

  /** True while a promise about the cell is pending. */
  isPending(index: number, column: Column): boolean {
    return this.#pending.size > 0 && this.#pending.has(this.#nameOf(index, column.key));
  }

  /** Makes changes as one group; false where nothing has changed. */
  make(values: readonly NewValue[], kind: ChangeKind): boolean {
    const { model } = this.#host;
    // Rows may move while listeners run: each is found by its serial.
    const cells = values.map((each) => ({ ...each, serial: model.serialOf(each.index) }));
    const changes: CellChange[] = [];
    const waiting: (() => void)[] = [];
    for (const { serial, column, value } of cells) {
      const made = this.#change(serial, column, value, kind);
      if (made === undefined) continue;
      changes.push(made.change);
      if (made.promises.length > 0)
        waiting.push(() => this.#wait(made.change, column, made.promises, changes));
    }
    if (changes.length === 0) return false;
    if (kind !== 'undo' && kind !== 'redo') this.#history.add(changes);
    for (const wait of waiting) wait();
    this.#host.changed();
    this.#host.onChange();
    return true;
  }

  /** Takes back the last group, or makes it again. Returns its first cell; undefined where there is none. */
  step(kind: 'undo' | 'redo'): { readonly index: number; readonly column: Column } | undefined {
    const group = kind === 'undo' ? this.#history.undo() : this.#history.redo();
    if (group === undefined) return undefined;
    const { columns } = this.#host.model;
    const values = group.flatMap((change): NewValue[] => {
      const column = columns.find(({ key }) => key === change.key);
      const index = this.#indexOf(change);
      const value = kind === 'undo' ? change.before : change.after;
      return column === undefined || index < 0 ? [] : [{ index, column, value }];
    });
    this.make(kind === 'undo' ? values.reverse() : values, kind);
    return values[0];
  }

  #indexOf({ serial, id }: CellChange): number {
    const index = this.#host.model.indexOf(serial);
    return index >= 0 || id === undefined ? index : this.#host.indexOfId(id);
  }

  #change(
    serial: number,
    column: Column,
    value: unknown,
    kind: ChangeKind,
  ): { readonly change: CellChange; readonly promises: readonly Promise<unknown>[] } | undefined {
    const host = this.#host;
    const { model } = host;
    const index = model.indexOf(serial);
    if (index < 0) return undefined;
    const before = model.value(index, column);
    if (isSame(before, value)) return undefined;
    const id = host.idOf(index);
    const promises = host.fireEdit({ index, column, value, oldValue: before, kind });
    const now = model.indexOf(serial);
    if (promises === undefined || now < 0 || !host.write(now, column, value)) return undefined;
    return { change: { serial, id, key: column.key, before, after: value }, promises };
  }

  /** Shows the change as pending until all promises are settled; one of them may take it back. */
  #wait(
    change: CellChange,
    column: Column,
    promises: readonly Promise<unknown>[],
    group: readonly CellChange[],
  ): void {
    const name = `${change.serial} ${change.key}`;
    this.#pending.set(name, (this.#pending.get(name) ?? 0) + 1);
    const end = (): void => {
      const left = (this.#pending.get(name) ?? 1) - 1;
      if (left > 0) this.#pending.set(name, left);
      else this.#pending.delete(name);
      this.#host.onChange();
    };
    const refuse = (message: string): void => {
      this.#takeBack(change, column, group, message === '' ? REFUSED : message);
      end();
    };
    Promise.all(promises).then(
      (results) => {
        const refusal = results.find((result) => result === false || typeof result === 'string');
        if (refusal === undefined) end();
        else refuse(refusal === false ? '' : String(refusal));
      },
      (error: unknown) => refuse(error instanceof Error ? error.message : String(error)),
    );
  }

  #takeBack(
    change: CellChange,
    column: Column,
    group: readonly CellChange[],
    message: string,
  ): void {
    const host = this.#host;
    const index = this.#indexOf(change);
    if (index < 0) return;
    // What was changed again since is not this change's any more.
    if (isSame(host.model.value(index, column), change.after)) {
      host.write(index, column, change.before);
      host.changed();
    }
    if (group.length === 1) this.#history.drop(group);
    this.note = { serial: host.model.serialOf(index), key: change.key, message };
  }

  #nameOf(index: number, key: string): string {
    return `${this.#host.model.serialOf(index)} ${key}`;
  }
}

function isSame(before: unknown, after: unknown): boolean {
  if (before instanceof Date && after instanceof Date) return before.getTime() === after.getTime();
  return Object.is(before, after) || (isAbsent(before) && isAbsent(after));
}

/** Changes of cells by the user, to be undone and redone in groups: one edit, or all cells of a paste. */

/** One changed cell. Rows are found by their serial or, where all rows were replaced since, by their id. */
export interface CellChange {
  readonly serial: number;
  readonly id: string | undefined;
  readonly key: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Groups that are kept. */
const MAX_GROUPS = 1000;

export class CellHistory {
  #done: (readonly CellChange[])[] = [];
  #undone: (readonly CellChange[])[] = [];

  add(changes: readonly CellChange[]): void {
    this.#done.push(changes);
    if (this.#done.length > MAX_GROUPS) this.#done.shift();
    this.#undone = [];
  }

  /** A group was refused after all. */
  drop(changes: readonly CellChange[]): void {
    this.#done = this.#done.filter((group) => group !== changes);
    this.#undone = this.#undone.filter((group) => group !== changes);
  }

  /** The last group, to be taken back; undefined where there is none. */
  undo(): readonly CellChange[] | undefined {
    const group = this.#done.pop();
    if (group !== undefined) this.#undone.push(group);
    return group;
  }

  redo(): readonly CellChange[] | undefined {
    const group = this.#undone.pop();
    if (group !== undefined) this.#done.push(group);
    return group;
  }

  clear(): void {
    this.#done = [];
    this.#undone = [];
  }
}

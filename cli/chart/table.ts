/** Data as columns of values, and where each value is in the text that it came from. */
import type { DataPlace } from './data-places.js';

/** A value as it was read: text of CSV; JSON has numbers too. Null is absent. */
export type Cell = string | number | null;

export interface Table {
  /** The file as the user wrote it. */
  readonly file: string;
  /** Unique names, in the order of the data. */
  readonly names: readonly string[];
  /** By column. */
  readonly columns: readonly (readonly Cell[])[];
  readonly rows: number;
  /** The delimiter of the text; undefined for JSON. */
  readonly delimiter?: string | undefined;
  /** Where a value is; undefined where that is not known. */
  placeOf(row: number, column: number): DataPlace | undefined;
}

/** Names of columns, none of them twice: the second `a` is called `a 2`, one without a name by its number. */
export function uniqueNames(names: readonly string[]): string[] {
  const found = new Set<string>();
  const counts = new Map<string, number>();
  for (const [index, name] of names.entries()) {
    const plain = name.trim() === '' ? `column ${index + 1}` : name.trim();
    let unique = plain;
    let count = counts.get(plain) ?? 2;
    for (; found.has(unique); count++) unique = `${plain} ${count}`;
    counts.set(plain, count);
    found.add(unique);
  }
  return [...found];
}

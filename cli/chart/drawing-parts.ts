/** The chart as data, and the texts and values that all types have. */
import type { Column } from './columns.js';
import type { Cell } from './table.js';

export interface Drawing {
  readonly tag: 'data-bars' | 'data-line' | 'data-heatmap';
  readonly attributes: Readonly<Record<string, string>>;
  readonly style: string;
  /** `[[x, y, …], …]`, or a row of values for each entry. */
  readonly data: readonly (readonly (number | null)[])[];
  /** Names of the series; none for a histogram, which counts. */
  readonly names: readonly string[];
  /** What is drawn of what, in words. */
  readonly summary: string;
}

/** A unit that all columns have. */
export function unitOf(ys: readonly Column[]): string {
  const [first] = ys;
  return first !== undefined && ys.every(({ unit }) => unit === first.unit) ? first.unit : '';
}

export function valueAt(values: Float64Array, row: number): number | null {
  const value = values[row] ?? NaN;
  return Number.isNaN(value) ? null : value;
}

/** A label. */
export const textOf = (cell: Cell): string => (cell === null ? '' : String(cell));

/** A name as part of a sentence. */
export function quoted({ name }: Column): string {
  return JSON.stringify(name.length > 40 ? `${name.slice(0, 39)}…` : name);
}

/** A table in words: its name, its columns, how many rows, what it is sorted by, the selected row. */
import { sanitize } from '../../runtime/text/sanitize.js';
import { truncate } from '../../runtime/text/truncate.js';
import type { TableModel } from './model.js';

/** Columns that are named one by one. */
const NAMED = 12;
const NAME_CELLS = 40;

export interface Described {
  readonly model: TableModel;
  readonly name: string | null;
  /** Indexes of the selected rows. */
  readonly selected: readonly number[];
  /** Index of the row that keys are at; -1 for none. */
  readonly cursor: number;
}

export function describeTable({ model, name, selected, cursor }: Described): string {
  const labels = model.columns.slice(0, NAMED).map(({ label, key }) => safe(label || key));
  if (model.columns.length > NAMED) labels.push(`${model.columns.length - NAMED} more`);
  const parts = [name === null ? 'table' : `table "${safe(name)}"`];
  const columns = model.columns.length;
  if (columns > 0)
    parts[0] += `, ${columns === 1 ? '1 column' : `${columns} columns`}: ${labels.join(', ')}`;
  const all = rows(model.count);
  parts.push(model.filtered ? `${model.shown} of ${all} shown` : all);
  const sorted = model.sortColumn;
  if (sorted !== undefined)
    parts.push(`sorted by ${safe(sorted.label || sorted.key)}, ${model.direction}`);
  const [only] = selected;
  if (selected.length > 1) parts.push(`${selected.length} rows selected`);
  if (cursor >= 0) {
    parts.push(`${selected.includes(cursor) ? 'selected ' : ''}${rowText(model, cursor)}`);
  } else if (selected.length === 1 && only !== undefined) {
    parts.push(`selected ${rowText(model, only)}`);
  }
  return parts.join('; ');
}

function rows(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`;
}

function rowText(model: TableModel, index: number): string {
  const place = model.placeOf(index);
  const cells = model.columns
    .slice(0, NAMED)
    .map((column) => `${safe(column.label || column.key)} ${safe(model.text(index, column))}`);
  return `${place < 0 ? 'row, not shown' : `row ${place + 1}`}: ${cells.join(', ')}`;
}

function safe(text: string): string {
  return truncate(sanitize(text), NAME_CELLS);
}

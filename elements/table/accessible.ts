/**
 * The accessible text of a table: its name, columns, number of rows, sort order, selected row, and the visible
 * rows.
 */
import type { AccessibleElement } from '../../runtime/base/accessible-node.js';
import { sanitize } from '../../runtime/base/text/sanitize.js';
import { truncate } from '../../runtime/base/text/truncate.js';
import type { Column } from './model/columns.js';
import type { TableModel } from './model/model.js';
import type { RowsView } from '../support/rows/view.js';

/** Columns that are named one by one. */
const NAMED = 12;
const NAME_CELLS = 40;

/**
 * @param name the empty string for none
 * @param selected indexes of the selected rows
 * @param cursor index of the row that keys are at; -1 for none
 */
export function describeTable(
  model: TableModel,
  name: string,
  selected: readonly number[],
  cursor: number,
): string {
  const labels = model.columns.slice(0, NAMED).map(({ label, key }) => safe(label || key));
  if (model.columns.length > NAMED) labels.push(`${model.columns.length - NAMED} more`);
  const parts = [name === '' ? 'table' : `table "${safe(name)}"`];
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

/** A line for each row that shows: its cells in the order of the columns. */
export function describeRows(
  model: TableModel,
  { from, to }: { readonly from: number; readonly to: number },
  selected: readonly number[],
): string[] {
  const chosen = new Set(selected);
  return Array.from({ length: Math.max(0, Math.min(to, model.shown) - from) }, (_, offset) => {
    const index = model.indexAt(from + offset);
    const cells = model.columns
      .slice(0, NAMED)
      .map((column) => safe(model.text(index, column)).trim() || 'blank');
    const state = chosen.has(index) ? ', selected' : '';
    return `  row ${from + offset + 1}: ${cells.join(', ')}${state}`;
  });
}

/** What people can do with a table. */
export interface TableUse {
  /** Indexes of the selected rows; undefined where rows cannot be selected. */
  readonly selected: readonly number[] | undefined;
  /** What actions call the row at a place; undefined where none is possible. */
  partOf(place: number): string | undefined;
  partOfColumn(column: Column): string | undefined;
}

/** The table as data: its columns, and the rows that show. */
export function tableNode(
  model: TableModel,
  view: RowsView,
  { selected, partOf, partOfColumn }: TableUse,
): AccessibleElement {
  const { from, to } = view.shown;
  const cursor = view.headCursor < 0 ? view.shownCursor() : -1;
  const chosen = selected === undefined ? undefined : new Set(selected);
  const { columns, sortColumn, direction } = model;
  const head: AccessibleElement[] = columns.map((column) => ({
    role: 'columnheader',
    name: column.label || column.key,
    sort: column === sortColumn ? direction : undefined,
    part: partOfColumn(column),
    current: column.index === view.headCursor || undefined,
  }));
  const parts: AccessibleElement[] = head.length === 0 ? [] : [{ role: 'row', parts: head }];
  for (let place = from; place < Math.min(to, model.shown); place++) {
    const index = model.indexAt(place);
    parts.push({
      role: 'row',
      rowIndex: place + 1,
      selected: chosen?.has(index),
      part: partOf(place),
      current: place === cursor || undefined,
      parts: columns.map((column) => ({ role: 'cell', name: model.text(index, column) })),
    });
  }
  const counts = { rowCount: model.shown, columnCount: columns.length };
  // Keys scroll it.
  const focusable = to - from < model.shown || undefined;
  return { role: 'table', selectable: chosen !== undefined, focusable, ...counts, parts };
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

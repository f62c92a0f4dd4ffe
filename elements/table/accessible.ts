/**
 * The accessible text of a table: its name, columns, number of rows, sort order, selected row, and the visible
 * rows.
 */
import { BUSY, type AccessibleElement } from '../../runtime/base/accessible-node.js';
import { sanitize } from '../../runtime/base/text/sanitize.js';
import { truncate } from '../../runtime/base/text/truncate.js';
import type { OpenCell } from './cells/editor.js';
import type { ShownOption } from './cells/options.js';
import type { TableCells } from './cells/table-cells.js';
import type { Column } from './model/columns.js';
import { footerRows, footerText, isTotal } from './paint/footer.js';
import type { TableModel } from './model/model.js';
import type { RowsView } from '../support/rows/view.js';

/** Columns that are named one by one. */
const NAMED = 12;
const NAME_CELLS = 40;

/**
 * @param name the empty string for none
 * @param selected indexes of the selected rows
 * @param cursor index of the row that keys are at; -1 for none
 * @param cell words for the cell that keys are at, of a table with a cell cursor
 */
export function describeTable(
  model: TableModel,
  name: string,
  selected: readonly number[],
  cursor: number,
  cell?: string,
): string {
  const labels = model.columns.slice(0, NAMED).map(({ label, key }) => safe(label || key));
  if (model.columns.length > NAMED) labels.push(`${model.columns.length - NAMED} more`);
  const parts = [name === '' ? 'table' : `table "${safe(name)}"`];
  const columns = model.columns.length;
  if (columns > 0)
    parts[0] += `, ${columns === 1 ? '1 column' : `${columns} columns`}: ${labels.join(', ')}`;
  const all = rows(model.count);
  parts.push(model.filtered ? `${model.shown} of ${all} shown` : all);
  const { sorts } = model;
  if (sorts.length > 0) {
    const words = sorts.map(
      ({ column, direction }) => `${safe(column.label || column.key)}, ${direction}`,
    );
    parts.push(`sorted by ${words.join(', then by ')}`);
  }
  const [only] = selected;
  if (selected.length > 1) parts.push(`${selected.length} rows selected`);
  if (cursor >= 0 && cell !== undefined) {
    parts.push(cell);
  } else if (cursor >= 0) {
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
  /** Undefined where keys go to rows. */
  readonly cells: TableCells | undefined;
  /** What actions call the row at a place; undefined where none is possible. */
  partOf(place: number): string | undefined;
  partOfCell(place: number, column: Column): string | undefined;
  partOfColumn(column: Column): string | undefined;
}

/** The table as data: its columns, and the rows that show. */
export function tableNode(
  model: TableModel,
  view: RowsView,
  { selected, cells, partOf, partOfCell, partOfColumn }: TableUse,
): AccessibleElement {
  const { from, to } = view.shown;
  const cursor = view.headCursor < 0 ? view.shownCursor() : -1;
  const chosen = selected === undefined ? undefined : new Set(selected);
  const { columns, sorts } = model;
  const directions = new Map(sorts.map(({ column, direction }) => [column, direction]));
  const range = cells?.cursor.range;
  const chosenColumns = new Set(range?.columns);
  const head: AccessibleElement[] = columns.map((column) => ({
    role: 'columnheader',
    name: column.label || column.key,
    sort: directions.get(column),
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
      current: (cells === undefined && place === cursor) || undefined,
      parts: columns.map((column) => {
        const name = model.text(index, column);
        if (cells === undefined) return { role: 'cell', name };
        const isIn = range !== undefined && place >= range.from && place <= range.to;
        return {
          role: 'cell',
          name,
          ...cellStates(cells, index, column),
          selected: (isIn && chosenColumns.has(column)) || undefined,
          current: (place === cursor && column === cells.cursor.column) || undefined,
          part: partOfCell(place, column),
        };
      }),
    });
  }
  parts.push(...footerParts(model));
  const rowCount = model.shown + footerRows(columns);
  const counts = { rowCount, columnCount: columns.length };
  // Keys scroll it.
  const focusable = to - from < model.shown || undefined;
  const selectable = chosen !== undefined || cells !== undefined;
  return { role: 'table', selectable, focusable, ...counts, parts };
}

/** Of the cell that is edited, what was typed and its error; of others, whether they can be. */
function cellStates(
  { editor, changes }: TableCells,
  index: number,
  column: Column,
): Partial<AccessibleElement> {
  const readOnly = editor.canEdit(index, column) ? undefined : true;
  const invalid = messageAt(editor, changes, index, column) || undefined;
  const busy = changes.isPending(index, column) ? BUSY : undefined;
  const { open } = editor;
  const isOpen = open?.column.key === column.key && editor.indexOfOpen === index;
  const options = isOpen ? open.options : undefined;
  const expanded = options?.isShown;
  return { readOnly, invalid, valueText: busy, expanded, parts: optionNodes(options?.shown ?? []) };
}

/** The list of options at the cell that is edited. */
function optionNodes(options: readonly ShownOption[]): AccessibleElement[] | undefined {
  if (options.length === 0) return undefined;
  const parts = options.map(({ text, isChosen, isActive }, row): AccessibleElement => ({
    role: 'option',
    name: text,
    selected: isChosen,
    current: isActive || undefined,
    part: `o${row}`,
  }));
  return [{ role: 'listbox', name: 'Options', parts }];
}

function messageAt(
  editor: TableCells['editor'],
  { note }: TableCells['changes'],
  index: number,
  column: Column,
): string {
  const { open } = editor;
  if (open?.column.key === column.key && editor.indexOfOpen === index) return open.message;
  return note?.key === column.key && editor.indexOf(note.serial) === index ? note.message : '';
}

/** Rows of the footer, which are not among the rows that are counted. */
function footerParts(model: TableModel): AccessibleElement[] {
  return Array.from({ length: footerRows(model.columns) }, (_, row) => ({
    role: 'row' as const,
    rowIndex: model.shown + row + 1,
    parts: model.columns.map((column) => ({
      role: 'cell' as const,
      name: footerText(model.totals, column, row),
    })),
  }));
}

/** `Size 5, row 2 of 10, column 3 of 4, editable`: the cell that keys are at. */
export function describeCell(model: TableModel, cells: TableCells): string | undefined {
  const { cursor, editor, changes } = cells;
  const { column, index, place } = cursor;
  if (column === undefined || index < 0) return undefined;
  const { range } = cursor;
  const open = editor.indexOfOpen === index ? editor.open : undefined;
  const value = open === undefined ? model.text(index, column) : open.prompt.text;
  const message = messageAt(editor, changes, index, column);
  return [
    `${safe(column.label || column.key)} ${safe(value) || 'blank'}`,
    `row ${place + 1} of ${model.shown}`,
    `column ${cursor.columnPlace + 1} of ${cursor.columns.length}`,
    open !== undefined
      ? editingText(open)
      : editor.canEdit(index, column)
        ? 'editable'
        : 'read-only',
    changes.isPending(index, column) ? 'being saved' : '',
    message === '' ? '' : `invalid: ${safe(message)}`,
    range === undefined
      ? ''
      : `${range.to - range.from + 1} rows of ${range.columns.length} columns selected`,
  ]
    .filter((words) => words !== '')
    .join(', ');
}

/** `editing, open at root, 2 of 3`: the cell that is edited, and the option that keys are at. */
function editingText({ options }: OpenCell): string {
  const shown = options?.shown ?? [];
  if (shown.length === 0) return 'editing';
  const at = shown.findIndex(({ isActive }) => isActive);
  if (at < 0)
    return `editing, open, ${shown.length === 1 ? '1 option' : `${shown.length} options`}`;
  return `editing, open at ${safe(shown[at]!.text)}, ${at + 1} of ${shown.length}`;
}

/** `total: Size sum 12`: the rows of the footer. */
export function describeFooter(model: TableModel): string[] {
  return Array.from({ length: footerRows(model.columns) }, (_, row) => {
    const words = model.columns.flatMap((column) => {
      const text = footerText(model.totals, column, row);
      if (text === '') return [];
      const kind = column.footer?.[row] ?? '';
      return [
        isTotal(kind) ? `${safe(column.label || column.key)} ${kind} ${safe(text)}` : safe(text),
      ];
    });
    return `  footer: ${words.join(', ')}`;
  });
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

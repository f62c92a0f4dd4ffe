/** Cells as text in several formats, and text that is pasted as cells. */
import type { Column } from '../model/columns.js';
import type { TableModel } from '../model/model.js';
import { isAbsent } from '../model/sorting.js';

export const COPY_FORMATS = ['tsv', 'csv', 'json', 'markdown'] as const;
export type CopyFormat = (typeof COPY_FORMATS)[number];

/** Cells to be written. */
export interface WrittenCells {
  readonly model: TableModel;
  readonly columns: readonly Column[];
  /** Indexes of the rows. */
  readonly rows: readonly number[];
  readonly header: boolean;
}

/** The cells as text. JSON has the values themselves, by the keys of the columns; all others have what shows. */
export function formatCells(format: CopyFormat, cells: WrittenCells): string {
  switch (format) {
    case 'tsv':
      return tsv(cells);
    case 'csv':
      return csv(cells);
    case 'json':
      return json(cells);
    case 'markdown':
      return markdown(cells);
  }
}

function textsOf({ model, columns }: WrittenCells, index: number): string[] {
  return columns.map((column) =>
    isAbsent(model.value(index, column)) ? '' : model.text(index, column),
  );
}

/** The values themselves: a program that reads CSV takes `1234.5` for a number, and `1,234.5 km` for a text. */
function plainTexts({ model, columns }: WrittenCells, index: number): string[] {
  return columns.map((column) => {
    const value = model.value(index, column);
    if (isAbsent(value)) return '';
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  });
}

/** Lines of cells between tabs; absent values are empty. Tabs and line breaks in a cell become blanks. */
function tsv(cells: WrittenCells): string {
  const field = (text: string): string => text.replace(/[\t\r\n]+/g, ' ');
  return lines(
    cells,
    (index) => textsOf(cells, index),
    cells.columns.map(labelOf),
    (texts) => texts.map(field).join('\t'),
  );
}

/** RFC 4180, as `$tui.formatCsv` writes it, with line feeds. The header has the keys. */
function csv(cells: WrittenCells): string {
  // A line without anything would not be a row.
  const isSingle = cells.columns.length === 1;
  const field = (text: string): string =>
    /[",\r\n]/.test(text) || (isSingle && text === '') ? `"${text.replaceAll('"', '""')}"` : text;
  const keys = cells.columns.map(({ key }) => key);
  return lines(
    cells,
    (index) => plainTexts(cells, index),
    keys,
    (texts) => texts.map(field).join(','),
  );
}

function lines(
  { rows, header }: WrittenCells,
  textsOfRow: (index: number) => readonly string[],
  labels: readonly string[],
  line: (texts: readonly string[]) => string,
): string {
  const all = rows.map((index) => line(textsOfRow(index)));
  return (header ? [line(labels), ...all] : all).join('\n');
}

function json({ model, columns, rows }: WrittenCells): string {
  const objects = rows.map((index) =>
    Object.fromEntries(columns.map((column) => [column.key, valueOf(model.value(index, column))])),
  );
  return JSON.stringify(objects, undefined, 2);
}

function valueOf(value: unknown): unknown {
  if (isAbsent(value)) return null;
  return typeof value === 'bigint' ? String(value) : value;
}

/** A table of GitHub Flavored Markdown; it always has a header. */
function markdown(cells: WrittenCells): string {
  const field = (text: string): string =>
    text.replace(/[\\|]/g, String.raw`\$&`).replace(/[\t\r\n]+/g, ' ');
  const row = (texts: readonly string[]): string => `| ${texts.map(field).join(' | ')} |`;
  const isRight = ({ align, index }: Column): boolean =>
    align === 'right' ||
    (align === undefined &&
      cells.rows.some(
        (at) => typeof cells.model.value(at, cells.model.columns[index]!) === 'number',
      ));
  const rule = cells.columns.map((column) =>
    isRight(column) ? '---:' : column.align === 'center' ? ':---:' : '---',
  );
  return [
    row(cells.columns.map(labelOf)),
    `| ${rule.join(' | ')} |`,
    ...cells.rows.map((index) => row(textsOf(cells, index))),
  ].join('\n');
}

const labelOf = ({ label, key }: Column): string => label || key;

/** The cells of a text that is pasted: a line for each row, values between tabs, in quotes where they have either in them. */
export function readCells(text: string): string[][] {
  const rows: string[][] = [];
  const body = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  if (body === '') return [];
  let row: string[] = [];
  const PART = /("(?:[^"]|"")*"(?=[\t\n]|$)|[^\t\n]*)([\t\n]|$)/g;
  for (const [, value = '', end = ''] of body.matchAll(PART)) {
    const isQuoted = /^"[\s\S]*"$/.test(value) && /["\t\n]/.test(value.slice(1, -1));
    row.push(isQuoted ? value.slice(1, -1).replaceAll('""', '"') : value);
    if (end === '\t') continue;
    rows.push(row);
    row = [];
    if (end === '') break;
  }
  return rows;
}

/** Data of any of the formats to a table, and a table to what is drawn. */
import type { DiagnosticError } from '../../runtime/base/diagnostics.js';
import { DataError } from '../command-line/data-error.js';
import { usageError } from '../command-line/usage-error.js';
import { type Choice, choose } from './choose.js';
import { type Column, columnsOf } from './columns.js';
import { diagnosticAt } from './data-places.js';
import { decodeWhole } from './decode.js';
import { drawingOf } from './drawing.js';
import type { Drawing } from './drawing-parts.js';
import type { ChartOptions, InputFormat } from './options.js';
import { emptyData, readDelimited } from './read-delimited.js';
import { readJson, readJsonLines, readLine } from './read-json.js';
import type { Table } from './table.js';

export interface Drawn {
  readonly drawing: Drawing;
  readonly choice: Choice;
}

/** @throws DiagnosticError for data that cannot be drawn in this way */
export function drawData(bytes: Uint8Array, options: ChartOptions): Drawn {
  const text = decodeWhole(options.name, bytes);
  if (text.trim() === '') throw emptyData(options.name);
  return drawTable(readTable(text, options), options);
}

function readTable(text: string, options: ChartOptions): Table {
  const format = options.input ?? formatOf(options.name, text);
  checkFormat(format, options);
  if (format === 'json') return readJson(text, options);
  return format === 'jsonl'
    ? readJsonLines(text, options)
    : readDelimited(text, { ...options, input: format });
}

/** By the name of the file, else by the first character. */
export function formatOf(name: string, text: string): InputFormat {
  const [, extension = ''] = /\.(\w+)$/.exec(name.toLowerCase()) ?? [];
  if (extension === 'csv' || extension === 'tsv' || extension === 'json') return extension;
  if (extension === 'jsonl' || extension === 'ndjson') return 'jsonl';
  const start = text.trimStart();
  if (!start.startsWith('{') && !start.startsWith('[')) return 'csv';
  // Lines of JSON begin as an object does: the first line is whole, and is not all.
  const end = start.indexOf('\n');
  if (end < 0 || start.slice(end).trim() === '') return 'json';
  return readLine(start.slice(0, end)) === undefined ? 'json' : 'jsonl';
}

function checkFormat(format: InputFormat, { delimiter }: ChartOptions): void {
  if (delimiter === undefined || format === 'csv' || format === 'tsv') return;
  throw usageError('--delimiter has no effect on JSON', 'leave it out, or write --input=csv');
}

/** @param pinned what was chosen for the rows before */
export function drawTable(table: Table, options: ChartOptions, pinned?: Choice): Drawn {
  const columns = columnsOf(table, options);
  const choice = pinned === undefined ? choose({ table, columns, options }) : pick(pinned, columns);
  if (!options.isLenient) checkValues(table, choice);
  return { drawing: drawingOf(table, choice, options), choice };
}

/** The same columns, with other rows. */
function pick({ x, ys, rows, ...choice }: Choice, columns: readonly Column[]): Choice {
  const again = (column: Column): Column => {
    const found = columns[column.index] ?? column;
    // What is not a number any more is absent.
    return found.kind === column.kind ? found : { ...found, kind: column.kind };
  };
  const known = (column: Column | undefined): Column | undefined =>
    column === undefined ? undefined : again(column);
  return { ...choice, x: known(x), rows: known(rows), ys: ys.map(again) };
}

const EXPECTED = { number: 'a number', time: 'a date or time', category: '', empty: '' } as const;
/** Values that are reported at once. */
const MAX_REPORTED = 3;

/** @throws DataError with the first values that are not what their column has */
function checkValues(table: Table, { x, rows, ys }: Choice): void {
  const bad = [x, rows, ...ys]
    .filter((each) => each !== undefined)
    .filter(({ firstBad }) => firstBad >= 0);
  if (bad.length === 0) return;
  throw new DataError(
    bad.slice(0, MAX_REPORTED).map((column) => {
      const { firstBad: row, index, kind, name, cells } = column;
      const found = JSON.stringify(String(cells[row]).slice(0, 40));
      const more = column.bad > 1 ? ` (and ${column.bad - 1} more in this column)` : '';
      const problem = {
        code: kind === 'time' ? 'not-a-date' : 'not-a-number',
        message: `column ${JSON.stringify(name)}: expected ${EXPECTED[kind]}, found ${found}${more}`,
        suggestion: 'add --lenient to read it as an absent value',
      };
      const place = table.placeOf(row, index);
      return place === undefined
        ? { ...problem, severity: 'error' as const, source: { file: table.file, text: '' } }
        : diagnosticAt(table.file, place, problem);
    }),
  );
}

/** Whether an error is one of the data, which later rows may correct, and not one of the call. */
export function isDataError(error: unknown): error is DiagnosticError {
  return error instanceof DataError;
}

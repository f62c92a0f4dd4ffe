/** `$tui.parseCsv` and `$tui.formatCsv`. */
import { late } from '../../base/late.js';

const parser = late(() => require('csv-parse/sync') as typeof import('csv-parse/sync'));
const formatter = late(() => require('csv-stringify/sync') as typeof import('csv-stringify/sync'));

/** Options of `$tui.parseCsv`. */
export interface CsvOptions {
  /** One character; default: of comma, semicolon, tab and `|` the one that is most often in the first line. */
  readonly delimiter?: string | undefined;
  /** Whether the first row has the names of the columns; default true. Else the columns are called `1`, `2` and so on. */
  readonly header?: boolean | undefined;
}

/** What `$tui.parseCsv` returns. */
export interface CsvTable {
  /** Names of the columns, in their order. One without a name is called by its number; the second `a` is called `a 2`. */
  readonly columns: string[];
  /** The values of each row by the names of the columns, all of them texts. */
  readonly rows: Record<string, string>[];
  /** The delimiter of the text. */
  readonly delimiter: string;
  /** Errors in the text, at most 100; all values are in the rows all the same. */
  readonly problems: readonly CsvProblem[];
}

/** An error in the text of a CSV file. */
interface CsvProblem {
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
}

/** Options of `$tui.formatCsv`. */
export interface CsvFormatOptions {
  /** Names of the columns; default: those of all rows, in the order in which they come up. */
  readonly columns?: readonly string[] | undefined;
  /** One character; default a comma. */
  readonly delimiter?: string | undefined;
  /** Whether the first row has the names of the columns; default true. */
  readonly header?: boolean | undefined;
}

const DELIMITERS = [',', ';', '\t', '|'];
const MAX_PROBLEMS = 100;
/** Values of all rows together, those that are filled in included, whatever the text has. */
const MAX_FILLED = 10_000_000;
/** Values for each one in the text: rows are filled up to the widest one, and one wide row is enough for terabytes. */
const MAX_FILLED_SHARE = 16;
/** Lines of one text may end in different ways. */
const LINE_ENDS = ['\r\n', '\n', '\r'];

/**
 * Reads a text as CSV (RFC 4180).
 *
 * @throws TypeError for wrong arguments; SyntaxError where a quote is not closed; RangeError where one row is so wide that
 *   filling up the others would take more memory than a process has
 */
export function parseCsv(text: string, options: CsvOptions = {}): CsvTable {
  if (typeof text !== 'string') throw new TypeError('$tui.parseCsv: expected a string');
  const { header = true, delimiter = delimiterOf(text) } = options;
  checkDelimiter('parseCsv', delimiter);
  const problems: CsvProblem[] = [];
  const { rows, lines: linesOf } = read(text, delimiter, problems);
  // A blank line is a row of a single column only.
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  checkFilled(rows, width, linesOf);
  const isBlank = (row: readonly string[]): boolean => row.length === 1 && row[0] === '';
  const head = header ? rows.findIndex((row) => width === 1 || !isBlank(row)) : -1;
  const names = head < 0 ? [] : rows[head]!;
  const expected = head < 0 ? width : names.length;
  const columns = namesOf(
    Array.from({ length: width }, (_, at) => names[at] ?? ''),
    header,
  );
  const result: Record<string, string>[] = [];
  const uneven: number[] = [];
  for (let at = head + 1; at < rows.length; at++) {
    const row = rows[at]!;
    if (width > 1 && isBlank(row)) continue;
    if (row.length !== expected && uneven.length < MAX_PROBLEMS) uneven.push(at);
    result.push(Object.fromEntries(columns.map((name, index) => [name, row[index] ?? ''])));
  }
  if (uneven.length > 0) {
    const lines = linesOf();
    for (const at of uneven) {
      const count = rows[at]!.length;
      const message = `expected ${countOf(expected)}, found ${count}`;
      problems.push({ line: lines[at] ?? 0, message });
    }
  }
  problems.sort((a, b) => a.line - b.line);
  return { columns, rows: result, delimiter, problems: problems.slice(0, MAX_PROBLEMS) };
}

function checkFilled(rows: readonly string[][], width: number, linesOf: () => number[]): void {
  const filled = rows.length * width;
  if (filled <= MAX_FILLED) return;
  const count = rows.reduce((sum, row) => sum + row.length, 0);
  if (filled <= count * MAX_FILLED_SHARE) return;
  const line = linesOf()[rows.findIndex((row) => row.length === width)] ?? 0;
  throw new RangeError(
    `$tui.parseCsv: expected rows of similar length, found ${width} values in line ${line}, and ${count} in all ${rows.length} rows`,
  );
}

function countOf(count: number): string {
  return count === 1 ? '1 value' : `${count} values`;
}

interface ReadRows {
  readonly rows: string[][];
  /** The line in which each row ends. */
  lines(): number[];
}

/** A quote within a value is an error in its line, and the rest can be read. */
function read(text: string, delimiter: string, problems: CsvProblem[]): ReadRows {
  const options = {
    delimiter,
    bom: true,
    record_delimiter: LINE_ENDS,
    relax_column_count: true,
  };
  const rowsBy = (relaxed: boolean): ReadRows => ({
    rows: parser().parse(text, { ...options, relax_quotes: relaxed }),
    lines: () => {
      // Lines are counted where they are needed only: it takes three times as long.
      const found: number[] = [];
      parser().parse(text, {
        ...options,
        relax_quotes: relaxed,
        on_record: (_: unknown, { lines }) => {
          found.push(lines);
          return null;
        },
      });
      return found;
    },
  });
  try {
    return rowsBy(false);
  } catch (error) {
    const { code, lines: line = 0 } = error as { readonly code?: string; readonly lines?: number };
    if (code !== 'INVALID_OPENING_QUOTE' && code !== 'CSV_INVALID_CLOSING_QUOTE')
      throw unclosed(error);
    problems.push({ line, message: 'a quote in a value is not doubled' });
  }
  try {
    return rowsBy(true);
  } catch (error) {
    throw unclosed(error);
  }
}

function unclosed(error: unknown): unknown {
  const { code, lines = 0 } = error as { readonly code?: string; readonly lines?: number };
  if (code !== 'CSV_QUOTE_NOT_CLOSED') return error;
  return new SyntaxError(`$tui.parseCsv: a quote is not closed: the text ends in line ${lines}`);
}

/** Those in quotes do not count. */
function delimiterOf(text: string): string {
  const counts = new Map(DELIMITERS.map((each) => [each, 0]));
  let isQuoted = false;
  for (const each of text.slice(0, 64 * 1024)) {
    if (each === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (each === '\n' || each === '\r')) break;
    else if (!isQuoted && counts.has(each)) counts.set(each, counts.get(each)! + 1);
  }
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most))[0];
}

function checkDelimiter(name: string, delimiter: unknown): void {
  if (typeof delimiter === 'string' && delimiter.length === 1 && !/["\r\n]/.test(delimiter)) return;
  throw new TypeError(
    `$tui.${name}: "delimiter" must be one character, and neither a quote nor the end of a line`,
  );
}

function namesOf(names: readonly string[], header: boolean): string[] {
  const found = new Set<string>();
  /** Numbers below are taken: a text may have nothing but columns of one name. */
  const next = new Map<string, number>();
  names.forEach((name, index) => {
    const plain = name === '' ? (header ? `column ${index + 1}` : `${index + 1}`) : name;
    let unique = plain;
    let count = next.get(plain) ?? 2;
    for (; found.has(unique); count++) unique = `${plain} ${count}`;
    next.set(plain, count);
    found.add(unique);
  });
  return [...found];
}

/**
 * Writes rows as CSV: a quoted value where it has to be, a line end after each row.
 *
 * @throws TypeError for wrong arguments
 */
export function formatCsv(
  rows: Iterable<Readonly<Record<string, unknown>>>,
  options: CsvFormatOptions = {},
): string {
  const { delimiter = ',', header = true } = options;
  checkDelimiter('formatCsv', delimiter);
  const list = [...rows];
  if (list.some((row) => typeof row !== 'object' || row === null)) {
    throw new TypeError('$tui.formatCsv: expected rows as objects');
  }
  const columns = options.columns ?? [...new Set(list.flatMap((row) => Object.keys(row)))];
  if (columns.length === 0) return '';
  const values = list.map((row) =>
    columns.map((name) => (Object.hasOwn(row, name) ? textOf(row[name]) : '')),
  );
  const all = header ? [[...columns], ...values] : values;
  // A blank line would not be a row.
  const quoted = columns.length === 1;
  return formatter().stringify(all, { delimiter, quoted_empty: quoted, quoted_match: /\r/ });
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

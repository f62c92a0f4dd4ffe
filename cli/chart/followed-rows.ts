/** The last rows of data that goes on. Rows that cannot be read are left out: the next ones may be read. */
import { usageError } from '../command-line/usage-error.js';
import { PieceDecoder } from './decode.js';
import { RecordReader, type TextRecord } from './delimited.js';
import { hasNames } from './header.js';
import type { ChartOptions } from './options.js';
import { chosenDelimiter, namesOf } from './read-delimited.js';
import { checkRow } from './limits.js';
import { type Json, readLine, tableOfLines } from './read-json.js';
import { formatOf } from './read-table.js';
import type { Cell, Table } from './table.js';

const BLANK_LINES = /^(?:[^\S\n\r]*[\n\r])+/;

/** Rows that are read by one format. */
interface Rows {
  /** Reads what is complete. */
  add(text: string, isLast: boolean): void;
  /** The last rows; undefined before the first one. */
  table(): Table | undefined;
}

export class FollowedRows {
  readonly #options: ChartOptions;
  readonly #decoder = new PieceDecoder();
  #rows: Rows | undefined;
  /** Text before the first line is whole, by which the format is found. */
  #start = '';

  constructor(options: ChartOptions) {
    this.#options = { ...options, isLenient: true };
  }

  /** @throws DiagnosticError for a format that cannot be read piece by piece */
  add(piece: Uint8Array): void {
    this.#read(this.#decoder.decode(piece), false);
  }

  end(): void {
    this.#read(this.#decoder.end(), true);
  }

  table(): Table | undefined {
    return this.#rows?.table();
  }

  #read(text: string, isLast: boolean): void {
    if (this.#rows !== undefined) {
      this.#rows.add(text, isLast);
      return;
    }
    this.#start += text;
    if (!isLast && !/[\n\r]/.test(text)) {
      checkRow(this.#options.name, this.#start);
      return;
    }
    this.#start = this.#start.replace(BLANK_LINES, '');
    if (!isLast && !/[\n\r]/.test(this.#start)) return;
    this.#rows = rowsOf(this.#start, this.#options);
    this.#rows.add(this.#start, isLast);
    this.#start = '';
  }
}

function rowsOf(start: string, options: ChartOptions): Rows {
  const found = options.input ?? formatOf(options.name, start);
  const isJson = found === 'json' || found === 'jsonl';
  if (found === 'json' && (options.input === 'json' || /\.json$/i.test(options.name))) {
    throw usageError(
      '--follow reads rows as they come, and JSON is one value',
      'write one JSON value a line: --input=jsonl',
    );
  }
  return isJson ? new LineRows(options) : new RecordRows(start, options);
}

/** Keeps the last of what is pushed; removes from its beginning seldom, since that moves all the rest. */
class Last<T> {
  #all: T[] = [];
  readonly #count: number;

  constructor(count: number) {
    this.#count = count;
  }

  push(value: T): void {
    this.#all.push(value);
    if (this.#all.length >= 2 * this.#count) this.#all = this.#all.slice(-this.#count);
  }

  get values(): readonly T[] {
    return this.#all.length > this.#count ? this.#all.slice(-this.#count) : this.#all;
  }
}

class RecordRows implements Rows {
  readonly #options: ChartOptions;
  readonly #delimiter: string;
  readonly #reader: RecordReader;
  readonly #last: Last<readonly string[]>;
  #names: readonly string[] | undefined;
  #header: readonly string[] | undefined;

  constructor(start: string, options: ChartOptions) {
    this.#options = options;
    this.#delimiter = chosenDelimiter(start, options);
    this.#last = new Last(options.last);
    const { name: file, isLenient } = options;
    this.#reader = new RecordReader({ file, delimiter: this.#delimiter, isLenient });
  }

  add(text: string, isLast: boolean): void {
    this.#reader.read(text, isLast, (record) => this.#add(record));
  }

  #add(record: TextRecord): void {
    const { values } = record;
    if (this.#names === undefined) {
      const hasHeader = hasNames(values, this.#options);
      this.#names = namesOf(record, hasHeader);
      if (hasHeader) {
        this.#header = values;
        return;
      }
    }
    // A file that replaces the one before begins with the same names.
    const header = this.#header;
    const isHeader =
      header?.length === values.length && values.every((value, at) => value === header[at]);
    if (!isHeader) this.#last.push(values);
  }

  table(): Table | undefined {
    const rows = this.#last.values;
    const names = this.#names ?? [];
    if (rows.length === 0) return undefined;
    const columns = names.map((_, at) => rows.map((row): Cell => row[at] ?? ''));
    return {
      file: this.#options.name,
      names,
      columns,
      rows: rows.length,
      delimiter: this.#delimiter,
      placeOf: () => undefined,
    };
  }
}

class LineRows implements Rows {
  readonly #options: ChartOptions;
  readonly #last: Last<Json>;
  #rest = '';

  constructor(options: ChartOptions) {
    this.#options = options;
    this.#last = new Last(options.last);
  }

  add(text: string, isLast: boolean): void {
    const lines = text.split('\n');
    lines[0] = this.#rest + (lines[0] ?? '');
    this.#rest = isLast ? '' : (lines.pop() ?? '');
    checkRow(this.#options.name, this.#rest);
    for (const line of lines) {
      const value = line.trim() === '' ? undefined : readLine(line);
      if (value !== undefined && value !== null) this.#last.push(value);
    }
  }

  table(): Table | undefined {
    const rows = this.#last.values;
    return rows.length === 0 ? undefined : tableOfLines(rows, this.#options);
  }
}

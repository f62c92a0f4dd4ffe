/** CSV and TSV to a table. */
import { dataError, dataErrorAt, type DataPlace, placeIn } from './data-places.js';
import { RecordReader, type TextRecord } from './delimited.js';
import { hasNames } from './header.js';
import { checkSize } from './limits.js';
import type { ChartOptions } from './options.js';
import { type Table, uniqueNames } from './table.js';

const DELIMITERS = [',', ';', '\t', '|'];
/** Characters in which the first row is looked for. */
const LOOK = 64 * 1024;

/** The delimiter that the first row has most of, outside of quotes; of `1,5;2,5` not the decimal commas. */
function delimiterOf(text: string): string {
  let decimals = 0;
  const counts = new Map(DELIMITERS.map((each) => [each, 0]));
  let isQuoted = false;
  let isBlank = true;
  for (let at = 0; at < Math.min(text.length, LOOK); at++) {
    const each = text[at]!;
    if (each === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (each === '\n' || each === '\r')) {
      if (!isBlank) break;
      continue;
    } else if (!isQuoted && counts.has(each)) {
      counts.set(each, counts.get(each)! + 1);
      if (each === ',' && isDigit(text[at - 1]) && isDigit(text[at + 1])) decimals++;
    }
    isBlank = false;
  }
  const hasOther = DELIMITERS.some((each) => each !== ',' && counts.get(each)! > 0);
  if (hasOther) counts.set(',', counts.get(',')! - decimals);
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most))[0];
}

function isDigit(text: string | undefined): boolean {
  return text !== undefined && text >= '0' && text <= '9';
}

/** The delimiter of a text that is read with these options. */
export function chosenDelimiter(text: string, { delimiter, input }: ChartOptions): string {
  return delimiter ?? (input === 'tsv' ? '\t' : delimiterOf(text));
}

/** @throws DataError for text that is not a table */
export function readDelimited(text: string, options: ChartOptions): Table {
  const { name: file, isLenient } = options;
  const delimiter = chosenDelimiter(text, options);
  const columns: string[][] = [];
  const starts: number[] = [];
  let names: readonly string[] | undefined;
  const reader = new RecordReader({ file, delimiter, isLenient });
  reader.read(text, true, (record) => {
    const { values, start } = record;
    if (names === undefined) {
      const hasHeader = hasNames(record.values, options);
      names = namesOf(record, hasHeader);
      columns.push(...names.map(() => []));
      checkSize(file, 0, columns.length);
      if (hasHeader) return;
    }
    if (values.length !== columns.length && !isLenient) {
      throw raggedRow(text, record, { columns: columns.length, options, delimiter });
    }
    starts.push(start);
    if (starts.length % 1024 === 0) checkSize(file, starts.length, columns.length);
    for (let column = 0; column < columns.length; column++) {
      columns[column]!.push(values[column] ?? '');
    }
  });
  checkSize(file, starts.length, columns.length);
  if (names === undefined) throw emptyData(file);
  const rows = starts.length;
  if (rows === 0) throw onlyHeader(file, text);
  const placeOf = (row: number, column: number): DataPlace | undefined => {
    const start = starts[row];
    return start === undefined ? undefined : placeOfValue(text, start, column, delimiter);
  };
  return { file, names, columns, rows, delimiter, placeOf };
}

/** Names of the columns, by the first record. */
export function namesOf({ values }: TextRecord, hasHeader: boolean): string[] {
  return hasHeader ? uniqueNames(values) : values.map((_, index) => `column ${index + 1}`);
}

export function emptyData(file: string): Error {
  return dataError(file, {
    code: 'empty-data',
    message: 'expected rows of data, found nothing',
    suggestion: 'pipe data into it: printf "3\\n1\\n2\\n" | tui chart',
  });
}

function onlyHeader(file: string, text: string): Error {
  return dataErrorAt(file, placeIn(text, 0, 1), {
    code: 'empty-data',
    message: 'expected rows of data, found only the names of columns',
    suggestion: 'if this row is data, add --no-header',
  });
}

interface Expected {
  readonly columns: number;
  readonly options: ChartOptions;
  readonly delimiter: string;
}

function raggedRow(
  text: string,
  { values, start }: TextRecord,
  { columns, options, delimiter }: Expected,
): Error {
  const found = values.length;
  const at = Math.min(found, columns + 1) - 1;
  const place = placeOfValue(text, start, at, delimiter);
  return dataErrorAt(options.name, place, {
    code: 'ragged-row',
    message: `expected ${countOf(columns, 'value')}, found ${found}`,
    suggestion:
      found > columns
        ? 'quote a value that contains the delimiter, or add --lenient to leave out the rest'
        : 'add --lenient to read what is missing as absent values',
  });
}

function countOf(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

/** Found by reading its row again: the places of all values would take more memory than the values. */
function placeOfValue(text: string, start: number, column: number, delimiter: string): DataPlace {
  let at = start;
  for (let index = 0; ; index++) {
    const end = endOfValue(text, at, delimiter);
    if (index === column || text[end] !== delimiter) {
      const from = text[at] === '"' ? at + 1 : at;
      const to = text[at] === '"' && end - 1 > from ? end - 1 : end;
      return placeIn(text, from, to);
    }
    at = end + 1;
  }
}

function endOfValue(text: string, start: number, delimiter: string): number {
  let isQuoted = false;
  for (let at = start; at < text.length; at++) {
    const each = text[at];
    if (each === '"' && (isQuoted || at === start)) isQuoted = !isQuoted;
    else if (each === '"' && text[at - 1] === '"') isQuoted = true;
    else if (!isQuoted && (each === delimiter || each === '\n' || each === '\r')) return at;
  }
  return text.length;
}

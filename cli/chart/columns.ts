/** Finds what the columns of a table have: numbers, times or categories. */
import { parseTime } from '../../elements/charts/scale/time-ticks.js';
import { dateReader, type DateReader } from './date-format.js';
import type { Cell, Table } from './table.js';

type ColumnKind = 'number' | 'time' | 'category' | 'empty';

export interface Column {
  readonly index: number;
  readonly name: string;
  readonly kind: ColumnKind;
  /** Of numbers and times (milliseconds since 1970): NaN where a value is absent or cannot be read. */
  readonly values: Float64Array;
  /** What was read. */
  readonly cells: readonly Cell[];
  /** The row of the first value that is neither absent nor what the column has; -1 if there is none. */
  readonly firstBad: number;
  readonly bad: number;
  /** All numbers have this sign behind them. */
  readonly unit: string;
}

/** Words for a value that is absent, in lower case. */
const ABSENT = new Set([
  '',
  'na',
  'n/a',
  '#n/a',
  'nan',
  'null',
  'nil',
  'none',
  '-',
  '\u2013',
  '\u2014',
  '.',
]);
/** Share of values that a column has to have of a kind; the rest are errors in it. */
const MIN_SHARE = 0.8;
/** Values that are read before a column is known to have neither numbers nor times. */
const LOOK = 1000;

const PLAIN = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
/** `1,234,567.8` */
const GROUPED = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
/** `1.234.567,8` and `12,5` */
const COMMA = /^[+-]?(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?(?:e[+-]?\d+)?$/i;
/** What ends in digits after a comma that cannot be a group of three. */
const ONLY_COMMA = /,\d{1,2}$|,\d{4,}$|\.\d{3},\d/;

export function isAbsent(cell: Cell): boolean {
  if (cell === null) return true;
  if (typeof cell === 'number') return Number.isNaN(cell);
  // Most cells are numbers, and begin with a digit.
  const first = cell.charCodeAt(0);
  if (first >= 48 && first <= 57) return false;
  return cell.length < 5 && ABSENT.has(cell.trim().toLowerCase());
}

type ReadNumber = (text: string) => number;

const plainNumber: ReadNumber = (text) => {
  if (PLAIN.test(text)) return Number(text);
  return GROUPED.test(text) ? Number(text.replaceAll(',', '')) : NaN;
};

const commaNumber: ReadNumber = (text) => {
  if (COMMA.test(text)) return Number(text.replaceAll('.', '').replace(',', '.'));
  return NaN;
};

/** Decimal commas: where a comma does not separate values, and no value has another sense of it. */
function numberReader(cells: readonly Cell[], delimiter: string | undefined): ReadNumber {
  const hasComma = (cell: Cell): cell is string => typeof cell === 'string' && cell.includes(',');
  const isSplit = delimiter === undefined || delimiter === ',';
  // Quoted values may have commas of their own, mostly between groups of digits.
  const decides = isSplit
    ? (text: string): boolean => COMMA.test(text) && ONLY_COMMA.test(text)
    : (text: string): boolean => /,\d{3}\.\d|,\d{3},/.test(text);
  const commas = cells.filter(hasComma);
  if (commas.length === 0) return plainNumber;
  return commas.some((text) => decides(text.trim())) === isSplit ? commaNumber : plainNumber;
}

/** A text that is a number in either notation. */
export function isNumber(text: string): boolean {
  return [plainNumber, commaNumber].some((read) => !Number.isNaN(numberOf(text, read)));
}

interface Reading {
  readonly values: Float64Array;
  readonly good: number;
  readonly bad: number;
  readonly firstBad: number;
}

/** Reads a column; undefined where fewer than most of its values can be read. */
function read(
  cells: readonly Cell[],
  readCell: (cell: string | number) => number,
): Reading | undefined {
  const values = new Float64Array(cells.length).fill(NaN);
  let good = 0;
  let bad = 0;
  let firstBad = -1;
  for (let row = 0; row < cells.length; row++) {
    const cell = cells[row]!;
    if (isAbsent(cell)) continue;
    const value = readCell(cell);
    if (Number.isFinite(value)) {
      values[row] = value;
      good++;
    } else {
      if (bad++ === 0) firstBad = row;
      if (good === 0 && bad > LOOK) return undefined;
    }
  }
  return good > 0 && good >= (good + bad) * MIN_SHARE ? { values, good, bad, firstBad } : undefined;
}

export interface ColumnOptions {
  readonly dateFormat?: string | undefined;
}

/** The columns of a table, each with what it has. */
export function columnsOf(table: Table, { dateFormat }: ColumnOptions): Column[] {
  const date = dateFormat === undefined ? undefined : dateReader(dateFormat);
  return table.columns.map((cells, index) => columnOf(table, cells, { index, date }));
}

function columnOf(
  { names, delimiter }: Table,
  cells: readonly Cell[],
  { index, date }: { readonly index: number; readonly date: DateReader | undefined },
): Column {
  const base = { index, name: names[index] ?? '', cells, unit: '' };
  // A format that is given comes first: `%Y%m%d` looks like a number.
  const dates = date === undefined ? undefined : read(cells, (cell) => dateBy(date, cell));
  if (dates !== undefined) return { ...base, ...dates, kind: 'time' };
  const readNumber = numberReader(cells, delimiter);
  const numbers = read(cells, (cell) => numberOf(cell, readNumber));
  if (numbers !== undefined) {
    return { ...base, ...numbers, kind: 'number', unit: unitOf(cells) };
  }
  const times = date === undefined ? read(cells, timeOf) : undefined;
  if (times !== undefined) return { ...base, ...times, kind: 'time' };
  const isEmpty = cells.every(isAbsent);
  const kind = isEmpty ? 'empty' : 'category';
  return { ...base, kind, values: new Float64Array(0), bad: 0, firstBad: -1 };
}

function numberOf(cell: string | number, readText: ReadNumber): number {
  if (typeof cell === 'number') return cell;
  const text = cell.trim();
  return readText(text.endsWith('%') ? text.slice(0, -1).trimEnd() : text);
}

function timeOf(cell: string | number): number {
  return typeof cell === 'string' && cell.length < 40 ? parseTime(cell) : NaN;
}

function dateBy(reader: DateReader, cell: string | number): number {
  const found = reader(String(cell));
  if (found === undefined) return NaN;
  return typeof found === 'number' ? found : parseTime(found);
}

/** `%`, where every number has it. */
function unitOf(cells: readonly Cell[]): string {
  const isPercent = (cell: Cell): boolean =>
    isAbsent(cell) || (typeof cell === 'string' && cell.trimEnd().endsWith('%'));
  return cells.every(isPercent) ? '%' : '';
}

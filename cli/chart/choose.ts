/** Chooses what is drawn: the type of the chart and its columns, where no option does. */
import { didYouMean, type DiagnosticError, nearest } from '../../runtime/base/diagnostics.js';
import { usageError } from '../command-line/usage-error.js';
import type { Column } from './columns.js';
import { dataError, dataErrorAt } from './data-places.js';
import type { ChartOptions, ChartType } from './options.js';
import type { Table } from './table.js';

export interface Choice {
  readonly type: ChartType;
  /** Undefined: the numbers of the rows. */
  readonly x: Column | undefined;
  /** Without one, rows are counted. */
  readonly ys: readonly Column[];
  /** Of a heatmap whose cells are rows of the data: the column of its rows. */
  readonly rows?: Column | undefined;
  /** No option named the type or a column. */
  readonly isGuess: boolean;
}

/** Columns that are drawn where no option names them: more than the colours of a theme cannot be distinguished. */
const MAX_SERIES = 8;

interface Found {
  readonly table: Table;
  readonly columns: readonly Column[];
  readonly options: ChartOptions;
}

/** @throws DiagnosticError for a column that does not exist; DataError for data without what the type draws */
export function choose(found: Found): Choice {
  const { table, columns, options } = found;
  const x = options.x === undefined ? undefined : columnNamed(options.x, '--x', columns);
  const ys = options.y === undefined ? undefined : columnsNamed(options.y, columns);
  // A heatmap has words on both axes.
  if (options.type !== 'heatmap') ys?.forEach((each) => checkNumbers(each, table));
  const isGuess =
    options.type === undefined || (x === undefined && ys === undefined && columns.length > 1);
  const type = options.type ?? typeByOptions(options) ?? guessType(x, ys, columns);
  const chosen = { x, ys, columns, table };
  switch (type) {
    case 'bars':
      return { type, isGuess, ...chooseBars(chosen) };
    case 'heatmap':
      return { type, isGuess, ...chooseHeatmap(chosen, options.y) };
    case 'histogram':
      return { isGuess, ...chooseHistogram(chosen) };
    default:
      return { type, isGuess, ...chooseLine(chosen, type) };
  }
}

/** What an option has an effect on. */
function typeByOptions({ bins, top, sort }: ChartOptions): ChartType | undefined {
  if (bins !== undefined) return 'histogram';
  return top !== undefined || sort !== undefined ? 'bars' : undefined;
}

interface Chosen {
  readonly x: Column | undefined;
  readonly ys: readonly Column[] | undefined;
  readonly columns: readonly Column[];
  readonly table: Table;
}

function guessType(
  x: Column | undefined,
  ys: readonly Column[] | undefined,
  columns: readonly Column[],
): ChartType {
  const numbers = ys ?? columns.filter((each) => each.kind === 'number' && each !== x);
  if (x !== undefined) {
    if (numbers.length === 0) return x.kind === 'number' ? 'histogram' : 'bars';
    if (x.kind === 'category' || x.kind === 'empty') return 'bars';
    return x.kind === 'time' || isAscending(x) ? 'line' : 'scatter';
  }
  const others = columns.filter((each) => !numbers.includes(each));
  if (others.some(({ kind }) => kind === 'time') && numbers.length > 0) return 'line';
  if (others.some(({ kind }) => kind === 'category')) return 'bars';
  if (numbers.length === 1)
    return others.some(({ kind }) => kind === 'number') ? 'line' : 'histogram';
  const [first] = numbers;
  if (first === undefined) return 'bars';
  if (ys !== undefined || isAscending(first)) return 'line';
  return numbers.length === 2 ? 'scatter' : 'line';
}

/** Entries are named by a column of words, else by times, else by the numbers of rows. */
function chooseBars({ x, ys, columns, table }: Chosen): Pick<Choice, 'x' | 'ys'> {
  const numbers = ys ?? numbersBeside(x, columns);
  const rest = columns.filter((each) => !numbers.includes(each));
  const words =
    x ?? rest.find(({ kind }) => kind === 'category') ?? rest.find(({ kind }) => kind === 'time');
  if (words === undefined && numbers.length === 0) throw noNumbers(table, columns);
  return { x: words, ys: numbers };
}

/**
 * A cell for each row of the data, where `y` is a column of words or the data has two of them; else a row for each row of the
 * data, with a cell for each column of numbers.
 */
function chooseHeatmap(
  { x, ys, columns, table }: Chosen,
  y: string | undefined,
): Pick<Choice, 'x' | 'ys' | 'rows'> {
  const words = columns.filter((each) => each.kind !== 'number' && each.kind !== 'empty');
  const [first] = ys ?? [];
  const isLong =
    ys === undefined
      ? words.length > 1
      : ys.length === 1 && (first?.kind !== 'number' || x !== undefined);
  if (!isLong) {
    ys?.forEach((each) => checkNumbers(each, table));
    const numbers = ys ?? columns.filter((each) => each.kind === 'number' && each !== x);
    if (numbers.length === 0) throw noNumbers(table, columns);
    return { x: x ?? words.find((each) => !numbers.includes(each)), ys: numbers };
  }
  // The first column is mostly the one of the rows.
  const across = x ?? words.findLast((each) => each !== first);
  const rows = y === undefined ? words.find((each) => each !== across) : first;
  const values = columns.find((each) => each.kind === 'number' && each !== across && each !== rows);
  return { x: across, rows, ys: values === undefined ? [] : [values] };
}

function chooseHistogram({ x, ys, columns, table }: Chosen): Pick<Choice, 'x' | 'ys' | 'type'> {
  const column = ys?.[0] ?? x ?? columns.find(({ kind }) => kind === 'number');
  if (ys !== undefined && ys.length > 1) {
    throw usageError(
      '--type histogram draws one column',
      `write --y=${JSON.stringify(ys[0]?.name ?? '')}`,
    );
  }
  // Words are counted one by one.
  if (column?.kind === 'category') return { type: 'bars', x: column, ys: [] };
  if (column === undefined || column.kind !== 'number') throw noNumbers(table, columns);
  return { type: 'histogram', x: undefined, ys: [column] };
}

function chooseLine({ x, ys, columns, table }: Chosen, type: ChartType): Pick<Choice, 'x' | 'ys'> {
  const across = x ?? (ys === undefined ? guessX(columns, type) : timeAmong(columns, ys));
  if (across !== undefined && across.kind !== 'number' && across.kind !== 'time') {
    throw usageError(
      `--type ${type} needs numbers or dates as x, and the column ${JSON.stringify(across.name)} has words`,
      'write --type=bars, or for dates their format: --date-format="%d.%m.%Y"',
    );
  }
  const numbers = ys ?? numbersBeside(across, columns);
  if (numbers.length === 0) {
    // A single column of numbers is drawn over its rows.
    if (x === undefined && across?.kind === 'number') return { x: undefined, ys: [across] };
    throw noNumbers(table, columns);
  }
  return { x: across, ys: numbers };
}

function timeAmong(columns: readonly Column[], ys: readonly Column[]): Column | undefined {
  return columns.find((each) => each.kind === 'time' && !ys.includes(each));
}

/** Times, else the first of several columns of numbers where it ascends; scatter plots have it in any order. */
function guessX(columns: readonly Column[], type: ChartType): Column | undefined {
  const time = columns.find(({ kind }) => kind === 'time');
  if (time !== undefined) return time;
  const numbers = columns.filter(({ kind }) => kind === 'number');
  const [first] = numbers;
  if (first === undefined || numbers.length < 2) return undefined;
  return type === 'scatter' || isAscending(first) ? first : undefined;
}

function numbersBeside(x: Column | undefined, columns: readonly Column[]): readonly Column[] {
  return columns.filter((each) => each.kind === 'number' && each !== x).slice(0, MAX_SERIES);
}

function isAscending({ values }: Column): boolean {
  let last = -Infinity;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    if (value <= last) return false;
    last = value;
  }
  return true;
}

/** A column by its name, or by its number where no name is the same. */
function columnNamed(text: string, flag: string, columns: readonly Column[]): Column {
  const found = findColumn(text, columns);
  if (found !== undefined) return found;
  const names = columns.map(({ name }) => name);
  const isNumber = /^\d+$/.test(text);
  throw usageError(
    isNumber
      ? `${flag}: expected a column from 1 to ${columns.length}, found ${text}`
      : `${flag}: there is no column ${JSON.stringify(text)}`,
    (nearest(text, names) === undefined ? undefined : didYouMean(text, names)) ??
      `the columns are ${namesText(names)}`,
  );
}

function findColumn(text: string, columns: readonly Column[]): Column | undefined {
  const exact = columns.find(({ name }) => name === text);
  if (exact !== undefined) return exact;
  const folded = columns.filter(({ name }) => name.toLowerCase() === text.toLowerCase());
  if (folded.length === 1) return folded[0];
  return /^\d+$/.test(text) ? columns[Number(text) - 1] : undefined;
}

/** `a,b`, where no column is called so. */
function columnsNamed(text: string, columns: readonly Column[]): readonly Column[] {
  const whole = findColumn(text, columns);
  if (whole !== undefined) return [whole];
  const names = text.split(',').map((each) => each.trim());
  return names.map((name) => columnNamed(name, '--y', columns));
}

function namesText(names: readonly string[]): string {
  const shown = names.slice(0, 10).map((name) => JSON.stringify(name));
  return names.length > 10 ? `${shown.join(', ')} …` : shown.join(', ');
}

/** @throws DataError at the first value of a column that is drawn as numbers and has none */
function checkNumbers(column: Column, table: Table): void {
  if (column.kind === 'number') return;
  const row = column.cells.findIndex((cell) => cell !== null && cell !== '');
  const problem = {
    code: 'no-numbers',
    message: `--y: the column ${JSON.stringify(column.name)} has no numbers`,
    suggestion: `count its values: --x=${JSON.stringify(column.name)} --type=bars`,
  };
  const place = row < 0 ? undefined : table.placeOf(row, column.index);
  throw place === undefined
    ? dataError(table.file, problem)
    : dataErrorAt(table.file, place, problem);
}

function noNumbers({ file }: Table, columns: readonly Column[]): DiagnosticError {
  const words = columns.find(({ kind }) => kind === 'category');
  return dataError(file, {
    code: 'no-numbers',
    message: `expected a column of numbers, found ${namesText(columns.map(({ name }) => name))}`,
    suggestion:
      words === undefined
        ? 'if the first row is data, add --no-header'
        : `count words: --x=${JSON.stringify(words.name)} --type=bars`,
  });
}

/** A chart as an element with its attributes, its style and its data, made from a table. */
import { usageError } from '../command-line/usage-error.js';
import type { Choice } from './choose.js';
import { type Column, isAbsent } from './columns.js';
import { type Drawing, quoted, textOf, unitOf, valueAt } from './drawing-parts.js';
import { heatmapOf } from './heatmap-drawing.js';
import type { ChartOptions, ChartType } from './options.js';
import { dataError } from './data-places.js';
import type { Cell, Table } from './table.js';

/** More are not shown by any terminal. */
const MAX_BARS = 9000;
/** Rows of a plot whose height no option states. */
const HEIGHT = 15;

/** @throws DiagnosticError for options that have no effect on the type */
export function drawingOf(table: Table, choice: Choice, options: ChartOptions): Drawing {
  checkOptions(choice.type, options);
  if (choice.type === 'heatmap') return heatmapOf(table, choice, options);
  if (choice.type === 'bars') return barsOf(table, choice, options);
  return choice.type === 'histogram'
    ? histogramOf(choice, options)
    : linesOf(table, choice, options);
}

/** An option that does nothing would be read as one that does. */
function checkOptions(
  type: ChartType,
  { bins, sort, top, logScale, timeZone }: ChartOptions,
): void {
  const isLine = type !== 'bars' && type !== 'histogram' && type !== 'heatmap';
  const fail = (flag: string, owner: string): never => {
    throw usageError(`${flag} has no effect on --type ${type}`, `leave it out, or write ${owner}`);
  };
  if (bins !== undefined && type !== 'histogram') fail('--bins', '--type=histogram');
  if (sort !== undefined && type !== 'bars') fail('--sort', '--type=bars');
  if (top !== undefined && type !== 'bars') fail('--top', '--type=bars');
  if (timeZone !== undefined && !isLine) fail('--time-zone', '--type=line');
  if (logScale !== undefined && logScale !== 'y' && !isLine) fail('--log-scale', '--log-scale=y');
}

function series(ys: readonly Column[], type?: ChartType): string {
  return JSON.stringify(ys.map(({ name }) => ({ name, ...(type === undefined ? {} : { type }) })));
}

const withUnit = (ys: readonly Column[]): Readonly<Record<string, string>> => {
  const unit = unitOf(ys);
  return unit === '' ? {} : { unit };
};

// Lines

function linesOf(table: Table, { type, x, ys }: Choice, options: ChartOptions): Drawing {
  const { logScale = '', timeZone, height = HEIGHT } = options;
  const isTime = x?.kind === 'time';
  if (isTime && logScale.includes('x')) {
    throw usageError('--log-scale: times have no logarithms', 'write --log-scale=y');
  }
  const scale = isTime ? 'time' : logScale.includes('x') ? 'log' : 'linear';
  const [first] = ys;
  const attributes: Record<string, string> = {
    series: series(ys, type),
    'entry-label': x?.name ?? 'row',
    zoomable: 'true',
    tooltip: 'auto',
    ...withUnit(ys),
    ...(ys.length > 1 ? { 'show-legend': 'true' } : { 'value-label': first?.name ?? '' }),
    ...(timeZone === undefined || !isTime ? {} : { 'time-zone': timeZone }),
  };
  const style = [
    `height: ${height}`,
    `x-scale: ${scale}`,
    `value-scale: ${logScale.includes('y') ? 'log' : 'linear'}`,
  ].join('; ');
  const over = x === undefined ? '' : ` over ${quoted(x)}`;
  const summary = `${type} of ${ys.map(quoted).join(', ')}${over}`;
  const names = ys.map(({ name }) => name);
  return { tag: 'data-line', attributes, style, data: pointsOf(table, x, ys), names, summary };
}

function pointsOf(
  { rows }: Table,
  x: Column | undefined,
  ys: readonly Column[],
): readonly (readonly (number | null)[])[] {
  const points: (number | null)[][] = [];
  let last = -Infinity;
  let isSorted = true;
  for (let row = 0; row < rows; row++) {
    const place = x === undefined ? row + 1 : (x.values[row] ?? NaN);
    if (Number.isNaN(place)) continue;
    if (place < last) isSorted = false;
    last = place;
    const point: (number | null)[] = [place];
    for (const { values } of ys) point.push(valueAt(values, row));
    points.push(point);
  }
  // Lines go from left to right; rows of a file may have any order.
  if (!isSorted) points.sort((one, other) => (one[0] ?? 0) - (other[0] ?? 0));
  return points;
}

// Bars

interface Entry {
  readonly label: string;
  readonly values: readonly (number | null)[];
  readonly sum: number;
}

function barsOf(table: Table, { x, ys }: Choice, options: ChartOptions): Drawing {
  const { logScale, height } = options;
  const isCount = ys.length === 0;
  const entries = isCount ? countsOf(x?.cells ?? []) : entriesOf(table, x, ys);
  const shown = ordered(entries, options, isCount);
  if (shown.length > MAX_BARS) {
    throw dataError(table.file, {
      code: 'too-large',
      message: `expected at most ${MAX_BARS} bars, found ${shown.length}`,
      suggestion: 'draw the largest ones: --top=20',
    });
  }
  const names = isCount ? ['count'] : ys.map(({ name }) => name);
  const attributes: Record<string, string> = {
    series: JSON.stringify(names.map((name) => ({ name }))),
    labels: JSON.stringify(shown.map(({ label }) => label)),
    'show-values': 'true',
    selectable: 'true',
    tooltip: 'auto',
    ...withUnit(ys),
    ...(names.length > 1 ? { 'show-legend': 'true' } : { 'value-label': names[0] ?? '' }),
    ...(x === undefined ? {} : { 'entry-label': x.name }),
  };
  const style = [
    `gap: ${names.length > 1 ? 1 : 0}`,
    `value-scale: ${logScale === 'y' ? 'log' : 'linear'}`,
    ...(height === undefined ? [] : [`height: ${height}`]),
  ].join('; ');
  const by = x === undefined ? '' : ` by ${quoted(x)}`;
  const summary = isCount ? `counts${by}` : `bars of ${ys.map(quoted).join(', ')}${by}`;
  const data = shown.map(({ values }) => values);
  return { tag: 'data-bars', attributes, style, data, names, summary };
}

function entriesOf({ rows }: Table, x: Column | undefined, ys: readonly Column[]): Entry[] {
  return Array.from({ length: rows }, (_, row) => {
    const values = ys.map((each) => valueAt(each.values, row));
    const label = x === undefined ? String(row + 1) : textOf(x.cells[row] ?? null);
    return { label, values, sum: values.reduce<number>((sum, value) => sum + (value ?? 0), 0) };
  });
}

/** How often each value occurs, in the order in which they come. */
function countsOf(cells: readonly Cell[]): Entry[] {
  const counts = new Map<string, number>();
  for (const cell of cells) {
    if (isAbsent(cell)) continue;
    const label = textOf(cell);
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return [...counts].map(([label, count]) => ({ label, values: [count], sum: count }));
}

const compareLabels = new Intl.Collator('en', { numeric: true }).compare;

/** Counts, and the largest of many, are shown from the largest on; all else as the data has it. */
function ordered(
  entries: readonly Entry[],
  { sort, top }: ChartOptions,
  isCount: boolean,
): readonly Entry[] {
  const order = sort ?? (isCount || top !== undefined ? '-value' : 'none');
  const largest = (list: readonly Entry[]): Entry[] =>
    list.toSorted((one, other) => other.sum - one.sum);
  const kept = top === undefined ? entries : largest(entries).slice(0, top);
  switch (order) {
    case '-value':
      return largest(kept);
    case 'value':
      return kept.toSorted((one, other) => one.sum - other.sum);
    case 'label':
      return kept.toSorted((one, other) => compareLabels(one.label, other.label));
    case '-label':
      return kept.toSorted((one, other) => compareLabels(other.label, one.label));
    default: {
      if (top === undefined) return kept;
      const chosen = new Set(kept);
      return entries.filter((entry) => chosen.has(entry));
    }
  }
}

// Histograms

function histogramOf({ ys }: Choice, { bins, logScale, height = HEIGHT }: ChartOptions): Drawing {
  const [column] = ys;
  const attributes = {
    series: series(ys),
    'show-labels': 'true',
    'entry-label': column?.name ?? '',
    selectable: 'true',
    tooltip: 'auto',
    ...withUnit(ys),
  };
  const style = [
    `bins: ${bins ?? 'auto'}`,
    'orientation: vertical',
    'gap: 0',
    'bar-width: auto',
    `height: ${height}`,
    `value-scale: ${logScale === 'y' ? 'log' : 'linear'}`,
  ].join('; ');
  const data: number[][] = [];
  for (const value of column?.values ?? []) if (!Number.isNaN(value)) data.push([value]);
  const summary = `histogram of ${column === undefined ? '' : quoted(column)}`;
  return { tag: 'data-bars', attributes, style, data, names: [], summary };
}

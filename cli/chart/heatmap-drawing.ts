/** A heatmap: a cell for each pair of two columns, or for each value of a matrix. */
import type { Choice } from './choose.js';
import type { Column } from './columns.js';
import { type Drawing, quoted, textOf, unitOf, valueAt } from './drawing-parts.js';
import type { ChartOptions } from './options.js';
import { tooLarge } from './limits.js';
import type { Table } from './table.js';

/** Rows of cells that are shown without a height: more of them share cells. */
const MAX_HEIGHT = 40;

const MAX_CELLS = 1_000_000;

interface Grid {
  readonly labels: readonly string[];
  readonly rowLabels: readonly string[];
  readonly cells: (number | null)[][];
}

export function heatmapOf(table: Table, choice: Choice, options: ChartOptions): Drawing {
  const { x, rows, ys } = choice;
  const grid = rows === undefined ? matrixOf(table, x, ys) : pairsOf(table, choice);
  const { logScale, height } = options;
  const isLarge = grid.cells.length > MAX_HEIGHT;
  const unit = unitOf(ys);
  const [value] = ys;
  const attributes: Record<string, string> = {
    labels: JSON.stringify(grid.labels),
    'row-labels': JSON.stringify(grid.rowLabels),
    'show-values': 'true',
    'show-legend': 'true',
    selectable: 'true',
    tooltip: 'auto',
    ...(unit === '' ? {} : { unit }),
    ...(rows === undefined
      ? {}
      : { 'value-label': value?.name ?? 'count', 'entry-label': x?.name ?? '' }),
  };
  const rowCount = height ?? (isLarge ? MAX_HEIGHT : undefined);
  const style = [
    `value-scale: ${logScale === 'y' ? 'log' : 'linear'}`,
    ...(rowCount === undefined ? [] : [`height: ${rowCount}`]),
  ].join('; ');
  return {
    tag: 'data-heatmap',
    attributes,
    style,
    data: grid.cells,
    names: [],
    summary: summaryOf(choice),
  };
}

function summaryOf({ x, rows, ys }: Choice): string {
  const [value] = ys;
  if (rows !== undefined) {
    const what = value === undefined ? 'counts' : quoted(value);
    return `heatmap of ${what} by ${x === undefined ? '' : quoted(x)} and ${quoted(rows)}`;
  }
  const by = x === undefined ? '' : ` by ${quoted(x)}`;
  return `heatmap of ${ys.map(quoted).join(', ')}${by}`;
}

/** A row for each row of the data. */
function matrixOf({ rows }: Table, x: Column | undefined, ys: readonly Column[]): Grid {
  const indices = Array.from({ length: rows }, (_, row) => row);
  return {
    labels: ys.map(({ name }) => name),
    rowLabels: indices.map((row) =>
      x === undefined ? String(row + 1) : textOf(x.cells[row] ?? null),
    ),
    cells: indices.map((row) => ys.map(({ values }) => valueAt(values, row))),
  };
}

/** Labels in the order in which they come; values that have the same ones are added, and rows are counted where no value is drawn. */
function pairsOf({ file, rows: count }: Table, { x, rows, ys }: Choice): Grid {
  const [value] = ys;
  const columns = new Map<string, number>();
  const lines = new Map<string, number>();
  const sums = new Map<string, number>();
  for (let row = 0; row < count; row++) {
    const number = value === undefined ? 1 : valueAt(value.values, row);
    const column = indexIn(columns, textOf(x?.cells[row] ?? null));
    const line = indexIn(lines, textOf(rows?.cells[row] ?? null));
    const place = `${line},${column}`;
    if (number !== null) sums.set(place, (sums.get(place) ?? 0) + number);
  }
  if (lines.size * columns.size > MAX_CELLS) throw tooLarge(file, `${MAX_CELLS} cells`);
  const cells = Array.from({ length: lines.size }, (_, line) =>
    Array.from({ length: columns.size }, (__, column) => sums.get(`${line},${column}`) ?? null),
  );
  return { labels: [...columns.keys()], rowLabels: [...lines.keys()], cells };
}

function indexIn(places: Map<string, number>, label: string): number {
  const found = places.get(label) ?? places.size;
  places.set(label, found);
  return found;
}

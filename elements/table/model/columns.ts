/** Columns: as declared, or derived from the rows. */
import { kindOf } from '../../../runtime/base/json/json.js';
import type { LookRule } from './looks.js';
import { MarkupRow } from './markup.js';
import type { Align, CellInput, CellScale, ColumnDeclaration, Format } from './schema.js';
import { idOf } from '../../../runtime/element/tree.js';

export interface Column {
  /** Its place among the declared columns: the cell of a row that is an array. */
  readonly index: number;
  readonly key: string;
  readonly label: string;
  /** Undefined: numbers right, all else left. */
  readonly align: Align | undefined;
  /** Fixed width in cells. */
  readonly fixed: number | undefined;
  /** Share of the free room; 0 for none. */
  readonly share: number;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly format: Format;
  readonly decimals: number | undefined;
  readonly unit: string;
  readonly sortable: boolean | undefined;
  readonly priority: number | undefined;
  readonly color: string | undefined;
  /** Of tables: kinds of totals, or texts, from the first row of the footer on. */
  readonly footer?: readonly string[];
  readonly bar?: CellScale | undefined;
  readonly sparkline?: CellScale | undefined;
  /** Undefined: as the table. */
  readonly editable?: boolean | undefined;
  readonly input?: CellInput | undefined;
  /** Of tables: looks by value. */
  readonly looks?: readonly LookRule[] | undefined;
}

/** Rows that are looked at for keys where no columns are declared, and most columns found so. */
const KEY_ROWS = 100;
const MAX_COLUMNS = 1000;

export function resolveColumns(declared: readonly (string | ColumnDeclaration)[]): Column[] {
  return declared.map((item, index) => {
    const declaration = typeof item === 'string' ? { key: item } : item;
    const { key, width } = declaration;
    const words = typeof width === 'string' ? width.trim() : String(width ?? 'auto');
    const share = words.endsWith('fr') ? Number(words.slice(0, -2)) : 0;
    return {
      index,
      key,
      label: declaration.label ?? key,
      align: declaration.align,
      fixed: /^\d+$/.test(words) ? Number(words) : undefined,
      share,
      min: declaration.min,
      max: declaration.max,
      format: declaration.format ?? 'auto',
      decimals: declaration.decimals,
      unit: declaration.unit ?? '',
      sortable: declaration.sortable,
      priority: declaration.priority,
      color: declaration.color,
      footer: footerOf(declaration.footer),
      bar: scaleOf(declaration.bar),
      sparkline: scaleOf(declaration.sparkline),
      editable: declaration.editable,
      input: declaration.input,
      looks: declaration.looks ?? [],
    };
  });
}

const footerOf = (footer: ColumnDeclaration['footer']): readonly string[] =>
  footer === undefined ? [] : typeof footer === 'string' ? [footer] : footer;

function scaleOf(scale: boolean | CellScale | undefined): CellScale | undefined {
  return scale === true ? {} : scale === false ? undefined : scale;
}

/** What nothing declared: the keys of the first rows in their order, or a column for each cell. */
export function columnsOf(rows: readonly unknown[]): Column[] {
  const keys = new Set<string>();
  let cells = 0;
  for (const row of rows.slice(0, KEY_ROWS)) {
    if (Array.isArray(row)) cells = Math.max(cells, row.length);
    else if (row instanceof MarkupRow) cells = Math.max(cells, row.cells.length);
    else if (typeof row === 'object' && row !== null)
      for (const key of Object.keys(row)) keys.add(key);
  }
  const unnamed = Array.from({ length: Math.min(cells, MAX_COLUMNS) }, (_, index) => ({
    key: String(index),
    label: '',
  }));
  return resolveColumns(cells > 0 ? unnamed : [...keys].slice(0, MAX_COLUMNS));
}

/** The value of a cell; undefined where the row has none. Inherited properties of plain objects are not cells. */
export function cellOf(row: unknown, column: Column): unknown {
  if (row instanceof MarkupRow) return row.cells[column.index]?.value;
  if (Array.isArray(row)) return (row as unknown[])[column.index];
  const cells = row as Readonly<Record<string, unknown>>;
  if (Object.hasOwn(cells, column.key)) return cells[column.key];
  // Rows of a class of its own may have getters; what every object has is not data.
  return column.key in Object.prototype ? undefined : cells[column.key];
}

/** The value of a row by its key, which need not be that of a column. */
export function valueByKey(row: unknown, key: string, columns: readonly Column[]): unknown {
  const column = columns.find((each) => each.key === key);
  if (column !== undefined) return cellOf(row, column);
  const isList = Array.isArray(row) || row instanceof MarkupRow;
  if (isList || typeof row !== 'object' || row === null || !Object.hasOwn(row, key))
    return undefined;
  return (row as Record<string, unknown>)[key];
}

/** The error in columns passed by a script, beyond their shape; undefined without one. */
export function findKeysError(columns: readonly Column[]): string | undefined {
  const seen = new Set<string>();
  for (const { key, index } of columns) {
    if (seen.has(key)) return `columns[${index}]: a second column has the key ${kindOf(key)}`;
    seen.add(key);
  }
  return undefined;
}

/** The id that a row has by itself: the cell of `rowKey`, or the `id` of a markup row. */
export function rowIdOf(
  row: unknown,
  rowKey: string | undefined,
  columns: readonly Column[],
): string | undefined {
  if (row instanceof MarkupRow && idOf(row.element) !== '') return idOf(row.element);
  if (rowKey === undefined) return undefined;
  const value = valueByKey(row, rowKey, columns);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

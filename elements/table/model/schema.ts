/** Schemas of the table's JSON, and validation of what scripts pass. */
import { kindOf, type JsonSchema } from '../../../runtime/base/json/json.js';
import { LOOKS_SCHEMA, type LookRule } from './looks.js';

export const FORMATS = [
  'auto',
  'text',
  'number',
  'integer',
  'percent',
  'compact',
  'bytes',
  'date',
  'time',
  'datetime',
] as const;
export type Format = (typeof FORMATS)[number];

export const ALIGNMENTS = ['left', 'center', 'right'] as const;
export type Align = (typeof ALIGNMENTS)[number];

/** Cells, a share of the free room, or as wide as the content. */
export const COLUMN_WIDTH = '^([0-9]{1,4}|[0-9]{1,4}fr|[0-9]{0,4}\\.[0-9]{1,4}fr|auto)$';

/** What a column is and how its cells look, in a table and in a tree. */
const COLUMN_PROPERTIES = {
  key: { type: 'string' },
  label: { type: 'string' },
  align: { type: 'string', enum: ALIGNMENTS },
  width: {
    type: ['integer', 'string'],
    minimum: 0,
    maximum: 10_000,
    pattern: COLUMN_WIDTH,
  },
  min: { type: 'integer', minimum: 0, maximum: 10_000 },
  max: { type: 'integer', minimum: 0, maximum: 10_000 },
  format: { type: 'string', enum: FORMATS },
  decimals: { type: 'integer', minimum: 0, maximum: 20 },
  unit: { type: 'string' },
  sortable: { type: 'boolean' },
  priority: { type: 'number' },
  color: { type: 'string' },
} as const;

export const COLUMNS_SCHEMA = {
  type: 'array',
  // A string is a column of that key; what follows is about objects.
  items: {
    type: ['string', 'object'],
    properties: COLUMN_PROPERTIES,
    required: ['key'],
    additionalProperties: false,
  },
} as const satisfies JsonSchema;

/** Totals of a column; any other text of a footer is shown as it is. */
export const TOTALS = ['sum', 'count', 'mean', 'min', 'max'] as const;
export type TotalKind = (typeof TOTALS)[number];

/** Kinds of values that are typed into cells. */
export const INPUT_TYPES = ['text', 'number', 'email', 'url', 'date', 'checkbox'] as const;

/** The scale of a bar or a sparkline; what is absent follows from the values. */
const SCALE_SCHEMA = {
  type: ['boolean', 'object'],
  properties: {
    min: { type: 'number' },
    max: { type: 'number' },
    color: { type: 'string' },
  },
  additionalProperties: false,
} as const;

export const TABLE_COLUMNS_SCHEMA = {
  type: 'array',
  items: {
    type: ['string', 'object'],
    properties: {
      ...COLUMN_PROPERTIES,
      footer: { type: ['string', 'array'], items: { type: 'string' } },
      bar: SCALE_SCHEMA,
      sparkline: SCALE_SCHEMA,
      editable: { type: 'boolean' },
      looks: LOOKS_SCHEMA,
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', enum: INPUT_TYPES },
          min: { type: 'number' },
          max: { type: 'number' },
          step: { type: 'number', minimum: 0 },
          required: { type: 'boolean' },
          pattern: { type: 'string' },
          maxLength: { type: 'integer', minimum: 1 },
          options: { type: 'array', items: { type: 'string' } },
        },
        additionalProperties: false,
      },
    },
    required: ['key'],
    additionalProperties: false,
  },
} as const satisfies JsonSchema;

/** Columns that rows are sorted by after the first one. */
export const SORT_SCHEMA = {
  type: 'array',
  items: {
    type: ['string', 'object'],
    properties: {
      key: { type: 'string' },
      direction: { type: 'string', enum: ['ascending', 'descending'] },
    },
    required: ['key'],
    additionalProperties: false,
  },
} as const satisfies JsonSchema;

export const WIDTHS_SCHEMA = {
  type: 'object',
  additionalProperties: { type: 'integer', minimum: 1, maximum: 10_000 },
} as const satisfies JsonSchema;

/** How a bar or a sparkline is scaled and coloured. */
export interface CellScale {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly color?: string | undefined;
}

/** What may be typed into the cells of a column: the attributes of `input`. */
export interface CellInput {
  readonly type?: (typeof INPUT_TYPES)[number];
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly required?: boolean;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly options?: readonly string[];
}

export const ROWS_SCHEMA = {
  infinities: true,
  type: 'array',
  items: { type: ['array', 'object'] },
} as const satisfies JsonSchema;

/** One column as it is declared. */
export interface ColumnDeclaration {
  readonly key: string;
  readonly label?: string;
  readonly align?: Align;
  readonly width?: number | string;
  readonly min?: number;
  readonly max?: number;
  readonly format?: Format;
  readonly decimals?: number;
  readonly unit?: string;
  readonly sortable?: boolean;
  readonly priority?: number;
  readonly color?: string;
  readonly footer?: string | readonly string[];
  readonly bar?: boolean | CellScale;
  readonly sparkline?: boolean | CellScale;
  readonly editable?: boolean;
  readonly input?: CellInput;
  readonly looks?: readonly LookRule[];
}

/** A row: its cells in the order of the columns, or by their keys. */
export type Row = readonly unknown[] | Readonly<Record<string, unknown>>;

/** The error in one row, or undefined. */
export function findRowError(row: unknown, where: string): string | undefined {
  if (typeof row === 'object' && row !== null) return undefined;
  return `${where}: expected an array or an object, found ${kindOf(row)}`;
}

/** The first error in the rows, or undefined. */
export function findRowsError(rows: unknown): string | undefined {
  if (!Array.isArray(rows)) return `rows: expected an array, found ${kindOf(rows)}`;
  const list = rows as readonly unknown[];
  for (let index = 0; index < list.length; index++) {
    const row = list[index];
    if (typeof row !== 'object' || row === null) return findRowError(row, `rows[${index}]`);
  }
  return undefined;
}

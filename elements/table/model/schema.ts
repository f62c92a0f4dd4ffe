/** Schemas of the table's JSON, and validation of what scripts pass. */
import { kindOf, type JsonSchema } from '../../../runtime/base/json/json.js';

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

export const COLUMNS_SCHEMA = {
  type: 'array',
  // A string is a column of that key; what follows is about objects.
  items: {
    type: ['string', 'object'],
    properties: {
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
    },
    required: ['key'],
    additionalProperties: false,
  },
} as const satisfies JsonSchema;

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

/** Schemas of the JSON attributes, and validation of what scripts pass. */
import { kindOf, type JsonSchema } from '../../../runtime/base/json/json.js';
import { findValuesError } from '../../charts/model/values.js';

const { isArray } = Array;

export const SERIES_SCHEMA = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      color: { type: 'string' },
      stack: { type: 'string' },
      error: {
        type: 'object',
        properties: { low: { type: 'string' }, high: { type: 'string' } },
        required: ['low', 'high'],
        additionalProperties: false,
      },
    },
    required: ['name'],
    additionalProperties: false,
  },
} as const satisfies JsonSchema;

/** Infinities are absent values, whether set by a script or in JSON (`1e999`). */
export const BARS_SCHEMA = {
  infinities: true,
  type: 'array',
  items: { type: 'array', items: { type: ['number', 'null'] } },
} as const satisfies JsonSchema;

/** Values that have a tick on the axis. */
export const TICKS_SCHEMA = {
  type: 'array',
  items: { type: 'number' },
} as const satisfies JsonSchema;

/** Lines across a chart at a value of its scale, and targets of its entries. */
export const MARKS_SCHEMA = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      value: { type: 'number' },
      values: { type: 'array', items: { type: ['number', 'null'] } },
      label: { type: 'string' },
      color: { type: 'string' },
    },
    additionalProperties: false,
  },
} as const satisfies JsonSchema;

/** One item of the `marks` attribute: a line, or a target for each entry. */
export interface ReferenceMark {
  readonly value?: number;
  /** By the place of the entry in the data as it was set. */
  readonly values?: readonly (number | null)[];
  readonly label?: string;
  /** A CSS colour or `var(--name)`. */
  readonly color?: string;
}

/** The error in the data, or undefined. */
export function findRowsError(rows: unknown): string | undefined {
  if (!isArray(rows)) return `bars: expected an array of arrays, found ${kindOf(rows)}`;
  const entries = rows as unknown[];
  for (let entry = 0; entry < entries.length; entry++) {
    const error = findValuesError(entries[entry], `bars[${entry}]`);
    if (error !== undefined) return error;
  }
  return undefined;
}

/** The error in the items of `marks`, beyond their shape; undefined without one. */
export function findMarksError(marks: readonly ReferenceMark[]): string | undefined {
  const index = marks.findIndex(
    ({ value, values }) => (value === undefined) === (values === undefined),
  );
  if (index < 0) return undefined;
  const found = marks[index]!.value === undefined ? 'neither' : 'both';
  return `marks[${index}]: expected "value" (a line) or "values" (a target for each entry), found ${found}`;
}

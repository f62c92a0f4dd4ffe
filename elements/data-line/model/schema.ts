/** Schemas of the JSON attributes of line charts, and the check of points that scripts pass. */
import { kindOf, type JsonSchema } from '../../../runtime/base/json/json.js';
import { findValueError } from '../../charts/model/values.js';
import { parseTime } from '../../charts/scale/time-ticks.js';

const { isArray } = Array;

const LINE_TYPES = ['line', 'area', 'step', 'scatter', 'candle'] as const;
export type LineType = (typeof LINE_TYPES)[number];

export const SERIES_SCHEMA = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      type: { type: 'string', enum: LINE_TYPES },
      color: { type: 'string' },
      stack: { type: 'string' },
      open: { type: 'string' },
      high: { type: 'string' },
      low: { type: 'string' },
    },
    required: ['name'],
    additionalProperties: false,
  },
} as const satisfies JsonSchema;

/** Places on the axis may be ISO dates and times. Infinities are absent values. */
export const POINTS_SCHEMA = {
  infinities: true,
  type: 'array',
  items: { type: 'array', items: { type: ['number', 'null', 'string'] } },
} as const satisfies JsonSchema;

export const MARKS_SCHEMA = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      value: { type: 'number' },
      from: { type: 'number' },
      to: { type: 'number' },
      x: { type: ['number', 'string'] },
      label: { type: 'string' },
      color: { type: 'string' },
    },
    additionalProperties: false,
  },
} as const satisfies JsonSchema;

/** A line at a value or at a place of the other axis, or a band between two values. */
export interface LineMark {
  readonly value?: number;
  readonly from?: number;
  readonly to?: number;
  readonly x?: number | string;
  readonly label?: string;
  readonly color?: string;
}

/** A place on the horizontal axis: a number, or a time as milliseconds; NaN where it is none. */
export function placeOf(x: unknown): number {
  if (typeof x === 'number') return Number.isFinite(x) ? x : NaN;
  return typeof x === 'string' ? parseTime(x) : NaN;
}

/** The error in one point, or undefined. */
function findPointError(point: unknown, where: string): string | undefined {
  if (!isArray(point)) {
    return `${where}: expected an array [x, y, …], found ${kindOf(point)}`;
  }
  const cells = point as unknown[];
  const [x] = cells;
  if (typeof x === 'string') {
    if (Number.isNaN(parseTime(x))) {
      return `${where}[0]: expected a number or an ISO date such as "2026-03-29T14:30", found ${JSON.stringify(x.slice(0, 40))}`;
    }
  } else if (typeof x !== 'number' || !Number.isFinite(x)) {
    const found = typeof x === 'number' ? String(x) : kindOf(x);
    return `${where}[0]: expected a number or an ISO date such as "2026-03-29T14:30", found ${found}`;
  }
  return findValueError(cells, where, 1);
}

/** The error in the data, or undefined. */
export function findPointsError(points: unknown): string | undefined {
  if (!isArray(points)) return `points: expected an array of points, found ${kindOf(points)}`;
  const all = points as unknown[];
  for (let index = 0; index < all.length; index++) {
    const error = findPointError(all[index], `points[${index}]`);
    if (error !== undefined) return error;
  }
  return undefined;
}

/** The error in the items of `marks`, beyond their shape; undefined without one. */
export function findLineMarkError(marks: readonly LineMark[]): string | undefined {
  for (const [index, { value, from, to, x }] of marks.entries()) {
    const isBand = from !== undefined && to !== undefined;
    const kinds = [value !== undefined, isBand, x !== undefined].filter(Boolean).length;
    if (kinds !== 1 || (!isBand && (from !== undefined || to !== undefined))) {
      return `marks[${index}]: expected one of "value" (a line), "from" and "to" (a band) or "x" (a line across)`;
    }
    if (x !== undefined && Number.isNaN(placeOf(x))) {
      return `marks[${index}].x: expected a number or an ISO date such as "2026-03-29T14:30", found ${JSON.stringify(x)}`;
    }
  }
  return undefined;
}

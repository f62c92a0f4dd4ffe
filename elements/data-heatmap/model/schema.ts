/** Schemas of the JSON attributes of heatmaps, and the check of cells that scripts pass. */
import { kindOf, type JsonSchema } from '../../../runtime/base/json/json.js';
import { findValuesError } from '../../charts/model/values.js';

const { isArray } = Array;

/** Places that a heatmap has whatever its data is, 128 MB, and places for each number beyond that. */
const MAX_PLACES = 1 << 24;
const MAX_PLACES_SHARE = 32;

/** Infinities are absent values. */
export const CELLS_SCHEMA = {
  infinities: true,
  type: 'array',
  items: { type: 'array', items: { type: ['number', 'null'] } },
} as const satisfies JsonSchema;

/** The error in the data, or undefined. One long row of many short ones makes a place in all others. */
export function findCellsError(cells: unknown): string | undefined {
  if (!isArray(cells)) return `cells: expected an array of rows, found ${kindOf(cells)}`;
  const rows = cells as unknown[];
  let widest = 0;
  let numbers = 0;
  for (let row = 0; row < rows.length; row++) {
    const error = findValuesError(rows[row], `cells[${row}]`);
    if (error !== undefined) return error;
    const { length } = rows[row] as unknown[];
    widest = Math.max(widest, length);
    numbers += length;
  }
  return hasRoom(rows.length * widest, numbers)
    ? undefined
    : `cells: expected rows of about the same length, found ${rows.length} rows of which one has ${widest} values and most have few`;
}

/** True where the numbers justify these places. */
export function hasRoom(places: number, numbers: number): boolean {
  return places <= MAX_PLACES || places <= numbers * MAX_PLACES_SHARE;
}

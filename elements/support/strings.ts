/** Lists and sets of strings that attributes and scripts pass: labels, column names, ids. */
import { kindOf, type JsonSchema } from '../../runtime/base/json/json.js';

export const STRINGS_SCHEMA = {
  type: 'array',
  items: { type: 'string' },
} as const satisfies JsonSchema;

/** Returns the error in a set of ids, or undefined. A string is one id, not its letters. */
export function findIdsError(ids: unknown): string | undefined {
  const iterable = typeof ids === 'object' && ids !== null && Symbol.iterator in ids;
  if (!iterable) return `ids: expected a set of strings, found ${kindOf(ids)}`;
  if (Array.isArray(ids) || ids instanceof Set) {
    for (const id of ids as Iterable<unknown>) {
      if (typeof id !== 'string') return `ids: expected strings, found ${kindOf(id)}`;
    }
  }
  return undefined;
}

/** The check of values that scripts pass to charts: JSON schemas have no undefined and no NaN, which are absent values. */
import { kindOf } from '../../../runtime/base/json/json.js';

/** The error in the values of an entry from an index on, or undefined. */
export function findValueError(
  values: readonly unknown[],
  where: string,
  from = 0,
): string | undefined {
  for (let index = from; index < values.length; index++) {
    const value = values[index];
    if (typeof value !== 'number' && value !== null && value !== undefined) {
      return `${where}[${index}]: expected a number or null, found ${kindOf(value)}`;
    }
  }
  return undefined;
}

/** The same, also of what is not an array. */
export function findValuesError(values: unknown, where: string): string | undefined {
  return Array.isArray(values)
    ? findValueError(values, where)
    : `${where}: expected an array of numbers, found ${kindOf(values)}`;
}

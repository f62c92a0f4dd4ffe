/** Decides whether the first row of CSV or TSV has the names of the columns. */
import { parseTime } from '../../elements/charts/scale/time-ticks.js';
import { isAbsent, isNumber } from './columns.js';
import { dateReader } from './date-format.js';
import type { ChartOptions } from './options.js';

/**
 * True for a row of names: where no option decides, any row but one of numbers, dates and words for absent values. An empty value
 * is one of names: the corner of a table whose columns are called `2024` and `2025`.
 */
export function hasNames(
  values: readonly string[],
  { hasHeader, dateFormat }: ChartOptions,
): boolean {
  if (hasHeader !== undefined) return hasHeader;
  const readDate = dateFormat === undefined ? undefined : dateReader(dateFormat);
  const isDate = (text: string): boolean =>
    readDate === undefined ? !Number.isNaN(parseTime(text)) : readDate(text) !== undefined;
  let hasValue = false;
  for (const value of values) {
    const text = value.trim();
    if (isNumber(text) || isDate(text)) hasValue = true;
    else if (text === '' || !isAbsent(text)) return true;
  }
  return !hasValue;
}

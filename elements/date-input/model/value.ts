/** Values of a date input: a day, a day with a time, or two of them with a slash between (ISO 8601). */
import { formatDay, formatTime, parseDay, parseTime } from './dates.js';

/** Seconds since midnight are undefined where the input has no time. */
export interface Moment {
  readonly day: number;
  readonly seconds?: number | undefined;
}

/** The first and the last one; of a single day only the first. */
export interface DateValue {
  readonly start: Moment;
  readonly end?: Moment | undefined;
}

export function parseMoment(text: string, hasTime: boolean): Moment | undefined {
  const [date = '', time, ...rest] = text.trim().split(/[T ]/);
  const day = parseDay(date);
  if (day === undefined || rest.length > 0) return undefined;
  if (time === undefined) return { day, seconds: hasTime ? 0 : undefined };
  const seconds = hasTime ? parseTime(time) : undefined;
  return seconds === undefined ? undefined : { day, seconds };
}

export function formatMoment({ day, seconds }: Moment): string {
  return formatDay(day) + (seconds === undefined ? '' : `T${formatTime(seconds)}`);
}

export function compareMoments(one: Moment, other: Moment): number {
  return one.day - other.day || (one.seconds ?? 0) - (other.seconds ?? 0);
}

/** @returns undefined for a text that is not such a value; of a range the two are in order */
export function parseValue(
  text: string,
  { hasTime, isRange }: { readonly hasTime: boolean; readonly isRange: boolean },
): DateValue | undefined {
  const [first = '', second, ...rest] = text.split('/');
  const start = parseMoment(first, hasTime);
  if (start === undefined || rest.length > 0) return undefined;
  if (!isRange) return second === undefined ? { start } : undefined;
  const end = second === undefined ? undefined : parseMoment(second, hasTime);
  if (end === undefined) return undefined;
  return compareMoments(start, end) <= 0 ? { start, end } : { start: end, end: start };
}

export function formatValue({ start, end }: DateValue): string {
  return formatMoment(start) + (end === undefined ? '' : `/${formatMoment(end)}`);
}

/**
 * The parts of a date in a field, which the user goes through: year, month and day in the order of the language, then hours and
 * minutes; of a range those of both days. A part is a number or empty; digits are typed into it as into a field of its own.
 */
import { dateOf, dayOf, daysIn } from './dates.js';
import type { DateLocale, PartName } from './locale.js';
import type { Moment } from './value.js';

type SegmentName = PartName | 'hour' | 'minute';

export interface Segment {
  readonly name: SegmentName;
  /** What is before it. */
  readonly before: string;
  /** Digits of a full one. */
  readonly length: number;
  readonly min: number;
  readonly max: number;
}

const RULES: Readonly<Record<SegmentName, Omit<Segment, 'name' | 'before'>>> = {
  year: { length: 4, min: 1, max: 9999 },
  month: { length: 2, min: 1, max: 12 },
  day: { length: 2, min: 1, max: 31 },
  hour: { length: 2, min: 0, max: 23 },
  minute: { length: 2, min: 0, max: 59 },
};

/** The text of an empty part. */
const EMPTY: Readonly<Record<SegmentName, string>> = {
  year: 'yyyy',
  month: 'mm',
  day: 'dd',
  hour: '--',
  minute: '--',
};

export function segmentsOf({ order, separators }: DateLocale, hasTime: boolean): Segment[] {
  const names: SegmentName[] = hasTime ? [...order, 'hour', 'minute'] : [...order];
  return names.map((name, at) => {
    const before = at < order.length ? (separators[at] ?? '') : name === 'hour' ? ' ' : ':';
    return { name, before, ...RULES[name] };
  });
}

export type Parts = Readonly<Partial<Record<SegmentName, number | undefined>>>;

export function partsOf(moment: Moment | undefined): Parts {
  if (moment === undefined) return {};
  const { year, month, day } = dateOf(moment.day);
  const { minutes } = moment;
  if (minutes === undefined) return { year, month, day };
  return { year, month, day, hour: Math.floor(minutes / 60), minute: minutes % 60 };
}

/** The moment of complete parts; a day that the month has not becomes its last one. */
export function momentOf(parts: Parts, hasTime: boolean): Moment | undefined {
  const { year, month, day, hour, minute } = parts;
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = dayOf({ year, month, day: Math.min(day, daysIn(year, month)) });
  if (!hasTime) return { day: date };
  if (hour === undefined || minute === undefined) return undefined;
  return { day: date, minutes: hour * 60 + minute };
}

export function segmentText({ name, length }: Segment, parts: Parts): string {
  const value = parts[name];
  return value === undefined ? EMPTY[name] : String(value).padStart(length, '0');
}

/** The value after one more digit, and whether no other digit can follow. */
export function typeDigit(
  { length, max, min }: Segment,
  typed: string,
  digit: string,
): { readonly typed: string; readonly value: number | undefined; readonly isFull: boolean } {
  let text = typed + digit;
  if (text.length > length || Number(text) > max) text = digit;
  const value = Number(text);
  const isFull = text.length === length || value * 10 > max;
  // A month of "0" is the start of "07".
  return { typed: text, value: value < min ? undefined : value, isFull };
}

/** One step up or down, around the ends; an empty part starts at `start`. */
export function stepSegment(
  { min, max }: Segment,
  value: number | undefined,
  by: number,
  start: number,
): number {
  if (value === undefined) return Math.min(max, Math.max(min, start));
  const size = max - min + 1;
  return ((((value - min + by) % size) + size) % size) + min;
}

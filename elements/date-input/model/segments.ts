/**
 * The parts of a date in a field, which the user goes through: year, month and day in the order of the language, then hours,
 * minutes and seconds; of a range those of both days. A part is a number or empty; digits are typed into it as into a field of its own.
 */
import { dateOf, dayOf, daysIn } from './dates.js';
import type { DateLocale, PartName } from './locale.js';
import type { Moment } from './value.js';

type SegmentName = PartName | 'hour' | 'minute' | 'second';

/** How much of a time is entered. */
export type Precision = 'none' | 'minutes' | 'seconds';

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
  second: { length: 2, min: 0, max: 59 },
};

/** The text of an empty part. */
const EMPTY: Readonly<Record<SegmentName, string>> = {
  year: 'yyyy',
  month: 'mm',
  day: 'dd',
  hour: '--',
  minute: '--',
  second: '--',
};

const TIME_NAMES: Readonly<Record<Precision, readonly SegmentName[]>> = {
  none: [],
  minutes: ['hour', 'minute'],
  seconds: ['hour', 'minute', 'second'],
};

export function isTimeSegment({ name }: Segment): boolean {
  return TIME_NAMES.seconds.includes(name);
}

export function segmentsOf({ order, separators }: DateLocale, precision: Precision): Segment[] {
  const names: SegmentName[] = [...order, ...TIME_NAMES[precision]];
  return names.map((name, at) => {
    const before = at < order.length ? (separators[at] ?? '') : name === 'hour' ? ' ' : ':';
    return { name, before, ...RULES[name] };
  });
}

export type Parts = Readonly<Partial<Record<SegmentName, number | undefined>>>;

export function partsOf(moment: Moment | undefined): Parts {
  if (moment === undefined) return {};
  const { year, month, day } = dateOf(moment.day);
  const { seconds } = moment;
  if (seconds === undefined) return { year, month, day };
  const [hour, minute] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return { year, month, day, hour, minute, second: seconds % 60 };
}

/** The moment of complete parts; a day that the month has not becomes its last one. */
export function momentOf(parts: Parts, precision: Precision): Moment | undefined {
  const { year, month, day } = parts;
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = dayOf({ year, month, day: Math.min(day, daysIn(year, month)) });
  if (precision === 'none') return { day: date };
  const seconds = secondsOf(parts, precision);
  return seconds === undefined ? undefined : { day: date, seconds };
}

/** The time of complete parts; seconds that are not entered are those that the value had. */
export function secondsOf(parts: Parts, precision: Precision): number | undefined {
  const { hour, minute, second = precision === 'seconds' ? undefined : 0 } = parts;
  if (hour === undefined || minute === undefined || second === undefined) return undefined;
  return hour * 3600 + minute * 60 + second;
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

/** Values of a part that steps go to: `first` and each `size` values after it. */
export interface PartSteps {
  readonly size: number;
  readonly first: number;
}

const EACH: PartSteps = { size: 1, first: 0 };

/** One step up or down, around the ends; an empty part starts at `start`. */
export function stepSegment(
  { min, max }: Segment,
  value: number | undefined,
  by: number,
  start: number,
  { size, first }: PartSteps = EACH,
): number {
  const isStep = (at: number): boolean => (at - first) % size === 0;
  const count = max - min + 1;
  const around = (at: number): number => ((((at - min) % count) + count) % count) + min;
  const toward = Math.sign(by) || 1;
  let at = value ?? around(start);
  let left = value === undefined ? 0 : Math.abs(by);
  if (value === undefined && !isStep(at)) left = 1;
  // No part has more than 9999 values, and one of them is a step.
  for (let tries = 0; left > 0 && tries < count; tries++) {
    at = around(at + toward);
    if (isStep(at)) left--;
  }
  return at;
}

/** The steps of a part of a time for steps of this many seconds from a time of the day on. */
export function timeSteps({ name }: Segment, step: number | undefined, base: number): PartSteps {
  if (step === undefined) return EACH;
  const [unit, whole] = name === 'hour' ? [3600, 86_400] : name === 'minute' ? [60, 3600] : [1, 60];
  if (!TIME_NAMES.seconds.includes(name)) return EACH;
  const size = Math.max(1, Math.floor(divisor(step, whole) / unit));
  return { size, first: Math.floor((base % whole) / unit) % size };
}

/** The greatest common divisor. */
function divisor(one: number, other: number): number {
  return other === 0 ? one : divisor(other, one % other);
}

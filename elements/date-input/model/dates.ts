/**
 * Dates as days of the proleptic Gregorian calendar, without time zones: a day has no hours that a clock change could move it
 * by. All arithmetic is on the number of days since 1970-01-01.
 */

/** A day, by its parts. */
export interface PlainDate {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

/** Years as ISO 8601 writes them with four digits. */
export const MIN_DAY = dayOf({ year: 1, month: 1, day: 1 });
export const MAX_DAY = dayOf({ year: 9999, month: 12, day: 31 });

const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

export function daysIn(year: number, month: number): number {
  return month === 2 && isLeap(year) ? 29 : (LENGTHS[month - 1] ?? 31);
}

/** Days since 1970-01-01 (Howard Hinnant, `days_from_civil`). */
export function dayOf({ year, month, day }: PlainDate): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** The parts of a day (Howard Hinnant, `civil_from_days`). */
export function dateOf(day: number): PlainDate {
  const z = day + 719_468;
  const era = Math.floor(z / 146_097);
  const dayOfEra = z - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return { year, month, day: dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1 };
}

/** Day of the week as ISO 8601 counts: 1 Monday to 7 Sunday. */
export function weekdayOf(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

/** The same day of another month; the last one of it where it is shorter. */
export function addMonths(day: number, months: number): number {
  const { year, month, day: date } = dateOf(day);
  const all = year * 12 + month - 1 + months;
  const to = { year: Math.floor(all / 12), month: (((all % 12) + 12) % 12) + 1 };
  return dayOf({ ...to, day: Math.min(date, daysIn(to.year, to.month)) });
}

/** Number of the week by ISO 8601: that of its Thursday. */
export function weekNumberOf(day: number): number {
  const thursday = day - weekdayOf(day) + 4;
  const { year } = dateOf(thursday);
  return Math.floor((thursday - dayOf({ year, month: 1, day: 1 })) / 7) + 1;
}

/** The first day that a calendar of a month shows: a day of the week that is the first one. */
export function gridStart(year: number, month: number, firstWeekday: number): number {
  const first = dayOf({ year, month, day: 1 });
  return first - ((weekdayOf(first) - firstWeekday + 7) % 7);
}

/** `2026-11-28`; undefined for what is not a day. */
export function parseDay(text: string): number | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim());
  if (parts === null) return undefined;
  const [year = 0, month = 0, day = 0] = parts.slice(1).map(Number);
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;
  return dayOf({ year, month, day });
}

export function formatDay(day: number): string {
  const { year, month, day: date } = dateOf(day);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(date)}`;
}

/** `09:30` or `09:30:15`, as seconds since midnight. */
export function parseTime(text: string): number | undefined {
  const parts = /^(\d{2}):(\d{2})(?::(\d{2})(?:\.0+)?)?$/.exec(text.trim());
  if (parts === null) return undefined;
  const [hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part = '0') => Number(part));
  if (hours > 23 || minutes > 59 || seconds > 59) return undefined;
  return hours * 3600 + minutes * 60 + seconds;
}

/** As HTML writes it: without seconds where there are none. */
export function formatTime(time: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const seconds = time % 60 === 0 ? '' : `:${two(time % 60)}`;
  return `${two(Math.floor(time / 3600))}:${two(Math.floor(time / 60) % 60)}${seconds}`;
}

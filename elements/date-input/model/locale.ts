/** The dates of a language: the order of their parts, names of months and days, the first day of a week. */
import { dayOf } from './dates.js';

export type PartName = 'year' | 'month' | 'day';

export interface DateLocale {
  /** Parts in their order, and what is between them. */
  readonly order: readonly PartName[];
  readonly separators: readonly string[];
  /** 1 Monday to 7 Sunday. */
  readonly firstWeekday: number;
  /** Short names of the days of the week, Monday first. */
  readonly weekdays: readonly string[];
  /** `November 2026`. */
  monthName(year: number, month: number): string;
  /** `Saturday, 28 November 2026`. */
  fullName(day: number): string;
}

const MS_A_DAY = 86_400_000;
const known = new Map<string, DateLocale>();

/** Where no language is named, dates are those of ISO 8601: English names, Monday first. */
const NEUTRAL = 'en-GB';

export function dateLocale(tag: string): DateLocale {
  let found = known.get(tag);
  if (found === undefined) {
    if (known.size > 50) known.clear();
    known.set(tag, (found = makeLocale(tag)));
  }
  return found;
}

/** True for a language tag in the form of BCP 47, known or not. */
export function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

function makeLocale(tag: string): DateLocale {
  const isNeutral = tag === '' || !isLocale(tag);
  const name = isNeutral ? NEUTRAL : tag;
  // Calendars and digits are those of ISO 8601 in every language: the value is one.
  const format = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(name, {
      ...options,
      timeZone: 'UTC',
      calendar: 'gregory',
      numberingSystem: 'latn',
    });
  const numeric = format({ year: 'numeric', month: '2-digit', day: '2-digit' });
  const parts = numeric.formatToParts(dateAt(dayOf({ year: 2026, month: 11, day: 28 })));
  const order = parts
    .map(({ type }) => type)
    .filter((type): type is PartName => type === 'year' || type === 'month' || type === 'day');
  const separators: string[] = [];
  let between = '';
  for (const { type, value } of parts) {
    if (type === 'literal') between += value;
    else if (type === 'year' || type === 'month' || type === 'day') {
      separators.push(between);
      between = '';
    }
  }
  const weekday = format({ weekday: 'short' });
  const month = format({ month: 'long', year: 'numeric' });
  const full = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  // 2026-11-23 is a Monday.
  const monday = dayOf({ year: 2026, month: 11, day: 23 });
  return {
    order: isNeutral ? ['year', 'month', 'day'] : order,
    separators: isNeutral
      ? ['', '-', '-']
      : separators.map((text) => text.replace(/[\u200e\u200f]/g, '')),
    firstWeekday: firstWeekdayOf(name),
    weekdays: Array.from({ length: 7 }, (_, at) => weekday.format(dateAt(monday + at))),
    monthName: (year, number) => month.format(dateAt(dayOf({ year, month: number, day: 1 }))),
    fullName: (day) => full.format(dateAt(day)),
  };
}

/** Midnight UTC of a day, for names only. */
function dateAt(day: number): Date {
  return new Date(day * MS_A_DAY);
}

interface WeekInfo {
  readonly firstDay: number;
}
type LocaleWithWeek = Intl.Locale & { getWeekInfo?(): WeekInfo; readonly weekInfo?: WeekInfo };

function firstWeekdayOf(tag: string): number {
  const locale = new Intl.Locale(tag) as LocaleWithWeek;
  return locale.getWeekInfo?.().firstDay ?? locale.weekInfo?.firstDay ?? 1;
}

/** Days by arithmetic: the calendar, months and weeks, compared with `Date` in UTC; and the texts of values. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as dates from '../../../elements/date-input/model/dates.js';
import { dateLocale } from '../../../elements/date-input/model/locale.js';
import { formatValue, parseValue } from '../../../elements/date-input/model/value.js';
import {
  momentOf,
  partsOf,
  segmentsOf,
  stepSegment,
  timeSteps,
  typeDigit,
} from '../../../elements/date-input/model/segments.js';
import { propertyRuns } from '../../support/property-runs.js';

const MS = 86_400_000;
const day = fc.integer({ min: dates.MIN_DAY, max: dates.MAX_DAY });

it('are those of the calendar', () => {
  fc.assert(
    fc.property(day, (at) => {
      const date = new Date(at * MS);
      const parts = dates.dateOf(at);
      expect(parts).toEqual({
        year: date.getUTCFullYear(),
        month: date.getUTCMonth() + 1,
        day: date.getUTCDate(),
      });
      expect(dates.dayOf(parts)).toBe(at);
      expect(dates.weekdayOf(at) % 7).toBe(date.getUTCDay());
      expect(dates.parseDay(dates.formatDay(at))).toBe(at);
    }),
    { numRuns: propertyRuns(500) },
  );
});

it('months later is the same day, or the last one of a shorter month', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -30, max: 30 }), (at, months) => {
      const from = dates.dateOf(at);
      const to = dates.dateOf(dates.addMonths(at, months));
      expect(to.year * 12 + to.month).toBe(from.year * 12 + from.month + months);
      expect(to.day).toBe(Math.min(from.day, dates.daysIn(to.year, to.month)));
    }),
    { numRuns: propertyRuns(300) },
  );
});

it.each([
  ['2026-01-01', 1],
  ['2026-12-31', 53],
  ['2027-01-03', 53],
  ['2027-01-04', 1],
  ['2024-12-30', 1],
])('%s is in week %i', (text, week) => {
  expect(dates.weekNumberOf(dates.parseDay(text)!)).toBe(week);
});

it.each(['2026-02-29', '2026-13-01', '2026-00-10', '26-01-01', '0000-01-01', '2026-1-1', ''])(
  '"%s" is not a day',
  (text) => {
    expect(dates.parseDay(text)).toBeUndefined();
  },
);

describe('values', () => {
  it.each([
    ['2026-11-28', {}],
    ['2026-11-28T09:30', { hasTime: true }],
    ['2026-11-28T09:30:15', { hasTime: true }],
    ['2026-11-01/2026-11-28', { isRange: true }],
    ['2026-11-01T00:00/2026-11-28T23:59', { hasTime: true, isRange: true }],
  ])('%s', (text, options) => {
    const value = parseValue(text, { hasTime: false, isRange: false, ...options });
    expect(formatValue(value!)).toBe(text);
    expect(momentOf(partsOf(value!.start), 'hasTime' in options ? 'minutes' : 'none')).toEqual(
      value!.start,
    );
  });

  it('of a range are in order, and others are none', () => {
    const range = { hasTime: false, isRange: true };
    expect(formatValue(parseValue('2026-11-28/2026-11-01', range)!)).toBe('2026-11-01/2026-11-28');
    for (const text of ['2026-11-28', 'a/b', '2026-11-28/', '2026-11-28T10:00/2026-11-29']) {
      expect(parseValue(text, range)).toBeUndefined();
    }
    expect(parseValue('2026-11-28T24:00', { hasTime: true, isRange: false })).toBeUndefined();
  });
});

it('is written as languages do', () => {
  const shape = (tag: string): string =>
    segmentsOf(dateLocale(tag), 'none')
      .map(({ name, before }) => before + name)
      .join('');
  expect(['', 'en-US', 'en-GB', 'de', 'not a tag!'].map(shape)).toEqual([
    'year-month-day',
    'month/day/year',
    'day/month/year',
    'day.month.year',
    'year-month-day',
  ]);
  // CLDR: Sunday, Monday, Saturday, and by the script and the region that are most likely.
  const weeks = ['en-US', 'de', 'ar-EG', 'fa', 'pt-BR', 'en-GB', '', 'not a tag!'];
  expect(weeks.map((tag) => dateLocale(tag).firstWeekday)).toEqual([7, 1, 6, 6, 7, 1, 1, 1]);
});

it('takes digits until no other can follow', () => {
  const [year, month] = segmentsOf(dateLocale(''), 'none');
  expect(typeDigit(month!, '', '1')).toEqual({ typed: '1', value: 1, isFull: false });
  expect(typeDigit(month!, '1', '2')).toEqual({ typed: '12', value: 12, isFull: true });
  expect(typeDigit(month!, '1', '5')).toEqual({ typed: '5', value: 5, isFull: true });
  expect(typeDigit(month!, '', '0')).toEqual({ typed: '0', value: undefined, isFull: false });
  expect(typeDigit(year!, '202', '7')).toEqual({ typed: '2027', value: 2027, isFull: true });
});

it('steps a time within a part, from where steps begin', () => {
  const segments = segmentsOf(dateLocale(''), 'seconds');
  const steps = (name: string, step: number | undefined, base = 0) =>
    timeSteps(
      segments.find((each) => each.name === name)!,
      step,
      base,
    );
  expect(steps('hour', 7200)).toEqual({ size: 2, first: 0 });
  expect(steps('minute', 900, 600)).toEqual({ size: 15, first: 10 });
  // Ninety minutes change hours by one and minutes by thirty.
  expect([steps('hour', 5400).size, steps('minute', 5400).size]).toEqual([1, 30]);
  expect([steps('minute', 3600).size, steps('second', 20).size]).toEqual([60, 20]);
  const minute = segments.find(({ name }) => name === 'minute')!;
  expect(stepSegment(minute, 7, 1, 0, { size: 15, first: 0 })).toBe(15);
  expect(stepSegment(minute, 7, -1, 0, { size: 15, first: 0 })).toBe(0);
  expect(stepSegment(minute, 45, 1, 0, { size: 15, first: 0 })).toBe(0);
  expect(stepSegment(minute, 30, 1, 0, { size: 60, first: 30 })).toBe(30);
});

it('has each hour of a day, also where a clock is changed', () => {
  // 02:30 does not exist in New York on the first of these days, and exists twice on the second one.
  for (const date of ['2026-03-08', '2026-11-01']) {
    for (let hour = 0; hour < 24; hour++) {
      const text = `${date}T${String(hour).padStart(2, '0')}:30`;
      const value = parseValue(text, { hasTime: true, isRange: false })!;
      const moment = momentOf(partsOf(value.start), 'minutes')!;
      expect(formatValue({ start: moment })).toBe(text);
    }
  }
});

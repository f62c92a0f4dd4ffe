/** Checks of what the attributes of a date input contain: dates that are not dates, and limits in the wrong order. */
import type { AttributeValues, Misfit } from '../support/author.js';
import type { ATTRIBUTES } from './declaration.js';
import { dayOf, daysIn, formatDay, parseDay } from './model/dates.js';
import { isLocale } from './model/locale.js';
import { compareMoments, formatMoment, parseMoment, parseValue } from './model/value.js';

type Props = AttributeValues<typeof ATTRIBUTES>;

interface DateError {
  readonly attribute: 'value' | 'min' | 'max' | 'locale';
  readonly code: 'bad-value' | 'bad-range';
  readonly message: string;
  readonly suggestion?: string | undefined;
}

const DAY = '2026-11-28';

export function checkDates(props: Props): DateError[] {
  const { value = '', min = '', max = '', locale } = props;
  const errors: DateError[] = [];
  const hasTime = props.type !== 'date';
  if (value !== '' && parseValue(value, { hasTime, isRange: props.range }) === undefined) {
    errors.push(valueError(value, hasTime, props.range));
  }
  for (const [attribute, text] of [
    ['min', min],
    ['max', max],
  ] as const) {
    if (text === '' || parseMoment(text, hasTime) !== undefined) continue;
    errors.push(dateError(attribute, text, hasTime));
  }
  const [least, most] = [parseMoment(min, hasTime), parseMoment(max, hasTime)];
  if (least !== undefined && most !== undefined && compareMoments(least, most) > 0) {
    errors.push({
      attribute: 'min',
      code: 'bad-range',
      message: `"min": expected a date up to "max" (${quoted(max)}), found ${quoted(min)}; no date is valid`,
      suggestion: `write min="${max}" max="${min}"`,
    });
  }
  if (locale !== '' && !isLocale(locale)) {
    const found = quoted(locale);
    errors.push({
      attribute: 'locale',
      code: 'bad-value',
      message: `"locale": expected a language tag such as "de" or "en-US", found ${found}; dates are as ISO 8601 writes them`,
      suggestion: localeLike(locale),
    });
  }
  return errors;
}

/** What a form expects as the value; undefined where a value fits. */
export function findMisfit(
  value: unknown,
  { type, range: isRange }: Pick<Props, 'type' | 'range'>,
): Misfit | undefined {
  const hasTime = type !== 'date';
  if (value === '') return undefined;
  if (typeof value === 'string' && parseValue(value, { hasTime, isRange }) !== undefined)
    return undefined;
  const sample = example(hasTime);
  const expected = isRange
    ? `two dates such as "${sample}/${sample}"`
    : `a date such as "${sample}"`;
  const found = typeof value === 'string' && !isRange ? mend(value, hasTime) : undefined;
  return { expected, suggestion: found === undefined ? undefined : `write "${found}"` };
}

function valueError(text: string, hasTime: boolean, isRange: boolean): DateError {
  const days = text.split('/');
  const isPair = days.length === 2 && days.every((day) => parseMoment(day, true) !== undefined);
  if (!isRange && isPair) {
    const message = `"value": expected one date, found two: ${quoted(text)}`;
    return { attribute: 'value', code: 'bad-value', message, suggestion: 'write range="true"' };
  }
  if (!isRange) return dateError('value', text, hasTime);
  const sample = example(hasTime);
  const mended = days.map((day) => mend(day, hasTime) ?? '');
  const isMended = mended.length <= 2 && !mended.includes('');
  const value = isMended ? `${mended[0]}/${mended.at(-1)}` : `${sample}/${sample}`;
  return {
    attribute: 'value',
    code: 'bad-value',
    message: `"value": expected two dates such as "${sample}/${sample}", found ${quoted(text)}`,
    suggestion: `write value="${value}"`,
  };
}

function dateError(attribute: 'value' | 'min' | 'max', text: string, hasTime: boolean): DateError {
  const code = 'bad-value';
  if (!hasTime && parseMoment(text, true) !== undefined) {
    const message = `"${attribute}": expected a date without a time, found ${quoted(text)}`;
    return { attribute, code, message, suggestion: 'write type="datetime"' };
  }
  return {
    attribute,
    code,
    message: `"${attribute}": expected a date such as "${example(hasTime)}", found ${quoted(text)}`,
    suggestion: `write ${attribute}="${mend(text, hasTime) ?? example(hasTime)}"`,
  };
}

function example(hasTime: boolean): string {
  return hasTime ? `${DAY}T09:30` : DAY;
}

/** The date that a text is likely to mean: `2026-2-30`, `28.11.2026`, `11/28/2026`. Undefined where that could be several. */
function mend(text: string, hasTime: boolean): string | undefined {
  const known = parseMoment(text, hasTime);
  if (known !== undefined) return formatMoment(known);
  const [, first = '', second = '', third = '', time = ''] =
    /^\s*(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?:[T ]+(\d{1,2}:\d{2})\S*)?\s*$/.exec(text) ?? [];
  const day = first.length === 4 ? dayFrom(first, second, third) : dayLast(first, second, third);
  if (day === undefined) return undefined;
  if (!hasTime) return formatDay(day);
  return formatMoment(
    parseMoment(`${formatDay(day)}T${time.padStart(5, '0')}`, true) ?? { day, seconds: 0 },
  );
}

/** With the year at the end the day is the one above 12. */
function dayLast(first: string, second: string, year: string): number | undefined {
  if (year.length !== 4) return undefined;
  if (Number(first) > 12) return dayFrom(year, second, first);
  return Number(second) > 12 || first === second ? dayFrom(year, first, second) : undefined;
}

function dayFrom(yearText: string, monthText: string, dayText: string): number | undefined {
  const [year, month, day] = [Number(yearText), Number(monthText), Number(dayText)];
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  return parseDay(formatDay(dayOf({ year, month, day: Math.min(day, daysIn(year, month)) })));
}

/** `de_DE.UTF-8`, as in environments, is `de-DE`. */
function localeLike(text: string): string {
  const tag = text.trim().replace(/\..*$/, '').replaceAll('_', '-');
  return `write locale="${isLocale(tag) && tag !== '' ? tag : 'en-US'}"`;
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 39)}…` : text);
}

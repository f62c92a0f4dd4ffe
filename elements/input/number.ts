/** Numbers as in HTML: parsing, also as people of a language write them, and steps. */
import type { ConstraintError } from '../support/validated-element.js';

export interface NumberRules {
  readonly min: number | undefined;
  readonly max: number | undefined;
  /** `any` or 0 takes any number, and steps by 1. */
  readonly step: number | string;
}

/** 0 where any number is taken. */
function stepOf({ step }: NumberRules): number {
  return typeof step === 'number' ? step : 0;
}

/** A valid floating-point number of HTML, and with a leading plus what people type. */
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** A double has no more significant digits than this. */
const MAX_DECIMALS = 15;

/** The number that a text represents; undefined where it is none, or too large for one. */
export function readNumber(text: string): number | undefined {
  const number = NUMBER.test(text) ? Number(text) : NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** How a language writes numbers. */
interface Signs {
  readonly decimal: string;
  readonly group: string;
}

const signs = new Map<string, Signs>();

/** @param language a BCP 47 tag; one that is none counts as English */
function signsOf(language: string): Signs {
  let found = signs.get(language);
  if (found === undefined) {
    const [locale = 'en'] = isLanguage(language) ? [language] : [];
    const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(
      1234567.8,
    );
    const signOf = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
    signs.set(language, (found = { decimal: signOf('decimal'), group: signOf('group') }));
  }
  return found;
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

/**
 * Blanks, apostrophes, underscores and the separator of Arabic script separate thousands everywhere, and its decimal
 * separator is one: no language has them for anything else.
 */
const GROUPS = String.raw` \u00a0\u2009\u202f'\u2019_\u066c`;
const DECIMAL = '\u066b';

/** One form of digits and signs: of full width, of all scripts, and the minus of typography. */
function plainSigns(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[^\P{Nd}0-9]/gu, plainDigit)
    .replace(/[\u2010-\u2013\u2212\ufe63\uff0d]/g, '-')
    .replace(/[\u061c\u200e\u200f]/g, '');
}

/** Unicode has the digits of each script in a row, from 0 to 9. */
function plainDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  let zero = point;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String((point - zero) % 10);
}

/**
 * A number as HTML writes it, of one as HTML or the language writes it: `1,234.5` is 1234.5 in English, `1.234,5` in
 * German. What is a number in HTML is that number, whatever the language. Undefined where it is none.
 */
export function numberText(text: string, language: string): string | undefined {
  const plain = plainSigns(text).trim();
  if (NUMBER.test(plain)) return plain;
  const { decimal, group } = signsOf(language);
  const separators = GROUPS + (group === '' ? '' : escaped(group));
  const pattern = new RegExp(
    String.raw`^([+-]?)(\d{1,3}(?:([${separators}])\d{3})(?:\3\d{3})*|\d+)(?:(?:${escaped(decimal)}|${DECIMAL})(\d*))?$`,
  );
  const [whole, sign = '', digits = '', , fraction = ''] = pattern.exec(plain) ?? [];
  if (whole === undefined) return undefined;
  return `${sign}${digits.replace(/\D/g, '')}${fraction === '' ? '' : `.${fraction}`}`;
}

function escaped(sign: string): string {
  return sign.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** What of a text that is typed may be in a number. */
export function numberCharacters(text: string): string {
  return plainSigns(text).replace(/[^0-9eE+.,'_ \u066b\u066c-]/g, '');
}

/** The next number this many steps away, on the steps that begin at `min`, between `min` and `max`. */
export function stepped(value: number | undefined, by: number, rules: NumberRules): number {
  const { min, max } = rules;
  const own = stepOf(rules);
  const step = own > 0 ? own : 1;
  const base = min ?? 0;
  const digits = Math.max(decimals(step), decimals(base), decimals(value ?? 0));
  const start = value ?? (base > 0 || (max ?? 0) < 0 ? base : 0);
  const steps = (start - base) / step;
  const nearest = Math.round(steps);
  // A number between two steps first goes to the next one.
  const isOn = own <= 0 || Math.abs(steps - nearest) < 1e-9;
  let count = isOn ? steps + by : by > 0 ? Math.floor(steps) + by : Math.ceil(steps) + by;
  if (own > 0) count = Math.round(count);
  let result = base + count * step;
  if (max !== undefined && result > max) {
    result = own > 0 ? base + Math.floor((max - base) / step + 1e-9) * step : max;
  }
  if (min !== undefined && result < min) result = min;
  return Number.isFinite(result) ? Number(result.toFixed(digits)) : start;
}

export function checkNumber(text: string, rules: NumberRules, language: string): ConstraintError[] {
  if (text === '') return [];
  const { min, max } = rules;
  const step = stepOf(rules);
  const number = readNumber(numberText(text, language) ?? '');
  if (number === undefined) {
    return [{ flag: 'badInput', message: 'Please enter a number.' }];
  }
  const errors: ConstraintError[] = [];
  if (min !== undefined && number < min) {
    errors.push({ flag: 'rangeUnderflow', message: `The value must be ${min} or more.` });
  }
  if (max !== undefined && number > max) {
    errors.push({ flag: 'rangeOverflow', message: `The value must be ${max} or less.` });
  }
  if (step > 0 && !isOnStep(number, step, min ?? 0)) {
    const digits = Math.max(decimals(step), decimals(min ?? 0));
    const base = min ?? 0;
    const below = Number((base + Math.floor((number - base) / step) * step).toFixed(digits));
    const above = Number((below + step).toFixed(digits));
    errors.push({
      flag: 'stepMismatch',
      message: `The two nearest valid values are ${below} and ${above}.`,
    });
  }
  return errors;
}

function isOnStep(number: number, step: number, base: number): boolean {
  const steps = (number - base) / step;
  // Decimal fractions are not exact in binary: 0.3 is 2.9999999999999996 steps of 0.1.
  return Math.abs(steps - Math.round(steps)) <= 1e-9 * Math.max(1, Math.abs(steps));
}

/** Digits behind the decimal point. */
function decimals(value: number): number {
  const [mantissa = '', exponent = '0'] = String(value).toLowerCase().split('e');
  const digits = mantissa.split('.')[1]?.length ?? 0;
  return Math.min(MAX_DECIMALS, Math.max(0, digits - Number(exponent)));
}

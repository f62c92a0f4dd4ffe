/** The values of cells as text that is edited, and what is typed as values: checked as the fields of forms check theirs. */
import { isAbsent } from '../model/sorting.js';
import type { Column } from '../model/columns.js';
import type { CellInput } from '../model/schema.js';
import { checkType } from '../../input/constraints.js';
import { checkNumber, numberText, readNumber } from '../../input/number.js';

/** What was typed, as a value; or the message of its error. */
export type Parsed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

/** What checks depend on. */
export interface ValueRules {
  /** BCP 47: how numbers are written. */
  readonly language: string;
  /** Most values of the column are numbers. */
  readonly isNumeric: boolean;
  /** Matches a pattern in bounded time. */
  matches(pattern: string, text: string): boolean;
}

type InputType = NonNullable<CellInput['type']>;

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The kind of a cell's value: the column's, or that of what is in it. */
export function typeOfCell(column: Column, value: unknown, isNumeric: boolean): InputType {
  const { input } = column;
  if (input?.type !== undefined) return input.type;
  if (input?.options !== undefined) return 'text';
  if (typeof value === 'boolean') return 'checkbox';
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  return isNumber || (isAbsent(value) && isNumeric) ? 'number' : 'text';
}

/** The text that is edited; undefined for values that no text can replace, as lists and objects. */
export function editText(value: unknown): string | undefined {
  if (isAbsent(value)) return '';
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10);
  }
  return typeof value === 'object' || typeof value === 'function' || typeof value === 'symbol'
    ? undefined
    : String(value);
}

export function parseCell(
  text: string,
  column: Column,
  before: unknown,
  rules: ValueRules,
): Parsed {
  const input = column.input ?? {};
  const type = typeOfCell(column, before, rules.isNumeric);
  const plain = text.trim() === '' ? '' : text;
  if (plain === '') {
    if (input.required === true) return { ok: false, message: 'Please fill in this field.' };
    return { ok: true, value: typeof before === 'string' ? '' : null };
  }
  const message = findError(plain, type, input, rules);
  if (message !== undefined) return { ok: false, message };
  return { ok: true, value: valueOf(plain, type, input, before, rules) };
}

function findError(
  text: string,
  type: InputType,
  input: CellInput,
  { language, matches }: ValueRules,
): string | undefined {
  const { options, maxLength, pattern } = input;
  if (type === 'number') {
    const { min, max, step = 0 } = input;
    return checkNumber(text, { min, max, step }, language)[0]?.message;
  }
  if (type === 'checkbox')
    return booleanOf(text) === undefined ? 'Please enter true or false.' : undefined;
  if (options !== undefined && optionOf(text, options) === undefined)
    return `Please choose one of: ${options.join(', ')}.`;
  if (type === 'date' && dateOf(text) === undefined)
    return 'Please enter a date, as in 2026-01-31.';
  const error = checkType(type, text)[0]?.message;
  if (error !== undefined) return error;
  if (maxLength !== undefined && [...text].length > maxLength)
    return `Please use no more than ${maxLength} characters.`;
  if (pattern !== undefined && !matches(pattern, text)) return 'Please match the requested format.';
  return undefined;
}

function valueOf(
  text: string,
  type: InputType,
  { options }: CellInput,
  before: unknown,
  { language }: ValueRules,
): unknown {
  switch (type) {
    case 'number': {
      const number = readNumber(numberText(text, language) ?? '');
      return typeof before === 'bigint' && Number.isInteger(number) ? BigInt(number!) : number;
    }
    case 'checkbox':
      return booleanOf(text);
    case 'date':
      return before instanceof Date ? dateOf(text) : text.trim();
    default:
      return options === undefined ? text : optionOf(text, options);
  }
}

function booleanOf(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (['true', 'yes', '1'].includes(word)) return true;
  return ['false', 'no', '0'].includes(word) ? false : undefined;
}

function dateOf(text: string): Date | undefined {
  const trimmed = text.trim();
  const date = DATE.test(trimmed) ? new Date(`${trimmed}T00:00:00Z`) : undefined;
  // February has no 30th, which a date would take for one of March.
  return date?.toJSON()?.slice(0, 10) === trimmed ? date : undefined;
}

/** The option that a text means: the same, ignoring case, or the only one that starts with it. */
function optionOf(text: string, options: readonly string[]): string | undefined {
  const word = text.trim().toLowerCase();
  const same = options.find((option) => option.toLowerCase() === word);
  if (same !== undefined) return same;
  const starting = options.filter((option) => option.toLowerCase().startsWith(word));
  return starting.length === 1 ? starting[0] : undefined;
}

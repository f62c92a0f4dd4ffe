/** The text of a cell, by its column's format. */
import { ABSENT_TEXT } from '../../charts/scale/columns.js';
import { formatNumber } from '../../charts/scale/number-text.js';
import type { Column } from '../model/columns.js';
import { isAbsent, textOf } from '../model/sorting.js';

/** Longest part of a text that is looked at, in UTF-16 units: no column shows more. */
const TEXT_UNITS = 2048;

const BYTE_UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB'];

/** True for what is at the right by default. */
export function isNumeric(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** The text of a cell, unsanitised: the painter does that. `–` without a value. */
export function cellText(value: unknown, column: Column): string {
  if (isAbsent(value)) return ABSENT_TEXT;
  const text = formatted(value, column);
  return column.unit === '' ? text : `${text} ${column.unit}`;
}

/** The text that filters search: numbers have no commas between thousands in it. */
export function searchText(value: unknown, column: Column): string {
  if (typeof value === 'string' && value.length <= TEXT_UNITS) return value;
  const { format, decimals } = column;
  const isPlain = format === 'auto' || format === 'number' || format === 'integer';
  if (typeof value !== 'number' || !isPlain || Number.isNaN(value)) return cellText(value, column);
  return fixed(format === 'integer' ? Math.round(value) : value, decimals);
}

function formatted(value: unknown, { format, decimals }: Column): string {
  if (typeof value === 'number' && format !== 'text') {
    switch (format) {
      case 'date':
      case 'time':
      case 'datetime':
        return dateText(new Date(value), format);
      case 'percent':
        return `${fixed(value * 100, decimals)}%`;
      case 'integer':
        return grouped(Math.round(value), 0);
      case 'number':
        return grouped(value, decimals);
      case 'compact':
        return formatNumber(value);
      case 'bytes':
        return bytesText(value, decimals);
      default:
        return fixed(value, decimals);
    }
  }
  if (value instanceof Date) return dateText(value, format);
  if (
    typeof value === 'string' &&
    (format === 'date' || format === 'time' || format === 'datetime')
  ) {
    const date = new Date(value);
    if (!Number.isNaN(date.getTime())) return dateText(date, format);
  }
  const text = textOf(value);
  return text.length > TEXT_UNITS ? text.slice(0, TEXT_UNITS) : text;
}

/** As it is, but for decimals that were requested; never `-0`. */
function fixed(value: number, decimals: number | undefined): string {
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '-∞';
  const text = decimals === undefined ? plain(value) : value.toFixed(decimals);
  return /^-0(\.0*)?$/.test(text) ? text.slice(1) : text;
}

/** Twelve digits at most: 0.1 + 0.2 is 0.3 to people. */
function plain(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(12)));
}

function grouped(value: number, decimals: number | undefined): string {
  const text = fixed(value, decimals);
  if (text.includes('e') || text.includes('∞')) return text;
  const [whole = '', part] = text.split('.');
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return part === undefined ? groups : `${groups}.${part}`;
}

function bytesText(value: number, decimals: number | undefined): string {
  let size = value;
  let unit = 0;
  while (Math.abs(size) >= 999.5 && unit < BYTE_UNITS.length - 1) {
    size /= 1000;
    unit++;
  }
  const digits = decimals ?? (unit === 0 || Math.abs(size) >= 99.95 ? 0 : 1);
  return `${fixed(size, digits)} ${BYTE_UNITS[unit]!}`;
}

/** ISO 8601, in UTC: the same on every machine. */
function dateText(date: Date, format: string): string {
  if (Number.isNaN(date.getTime())) return ABSENT_TEXT;
  const iso = date.toISOString();
  // Years past 9999 have a sign and six digits.
  const at = iso.indexOf('T');
  if (format === 'date') return iso.slice(0, at);
  return format === 'time'
    ? iso.slice(at + 1, at + 9)
    : `${iso.slice(0, at)} ${iso.slice(at + 1, at + 6)}`;
}

/**
 * Formats a number outside of a column: exact to two decimals, compact only if the exact text is long, and never
 * rounded to another value (0.004 is not `0`).
 */
import { ABSENT_TEXT } from './columns.js';

/** Longest exact text, in cells. */
const EXACT_CELLS = 7;

const UNITS = ['', 'K', 'M', 'B', 'T'];

/** `0.25`, `1234.5`, `1.2M`, `1e308`; `–` for NaN, `∞` for a sum past the largest number. */
export function formatNumber(value: number): string {
  if (Number.isInteger(value) && value < 1e7 && value > -1e6) return value === 0 ? '0' : `${value}`;
  if (Number.isNaN(value)) return ABSENT_TEXT;
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '-∞';
  const size = Math.abs(value);
  if (size < 0.01) return tiny(value);
  if (size < 1e7) {
    const text = twoDecimals(value);
    if (text.length <= EXACT_CELLS) return text;
  }
  return compact(value);
}

/** `toFixed(2)` without its trailing zeros, computed in integers if the result is certainly the same: four times as fast. */
function twoDecimals(value: number): string {
  const hundredths = Math.abs(value) * 100;
  const rounded = Math.round(hundredths);
  // Near a tie the product's own rounding could decide; `toFixed` looks at the exact value.
  if (Math.abs(hundredths - rounded) > 0.499999) return trimZeros(value.toFixed(2));
  const whole = Math.floor(rounded / 100);
  const part = rounded - whole * 100;
  const sign = value < 0 ? '-' : '';
  if (part === 0) return `${sign}${whole}`;
  if (part % 10 === 0) return `${sign}${whole}.${part / 10}`;
  return part < 10 ? `${sign}${whole}.0${part}` : `${sign}${whole}.${part}`;
}

/** Two significant digits: `0.0042`, `4.2e-7`. */
function tiny(value: number): string {
  const text = String(Number(value.toPrecision(2)));
  return text.length <= EXACT_CELLS && !text.includes('e')
    ? text
    : trimExponent(value.toExponential(1));
}

/** One decimal and a unit. Past 999.9T, where no unit is well known, an exponent. */
function compact(value: number): string {
  let unit = Math.min(Math.max(Math.floor(Math.log10(Math.abs(value)) / 3), 0), UNITS.length);
  let text = unit < UNITS.length ? (value / 1000 ** unit).toFixed(1) : '';
  // 999,999 is 1000.0K after rounding: the next unit is shorter.
  if (text !== '' && Math.abs(Number(text)) >= 1000) {
    unit++;
    text = unit < UNITS.length ? (value / 1000 ** unit).toFixed(1) : '';
  }
  return text === '' ? trimExponent(value.toExponential(1)) : trimZeros(text) + UNITS[unit]!;
}

function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** `1.0e+308` -> `1e308`. */
function trimExponent(text: string): string {
  return text.replace(/\.0e/, 'e').replace('e+', 'e');
}

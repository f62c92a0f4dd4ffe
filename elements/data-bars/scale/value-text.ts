/** Value text: which format, of which number. */
import { formatNumber, ABSENT_TEXT } from './number-text.js';
import { shareOf, type Domain } from './scale.js';

export const VALUE_FORMATS = ['value', 'sum', 'last/max', 'percent'] as const;
export type ValueFormat = (typeof VALUE_FORMATS)[number];

/** The format where none is set. */
export function automaticFormat(kind: {
  readonly hasStacks: boolean;
  readonly sparkline: boolean;
  readonly led: boolean;
}): ValueFormat {
  if (kind.hasStacks) return 'sum';
  if (kind.sparkline) return 'last/max';
  return kind.led ? 'percent' : 'value';
}

/**
 * The text of one bar.
 *
 * @param value the bar's value; of a stack the sum of its segments
 * @param peak the largest value beside it; read for `last/max` only
 */
export function valueText(
  format: ValueFormat,
  value: number,
  domain: Domain,
  peak: () => number,
): string {
  if (format === 'last/max') return `${formatNumber(value)}/${formatNumber(peak())}`;
  if (Number.isNaN(value)) return ABSENT_TEXT;
  if (format === 'percent') return `${formatNumber(percentOf(domain, value))}%`;
  return formatNumber(value);
}

/** Cells that the text of any value inside the domain takes, as far as the domain's ends tell. */
export function usualWidth(format: ValueFormat, domain: Domain): number {
  if (format === 'percent') return 4;
  const ends = Math.max(formatNumber(domain.min).length, formatNumber(domain.max).length);
  return ends;
}

/** Shares of the domain carry the error of a division: 0.07 of 1 is 7.000000000000001 %. */
function percentOf(domain: Domain, value: number): number {
  const percent = shareOf(domain, value) * 100;
  const near = Number(percent.toPrecision(12));
  return Number.isFinite(near) ? near : percent;
}

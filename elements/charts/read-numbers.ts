/** Formats of a chart: its `unit`, `number-format` and `onFormat`. */
import type { ChartDiagnostics } from './chart-diagnostics.js';
import {
  DEFAULT_NUMBERS,
  isFormatError,
  NumberFormat,
  readNumberFormat,
  type FormatHook,
} from './scale/number-format.js';

/** The format of these attributes; of a bad one, which is reported, the last good one stays. */
export function readNumbers(
  reports: ChartDiagnostics,
  before: NumberFormat,
  { unit = '', numberFormat = '' }: { readonly unit?: string; readonly numberFormat?: string },
  hook?: FormatHook,
): NumberFormat {
  const writer = readNumberFormat(numberFormat);
  if (isFormatError(writer)) {
    const message = `"number-format": ${writer.message}`;
    reports.reportError('numberFormat', 'bad-value', message, writer.suggestion);
    return before;
  }
  const isPlain = unit === '' && numberFormat === '' && hook === undefined;
  return isPlain ? DEFAULT_NUMBERS : new NumberFormat(writer, unit, hook);
}

/** Errors in data: each has a place in it, as errors of documents have. */
import type { Diagnostic } from '../../runtime/base/diagnostics.js';
import { DataError } from '../command-line/data-error.js';

export interface DataPlace {
  /** From 1. */
  readonly line: number;
  /** The text of that line. */
  readonly text: string;
  /** Units of UTF-16 from the beginning of that line. */
  readonly start: number;
  readonly end: number;
}

/** Characters around a place that are kept of one line, which may be all there is. */
const AROUND = 200;

/**
 * A diagnostic at a place of data. Only its line is kept: the lines before are blank, so that its number is right, and data
 * of which the beginning is gone has places too.
 */
export function diagnosticAt(
  file: string,
  { line, text, start, end }: DataPlace,
  { code, message, suggestion, severity = 'error' }: DataProblem,
): Diagnostic {
  // Columns are counted from the beginning of the line: it is cut at its end only.
  const shown = text.slice(0, Math.max(start, end) + AROUND);
  const before = '\n'.repeat(line - 1);
  const offset = before.length;
  return {
    severity,
    code,
    message,
    suggestion,
    source: { file, text: before + shown },
    span: { start: offset + start, end: offset + Math.max(start + 1, end) },
  };
}

export interface DataProblem {
  readonly code: string;
  readonly message: string;
  readonly suggestion?: string | undefined;
  readonly severity?: Diagnostic['severity'] | undefined;
}

/** An error of the data as a whole. */
export function dataError(file: string, { code, message, suggestion }: DataProblem): DataError {
  return new DataError([
    { severity: 'error', code, message, suggestion, source: { file, text: '' } },
  ]);
}

export function dataErrorAt(file: string, place: DataPlace, problem: DataProblem): DataError {
  return new DataError([diagnosticAt(file, place, problem)]);
}

/** The line of a text that has an offset, and the offset in it. */
export function placeIn(text: string, start: number, end = start): DataPlace {
  let line = 1;
  let lineStart = 0;
  for (let at = 0; at < start; at++) {
    const code = text.charCodeAt(at);
    if (code !== 10 && (code !== 13 || text.charCodeAt(at + 1) === 10)) continue;
    line++;
    lineStart = at + 1;
  }
  const [found = ''] = /^[^\r\n]*/.exec(text.slice(lineStart, start + 10_000)) ?? [];
  return { line, text: found, start: start - lineStart, end: Math.max(end, start) - lineStart };
}

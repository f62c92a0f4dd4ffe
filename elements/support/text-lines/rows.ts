/** The rows of cells that lines of text take at a width. */
import { wrapLines } from '../../../runtime/base/text/wrap.js';
import type { LineRow, LineRows } from './view.js';

/** Rows of a wrapped line. */
const MAX_ROWS = 500;
/** Lines whose rows are kept. */
const MAX_CACHED = 2000;

export interface TextRow extends LineRow {
  readonly text: string;
  /** The part of the text that is in this row. */
  readonly start: number;
  readonly end: number;
}

export function rowsOf(text: string, width: number, wraps: boolean): TextRow[] {
  const lines = wrapLines(text, width, {
    mode: wraps ? 'wrap' : 'nowrap',
    preserve: true,
    maxLines: MAX_ROWS,
  });
  if (lines.length === 0) return [{ text, start: 0, end: 0, width: 0 }];
  return lines.map(({ start, end, width: cells }) => ({ text, start, end, width: cells }));
}

/** Rows by line, kept until lines or widths are others. */
export class KeptRows<R extends LineRow> implements LineRows<R> {
  readonly #make: (line: number) => readonly R[];
  readonly #rows = new Map<number, readonly R[]>();
  #key = '';

  constructor(make: (line: number) => readonly R[]) {
    this.#make = make;
  }

  /** To be called before a frame, with all that rows depend on. */
  prepare(...facts: readonly unknown[]): void {
    const key = facts.join(' ');
    if (key !== this.#key) this.#rows.clear();
    this.#key = key;
  }

  clear(): void {
    this.#rows.clear();
  }

  of(line: number): readonly R[] {
    let rows = this.#rows.get(line);
    if (rows === undefined) {
      rows = this.#make(line);
      if (this.#rows.size >= MAX_CACHED) this.#rows.clear();
      this.#rows.set(line, rows);
    }
    return rows;
  }
}

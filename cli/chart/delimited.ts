/**
 * Reads records of CSV (RFC 4180) and of texts with other delimiters, as they come. `$tui.parseCsv` reads a text as a whole to rows
 * by names; this one reads a million rows in a part of a second, knows the place of each, and goes on when more text comes.
 */
import { dataErrorAt, type DataPlace } from './data-places.js';
import { checkRow, MAX_COLUMNS, MAX_VALUE, tooLarge } from './limits.js';

const QUOTE = 34;
const LF = 10;
const CR = 13;

/** One record: its values, and where it begins in all of the text. */
export interface TextRecord {
  readonly values: readonly string[];
  /** Units of UTF-16 from the beginning of the text. */
  readonly start: number;
  /** From 1. */
  readonly line: number;
}

export interface RecordReaderOptions {
  readonly file: string;
  readonly delimiter: string;
  /** A value after a quote that is not doubled is read as it is, and one that is not closed ends with the text. */
  readonly isLenient: boolean;
}

/** Values of one record. More than a table has columns, so that its error can state how many there are. */
const MAX_VALUES_READ = 10 * MAX_COLUMNS;

/** A value as it was found: where it ends, or that more text is needed. */
const INCOMPLETE = -1;

export class RecordReader {
  readonly #options: RecordReaderOptions;
  readonly #delimiter: number;
  #text = '';
  /** Where `#text` begins in all of the text. */
  #offset = 0;
  #line = 1;
  /** Where the record that is being read begins in `#text`. */
  #begin = 0;
  #hasQuotes = false;
  #value = '';

  constructor(options: RecordReaderOptions) {
    this.#options = options;
    this.#delimiter = options.delimiter.charCodeAt(0);
  }

  /**
   * Reads all records that are complete.
   *
   * @param isLast no text comes after this one
   * @throws DataError at a quote that is not closed or not doubled
   */
  read(text: string, isLast: boolean, onRecord: (record: TextRecord) => void): void {
    this.#text = this.#text === '' ? text : this.#text + text;
    let at = 0;
    while (at < this.#text.length) {
      const next = this.#record(at, isLast, onRecord);
      if (next === INCOMPLETE) break;
      at = next;
    }
    this.#text = this.#text.slice(at);
    this.#offset += at;
    checkRow(this.#options.file, this.#text);
  }

  /** Reads one record; where the next one begins. */
  #record(start: number, isLast: boolean, onRecord: (record: TextRecord) => void): number {
    const text = this.#text;
    const values: string[] = [];
    this.#begin = start;
    this.#hasQuotes = false;
    let at = start;
    for (;;) {
      const end = this.#readValue(at, isLast);
      if (end === INCOMPLETE) return INCOMPLETE;
      values.push(this.#value);
      if (values.length > MAX_VALUES_READ) throw this.#tooMany();
      if (end < text.length && text.charCodeAt(end) === this.#delimiter) {
        at = end + 1;
        if (at === text.length && !isLast) return INCOMPLETE;
        continue;
      }
      const next = this.#afterBreak(end, isLast);
      if (next === INCOMPLETE) return INCOMPLETE;
      // A blank line is not a record; one with a quoted empty value is.
      if (end > start) onRecord({ values, start: this.#offset + start, line: this.#line });
      this.#line += this.#hasQuotes ? countBreaks(text, start, next) : Number(next > end);
      return next;
    }
  }

  /** After the line break at `end`, or at the end of the text. */
  #afterBreak(end: number, isLast: boolean): number {
    const text = this.#text;
    if (end === text.length) return isLast ? end : INCOMPLETE;
    if (text.charCodeAt(end) === LF) return end + 1;
    if (end + 1 === text.length && !isLast) return INCOMPLETE;
    return text.charCodeAt(end + 1) === LF ? end + 2 : end + 1;
  }

  /** Reads one value to `#value`; where it ends. */
  #readValue(start: number, isLast: boolean): number {
    const text = this.#text;
    if (text.charCodeAt(start) === QUOTE) return this.#readQuoted(start, isLast);
    return this.#readPlain(start, isLast);
  }

  /** Up to the next delimiter, whatever it begins with. */
  #readPlain(start: number, isLast: boolean): number {
    const text = this.#text;
    let at = start;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === this.#delimiter || code === LF || code === CR) break;
    }
    if (at - start > MAX_VALUE) throw this.#tooLong(start);
    if (at === text.length && !isLast) return INCOMPLETE;
    this.#value = text.slice(start, at);
    return at;
  }

  #readQuoted(start: number, isLast: boolean): number {
    const text = this.#text;
    this.#hasQuotes = true;
    let value = '';
    let at = start + 1;
    for (;;) {
      const quote = text.indexOf('"', at);
      if ((quote < 0 ? text.length : quote) - start > MAX_VALUE) throw this.#tooLong(start);
      if (quote < 0) {
        if (!isLast) return INCOMPLETE;
        if (!this.#options.isLenient) throw this.#unclosed(start);
        this.#value = value + text.slice(at);
        return text.length;
      }
      // Whether it is doubled is in the next piece.
      if (quote + 1 === text.length && !isLast) return INCOMPLETE;
      value += text.slice(at, quote);
      at = quote + 1;
      if (text.charCodeAt(at) === QUOTE) {
        value += '"';
        at++;
        continue;
      }
      const code = text.charCodeAt(at);
      if (at === text.length || code === this.#delimiter || code === LF || code === CR) {
        this.#value = value;
        return at;
      }
      if (!this.#options.isLenient) throw this.#stray(quote);
      return this.#readPlain(start, isLast);
    }
  }

  #unclosed(start: number): Error {
    return dataErrorAt(this.#options.file, this.#placeOf(start), {
      code: 'unclosed-quote',
      message: 'expected a closing quote, found the end of the data',
      suggestion: 'close it, or double a quote that is part of a value: ""',
    });
  }

  #stray(quote: number): Error {
    return dataErrorAt(this.#options.file, this.#placeOf(quote), {
      code: 'stray-quote',
      message: 'expected a delimiter or the end of the line after a quoted value',
      suggestion: 'double a quote that is part of a value (""), or add --lenient',
    });
  }

  #tooMany(): Error {
    const found = `more than ${MAX_VALUES_READ} in line ${this.#line}`;
    return tooLarge(this.#options.file, `${MAX_COLUMNS} columns, found ${found}`);
  }

  #tooLong(start: number): Error {
    return dataErrorAt(this.#options.file, this.#placeOf(start), {
      code: 'too-large',
      message: `expected values of at most ${MAX_VALUE} characters`,
      suggestion: 'close its quote, if it has one',
    });
  }

  /** A place in the record that is being read. */
  #placeOf(at: number): DataPlace {
    const text = this.#text;
    let start = at;
    while (start > 0 && !isBreak(text.charCodeAt(start - 1))) start--;
    let end = at;
    while (end < text.length && end < at + 1000 && !isBreak(text.charCodeAt(end))) end++;
    return {
      line: this.#line + countBreaks(text, Math.min(start, this.#begin), start),
      text: text.slice(start, end),
      start: at - start,
      end: at - start + 1,
    };
  }
}

function isBreak(code: number): boolean {
  return code === LF || code === CR;
}

/** Breaks are LF, CR LF and CR. */
function countBreaks(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === LF || (code === CR && text.charCodeAt(at + 1) !== LF)) count++;
  }
  return count;
}

/** Limits of the data that `tui chart` reads. More would fill the memory of a usual machine, and no chart shows it. */
import type { DataError } from '../command-line/data-error.js';
import { dataError } from './data-places.js';

const MB = 1024 * 1024;
export const MAX_BYTES = 256 * MB;
const MAX_ROWS = 5_000_000;
export const MAX_COLUMNS = 1000;
/** Values of all columns together. */
const MAX_VALUES = 20_000_000;
/** Characters of one value. */
export const MAX_VALUE = 1_000_000;
/** Characters of one row of data that goes on, which has to be read again with each piece until it is whole. */
const MAX_ROW = 4_000_000;
/** Levels of brackets in JSON. */
export const MAX_DEPTH = 64;

export function tooLarge(file: string, found: string): DataError {
  return dataError(file, {
    code: 'too-large',
    message: `expected at most ${found}`,
    suggestion: 'draw a part of it, such as its last lines: tail -n 100000 FILE | tui chart -',
  });
}

/**
 * @param rest what has come of a row that is not whole
 * @throws DataError for more than a row has
 */
export function checkRow(file: string, rest: string): void {
  if (rest.length <= MAX_ROW) return;
  throw dataError(file, {
    code: 'too-large',
    message: `expected rows of at most ${MAX_ROW} characters, found no line break`,
    suggestion: 'end each row by a line break, such as: tr "\\r" "\\n" | tui chart --follow',
  });
}

/** @throws DataError for more than a chart is made of */
export function checkSize(file: string, rows: number, columns: number): void {
  if (columns > MAX_COLUMNS) throw tooLarge(file, `${MAX_COLUMNS} columns, found ${columns}`);
  if (rows > MAX_ROWS) throw tooLarge(file, `${MAX_ROWS} rows`);
  if (rows * columns > MAX_VALUES) throw tooLarge(file, `${MAX_VALUES} values`);
}

/** The difference of two pictures as text: rows that differ, carets under the cells, the element they belong to. */
import {
  formatScreen,
  styleName,
  styleRow,
  assignLetters,
  type ScreenFile,
} from './screen-file.js';
import type { Screen } from './screen.js';
import { styleAt, type Cursor } from './parts.js';

export interface CompareOptions {
  /** Names the element that painted a cell, for example `<data-bars id="sales"> app.tui:4:3`. */
  readonly ownerAt?: ((x: number, y: number) => string | undefined) | undefined;
}

/** Rows shown in full; the rest is counted. */
const SHOWN_ROWS = 12;

/** The failure's text, or undefined where the pictures are equal. */
export function compareScreens(
  expected: ScreenFile,
  actual: Screen,
  options: CompareOptions = {},
): string | undefined {
  const expectedScreen = expected.screen;
  const heads: string[] = [];
  if (expectedScreen.width !== actual.width || expectedScreen.height !== actual.height) {
    return [
      `the size differs: expected ${expectedScreen.width}x${expectedScreen.height}, found ${actual.width}x${actual.height}`,
      '',
      formatScreen(actual, { previous: expected }),
    ].join('\n');
  }
  if (expectedScreen.theme !== actual.theme) {
    heads.push(`the theme differs: expected ${expectedScreen.theme}, found ${actual.theme}`);
  }
  if (cursorText(expectedScreen.cursor) !== cursorText(actual.cursor)) {
    heads.push(
      `the cursor differs: expected ${cursorText(expectedScreen.cursor)}, found ${cursorText(actual.cursor)}`,
    );
  }
  const rows: Row[] = [];
  for (let y = 0; y < actual.height; y++) {
    const row = compareRow(expectedScreen, actual, y);
    if (row.text.length > 0 || row.style.length > 0) rows.push(row);
  }
  if (heads.length === 0 && rows.length === 0) return undefined;
  if (rows.length > 0) {
    const cells = rows.reduce((sum, row) => sum + new Set([...row.text, ...row.style]).size, 0);
    heads.push(`${count(cells, 'cell')} in ${count(rows.length, 'row')} differ`);
  }
  const letters = bothLetters(expected, actual);
  const blocks = rows
    .slice(0, SHOWN_ROWS)
    .map((row) => showRow(row, expectedScreen, actual, letters, options));
  if (rows.length > SHOWN_ROWS) blocks.push(`… ${count(rows.length - SHOWN_ROWS, 'more row')}`);
  const legend = legendOf(rows.slice(0, SHOWN_ROWS), expectedScreen, actual, letters);
  return [heads.join('\n'), ...blocks, ...(legend === '' ? [] : [legend])].join('\n\n');
}

/** Columns of one row whose text, and whose style, differ. */
interface Row {
  readonly y: number;
  readonly text: readonly number[];
  readonly style: readonly number[];
}

function compareRow(expected: Screen, actual: Screen, y: number): Row {
  const text: number[] = [];
  const style: number[] = [];
  for (let x = 0; x < actual.width; x++) {
    const index = y * actual.width + x;
    if (expected.chars[index] !== actual.chars[index]) text.push(x);
    // The right half of a wide glyph has no style of its own in a file.
    if (actual.chars[index] === '' || expected.chars[index] === '') continue;
    if (styleName(styleAt(expected, x, y)) !== styleName(styleAt(actual, x, y))) style.push(x);
  }
  return { y, text, style };
}

function showRow(
  row: Row,
  expected: Screen,
  actual: Screen,
  letters: ReadonlyMap<string, string>,
  options: CompareOptions,
): string {
  const number = String(row.y).padStart(2, '0');
  const gutter = ' '.repeat(number.length);
  const lines: string[] = [];
  const plane = (name: string, columns: readonly number[], before: string, after: string): void => {
    if (columns.length === 0) return;
    lines.push(
      `${number} ${name}`,
      `${gutter} - |${before}|`,
      `${gutter} + |${after}|`,
      `${gutter}    ${carets(columns)}`,
    );
  };
  plane('text', row.text, expected.rowText(row.y), actual.rowText(row.y));
  plane('style', row.style, styleRow(expected, row.y, letters), styleRow(actual, row.y, letters));
  lines.push(...owners(row, options).map((owner) => `${gutter}   painted by ${owner}`));
  return lines.join('\n');
}

function carets(columns: readonly number[]): string {
  const marked = new Set(columns);
  const last = Math.max(...columns.slice(-1));
  return Array.from({ length: last + 1 }, (_, x) => (marked.has(x) ? '^' : ' ')).join('');
}

function owners(row: Row, { ownerAt }: CompareOptions): string[] {
  if (ownerAt === undefined) return [];
  const names = new Set<string>();
  for (const x of [...row.text, ...row.style].sort((a, b) => a - b)) {
    const name = ownerAt(x, row.y);
    if (name !== undefined) names.add(name);
  }
  return [...names].slice(0, 5);
}

/** The golden's letters, and free ones for styles that only the new picture has. */
function bothLetters(expected: ScreenFile, actual: Screen): Map<string, string> {
  const letters = new Map(expected.letters);
  const all = assignLetters(actual, expected.letters);
  const taken = new Set(expected.letters.values());
  for (const [name, letter] of all) {
    if (letters.has(name)) continue;
    // Letters of styles that only the golden has are free in the new picture, but not side by side.
    let shown = letter;
    for (let code = 0x41; taken.has(shown); code++) shown = String.fromCodePoint(code);
    letters.set(name, shown);
    taken.add(shown);
  }
  return letters;
}

function legendOf(
  rows: readonly Row[],
  expected: Screen,
  actual: Screen,
  letters: ReadonlyMap<string, string>,
): string {
  const used = new Set<string>();
  for (const { y, style } of rows) {
    for (const x of style) {
      used.add(styleName(styleAt(expected, x, y)));
      used.add(styleName(styleAt(actual, x, y)));
    }
  }
  return [...letters]
    .filter(([name]) => used.has(name))
    .map(([name, letter]) => `${letter}  ${name}`)
    .join('\n');
}

function cursorText(cursor: Cursor): string {
  return cursor === null ? 'hidden' : `${cursor.x},${cursor.y}`;
}

function count(value: number, noun: string): string {
  return `${value} ${noun}${value === 1 ? '' : 's'}`;
}

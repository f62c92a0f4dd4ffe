/**
 * `.screen` files: a golden that a person can review.
 *
 * Text and style are separate planes, so that a wording change, a focus move and a theme tweak each
 * touch only their own lines. A letter names one style; letters are kept from the old file on update.
 *
 * ```
 * size 5x1   theme fullcolor-dark   cursor hidden
 *
 * text
 * 00|Hi 保|
 *
 * style
 * 00|bb..<|
 *
 * legend
 * .  #e0e0e0 on #1e1e2e
 * b  #e0e0e0 on #1e1e2e bold
 * ```
 */
import { formatColor, parseColor } from '../base/color.js';
import type { Style } from '../paint/cells.js';
import { graphemes } from '../base/text/graphemes.js';
import { Screen } from './screen.js';
import { ATTRIBUTE_NAMES, attributeNames, styleAt, type Cursor } from './parts.js';

export interface ScreenFile {
  readonly screen: Screen;
  /** What was sent to the app before the picture was taken, as `press` takes it; may be empty. */
  readonly input: string;
  /** The letter of each style, by the legend's own text (`#e0e0e0 on #1e1e2e bold`). */
  readonly letters: ReadonlyMap<string, string>;
}

export interface FormatOptions {
  readonly input?: string | undefined;
  /** The file that is replaced: its letters are kept for styles that are still there. */
  readonly previous?: ScreenFile | undefined;
}

/** A `.screen` file that cannot be read; the message names the line, counted from 1. */
export class ScreenFileError extends Error {
  override readonly name = 'ScreenFileError';
  constructor(
    readonly line: number,
    reason: string,
  ) {
    super(`line ${line}: ${reason}`);
  }
}

/** The text of a `.screen` file. */
export function formatScreen(screen: Screen, options: FormatOptions = {}): string {
  const letters = assignLetters(screen, options.previous?.letters ?? new Map());
  const digits = Math.max(2, String(Math.max(0, screen.height - 1)).length);
  const number = (y: number): string => String(y).padStart(digits, '0');
  const text: string[] = [];
  const style: string[] = [];
  for (let y = 0; y < screen.height; y++) {
    text.push(number(y) + formatTextRow(screen, y));
    style.push(`${number(y)}|${styleRow(screen, y, letters)}|`);
  }
  const { width, height, theme, cursor } = screen;
  const input = (options.input ?? '').trim();
  return [
    `size ${width}x${height}   theme ${theme}   cursor ${cursor === null ? 'hidden' : `${cursor.x},${cursor.y}`}`,
    ...(input === '' ? [] : [`input ${input}`]),
    '',
    'text',
    ...text,
    '',
    'style',
    ...style,
    '',
    'legend',
    ...[...letters].sort(byLetter).map(([name, letter]) => `${letter}  ${name}`),
    '',
  ].join('\n');
}

/** The legend's text of a style: `#e0e0e0 on #1e1e2e bold`. */
export function styleName({ fg, bg, attributes }: Style): string {
  const names = attributeNames(attributes);
  return [`${formatColor(fg)} on ${formatColor(bg)}`, ...names].join(' ');
}

/** One row of the style plane, without number and bars: a letter a cell, `<` for the right half of a wide glyph. */
export function styleRow(screen: Screen, y: number, letters: ReadonlyMap<string, string>): string {
  let row = '';
  for (let x = 0; x < screen.width; x++) {
    row += isTail(screen, x, y) ? '<' : (letters.get(styleName(styleAt(screen, x, y))) ?? '?');
  }
  return row;
}

/** Letters for every style of the screen; those of `kept` first, then the next free one. */
export function assignLetters(
  screen: Screen,
  kept: ReadonlyMap<string, string>,
): Map<string, string> {
  const counts = new Map<string, number>();
  for (let y = 0; y < screen.height; y++) {
    for (let x = 0; x < screen.width; x++) {
      // A tail shows `<`, so its style needs no letter of its own.
      if (isTail(screen, x, y)) continue;
      const name = styleName(styleAt(screen, x, y));
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const letters = new Map<string, string>();
  const taken = new Set<string>();
  for (const [name, letter] of kept) {
    if (!counts.has(name)) continue;
    letters.set(name, letter);
    taken.add(letter);
  }
  const free = freeLetters();
  // The commonest style of a new golden is its ground: it gets the quietest letter.
  if (letters.size === 0) {
    const [ground] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0]);
    if (ground !== '') letters.set(ground, '.');
    taken.add('.');
  }
  for (const name of counts.keys()) {
    if (letters.has(name)) continue;
    let letter = free.next().value;
    while (taken.has(letter)) letter = free.next().value;
    letters.set(name, letter);
    taken.add(letter);
  }
  return letters;
}

const EASY = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.:;+*=~^!?&%$#@-_/';

/** Letters of one cell; a picture with hundreds of styles goes on with Latin Extended and then private ones. */
function* freeLetters(): Generator<string, never> {
  yield* EASY;
  for (let code = 0x100; code < 0x250; code++) yield String.fromCodePoint(code);
  for (let code = 0xf0000; ; code++) yield String.fromCodePoint(code);
}

function byLetter(a: readonly [string, string], b: readonly [string, string]): number {
  const order = ([, letter]: readonly [string, string]): number => {
    const index = `.${EASY}`.indexOf(letter);
    return index < 0 ? (letter.codePointAt(0) ?? 0) : index;
  };
  return order(a) - order(b);
}

function isTail(screen: Screen, x: number, y: number): boolean {
  return x > 0 && screen.chars[y * screen.width + x] === '';
}

/**
 * `|row|`. A row whose graphemes would run together when read back (flags' halves side by side) is
 * written `!row!` with `\u{…}` for everything beyond ASCII.
 */
function formatTextRow(screen: Screen, y: number): string {
  const chars = screen.chars.slice(y * screen.width, (y + 1) * screen.width);
  const own = chars.filter((char, x) => x === 0 || char !== '');
  const text = own.join('');
  const read = graphemes(text);
  if (read.length === own.length && read.every((part, index) => part.text === own[index])) {
    return `|${text}|`;
  }
  return `!${own.map(escapeCell).join('')}!`;
}

function escapeCell(char: string): string {
  if (/^[ -[\]-~]$/.test(char)) return char;
  const codes = [...char].map((part) => (part.codePointAt(0) ?? 0).toString(16));
  return `\\u{${codes.join(' ')}}`;
}

/** Reads a `.screen` file; throws a ScreenFileError that names the line. */
export function parseScreen(source: string): ScreenFile {
  return new Reader(source.replace(/\r\n/g, '\n').split('\n')).file();
}

class Reader {
  #at = 0;
  readonly #lines: readonly string[];

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  file(): ScreenFile {
    const head = /^size (\d{1,5})x(\d{1,5})\s+theme (\S*)\s+cursor (?:hidden|(\d+),(\d+))\s*$/.exec(
      this.#next(),
    );
    if (head === null) {
      throw this.#createError(
        'expected "size 80x24   theme NAME   cursor hidden" (or "cursor X,Y")',
      );
    }
    const width = Number(head[1]);
    const height = Number(head[2]);
    const cursor: Cursor =
      head[4] === undefined ? null : { x: Number(head[4]), y: Number(head[5]) };
    const input = this.#peek().startsWith('input ') ? this.#next().slice('input '.length) : '';
    this.#section('text');
    const textAt = this.#at;
    const texts = Array.from({ length: height }, (_, y) => this.#row(y));
    this.#section('style');
    const styleAt = this.#at;
    const planes = Array.from({ length: height }, (_, y) => [...this.#row(y).content]);
    this.#section('legend');
    const { palette, letters, index } = this.#legend();
    const chars: string[] = [];
    const styles = new Uint32Array(width * height);
    for (let y = 0; y < height; y++) {
      const plane = planes[y] ?? [];
      if (plane.length !== width) {
        throw new ScreenFileError(
          styleAt + y + 1,
          `expected ${width} cells in the row, found ${plane.length}`,
        );
      }
      const row = texts[y] ?? { content: '', escaped: false };
      const own = row.escaped
        ? unescapeCells(row.content)
        : graphemes(row.content).map(({ text }) => text);
      let next = 0;
      for (let x = 0; x < width; x++) {
        const letter = plane[x] ?? '';
        const tail = letter === '<' && x > 0;
        chars.push(tail ? '' : (own[next++] ?? ' '));
        const style = tail ? styles[y * width + x - 1] : index.get(letter);
        if (style === undefined) {
          throw new ScreenFileError(styleAt + y + 1, `the letter "${letter}" is not in the legend`);
        }
        styles[y * width + x] = style;
      }
      if (next !== own.length) {
        throw new ScreenFileError(
          textAt + y + 1,
          `the row has ${own.length} glyphs, its style row has room for ${next}`,
        );
      }
    }
    const screen = new Screen({
      width,
      height,
      theme: head[3] ?? '',
      cursor,
      chars,
      styles,
      palette,
    });
    return { screen, input, letters };
  }

  #legend(): {
    palette: Style[];
    letters: Map<string, string>;
    index: Map<string, number>;
  } {
    const palette: Style[] = [];
    const letters = new Map<string, string>();
    const index = new Map<string, number>();
    while (this.#at < this.#lines.length) {
      const line = this.#next();
      if (line.trim() === '') continue;
      const entry = /^(\S)\s+(\S+) on (\S+)((?: [a-z]+)*)\s*$/u.exec(line);
      const style = entry === null ? undefined : readStyle(entry);
      if (entry === null || style === undefined) {
        throw this.#createError('expected a legend entry such as "a  #e0e0e0 on #1e1e2e bold"');
      }
      const letter = entry[1] ?? '';
      if (index.has(letter))
        throw this.#createError(`the letter "${letter}" is in the legend twice`);
      index.set(letter, palette.length);
      letters.set(styleName(style), letter);
      palette.push(style);
    }
    return { palette, letters, index };
  }

  #section(name: string): void {
    while (this.#at < this.#lines.length && this.#peek().trim() === '') this.#at++;
    if (this.#next().trim() !== name) throw this.#createError(`expected the section "${name}"`);
  }

  #row(y: number): { content: string; escaped: boolean } {
    const match = /^(\d+)([|!])(.*)\2\s*$/.exec(this.#next());
    if (match === null || Number(match[1]) !== y) {
      throw this.#createError(`expected row ${y} between bars: ${String(y).padStart(2, '0')}|…|`);
    }
    return { content: match[3] ?? '', escaped: match[2] === '!' };
  }

  #peek(): string {
    return this.#lines[this.#at] ?? '';
  }

  #next(): string {
    return this.#lines[this.#at++] ?? '';
  }

  /** An error on the line that was read last. */
  #createError(reason: string): ScreenFileError {
    return new ScreenFileError(Math.min(this.#at, this.#lines.length), reason);
  }
}

function unescapeCells(text: string): string[] {
  return [...text.matchAll(/\\u\{([0-9a-f ]+)\}|[^]/g)].map(([char, codes]) =>
    codes === undefined
      ? char
      : codes
          .split(' ')
          .map((code) => String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(code, 16) || 0)))
          .join(''),
  );
}

function readStyle(entry: RegExpExecArray): Style | undefined {
  const fg = parseColor(entry[2] ?? '');
  const bg = parseColor(entry[3] ?? '');
  let attributes = 0;
  for (const word of (entry[4] ?? '').trim().split(' ')) {
    const known = ATTRIBUTE_NAMES.find(([name]) => name === word);
    if (known === undefined && word !== '') return undefined;
    attributes |= known?.[1] ?? 0;
  }
  return fg === undefined || bg === undefined ? undefined : { fg, bg, attributes };
}

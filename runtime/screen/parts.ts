/** The bare data of a picture of the screen, and the walks over it that every format shares. */
import { DEFAULT_COLOR } from '../base/color.js';
import {
  BLINK,
  BOLD,
  DIM,
  ITALIC,
  REVERSE,
  STRIKE,
  UNDERLINE,
  type Style,
} from '../paint/cells.js';
import { uprightOf } from '../base/text/block-glyphs.js';

/** Names of the attribute bits, in the order in which they are written. */
export const ATTRIBUTE_NAMES: readonly (readonly [string, number])[] = [
  ['bold', BOLD],
  ['dim', DIM],
  ['italic', ITALIC],
  ['underline', UNDERLINE],
  ['blink', BLINK],
  ['reverse', REVERSE],
  ['strike', STRIKE],
];

/** The cell of the hardware cursor, from the top left corner, or null where it is hidden. */
export type Cursor = { readonly x: number; readonly y: number } | null;

/** What a screen is made of; `chars` and `styles` are row-major, one entry a cell. */
export interface ScreenParts {
  readonly width: number;
  readonly height: number;
  readonly theme: string;
  readonly cursor: Cursor;
  /** A grapheme each; the empty string is the right half of a wide one. */
  readonly chars: readonly string[];
  /** Indexes into `palette`. */
  readonly styles: ArrayLike<number>;
  readonly palette: readonly Style[];
  /** Cells that lead somewhere; default none. A `.screen` file has none. */
  readonly links?: readonly LinkRun[] | undefined;
}

/** Neighbouring cells of a row that lead to one address. */
export interface LinkRun {
  readonly x: number;
  readonly y: number;
  readonly cells: number;
  /** As `webLink` returns it. */
  readonly href: string;
}

/** Neighbouring cells of one style; `style` indexes the palette. */
export interface Run {
  readonly x: number;
  readonly cells: number;
  readonly style: number;
}

const PLAIN: Style = { fg: DEFAULT_COLOR, bg: DEFAULT_COLOR, attributes: 0 };

export function styleAt(
  parts: Pick<ScreenParts, 'width' | 'styles' | 'palette'>,
  x: number,
  y: number,
): Style {
  return parts.palette[parts.styles[y * parts.width + x] ?? 0] ?? PLAIN;
}

/** A row's text, trailing blanks kept, wide graphemes once. */
export function rowText(parts: ScreenParts, y: number): string {
  return parts.chars.slice(y * parts.width, (y + 1) * parts.width).join('');
}

/** The text of each row for where there are no attributes: part blocks in reverse as what they show. */
export function plainRows(parts: ScreenParts): string[] {
  // The edges of controls are bold half blocks, which mean the same either way.
  const isReversed = parts.palette.map(
    ({ attributes }) => (attributes & (REVERSE | BOLD)) === REVERSE,
  );
  const isPlain = !isReversed.includes(true);
  return Array.from({ length: parts.height }, (_, y) => {
    if (isPlain) return rowText(parts, y);
    const { width, chars, styles } = parts;
    const row = chars.slice(y * width, (y + 1) * width);
    return row
      .map((char, x) => (isReversed[styles[y * width + x] ?? 0] === true ? upright(char) : char))
      .join('');
  });
}

function upright(char: string): string {
  const code = char.length === 1 ? uprightOf(char.charCodeAt(0)) : undefined;
  return code === undefined ? char : String.fromCharCode(code);
}

/** Runs of a row, left to right; together they cover it. */
export function runsOf(parts: ScreenParts, y: number): Run[] {
  const runs: { x: number; cells: number; style: number }[] = [];
  for (let x = 0; x < parts.width; x++) {
    const style = parts.styles[y * parts.width + x] ?? 0;
    const last = runs.at(-1);
    if (last?.style === style) last.cells++;
    else runs.push({ x, cells: 1, style });
  }
  return runs;
}

/** The names of the bits that are set. */
export function attributeNames(attributes: number): string[] {
  return ATTRIBUTE_NAMES.filter(([, bit]) => (attributes & bit) !== 0).map(([name]) => name);
}

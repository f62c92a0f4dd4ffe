/** Texts on a canvas: letters of the terminal, each in the cell that its place is in. */
import { graphemes, type Grapheme } from '../../text/graphemes.js';
import { sanitize } from '../../text/sanitize.js';
import type { Rgba } from './css-color.js';
import type { PixelArea } from './composite.js';
import type { Mask } from './raster.js';

export interface CanvasLetter {
  readonly text: string;
  /** Cells that it takes: 1 or 2. */
  readonly cells: number;
  readonly color: Rgba;
  readonly isBold: boolean;
  readonly isItalic: boolean;
}

/** Pixels of a cell. */
export interface CellPixels {
  readonly width: number;
  readonly height: number;
}

export const ALIGNS = ['start', 'end', 'left', 'right', 'center'] as const;
export const BASELINES = [
  'alphabetic',
  'top',
  'hanging',
  'middle',
  'ideographic',
  'bottom',
] as const;

export interface TextPlace {
  readonly align: (typeof ALIGNS)[number];
  readonly baseline: (typeof BASELINES)[number];
  readonly isRightToLeft: boolean;
}

/** Part of a cell's height above the line that letters stand on. */
export const ASCENT = 0.75;

/** Characters of one text. */
const MAX_TEXT = 10_000;

/** A text as the letters of its cells; line breaks and control characters are spaces or are shown. */
export function lettersOf(text: string): readonly Grapheme[] {
  return graphemes(sanitize(text.slice(0, MAX_TEXT).replace(/[\t\n\f\r]/g, ' ')));
}

export class TextLayer {
  /** By row and column; in the order in which they were drawn. */
  readonly #letters = new Map<string, CanvasLetter & { readonly x: number; readonly y: number }>();

  get isEmpty(): boolean {
    return this.#letters.size === 0;
  }

  clear(): void {
    this.#letters.clear();
  }

  /** @param cell the letter's cell */
  put(column: number, row: number, letter: CanvasLetter, cell: CellPixels): void {
    for (let at = column - 1; at < column + letter.cells; at++) {
      const key = `${row} ${at}`;
      const there = this.#letters.get(key);
      if (there !== undefined && at + there.cells > column) this.#letters.delete(key);
    }
    const [x, y] = [(column + 0.5) * cell.width, (row + 0.5) * cell.height];
    this.#letters.set(`${row} ${column}`, { ...letter, x, y });
  }

  /** Letters by their cells, where cells have other pixels than when they were drawn as well. */
  *at(cell: CellPixels): Iterable<readonly [column: number, row: number, CanvasLetter]> {
    for (const letter of this.#letters.values()) {
      yield [Math.floor(letter.x / cell.width), Math.floor(letter.y / cell.height), letter];
    }
  }

  /** Takes away what a shape covers; all in the area where it has no shape. */
  cover(area: PixelArea, shape?: Mask): void {
    if (this.isEmpty) return;
    for (const [key, { x, y }] of this.#letters) {
      const [column, row] = [Math.floor(x), Math.floor(y)];
      const isIn =
        column >= area.x &&
        row >= area.y &&
        column < area.x + area.width &&
        row < area.y + area.height;
      if (isIn && (shape === undefined || isCovered(shape, column, row))) this.#letters.delete(key);
    }
  }
}

function isCovered({ x, y, width, height, coverage }: Mask, px: number, py: number): boolean {
  const [column, row] = [px - x, py - y];
  if (column < 0 || row < 0 || column >= width || row >= height) return false;
  return coverage[row * width + column]! >= 128;
}

/** Texts on a canvas: letters of the terminal, each in the cell that its place is in. */
import { graphemes, type Grapheme } from '../../base/text/graphemes.js';
import { sanitize } from '../../base/text/sanitize.js';
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

/** Share of a cell's height above the alphabetic baseline. */
export const ASCENT = 0.75;

/** Maximum characters per text. */
const MAX_TEXT = 10_000;

/** Splits a text into the glyphs of its cells; line breaks and control characters become spaces or symbols. */
export function lettersOf(text: string): readonly Grapheme[] {
  return graphemes(sanitize(text.slice(0, MAX_TEXT).replace(/[\t\n\f\r]/g, ' ')));
}

/** A text as drawn. The cells of its letters depend on the size of a cell in pixels, which may change. */
export interface TextRun {
  readonly letters: readonly Grapheme[];
  /** The anchor point, in pixels. */
  readonly x: number;
  readonly y: number;
  /** Share of its width before the anchor. */
  readonly share: number;
  /** Cells by which `textBaseline` moves it down. */
  readonly shift: number;
  /** In pixels. */
  readonly maxWidth: number;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  /** Colour of a letter whose cell is centred at a point; undefined if it is invisible. */
  inkAt(x: number, y: number): Rgba | undefined;
}

interface DrawnRun extends TextRun {
  /** Letters that other drawings cover. */
  readonly covered: Set<number>;
}

interface Placed {
  readonly column: number;
  readonly row: number;
  readonly letter: CanvasLetter;
}

/** Texts that are kept, however many of their letters show. */
const MIN_RUNS = 1000;

export class TextLayer {
  /** In the order in which they were drawn. */
  #runs: DrawnRun[] = [];
  /** Letters by row and column, for the cells that they were placed in last. */
  readonly #placed = new Map<string, Placed>();
  #cell: CellPixels | undefined;
  #limit = MIN_RUNS;

  get isEmpty(): boolean {
    return this.#runs.length === 0;
  }

  clear(): void {
    this.#runs = [];
    this.#placed.clear();
    this.#limit = MIN_RUNS;
  }

  /** @returns the cells of the text */
  put(run: TextRun, cell: CellPixels): PixelArea {
    this.#fit(cell);
    const drawn = { ...run, covered: new Set<number>() };
    this.#runs.push(drawn);
    this.#place(drawn, cell);
    if (this.#runs.length > this.#limit) this.#prune(cell);
    const { column, row, width } = placeOf(run, cell);
    return { x: column, y: row, width, height: 1 };
  }

  /** Letters by their cells. */
  *at(cell: CellPixels): Iterable<readonly [column: number, row: number, CanvasLetter]> {
    this.#fit(cell);
    for (const { column, row, letter } of this.#placed.values()) yield [column, row, letter];
  }

  /** Takes away what a shape covers; all in the area where it has no shape. */
  cover(area: PixelArea, cell: CellPixels, shape?: Mask): void {
    if (this.isEmpty) return;
    this.#fit(cell);
    let isLess = false;
    for (const run of this.#runs) {
      for (const { index, x, y, key } of cellsOf(run, cell)) {
        const [column, row] = [Math.floor(x), Math.floor(y)];
        const isIn =
          column >= area.x &&
          row >= area.y &&
          column < area.x + area.width &&
          row < area.y + area.height;
        if (!isIn || (shape !== undefined && !isCovered(shape, column, row))) continue;
        run.covered.add(index);
        this.#placed.delete(key);
        isLess = true;
      }
    }
    if (isLess) this.#runs = this.#runs.filter((run) => run.covered.size < run.letters.length);
  }

  /** Places all letters again where cells have other pixels than before. */
  #fit(cell: CellPixels): void {
    if (this.#cell !== undefined && isSame(this.#cell, cell)) return;
    this.#cell = cell;
    this.#placed.clear();
    for (const run of this.#runs) this.#place(run, cell);
  }

  #place(run: DrawnRun, cell: CellPixels): void {
    const { isBold, isItalic } = run;
    for (const { index, column, row, x, y, key } of cellsOf(run, cell)) {
      const color = run.inkAt(x, y);
      if (color === undefined) continue;
      const { text, width: cells } = run.letters[index]!;
      for (let at = column - 1; at < column + cells; at++) {
        const there = this.#placed.get(`${row} ${at}`);
        if (there !== undefined && at + there.letter.cells > column)
          this.#placed.delete(`${row} ${at}`);
      }
      this.#placed.set(key, { column, row, letter: { text, cells, color, isBold, isItalic } });
    }
  }

  /** Forgets texts of which nothing shows: what is drawn again and again over itself. */
  #prune(cell: CellPixels): void {
    const taken = new Set<string>();
    const shown: DrawnRun[] = [];
    for (const run of this.#runs.reverse()) {
      let isShown = false;
      for (const { key } of cellsOf(run, cell)) {
        isShown ||= !taken.has(key);
        taken.add(key);
      }
      if (isShown) shown.push(run);
    }
    this.#runs = shown.reverse();
    this.#limit = 2 * this.#runs.length + MIN_RUNS;
  }
}

function isSame(a: CellPixels, b: CellPixels): boolean {
  return a.width === b.width && a.height === b.height;
}

/** The cell that a text begins in, and how many cells fit its greatest width. */
function placeOf(
  { letters, x, y, share, shift, maxWidth }: TextRun,
  cell: CellPixels,
): { readonly column: number; readonly row: number; readonly width: number } {
  const most = Math.floor(maxWidth / cell.width + 1e-6);
  let width = 0;
  for (const letter of letters) {
    if (width + letter.width > most) break;
    width += letter.width;
  }
  return {
    column: Math.round(x / cell.width - share * width),
    row: Math.floor(y / cell.height + shift),
    width,
  };
}

/** Letters of a text that nothing was drawn over, with their cells and the middles of these in pixels. */
function* cellsOf(run: DrawnRun, cell: CellPixels): Iterable<Placement> {
  const { column, row, width } = placeOf(run, cell);
  let at = column;
  for (const [index, letter] of run.letters.entries()) {
    if (at + letter.width > column + width) return;
    if (!run.covered.has(index)) {
      const [x, y] = [(at + 0.5) * cell.width, (row + 0.5) * cell.height];
      yield { index, column: at, row, x, y, key: `${row} ${at}` };
    }
    at += letter.width;
  }
}

interface Placement {
  readonly index: number;
  readonly column: number;
  readonly row: number;
  readonly x: number;
  readonly y: number;
  readonly key: string;
}

function isCovered({ x, y, width, height, coverage }: Mask, px: number, py: number): boolean {
  const [column, row] = [px - x, py - y];
  if (column < 0 || row < 0 || column >= width || row >= height) return false;
  return coverage[row * width + column]! >= 128;
}

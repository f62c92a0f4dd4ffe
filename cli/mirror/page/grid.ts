/**
 * The size of a cell on this page: whole pixels of the display wide, and whole pixels of CSS high. What is painted
 * in neighbouring ones meets.
 */
import type { CellLengths } from '../../../runtime/page/glyph-rules.js';

/** Pixels of letters where the size of the screen is ours to choose. */
const FONT_SIZE = 14;
/** Pixels of letters below which a screen is rather wider than the window, and above which it is not made larger. */
const MIN_FONT = 10;
const MAX_FONT = 28;
/** Height of a row by that of letters: lines of boxes meet in any font. */
const ROW = 8 / 7;
/** Letters that are measured at a time. */
const SAMPLE = 100;

/** In pixels of CSS. */
export interface Cell {
  readonly width: number;
  readonly height: number;
  readonly font: number;
  /** What letters lack to be as wide as a cell. */
  readonly spacing: number;
}

/** Measures letters of the frame's font. */
export class FontMeter {
  readonly #probe: HTMLElement;

  /** @param parent what has the font of the frame */
  constructor(parent: HTMLElement) {
    this.#probe = document.createElement('span');
    this.#probe.className = 'probe';
    this.#probe.textContent = '0'.repeat(SAMPLE);
    parent.append(this.#probe);
  }

  /** The cell of a screen whose size follows the window. */
  chosen(): Cell {
    return this.#cell(Math.round(FONT_SIZE * this.#ratio() * devicePixelRatio) / devicePixelRatio);
  }

  /** The largest cell with which a screen is wholly in a room, so far as letters can be read. */
  fitting(columns: number, rows: number, room: { width: number; height: number }): Cell {
    const ratio = this.#ratio();
    const byWidth = room.width / columns;
    const byHeight = (room.height / rows / ROW) * ratio;
    const idealWidth = Math.max(Math.min(byWidth, byHeight, MAX_FONT * ratio), MIN_FONT * ratio);
    const width = Math.max(1, Math.floor(idealWidth * devicePixelRatio)) / devicePixelRatio;
    return this.#cell(width);
  }

  /** @param width of a cell, in whole pixels of the display */
  #cell(width: number): Cell {
    const font = width / this.#ratio();
    const height = Math.ceil(font * ROW - 0.1);
    return { width, height, font, spacing: width - this.#advance(font) };
  }

  /** Width of a letter by the size of the font. */
  #ratio(): number {
    return this.#advance(100) / 100 || 0.6;
  }

  #advance(font: number): number {
    this.#probe.style.fontSize = `${font}px`;
    return this.#probe.getBoundingClientRect().width / SAMPLE;
  }
}

/** Places in a cell, at whole pixels of the display; what is wider than nothing stays so. */
export function lengthsOf({ width, height }: Cell): CellLengths {
  const snap = (length: number): string =>
    `${Math.round(length * devicePixelRatio) / devicePixelRatio}px`;
  return { x: (units) => snap((units * width) / 8), y: (units) => snap((units * height) / 16) };
}

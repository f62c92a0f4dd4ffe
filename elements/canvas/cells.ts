/** Converts the pixels of a canvas to cells: only rows whose pixels have changed are converted again. */
import { isRgb, channels, rgb, type Color } from '../../runtime/base/color.js';
import type { Painter } from '../../runtime/element/contract.js';
import type { PixelArea } from '../../runtime/graphics/canvas/composite.js';
import type { CellPixels, TextLayer } from '../../runtime/graphics/canvas/text-layer.js';
import {
  KEEP,
  pictureCells,
  type CellOptions,
  type PictureCells,
} from '../../runtime/graphics/cells.js';
import type { DitherAlgorithm } from '../../runtime/graphics/dither/dither.js';
import type { Pixels } from '../../runtime/graphics/pixels.js';
import { BOLD, ITALIC } from '../../runtime/paint/cells.js';
import type { GfxMode } from '../../runtime/graphics/modes.js';
import { modeFor } from '../support/pictures.js';

/** Pixels of a cell, where the size of a picture is that of its box: they are square in most terminals. */
export const CANVAS_CELL: CellPixels = { width: 2, height: 4 };

export interface CanvasLook {
  readonly mode: GfxMode;
  readonly algorithm: DitherAlgorithm | undefined;
  readonly bits: number | undefined;
  readonly noise: CellOptions['noise'];
}

/** Cells that are kept, more than screens have: of a larger canvas, which scrolls, those in sight are computed. */
const MAX_CELLS = 40_000;

export class CanvasCells {
  #cells: PictureCells | undefined;
  /** The row of the box that is their first. */
  #top = 0;
  /** What the cells were computed from and for. */
  #pixels: Pixels['data'] | undefined;
  #key = '';
  /** Rows of pixels that have changed since: the first, and the one after the last. */
  #from = Infinity;
  #to = 0;

  forget(): void {
    this.#cells = undefined;
  }

  invalidate({ y, height }: PixelArea): void {
    this.#from = Math.min(this.#from, y);
    this.#to = Math.max(this.#to, y + height);
  }

  /** The cells of the whole box; undefined of one that is too large. */
  whole(painter: Painter, pixels: Pixels, look: CanvasLook): PictureCells | undefined {
    const { width, height } = painter;
    if (width * height > MAX_CELLS) return undefined;
    return this.#update(painter, pixels, look, { from: 0, count: height });
  }

  paint(painter: Painter, pixels: Pixels, look: CanvasLook): void {
    const { clip } = painter;
    const top = Math.max(0, clip.y);
    const bottom = Math.min(painter.height, clip.y + clip.height);
    if (top >= bottom) return;
    const cells = this.#update(painter, pixels, look, { from: top, count: bottom - top });
    const right = Math.min(cells.width, clip.x + clip.width);
    for (let y = top; y < bottom; y++) {
      for (let x = Math.max(0, clip.x); x < right; x++) {
        const at = (y - this.#top) * cells.width + x;
        const glyph = cells.glyphs[at]!;
        if (glyph === 0) continue;
        const [fg, bg] = [cells.fg[at]!, cells.bg[at]!];
        const ink = fg === KEEP ? painter.fg : fg;
        const paper = bg === KEEP ? painter.bg : bg;
        painter.put(x, y, glyph, painter.style(ink, paper, 0));
      }
    }
  }

  /** @param shown the rows that are in sight */
  #update(
    painter: Painter,
    pixels: Pixels,
    { mode, algorithm, bits, noise }: CanvasLook,
    shown: { readonly from: number; readonly count: number },
  ): PictureCells {
    const { width, height, depth, scheme, isGray } = painter;
    const isLarge = width * height > MAX_CELLS;
    const options: CellOptions = {
      rows: isLarge ? shown : undefined,
      width,
      height,
      depth,
      scheme,
      isGray,
      bits,
      noise,
      fit: 'fill',
      cell: undefined,
      mode: modeFor(painter, mode),
      algorithm,
      background: painter.bg,
    };
    const key = JSON.stringify(options);
    const [from, to] = [this.#from, this.#to];
    [this.#from, this.#to] = [Infinity, 0];
    const isSame = this.#cells !== undefined && this.#key === key && this.#pixels === pixels.data;
    // What dithering leaves over goes to the rows below.
    const isLocal = depth === 'truecolor' && bits === undefined && !isLarge;
    if (!isSame || !isLocal) {
      if (isSame && from >= to) return this.#cells!;
      this.#key = key;
      this.#top = isLarge ? shown.from : 0;
      this.#pixels = pixels.data;
      this.#cells = pictureCells(pixels, options);
      return this.#cells;
    }
    const cells = this.#cells!;
    if (from >= to) return cells;
    const tall = pixels.height / height;
    const first = Math.max(0, Math.floor(from / tall));
    const count = Math.min(height, Math.ceil(to / tall)) - first;
    const part = pictureCells(pixels, { ...options, rows: { from: first, count } });
    cells.glyphs.set(part.glyphs, first * width);
    cells.fg.set(part.fg, first * width);
    cells.bg.set(part.bg, first * width);
    return cells;
  }

  /** The letters, on the colour that the picture has in their cells. */
  letters(painter: Painter, texts: TextLayer, cell: CellPixels): void {
    if (texts.isEmpty) return;
    for (const [x, y, { text, cells, color, isBold, isItalic }] of texts.at(cell)) {
      if (x < 0 || y < 0 || y >= painter.height || x + cells > painter.width) continue;
      // Sixteen colours look as the user likes: only those of the theme are known to be read on each other.
      const isKnown = painter.depth === 'truecolor' || painter.depth === '256';
      const paper = isKnown ? this.#paper(x, y, painter.bg) : painter.bg;
      const [red, green, blue, alpha] = color;
      const ink = isKnown ? mixed(paper, rgb(red, green, blue), alpha) : painter.fg;
      const attributes = (isBold ? BOLD : 0) | (isItalic ? ITALIC : 0);
      painter.text(x, y, text, painter.style(ink, paper, attributes));
    }
  }

  /** What is behind a letter: of two colours of a cell the mean. */
  #paper(x: number, y: number, around: Color): Color {
    const cells = this.#cells;
    const row = y - this.#top;
    if (cells === undefined || row < 0 || row >= cells.height) return around;
    const at = row * cells.width + x;
    if (cells.glyphs[at] === 0) return around;
    const colors = [cells.fg[at]!, cells.bg[at]!].map((color) => (color === KEEP ? around : color));
    return cells.glyphs[at] === SPACE ? colors[1]! : mixed(colors[0]!, colors[1]!, 0.5);
  }
}

const SPACE = 0x20;

/** The colour that is `share` of the way from one to another; the nearer one where these have no values. */
function mixed(from: Color, to: Color, share: number): Color {
  if (!isRgb(from) || !isRgb(to)) return share >= 0.5 ? to : from;
  const [a, b] = [channels(from), channels(to)];
  const [red, green, blue] = a.map((value, at) => Math.round(value + (b[at]! - value) * share));
  return rgb(red!, green!, blue!);
}

/** Pictures as cells: glyphs with two colours each, in the modes of `render.gfxMode`. */
import { knownChannels, rgb, type Color, type ColorDepth } from '../base/color.js';
import { glyphByLuma, glyphByShape, luma, SHAPE_COLUMNS, SHAPE_ROWS } from './ascii.js';
import { ErrorField, thresholdOf, type DitherAlgorithm } from './dither/dither.js';
import { place, type ObjectFit, type Size } from './fit.js';
import {
  BLOCKS,
  BRAILLE,
  HALF_BLOCKS,
  OCTANTS,
  QUADRANT_SET,
  SEXTANTS,
  type GlyphSet,
} from './glyphs.js';
import { Halftone } from './dither/halftone.js';
import { paletteOf, type Palette } from './palette.js';
import type { CellMode } from './modes.js';
import { PaletteSplitter } from './palette-split.js';
import { EMBEDDED_NOISE, type Thresholds } from './dither/noise.js';
import type { Pixels } from './pixels.js';
import { encode, lightOf, resample, type Averages, type Grid } from './resample.js';
import { createChoice, Splitter, type Choice } from './split.js';
import { TwoColors } from './two-colors.js';

export interface CellOptions {
  /** The box, in cells. */
  readonly width: number;
  readonly height: number;
  /** Rows of the box that are requested; default all. */
  readonly rows?: { readonly from: number; readonly count: number } | undefined;
  readonly fit: ObjectFit;
  /** Pixels of a cell; default those of `USUAL_CELL`. */
  readonly cell?: Size | undefined;
  readonly mode: CellMode;
  /** Colours of the screen. */
  readonly depth: ColorDepth;
  /** How palettes make up for colours that they lack; undefined: the picture that is nearest as the eye sees it. */
  readonly algorithm: DitherAlgorithm | undefined;
  /** Thresholds by place; default those of the embedded matrix. */
  readonly noise?: Thresholds | undefined;
  /** Bits a channel that are dithered to; undefined: the colours of the screen. */
  readonly bits: number | undefined;
  /** The colours 0 to 15 of the terminal, as 0xrrggbb; default xterm's. */
  readonly sixteen?: readonly number[] | undefined;
  /** What is behind the picture: an RGB colour, or one that is not known. */
  readonly background: Color;
  /** Colours are shown as grays. */
  readonly isGray?: boolean | undefined;
  /** Which side a background that is not known is on. Default dark: ink is light. */
  readonly scheme?: 'light' | 'dark' | undefined;
}

/** No colour of its own: the background shows through. */
export const KEEP = -1;

/** Cells, row by row. A glyph of 0 is a cell that the picture does not change. */
export interface PictureCells {
  readonly width: number;
  readonly height: number;
  readonly glyphs: Uint32Array;
  /** Colours, or `KEEP`. */
  readonly fg: Int32Array;
  readonly bg: Int32Array;
}

const SETS: Readonly<Partial<Record<CellMode, GlyphSet>>> = {
  sextant: SEXTANTS,
  quadrant: QUADRANT_SET,
  octant: OCTANTS,
  halfblock: HALF_BLOCKS,
  block: BLOCKS,
};

/** Less of a point than this is not part of the picture, where what is behind it is not known. */
const MIN_ALPHA = 0.5;

export function pictureCells(pixels: Pixels, options: CellOptions): PictureCells {
  const { depth, mode } = options;
  // Blanks without colours would show nothing.
  const shown = mode === 'block' && depth === 'none' ? 'luma' : mode;
  if (shown === 'luma' || shown === 'pattern') return asciiCells(pixels, options, shown);
  const set = shown === 'braille' ? BRAILLE : SETS[shown]!;
  const palette = paletteOf(depth, options.bits, options.isGray, options.sixteen);
  const isBraille = shown === 'braille' && depth !== 'none';
  if (palette === undefined || isBraille) return freeCells(pixels, options, set, palette);
  if (options.algorithm === undefined) {
    return palette.pair === undefined
      ? halftoneCells(pixels, options, set, palette)
      : twoColorCells(pixels, options, set, palette);
  }
  return paletteCells(pixels, options, set, palette, options.algorithm);
}

const WHITE = [255, 255, 255] as const;

/** A band of the box, its points, and what becomes of it. */
class Canvas implements PictureCells {
  readonly width: number;
  readonly height: number;
  readonly glyphs: Uint32Array;
  readonly fg: Int32Array;
  readonly bg: Int32Array;
  /** The colour behind the picture, as far as it is known. */
  readonly behind: readonly [number, number, number] | undefined;
  readonly #grid: Grid | undefined;
  /** Where the grid begins in the points of the band. */
  readonly #left: number;
  readonly #top: number;

  constructor(
    pixels: Pixels,
    {
      width,
      height,
      rows = { from: 0, count: height },
      fit,
      cell,
      background,
      depth,
      scheme,
    }: CellOptions,
    readonly columns: number,
    readonly lines: number,
    averages: Averages,
  ) {
    this.width = width;
    this.height = rows.count;
    const count = width * rows.count;
    this.glyphs = new Uint32Array(count);
    this.fg = new Int32Array(count).fill(KEEP);
    this.bg = new Int32Array(count).fill(KEEP);
    // Without colours the background is one of two, and what is clear is not ink.
    const isPaper = depth === 'none' && scheme === 'light';
    this.behind = knownChannels(background) ?? (isPaper ? WHITE : undefined);
    const { from, to } = place(
      pixels,
      { width, height },
      { width: columns, height: lines },
      fit,
      cell,
    );
    const first = Math.max(to.y, rows.from * lines);
    const end = Math.min(to.y + to.height, (rows.from + rows.count) * lines);
    this.#left = to.x;
    this.#top = first - rows.from * lines;
    if (end <= first || count === 0) return;
    const perPoint = from.height / to.height;
    const part = {
      ...from,
      y: from.y + (first - to.y) * perPoint,
      height: (end - first) * perPoint,
    };
    this.#grid = resample(pixels, part, to.width, end - first, averages);
  }

  /**
   * Writes the points of a cell over what is behind it; those that are clear over an unknown background are left out.
   *
   * @returns a mask of the points that are part of the picture
   */
  read(x: number, y: number, points: Float64Array): number {
    const { columns, lines, behind } = this;
    const grid = this.#grid;
    let mask = 0;
    if (grid === undefined) return mask;
    for (let bit = 0; bit < columns * lines; bit++) {
      const column = x * columns + (bit % columns) - this.#left;
      const row = y * lines + Math.floor(bit / columns) - this.#top;
      const isInside = column >= 0 && row >= 0 && column < grid.width && row < grid.height;
      const at = (row * grid.width + column) * 4;
      const alpha = isInside ? grid.data[at + 3]! : 0;
      if (behind !== undefined ? alpha > 0 : alpha >= MIN_ALPHA) mask |= 1 << bit;
      for (let part = 0; part < 3; part++) {
        const value = isInside ? grid.data[at + part]! : 0;
        points[bit * 3 + part] =
          behind === undefined ? value : value * alpha + behind[part]! * (1 - alpha);
      }
    }
    return mask;
  }

  /** Calls back for each cell that the picture touches, with the points that are part of it. */
  each(
    points: Float64Array,
    visit: (at: number, x: number, y: number, mask: number) => void,
  ): void {
    for (let y = 0, at = 0; y < this.height; y++) {
      for (let x = 0; x < this.width; x++, at++) {
        const mask = this.read(x, y, points);
        if (mask !== 0) visit(at, x, y, mask);
      }
    }
  }

  put(at: number, glyph: number, fg: number, bg: number): void {
    this.glyphs[at] = glyph;
    this.fg[at] = fg;
    this.bg[at] = bg;
  }
}

/** Every colour can be shown: the best split, and its means. */
function freeCells(
  pixels: Pixels,
  options: CellOptions,
  { columns, rows, glyphs }: GlyphSet,
  palette: Palette | undefined,
): PictureCells {
  const averages = palette === undefined ? 'srgb' : 'light';
  const canvas = new Canvas(pixels, options, columns, rows, averages);
  const count = columns * rows;
  const splitter = new Splitter(count);
  const choice = createChoice();
  const all = (1 << count) - 1;
  const isBraille = glyphs === BRAILLE.glyphs;
  const colorOf = (part: Float64Array): Color =>
    palette === undefined
      ? rgb(Math.round(part[0]!), Math.round(part[1]!), Math.round(part[2]!))
      : palette.color(palette.nearest(part[0]!, part[1]!, part[2]!));
  const dark = canvas.behind ?? [0, 0, 0];
  canvas.each(splitter.points, (at, _x, _y, mask) => {
    if (count === 1) {
      canvas.put(at, 0x20, KEEP, colorOf(splitter.points));
    } else if (isBraille) {
      splitter.splitOn(choice, dark);
      choice.mask &= mask;
      if (choice.mask !== 0) canvas.put(at, glyphs[choice.mask]!, colorOf(choice.fg), KEEP);
    } else if (mask !== all && canvas.behind === undefined) {
      meanOf(splitter.points, mask, choice.fg);
      canvas.put(at, glyphs[mask]!, colorOf(choice.fg), KEEP);
    } else {
      splitter.split(choice);
      const bg = colorOf(choice.bg);
      if (choice.mask === 0) canvas.put(at, 0x20, KEEP, bg);
      else canvas.put(at, glyphs[choice.mask]!, colorOf(choice.fg), bg);
    }
  });
  return canvas;
}

function meanOf(points: Float64Array, mask: number, to: Float64Array): void {
  to.fill(0);
  let count = 0;
  for (let bit = 0; bit * 3 < points.length; bit++) {
    if (((mask >> bit) & 1) === 0) continue;
    count++;
    for (let part = 0; part < 3; part++) to[part]! += points[bit * 3 + part]!;
  }
  for (let part = 0; part < 3; part++) to[part]! /= count || 1;
}

/** Colours of a palette, chosen so that the picture is nearest as the eye sees it. */
function halftoneCells(
  pixels: Pixels,
  options: CellOptions,
  set: GlyphSet,
  palette: Palette,
): PictureCells {
  const { depth, scheme } = options;
  const { columns, rows, glyphs } = set;
  const canvas = new Canvas(pixels, options, columns, rows, 'light');
  const count = columns * rows;
  const halftone = new Halftone(set, canvas.width, canvas.height, palette);
  const { light } = halftone;
  const points = new Float64Array(count * 3);
  const all = (1 << count) - 1;
  const hasColor = depth !== 'none';
  // Without colours, all of the background shows.
  const isWhole = canvas.behind !== undefined || !hasColor;
  canvas.each(points, (at, _x, _y, mask) => {
    if (!hasColor) toMeans(points);
    else if (options.isGray === true) toGray(points);
    for (let i = 0; i < points.length; i++) light[i] = lightOf(points[i]!);
    halftone.add(at, isWhole ? all : mask);
  });
  halftone.run();
  canvas.each(points, (at, _x, _y, shown) => {
    const mask = halftone.masks[at]!;
    const fg = halftone.fgs[at]!;
    if (isWhole || shown === all) {
      const bg = halftone.bgs[at]!;
      putChoice({ canvas, at, mask, fg, bg, glyphs, palette, hasColor, scheme });
    } else canvas.put(at, count === 1 ? 0x20 : glyphs[mask]!, palette.color(fg), KEEP);
  });
  return canvas;
}

/** Black and white, chosen so that the picture is nearest as the eye sees it. */
function twoColorCells(
  pixels: Pixels,
  options: CellOptions,
  set: GlyphSet,
  palette: Palette,
): PictureCells {
  const { columns, rows, glyphs } = set;
  const canvas = new Canvas(pixels, options, columns, rows, 'light');
  const twoColors = new TwoColors(set, canvas.width, canvas.height, options.rows?.from ?? 0);
  const points = new Float64Array(columns * rows * 3);
  // All of the background shows.
  canvas.each(points, (at) => {
    toMeans(points);
    for (let i = 0; i < points.length; i++) points[i] = lightOf(points[i]!);
    twoColors.add(at, points);
  });
  twoColors.run();
  const [fg, bg] = palette.pair!;
  const { scheme } = options;
  canvas.each(points, (at) => {
    const mask = twoColors.masks[at]!;
    putChoice({ canvas, at, mask, fg, bg, glyphs, palette, hasColor: false, scheme });
  });
  return canvas;
}

/** Colours of a palette: the rest of each cell is passed on, or thresholds vary by place. */
function paletteCells(
  pixels: Pixels,
  options: CellOptions,
  { columns, rows, glyphs }: GlyphSet,
  palette: Palette,
  algorithm: DitherAlgorithm,
): PictureCells {
  const { depth, scheme, noise = EMBEDDED_NOISE } = options;
  const canvas = new Canvas(pixels, options, columns, rows, 'light');
  const count = columns * rows;
  const errors = new ErrorField(algorithm, canvas.width, canvas.height, options.rows?.from);
  const threshold = thresholdOf(algorithm, noise);
  const splitter = new PaletteSplitter(count, palette, errors.isNeeded ? MEAN_WEIGHT : 0);
  const { points } = splitter;
  const choice = createChoice();
  const target = new Float64Array(3);
  /** What the cell is to have on average, as light. */
  const light = new Float64Array(3);
  const all = (1 << count) - 1;
  // Where there are no colours, all of the background shows, whatever it is.
  const hasColor = depth !== 'none';
  const firstRow = (options.rows?.from ?? 0) * rows;
  canvas.each(points, (at, x, y, mask) => {
    if (!hasColor || options.isGray === true) toGray(points);
    light.fill(0);
    for (let i = 0; i < points.length; i++) {
      const point = Math.floor(i / 3);
      const column = x * columns + (point % columns);
      const row = firstRow + y * rows + Math.floor(point / columns);
      light[i % 3]! += lightOf(points[i]!) / count;
      if (errors.isNeeded) points[i] = encode((lightOf(points[i]!) + errors.at(x, y, i % 3)) / 255);
      if (threshold !== undefined) {
        points[i] = inSteps(points[i]!, palette.step) + threshold(column, row) * palette.step;
      }
    }
    const origin = [x * columns, firstRow + y * rows] as const;
    const isPartial = mask !== all && canvas.behind === undefined;
    meanOf(points, isPartial ? mask : all, target);
    if (isPartial && hasColor) {
      const id = palette.nearest(target[0]!, target[1]!, target[2]!);
      canvas.put(at, count === 1 ? 0x20 : glyphs[mask]!, palette.color(id), KEEP);
      return;
    }
    if (errors.isNeeded) scatter(points, noise, origin, columns, palette.step * SCATTER);
    for (let part = 0; part < 3; part++) {
      // Errors that accumulate without bounds would smear: light is clamped to -255 and 510.
      const value = light[part]! + errors.at(x, y, part);
      light[part] = Math.max(-255, Math.min(510, value));
    }
    splitter.choose(choice, light);
    const { fg, bg } = splitter;
    putChoice({ canvas, at, mask: choice.mask, fg, bg, glyphs, palette, hasColor, scheme });
    if (errors.isNeeded) passOn(errors, [x, y], light, choice, count);
  });
  return canvas;
}

/**
 * A value of sRGB, moved between the steps around it to where its light is between theirs: thresholds then leave
 * as much light as there was.
 */
function inSteps(value: number, step: number): number {
  const lower = Math.floor(value / step) * step;
  const upper = Math.min(255, lower + step);
  const dark = lightOf(lower);
  const range = lightOf(upper) - dark;
  return range > 0 ? lower + (step * (lightOf(value) - dark)) / range : value;
}

/** How much the light of a cell as a whole counts, beside its points, where the rest of it is passed on. */
const MEAN_WEIGHT = 2;
/** Steps of the palette by which points of a cell are made to differ where errors are passed on. */
const SCATTER = 0.4;

/** Where the points of a cell are all alike, which of them have which colour is to look like chance. The mean stays. */
function scatter(
  points: Float64Array,
  noise: Thresholds,
  [left, top]: readonly [number, number],
  columns: number,
  step: number,
): void {
  const count = points.length / 3;
  const at = (point: number): number =>
    noise.at(left + (point % columns), top + Math.floor(point / columns));
  let mean = 0;
  for (let point = 0; point < count; point++) mean += at(point) / count;
  for (let point = 0; point < count; point++) {
    const add = (at(point) - mean) * step;
    for (let part = 0; part < 3; part++) points[point * 3 + part]! += add;
  }
}

interface Chosen {
  readonly canvas: Canvas;
  readonly at: number;
  readonly mask: number;
  /** Numbers of the palette. */
  readonly fg: number;
  readonly bg: number;
  readonly glyphs: Uint32Array;
  readonly palette: Palette;
  readonly hasColor: boolean;
  readonly scheme: CellOptions['scheme'];
}

function putChoice(chosen: Chosen): void {
  const { canvas, at, mask, glyphs, palette, hasColor, scheme } = chosen;
  const all = glyphs.length - 1;
  if (!hasColor) {
    // Ink is light on a dark background, and dark on a light one.
    const isInk = (id: number): boolean => palette.red(id) > 127 === (scheme !== 'light');
    const fg = isInk(chosen.fg) ? mask : 0;
    const bg = isInk(chosen.bg) ? all & ~mask : 0;
    canvas.put(at, glyphs[fg | bg]!, KEEP, KEEP);
    return;
  }
  const isOne = mask === 0 || mask === all || chosen.fg === chosen.bg;
  const only = mask === 0 ? chosen.bg : chosen.fg;
  if (isOne) canvas.put(at, 0x20, KEEP, palette.color(only));
  else canvas.put(at, glyphs[mask]!, palette.color(chosen.fg), palette.color(chosen.bg));
}

function passOn(
  errors: ErrorField,
  [x, y]: readonly [number, number],
  target: Float64Array,
  { mask, fg, bg }: Choice,
  count: number,
): void {
  let size = 0;
  for (let bits = mask; bits !== 0; bits &= bits - 1) size++;
  const rest = (part: number): number =>
    target[part]! - (lightOf(fg[part]!) * size + lightOf(bg[part]!) * (count - size)) / count;
  errors.add(x, y, rest(0), rest(1), rest(2));
}

/** Grays as bright as the colours: by their light, which is what adds up. */
function toGray(points: Float64Array): void {
  for (let at = 0; at < points.length; at += 3) {
    const [red, green, blue] = [
      lightOf(points[at]!),
      lightOf(points[at + 1]!),
      lightOf(points[at + 2]!),
    ];
    points.fill(encode(luma(red, green, blue)), at, at + 3);
  }
}

/** The grays that are nearest to the colours by the sum of squares of sRGB, by which black and white are, too. */
function toMeans(points: Float64Array): void {
  for (let at = 0; at < points.length; at += 3) {
    points.fill((points[at]! + points[at + 1]! + points[at + 2]!) / 3, at, at + 3);
  }
}

/** Characters whose ink is as bright as the picture. On a light background ink is dark. */
function asciiCells(pixels: Pixels, options: CellOptions, mode: 'luma' | 'pattern'): PictureCells {
  const [columns, rows] = mode === 'luma' ? [1, 2] : [SHAPE_COLUMNS, SHAPE_ROWS];
  const canvas = new Canvas(pixels, options, columns, rows, 'light');
  const count = columns * rows;
  const points = new Float64Array(count * 3);
  const parts = new Float64Array(count);
  const color = new Float64Array(3);
  const palette = paletteOf(options.depth, options.bits);
  const hasColor = options.depth !== 'none';
  const behind = canvas.behind;
  const isLight = behind === undefined ? options.scheme === 'light' : luma(...behind) > 0.5;
  canvas.each(points, (at, _x, _y, mask) => {
    for (let part = 0; part < count; part++) {
      const isShown = ((mask >> part) & 1) === 1;
      const light = luma(points[part * 3]!, points[part * 3 + 1]!, points[part * 3 + 2]!);
      parts[part] = isShown ? (isLight ? 1 - light : light) : 0;
    }
    const brightness = parts.reduce((sum, part) => sum + part, 0) / count;
    const glyph = mode === 'luma' ? glyphByLuma(brightness) : glyphByShape(parts);
    if (!hasColor) return canvas.put(at, glyph, KEEP, KEEP);
    meanOf(points, mask, color);
    strengthen(color, isLight);
    const fg =
      palette === undefined
        ? rgb(Math.round(color[0]!), Math.round(color[1]!), Math.round(color[2]!))
        : palette.color(palette.nearest(color[0]!, color[1]!, color[2]!));
    canvas.put(at, glyph, fg, KEEP);
  });
  return canvas;
}

/** Ink covers a part of its cell only: its colour makes up for half of that. */
function strengthen(color: Float64Array, isDark: boolean): void {
  const most = Math.max(color[0]!, color[1]!, color[2]!, 1);
  const factor = isDark ? Math.max(0.5, most / 255) : Math.sqrt(255 / most);
  for (let part = 0; part < 3; part++) color[part] = Math.min(255, color[part]! * factor);
}

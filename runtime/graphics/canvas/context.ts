/** `CanvasRenderingContext2D`, as browsers have it: https://html.spec.whatwg.org/multipage/canvas.html */
import { nameClass } from '../../base/class-name.js';
import { cellWidth } from '../../base/text/graphemes.js';
import type { Pixels } from '../pixels.js';
import { draw, intersection, intersectMasks, type PixelArea } from './composite.js';
import { ContextState, STATE } from './context-state.js';
import { BLACK, type Rgba } from './css-color.js';
import { ImageData, pixelCount, side } from './image-data.js';
import { defineMissing } from './missing.js';
import {
  CanvasGradient,
  CanvasPattern,
  conicRamp,
  imageSampler,
  linearRamp,
  PaintSource,
  radialRamp,
  readRepetition,
  solid,
  type Sample,
} from './paint-source.js';
import { areFinite, finiteFrom, Path2D } from './path2d.js';
import { PathData } from './path-data.js';
import { rasterize, type FillRule, type Mask } from './raster.js';
import { shrunk } from './shrink.js';
import { outline, wound } from './stroke.js';
import {
  ASCENT,
  lettersOf,
  TextLayer,
  type CellPixels,
  type TextPlace,
  type TextRun,
} from './text-layer.js';
import { apply, IDENTITY, invert, multiply, scaleOf, type Matrix } from './transform.js';

/** An element with pixels, for `drawImage` and `createPattern`: by this name it provides them. */
export const PICTURE_OF = Symbol('pictureOf');

interface PictureElement {
  /** Undefined while there is no picture. @throws DOMException where there will be none */
  [PICTURE_OF](): Pixels | undefined;
}

/** The element that a context draws on. */
export interface CanvasHost {
  /** Pixels of a cell of the terminal. */
  cell(): CellPixels;
  /** Pixels have changed. */
  onChange(area: PixelArea): void;
}

export class CanvasRenderingContext2D extends ContextState {
  static {
    nameClass(this, 'CanvasRenderingContext2D');
  }

  readonly canvas: object;
  readonly #host: CanvasHost;
  #width = 0;
  #height = 0;
  #data = new Uint8ClampedArray(0);
  #path = new PathData();
  readonly #texts = new TextLayer();

  /** @internal */
  constructor(canvas: object, host: CanvasHost, width: number, height: number) {
    super();
    this.canvas = canvas;
    this.#host = host;
    this.#resize(width, height);
  }

  /** @internal Clears everything. */
  static resize(context: CanvasRenderingContext2D, width: number, height: number): void {
    context.#resize(width, height);
  }
  /** @internal */
  static pixels(context: CanvasRenderingContext2D): Pixels {
    return context.#pixels;
  }
  /** @internal */
  static texts(context: CanvasRenderingContext2D): TextLayer {
    return context.#texts;
  }

  #resize(width: number, height: number): void {
    this.#data = new Uint8ClampedArray(4 * pixelCount(width, height));
    this.#width = width;
    this.#height = height;
    this.reset();
  }

  get #pixels(): Pixels {
    return { width: this.#width, height: this.#height, data: this.#data };
  }

  protected override pathTarget(): { readonly path: PathData; readonly matrix: Matrix } {
    return { path: this.#path, matrix: this[STATE].matrix };
  }

  reset(): void {
    this.forget();
    this.#path = new PathData();
    this.#data.fill(0);
    this.#texts.clear();
    this.#notifyChange({ x: 0, y: 0, width: this.#width, height: this.#height });
  }
  isContextLost(): boolean {
    return false;
  }
  getContextAttributes(): Readonly<Record<string, unknown>> {
    return { alpha: true, colorSpace: 'srgb', desynchronized: false, willReadFrequently: false };
  }

  // Rectangles

  clearRect(x: number, y: number, width: number, height: number): void {
    const box = finiteFrom(x, y, width, height);
    if (box === undefined) return;
    const shape = this.#shape(this.#rectangle(...box), 'nonzero');
    const { clip } = this[STATE];
    const drawing = { operation: 'destination-out', alpha: 1, clip };
    const area = draw(this.#pixels, shape, solid(BLACK), drawing);
    this.#texts.cover(area, this.#host.cell(), shape);
    this.#notifyChange(area);
  }
  fillRect(x: number, y: number, width: number, height: number): void {
    const box = finiteFrom(x, y, width, height);
    if (box === undefined) return;
    const shape = this.#shape(this.#rectangle(...box), 'nonzero');
    this.#draw(shape, this[STATE].fill);
  }
  strokeRect(x: number, y: number, width: number, height: number): void {
    const box = finiteFrom(x, y, width, height);
    if (box === undefined) return;
    const [left, top, wide, tall] = box;
    const path = new PathData();
    if (wide === 0 && tall === 0) return;
    if (wide === 0 || tall === 0) {
      path.moveTo(left, top);
      path.lineTo(left + wide, top + tall);
    } else path.rect(...box);
    this.#strokePath(path);
  }

  #rectangle(x: number, y: number, width: number, height: number): PathData {
    const path = new PathData();
    path.rect(x, y, width, height);
    const moved = new PathData();
    moved.append(path, this[STATE].matrix);
    return moved;
  }

  // Paths

  beginPath(): void {
    this.#path = new PathData();
  }
  /** @param first a path, or the rule for the current one */
  fill(first?: Path2D | string, second?: string): void {
    const { path, rule } = this.#pathFrom(first, second);
    this.#draw(this.#shape(path, rule), this[STATE].fill);
  }
  stroke(path?: Path2D): void {
    if (path instanceof Path2D) this.#strokePath(Path2D.data(path));
    else this.#drawStroke(this.#path);
  }
  clip(first?: Path2D | string, second?: string): void {
    const { path, rule } = this.#pathFrom(first, second);
    const shape = this.#shape(path, rule);
    const { clip } = this[STATE];
    this[STATE].clip = clip === undefined ? shape : intersectMasks(clip, shape);
  }
  isPointInPath(...args: readonly unknown[]): boolean {
    const [path, x, y, rule] = args[0] instanceof Path2D ? args : [undefined, ...args];
    const found = this.#pathFrom(path as Path2D | undefined, rule as string | undefined);
    return isInside(this.#shapeAt(found.path.flatten(), found.rule, Number(x), Number(y)));
  }
  isPointInStroke(...args: readonly unknown[]): boolean {
    const [path, x, y] = args[0] instanceof Path2D ? args : [undefined, ...args];
    const { path: moved } = this.#pathFrom(path as Path2D | undefined);
    return isInside(this.#shapeAt(this.#outline(moved), 'nonzero', Number(x), Number(y)));
  }

  /** A path in pixels; Path2D is in the coordinates of the transform. */
  #pathFrom(
    first?: Path2D | string,
    second?: string,
  ): { readonly path: PathData; readonly rule: FillRule } {
    const isOwn = first instanceof Path2D;
    const rule = (isOwn ? second : first) === 'evenodd' ? 'evenodd' : 'nonzero';
    if (!isOwn) return { path: this.#path, rule };
    const path = new PathData();
    path.append(Path2D.data(first), this[STATE].matrix);
    return { path, rule };
  }

  #shape(path: PathData, rule: FillRule): Mask {
    return rasterize(path.flatten(), rule, this.#width, this.#height);
  }

  /** A pixel around a point, as coverage. */
  #shapeAt(polygons: ReturnType<PathData['flatten']>, rule: FillRule, x: number, y: number): Mask {
    const moved = polygons.map(({ points, isClosed }) => ({
      isClosed,
      points: points.map((value, at) => (value - (at % 2 === 0 ? x : y)) * 1000 + 0.5),
    }));
    return rasterize(moved, rule, 1, 1);
  }

  #strokePath(path: PathData): void {
    const moved = new PathData();
    moved.append(path, this[STATE].matrix);
    this.#drawStroke(moved);
  }
  #drawStroke(path: PathData): void {
    const shape = rasterize(this.#outline(path), 'nonzero', this.#width, this.#height);
    this.#draw(shape, this[STATE].stroke);
  }

  /** The line of a path that is in pixels: its width is in the coordinates of the transform. */
  #outline(path: PathData): ReturnType<PathData['flatten']> {
    const { matrix, lineWidth, lineCap, lineJoin, miterLimit, dash, dashOffset } = this[STATE];
    const back = invert(matrix);
    if (back === undefined) return [];
    const own = new PathData();
    own.append(path, back);
    const scale = scaleOf(matrix);
    const style = { width: lineWidth, cap: lineCap, join: lineJoin, miterLimit, dash, dashOffset };
    return outline(own.flatten(scale), style, scale).map(({ points }) => {
      const moved: number[] = [];
      for (let at = 0; at < points.length; at += 2) {
        moved.push(...apply(matrix, points[at]!, points[at + 1]!));
      }
      return { points: wound(moved), isClosed: true };
    });
  }

  #draw(shape: Mask, paint: Rgba | PaintSource): void {
    const { matrix } = this[STATE];
    const isSource = paint instanceof PaintSource;
    this.#drawSample(shape, isSource ? paint.sampler(matrix) : solid(paint));
    const isOpaque = isSource || paint[3] * this[STATE].alpha >= 0.5;
    if (isOpaque) this.#texts.cover(shape, this.#host.cell(), shape);
  }

  #drawSample(shape: Mask, sample: Sample): void {
    const { operation, alpha, clip } = this[STATE];
    this.#notifyChange(draw(this.#pixels, shape, sample, { operation, alpha, clip }));
  }

  #notifyChange(area: PixelArea): void {
    if (area.width > 0 && area.height > 0) this.#host.onChange(area);
  }

  // Paint

  createLinearGradient(x0: number, y0: number, x1: number, y1: number): CanvasGradient {
    needFinite('createLinearGradient', x0, y0, x1, y1);
    return new CanvasGradient(linearRamp(x0, y0, x1, y1));
  }
  /** @throws DOMException where a radius is negative */
  createRadialGradient(
    x0: number,
    y0: number,
    r0: number,
    x1: number,
    y1: number,
    r1: number,
  ): CanvasGradient {
    const circles = needFinite('createRadialGradient', x0, y0, r0, x1, y1, r1);
    if (r0 < 0 || r1 < 0) {
      throw new DOMException('createRadialGradient: a radius is negative', 'IndexSizeError');
    }
    return new CanvasGradient(radialRamp(...circles));
  }
  createConicGradient(start: number, x: number, y: number): CanvasGradient {
    needFinite('createConicGradient', start, x, y);
    return new CanvasGradient(conicRamp(start, x, y));
  }
  /** Null while the picture is loading. @throws TypeError for anything but a picture */
  createPattern(image: unknown, repetition: string | null): CanvasPattern | null {
    const pixels = pictureFrom('createPattern', image);
    const read = readRepetition(repetition);
    if (pixels === undefined) return null;
    // What is drawn on it later is not in the pattern.
    return new CanvasPattern({ ...pixels, data: pixels.data.slice() }, read);
  }

  // Pictures

  /**
   * `drawImage(image, x, y)`, with `width` and `height`, or with the part of the picture before these four.
   *
   * @throws TypeError for anything but a picture
   */
  drawImage(image: unknown, ...args: readonly number[]): void {
    if (![2, 4, 8].includes(args.length)) {
      throw new TypeError(`drawImage: expected 2, 4 or 8 numbers, found ${args.length}`);
    }
    const pixels = pictureFrom('drawImage', image);
    const numbers = finiteFrom(...args);
    if (pixels === undefined || numbers === undefined) return;
    const [all, to] =
      numbers.length === 8
        ? [numbers.slice(0, 4), numbers.slice(4)]
        : [[0, 0, pixels.width, pixels.height], numbers];
    const [sx, sy, sw, sh] = turned(all as [number, number, number, number]);
    // Negative sizes are the same place, and do not mirror.
    const [dx, dy, dw, dh] = turned([to[0]!, to[1]!, to[2] ?? sw, to[3] ?? sh]);
    if (sw === 0 || sh === 0 || dw === 0 || dh === 0) return;
    const { matrix, isSmooth } = this[STATE];
    const place = { a: dw / sw, b: 0, c: 0, d: dh / sh, e: dx, f: dy };
    const own = pixels.data === this.#data ? { ...pixels, data: pixels.data.slice() } : pixels;
    // The part may reach beyond the picture: there is nothing there.
    const part = intersection(
      { x: sx, y: sy, width: sw, height: sh },
      { x: 0, y: 0, width: pixels.width, height: pixels.height },
    );
    const path = new PathData();
    path.rect(part.x - sx, part.y - sy, part.width, part.height);
    const moved = new PathData();
    const onto = multiply(matrix, place);
    moved.append(path, onto);
    const source = multiply(onto, { ...IDENTITY, e: -sx, f: -sy });
    const shape = this.#shape(moved, 'nonzero');
    const small = isSmooth ? shrunk(own, part, scaleOf(source)) : undefined;
    const sample =
      small === undefined
        ? imageSampler(own, source, isSmooth)
        : imageSampler(small.pixels, multiply(source, small.matrix), true);
    this.#drawSample(shape, sample);
    this.#texts.cover(shape, this.#host.cell(), shape);
  }

  createImageData(first: number | ImageData, height?: number): ImageData {
    return typeof first === 'object'
      ? new ImageData(first.width, first.height)
      : new ImageData(first, Number(height));
  }
  getImageData(x: number, y: number, width: number, height: number): ImageData {
    needFinite('getImageData', x, y);
    const [wide, tall] = [side(width), side(height)];
    const image = new ImageData(wide, tall);
    const left = Math.trunc(width < 0 ? x - wide : x);
    const top = Math.trunc(height < 0 ? y - tall : y);
    const bounds = { x: 0, y: 0, width: this.#width, height: this.#height };
    const area = intersection({ x: left, y: top, width: wide, height: tall }, bounds);
    for (let row = area.y; row < area.y + area.height; row++) {
      const from = 4 * (row * this.#width + area.x);
      const to = 4 * ((row - top) * wide + area.x - left);
      image.data.set(this.#data.subarray(from, from + 4 * area.width), to);
    }
    return image;
  }
  /** Replaces pixels: no transform, clip or alpha applies. The last four numbers are the part that is put. */
  putImageData(image: ImageData, x: number, y: number, ...part: readonly number[]): void {
    needFinite('putImageData', x, y);
    const { width, height, data } = image;
    const [left0, top0, wide, tall] = part.map(Number);
    const [px, py, pw, ph] = turned([left0 ?? 0, top0 ?? 0, wide ?? width, tall ?? height]);
    const [left, top] = [Math.trunc(x), Math.trunc(y)];
    const target = intersection(
      { x: Math.trunc(px), y: Math.trunc(py), width: Math.trunc(pw), height: Math.trunc(ph) },
      { x: 0, y: 0, width, height },
    );
    const area = intersection(
      { ...target, x: target.x + left, y: target.y + top },
      { x: 0, y: 0, width: this.#width, height: this.#height },
    );
    for (let row = area.y; row < area.y + area.height; row++) {
      const from = 4 * ((row - top) * width + area.x - left);
      this.#data.set(data.subarray(from, from + 4 * area.width), 4 * (row * this.#width + area.x));
    }
    this.#texts.cover(area, this.#host.cell());
    this.#notifyChange(area);
  }

  // Text

  /** Letters of the terminal, in cells: transforms move the text, and neither turn nor stretch it. */
  fillText(text: string, x: number, y: number, maxWidth = Infinity): void {
    const { matrix, fill, alpha, align, baseline, font, clip } = this[STATE];
    if (!areFinite(x, y) || !(maxWidth > 0)) return;
    const cell = this.#host.cell();
    const [px, py] = apply(matrix, Number(x), Number(y));
    const color = fill instanceof PaintSource ? undefined : fill;
    const out = new Float64Array(4);
    const sample = fill instanceof PaintSource ? fill.sampler(matrix) : undefined;
    const inkAt = (mx: number, my: number): Rgba | undefined => {
      const isIn = mx >= 0 && my >= 0 && mx < this.#width && my < this.#height;
      if (!isIn || !isOpen(clip, Math.floor(mx), Math.floor(my))) return undefined;
      sample?.(mx, my, out);
      const [red, green, blue, own] = color ?? [out[0]!, out[1]!, out[2]!, out[3]!];
      if (own * alpha <= 0) return undefined;
      return [Math.round(red), Math.round(green), Math.round(blue), own * alpha];
    };
    const run: TextRun = {
      letters: [...lettersOf(String(text))],
      x: px,
      y: py,
      share: alignShare(align, this[STATE].direction === 'rtl'),
      shift: baselineShift(baseline),
      maxWidth: maxWidth * Math.hypot(matrix.a, matrix.b),
      isBold: /\b(bold|bolder|[6-9]00)\b/.test(font),
      isItalic: /\b(italic|oblique)\b/.test(font),
      inkAt,
    };
    const cells = this.#texts.put(run, cell);
    const area = {
      x: Math.floor(cells.x * cell.width),
      y: Math.floor(cells.y * cell.height),
      width: Math.ceil(cells.width * cell.width) + 1,
      height: Math.ceil(cell.height) + 1,
    };
    const bounds = { x: 0, y: 0, width: this.#width, height: this.#height };
    this.#notifyChange(intersection(area, bounds));
  }

  /** Measures a text, in the coordinates of the transform. */
  measureText(text: string): Readonly<Record<string, number>> {
    const { matrix, align, direction } = this[STATE];
    const cell = this.#host.cell();
    const across = Math.hypot(matrix.a, matrix.b) || 1;
    const down = Math.hypot(matrix.c, matrix.d) || 1;
    const width =
      (cellWidth(
        lettersOf(String(text))
          .map((letter) => letter.text)
          .join(''),
      ) *
        cell.width) /
      across;
    const height = cell.height / down;
    const left = alignShare(align, direction === 'rtl') * width;
    const [ascent, descent] = [ASCENT * height, (1 - ASCENT) * height];
    return {
      width,
      actualBoundingBoxLeft: left,
      actualBoundingBoxRight: width - left,
      actualBoundingBoxAscent: ascent,
      actualBoundingBoxDescent: descent,
      fontBoundingBoxAscent: ascent,
      fontBoundingBoxDescent: descent,
      emHeightAscent: ascent,
      emHeightDescent: descent,
      alphabeticBaseline: 0,
      hangingBaseline: ascent,
      ideographicBaseline: -descent,
    };
  }
}

defineMissing(CanvasRenderingContext2D.prototype, 'CanvasRenderingContext2D');

function needFinite<Values extends readonly unknown[]>(
  name: string,
  ...values: Values
): { -readonly [Key in keyof Values]: number } {
  const numbers = finiteFrom(...values);
  if (numbers === undefined) throw new TypeError(`${name}: a number is not finite`);
  return numbers;
}

/** Points on the line are inside: of those at a right angle a quarter of the pixel is covered. */
function isInside({ coverage }: Mask): boolean {
  return (coverage[0] ?? 0) >= 32;
}

/** A rectangle with a positive width and height. */
function turned([x, y, width, height]: readonly [number, number, number, number]): [
  number,
  number,
  number,
  number,
] {
  return [
    width < 0 ? x + width : x,
    height < 0 ? y + height : y,
    Math.abs(width),
    Math.abs(height),
  ];
}

function pictureFrom(name: string, image: unknown): Pixels | undefined {
  const picture = image as Partial<PictureElement> | null | undefined;
  const read = picture?.[PICTURE_OF];
  if (typeof read !== 'function') throw new TypeError(`${name}: expected an <img> or a <canvas>`);
  const pixels = read.call(picture);
  return pixels === undefined || pixels.width === 0 || pixels.height === 0 ? undefined : pixels;
}

/** Part of a text's width that is before its place. */
function alignShare(align: TextPlace['align'], isRightToLeft: boolean): number {
  if (align === 'center') return 0.5;
  if (align === 'left') return 0;
  if (align === 'right') return 1;
  return (align === 'end') === isRightToLeft ? 0 : 1;
}

/** From the place of a text to the middle of its row, in rows. */
function baselineShift(baseline: TextPlace['baseline']): number {
  if (baseline === 'middle') return 0;
  if (baseline === 'top' || baseline === 'hanging') return 0.5;
  return baseline === 'alphabetic' ? 0.5 - ASCENT : -0.5;
}

function isOpen(clip: Mask | undefined, px: number, py: number): boolean {
  if (clip === undefined) return true;
  const [column, row] = [px - clip.x, py - clip.y];
  if (column < 0 || row < 0 || column >= clip.width || row >= clip.height) return false;
  return clip.coverage[row * clip.width + column]! >= 128;
}

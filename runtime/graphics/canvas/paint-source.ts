/** Fills of shapes: a colour, a gradient, a pattern. */
import { nameClass } from '../../base/class-name.js';
import type { Pixels } from '../pixels.js';
import { readCanvasColor, type Rgba } from './css-color.js';
import { IDENTITY, invert, matrixFrom, multiply, type Matrix } from './transform.js';

/** Writes the colour of a pixel: red, green, blue, 0 to 255, and alpha, 0 to 1. */
export type Sample = (x: number, y: number, out: Float64Array) => void;

/** What can be sampled: made by `createLinearGradient` and its like. */
export abstract class PaintSource {
  static {
    nameClass(this, 'PaintSource');
  }

  /** @param matrix from the source's coordinates to pixels */
  abstract sampler(matrix: Matrix): Sample;
}

const NOTHING: Sample = (_x, _y, out) => void out.fill(0);

export function solid([red, green, blue, alpha]: Rgba): Sample {
  return (_x, _y, out) => {
    out[0] = red;
    out[1] = green;
    out[2] = blue;
    out[3] = alpha;
  };
}

interface Stop {
  readonly offset: number;
  readonly color: Rgba;
}

/** Places between the first and the last stop of a gradient, of each pixel; undefined where it paints nothing. */
type Ramp = (x: number, y: number) => number | undefined;

export class CanvasGradient extends PaintSource {
  static {
    nameClass(this, 'CanvasGradient');
  }

  readonly #stops: Stop[] = [];
  readonly #ramp: Ramp | undefined;

  /** @internal */
  constructor(ramp: Ramp | undefined) {
    super();
    this.#ramp = ramp;
  }

  /** @param offset 0 to 1; throws a DOMException outside of that range, and for an invalid colour */
  addColorStop(offset: number, color: string): void {
    const place = Number(offset);
    if (!Number.isFinite(place)) throw new TypeError('addColorStop: the offset is not finite');
    if (place < 0 || place > 1) {
      throw new DOMException(
        `addColorStop: expected an offset from 0 to 1, found ${place}`,
        'IndexSizeError',
      );
    }
    const read = readCanvasColor(String(color));
    if (read === undefined) {
      throw new DOMException(
        `addColorStop: expected a colour, found "${String(color)}"`,
        'SyntaxError',
      );
    }
    // Of equal offsets the order of adding counts.
    const at = this.#stops.findIndex((stop) => stop.offset > place);
    this.#stops.splice(at < 0 ? this.#stops.length : at, 0, { offset: place, color: read });
  }

  override sampler(matrix: Matrix): Sample {
    const ramp = this.#ramp;
    const stops = this.#stops;
    const back = invert(matrix);
    if (ramp === undefined || stops.length === 0 || back === undefined) return NOTHING;
    return (x, y, out) => {
      const place = ramp(back.a * x + back.c * y + back.e, back.b * x + back.d * y + back.f);
      if (place === undefined) out.fill(0);
      else colorAt(stops, place, out);
    };
  }
}

function colorAt(stops: readonly Stop[], place: number, out: Float64Array): void {
  let at = 0;
  while (at < stops.length && stops[at]!.offset <= place) at++;
  const before = stops[Math.max(0, at - 1)]!;
  const after = stops[Math.min(stops.length - 1, at)]!;
  const span = after.offset - before.offset;
  const share = span <= 0 ? 0 : Math.min(1, Math.max(0, (place - before.offset) / span));
  for (let channel = 0; channel < 4; channel++) {
    const from = before.color[channel]!;
    out[channel] = from + (after.color[channel]! - from) * share;
  }
}

export function linearRamp(x0: number, y0: number, x1: number, y1: number): Ramp | undefined {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const square = dx * dx + dy * dy;
  if (square === 0) return undefined;
  return (x, y) => ((x - x0) * dx + (y - y0) * dy) / square;
}

/** Between two circles, as the HTML standard draws it: the circle farthest on that a point is on. */
export function radialRamp(
  x0: number,
  y0: number,
  r0: number,
  x1: number,
  y1: number,
  r1: number,
): Ramp | undefined {
  const [dx, dy, dr] = [x1 - x0, y1 - y0, r1 - r0];
  if (dx === 0 && dy === 0 && dr === 0) return undefined;
  const a = dx * dx + dy * dy - dr * dr;
  return (x, y) => {
    const [px, py] = [x - x0, y - y0];
    const b = px * dx + py * dy + r0 * dr;
    const c = px * px + py * py - r0 * r0;
    const isCircle = (place: number): boolean => r0 + place * dr >= 0;
    if (Math.abs(a) < 1e-12) {
      const place = c / (2 * b);
      return b !== 0 && isCircle(place) ? place : undefined;
    }
    const root = b * b - a * c;
    if (root < 0) return undefined;
    const [one, other] = [(b + Math.sqrt(root)) / a, (b - Math.sqrt(root)) / a];
    const [high, low] = [Math.max(one, other), Math.min(one, other)];
    return isCircle(high) ? high : isCircle(low) ? low : undefined;
  };
}

export function conicRamp(start: number, x0: number, y0: number): Ramp {
  const turn = 2 * Math.PI;
  return (x, y) => {
    const angle = (Math.atan2(y - y0, x - x0) - start) / turn;
    return angle - Math.floor(angle);
  };
}

const REPETITIONS = ['repeat', 'repeat-x', 'repeat-y', 'no-repeat'] as const;
export type Repetition = (typeof REPETITIONS)[number];

export function readRepetition(value: unknown): Repetition {
  const text = value === null || value === '' ? 'repeat' : String(value);
  const found = REPETITIONS.find((name) => name === text);
  if (found !== undefined) return found;
  const expected = REPETITIONS.join(', ');
  throw new DOMException(
    `createPattern: expected one of ${expected}, found "${text}"`,
    'SyntaxError',
  );
}

export class CanvasPattern extends PaintSource {
  static {
    nameClass(this, 'CanvasPattern');
  }

  readonly #pixels: Pixels;
  readonly #repetition: Repetition;
  #own: Matrix = IDENTITY;

  /** @internal */
  constructor(pixels: Pixels, repetition: Repetition) {
    super();
    this.#pixels = pixels;
    this.#repetition = repetition;
  }

  /** @param transform a `DOMMatrixInit` */
  setTransform(transform?: unknown): void {
    this.#own = matrixFrom(transform);
  }

  override sampler(matrix: Matrix): Sample {
    const back = invert(multiply(matrix, this.#own));
    if (back === undefined) return NOTHING;
    const { width, height } = this.#pixels;
    const wrapsX = this.#repetition === 'repeat' || this.#repetition === 'repeat-x';
    const wrapsY = this.#repetition === 'repeat' || this.#repetition === 'repeat-y';
    const at = (x: number, y: number): number => {
      const column = wrapsX ? ((x % width) + width) % width : x;
      const row = wrapsY ? ((y % height) + height) % height : y;
      return column < 0 || row < 0 || column >= width || row >= height ? -1 : row * width + column;
    };
    return (x, y, out) =>
      blend(
        this.#pixels,
        at,
        back.a * x + back.c * y + back.e,
        back.b * x + back.d * y + back.f,
        out,
      );
  }
}

/** A picture in its own coordinates, clear around it. */
export function imageSampler(pixels: Pixels, matrix: Matrix, isSmooth: boolean): Sample {
  const back = invert(matrix);
  if (back === undefined) return NOTHING;
  const { width, height, data } = pixels;
  // The filled shape defines the edges: beyond the image, its border pixels are repeated.
  const near = (value: number, size: number): number =>
    value < 0 ? 0 : value >= size ? size - 1 : value;
  const at = (x: number, y: number): number => near(y, height) * width + near(x, width);
  return (x, y, out) => {
    const px = back.a * x + back.c * y + back.e;
    const py = back.b * x + back.d * y + back.f;
    if (isSmooth) {
      blend(pixels, at, px, py, out);
      return;
    }
    const from = 4 * at(Math.floor(px), Math.floor(py));
    for (let channel = 0; channel < 3; channel++) out[channel] = data[from + channel]!;
    out[3] = data[from + 3]! / 255;
  };
}

/** Between the four nearest pixels, by their alpha. */
function blend(
  { data }: Pixels,
  at: (x: number, y: number) => number,
  px: number,
  py: number,
  out: Float64Array,
): void {
  const [left, top] = [Math.floor(px - 0.5), Math.floor(py - 0.5)];
  const [right, bottom] = [px - 0.5 - left, py - 0.5 - top];
  let [red, green, blue, alpha] = [0, 0, 0, 0];
  for (let corner = 0; corner < 4; corner++) {
    const [dx, dy] = [corner & 1, corner >> 1];
    const share = (dx === 1 ? right : 1 - right) * (dy === 1 ? bottom : 1 - bottom);
    const from = 4 * at(left + dx, top + dy);
    if (share === 0 || from < 0) continue;
    const weight = (share * data[from + 3]!) / 255;
    red += data[from]! * weight;
    green += data[from + 1]! * weight;
    blue += data[from + 2]! * weight;
    alpha += weight;
  }
  out[0] = alpha === 0 ? 0 : red / alpha;
  out[1] = alpha === 0 ? 0 : green / alpha;
  out[2] = alpha === 0 ? 0 : blue / alpha;
  out[3] = alpha;
}

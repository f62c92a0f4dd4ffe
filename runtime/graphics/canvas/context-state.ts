/** The state of a context: styles, the transform and the clip, with `save` and `restore`. */
import { nameClass } from '../../base/class-name.js';
import { OPERATIONS } from './composite.js';
import { BLACK, readCanvasColor, writeCanvasColor, type Rgba } from './css-color.js';
import { PaintSource } from './paint-source.js';
import { areFinite, PathMethods } from './path2d.js';
import type { Mask } from './raster.js';
import type { LineCap, LineJoin } from './stroke.js';
import { ALIGNS, BASELINES, type TextPlace } from './text-layer.js';
import { IDENTITY, matrixFrom, multiply, type Matrix } from './transform.js';

function valuesOf({ a, b, c, d, e, f }: Matrix): readonly number[] {
  return [a, b, c, d, e, f];
}

interface State {
  matrix: Matrix;
  clip: Mask | undefined;
  fill: Rgba | PaintSource;
  stroke: Rgba | PaintSource;
  alpha: number;
  operation: string;
  lineWidth: number;
  lineCap: LineCap;
  lineJoin: LineJoin;
  miterLimit: number;
  dash: readonly number[];
  dashOffset: number;
  isSmooth: boolean;
  quality: string;
  font: string;
  align: TextPlace['align'];
  baseline: TextPlace['baseline'];
  direction: string;
}

const FIRST: State = {
  matrix: IDENTITY,
  clip: undefined,
  fill: BLACK,
  stroke: BLACK,
  alpha: 1,
  operation: 'source-over',
  lineWidth: 1,
  lineCap: 'butt',
  lineJoin: 'miter',
  miterLimit: 10,
  dash: [],
  dashOffset: 0,
  isSmooth: true,
  quality: 'low',
  font: '10px sans-serif',
  align: 'start',
  baseline: 'alphabetic',
  direction: 'inherit',
};

const CAPS: readonly LineCap[] = ['butt', 'round', 'square'];
const JOINS: readonly LineJoin[] = ['miter', 'round', 'bevel'];
const DIRECTIONS = ['inherit', 'ltr', 'rtl'];
const QUALITIES = ['low', 'medium', 'high'];

/** States that `save` keeps at most. */
const MAX_STATES = 10_000;

/** The current state; not for scripts. */
export const STATE = Symbol('state');

export abstract class ContextState extends PathMethods {
  static {
    nameClass(this, 'ContextState');
  }

  [STATE]: State = { ...FIRST };
  #saved: State[] = [];

  /** As it is in the beginning. */
  protected forget(): void {
    this[STATE] = { ...FIRST };
    this.#saved = [];
  }

  save(): void {
    if (this.#saved.length < MAX_STATES) this.#saved.push({ ...this[STATE] });
  }
  restore(): void {
    this[STATE] = this.#saved.pop() ?? this[STATE];
  }
  get fillStyle(): string | PaintSource {
    return written(this[STATE].fill);
  }
  set fillStyle(value: unknown) {
    this[STATE].fill = paintFrom(value) ?? this[STATE].fill;
  }
  get strokeStyle(): string | PaintSource {
    return written(this[STATE].stroke);
  }
  set strokeStyle(value: unknown) {
    this[STATE].stroke = paintFrom(value) ?? this[STATE].stroke;
  }
  get globalAlpha(): number {
    return this[STATE].alpha;
  }
  set globalAlpha(value: number) {
    const alpha = Number(value);
    if (alpha >= 0 && alpha <= 1) this[STATE].alpha = alpha;
  }
  get globalCompositeOperation(): string {
    return this[STATE].operation;
  }
  set globalCompositeOperation(value: string) {
    const name = String(value);
    if (OPERATIONS.includes(name)) this[STATE].operation = name;
    else if (/^(hue|saturation|color|luminosity)$/.test(name)) {
      const known = OPERATIONS.join(', ');
      throw new Error(
        `globalCompositeOperation: "${name}" is not supported; expected one of: ${known}`,
      );
    }
  }
  get lineWidth(): number {
    return this[STATE].lineWidth;
  }
  set lineWidth(value: number) {
    this[STATE].lineWidth = positive(value) ?? this[STATE].lineWidth;
  }
  get lineCap(): LineCap {
    return this[STATE].lineCap;
  }
  set lineCap(value: string) {
    this[STATE].lineCap = oneOf(CAPS, value) ?? this[STATE].lineCap;
  }
  get lineJoin(): LineJoin {
    return this[STATE].lineJoin;
  }
  set lineJoin(value: string) {
    this[STATE].lineJoin = oneOf(JOINS, value) ?? this[STATE].lineJoin;
  }
  get miterLimit(): number {
    return this[STATE].miterLimit;
  }
  set miterLimit(value: number) {
    this[STATE].miterLimit = positive(value) ?? this[STATE].miterLimit;
  }
  get lineDashOffset(): number {
    return this[STATE].dashOffset;
  }
  set lineDashOffset(value: number) {
    if (areFinite(value)) this[STATE].dashOffset = Number(value);
  }
  setLineDash(segments: Iterable<number>): void {
    const dash = [...segments].map(Number);
    if (!dash.every((length) => Number.isFinite(length) && length >= 0)) return;
    this[STATE].dash = dash.length % 2 === 0 ? dash : [...dash, ...dash];
  }
  getLineDash(): number[] {
    return [...this[STATE].dash];
  }
  get imageSmoothingEnabled(): boolean {
    return this[STATE].isSmooth;
  }
  set imageSmoothingEnabled(value: boolean) {
    this[STATE].isSmooth = Boolean(value);
  }
  get imageSmoothingQuality(): string {
    return this[STATE].quality;
  }
  set imageSmoothingQuality(value: string) {
    this[STATE].quality = oneOf(QUALITIES, value) ?? this[STATE].quality;
  }
  /** Only `bold` and `italic` are seen: letters are those of the terminal. */
  get font(): string {
    return this[STATE].font;
  }
  set font(value: string) {
    if (/\d(\.\d+)?(px|pt|em|rem|ch|%)|small|medium|large/.test(String(value))) {
      this[STATE].font = String(value).trim();
    }
  }
  get textAlign(): string {
    return this[STATE].align;
  }
  set textAlign(value: string) {
    this[STATE].align = oneOf(ALIGNS, value) ?? this[STATE].align;
  }
  get textBaseline(): string {
    return this[STATE].baseline;
  }
  set textBaseline(value: string) {
    this[STATE].baseline = oneOf(BASELINES, value) ?? this[STATE].baseline;
  }
  get direction(): string {
    return this[STATE].direction;
  }
  set direction(value: string) {
    this[STATE].direction = oneOf(DIRECTIONS, value) ?? this[STATE].direction;
  }

  // Transforms

  scale(x: number, y: number): void {
    this.#transform({ ...IDENTITY, a: x, d: y });
  }
  rotate(angle: number): void {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    this.#transform({ a: cos, b: sin, c: -sin, d: cos, e: 0, f: 0 });
  }
  translate(x: number, y: number): void {
    this.#transform({ ...IDENTITY, e: x, f: y });
  }
  transform(a: number, b: number, c: number, d: number, e: number, f: number): void {
    this.#transform({ a, b, c, d, e, f });
  }
  /** @param first the six numbers, or a `DOMMatrixInit` */
  setTransform(first?: unknown, ...rest: readonly number[]): void {
    const [b, c, d, e, f] = rest;
    const transform = rest.length > 0 ? { a: first, b, c, d, e, f } : first;
    const matrix = matrixFrom(transform);
    if (areFinite(...valuesOf(matrix))) this[STATE].matrix = matrix;
  }
  resetTransform(): void {
    this[STATE].matrix = IDENTITY;
  }
  /** The transform as a `DOMMatrixInit`; browsers return a `DOMMatrix`. */
  getTransform(): Matrix & { readonly is2D: true } {
    return { ...this[STATE].matrix, is2D: true };
  }

  #transform(inner: Matrix): void {
    if (!areFinite(...valuesOf(inner))) return;
    this[STATE].matrix = multiply(this[STATE].matrix, inner);
  }
}

function written(paint: Rgba | PaintSource): string | PaintSource {
  return paint instanceof PaintSource ? paint : writeCanvasColor(paint);
}

/** Undefined for what is not a paint: setting it changes nothing, as in browsers. Objects are read as their text. */
function paintFrom(value: unknown): Rgba | PaintSource | undefined {
  return value instanceof PaintSource ? value : readCanvasColor(String(value));
}

function positive(value: number): number | undefined {
  const number = Number(value);
  return Number.isFinite(number) && number > 0 ? number : undefined;
}

function oneOf<Value extends string>(values: readonly Value[], value: string): Value | undefined {
  return values.find((each) => each === value);
}

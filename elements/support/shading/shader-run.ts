/** Shaders: functions of a script that return the colour of each pixel, run in slices so that keys are not kept waiting. */
import { nameClass } from '../../../runtime/base/class-name.js';
import { isStill } from '../control.js';
import {
  animationTimeOf,
  invalidate,
  repaintAfter,
  reportError,
  resourcesOf,
} from '../../../runtime/element/services.js';
import { describeElement, type TuiElement } from '../../../runtime/element/tui-element.js';
import type { Pixels } from '../../../runtime/graphics/pixels.js';

/** Red, green, blue and, where it is not opaque, alpha: 0 to 255. */
type ShaderColor = readonly number[];

interface ShaderSource {
  readonly width: number;
  readonly height: number;
  /** The colour of a pixel before this shader; null beyond the picture. */
  getPixel(x: number, y: number): [number, number, number, number] | null;
}

interface ShaderResolution {
  readonly width: number;
  readonly height: number;
}

/**
 * @param x pixels from the left
 * @param y pixels from the top
 * @param time seconds
 * @returns the pixel's colour; undefined keeps that of the source
 */
export type Shader = (
  x: number,
  y: number,
  time: number,
  resolution: ShaderResolution,
  source: ShaderSource,
) => ShaderColor | undefined;

/** Milliseconds of shaders at a time; keys and frames come between. */
const SLICE = 8;
/** Of what is between two slices, in slices: a shader takes at most half of the time. */
const REST = 1;
/** Pixels between two looks at the clock. */
const RUN = 32;
/** Milliseconds from one picture to the next, where there is time for it. */
const INTERVAL = 1000 / 30;

/**
 * The time of all shaders of a process together: slices of several of them, one after another, would keep keys waiting
 * as one long one does.
 */
const budget = {
  spent: 0,
  /** When there is time again, of `performance.now()`. */
  free: 0,
  /** Milliseconds of the current slice that are left; none while the others rest. */
  left(now: number): number {
    return now < this.free ? 0 : SLICE - this.spent;
  },
  spend(began: number, now: number): void {
    this.spent += now - began;
    if (this.spent < SLICE) return;
    this.free = now + this.spent * REST;
    this.spent = 0;
  },
};

export class ShaderRun {
  static {
    nameClass(this, 'ShaderRun');
  }

  #shaders: readonly Shader[] = [];
  /** What is shown, and what is being computed. */
  #shown: Pixels | undefined;
  #job: Job | undefined;
  #permission: 'unknown' | 'asked' | 'granted' | 'denied' = 'unknown';
  #cancel: (() => void) | undefined;
  /** A picture that is ready within one slice is in the frame that requested it. */
  #isPainting = false;
  /** When the picture that is shown was begun, in milliseconds of the animation. */
  #time = -Infinity;

  readonly #element: TuiElement;

  constructor(element: TuiElement) {
    this.#element = element;
  }

  get isActive(): boolean {
    return this.#shaders.length > 0;
  }

  /** Sets the functions, the first of which sees the picture and each other what the one before made of it. */
  set(shaders: readonly Shader[]): void {
    this.#shaders = shaders;
    this.restart();
    invalidate(this.#element, 'paint');
  }

  /** What it is computed from has changed: what is under way still shows, and is followed by another one. */
  onChange(): void {
    this.#time = -Infinity;
  }

  /** What it is computed from is another picture. */
  restart(): void {
    this.stop();
    this.#time = -Infinity;
  }

  /** Nothing is computed until it is painted again. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#job = undefined;
  }

  /**
   * The picture as the shaders have it now, to be called by `[PAINT]`: requests the next one. Undefined until the first
   * one is ready, and where it is not permitted.
   */
  paint(source: Pixels): Pixels | undefined {
    if (!this.isActive || source.width === 0 || source.height === 0) return undefined;
    if (this.#permission !== 'granted') {
      this.#ask();
      return undefined;
    }
    const element = this.#element;
    const still = isStill(element);
    const now = still ? 0 : animationTimeOf(element);
    if (this.#shown !== undefined && !fits(this.#shown, source)) this.#shown = undefined;
    if (this.#job !== undefined) return this.#shown;
    if (now >= this.#time + INTERVAL) {
      this.#isPainting = true;
      this.#begin(source, now);
      this.#isPainting = false;
    }
    if (this.#job === undefined && !still) {
      repaintAfter(element, Math.max(1, this.#time + INTERVAL - now));
    }
    return this.#shown;
  }

  #ask(): void {
    if (this.#permission !== 'unknown') return;
    const element = this.#element;
    const resources = resourcesOf(element);
    if (resources === undefined) return;
    this.#permission = 'asked';
    resources.waitFor(
      resources.permits('shader').then((isGranted) => {
        this.#permission = isGranted ? 'granted' : 'denied';
        if (isGranted) invalidate(element, 'paint');
        else {
          reportError(element, {
            code: 'not-permitted',
            message: `${describeElement(element)}: shaders are not permitted; it needs "shader"`,
            suggestion: `run with --allow-shader, or write "shader": true in the policy's "permissions"`,
          });
        }
      }),
    );
  }

  #begin(source: Pixels, now: number): void {
    const resources = resourcesOf(this.#element);
    this.#job = new Job(this.#shaders, source, now / 1000);
    this.#time = now;
    // Of a snapshot nothing moves: it waits for the whole picture.
    resources?.waitFor(
      new Promise<void>((resolve) => {
        this.#step(resolve);
      }),
    );
  }

  #step(done: () => void): void {
    const job = this.#job;
    if (job === undefined) {
      done();
      return;
    }
    const began = performance.now();
    const left = budget.left(began);
    let isDone = false;
    try {
      isDone = left > 0 && job.run(began + left);
    } catch (error) {
      this.#job = undefined;
      this.#shaders = [];
      const reason = reasonOf(error);
      const diagnostic = {
        code: 'shader-failed',
        message: `${describeElement(this.#element)}: the shader stopped: ${reason}`,
      };
      budget.spend(began, performance.now());
      // Not within a frame: listeners change what is being painted.
      void Promise.resolve().then(() => {
        reportError(this.#element, diagnostic);
        done();
      });
      return;
    }
    const now = performance.now();
    if (left > 0) budget.spend(began, now);
    if (!isDone) {
      // By the time of the machine, whatever the app's clock: what is limited is its work.
      const timer = setTimeout(() => this.#step(done), Math.max(0, budget.free - now));
      this.#cancel = () => {
        clearTimeout(timer);
        done();
      };
      return;
    }
    this.#job = undefined;
    this.#shown = job.result;
    if (!this.#isPainting) invalidate(this.#element, 'paint');
    done();
  }
}

/** What a script threw, in words; it may throw again when it is read. */
function reasonOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return 'it threw a value that cannot be shown';
  }
}

function fits(one: Pixels, other: Pixels): boolean {
  return one.width === other.width && one.height === other.height;
}

/** One picture on its way. */
class Job {
  #source: Pixels;
  #target: Pixels;
  #pass = 0;
  /** The next pixel of the pass. */
  #next = 0;

  readonly #shaders: readonly Shader[];
  readonly #time: number;

  constructor(shaders: readonly Shader[], source: Pixels, time: number) {
    this.#shaders = shaders;
    this.#time = time;

    this.#source = { ...source, data: source.data.slice() };
    this.#target = { ...source, data: new Uint8ClampedArray(source.data.length) };
  }

  get result(): Pixels {
    return this.#source;
  }

  /** Computes pixels until a moment of `performance.now()`. @returns whether all are done */
  run(until: number): boolean {
    while (this.#pass < this.#shaders.length) {
      const shader = this.#shaders[this.#pass]!;
      const { width, height } = this.#source;
      const source = readerOf(this.#source);
      const resolution = { width, height };
      const time = this.#time;
      const colorAt = (x: number, y: number) => shader(x, y, time, resolution, source);
      while (this.#next < width * height) {
        const end = Math.min(width * height, this.#next + RUN);
        shade(colorAt, this.#next, end, this.#source, this.#target);
        this.#next = end;
        if (performance.now() >= until && !this.#isLast) return false;
      }
      [this.#source, this.#target] = [this.#target, this.#source];
      this.#next = 0;
      this.#pass += 1;
    }
    return true;
  }

  get #isLast(): boolean {
    const { width, height } = this.#source;
    return this.#pass === this.#shaders.length - 1 && this.#next >= width * height;
  }
}

function readerOf({ width, height, data }: Pixels): ShaderSource {
  return {
    width,
    height,
    getPixel(x, y) {
      const [column, row] = [Math.floor(x), Math.floor(y)];
      if (!(column >= 0 && row >= 0 && column < width && row < height)) return null;
      const at = 4 * (row * width + column);
      return [data[at]!, data[at + 1]!, data[at + 2]!, data[at + 3]!];
    },
  };
}

/** Computes pixels from one to before another, row by row. */
function shade(
  colorAt: (x: number, y: number) => ShaderColor | null | undefined,
  from: number,
  to: number,
  { width, data }: Pixels,
  target: Pixels,
): void {
  let x = from % width;
  let y = (from - x) / width;
  const shaded = target.data;
  for (let at = 4 * from; at < 4 * to; at += 4) {
    const color = colorAt(x, y);
    x += 1;
    if (x === width) [x, y] = [0, y + 1];
    if (color === undefined || color === null) {
      for (let channel = at; channel < at + 4; channel++) shaded[channel] = data[channel]!;
      continue;
    }
    if (typeof color !== 'object' || typeof color.length !== 'number') throw notAColor(color);
    // Uint8ClampedArray rounds, and takes what is not a number for 0.
    shaded[at] = color[0]!;
    shaded[at + 1] = color[1]!;
    shaded[at + 2] = color[2]!;
    shaded[at + 3] = color.length > 3 ? color[3]! : 255;
  }
}

function notAColor(value: unknown): TypeError {
  const isPromise = typeof (value as { readonly then?: unknown }).then === 'function';
  const found = isPromise ? 'a promise' : typeof value === 'object' ? 'an object' : String(value);
  return new TypeError(`expected [red, green, blue] or [red, green, blue, alpha], found ${found}`);
}

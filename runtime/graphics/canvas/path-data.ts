/** Paths as their commands, and as the polygons that these are. Angles are in radians, clockwise as y goes down. */
import { apply, invert, type Matrix } from './transform.js';

const MOVE = 0;
const LINE = 1;
const QUADRATIC = 2;
const CUBIC = 3;
const CLOSE = 4;

/** Numbers behind each command. */
const SIZES = [2, 2, 4, 6, 0] as const;

/** A part of a path that is drawn without lifting the pen. */
export interface Polyline {
  /** x and y of each point, in turns. */
  readonly points: readonly number[];
  readonly isClosed: boolean;
}

/** Pixels that a polygon may be off the curve: about what browsers allow. */
const TOLERANCE = 0.2;
/** Maximum line segments per curve. */
const MAX_LINES = 400;

export interface Ellipse {
  readonly x: number;
  readonly y: number;
  readonly radiusX: number;
  readonly radiusY: number;
  readonly rotation: number;
  readonly start: number;
  readonly end: number;
  readonly isCounterclockwise: boolean;
}

/** Commands, in the coordinates in which they were added. */
export class PathData {
  #commands: number[] = [];
  #numbers: number[] = [];
  /** First point of the open part. */
  #startX = 0;
  #startY = 0;
  #x = 0;
  #y = 0;

  get isEmpty(): boolean {
    return this.#commands.length === 0;
  }
  /** The point where the pen is. */
  get end(): readonly [number, number] {
    return [this.#x, this.#y];
  }

  moveTo(x: number, y: number): void {
    this.#add(MOVE, x, y);
    [this.#startX, this.#startY] = [x, y];
  }

  lineTo(x: number, y: number): void {
    if (this.isEmpty) this.moveTo(x, y);
    else this.#add(LINE, x, y);
  }

  quadraticCurveTo(cx: number, cy: number, x: number, y: number): void {
    if (this.isEmpty) this.moveTo(cx, cy);
    this.#add(QUADRATIC, cx, cy, x, y);
  }

  bezierCurveTo(ax: number, ay: number, bx: number, by: number, x: number, y: number): void {
    if (this.isEmpty) this.moveTo(ax, ay);
    this.#add(CUBIC, ax, ay, bx, by, x, y);
  }

  closePath(): void {
    if (this.isEmpty || this.#commands.at(-1) === CLOSE) return;
    this.#commands.push(CLOSE);
    [this.#x, this.#y] = [this.#startX, this.#startY];
  }

  rect(x: number, y: number, width: number, height: number): void {
    this.moveTo(x, y);
    this.lineTo(x + width, y);
    this.lineTo(x + width, y + height);
    this.lineTo(x, y + height);
    this.closePath();
    this.moveTo(x, y);
  }

  /** An arc of an ellipse, with a line to its first point. Each quarter is one Bézier curve: 0.03 % off. */
  ellipse({ x, y, radiusX, radiusY, rotation, start, end, isCounterclockwise }: Ellipse): void {
    const sweep = sweepOf(start, end, isCounterclockwise);
    const cos = Math.cos(rotation);
    const sin = Math.sin(rotation);
    const at = (along: number, across: number): [number, number] => [
      x + along * radiusX * cos - across * radiusY * sin,
      y + along * radiusX * sin + across * radiusY * cos,
    ];
    const parts = Math.max(1, Math.ceil(Math.abs(sweep) / (Math.PI / 2) - 1e-9));
    const step = sweep / parts;
    const reach = (4 / 3) * Math.tan(step / 4);
    this.lineTo(...at(Math.cos(start), Math.sin(start)));
    for (let part = 0; part < parts && sweep !== 0; part++) {
      const [from, to] = [start + part * step, start + (part + 1) * step];
      const [fc, fs, tc, ts] = [Math.cos(from), Math.sin(from), Math.cos(to), Math.sin(to)];
      this.bezierCurveTo(
        ...at(fc - reach * fs, fs + reach * fc),
        ...at(tc + reach * ts, ts - reach * tc),
        ...at(tc, ts),
      );
    }
  }

  /** An arc of a circle that touches two lines: from here to the first point, and on to the second. */
  arcTo(x1: number, y1: number, x2: number, y2: number, radius: number): void {
    if (this.isEmpty) this.moveTo(x1, y1);
    const [ax, ay] = [this.#x - x1, this.#y - y1];
    const [bx, by] = [x2 - x1, y2 - y1];
    const [a, b] = [Math.hypot(ax, ay), Math.hypot(bx, by)];
    const cross = ax * by - ay * bx;
    if (a === 0 || b === 0 || radius === 0 || Math.abs(cross) <= 1e-12 * a * b) {
      this.lineTo(x1, y1);
      return;
    }
    const half = Math.acos(Math.min(1, Math.max(-1, (ax * bx + ay * by) / (a * b)))) / 2;
    const reach = radius / Math.tan(half);
    const [tx, ty] = [x1 + (ax / a) * reach, y1 + (ay / a) * reach];
    const side = cross > 0 ? 1 : -1;
    const [cx, cy] = [tx - side * (ay / a) * radius, ty + side * (ax / a) * radius];
    const [ux, uy] = [x1 + (bx / b) * reach, y1 + (by / b) * reach];
    this.ellipse({
      x: cx,
      y: cy,
      radiusX: radius,
      radiusY: radius,
      rotation: 0,
      start: Math.atan2(ty - cy, tx - cx),
      end: Math.atan2(uy - cy, ux - cx),
      isCounterclockwise: cross > 0,
    });
  }

  /**
   * Adds what a function draws in other coordinates: it sees a pen at the place of this one.
   *
   * @param matrix from those coordinates to the ones of this path
   */
  extend(matrix: Matrix, add: (path: PathData) => void): void {
    const back = invert(matrix);
    const added = new PathData();
    if (!this.isEmpty && back !== undefined) {
      added.moveTo(...apply(back, this.#startX, this.#startY));
      [added.#x, added.#y] = apply(back, this.#x, this.#y);
    }
    const [commands, numbers] = [added.#commands.length, added.#numbers.length];
    add(added);
    added.#commands.splice(0, commands);
    added.#numbers.splice(0, numbers);
    this.append(added, matrix);
  }

  /** Adds a path whose coordinates are others. */
  append(path: PathData, matrix: Matrix): void {
    let at = 0;
    for (const command of path.#commands) {
      if (command === CLOSE) {
        this.closePath();
        continue;
      }
      const numbers: number[] = [];
      for (let left = SIZES[command]! / 2; left > 0; left--, at += 2) {
        numbers.push(...apply(matrix, path.#numbers[at]!, path.#numbers[at + 1]!));
      }
      this.#add(command, ...numbers);
      if (command === MOVE) [this.#startX, this.#startY] = [numbers[0]!, numbers[1]!];
    }
  }

  /** @param scale pixels that one unit of the path takes */
  flatten(scale = 1): Polyline[] {
    const parts: Polyline[] = [];
    let points: number[] = [];
    let at = 0;
    const end = (isClosed: boolean): void => {
      if (points.length > 0) parts.push({ points, isClosed });
    };
    for (const command of this.#commands) {
      const numbers = this.#numbers.slice(at, (at += SIZES[command]!));
      if (command === MOVE) {
        end(false);
        points = numbers;
      } else if (command === LINE) points.push(...numbers);
      else if (command === CLOSE) {
        end(true);
        points = points.slice(0, 2);
      } else curve(points, numbers, scale);
    }
    end(false);
    return parts;
  }

  #add(command: number, ...numbers: number[]): void {
    this.#commands.push(command);
    this.#numbers.push(...numbers);
    this.#x = numbers.at(-2)!;
    this.#y = numbers.at(-1)!;
  }
}

/** At most once around. */
function sweepOf(start: number, end: number, isCounterclockwise: boolean): number {
  const turn = 2 * Math.PI;
  const difference = isCounterclockwise ? start - end : end - start;
  // Backwards by a whole turn is a whole circle, in all browsers: `arc(x, y, r, 0, 2 * Math.PI, true)`.
  const ahead = difference >= 0 ? difference : turn - (-difference % turn);
  const sweep = Math.min(turn, ahead);
  return isCounterclockwise ? -sweep : sweep;
}

/** Adds the lines of a Bézier curve of two or three more points. */
function curve(points: number[], numbers: readonly number[], scale: number): void {
  const [x0, y0] = [points.at(-2)!, points.at(-1)!];
  const isCubic = numbers.length === 6;
  const [x1, y1, x2, y2, x3, y3] = isCubic
    ? (numbers as [number, number, number, number, number, number])
    : asCubic(x0, y0, numbers as [number, number, number, number]);
  // The distance of a Bézier curve from n lines is its second difference by 8 n².
  const bend = Math.max(
    Math.hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2),
    Math.hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3),
  );
  const target = Math.ceil(Math.sqrt((6 * bend * scale) / (8 * TOLERANCE)));
  const lines = Math.max(1, Math.min(MAX_LINES, Number.isFinite(target) ? target : MAX_LINES));
  for (let line = 1; line <= lines; line++) {
    const t = line / lines;
    const u = 1 - t;
    const [w0, w1, w2, w3] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
    points.push(w0 * x0 + w1 * x1 + w2 * x2 + w3 * x3, w0 * y0 + w1 * y1 + w2 * y2 + w3 * y3);
  }
}

function asCubic(
  x0: number,
  y0: number,
  [cx, cy, x, y]: readonly [number, number, number, number],
): [number, number, number, number, number, number] {
  const third = (end: number, control: number): number => end + (2 / 3) * (control - end);
  return [third(x0, cx), third(y0, cy), third(x, cx), third(y, cy), x, y];
}

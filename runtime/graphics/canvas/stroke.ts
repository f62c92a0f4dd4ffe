/**
 * The outline of lines: a polygon for each piece of a line, each corner and each end, all wound the same way, so that
 * where they overlap is inside by the rule `nonzero`.
 */
import type { Polyline } from './path-data.js';

export type LineCap = 'butt' | 'round' | 'square';
export type LineJoin = 'miter' | 'round' | 'bevel';

export interface StrokeStyle {
  readonly width: number;
  readonly cap: LineCap;
  readonly join: LineJoin;
  readonly miterLimit: number;
  /** Lengths of dashes and gaps in turns, an even number of them; empty for one line. */
  readonly dash: readonly number[];
  readonly dashOffset: number;
}

/** Maximum dashes per stroke; the rest is solid. */
const MAX_DASHES = 100_000;

type Point = readonly [x: number, y: number];

/** @param scale pixels that one unit of the path takes */
export function outline(lines: readonly Polyline[], style: StrokeStyle, scale: number): Polyline[] {
  const stroke = new Stroke(style, scale);
  for (const line of lines) {
    const points = distinct(line);
    const isDot = points.length === 1;
    if (isDot && line.points.length <= 2) continue;
    if (style.dash.length === 0) stroke.line(points, line.isClosed && !isDot);
    else
      for (const dash of dashes(points, line.isClosed, style))
        stroke.line(dash.points, dash.isClosed);
  }
  return stroke.polygons;
}

/** The points without consecutive duplicates. */
function distinct({ points, isClosed }: Polyline): Point[] {
  const found: Point[] = [];
  for (let at = 0; at < points.length; at += 2) {
    const [x, y] = [points[at]!, points[at + 1]!];
    const last = found.at(-1);
    if (last === undefined || last[0] !== x || last[1] !== y) found.push([x, y]);
  }
  const [first, last] = [found[0]!, found.at(-1)!];
  if (isClosed && found.length > 1 && first[0] === last[0] && first[1] === last[1]) found.pop();
  return found;
}

class Stroke {
  readonly polygons: Polyline[] = [];
  readonly #half: number;
  /** Angle between adjacent corners of the polygon that approximates an arc. */
  readonly #turn: number;

  readonly #style: StrokeStyle;

  constructor(style: StrokeStyle, scale: number) {
    this.#style = style;

    this.#half = style.width / 2;
    const radius = Math.max(0.5, this.#half * scale);
    this.#turn = Math.max(0.05, 2 * Math.acos(Math.max(0, 1 - 0.08 / radius)));
  }

  line(points: readonly Point[], isClosed: boolean): void {
    const count = points.length;
    if (count === 0) return;
    if (count === 1) {
      this.#dot(points[0]!);
      return;
    }
    const pieces = isClosed ? count : count - 1;
    for (let at = 0; at < pieces; at++) this.#piece(points[at]!, points[(at + 1) % count]!);
    for (let at = isClosed ? 0 : 1; at < (isClosed ? count : count - 1); at++) {
      this.#corner(points[(at + count - 1) % count]!, points[at]!, points[(at + 1) % count]!);
    }
    if (isClosed) return;
    this.#end(points[1]!, points[0]!);
    this.#end(points[count - 2]!, points[count - 1]!);
  }

  #piece(from: Point, to: Point): void {
    const [nx, ny] = this.#normal(from, to);
    this.#add(
      from[0] + nx,
      from[1] + ny,
      to[0] + nx,
      to[1] + ny,
      to[0] - nx,
      to[1] - ny,
      from[0] - nx,
      from[1] - ny,
    );
  }

  #corner(before: Point, at: Point, after: Point): void {
    const [ax, ay] = this.#normal(before, at);
    const [bx, by] = this.#normal(at, after);
    const cross = ax * by - ay * bx;
    const cosine = (ax * bx + ay * by) / (this.#half * this.#half);
    if (cross === 0 && cosine > 0) return;
    // Normals are on the left; the gap is on the outer side.
    const side = cross > 0 ? -1 : 1;
    const [x, y] = at;
    const [px, py, qx, qy] = [side * ax, side * ay, side * bx, side * by];
    if (this.#style.join === 'round') {
      this.#fan(at, Math.atan2(py, px), Math.atan2(qy, qx));
      return;
    }
    const corner = [x, y, x + px, y + py];
    // The tip is 1 / cos(half the turn) half widths away.
    const reach = Math.sqrt(2 / (1 + cosine));
    if (this.#style.join === 'miter' && cosine > -1 && reach <= this.#style.miterLimit) {
      const along = 1 / (1 + cosine);
      corner.push(x + (px + qx) * along, y + (py + qy) * along);
    }
    this.#add(...corner, x + qx, y + qy);
  }

  /** An end, as the style caps it; the line comes from `before`. */
  #end(before: Point, at: Point): void {
    const { cap } = this.#style;
    if (cap === 'butt') return;
    const [nx, ny] = this.#normal(before, at);
    const [x, y] = at;
    if (cap === 'round') {
      const angle = Math.atan2(-ny, -nx);
      this.#fan(at, angle, angle + Math.PI, true);
      return;
    }
    // Half a width further; the normal turned by a quarter points on.
    const [fx, fy] = [ny, -nx];
    this.#add(x + nx, y + ny, x + nx + fx, y + ny + fy, x - nx + fx, y - ny + fy, x - nx, y - ny);
  }

  #dot([x, y]: Point): void {
    const half = this.#half;
    if (this.#style.cap === 'round') this.#fan([x, y], 0, 2 * Math.PI, true);
    else if (this.#style.cap === 'square') {
      this.#add(x - half, y - half, x + half, y - half, x + half, y + half, x - half, y + half);
    }
  }

  /** A sector of a circle: the shorter way around, unless it is `exact`. */
  #fan([x, y]: Point, from: number, to: number, exact = false): void {
    let sweep = to - from;
    if (!exact) {
      if (sweep > Math.PI) sweep -= 2 * Math.PI;
      else if (sweep <= -Math.PI) sweep += 2 * Math.PI;
    }
    const parts = Math.max(1, Math.ceil(Math.abs(sweep) / this.#turn));
    const points = [x, y];
    for (let part = 0; part <= parts; part++) {
      const angle = from + (sweep * part) / parts;
      points.push(x + this.#half * Math.cos(angle), y + this.#half * Math.sin(angle));
    }
    this.#add(...points);
  }

  /** Half a width to the left of the way from one point to another. */
  #normal([x0, y0]: Point, [x1, y1]: Point): Point {
    const length = Math.hypot(x1 - x0, y1 - y0);
    return [((y0 - y1) / length) * this.#half, ((x1 - x0) / length) * this.#half];
  }

  #add(...points: number[]): void {
    this.polygons.push({ points: wound(points), isClosed: true });
  }
}

/** The points in the order with a positive area. */
export function wound(points: number[]): number[] {
  let area = 0;
  const size = points.length;
  for (let at = 0; at < size; at += 2) {
    const next = (at + 2) % size;
    area += points[at]! * points[next + 1]! - points[next]! * points[at + 1]!;
  }
  if (area >= 0) return points;
  const turned: number[] = [];
  for (let at = size - 2; at >= 0; at -= 2) turned.push(points[at]!, points[at + 1]!);
  return turned;
}

/** A dash, which goes all around where it is longer than a closed line. */
interface Dash {
  readonly points: readonly Point[];
  readonly isClosed: boolean;
}

function dashes(
  points: readonly Point[],
  isClosed: boolean,
  { dash, dashOffset, width }: StrokeStyle,
): Dash[] {
  const whole = [{ points, isClosed: isClosed && points.length > 1 }];
  const total = dash.reduce((sum, length) => sum + length, 0);
  if (!(total > 0)) return whole;
  let place = ((dashOffset % total) + total) % total;
  let index = 0;
  // At its very beginning a dash of no length is still to come.
  while (place > 0 && place >= dash[index]! && index < dash.length - 1) place -= dash[index++]!;
  let left = dash[index]! - place;
  const found: Point[][] = [];
  const startsInside = index % 2 === 0;
  let current: Point[] | undefined = startsInside ? [points[0]!] : undefined;
  const pieces = isClosed ? points.length : points.length - 1;
  for (let at = 0; at < pieces; at++) {
    const [from, to] = [points[at]!, points[(at + 1) % points.length]!];
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const [ux, uy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
    let done = 0;
    while (length - done > left && found.length < MAX_DASHES) {
      done += left;
      const cut: Point = [from[0] + ux * done, from[1] + uy * done];
      if (current !== undefined) {
        extend(current, cut);
        // A dot has caps in the direction of the line.
        if (current.length === 1)
          current.push([cut[0] + ux * width * DOT, cut[1] + uy * width * DOT]);
        found.push(current);
        current = undefined;
      } else current = [cut];
      index = (index + 1) % dash.length;
      left = dash[index]!;
    }
    left -= length - done;
    if (current !== undefined) extend(current, to);
  }
  if (current !== undefined) {
    if (isClosed && startsInside && found.length === 0) return whole;
    // A dash goes on around the corner where a closed line began.
    if (isClosed && startsInside) found[0] = [...current, ...found[0]!.slice(1)];
    else found.push(current);
  }
  return found.map((each) => ({ points: each, isClosed: false }));
}

/** Length of a dash that is a dot, in widths. */
const DOT = 1e-4;

function extend(points: Point[], to: Point): void {
  const [x, y] = points.at(-1)!;
  if (x !== to[0] || y !== to[1]) points.push(to);
}

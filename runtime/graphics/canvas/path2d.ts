/** `Path2D`, and the members that it has in common with a context. */
import { nameClass } from '../../base/class-name.js';
import svgpath from 'svgpath';
import { PathData } from './path-data.js';
import { IDENTITY, matrixFrom, type Matrix } from './transform.js';

/** Radii of `roundRect`: a number, a point, or one to four of these. */
type Radius = number | { readonly x?: number; readonly y?: number };

/** True where all are finite: what is not is left out without a word, as in browsers. */
export function areFinite(...values: readonly number[]): boolean {
  return values.every((value) => Number.isFinite(Number(value)));
}

/** Converts values to numbers as browsers do; undefined if one is not finite. */
export function finiteFrom<Values extends readonly unknown[]>(
  ...values: Values
): { -readonly [Key in keyof Values]: number } | undefined {
  const numbers = values.map(Number);
  return numbers.every(Number.isFinite)
    ? (numbers as { -readonly [Key in keyof Values]: number })
    : undefined;
}

/** Paths as scripts draw them. */
export abstract class PathMethods {
  static {
    nameClass(this, 'PathMethods');
  }

  /** Where the points go, and from which coordinates. */
  protected abstract pathTarget(): { readonly path: PathData; readonly matrix: Matrix };

  moveTo(x: number, y: number): void {
    this.#draw([x, y], (path, point) => path.moveTo(...point));
  }
  lineTo(x: number, y: number): void {
    this.#draw([x, y], (path, point) => path.lineTo(...point));
  }
  quadraticCurveTo(cx: number, cy: number, x: number, y: number): void {
    this.#draw([cx, cy, x, y], (path, points) => path.quadraticCurveTo(...points));
  }
  bezierCurveTo(ax: number, ay: number, bx: number, by: number, x: number, y: number): void {
    this.#draw([ax, ay, bx, by, x, y], (path, points) => path.bezierCurveTo(...points));
  }
  closePath(): void {
    this.pathTarget().path.closePath();
  }
  rect(x: number, y: number, width: number, height: number): void {
    this.#draw([x, y, width, height], (path, box) => path.rect(...box));
  }

  /** @throws DOMException where the radius is negative */
  arcTo(x1: number, y1: number, x2: number, y2: number, radius: number): void {
    refuseNegative('arcTo', radius);
    this.#draw([x1, y1, x2, y2, radius], (path, numbers) => path.arcTo(...numbers));
  }

  /** @throws DOMException where the radius is negative */
  arc(
    x: number,
    y: number,
    radius: number,
    start: number,
    end: number,
    isCounterclockwise = false,
  ): void {
    this.ellipse(x, y, radius, radius, 0, start, end, isCounterclockwise);
  }

  /** @throws DOMException where a radius is negative */
  ellipse(
    x: number,
    y: number,
    radiusX: number,
    radiusY: number,
    rotation: number,
    start: number,
    end: number,
    isCounterclockwise = false,
  ): void {
    refuseNegative('arc', radiusX, radiusY);
    this.#draw(
      [x, y, radiusX, radiusY, rotation, start, end],
      (path, [cx, cy, rx, ry, ...angles]) =>
        path.ellipse({
          x: cx,
          y: cy,
          radiusX: rx,
          radiusY: ry,
          rotation: angles[0],
          start: angles[1],
          end: angles[2],
          isCounterclockwise: Boolean(isCounterclockwise),
        }),
    );
  }

  /** @throws RangeError where a radius is negative, or there are more than four */
  roundRect(
    x: number,
    y: number,
    width: number,
    height: number,
    radii: Radius | readonly Radius[] = 0,
  ): void {
    const corners = cornersOf(radii, width, height);
    if (corners === undefined) return;
    this.#draw([x, y, width, height], (path, box) => roundedRect(path, box, corners));
  }

  /** The pen is in the coordinates of the path: points are given in those of the script. */
  #draw<Values extends readonly [number, ...number[]]>(
    values: Values,
    add: (path: PathData, numbers: { -readonly [Key in keyof Values]: number }) => void,
  ): void {
    const numbers = finiteFrom(...values);
    if (numbers === undefined) return;
    const { path, matrix } = this.pathTarget();
    if (matrix === IDENTITY) add(path, numbers);
    else path.extend(matrix, (own) => add(own, numbers));
  }
}

function refuseNegative(name: string, ...radii: readonly number[]): void {
  const negative = radii.find((radius) => radius < 0);
  if (negative === undefined) return;
  throw new DOMException(`${name}: the radius ${negative} is negative`, 'IndexSizeError');
}

/** Radii across and down of the four corners, from the top left on; they shrink together where they do not fit. */
function cornersOf(
  radii: Radius | readonly Radius[],
  width: number,
  height: number,
): readonly (readonly [number, number])[] | undefined {
  const list = (Array.isArray(radii) ? radii : [radii]) as readonly Radius[];
  if (list.length < 1 || list.length > 4) {
    throw new RangeError(`roundRect: expected one to four radii, found ${list.length}`);
  }
  const pairs = list.map((radius): [number, number] =>
    typeof radius === 'object' ? [radius.x ?? 0, radius.y ?? 0] : [Number(radius), Number(radius)],
  );
  if (!areFinite(...pairs.flat())) return undefined;
  if (pairs.flat().some((radius) => radius < 0)) {
    throw new RangeError('roundRect: a radius is negative');
  }
  const [a, b = a, c = a, d = b] = pairs;
  const corners = [a!, b!, c!, d!] as const;
  const [wide, tall] = [Math.abs(width), Math.abs(height)];
  const room = (size: number, one: number, other: number): number =>
    one + other <= size ? 1 : size / (one + other);
  const shrink = Math.min(
    room(wide, corners[0][0], corners[1][0]),
    room(wide, corners[3][0], corners[2][0]),
    room(tall, corners[0][1], corners[3][1]),
    room(tall, corners[1][1], corners[2][1]),
  );
  return corners.map(([across, down]) => [across * shrink, down * shrink] as const);
}

function roundedRect(
  path: PathData,
  [x, y, width, height]: readonly [number, number, number, number],
  corners: readonly (readonly [number, number])[],
): void {
  const [sx, sy] = [width < 0 ? -1 : 1, height < 0 ? -1 : 1];
  const quarter = Math.PI / 2;
  const round = (index: number, px: number, py: number, dx: number, dy: number): void => {
    const [rx, ry] = corners[index]!;
    const start = index * quarter - Math.PI;
    const [cx, cy] = [px + dx * rx * sx, py + dy * ry * sy];
    const [from, to] = [start, start + quarter];
    path.lineTo(cx + sx * rx * Math.cos(from), cy + sy * ry * Math.sin(from));
    const reach = (4 / 3) * Math.tan(quarter / 4);
    const [fc, fs, tc, ts] = [Math.cos(from), Math.sin(from), Math.cos(to), Math.sin(to)];
    const at = (u: number, v: number): [number, number] => [cx + sx * rx * u, cy + sy * ry * v];
    path.bezierCurveTo(
      ...at(fc - reach * fs, fs + reach * fc),
      ...at(tc + reach * ts, ts - reach * tc),
      ...at(tc, ts),
    );
  };
  path.moveTo(x + corners[0]![0] * sx, y);
  path.lineTo(x + width - corners[1]![0] * sx, y);
  round(1, x + width, y, -1, 1);
  path.lineTo(x + width, y + height - corners[2]![1] * sy);
  round(2, x + width, y + height, -1, -1);
  path.lineTo(x + corners[3]![0] * sx, y + height);
  round(3, x, y + height, 1, -1);
  path.lineTo(x, y + corners[0]![1] * sy);
  round(0, x, y, 1, 1);
  path.closePath();
  path.moveTo(x, y);
}

/** A path of a script's own. */
export class Path2D extends PathMethods {
  static {
    nameClass(this, 'Path2D');
  }

  readonly #path = new PathData();

  /** @param from another path, or path data of SVG: the part before the first error is used */
  constructor(from?: Path2D | string) {
    super();
    if (from instanceof Path2D) this.#path.append(from.#path, IDENTITY);
    else if (from !== undefined) readSvg(this.#path, String(from));
  }

  /** @param transform a `DOMMatrixInit` */
  addPath(path: Path2D, transform?: unknown): void {
    this.#path.append(path.#path, matrixFrom(transform));
  }

  /** @internal */
  static data(path: Path2D): PathData {
    return path.#path;
  }

  protected override pathTarget(): { readonly path: PathData; readonly matrix: Matrix } {
    return { path: this.#path, matrix: IDENTITY };
  }
}

/** Characters of path data that are read. */
const MAX_SVG = 1024 * 1024;

function readSvg(path: PathData, text: string): void {
  if (text.length > MAX_SVG) {
    throw new RangeError(`Path2D: path data has at most ${MAX_SVG} characters`);
  }
  svgpath(text)
    .abs()
    .unshort()
    .unarc()
    .iterate(([command, ...numbers], _index, x, y) => {
      if (!areFinite(...numbers)) return;
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
      if (command === 'M') path.moveTo(a, b);
      else if (command === 'L') path.lineTo(a, b);
      else if (command === 'H') path.lineTo(a, y);
      else if (command === 'V') path.lineTo(x, a);
      else if (command === 'C') path.bezierCurveTo(a, b, c, d, e, f);
      else if (command === 'Q') path.quadraticCurveTo(a, b, c, d);
      else path.closePath();
    });
}

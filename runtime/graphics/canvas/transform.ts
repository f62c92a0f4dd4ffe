/** Affine transforms: `x' = a x + c y + e`, `y' = b x + d y + f`, as `DOMMatrix` names them. */

export interface Matrix {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

export const IDENTITY: Matrix = Object.freeze({ a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 });

/** The transform that applies `inner` first, then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  return {
    a: outer.a * inner.a + outer.c * inner.b,
    b: outer.b * inner.a + outer.d * inner.b,
    c: outer.a * inner.c + outer.c * inner.d,
    d: outer.b * inner.c + outer.d * inner.d,
    e: outer.a * inner.e + outer.c * inner.f + outer.e,
    f: outer.b * inner.e + outer.d * inner.f + outer.f,
  };
}

/** Undefined where the transform maps everything onto a line or a point. */
export function invert({ a, b, c, d, e, f }: Matrix): Matrix | undefined {
  const determinant = a * d - b * c;
  if (!Number.isFinite(determinant) || determinant === 0) return undefined;
  return {
    a: d / determinant,
    b: -b / determinant,
    c: -c / determinant,
    d: a / determinant,
    e: (c * f - d * e) / determinant,
    f: (b * e - a * f) / determinant,
  };
}

/** Where a transform moves a point. */
export function apply({ a, b, c, d, e, f }: Matrix, x: number, y: number): [number, number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** The longest that a vector of length 1 becomes. */
export function scaleOf({ a, b, c, d }: Matrix): number {
  const sum = (a * a + b * b + c * c + d * d) / 2;
  const determinant = a * d - b * c;
  return Math.sqrt(sum + Math.sqrt(Math.max(0, sum * sum - determinant * determinant)));
}

/** Members of a `DOMMatrixInit`; what is missing is that of the identity. */
export function matrixFrom(value: unknown): Matrix {
  const init = (value ?? {}) as Readonly<Record<string, unknown>>;
  const read = (name: keyof Matrix, long: string): number => {
    const input = init[name] ?? init[long];
    return input === undefined ? IDENTITY[name] : Number(input);
  };
  return {
    a: read('a', 'm11'),
    b: read('b', 'm12'),
    c: read('c', 'm21'),
    d: read('d', 'm22'),
    e: read('e', 'm41'),
    f: read('f', 'm42'),
  };
}

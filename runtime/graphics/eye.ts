/**
 * A model of the eye: it blurs light by a Gaussian as wide at half of its height as a cell, and round where a cell is twice
 * as tall as wide.
 */

/** Standard deviation of the blur, in widths of a cell. */
const SIGMA = 0.41;
/** Height of a cell, in widths. */
const TALL = 2;
/** Standard deviations beyond which the Gaussian counts as 0. */
const REACH = 2.6;
/** Samples per point for averages. */
const PARTS = 32;

/**
 * The weight of two points for each other, by their distance along one side.
 *
 * @param points points of a cell along this side
 * @param times how often the Gaussian is applied: once for the blur of a point, twice for the correlation of two
 */
function along(points: number, side: number, times: number): Float64Array {
  const sigma = ((SIGMA * points) / side) * Math.sqrt(times);
  const reach = Math.max(1, Math.round(REACH * sigma));
  const gauss = (at: number): number =>
    Math.exp((-at * at) / (2 * sigma * sigma)) / (Math.sqrt(2 * Math.PI) * sigma);
  return Float64Array.from({ length: reach + 1 }, (_, apart) => {
    // The average over both points.
    let sum = 0;
    for (let a = 0; a < PARTS; a++) {
      for (let b = 0; b < PARTS; b++) sum += gauss(apart + (a - b) / PARTS);
    }
    return sum / PARTS ** 2;
  });
}

/** Weights by the distance of two points in columns and in rows. */
export interface Reach {
  readonly across: Float64Array;
  readonly down: Float64Array;
}

export interface Eye {
  /** The blur: how much of one point is seen at another. */
  readonly seen: Reach;
  /** The correlation of two points. */
  readonly common: Reach;
}

const EYES = new Map<string, Eye>();

/** @param columns points of a cell */
export function eyeOf(columns: number, rows: number): Eye {
  const key = `${columns}x${rows}`;
  const known = EYES.get(key);
  if (known !== undefined) return known;
  const reach = (times: number): Reach => ({
    across: along(columns, 1, times),
    down: along(rows, TALL, times),
  });
  const eye = { seen: reach(1), common: reach(2) };
  EYES.set(key, eye);
  return eye;
}

/**
 * How the eye adds up what it cannot tell apart: a Gaussian of light, as wide at half of its height as a cell is, and
 * round where a cell is twice as tall as wide.
 */

/** Of the width of a cell. */
const SIGMA = 0.41;
/** A cell is as tall as so many of its widths. */
const TALL = 2;
/** Widths of the Gaussian beyond which there is nothing. */
const REACH = 2.6;
/** Parts into which a point is divided where means are taken. */
const PARTS = 32;

/**
 * How much points have to do with each other, by how many they are apart along one side.
 *
 * @param points of a cell, along this side
 * @param times the Gaussian is applied: once, what of one is seen at the other; twice, what both have in common
 */
function along(points: number, side: number, times: number): Float64Array {
  const sigma = ((SIGMA * points) / side) * Math.sqrt(times);
  const reach = Math.max(1, Math.round(REACH * sigma));
  const gauss = (at: number): number =>
    Math.exp((-at * at) / (2 * sigma * sigma)) / (Math.sqrt(2 * Math.PI) * sigma);
  return Float64Array.from({ length: reach + 1 }, (_, apart) => {
    // The mean over both points.
    let sum = 0;
    for (let a = 0; a < PARTS; a++) {
      for (let b = 0; b < PARTS; b++) sum += gauss(apart + (a - b) / PARTS);
    }
    return sum / PARTS ** 2;
  });
}

/** By columns and by rows that points are apart. */
export interface Reach {
  readonly across: Float64Array;
  readonly down: Float64Array;
}

export interface Eye {
  /** What of one point is seen at another. */
  readonly seen: Reach;
  /** What two points have in common. */
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

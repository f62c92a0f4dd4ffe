/** The share of each segment in its stack. */
import { fsum } from 'd3-array';

const { abs } = Math;

/**
 * Percent that each value has of the sizes of all of them together, signed; 0 where all are zero, NaN where
 * a value is absent. Each is computed by itself, so that equal values have equal shares.
 *
 * @param out written from its beginning
 */
export function sharesOf(values: ArrayLike<number>, count: number, out: Float64Array): void {
  let largest = 0;
  for (let i = 0; i < count; i++) if (abs(values[i]!) > largest) largest = abs(values[i]!);
  // Parts of the largest: the sum of huge values has an end, and that of tiny ones its digits.
  let size = 0;
  for (let i = 0; i < count; i++) {
    const part = abs(values[i]!) / largest;
    if (part > 0) size += part;
  }
  for (let i = 0; i < count; i++) {
    out[i] = largest === 0 ? values[i]! * 0 : (values[i]! / largest / size) * 100;
  }
}

/** The sum of numbers without the errors of its steps; absent ones count nothing, NaN where all are. */
export function exactSum(values: readonly number[]): number {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.length === 0 ? NaN : fsum(known);
}

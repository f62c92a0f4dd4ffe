/**
 * The ends and regions of a gauge, as HTML defines them for `<meter>`: `low` and `high` divide the range into three
 * regions, and the one that contains `optimum` is the best.
 */
import type { Domain } from '../charts/scale/scale.js';

export interface GaugeRange {
  readonly min: number;
  readonly max: number;
  readonly low: number | undefined;
  readonly high: number | undefined;
  readonly optimum: number | undefined;
}

/** How good a value is: in the best region, next to it, or in the farthest one. */
export type Region = 'optimum' | 'suboptimum' | 'critical';

/** The scale: an upper end that is not above the lower one is ignored. */
export function domainOfGauge({ min, max }: Pick<GaugeRange, 'min' | 'max'>): Domain {
  if (max > min) return { min, max };
  // One is nothing beside 1e308.
  const step = Math.max(1, Math.abs(min) / 10);
  return min + step < Infinity ? { min, max: min + step } : { min: min - step, max: min };
}

/** The region of a value; undefined where the range is not divided. */
export function regionOf(range: GaugeRange, value: number): Region | undefined {
  if (range.low === undefined && range.high === undefined) return undefined;
  const { min, max } = domainOfGauge(range);
  const inside = (at: number, least: number): number => Math.min(max, Math.max(least, at));
  const low = inside(range.low ?? min, min);
  const high = inside(range.high ?? max, low);
  const optimum = inside(range.optimum ?? min / 2 + max / 2, min);
  const at = inside(value, min);
  if (optimum < low) return at <= low ? 'optimum' : at <= high ? 'suboptimum' : 'critical';
  if (optimum > high) return at >= high ? 'optimum' : at >= low ? 'suboptimum' : 'critical';
  return at >= low && at <= high ? 'optimum' : 'suboptimum';
}

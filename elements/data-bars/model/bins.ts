/** A histogram: round intervals of one series' values, and how many values are in each. */
import { thresholdFreedmanDiaconis, tickIncrement } from 'd3-array';
import { isAbsent } from './row-ring.js';
import type { ChartModel } from './model.js';

/** What the ends of bins are round in: multiples of steps, or of 1, 2 or 5 times a power of ten of a base. */
interface RoundNumbers {
  readonly steps?: readonly number[] | undefined;
  base(size: number): number;
}

const DECIMAL: RoundNumbers = { base: () => 1 };

/** `auto`, or about how many. */
export type BinCount = 'auto' | number;

/** More are narrower than any column of a screen. */
const MAX_BINS = 500;
const MAX_AUTO_BINS = 100;

/** Half-open intervals between `edges`, the last of which holds its upper edge too. */
export interface Bins {
  readonly edges: readonly number[];
  readonly counts: readonly number[];
}

const NONE: Bins = { edges: [], counts: [] };

/** The bins of the first series, by the rule of Freedman and Diaconis where no number is set. */
export function binsOf(model: ChartModel, count: BinCount, numbers = DECIMAL): Bins {
  const values: number[] = [];
  let min = Infinity;
  let max = -Infinity;
  for (let entry = 0; entry < model.count; entry++) {
    const value = model.value(entry, 0);
    if (isAbsent(value)) continue;
    values.push(value);
    if (value < min) min = value;
    if (value > max) max = value;
  }
  if (values.length === 0) return NONE;
  const edges = edgesOf(min, max, wantedBins(values, min, max, count), numbers);
  const counts = new Array<number>(edges.length - 1).fill(0);
  for (const value of values) counts[binIn(edges, value)]!++;
  return { edges, counts };
}

function wantedBins(values: number[], min: number, max: number, count: BinCount): number {
  if (count !== 'auto') return Math.min(MAX_BINS, Math.max(1, count));
  const found = thresholdFreedmanDiaconis(values, min, max);
  return Math.min(MAX_AUTO_BINS, Math.max(1, Number.isFinite(found) ? found : 1));
}

/** Multiples of 1, 2 or 5 times a power of ten, from the smallest value or less to the largest or more. */
function edgesOf(min: number, max: number, count: number, numbers: RoundNumbers): number[] {
  const increment = max > min ? incrementOf(min, max, count, numbers) : NaN;
  // Below 1 the increment of d3 is one over the step, negated: multiples of it are exact.
  const at = (place: number): number => (increment > 0 ? place * increment : place / -increment);
  const placeOf = (value: number): number =>
    increment > 0 ? value / increment : value * -increment;
  // One value, or values too near to or far from each other for any step.
  if (!Number.isFinite(increment) || increment === 0) return singleBin(min, max);
  const first = Math.floor(placeOf(min) + 1e-9);
  const last = Math.max(first + 1, Math.ceil(placeOf(max) - 1e-9));
  if (!(last - first <= MAX_BINS * 2)) return singleBin(min, max);
  const most = Number.MAX_VALUE;
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Math.max(-most, Math.min(most, at(first + index))),
  );
}

/** The length of a bin, or one over it, negated, as d3 has it below 1. */
function incrementOf(min: number, max: number, count: number, numbers: RoundNumbers): number {
  const ideal = (max - min) / count;
  const step = numbers.steps?.find((each) => each >= ideal);
  if (step !== undefined) return step;
  const base = numbers.base(Math.max(Math.abs(min), Math.abs(max)));
  const increment = tickIncrement(min / base, max / base, count);
  return base === 1 || increment > 0 ? increment * base : base / -increment;
}

function singleBin(min: number, max: number): number[] {
  if (max > min) return [min, max];
  const low = Math.floor(min);
  return low + 1 > low ? [low, low + 1] : [min, min];
}

/** The bin that a value is in. */
export function binIn(edges: readonly number[], value: number): number {
  let low = 0;
  let high = edges.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (edges[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

/**
 * `0–5 ms`; `-5 to 0 ms` where a dash would be read as a minus sign.
 *
 * @param texts of the edges; a unit that all of them have is written once
 */
export function binLabels(texts: readonly string[]): string[] {
  const between = texts.some((text) => text.startsWith('-')) ? ' to ' : '–';
  const units = new Set(
    texts.filter((text) => text !== '0').map((text) => /[^\d]*$/.exec(text)![0]),
  );
  const [unit = ''] = units.size === 1 ? units : [];
  const numbers = texts.map((text) =>
    text === '0' ? text : text.slice(0, text.length - unit.length),
  );
  return numbers.slice(1).map((high, index) => `${numbers[index]!}${between}${high}${unit}`);
}

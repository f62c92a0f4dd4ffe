/** Series and the bars they make: each unstacked series, and each stack group, is one bar an entry. */

/** One series as the `series` attribute states it. */
import type { BarValue } from '../../charts/contract.js';
export interface Series {
  readonly name: string;
  /** A CSS colour or `var(--name)`. */
  readonly color?: string;
  /** Series that name the same stack are drawn in one bar; empty is not a stack. */
  readonly stack?: string;
  /** Names of the series that hold the ends of its error bars. They are not drawn as bars of their own. */
  readonly error?: { readonly low: string; readonly high: string };
}

/** A series with error bars and those of their ends, by index. */
export interface ErrorSeries {
  readonly of: number;
  readonly low: number;
  readonly high: number;
}

/** `bars[entry][series]`. */
export type DataBarsData = BarValue[][];

/** One bar of every entry. */
export interface Bar {
  /** Indices of its series, ascending; more than one only in a stack. */
  readonly series: readonly number[];
  /** True where two series or more share the bar. */
  readonly stacked: boolean;
}

/** The error bars of series: those whose two ends are series of the chart, other than themselves. */
export function errorsOf(series: readonly Series[]): ErrorSeries[] {
  if (series.every(({ error }) => error === undefined)) return [];
  const places = new Map<string, number>();
  series.forEach(({ name }, index) => places.has(name) || places.set(name, index));
  return series.flatMap(({ error }, of) => {
    if (error === undefined) return [];
    const [low, high] = [places.get(error.low), places.get(error.high)];
    const isKnown = low !== undefined && high !== undefined && low !== of && high !== of;
    return isKnown ? [{ of, low, high }] : [];
  });
}

/**
 * The bars of an entry, in the order of each bar's first series.
 *
 * @param ends series that hold the ends of error bars, and have no bars
 */
export function barsOf(series: readonly Series[], ends: ReadonlySet<number>): Bar[] {
  const bars: { series: number[]; stacked: boolean }[] = [];
  const byStack = new Map<string, { series: number[]; stacked: boolean }>();
  series.forEach(({ stack }, index) => {
    if (ends.has(index)) return;
    const known = stack === undefined || stack === '' ? undefined : byStack.get(stack);
    if (known !== undefined) {
      known.series.push(index);
      known.stacked = true;
      return;
    }
    const bar = { series: [index], stacked: false };
    bars.push(bar);
    if (stack !== undefined && stack !== '') byStack.set(stack, bar);
  });
  return bars;
}

/** One bar a series: what a sparkline draws, where stacks do not apply. */
export function barsUnstacked(series: readonly Series[]): Bar[] {
  return series.map((_, index) => ({ series: [index], stacked: false }));
}

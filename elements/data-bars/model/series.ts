/** Series and the bars they make: each unstacked series, and each stack group, is one bar an entry. */

/** One series as the `series` attribute states it. */
export interface Series {
  readonly name: string;
  /** A CSS colour or `var(--name)`. */
  readonly color?: string;
  /** Series that name the same stack are drawn in one bar; empty is not a stack. */
  readonly stack?: string;
}

/** One cell of the data. null, undefined, NaN and infinities are absent. */
export type BarValue = number | null | undefined;

/** `bars[entry][series]`. */
export type DataBarsData = BarValue[][];

/** One bar of every entry. */
export interface Bar {
  /** Indices of its series, ascending; more than one only in a stack. */
  readonly series: readonly number[];
  /** True where two series or more share the bar. */
  readonly stacked: boolean;
}

/** The bars of an entry, in the order of each bar's first series. */
export function barsOf(series: readonly Series[]): Bar[] {
  const bars: { series: number[]; stacked: boolean }[] = [];
  const byStack = new Map<string, { series: number[]; stacked: boolean }>();
  series.forEach(({ stack }, index) => {
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

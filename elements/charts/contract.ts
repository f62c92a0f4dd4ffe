/** Types that all charts share: what they hold, what scripts return for it, and what they report. */

/** Longest part of a text that is looked at, in UTF-16 units: no row of a screen shows more. */
export const TEXT_UNITS = 2048;

/** One cell of the data. null, undefined, NaN and infinities are absent. */
export type BarValue = number | null | undefined;

/** The ends of some data; 0 where there is none. */
export interface Extent {
  readonly smallest: number;
  readonly largest: number;
}

/** A series as palettes, legends and tooltips see it. */
export interface NamedSeries {
  readonly name: string;
  /** A CSS colour or `var(--name)`. */
  readonly color?: string;
  /** Series that name the same stack are drawn on top of each other; empty is not a stack. */
  readonly stack?: string;
}

/** Entries that can be selected, pointed at and copied. */
export interface ChartEntries {
  readonly count: number;
  /** Entries dropped since the data was set: the place of entry 0 in the stream. */
  readonly first: number;
  readonly series: readonly NamedSeries[];
  value(entry: number, series: number): number;
  row(entry: number): BarValue[];
  label(entry: number): string | undefined;
}

/** Whether what a slot shows is selected. */
export interface SelectionTest {
  /** True if nothing is selected, so that callers can skip `has`. */
  readonly empty: boolean;
  /** @param series -1 requests any series of the entry */
  has(from: number, to: number, shown: number, series: number): boolean;
}

/** A value of one series at one entry. */
export interface BarPlace {
  readonly entry: number;
  readonly series: number;
}

/** A diagnostic about the data or the settings of a chart. */
export interface ChartWarning {
  readonly code: string;
  /** The attribute it is about. */
  readonly attribute: string;
  readonly message: string;
}

/** The argument of `onTooltip`. */
export interface TooltipRequest {
  readonly type: 'tooltip';
  readonly entryIndex: number;
  readonly seriesIndex: number;
  readonly seriesName: string;
  /** null where it is absent. */
  readonly value: BarValue;
  readonly label: string | undefined;
  /** The cell of the chart's content box that the pointer is at. */
  readonly x: number;
  readonly y: number;
}

/** The argument of `onColor`. */
interface ColorRequest {
  readonly values: BarValue[];
  readonly label?: string;
  readonly index: number;
}

/** Returns the colour of an entry as CSS, or nothing. */
export type GetColor = (item: ColorRequest) => unknown;

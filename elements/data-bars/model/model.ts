/**
 * The model: series, entries, labels and aggregates over all entries, updated in amortised O(1) per append or
 * shift. Nothing here knows of cells.
 */
import { TEXT_UNITS } from '../../charts/contract.js';
import type { Extent } from '../../charts/contract.js';
import type { BarValue } from '../../charts/contract.js';
import { cellWidth } from '../../../runtime/base/text/graphemes.js';
import { sanitize } from '../../../runtime/base/text/sanitize.js';
import { BarFolds } from './fold.js';
import { ABSENT, isAbsent, RowRing } from './row-ring.js';
import {
  barsOf,
  barsUnstacked,
  errorsOf,
  type Bar,
  type ErrorSeries,
  type Series,
} from './series.js';
import { WindowMax } from './window-max.js';

const { min, max } = Math;
const MAX_NUMBER = Number.MAX_VALUE;

export class ChartModel {
  /** Counts changes of any kind. */
  version = 0;
  /** Counts changes of anything but numbers: series, labels and their places. */
  shape = 0;
  /** Counts how often all entries were replaced. */
  loads = 0;
  /** Entries dropped since the data was set: the place of entry 0 in the stream. */
  first = 0;
  series: readonly Series[] = [];
  /** The series with error bars, and those that hold the ends. */
  errors: readonly ErrorSeries[] = [];
  /** True where a series names a stack. */
  hasStacks = false;
  readonly #rows = new RowRing();
  #labels: (string | undefined)[] = [];
  #labelHead = 0;
  #labelCount = 0;
  /** True where entries with labels have all been shifted out: the chart stays what it was until others come. */
  #isEmptied = false;
  #stackedSeries: ReadonlySet<number> = new Set();
  #errorEnds: ReadonlySet<number> = new Set();
  #grouped: readonly Bar[] = [];
  #single: readonly Bar[] = [];
  readonly #high = new WindowMax();
  readonly #low = new WindowMax();
  /** Whether stacks were summed when `high` and `low` were filled; undefined: they must be filled again. */
  #extentsStacked: boolean | undefined;
  /** The smallest number above zero of each entry, negated; filled where a logarithm needs it. */
  readonly #least = new WindowMax();
  #hasLeast = false;
  #peaks = new Map<number, WindowMax>();
  #lows = new Map<number, WindowMax>();
  #folds = new Map<number, BarFolds>();
  #labelWidths: WindowMax | undefined;
  #foldsSparkline = false;

  get count(): number {
    return this.#rows.count;
  }

  /** True where entries have labels; a chart without any is a sparkline. */
  get labelled(): boolean {
    return this.#labelCount > 0 || this.#isEmptied;
  }

  /** The bars of each entry, as the chart's kind draws them. */
  get bars(): readonly Bar[] {
    return this.labelled ? this.#grouped : this.#single;
  }

  /** True where a bar holds two series or more. */
  get stacks(): boolean {
    return this.labelled && this.#stackedSeries.size > 0;
  }

  /** True where a series shares its bar with others. */
  isStacked(series: number): boolean {
    return this.#stackedSeries.has(series);
  }

  /** True where a series is drawn as an end of error bars, and not by bars of its own. */
  isErrorEnd(series: number): boolean {
    return this.labelled && this.#errorEnds.has(series);
  }

  setSeries(series: readonly Series[]): void {
    this.series = series;
    this.shape++;
    this.hasStacks = series.some(({ stack }) => stack !== undefined && stack !== '');
    this.errors = errorsOf(series);
    this.#errorEnds = new Set(this.errors.flatMap(({ low, high }) => [low, high]));
    this.#grouped = barsOf(series, this.#errorEnds);
    this.#single = barsUnstacked(series);
    this.#stackedSeries = new Set(this.#grouped.flatMap((bar) => (bar.stacked ? bar.series : [])));
    this.#forgetDerived();
  }

  /** Replaces all entries; labels stay with their places. */
  load(rows: readonly (readonly BarValue[])[]): void {
    const { count } = this;
    this.loads++;
    this.first = 0;
    this.#isEmptied = false;
    this.#rows.clear();
    for (const row of rows) this.#rows.push(row);
    this.#forgetDerived();
    if (this.count !== count) this.#labelWidths = undefined;
  }

  /**
   * Takes other numbers in the places of those there are.
   *
   * @returns false where something else than numbers would change, or is wrong: nothing has changed then
   */
  replace(rows: readonly (readonly BarValue[])[]): boolean {
    if (this.first !== 0 || !this.#rows.replace(rows)) return false;
    this.loads++;
    this.#forgetDerived();
    return true;
  }

  setLabels(labels: readonly string[]): void {
    this.#labels = [...labels];
    this.#labelHead = 0;
    this.#labelCount = labels.length;
    this.#isEmptied = false;
    this.shape++;
    this.#labelWidths = undefined;
    this.version++;
  }

  /** Adds the newest entry. */
  append(values: readonly BarValue[], label?: string): void {
    if (label !== undefined) {
      this.shape++;
      // Labels that were declared ahead of their entries end where one is given with its entry.
      while (this.#labels.length - this.#labelHead > this.count) {
        if (this.#labels.pop() !== undefined) this.#labelCount--;
      }
      while (this.#labels.length - this.#labelHead < this.count) this.#labels.push(undefined);
      this.#labels.push(label);
      this.#labelCount++;
    }
    this.#isEmptied = false;
    this.#dropStaleKinds();
    this.#rows.push(values);
    this.version++;
    const entry = this.count - 1;
    if (this.#extentsStacked !== undefined) this.#pushExtent(entry);
    if (this.#hasLeast) this.#least.push(-this.#leastOf(entry));
    for (const [bar, peak] of this.#peaks) peak.push(this.total(entry, this.bars[bar]!));
    for (const [bar, low] of this.#lows) low.push(-this.total(entry, this.bars[bar]!));
    this.#labelWidths?.push(this.#labelWidth(entry));
  }

  /** Drops the oldest entry. */
  shift(): void {
    if (this.count === 0) return;
    const wasLabelled = this.labelled;
    this.#rows.shift();
    this.first++;
    this.version++;
    if (this.#labelHead < this.#labels.length) {
      this.shape++;
      if (this.#labels[this.#labelHead] !== undefined) this.#labelCount--;
      this.#labels[this.#labelHead++] = undefined;
      if (this.#labelHead > 1024 && this.#labelHead * 2 > this.#labels.length) {
        this.#labels.splice(0, this.#labelHead);
        this.#labelHead = 0;
      }
    }
    this.#isEmptied = wasLabelled && this.count === 0;
    this.#high.shift();
    this.#low.shift();
    if (this.#hasLeast) this.#least.shift();
    for (const peak of this.#peaks.values()) peak.shift();
    for (const low of this.#lows.values()) low.shift();
    this.#labelWidths?.shift();
  }

  /** A value, or NaN where it is absent. */
  value(entry: number, series: number): number {
    return this.#rows.get(entry, series);
  }

  /** The values of one series from entry `from` up to `to`, into `out` from its beginning; NaN where absent. */
  values(series: number, from: number, to: number, out: Float64Array): void {
    this.#rows.column(series, from, to, out);
  }

  row(entry: number): (number | null)[] {
    return this.#rows.row(entry);
  }

  /** Cells in a row that have no series. */
  extraCells(entry: number): number {
    return Math.max(0, this.#rows.length(entry) - this.series.length);
  }

  /** Places that have a label, those of entries that are still to come too. */
  get places(): number {
    return this.#labels.length - this.#labelHead;
  }

  /** All labels, those of entries that are still to come too. */
  allLabels(): string[] {
    return this.#labels.slice(this.#labelHead).map((label) => label ?? '');
  }

  label(entry: number): string | undefined {
    return this.#labels[this.#labelHead + entry];
  }

  /** The sum of a bar's segments, NaN where all are absent; of a series on its own its value. */
  total(entry: number, bar: Bar): number {
    if (!bar.stacked) return this.value(entry, bar.series[0]!);
    const sum = this.#sum(entry, bar, 1);
    // 1e308 + 1e308 - 1e308 is a number although its first step is not.
    return Number.isFinite(sum) || isAbsent(sum) ? sum : this.#sum(entry, bar, 2 ** -40) * 2 ** 40;
  }

  #sum(entry: number, bar: Bar, unit: number): number {
    let sum = ABSENT;
    for (const series of bar.series) {
      const value = this.value(entry, series) * unit;
      if (!isAbsent(value)) sum = isAbsent(sum) ? value : sum + value;
    }
    return sum;
  }

  /** The largest and smallest of all bars, stacks summed by sign; 0 where there is none. */
  get largest(): number {
    this.#fillExtents();
    return this.#high.max === -Infinity ? 0 : this.#high.max;
  }

  get smallest(): number {
    this.#fillExtents();
    return this.#low.max === -Infinity ? 0 : -this.#low.max;
  }

  /** The ends of the entries from `from` on: all bars, stacks summed by sign. O(log n). */
  extentFrom(from: number): Extent {
    this.#fillExtents();
    const largest = this.#high.maxFrom(from);
    const smallest = -this.#low.maxFrom(from);
    return largest === -Infinity ? { smallest: 0, largest: 0 } : { smallest, largest };
  }

  /** The ends of the entries from `from` up to `to`, one by one: for as many as a picture shows. */
  extentBetween(from: number, to: number): Extent {
    if (to >= this.count) return this.extentFrom(from);
    const entries = new Int32Array(Math.max(0, to - from));
    for (let index = 0; index < entries.length; index++) entries[index] = from + index;
    return this.extentAmong(entries);
  }

  /** The ends of some entries. */
  extentAmong(entries: Int32Array): Extent {
    const ends: [number, number] = [0, 0];
    let smallest = Infinity;
    let largest = -Infinity;
    for (const entry of entries) {
      this.#readExtent(entry, ends);
      if (ends[0] < smallest) smallest = ends[0];
      if (ends[1] > largest) largest = ends[1];
    }
    return largest === -Infinity
      ? { smallest: 0, largest: 0 }
      : { smallest: max(smallest, -MAX_NUMBER), largest: min(largest, MAX_NUMBER) };
  }

  /** The ends of one bar from entry `from` on. */
  extentOf(bar: number, from: number): Extent {
    const largest = this.peak(bar, from);
    if (isAbsent(largest)) return { smallest: 0, largest: 0 };
    let low = this.#lows.get(bar);
    if (low === undefined) {
      low = new WindowMax();
      for (let entry = 0; entry < this.count; entry++)
        low.push(-this.total(entry, this.bars[bar]!));
      this.#lows.set(bar, low);
    }
    return { smallest: max(-low.maxFrom(from), -MAX_NUMBER), largest: min(largest, MAX_NUMBER) };
  }

  /** The smallest number above zero from entry `from` on, or 0. */
  leastFrom(from: number): number {
    if (!this.#hasLeast) {
      this.#hasLeast = true;
      this.#least.clear();
      for (let entry = 0; entry < this.count; entry++) this.#least.push(-this.#leastOf(entry));
    }
    const least = -this.#least.maxFrom(from);
    return least === Infinity ? 0 : least;
  }

  #leastOf(entry: number): number {
    let least = ABSENT;
    const cells = min(this.#rows.length(entry), this.series.length);
    for (let cell = 0; cell < cells; cell++) {
      const value = this.#rows.get(entry, cell);
      if (value > 0 && !(least <= value)) least = value;
    }
    return least;
  }

  /** The largest total of one bar from entry `from` on, NaN where it is always absent. */
  peak(bar: number, from = 0): number {
    this.#dropStaleKinds();
    let window = this.#peaks.get(bar);
    if (window === undefined) {
      window = new WindowMax();
      for (let entry = 0; entry < this.count; entry++) {
        window.push(this.total(entry, this.bars[bar]!));
      }
      this.#peaks.set(bar, window);
    }
    const most = window.maxFrom(from);
    return most === -Infinity ? NaN : most;
  }

  /** Folds of one bar, for down-sampling. */
  foldsOf(bar: number): BarFolds {
    this.#dropStaleKinds();
    let folds = this.#folds.get(bar);
    if (folds === undefined) this.#folds.set(bar, (folds = new BarFolds(this, this.bars[bar]!)));
    return folds;
  }

  /** Cells of the widest label of all entries. */
  get widestLabel(): number {
    if (this.#labelWidths === undefined) {
      this.#labelWidths = new WindowMax();
      for (let entry = 0; entry < this.count; entry++) {
        this.#labelWidths.push(this.#labelWidth(entry));
      }
    }
    return Math.max(0, this.#labelWidths.max);
  }

  #labelWidth(entry: number): number {
    const label = this.label(entry) ?? '';
    return cellWidth(sanitize(label.length > TEXT_UNITS ? label.slice(0, TEXT_UNITS) : label));
  }

  #forgetDerived(): void {
    this.version++;
    this.#extentsStacked = undefined;
    this.#hasLeast = false;
    // Emptying an empty map costs more than looking, and most charts have none.
    if (this.#peaks.size > 0) this.#peaks.clear();
    if (this.#lows.size > 0) this.#lows.clear();
    if (this.#folds.size > 0) this.#folds.clear();
  }

  /** Bars are others once the chart turns from sparkline to labelled or back. */
  #dropStaleKinds(): void {
    if (this.#foldsSparkline === !this.labelled) return;
    this.#foldsSparkline = !this.labelled;
    this.#peaks.clear();
    this.#lows.clear();
    this.#folds.clear();
  }

  #fillExtents(): void {
    if (this.#extentsStacked === this.labelled) return;
    this.#extentsStacked = this.labelled;
    this.#high.clear();
    this.#low.clear();
    for (let entry = 0; entry < this.count; entry++) this.#pushExtent(entry);
  }

  #pushExtent(entry: number): void {
    this.#readExtent(entry, this.#ends);
    // A stack of huge values sums past the largest number; the domain stays finite.
    this.#high.push(min(this.#ends[1], MAX_NUMBER));
    this.#low.push(-max(this.#ends[0], -MAX_NUMBER));
  }

  readonly #ends: [smallest: number, largest: number] = [0, 0];

  /** The ends of one entry, NaN where it is empty. The cost follows the cells of the row, not the number of series. */
  #readExtent(entry: number, ends: [number, number]): void {
    const cells = min(this.#rows.length(entry), this.series.length);
    let high = ABSENT;
    let low = ABSENT;
    for (const bar of this.bars) {
      if (bar.series[0]! >= cells) break;
      let positive = ABSENT;
      let negative = ABSENT;
      for (const series of bar.series) {
        if (series >= cells) break;
        const value = this.#rows.get(entry, series);
        if (value >= 0) positive = (positive || 0) + value;
        else if (value < 0) negative = (negative || 0) + value;
      }
      const top = isAbsent(positive) ? negative : positive;
      const bottom = isAbsent(negative) ? positive : negative;
      if (!(high >= top)) high = isAbsent(top) ? high : top;
      if (!(low <= bottom)) low = isAbsent(bottom) ? low : bottom;
    }
    ends[0] = low;
    ends[1] = high;
    if (this.labelled && this.errors.length > 0) this.#addErrors(entry, ends);
  }

  /** Widens the ends of an entry to those of its error bars. */
  #addErrors(entry: number, ends: [number, number]): void {
    for (const { low, high } of this.errors) {
      for (const value of [this.value(entry, low), this.value(entry, high)]) {
        if (isAbsent(value)) continue;
        if (!(ends[0] <= value)) ends[0] = value;
        if (!(ends[1] >= value)) ends[1] = value;
      }
    }
  }
}

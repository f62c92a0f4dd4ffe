/** The model of a line chart: points in columns, appended and dropped in amortised O(1). Nothing here knows of cells. */
import type { BarValue, ChartEntries, Extent, NamedSeries } from '../../charts/contract.js';
import { Column } from '../../charts/model/number-column.js';
import { placeOf, type LineType } from './schema.js';

export interface LineSeries extends NamedSeries {
  readonly type?: LineType;
  /** Of candles, whose own values are the last ones: the names of the series that have the others. */
  readonly open?: string;
  readonly high?: string;
  readonly low?: string;
}

/** The series of the other values of candles. */
export interface CandleParts {
  readonly open: number;
  readonly high: number;
  readonly low: number;
}

/** Most series, and values of a point that are kept: more than a chart can show. */
const MAX_SERIES = 1024;
/** Places for values, absent ones included, that a chart has whatever its data is: 128 MB. */
const MAX_PLACES = 1 << 24;
/** Places for each value: one wide point makes a place in all others, and could make gigabytes of them. */
const MAX_PLACES_SHARE = 32;

const NONE: readonly LineSeries[] = [];

/** Points on each side that state what the place of a point is: a day among days, or a time. */
const NEIGHBOURS = 2;

export type PointValue = BarValue | string;

export class LineModel implements ChartEntries {
  /** Counts changes of any kind, and those after which nothing that was calculated before holds. */
  version = 0;
  generation = 0;
  first = 0;
  series: readonly LineSeries[] = [];
  readonly #x = new Column();
  /** Values as they were set, by series. */
  #values: Column[] = [];
  /** Of stacked series the sums up to each, else the values. */
  #drawn: Column[] = [];
  #requested: readonly LineSeries[] = NONE;
  /** Columns at most: fewer once some were dropped. */
  #most = MAX_SERIES;
  /** Numbers that were set, of all points and series. */
  #numbers = 0;
  /** Values of the widest point. */
  #widest = 0;
  readonly #candles = new Map<number, CandleParts>();
  readonly #parts = new Set<number>();
  /** Neighbours of which the later one is on the left, or has no place. */
  #descents = 0;
  readonly #placeText: (x: number, entry: number) => string;

  /** @param placeText the text of the place of an entry, for labels */
  constructor(placeText: (x: number, entry: number) => string = String) {
    this.#placeText = placeText;
  }

  get count(): number {
    return this.#x.count;
  }

  /** True where points follow each other from left to right. */
  get ascending(): boolean {
    return this.#descents === 0;
  }

  /** Values of the widest point beyond those of series. */
  get extra(): number {
    return Math.max(0, this.#widest - this.series.length);
  }

  /** Series that have no column, and so no values, since charts do not have room for them. */
  get leftOut(): number {
    return this.#requested.length - this.series.length;
  }

  get x(): Column {
    return this.#x;
  }

  /** The column that is drawn for a series. */
  drawn(series: number): Column {
    return this.#drawn[series]!;
  }

  /** The values of a series as they were set. */
  valuesOf(series: number): Column {
    return this.#values[series]!;
  }

  value(entry: number, series: number): number {
    return this.#values[series]?.get(entry) ?? NaN;
  }

  label(entry: number): string | undefined {
    return entry < 0 || entry >= this.count
      ? undefined
      : this.#placeText(this.#x.get(entry), entry);
  }

  /** The place of a point, and those of its neighbours. */
  placesNear(entry: number): readonly number[] {
    const places = [this.#x.get(entry)];
    for (let by = 1; by <= NEIGHBOURS; by++) {
      if (entry >= by) places.push(this.#x.get(entry - by));
      if (entry + by < this.count) places.push(this.#x.get(entry + by));
    }
    return places;
  }

  /** The values of a point, without its place. */
  row(entry: number): BarValue[] {
    return this.#values.map((column) => absentNull(column.get(entry)));
  }

  /** A point as it was set; a time is a number. */
  point(entry: number): BarValue[] {
    return [this.#x.get(entry), ...this.row(entry)];
  }

  setSeries(series: readonly LineSeries[]): void {
    this.#requested = series;
    this.#addColumns(series.length);
    this.#keepSeries();
    this.#stack();
    this.#changedAll();
  }

  load(points: readonly (readonly PointValue[])[]): void {
    this.#x.clear();
    this.#values = [];
    this.#drawn = [];
    this.#descents = 0;
    this.first = 0;
    this.#numbers = 0;
    this.#widest = 0;
    this.#most = MAX_SERIES;
    this.#addColumns(this.#requested.length);
    for (const point of points) this.#push(placeOf(point[0]), point, 1);
    this.#keepSeries();
    this.#stack();
    this.#changedAll();
  }

  #changedAll(): void {
    this.version++;
    this.generation++;
  }

  append(x: number, values: readonly BarValue[]): void {
    this.#push(x, values, 0);
    this.#pushDrawn();
    this.version++;
  }

  shift(): void {
    if (this.count === 0) return;
    if (this.count > 1 && !(this.#x.get(1) >= this.#x.get(0))) this.#descents--;
    this.#x.shift();
    for (const column of this.#values) {
      if (!Number.isNaN(column.get(0))) this.#numbers--;
      column.shift();
    }
    for (const [index, column] of this.#drawn.entries()) {
      if (column !== this.#values[index]) column.shift();
    }
    this.first++;
    this.version++;
  }

  /** The smallest and the largest x. */
  ends(): { readonly low: number; readonly high: number } {
    const { count } = this;
    if (this.ascending && count > 0) return { low: this.#x.get(0), high: this.#x.get(count - 1) };
    this.#x.range(0, count);
    return { low: this.#x.low, high: this.#x.high };
  }

  /** The ends of what is drawn of some points. */
  extent(from: number, to: number): Extent {
    let smallest = Infinity;
    let largest = -Infinity;
    for (let series = 0; series < this.series.length; series++) {
      const column = this.drawn(series);
      column.range(from, to);
      smallest = Math.min(smallest, column.low);
      largest = Math.max(largest, column.high);
    }
    return smallest > largest ? { smallest: 0, largest: 0 } : { smallest, largest };
  }

  /** The smallest number above zero of some points; 0 where there is none. */
  least(from: number, to: number): number {
    let least = Infinity;
    for (let series = 0; series < this.series.length; series++) {
      const column = this.drawn(series);
      column.range(from, to);
      if (column.low > 0) least = Math.min(least, column.low);
      else for (const value of column.view(from, to)) if (value > 0 && value < least) least = value;
    }
    return least === Infinity ? 0 : least;
  }

  /** True where a series shares its base with others. */
  isStacked(series: number): boolean {
    const { stack } = this.series[series] ?? {};
    return stack !== undefined && stack !== '' && this.typeOf(series) === 'area';
  }

  typeOf(series: number): LineType {
    const { type, stack } = this.series[series] ?? {};
    if (type === 'candle') return this.#candles.has(series) ? type : 'line';
    return type ?? (stack === undefined || stack === '' ? 'line' : 'area');
  }

  /** The other values of candles; undefined of what is none. */
  candleOf(series: number): CandleParts | undefined {
    return this.#candles.get(series);
  }

  /** True of a series that candles have values of: it is not drawn by itself. */
  isPart(series: number): boolean {
    return this.#parts.has(series);
  }

  #findCandles(): void {
    this.#candles.clear();
    this.#parts.clear();
    const place = (name: string | undefined): number =>
      this.series.findIndex((each) => each.name === name);
    for (const [index, { type, ...names }] of this.series.entries()) {
      if (type !== 'candle') continue;
      const parts = { open: place(names.open), high: place(names.high), low: place(names.low) };
      const all = Object.values(parts);
      if (all.some((each) => each < 0 || each === index)) continue;
      this.#candles.set(index, parts);
      for (const each of all) this.#parts.add(each);
    }
  }

  #push(x: number, values: readonly unknown[], from: number): void {
    const before = this.count === 0 ? -Infinity : this.#x.get(this.count - 1);
    if (!(x >= before)) this.#descents++;
    const cells = values.length - from;
    this.#widest = Math.max(this.#widest, cells);
    if (cells > this.#values.length) this.#addColumns(cells);
    this.#x.push(x);
    for (const [index, column] of this.#values.entries()) {
      const value = values[from + index];
      const isNumber = typeof value === 'number' && Number.isFinite(value);
      if (isNumber) this.#numbers++;
      column.push(isNumber ? value : NaN);
    }
    if (!this.#hasRoom(this.#values.length)) this.#dropColumns();
  }

  #hasRoom(columns: number): boolean {
    const places = columns * this.count;
    return places <= MAX_PLACES || places <= this.#numbers * MAX_PLACES_SHARE;
  }

  #addColumns(count: number): void {
    const most = Math.min(count, this.#most);
    while (this.#values.length < most && this.#hasRoom(this.#values.length + 1)) this.#addColumn();
  }

  /** The last ones, for good: another wide point would only bring them back. */
  #dropColumns(): void {
    let count = this.#values.length;
    while (count > 1 && !this.#hasRoom(count)) count >>= 1;
    this.#most = count;
    for (const column of this.#values.splice(count)) {
      for (const value of column.view(0, column.count)) if (!Number.isNaN(value)) this.#numbers--;
    }
    this.#drawn.length = Math.min(this.#drawn.length, count);
    this.#keepSeries();
  }

  /** A series without a column has no values. */
  #keepSeries(): void {
    const { length } = this.#values;
    this.series =
      this.#requested.length > length ? this.#requested.slice(0, length) : this.#requested;
    this.#findCandles();
  }

  #addColumn(): void {
    const column = new Column();
    for (let entry = 0; entry < this.count; entry++) column.push(NaN);
    this.#values.push(column);
    this.#drawn.push(column);
  }

  /** Sums of stacks from the beginning. */
  #stack(): void {
    this.#drawn = this.#values.map((column, series) =>
      this.isStacked(series) ? new Column() : column,
    );
    if (this.#drawn.every((column, index) => column === this.#values[index])) return;
    for (let entry = 0; entry < this.count; entry++) this.#pushSums(entry);
  }

  #pushDrawn(): void {
    for (const [series, column] of this.#values.entries()) {
      if (!this.isStacked(series)) this.#drawn[series] = column;
    }
    this.#pushSums(this.count - 1);
  }

  #pushSums(entry: number): void {
    const sums = new Map<string, number>();
    for (const [series, { stack = '' }] of this.series.entries()) {
      if (!this.isStacked(series)) continue;
      const value = this.#values[series]!.get(entry);
      const sum = (sums.get(stack) ?? 0) + (Number.isNaN(value) ? 0 : value);
      sums.set(stack, sum);
      this.#drawn[series]!.push(Number.isNaN(value) ? NaN : sum);
    }
  }
}

function absentNull(value: number): BarValue {
  return Number.isNaN(value) ? null : value;
}

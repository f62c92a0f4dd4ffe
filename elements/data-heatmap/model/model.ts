/**
 * The model of a heatmap: values in rows and columns, appended and dropped by columns in amortised O(1). Nothing here knows of
 * cells of a screen. A column is an entry of the chart, and a row is a series, as selection, tooltips and ids have them.
 */
import type { BarValue, ChartEntries, Extent, NamedSeries } from '../../charts/contract.js';
import { Column } from '../../charts/model/number-column.js';
import { hasRoom } from './schema.js';

export class HeatModel implements ChartEntries {
  /** Counts changes of any kind, and those after which nothing that was calculated before holds. */
  version = 0;
  generation = 0;
  first = 0;
  /** Column by column. */
  #values = new Float64Array(0);
  /** Columns before the oldest one in `#values`. */
  #head = 0;
  #count = 0;
  #rows = 0;
  #numbers = 0;
  #labels: (string | undefined)[] = [];
  #rowLabels: readonly string[] = [];
  #series: readonly NamedSeries[] = [];
  /** Of each column the ends of its values, and the smallest above zero. */
  readonly #low = new Column();
  readonly #high = new Column();
  readonly #least = new Column();

  get count(): number {
    return this.#count;
  }

  get rows(): number {
    return this.#rows;
  }

  get series(): readonly NamedSeries[] {
    if (this.#series.length !== this.#rows) {
      this.#series = Array.from({ length: this.#rows }, (_, row) => ({ name: this.rowLabel(row) }));
    }
    return this.#series;
  }

  /** Labels beyond the rows there are. */
  get extraRowLabels(): number {
    return Math.max(0, this.#rowLabels.length - this.#rows);
  }

  /** The numbers of all columns, and where those of a column begin. */
  get values(): Float64Array {
    return this.#values;
  }
  offsetOf(entry: number): number {
    return (this.#head + entry) * this.#rows;
  }

  value(entry: number, series: number): number {
    if (entry < 0 || entry >= this.#count || series < 0 || series >= this.#rows) return NaN;
    return this.#values[this.offsetOf(entry) + series]!;
  }

  /** The values of a column. */
  row(entry: number): BarValue[] {
    const from = this.offsetOf(entry);
    return Array.from(this.#values.subarray(from, from + this.#rows), absentNull);
  }

  label(entry: number): string | undefined {
    return entry < 0 || entry >= this.#count ? undefined : this.#labels[this.#head + entry];
  }

  rowLabel(row: number): string {
    return this.#rowLabels[row] ?? '';
  }

  get hasLabels(): boolean {
    for (let entry = 0; entry < this.#count; entry++) if (this.label(entry)) return true;
    return false;
  }

  get hasRowLabels(): boolean {
    return this.#rowLabels.some((label) => label !== '');
  }

  setRowLabels(labels: readonly string[]): void {
    this.#rowLabels = labels;
    this.#series = [];
    this.version++;
  }

  /** Labels of the columns from the first one on. */
  setLabels(labels: readonly string[]): void {
    this.#labels.length = this.#head;
    this.#labels.push(...labels.slice(0, Math.max(labels.length, this.#count)));
    this.version++;
  }

  /** Replaces the data, row by row; labels stay. */
  load(cells: readonly (readonly BarValue[])[]): void {
    this.#labels.splice(0, this.#head);
    this.#rows = cells.length;
    this.#count = cells.reduce((widest, { length }) => Math.max(widest, length), 0);
    this.#values = new Float64Array(this.#rows * this.#count).fill(NaN);
    this.#head = 0;
    this.first = 0;
    this.#numbers = 0;
    for (const [row, each] of cells.entries()) {
      for (let entry = 0; entry < each.length; entry++) {
        const value = each[entry];
        if (typeof value !== 'number' || !Number.isFinite(value)) continue;
        this.#values[entry * this.#rows + row] = value;
        this.#numbers++;
      }
    }
    for (const ends of [this.#low, this.#high, this.#least]) ends.clear();
    for (let entry = 0; entry < this.#count; entry++) this.#pushEnds(entry);
    this.#changed(true);
  }

  /** Appends a column; false where the data has no room for one with this many values. */
  append(values: readonly BarValue[], label: string | undefined): boolean {
    const rows = Math.max(this.#rows, values.length);
    if (!hasRoom(rows * (this.#count + 1), this.#numbers + values.length)) return false;
    const grows = rows > this.#rows;
    if (grows) this.#addRows(rows);
    if ((this.#head + this.#count + 1) * rows > this.#values.length) this.#makeRoom();
    const at = (this.#head + this.#count) * rows;
    for (let row = 0; row < rows; row++) {
      const value = values[row];
      const isNumber = typeof value === 'number' && Number.isFinite(value);
      this.#values[at + row] = isNumber ? value : NaN;
      if (isNumber) this.#numbers++;
    }
    this.#labels[this.#head + this.#count] = label;
    this.#count++;
    this.#pushEnds(this.#count - 1);
    this.#changed(grows);
    return true;
  }

  shift(): void {
    if (this.#count === 0) return;
    const from = this.offsetOf(0);
    for (let at = from; at < from + this.#rows; at++) {
      if (!Number.isNaN(this.#values[at])) this.#numbers--;
    }
    for (const ends of [this.#low, this.#high, this.#least]) ends.shift();
    this.#head++;
    this.#count--;
    this.first++;
    if (this.#count === 0) {
      this.#head = 0;
      this.#labels = [];
    }
    this.#changed(false);
  }

  /** A copy of the data, row by row. */
  cells(): BarValue[][] {
    return Array.from({ length: this.#rows }, (_, row) =>
      Array.from({ length: this.#count }, (__, entry) => absentNull(this.value(entry, row))),
    );
  }

  extent(): Extent {
    this.#low.range(0, this.#count);
    this.#high.range(0, this.#count);
    const { low: smallest } = this.#low;
    const { high: largest } = this.#high;
    return smallest > largest ? { smallest: 0, largest: 0 } : { smallest, largest };
  }

  /** The smallest number above zero; 0 where there is none. */
  least(): number {
    this.#least.range(0, this.#count);
    return this.#least.low === Infinity ? 0 : this.#least.low;
  }

  #pushEnds(entry: number): void {
    let low = Infinity;
    let high = -Infinity;
    let least = Infinity;
    const from = this.offsetOf(entry);
    for (let at = from; at < from + this.#rows; at++) {
      const value = this.#values[at]!;
      if (value < low) low = value;
      if (value > high) high = value;
      if (value > 0 && value < least) least = value;
    }
    // A column without a number has no ends.
    this.#low.push(low === Infinity ? NaN : low);
    this.#high.push(high === -Infinity ? NaN : high);
    this.#least.push(least === Infinity ? NaN : least);
  }

  /** Moves what is left to the front where that frees half, else doubles. */
  #makeRoom(): void {
    const used = this.#values.subarray(this.#head * this.#rows, this.offsetOf(this.#count));
    const isHalf = this.#head >= this.#count && this.#head > 0;
    const values = isHalf
      ? this.#values
      : new Float64Array(Math.max(64, (this.#count + 1) * 2) * this.#rows);
    if (isHalf) values.copyWithin(0, this.#head * this.#rows, this.offsetOf(this.#count));
    else values.set(used);
    this.#values = values;
    this.#labels.splice(0, this.#head);
    this.#head = 0;
  }

  #addRows(rows: number): void {
    const values = new Float64Array(Math.max(16, this.#count * 2) * rows).fill(NaN);
    for (let entry = 0; entry < this.#count; entry++) {
      const from = this.offsetOf(entry);
      values.set(this.#values.subarray(from, from + this.#rows), entry * rows);
    }
    this.#labels.splice(0, this.#head);
    this.#values = values;
    this.#head = 0;
    this.#rows = rows;
  }

  #changed(isWhole: boolean): void {
    this.version++;
    if (isWhole) this.generation++;
  }
}

function absentNull(value: number): BarValue {
  return Number.isNaN(value) ? null : value;
}

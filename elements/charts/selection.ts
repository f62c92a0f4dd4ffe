/**
 * The selected bars: one by index, or entries by id, which take precedence. A bar that has an id when it is
 * selected is known by it from then on: data in another order does not select another bar.
 */
import type { BarValue, ChartEntries, SelectionTest } from './contract.js';

/** What `getId` is asked about. */
interface ChartItem {
  readonly values: BarValue[];
  readonly label?: string;
  readonly index: number;
}

export type GetId = (item: ChartItem) => string | number | undefined;

export interface SelectedBar {
  readonly entry: number;
  readonly series: number;
}

export class ChartSelection implements SelectionTest {
  /** Counts changes. */
  version = 0;
  #idGiver: GetId | undefined;
  /** Where the selected bar is in the stream, so that it goes with its entry. */
  #place = -1;
  #series = -1;
  /** The id that the bar had when it was selected. */
  #id: string | undefined;
  #ids: Set<string> | undefined;
  /** True while the app's `selectedIds` decides: what people do changes nothing by itself. */
  #controlled = false;

  readonly #model: ChartEntries;

  constructor(model: ChartEntries) {
    this.#model = model;
  }

  get empty(): boolean {
    return this.#ids === undefined ? this.#place < this.#model.first : this.#ids.size === 0;
  }

  /** True where a bar is known by its place or its id, which has to be looked for in new data. */
  get follows(): boolean {
    return this.#place >= 0 || this.#id !== undefined;
  }

  /** True where entries are selected by their ids. */
  get isByIds(): boolean {
    return this.#ids !== undefined;
  }

  get getId(): GetId | undefined {
    return this.#idGiver;
  }
  set getId(getId: GetId | undefined) {
    const { bar } = this;
    this.#idGiver = getId;
    this.#id = bar === null ? undefined : this.idOf(bar.entry);
    this.version++;
  }

  /** Returns the bar selected by index, or null. */
  get bar(): SelectedBar | null {
    const model = this.#model;
    const series = this.#series;
    if (this.#place < model.first) return null;
    const entry = this.#place - model.first;
    if (this.#id === undefined) return entry < model.count ? { entry, series } : null;
    if (this.idOf(entry) === this.#id) return { entry, series };
    for (let other = 0; other < model.count; other++) {
      if (this.idOf(other) !== this.#id) continue;
      this.#place = model.first + other;
      return { entry: other, series };
    }
    return null;
  }

  /** The bar that is selected, or null. Of entries by ids: the one selected by index if it is among them, else the first. */
  get selected(): SelectedBar | null {
    const { bar } = this;
    if (this.#ids === undefined) return bar;
    if (bar !== null && this.isSelected(bar.entry, bar.series)) return bar;
    const [entry] = this.entries();
    return entry === undefined || this.#model.series.length === 0 ? null : { entry, series: 0 };
  }

  /** Selects a bar instead of whatever was selected; one that does not exist clears. */
  select(entry: number, series: number): void {
    if (!this.#controlled) this.#ids = undefined;
    this.#setIndex(entry, series);
  }

  #setIndex(entry: number, series: number): void {
    const model = this.#model;
    const exists =
      Number.isInteger(entry) &&
      Number.isInteger(series) &&
      entry >= 0 &&
      entry < model.count &&
      series >= 0 &&
      series < model.series.length;
    this.#place = exists ? model.first + entry : -1;
    this.#series = exists ? series : -1;
    this.#id = exists ? this.idOf(entry) : undefined;
    this.version++;
  }

  clear(): void {
    this.#place = -1;
    this.#series = -1;
    this.#id = undefined;
    this.#ids = this.#controlled ? new Set() : undefined;
    this.version++;
  }

  /** Replaces the ids that are selected; they win over the index. */
  setIds(ids: Iterable<string>): void {
    this.#ids = new Set(ids);
    this.version++;
  }

  /** The app's ids, which only the app changes; undefined returns to selecting by index. */
  control(ids: Iterable<string> | undefined): void {
    this.#controlled = ids !== undefined;
    this.#ids = ids === undefined ? undefined : new Set(ids);
    this.version++;
  }

  /** A person selects a bar. */
  pick(entry: number, series: number): void {
    if (!this.#controlled) this.select(entry, series);
  }

  /** A person selects nothing. */
  drop(): void {
    if (!this.#controlled) this.clear();
  }

  isSelected(entry: number, series: number): boolean {
    return !this.empty && this.has(entry, entry + 1, entry, series);
  }

  /** The ids that control, else the id of the bar selected by index. */
  selectedIds(): Set<string> {
    if (this.#ids !== undefined) return new Set(this.#ids);
    // An entry that is missing for a while, as when data is loaded again, stays selected.
    const id = this.#place < this.#model.first ? undefined : this.#id;
    return new Set(id === undefined ? [] : [id]);
  }

  /**
   * The data was replaced: the selected place stays where there still is one, or what has its id is
   * looked for.
   */
  keep(selected: SelectedBar | null): void {
    if (this.#id !== undefined) this.#place = selected?.entry ?? 0;
    else if (selected !== null) this.#setIndex(selected.entry, selected.series);
    this.version++;
  }

  idOf(entry: number): string | undefined {
    if (this.getId === undefined || entry < 0 || entry >= this.#model.count) return undefined;
    const label = this.#model.label(entry);
    const item = { values: this.#model.row(entry), index: entry };
    try {
      const id: unknown = this.getId(label === undefined ? item : { ...item, label });
      // Databases have numbers for ids.
      return typeof id === 'number' ? String(id) : typeof id === 'string' ? id : undefined;
    } catch {
      // A script that fails on one entry must not keep the others from being painted.
      return undefined;
    }
  }

  has(from: number, to: number, shown: number, series: number): boolean {
    if (this.#ids !== undefined) {
      const id = this.#ids.size === 0 ? undefined : this.idOf(shown);
      return id !== undefined && this.#ids.has(id);
    }
    if (this.#place < this.#model.first || (series >= 0 && series !== this.#series)) return false;
    const entry = this.#place - this.#model.first;
    const inside = entry >= from && entry < to;
    if (this.#id === undefined) return inside;
    return (inside && this.idOf(entry) === this.#id) || this.idOf(shown) === this.#id;
  }

  /** All selected entries, ascending. */
  entries(): number[] {
    const { bar } = this;
    if (this.#ids === undefined) return bar === null ? [] : [bar.entry];
    const found: number[] = [];
    if (this.#ids.size === 0) return found;
    for (let entry = 0; entry < this.#model.count; entry++) {
      const id = this.idOf(entry);
      if (id !== undefined && this.#ids.has(id)) found.push(entry);
    }
    return found;
  }
}

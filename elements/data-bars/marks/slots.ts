/**
 * Slots: the positions of a chart, one after another. A slot is one entry, or where entries are folded to fit, a
 * bucket of them.
 */
import { bucketSizeFor, type Downsample } from '../model/fold.js';
import type { ChartModel } from '../model/model.js';
import { orderOf } from '../model/order.js';
import type { DomainView } from './layout.js';
import type { ChartSettings } from './settings.js';

/** One for all: what is read is used before anything else is read. */
let scratch = new Float64Array(16);

export class Slots {
  /** How many there are. */
  readonly count: number;
  /** Entries in a full slot. */
  readonly size: number;
  /** Values of the bar's series in the slot read last; NaN where absent. */
  get values(): Float64Array {
    return scratch;
  }
  /** The entry that the slot read last shows, or the newest one of a mean. */
  entry = 0;
  /** The bucket of slot 0. */
  readonly #firstBucket: number;
  /**
   * True where the oldest bucket, already partly gone, shares slot 0 with the next: buckets that stay
   * where they are need one slot more than there is room for, and nothing of them may be lost.
   */
  readonly #merged: boolean = false;

  readonly #model: ChartModel;
  readonly #downsample: Downsample;
  /** The entry of each slot, where they are sorted. */
  readonly #order: Int32Array | undefined;

  /**
   * @param room how many slots can be shown; entries are folded only where that is fewer than there are. Folded
   *   entries are neighbours in the data, and keep its order.
   */
  constructor(
    model: ChartModel,
    { downsample, sort }: Pick<ChartSettings, 'downsample' | 'sort'>,
    room: number,
  ) {
    this.#model = model;
    this.#downsample = downsample;

    const { count, first } = model;
    if (downsample === 'none' || count <= room) {
      this.size = 1;
      this.count = count;
      this.#firstBucket = first;
      this.#order = model.labelled ? orderOf(model, sort) : undefined;
      return;
    }
    this.size = bucketSizeFor(count, room);
    const oldest = Math.floor(first / this.size);
    const newest = Math.floor((first + count - 1) / this.size);
    this.count = Math.min(Math.max(1, room), newest - oldest + 1);
    this.#firstBucket = newest - this.count + 1;
    this.#merged = this.#firstBucket > oldest;
  }

  /** Place of a slot in the stream: stays the same while the chart scrolls. */
  streamIndex(slot: number): number {
    return this.#firstBucket + slot;
  }

  /** The first entry of a slot. */
  from(slot: number): number {
    if (this.size === 1) return this.#order?.[slot] ?? slot;
    if (slot === 0) return 0;
    return Math.max(0, (this.#firstBucket + slot) * this.size - this.#model.first);
  }

  /** One past the last entry of a slot. */
  to(slot: number): number {
    if (this.size === 1) return this.from(slot) + 1;
    const end = (this.#firstBucket + slot + 1) * this.size - this.#model.first;
    return Math.min(this.#model.count, end);
  }

  /** How many entries a slot represents. */
  entries(slot: number): number {
    return this.to(slot) - this.from(slot);
  }

  /** The entries of some slots, which an automatic scale may follow. */
  view(first: number, shown: number): DomainView {
    const sorted = this.#order?.subarray(first, first + shown);
    return { from: this.from(first), to: this.to(first + shown - 1), sorted };
  }

  /** Reads one bar of a slot into `values` and `entry`. */
  read(slot: number, bar: number): void {
    const model = this.#model;
    const { series } = model.bars[bar]!;
    if (series.length > scratch.length) scratch = new Float64Array(series.length * 2);
    if (this.size === 1) {
      this.#readEntry(this.from(slot), series);
      return;
    }
    const folds = model.foldsOf(bar);
    const fold =
      this.#merged && slot === 0
        ? folds.range(model.first, model.first + this.to(0))
        : folds.bucket(this.#firstBucket + slot, this.size);
    const shown = this.#downsample === 'max' ? fold.peak : fold.last;
    if (shown < 0) {
      this.entry = this.to(slot) - 1;
      scratch.fill(NaN, 0, series.length);
    } else if (this.#downsample === 'mean') {
      this.entry = shown - model.first;
      scratch.set(fold.means);
    } else {
      this.#readEntry(shown - model.first, series);
    }
  }

  /** The value of the bar read last: the sum of its segments, NaN where all are absent. */
  total(bar: number): number {
    const { series, stacked } = this.#model.bars[bar]!;
    if (!stacked) return scratch[0]!;
    if (this.size === 1 || this.#downsample !== 'mean') {
      return this.#model.total(this.entry, this.#model.bars[bar]!);
    }
    let sum = 0;
    for (let i = 0; i < series.length; i++) sum += scratch[i]!;
    return sum;
  }

  /** The label of a slot: of its first entry, so that labels are as far apart as slots; of a mean, of its last too. */
  label(slot: number): string {
    if (this.size === 1) return this.#model.label(this.from(slot)) ?? '';
    if (this.#downsample === 'max') return this.#model.label(this.from(slot)) ?? '';
    if (this.#downsample === 'mean') {
      const first = this.#model.label(this.from(slot)) ?? '';
      const last = this.#model.label(this.to(slot) - 1) ?? '';
      return first === last ? first : `${first}–${last}`;
    }
    if (this.#model.bars.length > 0) this.read(slot, 0);
    return this.#model.label(this.entry) ?? '';
  }

  /** The label by which a slot has a place in time: of the entry that it is about, or its first. */
  timeLabel(slot: number): string {
    const isShared = this.size > 1 && this.#downsample === 'mean';
    return isShared ? (this.#model.label(this.from(slot)) ?? '') : this.label(slot);
  }

  /** Cells that any label of a slot takes at most. */
  get widestLabel(): number {
    const { widestLabel } = this.#model;
    const both = this.size > 1 && this.#downsample === 'mean' && widestLabel > 0;
    return both ? widestLabel * 2 + 1 : widestLabel;
  }

  #readEntry(entry: number, series: readonly number[]): void {
    this.entry = entry;
    for (let i = 0; i < series.length; i++) scratch[i] = this.#model.value(entry, series[i]!);
  }
}

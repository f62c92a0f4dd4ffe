/** Ticks across bars at values of the scale: targets of entries, and sums of stacks of both signs. */
import { tickCell } from '../../charts/scale/axis.js';
import { GrowthScale, type Domain } from '../../charts/scale/scale.js';
import type { ChartInput } from './chart-input.js';
import { BAR_FIELDS, CUT, FLAGS, H, W, X, Y, type Marks } from './marks.js';

/** The ends of a bar in eighths along the axis. */
interface BarEnds {
  readonly low: number;
  readonly high: number;
  /** Of a stack of both signs, what it comes to. */
  readonly net?: number;
}

export class TargetMarker {
  /** Cells along the axis that have a target, of the bar marked last. */
  readonly cells: number[] = [];
  readonly #scale: GrowthScale;
  readonly #targets: readonly { readonly index: number; readonly values: Targets }[];

  readonly #input: ChartInput;
  readonly #marks: Marks;
  readonly #start: number;

  /**
   * @param cells length of the axis
   * @param start horizontal: the column where the axis begins; else the row below its low end
   */
  constructor(input: ChartInput, marks: Marks, domain: Domain, cells: number, start: number) {
    this.#input = input;
    this.#marks = marks;
    this.#start = start;

    this.#scale = new GrowthScale(domain, cells);
    this.#targets = input.settings.references.flatMap(({ values }, index) =>
      values === undefined ? [] : [{ index, values }],
    );
  }

  /**
   * Marks the targets of a bar whose own marks are those from `first` up to `end`. Where the bar reaches a target,
   * the tick is painted on it.
   *
   * @param cross first row (horizontal) or column of the bar
   * @param thickness rows or columns of it
   */
  add(
    first: number,
    entry: number,
    bar: BarEnds,
    cross: number,
    thickness: number,
    end = this.#marks.barCount,
  ): void {
    this.cells.length = 0;
    const place = { first, end, cross, thickness, entry };
    for (const { index, values } of this.#targets) {
      const value = values[this.#input.model.first + entry];
      if (typeof value === 'number') this.#add(value, index, bar, place);
    }
    const { net = NaN } = bar;
    if (this.#input.settings.net) this.#add(net, NET, bar, place);
  }

  #add(value: number, index: number, bar: BarEnds, place: BarRange): void {
    const { first, end, cross, thickness, entry } = place;
    const marks = this.#marks;
    const scale = this.#scale;
    const { min, max } = scale.domain;
    if (!Number.isFinite(value) || scale.cells < 1) return;
    if (value < min || value > max) {
      this.#addPast(value > max, index, bar, place);
      return;
    }
    const cell = tickCell(scale, value, marks.horizontal);
    this.cells.push(cell);
    const at = scale.zero * 8 + Math.round(scale.exact(value));
    const isReached = value < scale.origin ? bar.low <= at : bar.high >= at;
    const along = marks.horizontal ? this.#start + cell : this.#start - 1 - cell;
    const mark = isReached ? markAt(marks, first, end, along) : -1;
    // A net is a point, in the middle; a target is a line across the bar.
    const from = index === NET ? middleOf(thickness) : 0;
    const to = index === NET ? from + 1 : thickness;
    const glyph = index === NET ? '◆' : marks.horizontal ? '┃' : '━';
    for (let i = from; i < to; i++) {
      const x = marks.horizontal ? along : cross + i;
      const y = marks.horizontal ? cross + i : along;
      marks.text('target', x, y, 1, glyph, entry, index);
      if (mark >= 0) marks.onBar(mark);
    }
  }

  /** Marks a target past an end of the scale by an arrow there, unless the bar has one of its own. */
  #addPast(
    isAbove: boolean,
    index: number,
    bar: BarEnds,
    { first, end, cross, thickness, entry }: BarRange,
  ): void {
    const marks = this.#marks;
    const cell = isAbove ? this.#scale.cells - 1 : 0;
    const along = marks.horizontal ? this.#start + cell : this.#start - 1 - cell;
    const mark = markAt(marks, first, end, along);
    if (mark >= 0 && (marks.bars[mark * BAR_FIELDS + FLAGS]! & CUT) !== 0) return;
    this.cells.push(cell);
    const middle = cross + middleOf(thickness);
    const [x, y] = marks.horizontal ? [along, middle] : [middle, along];
    const arrow = marks.horizontal ? (isAbove ? '▸' : '◂') : isAbove ? '▴' : '▾';
    marks.text('target', x, y, 1, arrow, entry, index);
    if (mark >= 0 && bar.low <= cell * 8 && bar.high >= cell * 8 + 8) marks.onBar(mark);
  }
}

/** The index of the net value, which is not an item of `marks`. */
const NET = -1;

/** A bar: its marks, its place across the axis in cells, and its entry. */
interface BarRange {
  readonly first: number;
  readonly end: number;
  readonly cross: number;
  readonly thickness: number;
  readonly entry: number;
}

/**
 * The mark from `first` up to `end` that covers a cell along the axis, or -1.
 *
 * @param along column of a horizontal chart, else row
 */
export function markAt(marks: Marks, first: number, end: number, along: number): number {
  const { bars, horizontal } = marks;
  for (let mark = first; mark < end; mark++) {
    const at = mark * BAR_FIELDS;
    const from = bars[at + (horizontal ? X : Y)]!;
    const to = from + bars[at + (horizontal ? W : H)]!;
    if (from < along * 8 + 8 && to > along * 8) return mark;
  }
  return -1;
}

/** The row or column of a bar's texts, the first one of two in the middle. */
export function middleOf(thickness: number): number {
  return Math.floor((thickness - 1) / 2);
}

type Targets = readonly (number | null)[];

/** More targets than that are not looked at one by one for each frame. */
const FEW = 256;

/** The smallest and the largest target from each place on. */
const suffixes = new WeakMap<
  Targets,
  { readonly low: Float64Array; readonly high: Float64Array }
>();

/**
 * The ends of the targets that count for an automatic scale; infinities where there are none. Of many, those
 * of entries that are still to come count too.
 */
export function targetEnds(
  values: Targets,
  from: number,
  to: number,
): { readonly smallest: number; readonly largest: number } {
  if (Math.min(to, values.length) - from > FEW) {
    let known = suffixes.get(values);
    if (known === undefined) suffixes.set(values, (known = suffixesOf(values)));
    return { smallest: known.low[from]!, largest: known.high[from]! };
  }
  let smallest = Infinity;
  let largest = -Infinity;
  for (let entry = from; entry < Math.min(to, values.length); entry++) {
    const value = values[entry];
    if (typeof value !== 'number' || !Number.isFinite(value)) continue;
    if (value < smallest) smallest = value;
    if (value > largest) largest = value;
  }
  return { smallest, largest };
}

function suffixesOf(values: Targets): { low: Float64Array; high: Float64Array } {
  const low = new Float64Array(values.length);
  const high = new Float64Array(values.length);
  let smallest = Infinity;
  let largest = -Infinity;
  for (let place = values.length - 1; place >= 0; place--) {
    const value = values[place];
    if (typeof value === 'number' && Number.isFinite(value)) {
      smallest = Math.min(smallest, value);
      largest = Math.max(largest, value);
    }
    low[place] = smallest;
    high[place] = largest;
  }
  return { low, high };
}

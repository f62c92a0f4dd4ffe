/** Values inside the bars that they belong to, where they fit. */
import { sharesOf } from '../model/shares.js';
import { ABSENT_TEXT, textCells, type NumberColumn } from '../../charts/scale/columns.js';
import { valueForms } from '../scale/value-forms.js';
import { PERCENT, type Precision, type ValueWriter } from '../scale/value-text.js';
import { slotSelected, type ChartInput } from './chart-input.js';
import { dropsUnit, usesPatterns } from './layout.js';
import {
  BAR_FIELDS,
  FLAGS,
  H,
  KIND,
  NEGATIVE,
  SERIES,
  SOLID,
  W,
  X,
  Y,
  ZERO,
  type Marks,
} from './marks.js';
import { isShaded } from '../../charts/paint/patterns.js';
import type { Slots } from './slots.js';

/** Numbers of the values that may show, and shares of one stack; used again for each chart. */
let numbers = new Float64Array(64);
let shares = new Float64Array(16);

/** Shares without decimals: they are rounded one by one, and the tooltip has more of them. */
const WHOLE = PERCENT.column({ size: 100, negative: true, step: 1, values: [100], count: 1 });

/** Cells of the box that values may take, ends exclusive. */
interface Plot {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Cells beside a vertical bar that a text after it may take. */
  readonly beside: number;
}

/**
 * The column that the values of the segments are written in, of the slots from `first` up to `to`.
 *
 * @param upright the cells that each text has, and whether an axis has the unit, where bars are vertical
 */
export function insideColumn(
  input: ChartInput,
  writer: ValueWriter,
  slots: Slots,
  [first, to]: readonly [first: number, to: number],
  precision: Precision,
  upright?: { readonly room: number; readonly hasAxis: boolean },
): NumberColumn {
  const { model, width, height } = input;
  const vertical = input.settings.orientation === 'vertical';
  let count = 0;
  for (let slot = first; slot < to; slot++) {
    model.bars.forEach(({ series, stacked }, bar) => {
      slots.read(slot, bar);
      if (count + series.length > numbers.length) {
        const larger = new Float64Array((count + series.length) * 2);
        larger.set(numbers);
        numbers = larger;
      }
      for (let i = 0; i < series.length; i++) {
        numbers[count++] = stacked ? slots.values[i]! : writer.round(slots.values[i]!);
      }
    });
  }
  const eighths = 8 * (vertical ? height : width);
  const usual = (choose: (floor?: number) => NumberColumn): NumberColumn =>
    precision.grown(writer, choose, { load: model.loads, width, height });
  const fullest = usual((floor) => writer.column(numbers, count, eighths, { floor }));
  if (upright === undefined || writer.format === 'last/max') return fullest;
  const drops = dropsUnit(input, writer, upright.hasAxis);
  // Shorter before some do not show, if all do then.
  for (const form of valueForms({
    writer,
    values: numbers,
    count,
    eighths,
    usual,
    dropsUnit: drops,
  })) {
    let widest = 0;
    for (let i = 0; i < count; i++) widest = Math.max(widest, textCells(form.text(numbers[i]!)));
    if (widest <= upright.room) return form;
  }
  return fullest;
}

export class InsideValues {
  readonly #input: ChartInput;
  readonly #marks: Marks;
  readonly #writer: ValueWriter;
  readonly #column: NumberColumn;
  readonly #plot: Plot;
  readonly #patterns: boolean;

  constructor(
    input: ChartInput,
    marks: Marks,
    writer: ValueWriter,
    column: NumberColumn,
    plot: Plot,
  ) {
    this.#input = input;
    this.#marks = marks;
    this.#writer = writer;
    this.#column = column;
    this.#plot = plot;
    this.#patterns = usesPatterns(input);
  }

  /**
   * Marks the values of the bar that `slots` has read, whose marks are those from `first` on.
   *
   * @param targets cells along the axis, from the plot's low end, that texts leave free
   */
  add(first: number, slots: Slots, slot: number, bar: number, targets: readonly number[]): void {
    const { model } = this.#input;
    const { series, stacked } = model.bars[bar]!;
    const { barCount, bars } = this.#marks;
    const selected = slotSelected(this.#input, slots, slot, series);
    if (!stacked) {
      const value = slots.total(bar);
      const peak = (): number => this.#input.settings.max ?? model.peak(bar);
      const text = this.#writer.text(this.#column, value, peak);
      const mark = barCount - 1;
      if (mark < first || text === ABSENT_TEXT) return;
      if (this.#inside(mark, text, slots.entry, false, targets)) return;
      this.#after(mark, text, slots.entry, selected, targets);
      return;
    }
    const { format } = this.#writer;
    const isShare = this.#input.settings.stackScale === 'percent' || format === 'percent';
    if (isShare) {
      if (series.length > shares.length) shares = new Float64Array(series.length * 2);
      sharesOf(slots.values, series.length, shares);
    }
    for (let mark = first; mark < barCount; mark++) {
      const at = series.indexOf(bars[mark * BAR_FIELDS + SERIES]!);
      const text = isShare ? WHOLE.text(shares[at]!) : this.#column.text(slots.values[at]!);
      this.#inside(mark, text, slots.entry, true, targets);
    }
  }

  /** Marks a text on a bar; false where it does not fit. Whole cells of the bar stay on both sides of it. */
  #inside(
    mark: number,
    text: string,
    entry: number,
    centred: boolean,
    targets: readonly number[],
  ): boolean {
    const { bars, horizontal } = this.#marks;
    const at = mark * BAR_FIELDS;
    if (bars[at + KIND] !== SOLID) return false;
    const series = bars[at + SERIES]!;
    // Between shades a text needs a blank on both sides, and shades around these show that the segment goes on.
    const isApart = this.#patterns && isShaded(series);
    if (isApart) text = ` ${text} `;
    const cells = textCells(text);
    const negative = (bars[at + FLAGS]! & NEGATIVE) !== 0;
    const left = (bars[at + X]! + 7) >> 3;
    const right = Math.min(this.#plot.right, (bars[at + X]! + bars[at + W]!) >> 3);
    const top = (bars[at + Y]! + 7) >> 3;
    const bottom = (bars[at + Y]! + bars[at + H]!) >> 3;
    if (horizontal) {
      const low = left + 1;
      const high = right - 1 - cells;
      if (high < low) return false;
      const preferred = centred ? (low + high) >> 1 : negative ? low : high;
      const x = freeFrom(preferred, low, high, cells, (column) =>
        targets.includes(column - this.#plot.left),
      );
      if (x < 0) return false;
      this.#marks.text('inside', x, (top + bottom - 1) >> 1, cells, text, entry, series);
    } else {
      // Texts of bars that touch keep a blank between them.
      const { gap } = this.#input.settings;
      const apart = isApart || (gap > 0 && this.#input.model.bars.length === 1) ? 0 : 1;
      const edge = isApart && right - left < cells + 2 ? 1 : 0;
      const [low, high] = [top + edge, bottom - 1 - edge];
      if (high < low || right - left < cells + apart) return false;
      const preferred = centred ? (low + high) >> 1 : negative ? high : low;
      const y = freeFrom(preferred, low, high, 1, (row) =>
        targets.includes(this.#plot.bottom - 1 - row),
      );
      if (y < 0) return false;
      this.#marks.text('inside', (left + right - cells) >> 1, y, cells, text, entry, series);
    }
    this.#marks.onBar(mark);
    return true;
  }

  /** Marks a text past the end of a bar where it has room there. */
  #after(
    mark: number,
    text: string,
    entry: number,
    selected: boolean,
    targets: readonly number[],
  ): void {
    const { bars, horizontal } = this.#marks;
    const { left, right, top, bottom, beside } = this.#plot;
    const at = mark * BAR_FIELDS;
    const cells = textCells(text);
    const negative = (bars[at + FLAGS]! & NEGATIVE) !== 0;
    const isBar = bars[at + KIND] !== ZERO;
    const series = bars[at + SERIES]!;
    if (horizontal) {
      // The number of a zero is where its bar would start.
      const end = isBar ? ((bars[at + X]! + bars[at + W]! + 7) >> 3) + 1 : bars[at + X]! >> 3;
      const before = (bars[at + X]! >> 3) - cells - 1;
      // A negative bar that leaves no room before it has some after its base.
      const start = negative && before >= left ? before : end;
      const x =
        start === before
          ? start
          : freeFrom(start, start, right - cells, cells, (column) =>
              targets.includes(column - left),
            );
      if (x < left || x + cells > right) return;
      const y = ((bars[at + Y]! >> 3) + ((bars[at + Y]! + bars[at + H]!) >> 3) - 1) >> 1;
      this.#marks.text('value', x, y, cells, text, entry, series, selected);
      return;
    }
    const width = bars[at + W]! >> 3;
    const above = (bars[at + Y]! >> 3) - (isBar ? 1 : 0);
    const below = (bars[at + Y]! + bars[at + H]! + 7) >> 3;
    const y = negative && below < bottom ? below : above;
    if (cells > Math.min(width + beside, right - left) || y < top || y >= bottom) return;
    if (targets.includes(bottom - 1 - y)) return;
    const x = (bars[at + X]! >> 3) + Math.floor((width - cells) / 2);
    const inBox = Math.max(left, Math.min(right - cells, x));
    this.#marks.text('value', inBox, y, cells, text, entry, series, selected);
  }
}

/** The place nearest to `preferred` between `low` and `high` at which none of `cells` cells is taken, or -1. */
function freeFrom(
  preferred: number,
  low: number,
  high: number,
  cells: number,
  taken: (cell: number) => boolean,
): number {
  for (let far = 0; far <= high - low; far++) {
    for (const place of far === 0 ? [preferred] : [preferred - far, preferred + far]) {
      if (place < low || place > high) continue;
      let free = true;
      for (let i = 0; i < cells && free; i++) free = !taken(place + i);
      if (free) return place;
    }
  }
  return -1;
}

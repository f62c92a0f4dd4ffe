/** Error bars: from the low to the high end of a value, along the middle of its bar. */
import { tickCell } from '../../charts/scale/axis.js';
import { isAbsent } from '../model/row-ring.js';
import { GrowthScale, type Domain } from '../../charts/scale/scale.js';
import type { ChartInput } from './chart-input.js';
import { BAR_FIELDS, H, W, X, Y, type Marks } from './marks.js';
import { markAt, middleOf } from './targets.js';

/** Ends, the line between them, and both ends in one cell. */
const ACROSS = { low: '├', high: '┤', line: '─', both: '┼' };
const UPWARDS = { low: '┴', high: '┬', line: '│', both: '┼' };

export class WhiskerMarker {
  /** Cells along the axis that the error bar marked last takes. */
  readonly cells: number[] = [];
  readonly #scale: GrowthScale;
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
  }

  /**
   * Marks the error bar of a bar whose own marks start at `first`. It is cut off at the ends of the scale.
   *
   * @param cross first row (horizontal) or column of the bar
   * @param thickness rows or columns of the bar
   */
  add(first: number, entry: number, bar: number, cross: number, thickness: number): void {
    this.cells.length = 0;
    const { model } = this.#input;
    const scale = this.#scale;
    const { series, stacked } = model.bars[bar]!;
    const error = stacked ? undefined : model.errors.find(({ of }) => of === series[0]);
    if (error === undefined || scale.cells < 1) return;
    const ends = [model.value(entry, error.low), model.value(entry, error.high)];
    if (ends.some(isAbsent)) return;
    const low = Math.min(...ends);
    const high = Math.max(...ends);
    const { min, max } = scale.domain;
    if (high < min || low > max) return;
    const { horizontal } = this.#marks;
    const from = tickCell(scale, Math.max(min, low), horizontal);
    const to = tickCell(scale, Math.min(max, high), horizontal);
    const glyphs = horizontal ? ACROSS : UPWARDS;
    const middle = cross + middleOf(thickness);
    for (let cell = from; cell <= to; cell++) {
      this.cells.push(cell);
      const isLow = cell === from && low >= min;
      const isHigh = cell === to && high <= max;
      const glyph =
        isLow && isHigh ? glyphs.both : isLow ? glyphs.low : isHigh ? glyphs.high : glyphs.line;
      this.#put(cell, middle, glyph, { entry, series: series[0]!, first });
    }
  }

  #put(
    cell: number,
    middle: number,
    glyph: string,
    bar: { readonly entry: number; readonly series: number; readonly first: number },
  ): void {
    const marks = this.#marks;
    const along = marks.horizontal ? this.#start + cell : this.#start - 1 - cell;
    const [x, y] = marks.horizontal ? [along, middle] : [middle, along];
    marks.text('target', x, y, 1, glyph, bar.entry, -1);
    const mark = markAt(marks, bar.first, marks.barCount, along);
    if (mark >= 0 && this.#isFull(mark, along)) marks.onBar(mark);
  }

  /** True where a mark fills a cell along the axis: its colour does not make the bar look longer there. */
  #isFull(mark: number, along: number): boolean {
    const { bars, horizontal } = this.#marks;
    const at = mark * BAR_FIELDS;
    const from = bars[at + (horizontal ? X : Y)]!;
    const to = from + bars[at + (horizontal ? W : H)]!;
    return from <= along * 8 && to >= along * 8 + 8;
  }
}

/**
 * Marks: everything a chart shows, as rectangles, clipped to what is visible. Painting, hit test,
 * text selection and accessibility all read these.
 *
 * Bars are in eighths of a cell, texts and bands in whole cells, all from the box's top left corner.
 * They lie in arrays that are filled again each time: a dashboard makes thousands of marks a second.
 */

import type { BarPlace } from '../../charts/contract.js';
import { union, type Rect } from '../../../runtime/base/geometry.js';
import type { Domain } from '../../charts/scale/scale.js';
import type { RefreshPlan } from './plan.js';

/** What a bar mark is. */
export const SOLID = 0;
/** Lit segments of a meter. */
export const LED = 1;
/** The place of an absent value, one cell. */
export const ABSENT = 2;
/** The place of a zero, one cell; shows only when selected. */
export const ZERO = 3;

/** The place of a value past the end on which bars start, one cell. */
export const CLAMPED = 4;

/** Bit of `FLAGS`: grows to the left or down. */
export const NEGATIVE = 1;
/** Bit of `FLAGS`: goes on where the mark before it ends, in the same bar. */
export const CONTINUES = 2;
/** Bit of `FLAGS`: selected. */
export const SELECTED = 4;

/** Bit of `FLAGS`: a point of a sparkline at or above the threshold of a meter. */
export const HIGH = 8;

/** Bit of `FLAGS`: cut off by the end of the scale. */
export const CUT = 16;

/** Bit of `FLAGS`: the part of the bar with the other sign is past the end where bars start. */
export const CUT_START = 32;

/** Bit of `FLAGS`: zero is the middle of the point's one cell, which is filled from below up to the point's end. */
export const MIDDLE = 64;

/** Fields of one bar mark. */
export const X = 0;
export const Y = 1;
export const W = 2;
export const H = 3;
export const ENTRY = 4;
export const SERIES = 5;
export const KIND = 6;
export const FLAGS = 7;
export const BAR_FIELDS = 8;

/** What a text mark is. */
export type TextRole =
  | 'label'
  | 'value'
  | 'inside'
  | 'line'
  | 'target'
  | 'axis'
  | 'tick'
  | 'title'
  | 'key'
  | 'name'
  | 'more'
  | 'marker';

export interface TextMark {
  x: number;
  y: number;
  /** Cells it takes. */
  width: number;
  text: string;
  role: TextRole;
  /** The entry it speaks of, or -1. */
  entry: number;
  /** The series it speaks of, or -1. */
  series: number;
  selected: boolean;
  /** The bar mark that it is painted on, or -1. */
  bar: number;
}

/** The rows (horizontal bars) or columns (all others) of one slot, in cells, `end` exclusive. */
export interface Band {
  /** The first entry it represents, and how many it represents. */
  entry: number;
  entries: number;
  start: number;
  end: number;
}

export class Marks {
  /** Cells of the box that the marks were made for. */
  width = 0;
  height = 0;
  /** True if bars grow to the right and entries are listed from top to bottom. */
  horizontal = true;
  /** True where absent values are marked by a dot; false if value text shows it. */
  dots = true;
  /** True where bars do not start at zero: their first cell shows a cut. */
  cutStart = false;
  /** True where the whole place of an entry is its bar to point at. */
  hitsEntries = false;
  /** Columns in which bars or points are drawn, `to` exclusive, and the row below the chart. */
  plot = { from: 0, to: 0, end: 0 };
  /** The scale that is shown, of all series or one of each; none where nothing is. */
  domains: readonly Domain[] = [];
  /** Set for sparklines: rows of all series, whose every column is a bar to point at. */
  rows:
    | {
        readonly top: number;
        readonly height: number;
        readonly count: number;
        /** Rows of text above the points of each series, which are among its rows. */
        readonly head: 0 | 1;
        /** Heights that a cell can show; where they are fewer than 8, two points share a column. */
        readonly levels: 2 | 4 | 8;
      }
    | undefined;
  /** Cells of one LED segment, and the first segment at or above the threshold. */
  ledCells = 1;
  ledHigh = 0;
  /** Segments of a meter, lit or not. */
  ledCount = 1;
  /** Fields of all bar marks, `barCount` of them. */
  bars = new Int32Array(BAR_FIELDS * 64);
  barCount = 0;
  /** How to follow a change of numbers; undefined where everything has to be made again. */
  plan: RefreshPlan | undefined;
  readonly texts: TextMark[] = [];
  textCount = 0;
  /** Entry, entries, start and end of each band, ascending. */
  #bandFields = new Int32Array(4 * 64);
  bandCount = 0;

  reset(horizontal: boolean): void {
    this.horizontal = horizontal;
    this.dots = true;
    this.cutStart = false;
    this.domains = [];
    this.rows = undefined;
    this.plot = { from: 0, to: 0, end: 0 };
    this.plan = undefined;
    this.barCount = 0;
    this.textCount = 0;
    this.bandCount = 0;
  }

  bar(
    x: number,
    y: number,
    width: number,
    height: number,
    entry: number,
    series: number,
    kind: number,
    flags: number,
  ): void {
    let at = this.barCount++ * BAR_FIELDS;
    if (at === this.bars.length) this.bars = doubled(this.bars);
    const { bars } = this;
    bars[at++] = x;
    bars[at++] = y;
    bars[at++] = width;
    bars[at++] = height;
    bars[at++] = entry;
    bars[at++] = series;
    bars[at++] = kind;
    bars[at] = flags;
  }

  /** Moves all marks to the right and down, in cells. */
  move(right: number, down: number): void {
    const { bars, texts } = this;
    for (let at = 0; at < this.barCount * BAR_FIELDS; at += BAR_FIELDS) {
      bars[at + X] = bars[at + X]! + right * 8;
      bars[at + Y] = bars[at + Y]! + down * 8;
    }
    for (let index = 0; index < this.textCount; index++) {
      texts[index]!.x += right;
      texts[index]!.y += down;
    }
    const along = this.horizontal ? down : right;
    for (let at = 0; at < this.bandCount * 4; at += 4) {
      this.#bandFields[at + 2] = this.#bandFields[at + 2]! + along;
      this.#bandFields[at + 3] = this.#bandFields[at + 3]! + along;
    }
    if (this.rows !== undefined) this.rows = { ...this.rows, top: this.rows.top + down };
    const { from, to, end } = this.plot;
    this.plot = { from: from + right, to: to + right, end: end + down };
    // It knows its cells by their old places.
    this.plan = undefined;
  }

  /** What a bar mark is. */
  kindOf(mark: number): number {
    return this.bars[mark * BAR_FIELDS + KIND]!;
  }

  /** Adds a bit to the flags of a mark. */
  flag(mark: number, bit: number): void {
    const at = mark * BAR_FIELDS + FLAGS;
    this.bars[at] = this.bars[at]! | bit;
  }

  /**
   * Adds adjacent bars of one series, each one column wide and at least an eighth high: the points of a sparkline
   * above its base, in one loop.
   *
   * @param x column of the first one
   * @param base eighths from the top to the bottom of the bars
   * @param heights in eighths, 1 or more
   */
  columns(
    x: number,
    base: number,
    heights: Float64Array,
    from: number,
    to: number,
    entry: number,
    series: number,
  ): void {
    const needed = (this.barCount + to - from) * BAR_FIELDS;
    while (this.bars.length < needed) this.bars = doubled(this.bars);
    const { bars } = this;
    let at = this.barCount * BAR_FIELDS;
    for (let i = from; i < to; i++, at += BAR_FIELDS) {
      const height = heights[i]!;
      bars[at] = (x + i) * 8;
      bars[at + Y] = base - height;
      bars[at + W] = 8;
      bars[at + H] = height;
      bars[at + ENTRY] = entry + i;
      bars[at + SERIES] = series;
      bars[at + KIND] = SOLID;
      bars[at + FLAGS] = 0;
    }
    this.barCount += to - from;
  }

  text(
    role: TextRole,
    x: number,
    y: number,
    width: number,
    text: string,
    entry = -1,
    series = -1,
    selected = false,
  ): void {
    const known = this.texts[this.textCount++];
    if (known === undefined) {
      this.texts.push({ x, y, width, text, role, entry, series, selected, bar: -1 });
      return;
    }
    known.x = x;
    known.y = y;
    known.width = width;
    known.text = text;
    known.role = role;
    known.entry = entry;
    known.series = series;
    known.selected = selected;
    known.bar = -1;
  }

  /** The text added last is painted on a bar mark. */
  onBar(mark: number): void {
    this.texts[this.textCount - 1]!.bar = mark;
  }

  band(entry: number, entries: number, start: number, end: number): void {
    const at = this.bandCount++ * 4;
    if (at === this.#bandFields.length) this.#bandFields = doubled(this.#bandFields);
    this.#bandFields[at] = entry;
    this.#bandFields[at + 1] = entries;
    this.#bandFields[at + 2] = start;
    this.#bandFields[at + 3] = end;
  }

  /** Bands of one entry and one cell each, one after the other. */
  bandRow(entry: number, start: number, count: number): void {
    const needed = (this.bandCount + count) * 4;
    while (this.#bandFields.length < needed) this.#bandFields = doubled(this.#bandFields);
    const fields = this.#bandFields;
    let at = this.bandCount * 4;
    for (let i = 0; i < count; i++, at += 4) {
      fields[at] = entry + i;
      fields[at + 1] = 1;
      fields[at + 2] = start + i;
      fields[at + 3] = start + i + 1;
    }
    this.bandCount += count;
  }

  bandAt(index: number): Band {
    const fields = this.#bandFields;
    const at = index * 4;
    return {
      entry: fields[at]!,
      entries: fields[at + 1]!,
      start: fields[at + 2]!,
      end: fields[at + 3]!,
    };
  }

  /** The bands that touch the cells from `from` to `to`, both included. */
  bandsBetween(from: number, to: number): Band[] {
    const found: Band[] = [];
    for (let index = 0; index < this.bandCount; index++) {
      const band = this.bandAt(index);
      if (band.end > from && band.start <= to) found.push(band);
    }
    return found;
  }

  /** True where every bar mark is a zero, or a bar that starts at the zero line and grows up or to the right. */
  areOrdinary(): boolean {
    const { bars, barCount } = this;
    for (let at = 0; at < barCount * BAR_FIELDS; at += BAR_FIELDS) {
      const kind = bars[at + KIND]!;
      if ((kind !== SOLID && kind !== ZERO) || bars[at + FLAGS] !== 0) return false;
    }
    return true;
  }

  /** The cells that a bar covers at least in part, all its marks together; undefined where it has none. */
  boundsOf(entry: number, series: number): Rect | undefined {
    const { bars } = this;
    let bounds: Rect | undefined;
    for (let mark = 0; mark < this.barCount; mark++) {
      const at = mark * BAR_FIELDS;
      if (bars[at + ENTRY] !== entry || bars[at + SERIES] !== series) continue;
      const x = bars[at + X]! >> 3;
      const y = bars[at + Y]! >> 3;
      const width = ((bars[at + X]! + bars[at + W]! + 7) >> 3) - x;
      const height = ((bars[at + Y]! + bars[at + H]! + 7) >> 3) - y;
      const cells = { x, y, width, height };
      bounds = bounds === undefined ? cells : union(bounds, cells);
    }
    return bounds;
  }

  /** The bar that is meant by a cell: the one that covers it, or the nearest of the entry whose place it is in. */
  hit(x: number, y: number): BarPlace | undefined {
    const covering = this.barAt(x, y);
    if (covering !== undefined || !this.hitsEntries || this.rows !== undefined) return covering;
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return undefined;
    const at = this.horizontal ? y : x;
    const [band] = this.bandsBetween(at, at);
    if (band === undefined) return undefined;
    const { bars, horizontal } = this;
    const cross = horizontal ? Y : X;
    const thickness = horizontal ? H : W;
    let found: BarPlace | undefined;
    let least = Infinity;
    for (let mark = 0; mark < this.barCount; mark++) {
      const from = mark * BAR_FIELDS;
      const entry = bars[from + ENTRY]!;
      if (entry < band.entry || entry >= band.entry + band.entries) continue;
      const start = bars[from + cross]! >> 3;
      const end = (bars[from + cross]! + bars[from + thickness]! - 1) >> 3;
      const far = at < start ? start - at : at > end ? at - end : 0;
      if (far > least) continue;
      // Of the segments of a stack, the one at the end.
      least = far;
      found = { entry, series: bars[from + SERIES]! };
    }
    return found;
  }

  /** The bar that covers a cell, at least in part; the last one painted where two share it. */
  barAt(x: number, y: number): BarPlace | undefined {
    if (this.rows !== undefined) {
      const { top, height, count } = this.rows;
      const series = Math.floor((y - top) / height);
      if (!(series >= 0 && series < count)) return undefined;
      // A folded column is the bar of the entry that it shows, not of the first one in it.
      for (let at = 0; at < this.barCount * BAR_FIELDS; at += BAR_FIELDS) {
        if (this.bars[at + X]! >> 3 !== x || this.bars[at + SERIES] !== series) continue;
        return { entry: this.bars[at + ENTRY]!, series };
      }
      return undefined;
    }
    const { bars } = this;
    for (let mark = this.barCount - 1; mark >= 0; mark--) {
      const at = mark * BAR_FIELDS;
      const left = bars[at + X]! >> 3;
      const top = bars[at + Y]! >> 3;
      const right = (bars[at + X]! + bars[at + W]! + 7) >> 3;
      const bottom = (bars[at + Y]! + bars[at + H]! + 7) >> 3;
      if (x >= left && x < right && y >= top && y < bottom) {
        return { entry: bars[at + ENTRY]!, series: bars[at + SERIES]! };
      }
    }
    return undefined;
  }
}

function doubled(fields: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(fields.length * 2);
  larger.set(fields);
  return larger;
}

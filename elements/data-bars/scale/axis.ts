/** The value axis: the positions of its ticks and the text of its lines. */
import type { NumberFormat } from './number-format.js';
import { GrowthScale, type Domain } from './scale.js';
import { roundTicks, withTexts, type Tick } from './ticks.js';

/** Fewest blanks between two tick labels of a horizontal axis. */
const SPACE = 2;

interface PlacedTick extends Tick {
  /** The cell along the axis in which a bar of this value ends; a bar of zero, the cell beside the zero line. */
  readonly cell: number;
  /** Horizontal: the column of its label's first cell. */
  readonly labelX: number;
}

export interface Axis {
  readonly ticks: readonly PlacedTick[];
  /** Cells of the widest tick label. */
  readonly widest: number;
}

const NO_AXIS: Axis = { ticks: [], widest: 0 };

/**
 * The cell in which a bar of this value ends, as far above the zero line as its negative ends below. In a
 * column not by rounded eighths: steps of the axis would differ by more than a row.
 */
export function tickCell(scale: GrowthScale, value: number, horizontal: boolean): number {
  const exact = scale.exact(value);
  const cells = scale.zero + (horizontal ? Math.round(exact) : exact) / 8;
  const cell = value > scale.origin ? Math.ceil(cells - 1e-9) - 1 : Math.floor(cells + 1e-9);
  return Math.min(scale.cells - 1, Math.max(0, cell));
}

function place(scale: GrowthScale, tick: Tick, horizontal: boolean): PlacedTick {
  const cell = tickCell(scale, tick.value, horizontal);
  const centred = cell - Math.floor((tick.cells - 1) / 2);
  return { ...tick, cell, labelX: Math.max(0, Math.min(scale.cells - tick.cells, centred)) };
}

/** True where labels stand inside the axis with blanks between them. */
function horizontalFits(placed: readonly PlacedTick[], cells: number): boolean {
  let free = 0;
  for (const tick of placed) {
    if (tick.labelX < free || tick.labelX + tick.cells > cells) return false;
    free = tick.labelX + tick.cells + SPACE;
  }
  return true;
}

/** A row between two tick labels, but in a low chart, where two labels are worth more than air. */
function verticalFits(placed: readonly PlacedTick[], cells: number): boolean {
  const apart = cells < 4 || placed.length === 2 ? 1 : 2;
  for (let index = 1; index < placed.length; index++) {
    if (placed[index]!.cell - placed[index - 1]!.cell < apart) return false;
  }
  return true;
}

/** True where steps between ticks differ by a cell at most. */
function isEven(placed: readonly PlacedTick[]): boolean {
  let least = Infinity;
  let most = 0;
  for (let index = 1; index < placed.length; index++) {
    const step = placed[index]!.cell - placed[index - 1]!.cell;
    least = Math.min(least, step);
    most = Math.max(most, step);
  }
  return placed.length < 3 || most - least <= 1;
}

function axisOf(ticks: readonly PlacedTick[]): Axis {
  return { ticks, widest: ticks.reduce((widest, { cells }) => Math.max(widest, cells), 0) };
}

/**
 * The axis of a scale, with two ticks at least: where no two round ones fit, the ends of the scale, and where
 * these have no room either, none or one.
 */
export function makeAxis(
  domain: Domain,
  cells: number,
  horizontal: boolean,
  format: NumberFormat,
): Axis {
  if (cells < 1) return NO_AXIS;
  const scale = new GrowthScale(domain, cells);
  const fits = (ticks: readonly PlacedTick[]): boolean =>
    horizontal ? horizontalFits(ticks, cells) : verticalFits(ticks, cells);
  const most = horizontal ? Math.floor(cells / 8) : Math.ceil(cells / 3);
  const isBent = domain.bend !== undefined;
  let single: readonly PlacedTick[] | undefined;
  let uneven: readonly PlacedTick[] | undefined;
  for (let tickCount = Math.min(20, Math.max(2, most)); tickCount > 0; tickCount--) {
    const found = roundTicks(domain, tickCount, format);
    if (found.length === 0) continue;
    const ticks = withTexts(found, format, isBent).map((tick) => place(scale, tick, horizontal));
    if (!fits(ticks)) continue;
    if (ticks.length === 1) single ??= ticks;
    else if (horizontal || isBent || isEven(ticks)) return axisOf(ticks);
    else uneven ??= ticks;
  }
  if (uneven !== undefined) return axisOf(uneven);
  const { min, max } = domain;
  const ends = min < 0 && max > 0 ? (max >= -min ? [0, max] : [min, 0]) : [min, max];
  const ticks = withTexts(ends, format, isBent).map((tick) => place(scale, tick, horizontal));
  if (cells > 1 && fits(ticks)) return axisOf(ticks);
  return single === undefined ? NO_AXIS : axisOf(single);
}

/** `┬────┬────┬───`, with the zero line marked where bars grow to both sides of it. */
function axisLine(axis: Axis, cells: number, domain: Domain): string {
  let line = '';
  for (const { cell, value } of axis.ticks) {
    if (cell < line.length) continue;
    line += '─'.repeat(cell - line.length);
    line += value === 0 && domain.min < 0 && domain.max > 0 ? '┼' : '┬';
  }
  return line + '─'.repeat(cells - line.length);
}

/** Kept between frames: with a fixed domain nothing of the axis changes. */
export class AxisCache {
  #domain: Domain = { min: NaN, max: NaN };
  #cells = -1;
  #horizontal = true;
  #format: NumberFormat | undefined;
  #axis: Axis = NO_AXIS;
  #text = '';

  get(domain: Domain, cells: number, horizontal: boolean, format: NumberFormat): Axis {
    const known = this.#domain;
    if (
      known.min !== domain.min ||
      known.max !== domain.max ||
      known.bend !== domain.bend ||
      known.knee !== domain.knee ||
      this.#cells !== cells ||
      this.#horizontal !== horizontal ||
      this.#format !== format
    ) {
      this.#domain = domain;
      this.#cells = cells;
      this.#horizontal = horizontal;
      this.#format = format;
      this.#axis = makeAxis(domain, cells, horizontal, format);
      this.#text = horizontal && cells > 0 ? axisLine(this.#axis, cells, domain) : '';
    }
    return this.#axis;
  }

  /** The line of the axis asked for last. */
  get line(): string {
    return this.#text;
  }
}

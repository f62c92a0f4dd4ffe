/** The value axis: the positions of its ticks and the text of its lines. */
import type { NumberFormat } from './number-format.js';
import { GrowthScale, type Domain } from './scale.js';
import { tickSets, withTexts, type Tick, type TickSet } from './ticks.js';

/** Fewest blanks between two tick labels of a horizontal axis. */
const SPACE = 2;
/** Fewest columns and rows from one tick to the next, and rows on a logarithm, whose ticks are to show that it is none. */
const MIN_COLUMNS = 8;
const MIN_ROWS = 4;
const MIN_BENT_ROWS = 2;

export interface PlacedTick extends Tick {
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

/** The cells of an axis. */
export interface AxisCells {
  readonly cells: number;
  /** Fewest rows from one tick to the next, where not those of bars. */
  readonly leastRows?: number | undefined;
  /** The cell that a value is drawn in, counted from the low end. */
  cellOf(value: number, horizontal: boolean): number;
  /** True where the distance of two values is a whole number of cells. */
  isWhole(from: number, to: number): boolean;
}

/** The axis of bars. */
function barCells(scale: GrowthScale): AxisCells {
  return {
    cells: scale.cells,
    cellOf: (value, horizontal) => tickCell(scale, value, horizontal),
    isWhole(from, to) {
      const cells = Math.abs(scale.exact(to) - scale.exact(from)) / 8;
      return Math.abs(cells - Math.round(cells)) < 1e-6;
    },
  };
}

function place(scale: AxisCells, tick: Tick, horizontal: boolean): PlacedTick {
  const cell = scale.cellOf(tick.value, horizontal);
  const centred = cell - Math.floor((tick.cells - 1) / 2);
  const { value, text, cells } = tick;
  return { value, text, cells, cell, labelX: Math.max(0, Math.min(scale.cells - cells, centred)) };
}

/** True if labels fit inside the axis with blanks between them. */
function labelsFit(placed: readonly PlacedTick[], cells: number): boolean {
  let free = 0;
  for (const tick of placed) {
    if (tick.labelX < free || tick.labelX + tick.cells > cells) return false;
    free = tick.labelX + tick.cells + SPACE;
  }
  return true;
}

/** Cells from each tick to the next. */
function distances(placed: readonly PlacedTick[]): number[] {
  return placed.slice(1).map(({ cell }, index) => cell - placed[index]!.cell);
}

function axisOf(ticks: readonly PlacedTick[]): Axis {
  return { ticks, widest: ticks.reduce((widest, { cells }) => Math.max(widest, cells), 0) };
}

/** Ticks of which those lose their text that would touch the one before. */
function withoutTouching(placed: readonly PlacedTick[], horizontal: boolean): PlacedTick[] {
  let free = 0;
  return placed.map((tick) => {
    const start = horizontal ? tick.labelX : tick.cell;
    if (start < free) return { ...tick, text: '', cells: 0 };
    free = horizontal ? start + tick.cells + 1 : start + 1;
    return tick;
  });
}

/** Ticks that might be an axis. */
interface Candidate {
  readonly set: TickSet;
  readonly placed: readonly PlacedTick[];
}

/**
 * The axis of a scale. It has as many ticks as fit, at equal distances if a step allows it, and otherwise at distances
 * that differ by at most a cell. If these do not fit, it has two ticks, as far apart as possible, or one, or none.
 *
 * @param ticks the author's own
 * @param scale default that of bars
 */
export function makeAxis(
  domain: Domain,
  cells: number,
  horizontal: boolean,
  format: NumberFormat,
  ticks?: readonly number[],
  scale: AxisCells | undefined = cells < 1 ? undefined : barCells(new GrowthScale(domain, cells)),
): Axis {
  if (cells < 1 || scale === undefined) return NO_AXIS;
  const placeAll = (values: readonly number[]): readonly PlacedTick[] =>
    withTexts(values, format, domain.bend).map((tick) => place(scale, tick, horizontal));
  if (ticks !== undefined) {
    const inside = ticks.filter((value) => value >= domain.min && value <= domain.max);
    return axisOf(
      withoutTouching(placeAll([...new Set(inside)].sort((a, b) => a - b)), horizontal),
    );
  }
  const fits = (placed: readonly PlacedTick[]): boolean =>
    horizontal ? labelsFit(placed, cells) : distances(placed).every((distance) => distance > 0);
  const sets = tickSets(domain, format);
  const isBent = domain.bend !== undefined;
  const least = horizontal ? MIN_COLUMNS : (scale.leastRows ?? (isBent ? MIN_BENT_ROWS : MIN_ROWS));
  const spaced: Candidate[] = [];
  for (const set of sets) {
    if (set.values.length < 2) continue;
    const placed = placeAll(set.values);
    const apart = distances(placed);
    const isRegular = isBent
      ? horizontal || Math.min(...apart) >= least
      : Math.min(...apart) >= least && Math.max(...apart) - Math.min(...apart) <= 1;
    if (isRegular && fits(placed)) spaced.push({ set, placed });
  }
  const [most] = spaced;
  if (most !== undefined) {
    const enough = Math.max(3, most.placed.length / 2);
    const even = spaced.find(
      ({ set, placed }) =>
        !isBent && placed.length >= enough && scale.isWhole(set.values[0]!, set.values[1]!),
    );
    return axisOf((even ?? most).placed);
  }
  return farthestTwo(sets, domain, placeAll, fits, least) ?? NO_AXIS;
}

/** The roundest two ticks that are `least` cells apart, or else the farthest; one where two do not fit. */
function farthestTwo(
  sets: readonly TickSet[],
  domain: Domain,
  placeAll: (values: readonly number[]) => readonly PlacedTick[],
  fits: (placed: readonly PlacedTick[]) => boolean,
  least: number,
): Axis | undefined {
  let found: readonly PlacedTick[] | undefined;
  let farthest = 0;
  for (const { values } of [...sets].reverse()) {
    const placed = placeAll(endsOf(values, domain));
    if (!fits(placed)) continue;
    const distance = distances(placed)[0] ?? 0;
    if (found === undefined || distance > farthest) {
      found = placed;
      farthest = distance;
    }
    if (distance >= least) break;
  }
  return found === undefined ? undefined : axisOf(found);
}

/** The first and the last of the ticks; where zero is between the two, it and the one that is farther from it. */
function endsOf(values: readonly number[], { min, max }: Domain): number[] {
  const first = values[0]!;
  const last = values.at(-1)!;
  if (values.length < 2) return [first];
  if (!(min < 0 && max > 0)) return [first, last];
  const isUp = max >= -min;
  if (isUp ? last > 0 : first >= 0) return [0, last];
  return [first, 0];
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

/** The latest result of a calculation, kept while what it was made from is the same. */
export class Latest<Result> {
  #from: readonly unknown[] = [];
  #result: Result | undefined;

  get(from: readonly unknown[], make: () => Result): Result {
    const isSame =
      from.length === this.#from.length && from.every((each, at) => each === this.#from[at]);
    if (!isSame || this.#result === undefined) {
      this.#result = make();
      this.#from = from;
    }
    return this.#result;
  }
}

/** The axis of bars, kept between frames: with a fixed domain nothing of it changes. */
export class AxisCache {
  readonly #latest = new Latest<{ readonly axis: Axis; readonly line: string }>();
  #line = '';

  get(
    domain: Domain,
    cells: number,
    horizontal: boolean,
    format: NumberFormat,
    ticks?: readonly number[],
  ): Axis {
    const { min, max, bend, knee } = domain;
    const from = [min, max, bend, knee, cells, horizontal, format, ticks];
    const { axis, line } = this.#latest.get(from, () => {
      const made = makeAxis(domain, cells, horizontal, format, ticks);
      return { axis: made, line: horizontal && cells > 0 ? axisLine(made, cells, domain) : '' };
    });
    this.#line = line;
    return axis;
  }

  /** The line of the latest axis. */
  get line(): string {
    return this.#line;
  }
}

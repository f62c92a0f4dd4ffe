/** Value text: its format, its number, and the column that all values of a chart share. */
import {
  ABSENT_TEXT,
  APART_CELLS,
  APART_UNIT,
  textCells,
  type NumberColumn,
} from '../../charts/scale/columns.js';
import { NumberFormat } from '../../charts/scale/number-format.js';
import { shareOf, type Domain } from '../../charts/scale/scale.js';

export const VALUE_FORMATS = ['value', 'sum', 'last/max', 'percent'] as const;
export type ValueFormat = (typeof VALUE_FORMATS)[number];

/** The format where none is set. */
export function automaticFormat(kind: {
  readonly hasStacks: boolean;
  readonly sparkline: boolean;
  readonly led: boolean;
}): ValueFormat {
  if (kind.sparkline) return 'last/max';
  if (kind.hasStacks) return 'sum';
  return kind.led ? 'percent' : 'value';
}

/** How many times the smallest number of a logarithm the largest is where no unit suits both. */
const FAR_APART = 1e4;

/** Percent are the chart's own, whatever its numbers are. */
export const PERCENT = new NumberFormat(undefined, '%');

/** How many decimals a stream has had so far: its precision only grows while data comes and the box stays. */
export class Precision {
  #column: NumberColumn | undefined;
  #format: NumberFormat | undefined;
  #load = -1;
  #width = -1;
  #height = -1;

  /** The column with as many decimals as it had before, where it is the same stream in the same box. */
  grown(
    writer: ValueWriter,
    choose: (floor?: number) => NumberColumn,
    at: { readonly load: number; readonly width: number; readonly height: number },
  ): NumberColumn {
    const same =
      this.#format === writer.numbers &&
      this.#load === at.load &&
      this.#width === at.width &&
      this.#height === at.height;
    let column = choose();
    const before = this.#column;
    if (same && before?.unit === column.unit && before.decimals > column.decimals) {
      column = choose(before.decimals);
    }
    this.#column = column;
    this.#format = writer.numbers;
    this.#load = at.load;
    this.#width = at.width;
    this.#height = at.height;
    return column;
  }
}

/** What the values of a chart are written by. */
export class ValueWriter {
  readonly numbers: NumberFormat;

  constructor(
    readonly format: ValueFormat,
    readonly domain: Domain,
    numbers: NumberFormat,
  ) {
    this.numbers = format === 'percent' ? PERCENT : numbers;
  }

  /** The number that is written for a value. */
  round(value: number): number {
    return this.format === 'percent' ? percentOf(this.domain, value) : value;
  }

  /**
   * The column of values that show, `round` already.
   *
   * @param eighths how many eighths of a cell the domain is drawn in
   * @param options `bare`: without the unit
   */
  column(
    values: ArrayLike<number>,
    count: number,
    eighths: number,
    options: {
      readonly floor?: number | undefined;
      readonly cells?: number;
      readonly bare?: boolean;
    } = {},
  ): NumberColumn {
    const { domain, format } = this;
    const percent = format === 'percent';
    let min = percent ? 0 : domain.min;
    let max = percent ? 100 : domain.max;
    for (let i = 0; i < count; i++) {
      // What is cut off by the domain, and a sum, is written all the same.
      const value = values[i]!;
      if (value < min && value > -Infinity) min = value;
      else if (value > max && value < Infinity) max = value;
    }
    const size = Math.max(Math.abs(min), Math.abs(max));
    const span = Math.min(max - min, Number.MAX_VALUE);
    const even = domain.bend === undefined || percent;
    const least = domain.bend === 'log' ? domain.min : (domain.knee ?? 1);
    const step = even ? span / Math.max(1, eighths) : least / 10;
    const { floor, cells, bare } = options;
    const apart = !even && size / least >= FAR_APART;
    return (bare === true ? this.numbers.bare : this.numbers).column({
      size,
      negative: min < 0,
      step,
      values,
      count,
      apart,
      ...(floor === undefined ? {} : { floor }),
      ...(cells === undefined ? {} : { cells }),
    });
  }

  /** The most that one in the last digit may be where values are written shorter: the finest step that an axis may have. */
  get coarsest(): number {
    const { min, max, bend } = this.domain;
    const isPercent = this.format === 'percent';
    if (bend !== undefined && !isPercent) return Infinity;
    const tenth = isPercent ? 10 : max / 10 - min / 10;
    const power = 10 ** Math.floor(Math.log10(tenth) + 1e-9);
    return ([1, 2, 5].find((part) => part * power >= tenth) ?? 10) * power;
  }

  /** Cells that the text of any value inside the domain takes, derived from the domain's ends. */
  usualCells(column: NumberColumn): number {
    if (this.format === 'percent') return textCells(column.text(100));
    const { min, max } = this.domain;
    const ends = Math.max(textCells(column.text(min)), textCells(column.text(max)));
    const isApart = column.unit === APART_UNIT;
    const cells = isApart ? Math.max(ends, APART_CELLS + (min < 0 ? 1 : 0)) : ends;
    return this.format === 'last/max' ? cells * 2 + 1 : cells;
  }

  /**
   * The text of one bar.
   *
   * @param value the bar's value; of a stack the sum of its segments
   * @param peak the largest value beside it; read for `last/max` only
   */
  text(column: NumberColumn, value: number, peak: () => number): string {
    if (this.format === 'last/max') return `${column.text(value)}/${column.text(peak())}`;
    if (value !== value) return ABSENT_TEXT;
    return column.text(this.round(value));
  }
}

/** Shares of the domain carry the error of a division: 0.07 of 1 is 7.000000000000001 %. */
function percentOf(domain: Domain, value: number): number {
  const percent = shareOf(domain, value) * 100;
  const near = Number(percent.toPrecision(12));
  return Number.isFinite(near) ? near : percent;
}

/**
 * Places in a plot: from numbers to sub-cells, and back.
 *
 * Sub-columns have their borders at multiples of their width, counted from zero and not from the first point: while a
 * window of equal steps moves along, points keep their distances, and what is combined in a sub-column stays combined.
 */
import type { AxisCells } from '../../charts/scale/axis.js';
import { shareOf, spaced, type Domain } from '../../charts/scale/scale.js';

/** Added before rounding down: what is on a border is always on the same side of it. */
const TINY = 1e-6;
/** Farthest sub-cell from the box: products of two are exact. */
const FAR = 2 ** 25;

const clamp = (value: number): number => Math.max(-FAR, Math.min(FAR, value));

export class Across implements AxisCells {
  readonly #inverse: number;
  /** Sub-columns of the stream before the first one of the plot. */
  readonly start: number;
  /** The same for scales whose sub-columns have the same borders. */
  readonly key: string;
  readonly #half: number;

  /**
   * @param sub sub-columns of a cell
   * @param isTime widths of sub-columns are rounded, since times of a stream are not regular
   */
  constructor(
    readonly domain: Domain,
    readonly cells: number,
    readonly sub: number,
    isTime: boolean,
  ) {
    const whole = cells * sub;
    const from = spaced(domain, domain.min);
    const to = spaced(domain, domain.max);
    // The distance of the largest numbers has no end.
    this.#half = Number.isFinite(to - from) ? 1 : 0.25;
    const span = to * this.#half - from * this.#half;
    let width = span / Math.max(1, whole - 1);
    if (isTime && width > 0) width = roundedUp(width);
    this.#inverse = width > 0 && Number.isFinite(1 / width) ? 1 / width : 0;
    this.start = Math.floor(from * this.#half * this.#inverse + TINY);
    this.key = `${this.#inverse} ${this.#half} ${domain.bend ?? ''}`;
  }

  /** Sub-columns of the plot. */
  get columns(): number {
    return this.cells * this.sub;
  }

  /** The sub-column of a number, outside the plot too. */
  at(x: number): number {
    if (this.#inverse === 0) return (this.columns - 1) >> 1;
    const place = spaced(this.domain, x) * this.#half * this.#inverse + TINY;
    return clamp(Math.floor(place) - this.start);
  }

  /** The least number of a sub-column, for searching: exact up to rounding. */
  startOf(column: number): number {
    if (this.#inverse === 0) return column <= this.columns >> 1 ? -Infinity : Infinity;
    const place = (column + this.start - TINY) / this.#inverse / this.#half;
    return this.domain.bend === 'log' ? 10 ** place : place;
  }

  /** The place of a sub-column in the stream: patterns that begin there move with the data. */
  phase(period: number): number {
    return ((this.start % period) + period) % period;
  }

  cellOf(value: number): number {
    return Math.max(0, Math.min(this.cells - 1, Math.floor(this.at(value) / this.sub)));
  }

  isWhole(from: number, to: number): boolean {
    const cells = Math.abs((to - from) * this.#half * this.#inverse) / this.sub;
    return Math.abs(cells - Math.round(cells)) < 1e-6;
  }
}

/** At most 1/64 more. */
function roundedUp(width: number): number {
  const unit = 2 ** (Math.floor(Math.log2(width)) - 6);
  return Math.ceil(width / unit - 1e-9) * unit;
}

export class Upward implements AxisCells {
  readonly rows: number;
  readonly leastRows = 2;
  /** The same for scales that have the same sub-rows. */
  readonly key: string;

  constructor(
    readonly domain: Domain,
    readonly cells: number,
    readonly sub: number,
  ) {
    this.rows = cells * sub;
    this.key = `${domain.min} ${domain.max} ${domain.bend ?? ''} ${domain.knee ?? ''} ${this.rows}`;
  }

  /** The sub-row of a value, from the top, outside the plot too; NaN where a logarithm has no place for it. */
  at(value: number): number {
    if (value <= 0 && this.domain.bend === 'log') return NaN;
    const share = shareOf(this.domain, value);
    return this.rows - 1 - clamp(Math.round(share * (this.rows - 1)));
  }

  /** Each sub-row of the plot that some values are in, once. */
  eachRow(values: Float64Array, visit: (row: number) => void): void {
    const { min, max, bend } = this.domain;
    const last = this.rows - 1;
    const span = max - min;
    const seen = new Uint8Array(this.rows);
    if (bend === undefined && Number.isFinite(span)) {
      // One loop without calls: a scatter plot has to look at all of its points.
      for (let index = 0; index < values.length; index++) {
        const row = last - Math.round(((values[index]! - min) / span) * last);
        if (row >= 0 && row <= last) seen[row] = 1;
      }
    } else {
      for (const value of values) {
        const row = this.at(value);
        if (row >= 0 && row <= last) seen[row] = 1;
      }
    }
    seen.forEach((isSet, row) => isSet === 1 && visit(row));
  }

  /** The sub-row on which areas start. */
  get base(): number {
    const { min, max, bend } = this.domain;
    const value = bend === 'log' ? min : Math.max(min, Math.min(max, 0));
    return this.at(value);
  }

  cellOf(value: number): number {
    const fromTop = this.at(value);
    const fromBottom = Number.isNaN(fromTop) ? 0 : this.rows - 1 - fromTop;
    return Math.max(0, Math.min(this.cells - 1, Math.floor(fromBottom / this.sub)));
  }

  isWhole(from: number, to: number): boolean {
    const share = Math.abs(shareOf(this.domain, to) - shareOf(this.domain, from));
    const cells = (share * (this.rows - 1)) / this.sub;
    return Math.abs(cells - Math.round(cells)) < 1e-6;
  }
}

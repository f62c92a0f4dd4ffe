/**
 * The scale: converts values to eighths of a cell along the axis on which bars grow.
 *
 * The zero line falls on a cell border, the same for every bar, and one eighth represents the same
 * amount on both sides of it.
 */

// Taken once: hot loops should not look up globals.
const { round } = Math;

export interface Domain {
  readonly min: number;
  readonly max: number;
  /** Logarithmic, or logarithmic on both sides of a zero around which it is linear; default linear. */
  readonly bend?: 'log' | 'symlog' | undefined;
  /** `symlog`: the size below which it is linear. */
  readonly knee?: number | undefined;
  /** True where bars start at the low end, whatever its sign. */
  readonly floor?: boolean | undefined;
}

/** A value as the domain spaces it: its logarithm, or itself. */
export function spaced(domain: Domain, value: number): number {
  if (domain.bend === undefined) return value;
  if (domain.bend === 'log') return Math.log10(Math.max(value, Number.MIN_VALUE));
  const size = Math.log10(1 + Math.abs(value) / (domain.knee ?? 1));
  return value < 0 ? -size : size;
}

/**
 * The domain of a chart: what is set, else from 0 to the data's ends.
 *
 * @param smallest,largest over all bars, stacks summed by sign
 * @param meter true for LED, which runs from 0 to 100 where nothing is set
 */
export function domainOf(
  set: { readonly min?: number | undefined; readonly max?: number | undefined },
  smallest: number,
  largest: number,
  meter: boolean,
): Domain {
  let min = set.min ?? (meter ? 0 : Math.min(0, smallest));
  let max = set.max ?? (meter ? 100 : Math.max(0, largest));
  if (max < min) {
    // One end is set, and the data lie on its other side.
    if (set.max === undefined) max = min;
    else min = max;
  }
  if (max === min) {
    // One is nothing beside 1e308; a tenth of it is not.
    const step = Math.max(1, Math.abs(min) / 10);
    const downwards = set.max !== undefined && set.min === undefined;
    if ((downwards && min - step > -Infinity) || max + step === Infinity) min -= step;
    else max += step;
  }
  return { min: min === 0 ? 0 : min, max: max === 0 ? 0 : max };
}

/** The share of the domain's length that is below a value, 0 to 1 inside, more or less outside. */
export function shareOf(domain: Domain, value: number): number {
  const min = spaced(domain, domain.min);
  const max = spaced(domain, domain.max);
  const at = spaced(domain, value);
  const span = max - min;
  if (Number.isFinite(span)) return (at - min) / span;
  return (at / 2 - min / 2) / (max / 2 - min / 2);
}

/** The value that a share of the domain's length comes up to. */
export function valueAt(domain: Domain, share: number): number {
  const min = spaced(domain, domain.min);
  const max = spaced(domain, domain.max);
  const at = min * (1 - share) + max * share;
  if (domain.bend === undefined) return at;
  if (domain.bend === 'log') return 10 ** at;
  const size = (10 ** Math.abs(at) - 1) * (domain.knee ?? 1);
  return at < 0 ? -size : size;
}

export class GrowthScale {
  /** Where bars start: 0, or the end of the domain that is nearest to it. */
  readonly origin: number;
  /** The cell border on which bars start, counted from the low end. */
  readonly zero: number;
  /** True where one single cell holds both signs: negative bars then start at the cell's other border. */
  readonly shared: boolean;
  /** The value that is drawn as nothing: 0, but where bars do not start at zero. */
  readonly #nothing: number;
  /** The origin as the domain spaces it. */
  readonly #start: number;
  /** Cells that represent `span`. */
  readonly #reference: number;
  readonly #span: number;
  readonly #mostUp: number;
  readonly #mostDown: number;

  /**
   * @param cells length of the axis
   * @param steps steps that a cell is divided into: 8, 2 or 4 for double resolution, 1 for patterns
   */
  constructor(
    readonly domain: Domain,
    readonly cells: number,
    readonly steps: 1 | 2 | 4 | 8 = 8,
  ) {
    const { min, max } = domain;
    const floor = domain.floor === true || domain.bend === 'log';
    this.origin = floor || min > 0 ? min : max < 0 ? max : 0;
    this.#nothing = domain.floor === true ? NaN : 0;
    this.#start = spaced(domain, this.origin);
    const up = spaced(domain, max) - this.#start;
    const down = this.#start - spaced(domain, min);
    this.shared = up > 0 && down > 0 && cells === 1;
    if (this.shared) {
      // A full cell would look the same for both signs, so that each stays an eighth short of it.
      const most = steps === 1 ? 1 : steps - 1;
      this.zero = 0;
      this.#span = Math.max(up, down);
      this.#reference = most / steps;
      this.#mostUp = this.#mostDown = most;
      return;
    }
    this.zero = up > 0 && down > 0 ? zeroBorder(down, up, cells) : down > 0 ? cells : 0;
    const below = this.zero;
    const above = cells - this.zero;
    // The side with more to show a cell sets the unit of both.
    const byUp = above > 0 && (below === 0 || up / above >= down / below);
    this.#span = byUp ? up : down;
    this.#reference = byUp ? above : below;
    this.#mostUp = above * steps;
    this.#mostDown = below * steps;
  }

  /** Distance of a value from the origin in steps, not rounded, signed, cut at the domain's ends. */
  exact(value: number): number {
    if (this.cells <= 0) return 0;
    const { min, max } = this.domain;
    const inside = value < min ? min : value > max ? max : value;
    const at = this.domain.bend === undefined ? inside : spaced(this.domain, inside);
    const steps = ((at - this.#start) / this.#span) * this.#reference * this.steps;
    return steps > this.#mostUp ? this.#mostUp : steps < -this.#mostDown ? -this.#mostDown : steps;
  }

  /** Length of a bar in steps, signed. At least one where the value is not zero and there is a cell. */
  length(value: number): number {
    const exact = this.exact(value);
    const forward = exact > 0 || (exact === 0 && (value >= 0 || this.#mostDown === 0));
    const up = forward && this.#mostUp > 0;
    const steps = Math.round(Math.abs(exact));
    const length = Math.min(
      up ? this.#mostUp : this.#mostDown,
      value === this.#nothing || this.#isBelow(value) ? steps : Math.max(1, steps),
    );
    return up || length === 0 ? length : -length;
  }

  /** True where a logarithm cannot show the value. */
  #isBelow(value: number): boolean {
    return value <= 0 && this.domain.bend === 'log';
  }

  /** Which end of the domain a value is cut off at: 1 above, -1 below, 0 where it is inside. */
  cut(value: number): -1 | 0 | 1 {
    const { min, max } = this.domain;
    return value > max ? 1 : value < min ? -1 : 0;
  }

  /**
   * `length` of `count` values, written over them: one loop, for the charts with thousands of points. NaN
   * stays, and what the domain cuts off becomes NaN.
   */
  lengths(values: Float64Array, count: number): void {
    const { origin, steps, domain } = this;
    const span = this.#span;
    const reference = this.#reference;
    const mostUp = this.#mostUp;
    const mostDown = this.#mostDown;
    if (this.cells <= 0 || mostDown > 0 || domain.bend !== undefined) {
      for (let i = 0; i < count; i++) {
        const value = values[i]!;
        if (value === value) values[i] = this.cut(value) === 0 ? this.length(value) : NaN;
      }
      return;
    }
    const { min, max } = domain;
    const nothing = this.#nothing;
    const unit = reference * steps;
    for (let i = 0; i < count; i++) {
      const value = values[i]!;
      if (value < min || value > max) values[i] = NaN;
      if (!(value >= min && value <= max)) continue;
      const exact = ((value - origin) / span) * unit;
      const whole = round(exact > mostUp ? mostUp : exact);
      values[i] = value === nothing || whole > 0 ? whole : mostUp > 0 ? 1 : 0;
    }
  }
}

/** The border between the cells for negative and for positive values that wastes least; `cells` is 2 or more. */
function zeroBorder(down: number, up: number, cells: number): number {
  if (cells < 2) return 0;
  // Halves of the smallest numbers are 0, and sums of the largest have no end.
  const sum = down + up;
  const share = Number.isFinite(sum) ? down / sum : down / 2 / (down / 2 + up / 2);
  const low = Math.min(cells - 1, Math.max(1, Math.floor(cells * share)));
  const high = Math.min(cells - 1, low + 1);
  const unit = (border: number): number => Math.max(down / border, up / (cells - border));
  return unit(high) < unit(low) ? high : low;
}

/** Segments of a meter and how many of them are lit. */
export class LedScale {
  /** Cells of one segment; less than requested where the axis is shorter than one. */
  readonly width: number;
  readonly segments: number;

  constructor(
    readonly domain: Domain,
    cells: number,
    ledWidth: number,
  ) {
    this.width = Math.max(1, Math.min(ledWidth, cells));
    this.segments = Math.floor(cells / this.width);
  }

  /** Whole segments; at least one where the value is not zero. */
  lit(value: number): number {
    const share = Math.min(1, Math.max(0, shareOf(this.domain, value)));
    const lit = Math.round(share * this.segments);
    const shows = value !== 0 && value >= this.domain.min && this.segments > 0;
    return shows ? Math.max(1, lit) : lit;
  }

  /** The first segment that starts at or above `percent` of the domain. */
  firstHigh(percent: number): number {
    // Multiplied out, so that 80 of 5 segments is 4 exactly and not 4.000000001.
    return Math.max(0, Math.ceil((percent * this.segments) / 100 - 1e-9));
  }
}

/** Ticks at 1, 2 or 5 times a power of ten, inside the domain, with their texts. */
import { tickIncrement, ticks as niceTicks } from 'd3-array';
import type { Domain } from './scale.js';
import { textCells } from './columns.js';
import type { NumberFormat } from './number-format.js';

export interface Tick {
  readonly value: number;
  readonly text: string;
  /** Cells of the text. */
  readonly cells: number;
}

/** Ticks that an axis may have. */
export interface TickSet {
  readonly values: readonly number[];
  /** What they are multiples of; NaN on a logarithm. */
  readonly step: number;
}

/** Most ticks of an axis, and most significant digits of a tick. */
const MAX_TICKS = 10;
const MAX_DIGITS = 6;
/** About how many ticks to look for: they lead to every step from a tenth of the domain to all of it. */
const COUNTS = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0.5];
/** Steps of exponents of two: powers of 1024 after a few. */
const BINARY_STEPS = [1, 2, 5, 10, 20, 50, 100, 500, 2000];

/** The sets of round values inside the domain, those of most first; none where it is too small or too large for any. */
export function tickSets(domain: Domain, format?: NumberFormat): TickSet[] {
  if (domain.bend !== undefined) return bentSets(domain, format);
  const { min, max } = domain;
  // Powers of ten this small cannot be multiplied out.
  if (max - min < 1e-300) return min <= 0 && max >= 0 ? [{ values: [0], step: NaN }] : [];
  const size = Math.max(Math.abs(min), Math.abs(max));
  const base = format?.base(size) ?? 1;
  const sets: TickSet[] = [];
  for (const count of COUNTS) {
    const { values, step } = roundSet(domain, count, base, format?.steps);
    if (step === sets.at(-1)?.step || (format?.isWhole === true && step < 1)) continue;
    const inside = values.filter((value) => value >= min && value <= max);
    const digits = base === 1 ? size / 10 ** Math.floor(Math.log10(step) + 1e-9) : 0;
    if (inside.length === 0 || inside.length > MAX_TICKS || digits >= 10 ** MAX_DIGITS) continue;
    sets.push({ values: inside, step });
    if (inside.length === 1) break;
  }
  return sets;
}

/** About `count` round values. */
function roundSet(
  { min, max }: Domain,
  count: number,
  base: number,
  steps: readonly number[] | undefined,
): TickSet {
  // The span of -1e308 to 1e308 is past the largest number: ticks of a tenth of it are as round.
  if (!Number.isFinite(max - min)) {
    const tenths = niceTicks(min / 10, max / 10, count);
    const values = tenths.map((value) => Number(`${value / 1e300}e301`));
    return { values, step: stepOf(min / 10, max / 10, count) * 10 };
  }
  if (steps !== undefined && max - min >= steps[0]! * 2) return steppedSet(min, max, count, steps);
  const values = niceTicks(min / base, max / base, count);
  return {
    values: base === 1 ? values : values.map((value) => value * base),
    step: stepOf(min / base, max / base, count) * base,
  };
}

/** The distance of the values that d3 finds. */
function stepOf(min: number, max: number, count: number): number {
  const increment = tickIncrement(min, max, count);
  return increment < 0 ? -1 / increment : increment;
}

/** Multiples of the smallest step with at most `count` of them. */
function steppedSet(min: number, max: number, count: number, steps: readonly number[]): TickSet {
  const idealStep = (max - min) / count;
  const last = steps.at(-1)!;
  const step =
    steps.find((each) => each >= idealStep) ?? last * 10 ** Math.ceil(Math.log10(idealStep / last));
  const values: number[] = [];
  for (let at = Math.ceil(min / step); at * step <= max && values.length < 100; at++) {
    values.push(at * step);
  }
  return { values, step };
}

/** Powers of ten or two, on both sides of zero where the scale has both, and 2 and 5 times those of ten. */
function bentSets(domain: Domain, format: NumberFormat | undefined): TickSet[] {
  const { min, max, bend } = domain;
  const isBinary = format?.base(1024) === 1024;
  const exponent = isBinary ? Math.log2 : Math.log10;
  const least = bend === 'log' ? min : (domain.knee ?? 1);
  const first = Math.floor(exponent(least) + 1e-9);
  const last = Math.floor(exponent(Math.max(Math.abs(min), Math.abs(max))) + 1e-9);
  const sets: TickSet[] = [];
  const add = (powers: readonly number[], parts: readonly number[]): void => {
    const sizes = powers
      .flatMap((power) => parts.map((part) => (isBinary ? 2 ** power : Number(`${part}e${power}`))))
      .filter((size) => size >= least);
    const all = bend === 'log' ? sizes : [0, ...sizes, ...sizes.map((size) => -size)];
    const values = all.filter((value) => value >= min && value <= max).sort((a, b) => a - b);
    if (values.length > 0 && values.length <= MAX_TICKS) sets.push({ values, step: NaN });
  };
  const most = Math.max(1, last - first + 1);
  if (!isBinary) add(powersFrom(first, last, 1), [1, 2, 5]);
  for (const every of isBinary ? BINARY_STEPS : Array.from({ length: most }, (_, i) => i + 1)) {
    // The outermost powers of both signs show how far the scale goes; those next to zero make room first.
    const start = isBinary ? Math.ceil(first / every) * every : first;
    const offset = bend === 'log' || isBinary ? 0 : (last - first) % every;
    const powers = powersFrom(start + offset, last, every);
    add(powers, [1]);
    if (bend === 'symlog') add(powers.slice(1), [1]);
  }
  sets.sort((a, b) => b.values.length - a.values.length);
  // Less than a decade has no two powers of ten.
  return (sets[0]?.values.length ?? 0) > 1 ? sets : [...tickSets({ min, max }, format), ...sets];
}

/** From `first` to `last`; a double has at most some two thousand powers of two. */
function powersFrom(first: number, last: number, every: number): number[] {
  const powers: number[] = [];
  for (let power = first; power <= last; power += every) powers.push(power);
  return powers;
}

/**
 * Values with their texts, all in one unit.
 *
 * @param bend on a logarithm each has a unit of its own if no unit has short texts for all
 */
export function withTexts(
  values: readonly number[],
  format: NumberFormat,
  bend?: Domain['bend'],
): Tick[] {
  if (values.length === 0) return [];
  const size = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const step = values.length > 1 ? values[1]! - values[0]! : size;
  const request = {
    size,
    negative: values[0]! < 0,
    step,
    values,
    count: values.length,
    ticks: true,
  };
  let column = format.column(request);
  if (bend !== undefined) {
    const texts = values.map((value) => column.text(value));
    const isLost = values.some((value, index) => value !== 0 && /^[<>]/.test(texts[index]!));
    // Powers of both signs have little room: short texts leave some for more of them.
    const isLong = bend === 'symlog' && texts.some((text) => textCells(text) > SHORT_TICK);
    if (isLost || isLong || column.decimals > 0 || size >= LONG_TICK) {
      const cells = bend === 'symlog' ? { cells: SHORT_TICK } : {};
      column = format.column({ ...request, apart: true, ...cells });
    }
  }
  return values.map((value) => {
    const text = column.text(value);
    return { value, text, cells: textCells(text) };
  });
}

/** From there on ticks of a logarithm are not written out. */
const LONG_TICK = 1e7;
/** Cells of a tick of both signs that is written out. */
const SHORT_TICK = 5;

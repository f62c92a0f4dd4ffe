/**
 * Columns of numbers: one unit and one precision, so that they can be compared by eye.
 *
 * What a column needs to know is how large its numbers get, how fine the picture beside them is, and how
 * many decimals they have themselves. The same answers give the same column, which is kept.
 */
import { cellWidth } from '../../../runtime/base/text/graphemes.js';

/** Value text of an absent value. */
export const ABSENT_TEXT = '–';
/** Widest number that is written out; longer ones take a unit. */
const PLAIN_CELLS = 7;
/** Most digits of a number, those before the point included. */
const MAX_DIGITS = 6;
/** Decimals that are written although the picture does not show them, where no number has more. */
const EXACT_DECIMALS = 2;

const { abs, ceil, floor, log10, max, min, round } = Math;

/** Numbers as one column or one axis writes them. */
export interface NumberColumn {
  /** Decimals of every number; columns of the same format with more decimals are finer. */
  readonly decimals: number;
  /** Names the unit; columns of one unit differ in their decimals alone. */
  readonly unit: string;
  /** What one more in the last digit is; undefined where it is not known, or not the same for all. */
  readonly step?: number | undefined;
  text(value: number): string;
}

/** What a column is chosen by. */
export interface ColumnRequest {
  /** The largest number without its sign, and whether there are negative ones. */
  readonly size: number;
  readonly negative: boolean;
  /** What an eighth of a cell represents: numbers nearer than that may be written alike. */
  readonly step: number;
  /** The numbers that show. */
  readonly values: ArrayLike<number>;
  readonly count: number;
  /** Fewest decimals: those that a stream had before. */
  readonly floor?: number;
  /** Longest text where there is little room; default `PLAIN_CELLS`. */
  readonly cells?: number;
  /** True for ticks, of which every digit counts and zero has no unit. */
  readonly ticks?: boolean;
  /** True for numbers so far apart that no unit suits all of them: each has its own. */
  readonly apart?: boolean;
}

/** Longest text of a number that has a unit of its own, and of such a tick. */
export const APART_CELLS = 5;
const APART_TICK = 4;
/** The unit of a column whose numbers have units of their own. */
export const APART_UNIT = 'apart';

/** What one number of a column is written by that has no unit for all of them: three digits of it. */
export function requestApart(value: number, { ticks, cells }: ColumnRequest): ColumnRequest {
  const size = abs(value);
  return {
    size,
    negative: value < 0,
    step: size / 100,
    values: [value],
    count: 1,
    ...(ticks === true
      ? { ticks, cells: cells ?? APART_TICK }
      : { cells: min(cells ?? Infinity, APART_CELLS) }),
  };
}

/** A unit that numbers are written in: how many ones it represents, and what follows the number. */
export interface Unit {
  readonly ones: number;
  readonly suffix: string;
}

/** Decimals that a number has, at most `most`; the error of binary fractions does not count. */
function decimalsIn(value: number, most: number): number {
  if (value === round(value) || value !== value) return 0;
  let size = abs(value);
  for (let decimals = 0; decimals < most; decimals++) {
    if (abs(size - round(size)) <= size * 1e-9 && round(size) !== 0) return decimals;
    size *= 10;
  }
  return most;
}

function mostDecimals({ values, count, step, ticks }: ColumnRequest, ones: number): number {
  let most = 0;
  // Beside large numbers in a unit, digits that the picture cannot show are left out.
  const least = ones === 1 || ticks === true ? 0 : step / ones / 2;
  for (let i = 0; i < count && most < MAX_DIGITS; i++) {
    const value = values[i]! / ones;
    if (abs(value) < least) continue;
    if (value !== round(value) && value === value) {
      most = max(most, decimalsIn(value, MAX_DIGITS));
    }
  }
  return most;
}

/** Decimals at which numbers a step apart are written differently. */
function decimalsOf(step: number): number {
  return step > 0 ? max(0, ceil(-log10(step) - 1e-9)) : 0;
}

/** Digits before the point. */
function wholeDigits(size: number, decimals = 0): number {
  if (!(size >= 1)) return 1;
  const digits = floor(log10(size) + 1e-12) + 1;
  // 999.96 with one decimal is 1000.0.
  return size + 0.5 * 10 ** -decimals >= 10 ** digits ? digits + 1 : digits;
}

/** The decimals of a column in a unit, and the cells of its widest number. */
function shapeIn(request: ColumnRequest, ones: number): { decimals: number; cells: number } {
  const size = request.size / ones;
  const needed = mostDecimals(request, ones);
  const fine = max(decimalsOf(request.step / ones), ones === 1 ? 0 : 3 - wholeDigits(size));
  let decimals = needed <= EXACT_DECIMALS && ones === 1 ? needed : min(needed, fine);
  decimals = max(decimals, request.floor ?? 0);
  const zeros = size > 0 && size < 1 ? max(0, -floor(log10(size)) - 1) : 0;
  decimals = max(0, min(decimals, MAX_DIGITS - (size >= 1 ? wholeDigits(size) : -zeros)));
  return { decimals, cells: cellsOf(size, decimals, request.negative) };
}

function cellsOf(size: number, decimals: number, negative: boolean): number {
  return wholeDigits(size, decimals) + (decimals > 0 ? decimals + 1 : 0) + (negative ? 1 : 0);
}

/** `toFixed`; computed in integers if the result is certainly the same, which is four times as fast. */
export function fixed(value: number, decimals: number): string {
  if (decimals === 0 && value === round(value) && abs(value) < 1e21) {
    return value === 0 ? '0' : `${value}`;
  }
  if (decimals > 3 || abs(value) > 1e9) return withoutMinus(value.toFixed(decimals));
  const unit = decimals === 0 ? 1 : decimals === 1 ? 10 : decimals === 2 ? 100 : 1000;
  const parts = abs(value) * unit;
  const rounded = round(parts);
  // Near a tie the product's own rounding could decide; `toFixed` looks at the exact value.
  if (abs(parts - rounded) > 0.499999) return withoutMinus(value.toFixed(decimals));
  const whole = floor(rounded / unit);
  const sign = value < 0 && rounded > 0 ? '-' : '';
  if (decimals === 0) return `${sign}${whole}`;
  const rest = rounded - whole * unit;
  const zeros =
    decimals === 1 || rest >= unit / 10 ? '' : decimals === 2 || rest >= unit / 100 ? '0' : '00';
  return `${sign}${whole}.${zeros}${rest}`;
}

/** No number is -0. */
function withoutMinus(text: string): string {
  return text.startsWith('-') && Number(text) === 0 ? text.slice(1) : text;
}

/** Numbers in one unit with fixed decimals. Zero is `0`, and no other number is written as zero. */
export class FixedColumn implements NumberColumn {
  readonly #power: Unit;
  /** Follows the unit: what the author states. */
  readonly #suffix: string;
  readonly #ticks: boolean;

  constructor(
    readonly decimals: number,
    power: Unit,

    suffix = '',
    ticks = false,
  ) {
    this.#power = power;
    this.#suffix = suffix;
    this.#ticks = ticks;
  }

  get unit(): string {
    return this.#power.suffix;
  }

  get step(): number {
    return this.#power.ones * 10 ** -this.decimals;
  }

  text(value: number): string {
    if (value !== value) return ABSENT_TEXT;
    const { decimals } = this;
    const suffix = this.#suffix;
    const { ones, suffix: power } = this.#power;
    // Zero is the same in every unit; what the author states stays.
    if (value === 0) return this.#ticks ? '0' : `0${suffix}`;
    if (value - value !== 0) return value > 0 ? '∞' : '-∞';
    const scaled = value / ones;
    const text = fixed(scaled, decimals);
    if (value !== 0 && isZero(scaled, decimals)) {
      const least = decimals === 0 ? '1' : `0.${'0'.repeat(decimals - 1)}1`;
      return `${value > 0 ? '<' : '>-'}${least}${power}${suffix}`;
    }
    return power === '' && suffix === '' ? text : `${text}${power}${suffix}`;
  }
}

function isZero(scaled: number, decimals: number): boolean {
  return abs(scaled) < 0.5 && Number(scaled.toFixed(decimals)) === 0;
}

/** Powers of a thousand with their names, and the exponents past them. */
export interface UnitFamily {
  /** Units from small to large; the first is that of ones. */
  readonly units: readonly Unit[];
  /** True where numbers past the last unit, and tiny ones, are written with an exponent. */
  readonly exponents: boolean;
}

export const COMPACT: UnitFamily = {
  units: ['', 'K', 'M', 'B', 'T'].map((suffix, index) => ({ ones: 1000 ** index, suffix })),
  exponents: true,
};

export const BYTES_SI: UnitFamily = bytes(1000, ['kB', 'MB', 'GB', 'TB', 'PB', 'EB']);
export const BYTES_IEC: UnitFamily = bytes(1024, ['KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB']);

function bytes(base: number, names: readonly string[]): UnitFamily {
  const units = ['B', ...names].map((name, index) => ({ ones: base ** index, suffix: ` ${name}` }));
  return { units, exponents: true };
}

/** The power of the largest number that shows, which then has one digit before the point, or at least of `least`. */
function exponentUnit(request: ColumnRequest, least: number, suffix: string): Unit {
  const { values, count } = request;
  let shown = 0;
  for (let i = 0; i < count; i++) {
    const value = abs(values[i]!);
    if (value > shown && value < Infinity) shown = value;
  }
  const size = shown > 0 ? max(shown, least, request.size / 1000) : request.size;
  const exponent = max(-323, Number(size.toExponential(3).split('e')[1]));
  return { ones: 10 ** exponent, suffix: `e${exponent}${suffix}` };
}

/** The place of the largest unit that the column reaches. */
function unitReached(request: ColumnRequest, units: readonly Unit[]): number {
  let index = 0;
  while (index + 1 < units.length && reaches(request, units[index]!, units[index + 1]!)) index++;
  return index;
}

/** The unit and decimals of a column. */
export function chooseFixed(
  request: ColumnRequest,
  family: UnitFamily,
): { readonly unit: Unit; readonly decimals: number } {
  const { size } = request;
  const { units } = family;
  const [ones] = units;
  if (request.ticks === true) return chooseTicks(request, family);
  if (units.length === 1) return { unit: ones!, decimals: shapeIn(request, ones!.ones).decimals };
  const room = request.cells ?? PLAIN_CELLS;
  const named = units !== COMPACT.units;
  if (size > 0 && size < 1e-3 && family.exponents) {
    const unit = exponentUnit(request, 0, ones!.suffix);
    return { unit, decimals: shapeIn(request, unit.ones).decimals };
  }
  if (!named || size < units[1]!.ones) {
    const { decimals, cells } = shapeIn(request, 1);
    if (named || (wholeDigits(size, decimals) <= MAX_DIGITS && cells <= room)) {
      return { unit: ones!, decimals };
    }
    // Decimals go before a unit comes.
    const whole = cellsOf(size, 0, request.negative);
    if (wholeDigits(size) <= MAX_DIGITS && whole < cells && whole <= room) {
      return { unit: ones!, decimals: max(0, min(decimals, room - whole - 1)) };
    }
  }
  const index = Math.max(unitReached(request, units), named ? 0 : 1);
  const unit = units[index]!;
  const beyond = { ones: unit.ones * 1000, suffix: '' };
  if (index === units.length - 1 && family.exponents && reaches(request, unit, beyond)) {
    const power = exponentUnit(request, beyond.ones, ones!.suffix);
    return { unit: power, decimals: shapeIn(request, power.ones).decimals };
  }
  const { decimals } = shapeIn(request, unit.ones);
  return { unit, decimals: shorten(request, size / unit.ones, decimals, room) };
}

/** True where the largest number takes the next unit: 999,960 is 1000.0K after rounding, and 1.0M is shorter. */
function reaches(request: ColumnRequest, unit: Unit, next: Unit): boolean {
  if (request.size >= next.ones) return true;
  const { decimals } = shapeIn(request, unit.ones);
  return request.size / unit.ones + 0.5 * 10 ** -decimals >= next.ones / unit.ones;
}

/** Widest tick that is written out where a unit is shorter. */
const PLAIN_TICK = 5;

/** Ticks keep all their digits, and take a unit where that is shorter. */
function chooseTicks(
  request: ColumnRequest,
  { units, exponents }: UnitFamily,
): { readonly unit: Unit; readonly decimals: number } {
  const { size, negative } = request;
  const plain = { unit: units[0]!, decimals: mostDecimals(request, 1) };
  if (units.length === 1 || size === 0) return plain;
  if (exponents && size < 1e-3) {
    const unit = exponentUnit(request, 0, plain.unit.suffix);
    return { unit, decimals: mostDecimals(request, unit.ones) };
  }
  const named = units !== COMPACT.units;
  const cells = cellsOf(size, plain.decimals, negative);
  if (!named && cells <= (request.cells ?? PLAIN_TICK)) return plain;
  let index = 0;
  while (index + 1 < units.length && size >= units[index + 1]!.ones) index++;
  const last = index === units.length - 1 && size >= units[index]!.ones * 1000;
  const unit = last && exponents ? exponentUnit(request, 0, plain.unit.suffix) : units[index]!;
  const decimals = mostDecimals(request, unit.ones);
  const shorter = cellsOf(size / unit.ones, decimals, negative) + 1 < cells;
  return named || (shorter && decimals < MAX_DIGITS) || last ? { unit, decimals } : plain;
}

/** Fewer decimals where there is less room than usual. */
function shorten(request: ColumnRequest, size: number, decimals: number, room: number): number {
  if (request.cells === undefined) return decimals;
  let fewer = decimals;
  while (fewer > 0 && cellsOf(size, fewer, request.negative) + 1 > room) fewer--;
  return fewer;
}

/** Cells of a text; letters of ASCII take one each. */
export function textCells(text: string): number {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20 || code > 0x7e) return cellWidth(text);
  }
  return text.length;
}

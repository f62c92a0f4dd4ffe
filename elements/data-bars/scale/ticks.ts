/** Ticks at 1, 2 or 5 times a power of ten, inside the domain, with their texts. */
import { ticks as niceTicks } from 'd3-array';
import type { Domain } from './scale.js';
import { textCells } from './columns.js';
import type { NumberFormat } from './number-format.js';

export interface Tick {
  readonly value: number;
  readonly text: string;
  /** Cells of the text. */
  readonly cells: number;
}

/** Round values inside the domain, about `count` of them; empty where the domain is too small or too large for any. */
export function roundTicks(domain: Domain, count: number, format?: NumberFormat): number[] {
  const { min, max } = domain;
  if (domain.bend !== undefined) {
    return format?.base(1024) === 1024 ? binaryTicks(domain, count) : bentTicks(domain, count);
  }
  // The span of -1e308 to 1e308 is past the largest number: ticks of a tenth of it are as round.
  if (!Number.isFinite(max - min)) {
    return niceTicks(min / 10, max / 10, count).map((value) => Number(`${value / 1e300}e301`));
  }
  // Powers of ten this small cannot be multiplied out.
  if (max - min < 1e-300) return min <= 0 && max >= 0 ? [0] : [];
  const steps = format?.steps;
  if (steps !== undefined && max - min >= steps[0]! * 2) {
    return steppedTicks(min, max, count, steps);
  }
  const base = format?.base(Math.max(Math.abs(min), Math.abs(max))) ?? 1;
  const found =
    base === 1
      ? niceTicks(min, max, count)
      : niceTicks(min / base, max / base, count).map((value) => value * base);
  return found.filter((value) => Number.isFinite(value) && value >= min && value <= max);
}

/** Multiples of the smallest step with at most `count` of them. */
function steppedTicks(min: number, max: number, count: number, steps: readonly number[]): number[] {
  const idealStep = (max - min) / Math.max(1, count);
  const last = steps.at(-1)!;
  const step =
    steps.find((each) => each >= idealStep) ?? last * 10 ** Math.ceil(Math.log10(idealStep / last));
  const found: number[] = [];
  for (let at = Math.ceil(min / step); at * step <= max && found.length < 100; at++) {
    found.push(at * step);
  }
  return found;
}

/** Powers of ten on both sides of zero, and 2 and 5 times them where there is room. */
function bentTicks(domain: Domain, count: number): number[] {
  const { min, max } = domain;
  const least = domain.bend === 'log' ? min : (domain.knee ?? 1);
  const most = Math.max(Math.abs(min), Math.abs(max));
  const first = Math.floor(Math.log10(least) + 1e-9);
  const decades = Math.max(1, Math.log10(most) - first);
  const signs = domain.bend === 'symlog' && min < 0 && max > 0 ? 2 : 1;
  const every = Math.max(1, Math.ceil((decades * signs) / Math.max(1, count)));
  const parts = every === 1 && count >= decades * signs * 3 ? [1, 2, 5] : [1];
  const found: number[] = domain.bend === 'symlog' && min <= 0 && max >= 0 ? [0] : [];
  for (let power = first; power <= Math.log10(most) + 1e-9 && found.length < 200; power += every) {
    for (const part of parts) {
      const value = Number(`${part}e${power}`);
      if (value < least) continue;
      if (value >= min && value <= max) found.push(value);
      if (domain.bend === 'symlog' && -value >= min && -value <= max) found.push(-value);
    }
  }
  return found.sort((a, b) => a - b);
}

/** Powers of two, steps of which are powers of 1024 where these are enough. */
function binaryTicks(domain: Domain, count: number): number[] {
  const { min, max } = domain;
  const least = domain.bend === 'log' ? min : (domain.knee ?? 1);
  const first = Math.max(-1000, Math.floor(Math.log2(least)));
  const last = Math.min(1000, Math.floor(Math.log2(Math.max(Math.abs(min), Math.abs(max)))));
  const steps = [1, 2, 5, 10, 20, 50, 100, 500, 2000];
  const every = steps.find((step) => (last - first) / step <= Math.max(1, count)) ?? 2000;
  const found: number[] = domain.bend === 'symlog' && min <= 0 && max >= 0 ? [0] : [];
  for (let power = Math.ceil(first / every) * every; power <= last; power += every) {
    for (const value of domain.bend === 'symlog' ? [2 ** power, -(2 ** power)] : [2 ** power]) {
      if (value >= min && value <= max) found.push(value);
    }
  }
  return found.sort((a, b) => a - b);
}

/**
 * Values with their texts, all in one unit.
 *
 * @param isBent true on a logarithm, where each has a unit of its own if no unit has short texts for all
 */
export function withTexts(values: readonly number[], format: NumberFormat, isBent = false): Tick[] {
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
  if (isBent) {
    const isLost = values.some((value) => value !== 0 && /^[<>]/.test(column.text(value)));
    if (isLost || column.decimals > 0 || size >= LONG_TICK) {
      column = format.column({ ...request, apart: true });
    }
  }
  return values.map((value) => {
    const text = column.text(value);
    return { value, text, cells: textCells(text) };
  });
}

/** From there on ticks of a logarithm are not written out. */
const LONG_TICK = 1e7;

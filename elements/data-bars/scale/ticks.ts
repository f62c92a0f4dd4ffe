/** Ticks at 1, 2 or 5 times a power of ten, inside the domain, with their texts. */
import { ticks as niceTicks } from 'd3-array';
import { formatTick } from './number-text.js';
import type { Domain } from './scale.js';

export interface Tick {
  readonly value: number;
  readonly text: string;
}

/** Round values inside the domain, about `count` of them; empty where the domain is too small or too large for any. */
export function roundTicks({ min, max }: Domain, count: number): number[] {
  // The span of -1e308 to 1e308 is past the largest number: ticks of a tenth of it are as round.
  if (!Number.isFinite(max - min)) {
    return niceTicks(min / 10, max / 10, count).map((value) => Number(`${value / 1e300}e301`));
  }
  // Powers of ten this small cannot be multiplied out.
  if (max - min < 1e-300) return min <= 0 && max >= 0 ? [0] : [];
  return niceTicks(min, max, count).filter(
    (value) => Number.isFinite(value) && value >= min && value <= max,
  );
}

/** The texts of the ticks met last: a domain that follows the data has the same ticks nearly always. */
const known = new Map<number, Map<number, Tick>>();
const KNOWN_STEPS = 64;
const KNOWN_VALUES = 64;

/** About `count` ticks with their texts. */
export function ticksOf(domain: Domain, count: number): Tick[] {
  const values = roundTicks(domain, count);
  if (values.length === 0) return [];
  const step = values.length > 1 ? values[1]! - values[0]! : Math.abs(values[0]!);
  let ofStep = known.get(step);
  if (ofStep === undefined) {
    if (known.size >= KNOWN_STEPS) known.clear();
    known.set(step, (ofStep = new Map<number, Tick>()));
  }
  if (ofStep.size >= KNOWN_VALUES) ofStep.clear();
  const ticks: Tick[] = [];
  for (const value of values) {
    let tick = ofStep.get(value);
    if (tick === undefined) ofStep.set(value, (tick = { value, text: formatTick(value, step) }));
    ticks.push(tick);
  }
  return ticks;
}

/** Ticks at 1, 2 or 5 times a power of ten, inside the domain, with texts that do not touch. */
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
  return niceTicks(min, max, count).filter(
    (value) => Number.isFinite(value) && value >= min && value <= max,
  );
}

/**
 * As many ticks as have room, at most `count`.
 *
 * @param fits whether the ticks can stand beside each other
 */
export function chooseTicks(
  domain: Domain,
  count: number,
  fits: (ticks: readonly Tick[]) => boolean,
): readonly Tick[] {
  for (let wanted = Math.min(20, Math.max(1, count)); wanted > 0; wanted--) {
    const values = roundTicks(domain, wanted);
    if (values.length === 0) continue;
    const step = values.length > 1 ? values[1]! - values[0]! : Math.abs(values[0]!);
    const found = values.map((value) => ({ value, text: formatTick(value, step) }));
    if (fits(found)) return found;
  }
  return [];
}

/** The part of the horizontal axis that the user has chosen: zooming around a point, and panning. */
import { spaced, type Domain } from '../charts/scale/scale.js';
import type { LineView } from './marks/settings.js';

/** Share of what shows that a step of the zoom keeps, and that a key pans. */
const CLOSER = 0.8;
const PAN = 0.2;
/** Smallest part of the whole axis. */
const LEAST = 1e-9;

const unspaced = (domain: Domain, value: number): number =>
  domain.bend === 'log' ? 10 ** value : value;

/** What shows after a step of the zoom around a share of the plot; undefined for everything. */
export function zoomed(
  whole: Domain,
  shown: Domain,
  steps: number,
  share: number,
): LineView | undefined {
  const [from, to] = endsOf(shown);
  const [first, last] = endsOf(whole);
  const size = Math.max((last - first) * LEAST, (to - from) * CLOSER ** steps);
  if (!(size < last - first)) return undefined;
  const start = from + (to - from - size) * share;
  return inside(whole, start, size);
}

/** What shows after moving by a share of the plot. */
export function panned(whole: Domain, shown: Domain, share: number): LineView | undefined {
  const [from, to] = endsOf(shown);
  const [first, last] = endsOf(whole);
  if (to - from >= last - first) return undefined;
  return inside(whole, from + (to - from) * share, to - from);
}

/** Shares of the plot that keys move by. */
export const PAN_SHARE = PAN;

function endsOf(domain: Domain): readonly [number, number] {
  return [spaced(domain, domain.min), spaced(domain, domain.max)];
}

function inside(whole: Domain, start: number, size: number): LineView {
  const [first, last] = endsOf(whole);
  const from = Math.max(first, Math.min(last - size, start));
  return { min: unspaced(whole, from), max: unspaced(whole, from + size) };
}

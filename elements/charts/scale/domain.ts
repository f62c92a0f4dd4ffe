/** The domain of a chart: as set, else from the data. */
import type { Extent } from '../contract.js';
import { domainOf, type Domain } from './scale.js';

/** What a domain is chosen by. */
export interface DomainSettings {
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly valueScale: 'linear' | 'log' | 'symlog';
  readonly baseline: 'zero' | 'fit';
}

export interface DomainData {
  /** The ends of the data; not read where both ends are set. */
  extent(): Extent;
  /** The smallest number above zero; read by logarithms only. */
  least(): number;
  readonly meter: boolean;
  readonly sparkline: boolean;
  readonly stacks: boolean;
}

/** Share of the data's own range that is left below the smallest bar of a scale that fits. */
const BELOW = 0.25;
/** Decades of a symmetric logarithm on each side of its linear part. */
const KNEE_DECADES = 3;

export function chooseDomain(set: DomainSettings, data: DomainData): Domain {
  const isBent = set.valueScale !== 'linear' && !data.stacks;
  if (isBent && set.valueScale === 'log') return logDomain(set, data);
  const free = !data.meter && (set.min === undefined || set.max === undefined);
  const { smallest, largest } = free ? data.extent() : { smallest: 0, largest: 0 };
  // The parts of a stack are compared by their lengths, which a scale that starts elsewhere cuts.
  if (free && set.baseline === 'fit' && !isBent && !data.stacks) {
    const fitted = data.sparkline
      ? fitPoints(set, smallest, largest)
      : fitBars(set, smallest, largest);
    if (fitted !== undefined) return fitted;
  }
  const domain = domainOf(set, smallest, largest, data.meter);
  if (!isBent) return domain;
  const size = Math.max(Math.abs(domain.min), Math.abs(domain.max));
  const knee = 10 ** Math.max(-320, Math.min(0, Math.floor(Math.log10(size)) - KNEE_DECADES));
  return { ...domain, bend: 'symlog', knee };
}

/** From a power of ten at or below the smallest number to the largest. */
function logDomain(set: DomainSettings, data: DomainData): Domain {
  const largest = set.max ?? (data.meter ? 100 : data.extent().largest);
  const least = data.least();
  const known = set.min !== undefined && set.min > 0;
  const power = Math.max(-323, Math.floor(Math.log10(least > 0 ? least : 1) + 1e-12));
  const top = largest > 0 ? largest : 1;
  let min = known ? set.min : Number(`1e${power}`);
  if (!(min < top)) min = known ? min : top / 10;
  const max = top > min ? top : Math.min(min * 10, Number.MAX_VALUE);
  return { min: min > 0 ? min : Number.MIN_VALUE, max, bend: 'log' };
}

/** The points of a sparkline show their shape: the smallest at the bottom, the largest on top. */
function fitPoints(set: DomainSettings, smallest: number, largest: number): Domain | undefined {
  let min = set.min ?? smallest;
  let max = set.max ?? largest;
  if (min > max) return undefined;
  if (min === max) {
    const half = Math.abs(min) / 2 || 1;
    if (set.min === undefined) min -= half;
    if (set.max === undefined) max += half;
    if (!Number.isFinite(max - min)) return undefined;
  }
  return { min, max, floor: true };
}

/** Bars keep zero where the data has both signs, and else a part below the smallest. */
function fitBars(set: DomainSettings, smallest: number, largest: number): Domain | undefined {
  const span = largest - smallest;
  if (!(span > 0) || !Number.isFinite(span)) return undefined;
  if (smallest > 0 && set.min === undefined) {
    const min = Math.max(0, smallest - span * BELOW);
    const max = set.max ?? largest;
    return min < max ? { min, max } : undefined;
  }
  if (largest < 0 && set.max === undefined) {
    const max = Math.min(0, largest + span * BELOW);
    const min = set.min ?? smallest;
    return min < max ? { min, max } : undefined;
  }
  return undefined;
}

/** The scale of a heatmap: from values to shares of its colours. */
import { chooseDomain } from '../../charts/scale/domain.js';
import { shareOf, valueAt, type Domain } from '../../charts/scale/scale.js';
import type { HeatModel } from '../model/model.js';

interface HeatScaleSettings {
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly center: number;
  readonly valueScale: 'linear' | 'log' | 'symlog';
  readonly colorScale: string;
}

export class HeatScale {
  readonly domain: Domain;

  constructor(settings: HeatScaleSettings, model: HeatModel) {
    const domain = chooseDomain(
      { ...settings, baseline: 'fit' },
      {
        extent: () => model.extent(),
        least: () => model.least(),
        meter: false,
        sparkline: true,
        stacks: false,
      },
    );
    this.domain =
      settings.colorScale === 'diverging' && domain.bend !== 'log'
        ? aroundCenter(domain, settings.center)
        : domain;
  }

  /** Of a value, 0 to 1; NaN where it is absent or a logarithm has no place for it. */
  shareOf(value: number): number {
    if (value <= 0 && this.domain.bend === 'log') return NaN;
    return Math.min(1, Math.max(0, shareOf(this.domain, value)));
  }

  /** A function for many values: linear ones need no logarithm. */
  shares(): (value: number) => number {
    const { min, max, bend } = this.domain;
    const span = max - min;
    if (bend !== undefined || !Number.isFinite(span)) return (value) => this.shareOf(value);
    return (value) => {
      const share = (value - min) / span;
      return share < 0 ? 0 : share > 1 ? 1 : share;
    };
  }

  valueAt(share: number): number {
    return valueAt(this.domain, share);
  }
}

/** As far to both sides of the middle: equal colours are equal distances. */
function aroundCenter(domain: Domain, center: number): Domain {
  const far = Math.max(Math.abs(domain.max - center), Math.abs(domain.min - center));
  const ends = { min: center - far, max: center + far };
  const isKnown = far > 0 && Number.isFinite(ends.min) && Number.isFinite(ends.max);
  return isKnown ? { ...domain, ...ends } : domain;
}

/** Colours of single bars: by a script, or by their values. */
import type { GetColor } from '../../charts/contract.js';
import type { Color } from '../../../runtime/base/color.js';
import type { Painter } from '../../../runtime/element/contract.js';
import type { ChartModel } from '../model/model.js';
import { valueAt, type Domain } from '../../charts/scale/scale.js';
import { orderStops, stopColor, type ColorStop } from '../../charts/paint/color-stops.js';

export interface BarColors {
  readonly colorOf?: ((entry: number, series: number) => Color | undefined) | undefined;
  readonly stopAt?: ((share: number) => Color | undefined) | undefined;
}

const NONE: BarColors = {};

/**
 * What decides on colours during one paint: each entry is asked about once.
 *
 * @param domains the scale that is painted: one for all series, or one for each
 */
export function barColors(
  painter: Painter,
  model: ChartModel,
  domains: readonly Domain[],
  by: { readonly stops: readonly ColorStop[]; readonly getColor: GetColor | undefined },
): BarColors {
  const { getColor } = by;
  const [first] = domains;
  if (first === undefined || (getColor === undefined && by.stops.length === 0)) return NONE;
  const written = by.stops.flatMap(({ at, percent, css }) => {
    const color = painter.color(css);
    return color === undefined ? [] : [{ at, percent, color }];
  });
  const stopsOn = domains.map((domain) => orderStops(written, domain));
  const colorAt = (series: number, value: number): Color | undefined => {
    const place = series < domains.length ? series : 0;
    return stopColor(stopsOn[place]!, domains[place]!, value);
  };
  const colors = new Map<number, Color | undefined>();
  const colorOf = (entry: number, series: number): Color | undefined => {
    if (getColor !== undefined) {
      if (!colors.has(entry)) colors.set(entry, answer(painter, model, getColor, entry));
      const own = colors.get(entry);
      if (own !== undefined) return own;
    }
    const stacked = model.stacks && model.isStacked(series);
    return stacked || written.length === 0
      ? undefined
      : colorAt(series, model.value(entry, series));
  };
  const stopAt = (share: number): Color | undefined => colorAt(0, valueAt(first, share));
  return { colorOf, stopAt: written.length === 0 ? undefined : stopAt };
}

function answer(
  painter: Painter,
  model: ChartModel,
  getColor: GetColor,
  entry: number,
): Color | undefined {
  if (entry < 0 || entry >= model.count) return undefined;
  const label = model.label(entry);
  const item = { values: model.row(entry), index: entry };
  try {
    const css: unknown = getColor(label === undefined ? item : { ...item, label });
    return typeof css === 'string' ? painter.color(css) : undefined;
  } catch {
    // A script that fails on one entry must not keep the others from being painted.
    return undefined;
  }
}

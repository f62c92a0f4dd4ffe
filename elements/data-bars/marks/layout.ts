/** What the three kinds of chart share: their parts, and the order in which parts give way. */
import type { ChartInput } from './chart-input.js';
import type { AxisCache } from '../scale/axis.js';
import { domainOf, type Domain } from '../scale/scale.js';
import { automaticFormat, type ValueFormat } from '../scale/value-text.js';
import type { LegendCache } from './legend.js';

/** What is kept from frame to frame. */
export interface LayoutCaches {
  readonly axis: AxisCache;
  readonly legend: LegendCache;
}

/** Tallest intrinsic size in rows; coordinates in eighths stay far inside 32 bits. */
export const MOST_ROWS = 1 << 24;
/** Share of the box that the label column may take. */
const LABEL_SHARE = 3;

/** True where at least one bar is drawn as a meter: stacks never are. */
export function isMeter({ model, settings }: Pick<ChartInput, 'model' | 'settings'>): boolean {
  return settings.led && (!model.labelled || model.bars.some(({ stacked }) => !stacked));
}

export function chartDomain(input: Pick<ChartInput, 'model' | 'settings'>): Domain {
  const { model, settings } = input;
  const meter = isMeter(input);
  // The data's ends are not asked for where they do not matter.
  const free = !meter && (settings.min === undefined || settings.max === undefined);
  return domainOf(settings, free ? model.smallest : 0, free ? model.largest : 0, meter);
}

export function chartFormat(input: Pick<ChartInput, 'model' | 'settings'>): ValueFormat {
  const { model, settings } = input;
  return (
    settings.valueFormat ??
    automaticFormat({
      hasStacks: model.hasStacks,
      sparkline: !model.labelled,
      led: isMeter(input),
    })
  );
}

/** Several series without colours are told apart by patterns; sparklines by their rows. */
export function usesPatterns({ model, monochrome }: ChartInput): boolean {
  return monochrome && model.labelled && model.series.length > 1;
}

/** Cells of the label column: the widest label, at most a third of the box. */
export function labelColumn(widest: number, width: number): number {
  return Math.min(widest, Math.floor(width / LABEL_SHARE));
}

/**
 * How many of the parts, which give way in order, can stay: the first choice that leaves room for all
 * bars, or where bars do not fit at all, the first that leaves them half of the box.
 *
 * @param sizes cells each part takes, in the order of giving way
 * @param all cells of the box
 * @param needed cells of all bars
 * @param least fewest cells that bars must keep
 * @returns how many parts have to go, from the front
 */
export function givingWay(
  sizes: readonly number[],
  all: number,
  needed: number,
  least: number,
): number {
  let rest = all - sizes.reduce((sum, size) => sum + size, 0);
  let halfway: number | undefined;
  for (let gone = 0; gone <= sizes.length; gone++) {
    if (rest >= needed) return gone;
    if (halfway === undefined && rest >= Math.max(least, all / 2)) halfway = gone;
    rest += sizes[gone] ?? 0;
  }
  return halfway ?? sizes.length;
}

/** The parts of a horizontal chart that have room: titles, then the default gap, then axis and legend give way; entries last. */
import type { ChartInput } from '../chart-input.js';
import { MAX_ROWS } from '../layout.js';
import { type Legend } from '../../../charts/legend.js';
import { legendOf } from '../legend.js';
import { legendHeight, legendLimit, type BoxInput, type Needs } from '../needs.js';

/** Rows of the axis: its line and its tick labels. */
export const AXIS_ROWS = 2;
/** Fewest entries that a legend and an axis leave where not all can be shown. */
const MIN_ENTRIES = 3;

/** Rows that all bars take. */
function barRows({ model, settings }: BoxInput, gap: number): number {
  const block = model.bars.length * (settings.barWidth === 'auto' ? 1 : settings.barWidth);
  if (model.count === 0 || block === 0) return 0;
  const rows = block + labelRows({ model, settings });
  return Math.min(MAX_ROWS, model.count * (rows + gap) - gap);
}

/** Rows of an entry above its bars. */
export function labelRows({ model, settings }: Pick<ChartInput, 'model' | 'settings'>): number {
  return Number(settings.labelsAbove && settings.showLabels && model.widestLabel > 0);
}

/** Rows of the parts that have room. */
export interface Parts {
  readonly legend: number;
  readonly axis: number;
  readonly gap: number;
}

/**
 * The parts that have room, and the rows that they need. The author requests a legend, without which colours say nothing: it stays
 * longer than an axis by default.
 */
export function chooseParts(input: BoxInput, legend: number): Parts & { readonly rows: number } {
  const { settings, height, model } = input;
  const { gap: usual, gapSet, axisSet } = settings;
  const axis = settings.showAxis ? AXIS_ROWS : 0;
  const gap = gapSet ? usual : 0;
  const noAxis = { legend, axis: 0, gap };
  const noLegend = { legend: 0, axis, gap };
  const least = { legend: 0, axis: 0, gap };
  const choices: readonly Parts[] = [
    { legend, axis, gap },
    ...(axisSet ? [noLegend, noAxis] : [noAxis, noLegend]),
    least,
  ];
  const all = barRows(input, gap);
  // Where not all entries fit in any case, parts stay while they leave room for some.
  const isCut = all + (axisSet ? axis : 0) > height;
  const thin = model.bars.length * (settings.barWidth === 'auto' ? 1 : settings.barWidth);
  const some = MIN_ENTRIES * (thin + labelRows(input) + gap) + 1;
  const entries = isCut ? Math.ceil(Math.max(height / 2, Math.min(all, some))) : all;
  const spacious = legend + axis + barRows(input, usual);
  if (spacious <= height) return { legend, axis, gap: usual, rows: spacious };
  for (const parts of choices) {
    const needed = parts.legend + parts.axis + entries;
    const rows = isCut ? Math.max(needed, legendHeight(parts.legend)) : needed;
    if (needed <= height) return { ...parts, rows: parts === choices[0] ? rows : height };
  }
  return { ...least, rows: height };
}

/** The legend of a horizontal chart: a third of the box, or what its entries leave. */
export function legendIn(input: BoxInput): Legend | undefined {
  const { settings, width, height } = input;
  if (!settings.showLegend) return undefined;
  const axis = settings.showAxis ? AXIS_ROWS : 0;
  const free = height - axis - barRows(input, settings.gapSet ? settings.gap : 0);
  return legendOf(input, width, Math.max(legendLimit(height), free));
}

export function horizontalNeeds(input: BoxInput): Needs {
  return chooseParts(input, legendIn(input)?.lines ?? 0);
}

/** Tooltips of a chart: the built-in text, and the input of a script that returns its own. */
import type { TooltipRequest } from '../charts/contract.js';
import { alignLines, MAX_LINES, safeText, type TooltipLine } from '../charts/tooltip.js';
import { barFields } from './interaction.js';
import type { BarPlace } from '../charts/contract.js';

import type { ChartSettings } from './marks/settings.js';
import { type ChartModel } from './model/model.js';
import type { NumberFormat } from '../charts/scale/number-format.js';
import type { Bar } from './model/series.js';
import { exactSum, sharesOf } from './model/shares.js';
import { PERCENT } from './scale/value-text.js';

/** Most targets. */
const MAX_TARGETS = 3;

export function tooltipRequest(
  model: ChartModel,
  bar: BarPlace,
  x: number,
  y: number,
): TooltipRequest {
  const { entryIndex, seriesIndex, value, label } = barFields(model, bar);
  const seriesName = model.series[bar.series]?.name ?? '';
  return { type: 'tooltip', entryIndex, seriesIndex, seriesName, value, label, x, y };
}

/**
 * The label, then a line `series  value` each: names to the left, values to the right. Segments of stacks have
 * their shares beside them; of the stack pointed at there is the sum, which is that of the numbers and not of
 * what they were rounded to. Targets of the entry come last.
 */
export function automaticTooltip(
  model: ChartModel,
  { entry, series }: BarPlace,
  { numbers, references }: Pick<ChartSettings, 'numbers' | 'references'>,
): string {
  const { length } = model.series;
  const shares = new Map<number, string>();
  const below: TooltipLine[] = [];
  for (const bar of model.bars) {
    if (!bar.stacked) continue;
    const found = stackLines(model, entry, bar, numbers);
    bar.series.forEach((index, place) => shares.set(index, found.shares[place]!));
    if (bar.series.includes(series)) below.push(found.sum);
  }
  for (const { values, label = '' } of references) {
    const value = values?.[model.first + entry];
    if (typeof value !== 'number' || below.length > MAX_TARGETS) continue;
    below.push({ name: safeText(label) || 'target', value: numbers.exact(value), share: '' });
  }
  // Of many series those around the one pointed at.
  const most = MAX_LINES - below.length;
  const first = Math.max(0, Math.min(series - (most >> 1), length - most));
  const last = Math.min(length, first + most);
  const lines: TooltipLine[] = [];
  for (let index = first; index < last; index++) {
    const name = safeText(model.series[index]!.name);
    const value = numbers.exact(model.value(entry, index));
    lines.push({ name, value, share: shares.get(index) ?? '' });
  }
  const rows = alignLines([...lines, ...below]);
  if (length > most) rows.splice(lines.length, 0, `… ${length - most} more`);
  const label = safeText(model.label(entry) ?? '');
  if (label !== '') rows.unshift(label);
  return rows.join('\n');
}

/** The shares of a stack, each rounded by itself, and the line of its sum; empty without shares. */
function stackLines(
  model: ChartModel,
  entry: number,
  { series }: Bar,
  numbers: NumberFormat,
): { readonly shares: readonly string[]; readonly sum: TooltipLine } {
  const values = series.map((index) => model.value(entry, index));
  const total = exactSum(values);
  // The sum is one more number: what it has of the sizes of all is not what its rounded parts come to.
  const parts = new Float64Array(values.length);
  sharesOf(values, values.length, parts);
  parts.forEach((part, index) => (parts[index] = Number(part.toPrecision(12))));
  const all = exactSum([...parts]);
  const hasShares = parts.some((part) => part !== 0 && !Number.isNaN(part));
  const positive = parts.every((part) => !(part < 0));
  const negative = parts.every((part) => !(part > 0));
  const whole = positive ? 100 : negative ? -100 : all;
  const column = PERCENT.column({
    size: 100,
    negative: whole < 0,
    step: 0.1,
    values: [...parts, whole],
    count: parts.length + 1,
  });
  const share = (part: number): string =>
    hasShares && !Number.isNaN(part) ? column.text(part) : '';
  return {
    shares: [...parts].map(share),
    sum: { name: 'sum', value: numbers.exact(total), share: share(whole) },
  };
}

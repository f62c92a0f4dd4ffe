/** Tooltips of a chart: the built-in text, and what a script is told to make one. */
import { cellWidth } from '../../runtime/text/graphemes.js';
import { sanitize } from '../../runtime/text/sanitize.js';
import { truncate } from '../../runtime/text/truncate.js';
import { barFields } from './interaction.js';
import type { BarPlace } from './marks/marks.js';
import { TEXT_UNITS, type ChartModel } from './model/model.js';
import { textCells } from './scale/columns.js';
import type { NumberFormat } from './scale/number-format.js';
import type { BarValue } from './model/series.js';

/** What `onTooltip` is given. */
export interface TooltipRequest {
  readonly type: 'tooltip';
  readonly entryIndex: number;
  readonly seriesIndex: number;
  readonly seriesName: string;
  /** null where it is absent. */
  readonly value: BarValue;
  readonly label: string | undefined;
  /** The cell of the chart's content box that the pointer is at. */
  readonly x: number;
  readonly y: number;
}

/** Gives the text, or nothing to hide it. */
export type GetTooltip = (request: TooltipRequest) => unknown;

/** Most series that a tooltip lists (with label and `…` it shows whole), and most cells of a name. */
const MOST_LINES = 10;
const NAME_CELLS = 32;

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

/** The label, then a line `series  value` each: names to the left, values to the right. */
export function automaticTooltip(
  model: ChartModel,
  { entry, series }: BarPlace,
  numbers: NumberFormat,
): string {
  const { length } = model.series;
  // Of many series those around the one pointed at.
  const first = Math.max(0, Math.min(series - (MOST_LINES >> 1), length - MOST_LINES));
  const shown = model.series.slice(first, first + MOST_LINES).map(({ name }, index) => {
    const value = numbers.exact(model.value(entry, first + index));
    const safe = safeText(name);
    return { name: safe, value, cells: cellWidth(safe) };
  });
  const names = Math.max(0, ...shown.map(({ cells }) => cells));
  const values = Math.max(0, ...shown.map(({ value }) => textCells(value)));
  const lines = shown.map(({ name, value, cells }) => {
    const gap = names === 0 ? '' : ' '.repeat(names - cells + 2);
    return name + gap + ' '.repeat(values - textCells(value)) + value;
  });
  const label = safeText(model.label(entry) ?? '');
  if (label !== '') lines.unshift(label);
  if (length > MOST_LINES) lines.push(`… ${length - MOST_LINES} more`);
  return lines.join('\n');
}

function safeText(text: string): string {
  return truncate(sanitize(text.slice(0, TEXT_UNITS)).replace(/\s+/g, ' ').trim(), NAME_CELLS);
}

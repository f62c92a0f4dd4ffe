/** Warnings about ignored data, each reported once: a stream would repeat them with every entry. */
import type { ChartWarning } from '../charts/contract.js';
import { parseColor } from '../../runtime/base/color.js';
import type { ChartSettings } from './marks/settings.js';
import type { ChartModel } from './model/model.js';
import type { ReferenceMark } from './model/schema.js';
import { parseTime } from '../charts/scale/time-ticks.js';

/** Cells of entries, from one on, that no series has. */
export function checkCells(model: ChartModel, from: number): ChartWarning | undefined {
  const series = model.series.length;
  if (series === 0) return undefined;
  for (let entry = from; entry < model.count; entry++) {
    const extra = model.extraCells(entry);
    if (extra === 0) continue;
    const values = series === 1 ? 'value' : 'values';
    const message = `bars[${entry}]: expected ${series} ${values}, one for each series, found ${series + extra}; the rest are ignored`;
    return { code: 'extra-cells', attribute: 'bars', message };
  }
  return undefined;
}

/** Labels may come before their entries; only more labels than a filled chart has entries are too many. */
export function checkLabels(model: ChartModel, labels: number): ChartWarning | undefined {
  const { count } = model;
  if (count === 0 || labels <= count || model.first > 0) return undefined;
  const message = `"labels": expected ${count}, one for each entry, found ${labels}; the rest are ignored`;
  return { code: 'extra-labels', attribute: 'labels', message };
}

/** Warns if a chart was set with fewer labels than entries. */
export function checkLoadedLabels(model: ChartModel, loaded: number): ChartWarning | undefined {
  if (!model.labelled || model.first > 0) return undefined;
  const labels = model.places;
  if (labels === 0 || labels >= Math.min(loaded, model.count)) return undefined;
  const message = `"labels": expected ${loaded}, one for each entry, found ${labels}; the last entries have no label`;
  return { code: 'few-labels', attribute: 'labels', message };
}

/** A selection is bound by ids. */
export function checkIds(hasIds: boolean): ChartWarning | undefined {
  if (hasIds) return undefined;
  const message = `"bind:selection" requires "onGetId", which returns the id of an entry`;
  return { code: 'no-ids', attribute: 'bind:selection', message };
}

/** The first colour of a series that is none. */
export function checkColors(model: ChartModel): ChartWarning | undefined {
  for (const { name, color } of model.series) {
    if (color === undefined || isColor(color)) continue;
    const message = `series ${quote(name)}: expected a colour, found ${quote(color)}`;
    return { code: 'bad-color', attribute: 'series', message };
  }
  return undefined;
}

/** Which labels of a chart have been looked at. */
const checkedTimes = new WeakMap<ChartModel, number>();

/** Warns about the first label of a time axis that is not a time. */
function checkTimes(
  model: ChartModel,
  { timeAxis }: Pick<ChartSettings, 'timeAxis'>,
): ChartWarning | undefined {
  if (!timeAxis || checkedTimes.get(model) === model.shape) return undefined;
  // Settings are read again with each change of style: a million labels take half a second.
  checkedTimes.set(model, model.shape);
  for (let entry = 0; entry < model.count; entry++) {
    const label = model.label(entry);
    if (label === undefined || label === '' || Number.isFinite(parseTime(label))) continue;
    const message = `labels[${entry}]: expected an ISO date or time such as "2026-03-29" or "2026-03-29T14:30" on a time axis, found ${quote(label)}`;
    return { code: 'bad-time', attribute: 'labels', message };
  }
  return undefined;
}

/** The first series whose error bars have no ends, or that is part of a stack. */
export function checkErrors(model: ChartModel): ChartWarning | undefined {
  for (const [index, { name, error }] of model.series.entries()) {
    if (error === undefined) continue;
    const isKnown = model.errors.some(({ of }) => of === index);
    if (isKnown && !model.isStacked(index)) continue;
    const message = isKnown
      ? `series ${quote(name)}: "error" does not apply to stacks; no error bars are shown`
      : `series ${quote(name)}: "error" requires "low" and "high" to name two other series, found ${quote(error.low)} and ${quote(error.high)}`;
    return { code: 'bad-error', attribute: 'series', message };
  }
  return undefined;
}

/** The first colour of a line or target that is none. */
export function checkMarkColors(marks: readonly ReferenceMark[]): ChartWarning | undefined {
  const index = marks.findIndex(({ color }) => color !== undefined && !isColor(color));
  if (index < 0) return undefined;
  const message = `marks[${index}]: expected a colour, found ${quote(marks[index]!.color!)}`;
  return { code: 'bad-color', attribute: 'marks', message };
}

function isColor(css: string): boolean {
  return css.includes('var(') || parseColor(css) !== undefined;
}

/** A text of the document in a message. */
function quote(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 39)}…` : text);
}

/** An end of the scale that no logarithm has. */
function checkRange(
  model: ChartModel,
  { valueScale, min, max }: Pick<ChartSettings, 'valueScale' | 'min' | 'max'>,
): ChartWarning | undefined {
  if (valueScale !== 'log' || model.stacks) return undefined;
  const attribute = min !== undefined && min <= 0 ? 'min' : 'max';
  const end = attribute === 'min' ? min : max;
  if (end === undefined || end > 0) return undefined;
  const message = `"${attribute}": expected a number above 0 on a log scale, found ${end}; calculated from the data instead`;
  return { code: 'log-range', attribute, message };
}

/** Warns about settings that do not apply to the data. */
export function checkSettings(
  model: ChartModel,
  settings: ChartSettings,
): (ChartWarning | undefined)[] {
  return [
    checkScale(model, settings),
    checkShares(model, settings),
    checkRange(model, settings),
    checkTimes(model, settings),
  ];
}

/** A logarithm of a stack would show neither its parts nor their sum. */
function checkScale(
  model: ChartModel,
  { valueScale }: Pick<ChartSettings, 'valueScale'>,
): ChartWarning | undefined {
  if (valueScale === 'linear' || !model.stacks) return undefined;
  const message = `"value-scale: ${valueScale}" does not apply to stacks; a linear scale is used`;
  return { code: 'stacked-scale', attribute: 'series', message };
}

/** Shares are those of stacks. */
function checkShares(
  model: ChartModel,
  { stackScale }: Pick<ChartSettings, 'stackScale'>,
): ChartWarning | undefined {
  if (stackScale === 'value' || !model.labelled || model.stacks || model.series.length === 0) {
    return undefined;
  }
  const message = `"stack-scale: percent" requires series that share a "stack"; "stack-scale: value" is used`;
  return { code: 'no-stack', attribute: 'series', message };
}

/** Warnings about ignored data, each reported once: a stream would repeat them with every entry. */
import { parseColor } from '../../runtime/color.js';
import type { ChartSettings } from './marks/settings.js';
import type { ChartModel } from './model/model.js';
import type { ReferenceMark } from './model/schema.js';

export interface Remark {
  readonly code: string;
  /** The attribute it is about. */
  readonly attribute: string;
  readonly message: string;
}

/** Cells of entries, from one on, that no series has. */
export function remarkOnCells(model: ChartModel, from: number): Remark | undefined {
  const series = model.series.length;
  if (series === 0) return undefined;
  for (let entry = from; entry < model.count; entry++) {
    const extra = model.extraCells(entry);
    if (extra === 0) continue;
    const cells = extra === 1 ? 'cell' : 'cells';
    const message = `bars[${entry}] has ${extra} ${cells} more than there are series; ignored`;
    return { code: 'extra-cells', attribute: 'bars', message };
  }
  return undefined;
}

/** Labels may come before their entries; only more labels than a filled chart has entries are too many. */
export function remarkOnLabels(model: ChartModel, labels: number): Remark | undefined {
  const { count } = model;
  if (count === 0 || labels <= count || model.first > 0) return undefined;
  const message = `there are more labels, ${labels}, than entries, ${count}; the last ones are ignored`;
  return { code: 'extra-labels', attribute: 'labels', message };
}

/** Entries of a chart that was set with fewer labels than entries stand without one. */
export function remarkOnFewLabels(model: ChartModel, loaded: number): Remark | undefined {
  if (!model.labelled || model.first > 0) return undefined;
  const labels = model.places;
  if (labels === 0 || labels >= Math.min(loaded, model.count)) return undefined;
  const message = `there are fewer labels, ${labels}, than entries, ${loaded}; the last ones have none`;
  return { code: 'few-labels', attribute: 'labels', message };
}

/** A selection is bound by ids. */
export function remarkOnIds(hasIds: boolean): Remark | undefined {
  if (hasIds) return undefined;
  const message = `"bind:selection" needs "onGetId", which returns the ids that are bound; found none`;
  return { code: 'no-ids', attribute: 'bind:selection', message };
}

/** The first colour of a series that is none. */
export function remarkOnColors(model: ChartModel): Remark | undefined {
  for (const { name, color } of model.series) {
    if (color === undefined || isColor(color)) continue;
    const message = `${shown(color)} of series ${shown(name)} is not a colour`;
    return { code: 'bad-color', attribute: 'series', message };
  }
  return undefined;
}

/** The first colour of a line or target that is none. */
export function remarkOnMarkColors(marks: readonly ReferenceMark[]): Remark | undefined {
  const index = marks.findIndex(({ color }) => color !== undefined && !isColor(color));
  if (index < 0) return undefined;
  const message = `${shown(marks[index]!.color!)} of marks[${index}] is not a colour`;
  return { code: 'bad-color', attribute: 'marks', message };
}

function isColor(css: string): boolean {
  return css.includes('var(') || parseColor(css) !== undefined;
}

/** A text of the document in a message. */
function shown(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 39)}…` : text);
}

/** An end of the scale that no logarithm has. */
function remarkOnRange(
  model: ChartModel,
  { valueScale, min, max }: Pick<ChartSettings, 'valueScale' | 'min' | 'max'>,
): Remark | undefined {
  if (valueScale !== 'log' || model.stacks) return undefined;
  const attribute = min !== undefined && min <= 0 ? 'min' : 'max';
  const end = attribute === 'min' ? min : max;
  if (end === undefined || end > 0) return undefined;
  const message = `"${attribute}" is ${end}, and a logarithm has numbers above 0 only; chosen from the data`;
  return { code: 'log-range', attribute, message };
}

/** What the settings ask for that the data cannot have. */
export function remarksOnSettings(
  model: ChartModel,
  settings: ChartSettings,
): (Remark | undefined)[] {
  return [
    remarkOnScale(model, settings),
    remarkOnShares(model, settings),
    remarkOnRange(model, settings),
  ];
}

/** A logarithm of a stack would show neither its parts nor their sum. */
function remarkOnScale(
  model: ChartModel,
  { valueScale }: Pick<ChartSettings, 'valueScale'>,
): Remark | undefined {
  if (valueScale === 'linear' || !model.stacks) return undefined;
  const message = `series that share a stack cannot be on a ${valueScale} scale; drawn on a linear one`;
  return { code: 'stacked-scale', attribute: 'series', message };
}

/** Shares are those of stacks. */
function remarkOnShares(
  model: ChartModel,
  { stackScale }: Pick<ChartSettings, 'stackScale'>,
): Remark | undefined {
  if (stackScale === 'value' || !model.labelled || model.stacks || model.series.length === 0) {
    return undefined;
  }
  const message = `"stack-scale: percent" needs series that share a "stack", found none; drawn by values`;
  return { code: 'no-stack', attribute: 'series', message };
}

/** Colour stops that cannot be read. */
export function remarkOnStops(text: string): Remark {
  const message = `"color-stops": expected values with colours such as "0 green, 70 yellow, 90% red", found ${shown(text)}`;
  return { code: 'bad-value', attribute: 'style', message };
}

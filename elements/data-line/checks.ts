/** Warnings about data and settings of a line chart that do not go together. */
import { parseColor } from '../../runtime/base/color.js';
import type { AttributeValues } from '../support/author.js';
import type { ChartWarning } from '../charts/contract.js';
import type { ATTRIBUTES } from './declaration.js';
import { endOf } from './settings-of.js';
import type { LineSettings } from './marks/settings.js';
import type { LineModel } from './model/model.js';

type Props = AttributeValues<typeof ATTRIBUTES>;

export function checkLines(
  model: LineModel,
  settings: LineSettings,
  props: Props,
): (ChartWarning | undefined)[] {
  return [
    checkLeftOut(model),
    checkExtra(model),
    checkColors(model),
    checkCandles(model),
    checkStacks(model, settings),
    checkEnds(props),
    checkLog(settings, props),
  ];
}

function checkLeftOut({ leftOut, series, count }: LineModel): ChartWarning | undefined {
  if (leftOut === 0) return undefined;
  const message = `expected at most ${series.length} series for ${count} points that have few values, found ${series.length + leftOut}; the rest are ignored`;
  return { code: 'too-many-series', attribute: 'series', message };
}

function checkExtra(model: LineModel): ChartWarning | undefined {
  const { length } = model.series;
  if (length === 0 || model.extra === 0 || model.leftOut > 0) return undefined;
  const message = `expected ${length} ${length === 1 ? 'value' : 'values'} in each point, one for each series, found ${length + model.extra}; the rest are ignored`;
  return { code: 'extra-cells', attribute: 'points', message };
}

function checkColors(model: LineModel): ChartWarning | undefined {
  for (const { name, color } of model.series) {
    if (color === undefined || color.includes('var(') || parseColor(color) !== undefined) continue;
    const message = `series ${quote(name)}: expected a colour, found ${quote(color)}`;
    return { code: 'bad-color', attribute: 'series', message };
  }
  return undefined;
}

/** Candles have their other values in series of these names. */
function checkCandles(model: LineModel): ChartWarning | undefined {
  for (const [index, { name, type, ...names }] of model.series.entries()) {
    if (type !== 'candle' || model.candleOf(index) !== undefined) continue;
    const isNone = (each: string | undefined): boolean =>
      each === undefined || each === name || !model.series.some((other) => other.name === each);
    const key = (['open', 'high', 'low'] as const).find((each) => isNone(names[each]));
    if (key === undefined) continue;
    const found = names[key] === undefined ? 'none' : quote(names[key]);
    const message = `series ${quote(name)}: expected "${key}" to be the name of another series, found ${found}; a line is drawn instead`;
    return { code: 'bad-candle', attribute: 'series', message };
  }
  return undefined;
}

/** A stack is one of areas on a linear scale. */
function checkStacks(model: LineModel, { valueScale }: LineSettings): ChartWarning | undefined {
  for (const [index, { name, type, stack = '' }] of model.series.entries()) {
    if (stack === '') continue;
    if (!model.isStacked(index)) {
      const message = `series ${quote(name)}: "stack" applies to areas; found type "${type ?? ''}", which is drawn by itself`;
      return { code: 'stacked-type', attribute: 'series', message };
    }
    if (valueScale === 'linear') continue;
    const message = `"value-scale: ${valueScale}" shows the parts of a stack by other lengths than their values; use "value-scale: linear"`;
    return { code: 'stacked-scale', attribute: 'series', message };
  }
  return undefined;
}

/** Ends of an axis in the wrong order. */
function checkEnds({ min, max, xMin, xMax }: Props): ChartWarning | undefined {
  if (min !== undefined && max !== undefined && min > max) {
    const message = `expected "min" to be at most "max" (${max}), found ${min}; both are ignored`;
    return { code: 'bad-range', attribute: 'min', message };
  }
  const [from, to] = [endOf(xMin), endOf(xMax)];
  if (from === undefined || to === undefined || from <= to) return undefined;
  const message = `expected "x-min" to be at most "x-max" (${xMax}), found ${xMin}`;
  return { code: 'bad-range', attribute: 'xMin', message };
}

function checkLog({ valueScale, xScale }: LineSettings, props: Props): ChartWarning | undefined {
  const ends = [
    ...(valueScale === 'log'
      ? ([
          ['min', props.min],
          ['max', props.max],
        ] as const)
      : []),
    ...(xScale === 'log'
      ? ([
          ['xMin', endOf(props.xMin)],
          ['xMax', endOf(props.xMax)],
        ] as const)
      : []),
  ];
  const bad = ends.find(([, end]) => end !== undefined && end <= 0);
  if (bad === undefined) return undefined;
  const name = bad[0].replace('xM', 'x-m');
  const message = `"${name}": expected a number above 0 on a log scale, found ${bad[1]}; calculated from the data instead`;
  return { code: 'log-range', attribute: bad[0], message };
}

function quote(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 39)}…` : text);
}

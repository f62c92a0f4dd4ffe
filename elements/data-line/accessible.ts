/** The accessible text of a line chart: how many points, and of each series its range, its last value and its trend. */
import { sanitize } from '../../runtime/base/text/sanitize.js';
import { truncate } from '../../runtime/base/text/truncate.js';
import { TEXT_UNITS } from '../charts/contract.js';
import type { NumberFormat } from '../charts/scale/number-format.js';
import type { LineModel } from './model/model.js';
import type { LineMark } from './model/schema.js';

/** Series and marks that are named one by one. */
const NAMED = 6;
const NAME_CELLS = 40;
/** Points that a trend is calculated from. */
const SAMPLES = 1000;
/** Share of the range that a line through the points has to rise by. */
const STEADY = 0.1;

export interface LineDescription {
  readonly name: string | null;
  readonly numbers: NumberFormat;
  readonly marks: readonly LineMark[];
  readonly selected: readonly string[];
}

/** `CPU, 120 points, 3 to 97, last 42, rising`. */
export function describeLines(model: LineModel, description: LineDescription): string {
  const { name, numbers, marks, selected } = description;
  const count = model.count === 1 ? '1 point' : `${model.count} points`;
  const { series } = model;
  const parts: string[] = [];
  const [only] = series;
  if (series.length === 1 && only !== undefined) {
    const own = safe(only.name);
    const title = [name, own === '' ? null : own].filter(Boolean).join(': ') || 'Line chart';
    parts.push([title, count, ...seriesParts(model, 0, numbers)].join(', '));
  } else {
    parts.push(`${name ?? 'Line chart'}, ${count}`);
    for (const [index, each] of series.slice(0, NAMED).entries()) {
      const found = seriesParts(model, index, numbers).join(', ');
      parts.push(`${safe(each.name)} ${found === '' ? 'no values' : found}`.trim());
    }
    if (series.length > NAMED) parts.push(`${series.length - NAMED} more series`);
  }
  for (const { label = '', value, from, to, x } of marks.slice(0, NAMED)) {
    if (value !== undefined) parts.push(`${safe(label) || 'line'} at ${numbers.exact(value)}`);
    else if (from !== undefined && to !== undefined) {
      const ends = `${numbers.exact(from)} to ${numbers.exact(to)}`;
      parts.push(`${safe(label) || 'band'} from ${ends}`);
    } else parts.push(`${safe(label) || 'line'} at ${safe(String(x))}`);
  }
  if (selected.length > 0) parts.push(`selected ${selected.join(', ')}`);
  return parts.join('; ');
}

function seriesParts(model: LineModel, series: number, numbers: NumberFormat): string[] {
  let low = Infinity;
  let high = -Infinity;
  let last = NaN;
  const column = model.valuesOf(series);
  column.range(0, model.count);
  ({ low, high } = column);
  if (low > high) return [];
  for (let entry = model.count - 1; entry >= 0 && Number.isNaN(last); entry--) {
    last = column.get(entry);
  }
  const trend = trendOf(model, series, high - low);
  return [
    `${numbers.exact(low)} to ${numbers.exact(high)}`,
    `last ${numbers.exact(last)}`,
    ...(trend === undefined ? [] : [trend]),
  ];
}

/** What the line that fits the points best does. */
function trendOf(model: LineModel, series: number, range: number): string | undefined {
  const column = model.valuesOf(series);
  const step = Math.max(1, Math.floor(model.count / SAMPLES));
  let count = 0;
  let sumX = 0;
  let sumY = 0;
  let sumXX = 0;
  let sumXY = 0;
  for (let entry = 0; entry < model.count; entry += step) {
    const value = column.get(entry) / range;
    if (!Number.isFinite(value)) continue;
    count++;
    sumX += entry;
    sumY += value;
    sumXX += entry * entry;
    sumXY += entry * value;
  }
  if (count < 2) return range === 0 && model.count > 1 ? 'steady' : undefined;
  const slope = (count * sumXY - sumX * sumY) / (count * sumXX - sumX * sumX);
  const rise = slope * (model.count - 1);
  if (Math.abs(rise) < STEADY) return 'steady';
  return rise > 0 ? 'rising' : 'falling';
}

function safe(text: string): string {
  return truncate(sanitize(text.slice(0, TEXT_UNITS)), NAME_CELLS);
}

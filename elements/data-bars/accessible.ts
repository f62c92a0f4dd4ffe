/** The accessible text of a chart: its name, range, last or largest value, and selection. */
import { sanitize } from '../../runtime/base/text/sanitize.js';
import { truncate } from '../../runtime/base/text/truncate.js';
import type { ChartSettings } from './marks/settings.js';
import type { ChartModel } from './model/model.js';
import type { NumberFormat } from '../charts/scale/number-format.js';
import type { Domain } from '../charts/scale/scale.js';
import type { ChartSelection } from '../charts/selection.js';

/** Series that are named one by one. */
const NAMED = 6;
const NAME_CELLS = 40;

/** The accessible text in addition to the data. */
export interface AccessibleInput {
  readonly name: string | null;
  readonly settings: Pick<
    ChartSettings,
    'numbers' | 'references' | 'entryLabel' | 'valueLabel' | 'bins'
  >;
  /** True where stacks are drawn by the shares of their segments. */
  readonly percent: boolean;
}

export function describeChart(
  model: ChartModel,
  selection: ChartSelection,
  domain: Domain,
  { name, settings, percent }: AccessibleInput,
): string {
  const { numbers, references, bins } = settings;
  const kind = bins !== undefined ? 'Histogram' : model.labelled ? 'Bar chart' : 'Sparkline';
  const parts = [name ?? kind];
  const drawn = model.series.filter((_, index) => !model.isErrorEnd(index));
  const names = drawn.slice(0, NAMED).map((series) => safe(series.name));
  if (drawn.length > NAMED) names.push(`${drawn.length - NAMED} more`);
  if (names.some((each) => each !== '')) parts[0] += ` of ${names.join(', ')}`;
  parts.push(...titles(settings));
  const [one, many] = bins === undefined ? ['entry', 'entries'] : ['interval', 'intervals'];
  parts.push(model.count === 1 ? `1 ${one}` : `${model.count} ${many}`);
  parts.push(
    percent
      ? 'shares of each stack in percent'
      : `from ${numbers.exact(domain.min)} to ${numbers.exact(domain.max)}`,
  );
  if (model.count > 0) {
    parts.push(
      model.labelled ? `largest ${numbers.exact(largestOf(model))}` : lastValues(model, numbers),
    );
  }
  for (const { value, values, label = '' } of references.slice(0, NAMED)) {
    const name = safe(label);
    if (value !== undefined) {
      const at = percent ? `${value}%` : numbers.exact(value);
      parts.push(`${name === '' ? 'line' : name} at ${at}`);
    } else if (values !== undefined && model.labelled) {
      parts.push(`${name === '' ? 'target' : name} ${reached(model, values)}`);
    }
  }
  const selected = selection.entries();
  if (selected.length > 0)
    parts.push(`selected ${selectedText(model, selection, selected, numbers)}`);
  return parts.join('; ');
}

/** The largest bar: ends of error bars are none. */
function largestOf(model: ChartModel): number {
  if (model.errors.length === 0) return model.largest;
  const peaks = model.bars.map((_, bar) => model.peak(bar)).filter((peak) => !Number.isNaN(peak));
  return peaks.length === 0 ? 0 : peaks.reduce((most, peak) => Math.max(most, peak));
}

/** `Million euros by Division`. */
function titles({
  entryLabel,
  valueLabel,
}: Pick<ChartSettings, 'entryLabel' | 'valueLabel'>): string[] {
  const by = entryLabel === '' ? '' : `by ${safe(entryLabel)}`;
  const text = [safe(valueLabel), by].filter((part) => part !== '').join(' ');
  return text === '' ? [] : [text];
}

/** How many entries come up to their targets with one of their bars. */
function reached(model: ChartModel, targets: readonly (number | null)[]): string {
  let all = 0;
  let count = 0;
  for (let entry = 0; entry < model.count; entry++) {
    const target = targets[model.first + entry];
    if (typeof target !== 'number') continue;
    all++;
    if (model.bars.some((bar) => model.total(entry, bar) >= target)) count++;
  }
  return `reached by ${count} of ${all}`;
}

function lastValues(model: ChartModel, numbers: NumberFormat): string {
  const last = model.series.slice(0, NAMED).map((series, index) => {
    const value = model.value(model.count - 1, index);
    const text = Number.isNaN(value) ? 'no value' : numbers.exact(value);
    return model.series.length === 1 ? text : `${safe(series.name)} ${text}`;
  });
  return `last ${last.join(', ')}`;
}

function selectedText(
  model: ChartModel,
  selection: ChartSelection,
  entries: readonly number[],
  numbers: NumberFormat,
): string {
  const bar = selection.bar;
  const named = entries.slice(0, NAMED).map((entry) => {
    const label = safe(model.label(entry) ?? `entry ${entry + 1}`);
    if (bar?.entry !== entry || entries.length > 1) return label;
    const value = model.value(entry, bar.series);
    const series = model.series[bar.series];
    const text = Number.isNaN(value) ? 'no value' : numbers.exact(value);
    return `${label}, ${series === undefined ? '' : `${safe(series.name)} `}${text}`;
  });
  if (entries.length > NAMED) named.push(`${entries.length - NAMED} more`);
  return named.join(', ');
}

function safe(text: string): string {
  return truncate(sanitize(text), NAME_CELLS);
}

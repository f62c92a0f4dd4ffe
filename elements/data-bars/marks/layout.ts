/** Common to the three kinds of chart: domain, value text, label column. */
import type { Extent } from '../../charts/contract.js';
import type { ChartInput } from './chart-input.js';
import type { Axis, AxisCache } from '../../charts/scale/axis.js';
import type { ReferenceMark } from '../model/schema.js';
import { chooseDomain } from '../../charts/scale/domain.js';
import type { NumberFormat } from '../../charts/scale/number-format.js';
import { domainOf, type Domain } from '../../charts/scale/scale.js';
import {
  automaticFormat,
  PERCENT,
  ValueWriter,
  type Precision,
  type ValueFormat,
} from '../scale/value-text.js';
import { targetEnds } from './targets.js';

/** What is kept from frame to frame. */
export interface LayoutCaches {
  readonly axis: AxisCache;
  readonly precision: Precision;
  /** Of series with a scale each. */
  readonly own: Precision[];
}

/** Tallest intrinsic size in rows; coordinates in eighths stay far inside 32 bits. */
export const MAX_ROWS = 1 << 24;
/** Share of the box that the label column may take, and what it may take in any box. */
const LABEL_SHARE = 3;
export const CUT_LABELS = 3;

type DomainInput = Pick<ChartInput, 'model' | 'settings'>;

/** True where at least one bar is drawn as a meter: stacks never are. */
function isMeter({ model, settings }: DomainInput): boolean {
  return settings.led && (!model.labelled || model.bars.some(({ stacked }) => !stacked));
}

/** True where the automatic scale covers only the entries that show. Folded entries all show. */
export function scalesToVisible({ model, settings }: DomainInput): boolean {
  const to = settings.scaleTo ?? (model.labelled ? 'all' : 'visible');
  return to === 'visible' && settings.downsample === 'none';
}

/** The entries and the bar that a domain is about; all of them where it is left out. */
export interface DomainView {
  readonly from: number;
  readonly to: number;
  /** One bar of a sparkline that has a scale of its own. */
  readonly bar?: number | undefined;
  /** The entries themselves, where they are sorted and so not those from one to another. */
  readonly sorted?: Int32Array | undefined;
}

/** True where stacks are drawn by the shares of their segments. */
export function countsPercent({ model, settings }: DomainInput): boolean {
  return settings.stackScale === 'percent' && model.stacks;
}

/** What the axis of a chart is written in. */
function axisNumbers(input: DomainInput): NumberFormat {
  return countsPercent(input) ? PERCENT : input.settings.numbers;
}

/** Cells of the value axis: a meter's scale ends with its last whole segment. */
function meterCells(input: DomainInput, cells: number): number {
  if (!isMeter(input)) return cells;
  return cells - (cells % Math.max(1, Math.min(input.settings.ledWidth, cells)));
}

/** The value axis of a chart, for a length in cells. */
export function valueAxis(
  input: DomainInput,
  caches: LayoutCaches,
  domain: Domain,
  cells: number,
): Axis {
  const { orientation, ticks } = input.settings;
  const isHorizontal = orientation === 'horizontal';
  const length = meterCells(input, cells);
  return caches.axis.get(domain, length, isHorizontal, axisNumbers(input), ticks);
}

/** Values at which a chart has lines of a grid: the ticks of its axis, shown or not. */
export function gridValues(
  input: DomainInput,
  caches: LayoutCaches,
  domain: Domain,
  cells: number,
): readonly number[] {
  if (!input.settings.grid) return [];
  const axis = valueAxis(input, caches, domain, cells);
  // Where bars begin they are a line themselves.
  const { min, max } = domain;
  const isStart = (value: number): boolean => value === 0 && (min === 0 || max === 0);
  return axis.ticks.map(({ value }) => value).filter((value) => !isStart(value));
}

export function chartDomain(input: DomainInput, view?: DomainView): Domain {
  if (!countsPercent(input)) return valueDomain(input, view);
  const { model, settings } = input;
  const { smallest, largest } = model;
  return domainOf(settings, smallest < 0 ? -100 : 0, largest > 0 || smallest >= 0 ? 100 : 0, false);
}

/** The domain of the values as they are, which those of stacks in percent are written by. */
export function valueDomain(input: DomainInput, view?: DomainView): Domain {
  const { model } = input;
  const settings = countsPercent(input)
    ? { ...input.settings, min: undefined, max: undefined, references: [] }
    : input.settings;
  const visible = view !== undefined && scalesToVisible(input);
  const sorted = visible ? view.sorted : undefined;
  const from = visible && sorted === undefined ? view.from : 0;
  const to = visible && sorted === undefined ? view.to : model.count;
  const bar = view?.bar;
  return chooseDomain(settings, {
    extent: () => {
      const found =
        sorted !== undefined
          ? model.extentAmong(sorted)
          : bar === undefined
            ? model.extentBetween(from, to)
            : model.extentOf(bar, from);
      const { first, count } = model;
      return withReferences(found, settings.references, count > 0, [first + from, first + to]);
    },
    least: () => model.leastFrom(from),
    meter: isMeter(input),
    sparkline: !model.labelled,
    stacks: model.stacks,
  });
}

/** The ends of the data, of the lines behind it and of the targets of the entries in `range`. */
function withReferences(
  extent: Extent,
  references: readonly ReferenceMark[],
  hasData: boolean,
  range: readonly [from: number, to: number],
): Extent {
  if (references.length === 0) return extent;
  let { smallest, largest } = hasData ? extent : { smallest: Infinity, largest: -Infinity };
  for (const { value, values } of references) {
    const ends =
      values === undefined
        ? { smallest: value ?? Infinity, largest: value ?? -Infinity }
        : targetEnds(values, ...range);
    smallest = Math.min(smallest, ends.smallest);
    largest = Math.max(largest, ends.largest);
  }
  return smallest <= largest ? { smallest, largest } : { smallest: 0, largest: 0 };
}

function chartFormat(input: DomainInput): ValueFormat {
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

/**
 * When values lose their unit for lack of room: first where the axis beside them has it, and never where it is to be read as part
 * of the number, or the axis that has it has gone.
 */
export function dropsUnit(
  input: DomainInput,
  { numbers }: ValueWriter,
  hasAxis: boolean,
): 'first' | 'last' | 'never' {
  if (hasAxis) return numbers === axisNumbers(input) ? 'first' : 'never';
  const { model, settings } = input;
  return numbers === PERCENT || (settings.showAxis && model.labelled) ? 'never' : 'last';
}

/** What writes the values of a chart over a domain. */
export function valueWriter(input: DomainInput, domain: Domain): ValueWriter {
  return new ValueWriter(chartFormat(input), domain, input.settings.numbers);
}

/** Several series without colours are distinguished by patterns; sparklines by their rows. */
export function usesPatterns({ model, monochrome }: ChartInput): boolean {
  return monochrome && model.labelled && model.series.length > 1;
}

/** Cells of the label column: the widest label, at most a third of the box, or three cells of a narrow one. */
export function labelColumn(widest: number, width: number): number {
  return Math.min(widest, Math.max(CUT_LABELS, Math.floor(width / LABEL_SHARE)));
}

/** Cells across a bar, so that `count` groups of `bars`, with gaps between them, fit in `cells`. */
export function barWidthIn(
  { settings }: Pick<ChartInput, 'settings'>,
  cells: number,
  count: number,
  bars: number,
  gap: number,
): number {
  const { barWidth, maxBarWidth } = settings;
  if (barWidth !== 'auto') return barWidth;
  if (count < 1 || bars < 1) return 1;
  const each = Math.floor((Math.floor((cells + gap) / count) - gap) / bars);
  return Math.max(1, Math.min(maxBarWidth, each));
}

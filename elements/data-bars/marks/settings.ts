/** Attributes and style properties that affect the picture, as plain values. */
import type { BinCount } from '../model/bins.js';
import type { Downsample } from '../model/fold.js';
import type { ReferenceMark } from '../model/schema.js';
import type { Sort } from '../model/order.js';
import type { NumberFormat } from '../../charts/scale/number-format.js';
import type { ValueFormat } from '../scale/value-text.js';

export interface ChartSettings {
  readonly orientation: 'horizontal' | 'vertical';
  /** Cells across a bar, or as many as fill the box. */
  readonly barWidth: number | 'auto';
  /** Most cells across a bar whose width is `auto`. */
  readonly maxBarWidth: number;
  /** Cells between entries. */
  readonly gap: number;
  /** True where the gap is the author's, and stays when there is little room. */
  readonly gapSet: boolean;
  readonly led: boolean;
  readonly ledWidth: number;
  /** Percent of the domain. */
  readonly highValue: number;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly valueScale: 'linear' | 'log' | 'symlog';
  readonly scaleTo: 'visible' | 'all' | undefined;
  readonly seriesScale: 'shared' | 'own';
  readonly baseline: 'zero' | 'fit';
  /** The side at which entries are that do not fill the box. */
  readonly alignEntries: 'start' | 'end';
  /** Points a cell of a sparkline: one as a block, two as half blocks or as dots. */
  readonly resolution: 'cell' | 'half' | 'braille';
  readonly overflowEntries: 'first' | 'last' | undefined;
  readonly showLabels: boolean;
  /** True where labels have a row of their own above horizontal bars. */
  readonly labelsAbove: boolean;
  /** True where labels are dates or times, shown at calendar units. */
  readonly timeAxis: boolean;
  /** True where long labels go on in the next line. */
  readonly labelWrap: boolean;
  readonly showValues: boolean;
  readonly showLegend: boolean;
  readonly legend: 'top' | 'right' | 'bottom';
  /** Titles of the axis of entries and of that of values; empty where there is none. */
  readonly entryLabel: string;
  readonly valueLabel: string;
  readonly showAxis: boolean;
  /** Values of the ticks; round ones where it is left out. */
  readonly ticks: readonly number[] | undefined;
  /** True where the author requests the axis, which then stays when there is little room. */
  readonly axisSet: boolean;
  readonly valueFormat: ValueFormat | undefined;
  readonly valuePosition: 'column' | 'bar' | 'inside';
  /** What the bars of stacks are as long as: their sum, or all of the scale. */
  readonly stackScale: 'value' | 'percent';
  /** True where zero has a line through the bars. */
  readonly zeroLine: boolean;
  /** True where ticks have lines behind the bars. */
  readonly grid: boolean;
  /** True where stacks of both signs are marked at what they come to. */
  readonly net: boolean;
  readonly downsample: Downsample;
  /** How many intervals a histogram has; undefined where the values themselves are drawn. */
  readonly bins: BinCount | undefined;
  /** The order of entries with labels. */
  readonly sort: Sort;
  /** Lines behind the bars, and targets. */
  readonly references: readonly ReferenceMark[];
  readonly numbers: NumberFormat;
}

/** Attributes and style properties that affect the picture of a heatmap, as plain values. */
import type { NumberFormat } from '../../charts/scale/number-format.js';
import type { ScaleName } from '../scale/color-scales.js';

export interface HeatSettings {
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly center: number;
  readonly valueScale: 'linear' | 'log' | 'symlog';
  readonly colorScale: ScaleName;
  readonly combine: 'extreme' | 'mean';
  readonly showAxis: boolean;
  readonly showValues: boolean;
  readonly showLegend: boolean;
  readonly legend: 'top' | 'right' | 'bottom';
  /** Titles of the axis of columns and of the legend; empty where there is none. */
  readonly entryLabel: string;
  readonly valueLabel: string;
  readonly numbers: NumberFormat;
}

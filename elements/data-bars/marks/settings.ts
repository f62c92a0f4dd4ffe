/** What a picture depends on beside the data: attributes and style, in plain values. */
import type { Downsample } from '../model/fold.js';
import type { ValueFormat } from '../scale/value-text.js';

export interface ChartSettings {
  readonly orientation: 'horizontal' | 'vertical';
  /** Cells across a bar. */
  readonly barWidth: number;
  /** Cells between entries. */
  readonly gap: number;
  readonly led: boolean;
  readonly ledWidth: number;
  /** Percent of the domain. */
  readonly highValue: number;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly showLabels: boolean;
  readonly showValues: boolean;
  readonly showLegend: boolean;
  readonly showAxis: boolean;
  readonly valueFormat: ValueFormat | undefined;
  readonly valuePosition: 'column' | 'bar';
  readonly downsample: Downsample;
}

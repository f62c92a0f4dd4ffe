/** Attributes and style properties that affect the picture of a line chart, as plain values. */
import type { NumberFormat } from '../../charts/scale/number-format.js';
import type { Zone } from '../../charts/scale/zone.js';
import type { LineMark } from '../model/schema.js';
import type { SubCells } from '../../charts/sub-cells/compose.js';

export interface LineSettings {
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly xMin: number | undefined;
  readonly xMax: number | undefined;
  readonly xScale: 'linear' | 'time' | 'log';
  readonly valueScale: 'linear' | 'log' | 'symlog';
  readonly baseline: 'auto' | 'zero' | 'fit';
  readonly resolution: SubCells | 'auto';
  readonly points: boolean;
  readonly grid: boolean;
  readonly showAxis: boolean;
  readonly showLegend: boolean;
  readonly legend: 'top' | 'right' | 'bottom';
  /** Titles of the horizontal axis and of that of values; empty where there is none. */
  readonly entryLabel: string;
  readonly valueLabel: string;
  readonly ticks: readonly number[] | undefined;
  readonly marks: readonly LineMark[];
  readonly numbers: NumberFormat;
  readonly zone: Zone;
}

/** The part of the horizontal axis that shows, where the user has chosen one. */
export interface LineView {
  readonly min: number;
  readonly max: number;
}

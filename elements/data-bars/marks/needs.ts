/** The order in which parts of a chart give way where its box is too small. */
import type { ChartInput } from './chart-input.js';

/** A chart and the box that it is planned for. */
export type BoxInput = Pick<ChartInput, 'model' | 'settings' | 'texts' | 'width' | 'height'>;

/** What a chart keeps of its box before it has titles. */
export interface Needs {
  /** Lines of the legend on top or at the bottom; 0 where it has none. */
  readonly legend: number;
  /** Rows that show as much without titles, the legend included: all of them where a part has given way already. */
  readonly rows: number;
}

/** Most lines of a legend in rows, in a box of this height. */
export function legendLimit(height: number): number {
  return Math.max(1, Math.floor(height / 3));
}

/** Least height of a box whose legend has this many lines. */
export function legendHeight(lines: number): number {
  return lines > 1 ? lines * 3 : lines;
}

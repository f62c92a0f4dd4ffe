/** The input of the marks, and which bars are selected. */
import type { SelectionTest } from '../../charts/contract.js';
import type { Rect } from '../../../runtime/base/geometry.js';
import type { ChartModel } from '../model/model.js';
import type { ChartSettings } from './settings.js';
import type { Slots } from './slots.js';
import type { TextCache } from '../../charts/text-cache.js';

export interface ChartInput {
  readonly model: ChartModel;
  readonly settings: ChartSettings;
  /** Cells of the box. */
  readonly width: number;
  readonly height: number;
  /** The part of the box that can be seen. */
  readonly clip: Rect;
  /** True without colours: several series are distinguished by patterns, in whole cells. */
  readonly monochrome: boolean;
  /** Points of a sparkline in a column of cells, and how many heights of them a cell can show. */
  readonly perCell: 1 | 2;
  readonly levels: 2 | 4 | 8;
  readonly texts: TextCache;
  readonly selection: SelectionTest;
}

/** Bars of a stack that a slot shows selected: any of its series. */
export function slotSelected(
  input: ChartInput,
  slots: Slots,
  slot: number,
  series: readonly number[],
): boolean {
  const { selection } = input;
  if (selection.empty) return false;
  const from = slots.from(slot);
  const to = slots.to(slot);
  return series.some((index) => selection.has(from, to, slots.entry, index));
}

/** True where all of the box is seen and nothing is selected: what `refresh` is made for. */
export function isPlain({ clip, width, height, selection, settings }: ChartInput): boolean {
  return (
    selection.empty &&
    !settings.led &&
    clip.x <= 0 &&
    clip.y <= 0 &&
    clip.x + clip.width >= width &&
    clip.y + clip.height >= height
  );
}

/** The text that a chart copies: entries between two cells, as JSON in the shape of the input. */
import type { Band, Marks } from './marks/marks.js';
import type { ChartModel } from './model/model.js';
import { sanitize } from '../../runtime/base/text/sanitize.js';
import { truncate } from '../../runtime/base/text/truncate.js';
import type { SelectionBounds } from '../../runtime/element/contract.js';

/** Most labels that a notification names, and most cells of one. */
const NAMED = 20;
const NAME_CELLS = 32;

/** The bands inside bounds: rows of horizontal bars by y, columns of all others by x. */
export function bandsIn(marks: Marks, bounds: SelectionBounds): Band[] {
  const { startX, endX, startY = 0, endY = Infinity } = bounds;
  return marks.horizontal
    ? marks.bandsBetween(Math.min(startY, endY), Math.max(startY, endY))
    : marks.bandsBetween(Math.min(startX, endX), Math.max(startX, endX));
}

/** All entries of a model. */
export function entriesOf({ count }: ChartModel): number[] {
  return Array.from({ length: count }, (_, entry) => entry);
}

/** Every entry that the bands represent; a band of folded entries represents all of them. */
function entriesIn(bands: readonly Band[], model: ChartModel): number[] {
  const found: number[] = [];
  for (const band of bands) {
    const to = Math.min(model.count, band.entry + band.entries);
    for (let entry = band.entry; entry < to; entry++) found.push(entry);
  }
  // A chart that is sorted copies its data in their own order.
  return found.sort((a, b) => a - b);
}

/** The entries inside bounds; without bounds the selected ones, or else all. */
export function entriesToCopy(
  model: ChartModel,
  selection: { entries(): number[] },
  marks: Marks,
  bounds: SelectionBounds | null | undefined,
): number[] {
  if (bounds !== undefined && bounds !== null) return entriesIn(bandsIn(marks, bounds), model);
  const selected = selection.entries();
  return selected.length > 0 ? selected : entriesOf(model);
}

export function clipboardJson(model: ChartModel, entries: readonly number[]): string {
  const data = { series: model.series, bars: entries.map((entry) => model.row(entry)) };
  if (!model.labelled) return JSON.stringify(data);
  return JSON.stringify({ ...data, labels: entries.map((entry) => model.label(entry) ?? '') });
}

/** `2 bars (Mon, Tue)`. */
export function clipboardDescription(
  model: ChartModel,
  entries: readonly number[],
): string | undefined {
  if (entries.length === 0) return undefined;
  const names = entries
    .slice(0, NAMED)
    .map((entry) => truncate(sanitize(model.label(entry) ?? ''), NAME_CELLS))
    .filter((name) => name !== '');
  if (names.length > 0 && entries.length > NAMED) names.push('…');
  const list = names.length === 0 ? '' : ` (${names.join(', ')})`;
  return `${entries.length} bars${list}`;
}

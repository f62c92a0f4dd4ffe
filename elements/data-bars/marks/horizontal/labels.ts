/** Labels beside horizontal bars: different ones stay different where they are cut. */
import type { ChartInput } from '../chart-input.js';
import { labelColumn } from '../layout.js';
import type { Slots } from '../slots.js';
import type { FittedText } from '../../../charts/text-cache.js';
import { parseTime, timeTexts } from '../../../charts/scale/time-ticks.js';

/** The slots that show. */
interface Shown {
  readonly from: number;
  readonly to: number;
  /** Rows of a label above the bars. */
  readonly labelRows: number;
}

/**
 * The labels of the slots that show. Where cutting their ends would make two the same, their middles are cut;
 * where that does too, what they begin with alike; at last the number of the entry distinguishes them.
 */
export function fitLabels(
  input: ChartInput,
  slots: Slots,
  view: Shown,
  { cells, lines }: { readonly cells: number; readonly lines: number },
): FittedText[][] {
  const { texts } = input;
  const raw: string[] = [];
  for (let slot = view.from; slot < view.to; slot++) raw.push(slots.label(slot));
  const times = timesOf(input, slots, view);
  // A label with all of the row is cut as it is, whatever others show.
  if (view.labelRows > 0) return (times ?? raw).map((label) => [texts.fit(label, cells)]);
  if (times !== undefined) return times.map((text) => [{ text, width: text.length }]);
  if (lines > 1) return raw.map((label) => texts.lines(label, cells, lines));
  return distinctLabels(input, slots, view, { cells, raw }).map((label) => [label]);
}

/** Cells of the label column. Times are not cut: they have half of the box, or none show. */
export function columnOf(widest: number, width: number, isTime: boolean): number {
  if (!isTime) return labelColumn(widest, width);
  return widest * 2 <= width ? widest : 0;
}

/** Cells of the widest label as it is shown. */
export function widestLabel(input: ChartInput, slots: Slots, view: Shown): number {
  const times = timesOf(input, slots, view);
  if (times === undefined) return slots.widestLabel;
  return times.reduce((most, { length }) => Math.max(most, length), 0);
}

/** The labels as times of the calendar; undefined where they are shown as they are. */
function timesOf(
  { settings }: ChartInput,
  slots: Slots,
  { from, to }: Shown,
): readonly string[] | undefined {
  if (!settings.timeAxis) return undefined;
  const times: number[] = [];
  for (let slot = from; slot < to; slot++) times.push(parseTime(slots.timeLabel(slot)));
  return timeTexts(times);
}

function distinctLabels(
  { texts }: ChartInput,
  slots: Slots,
  view: Shown,
  { cells, raw }: { readonly cells: number; readonly raw: readonly string[] },
): FittedText[] {
  let fitted = raw.map((label) => texts.fit(label, cells));
  if (cells >= slots.widestLabel) return fitted;
  const ways: ((index: number, alike: readonly string[]) => FittedText)[] = [
    (index) => texts.fitMiddle(raw[index]!, cells),
    (index, alike) => texts.fitEnd(raw[index]!, cells, alike),
    (index) => texts.fitNumbered(raw[index]!, cells, slots.from(view.from + index) + 1),
  ];
  for (const way of ways) {
    const alike = labelsAlike(fitted, raw);
    if (alike.size === 0) break;
    fitted = fitted.map((label, index) => {
      const group = alike.get(label.text);
      return group === undefined ? label : way(index, group);
    });
  }
  return fitted;
}

/** The labels that were different and are cut to the same text, by that text. */
function labelsAlike(
  fitted: readonly FittedText[],
  raw: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, Set<string>>();
  fitted.forEach(({ text }, index) => {
    const group = groups.get(text);
    if (group === undefined) groups.set(text, new Set([raw[index]!]));
    else group.add(raw[index]!);
  });
  const alike = new Map<string, readonly string[]>();
  for (const [text, group] of groups) if (group.size > 1) alike.set(text, [...group]);
  return alike;
}

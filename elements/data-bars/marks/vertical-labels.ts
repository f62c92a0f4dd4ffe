/** Labels under the columns: whole, centred, evenly thinned where there is no room for all. */
import type { ChartInput } from './chart-input.js';
import { CUT_LABELS } from './layout.js';
import type { Marks } from './marks.js';
import type { Slots } from './slots.js';

interface LabelRow {
  readonly firstSlot: number;
  readonly shown: number;
  /** Left edge of the first column. */
  readonly x: number;
  /** Columns that labels may take, `to` exclusive. */
  readonly from: number;
  readonly to: number;
  readonly pitch: number;
  readonly column: number;
  readonly y: number;
}

interface Placed {
  readonly slot: number;
  readonly x: number;
  readonly width: number;
  readonly text: string;
}

export function markColumnLabels(
  input: ChartInput,
  marks: Marks,
  slots: Slots,
  row: LabelRow,
): void {
  const { width, selection } = input;
  const labels: (Placed | undefined)[] = [];
  for (let place = 0; place < row.shown; place++) {
    const slot = row.firstSlot + place;
    const start = row.x + place * row.pitch;
    // A label that stands alone has all the row, and is cut only there.
    const room = row.shown === 1 ? row.to - Math.max(row.x, row.from) : 0;
    const most = room < CUT_LABELS ? Infinity : room;
    const { text, width: cells } = input.texts.fit(slots.label(slot), most);
    // Of a column that is wider than the box, the middle of what shows.
    const centred = start + Math.floor((Math.min(row.column, width - start) - cells) / 2);
    const x =
      cells === most
        ? Math.max(row.x, row.from)
        : Math.max(row.x, Math.min(centred, width - cells));
    const whole = cells > 0 && x >= row.from && x + cells <= row.to;
    labels.push(whole ? { slot, x, width: cells, text } : undefined);
  }
  // Every k-th entry of the stream, so that a label stays with its entry while the chart scrolls.
  const offset = slots.streamIndex(row.firstSlot);
  let every = 1;
  while (every < row.shown && touches(labels, offset, every)) every++;
  labels.forEach((label, place) => {
    if (label === undefined || (offset + place) % every !== 0) return;
    const from = slots.from(label.slot);
    const selected =
      !selection.empty &&
      selection.has(from, slots.to(label.slot), labelEntry(slots, label.slot), -1);
    marks.text('label', label.x, row.y, label.width, label.text, from, -1, selected);
  });
}

function labelEntry(slots: Slots, slot: number): number {
  slots.read(slot, 0);
  return slots.entry;
}

/** True where two of every k-th labels stand without a blank between them. */
function touches(labels: readonly (Placed | undefined)[], offset: number, every: number): boolean {
  let end = -1;
  const start = (every - (offset % every)) % every;
  for (let place = start; place < labels.length; place += every) {
    const label = labels[place];
    if (label === undefined) continue;
    if (label.x <= end) return true;
    end = label.x + label.width;
  }
  return false;
}

/** Labels under the columns: whole, centred, and evenly thinned if not all fit. */
import type { ChartInput } from '../chart-input.js';
import { CUT_LABELS } from '../layout.js';
import type { BoxInput } from '../needs.js';
import { parseTime, timeTicks, type TimeTick } from '../../scale/time-ticks.js';
import type { Marks } from '../marks.js';
import type { Slots } from '../slots.js';

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
  /** Rows that a label may take. */
  readonly rows: number;
}

/** Most rows of labels that are wrapped. */
const MAX_LINES = 3;
/** Blanks between the lines of neighbours: with one, they would read as one line. */
const WRAPPED_SPACE = 2;
/** Narrowest line of a label that is wrapped. */
const MIN_LINE = 4;
/** Cells of most axes, with the blank after them. */
const USUAL_AXIS = 5;
/** Labels that are looked at for how many rows they need. */
const LOOKED_AT = 200;

/** Rows of labels below the columns of a chart whose entries are as wide as its box allows. */
export function labelLines({ model, settings, texts, width, height }: BoxInput): number {
  if (model.widestLabel === 0) return 0;
  if (!settings.labelWrap || settings.timeAxis) return 1;
  const bar = settings.barWidth === 'auto' ? 1 : settings.barWidth;
  // The axis is not known yet; few are wider.
  const free = width - (settings.showAxis ? USUAL_AXIS : 0);
  const pitch = Math.max(
    model.bars.length * bar + settings.gap,
    Math.floor((free + settings.gap) / model.count),
  );
  const room = pitch - WRAPPED_SPACE;
  if (room < MIN_LINE) return 1;
  const most = Math.max(1, Math.min(MAX_LINES, Math.floor(height / 3)));
  let rows = 1;
  for (let entry = 0; entry < Math.min(model.count, LOOKED_AT); entry++) {
    rows = Math.max(rows, texts.lines(model.label(entry) ?? '', room, most).length);
  }
  return rows;
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
  if (input.settings.timeAxis) {
    markTimes(input, marks, slots, row);
    return;
  }
  if (row.rows > 1) {
    markWrappedLabels(input, marks, slots, row);
    return;
  }
  const { width } = input;
  const labels: (Placed | undefined)[] = [];
  for (let place = 0; place < row.shown; place++) {
    const slot = row.firstSlot + place;
    const start = row.x + place * row.pitch;
    // A single label may use the whole row, and only there it may be cut.
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
    const selected = isLabelSelected(input, slots, label.slot);
    marks.text('label', label.x, row.y, label.width, label.text, from, -1, selected);
  });
}

/** Times at the columns in which a unit of the calendar begins. */
function markTimes(input: ChartInput, marks: Marks, slots: Slots, row: LabelRow): void {
  const { width } = input;
  const times = Array.from({ length: row.shown }, (_, place) =>
    parseTime(slots.timeLabel(row.firstSlot + place)),
  );
  const place = ({ index, text }: TimeTick): { readonly x: number; readonly end: number } => {
    const start = row.x + index * row.pitch;
    const x = start + Math.floor((Math.min(row.column, width - start) - text.length) / 2);
    return { x, end: x + text.length };
  };
  const inBox = (tick: TimeTick): boolean => place(tick).x >= row.from && place(tick).end <= row.to;
  const ticks = timeTicks(times, (all) => {
    const shown = all.filter(inBox).map(place);
    return shown.every(({ x }, index) => index === 0 || x > shown[index - 1]!.end);
  });
  for (const tick of ticks.filter(inBox)) {
    const from = slots.from(row.firstSlot + tick.index);
    const { x } = place(tick);
    const selected = isLabelSelected(input, slots, row.firstSlot + tick.index);
    marks.text('label', x, row.y, tick.text.length, tick.text, from, -1, selected);
  }
}

function isLabelSelected({ selection }: ChartInput, slots: Slots, slot: number): boolean {
  if (selection.empty) return false;
  return selection.has(slots.from(slot), slots.to(slot), labelEntry(slots, slot), -1);
}

/** Each label in the columns of its entry, as many lines as there are rows. */
function markWrappedLabels(input: ChartInput, marks: Marks, slots: Slots, row: LabelRow): void {
  const { texts, width } = input;
  const room = Math.max(1, row.pitch - WRAPPED_SPACE);
  for (let place = 0; place < row.shown; place++) {
    const slot = row.firstSlot + place;
    const start = row.x + place * row.pitch;
    const from = slots.from(slot);
    const selected = isLabelSelected(input, slots, slot);
    const left = start + Math.floor((row.column - room) / 2);
    texts.lines(slots.label(slot), room, row.rows).forEach((line, index) => {
      const centred = start + Math.floor((row.column - line.width) / 2);
      const x = Math.max(row.x, Math.min(Math.max(left, centred), width - line.width));
      if (line.width === 0 || x < row.from || x + line.width > row.to) return;
      marks.text('label', x, row.y + index, line.width, line.text, from, -1, selected);
    });
  }
}

function labelEntry(slots: Slots, slot: number): number {
  slots.read(slot, 0);
  return slots.entry;
}

/** True if two of every k-th labels have no blank between them. */
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

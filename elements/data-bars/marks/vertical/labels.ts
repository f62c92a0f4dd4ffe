/** Labels under the columns: whole, centred, and evenly thinned if not all fit. */
import type { ChartInput } from '../chart-input.js';
import { CUT_LABELS } from '../layout.js';
import type { BoxInput } from '../needs.js';
import { parseTime, timeTicks, type TimeTick } from '../../../charts/scale/time-ticks.js';
import type { Marks } from '../marks.js';
import type { Slots } from '../slots.js';
import type { FittedText, TextCache } from '../../../charts/text-cache.js';

interface LabelRow {
  readonly slots: Slots;
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

/** A line of a label. */
interface PlacedLine {
  /** Its column, counted among those that show. */
  readonly column: number;
  /** Its row, counted from the first row of labels. */
  readonly line: number;
  readonly x: number;
  readonly text: string;
  readonly width: number;
}

/** Places a line; undefined where not all of it has room. */
type Place = (text: FittedText, column: number, line: number) => PlacedLine | undefined;

/** Marks the lines that are chosen, each centred on its column. */
export function markColumnLabels(input: ChartInput, marks: Marks, row: LabelRow): void {
  const { texts, width: boxWidth } = input;
  const isTime = input.settings.timeAxis;
  const choose = isTime ? chooseTimes : row.rows > 1 ? chooseWrapped : chooseThinned;
  const place: Place = ({ text, width }, column, line) => {
    const x = columnX(boxWidth, row, column, width, isTime);
    const isWhole = width > 0 && x >= row.from && x + width <= row.to;
    return isWhole ? { column, line, x, text, width } : undefined;
  };
  for (const { column, line, x, text, width } of choose(row, place, texts)) {
    const slot = row.firstSlot + column;
    const selected = isLabelSelected(input, row.slots, slot);
    marks.text('label', x, row.y + line, width, text, row.slots.from(slot), -1, selected);
  }
}

/** The first cell of a text: inside the plot, but a time is never moved from its column. */
function columnX(
  boxWidth: number,
  row: LabelRow,
  column: number,
  cells: number,
  isTime: boolean,
): number {
  const start = row.x + column * row.pitch;
  // Of a column that is wider than the box, the middle of what shows.
  const centred = start + Math.floor((Math.min(row.column, boxWidth - start) - cells) / 2);
  if (isTime) return centred;
  const isAlone = row.shown === 1;
  const to = isAlone ? row.to : boxWidth;
  return Math.max(row.x, isAlone ? row.from : 0, Math.min(centred, to - cells));
}

/** Whole labels: all, or those of every k-th entry. */
function chooseThinned(row: LabelRow, place: Place, texts: TextCache): readonly PlacedLine[] {
  // A single label may use the whole row, and only there it may be cut.
  const room = row.shown === 1 ? row.to - Math.max(row.x, row.from) : 0;
  const most = room < CUT_LABELS ? Infinity : room;
  const labels = Array.from({ length: row.shown }, (_, column) =>
    place(texts.fit(row.slots.label(row.firstSlot + column), most), column, 0),
  );
  // Of the stream, so that a label stays with its entry while the chart scrolls.
  const offset = row.slots.streamIndex(row.firstSlot);
  for (let every = 1; ; every++) {
    const first = (every - (offset % every)) % every;
    if (every < row.shown && touches(labels, first, every)) continue;
    return labels.filter(
      (label): label is PlacedLine => label !== undefined && label.column % every === first,
    );
  }
}

/** Times at the columns in which a unit of the calendar begins. */
function chooseTimes(row: LabelRow, place: Place): readonly PlacedLine[] {
  const times = Array.from({ length: row.shown }, (_, column) =>
    parseTime(row.slots.timeLabel(row.firstSlot + column)),
  );
  const placed = (ticks: readonly TimeTick[]): readonly PlacedLine[] =>
    ticks
      .map(({ index, text }) => place({ text, width: text.length }, index, 0))
      .filter((line) => line !== undefined);
  return placed(timeTicks(times, (ticks) => !touches(placed(ticks))));
}

/** Each label in the columns of its entry, in as many lines as there are rows. */
function chooseWrapped(row: LabelRow, place: Place, texts: TextCache): readonly PlacedLine[] {
  const room = Math.max(1, row.pitch - WRAPPED_SPACE);
  return Array.from({ length: row.shown }, (_, column) =>
    texts
      .lines(row.slots.label(row.firstSlot + column), room, row.rows)
      .map((text, line) => place(text, column, line))
      .filter((line) => line !== undefined),
  ).flat();
}

function isLabelSelected({ selection }: ChartInput, slots: Slots, slot: number): boolean {
  if (selection.empty) return false;
  slots.read(slot, 0);
  return selection.has(slots.from(slot), slots.to(slot), slots.entry, -1);
}

/** True if two lines, of those `every` places apart from the first, have no blank between them. */
function touches(lines: readonly (PlacedLine | undefined)[], first = 0, every = 1): boolean {
  let end = -1;
  for (let place = first; place < lines.length; place += every) {
    const line = lines[place];
    if (line === undefined) continue;
    if (line.x <= end) return true;
    end = line.x + line.width;
  }
  return false;
}

/** Sparklines: one band of rows a series, one column an entry, the name before and the value after. */
import { textCells, type NumberColumn } from '../scale/columns.js';
import { GrowthScale, LedScale, shareOf, type Domain } from '../scale/scale.js';
import type { ValueWriter } from '../scale/value-text.js';
import { isAbsent } from '../model/row-ring.js';
import { isPlain, type ChartInput } from './chart-input.js';
import {
  chartDomain,
  labelColumn,
  scalesToVisible,
  valueWriter,
  type LayoutCaches,
} from './layout.js';
import { markLegend, moreText } from './legend.js';
import {
  ABSENT,
  BAR_FIELDS,
  CLAMPED,
  CUT,
  FLAGS,
  H,
  HIGH,
  KIND,
  NEGATIVE,
  SELECTED,
  SOLID,
  ZERO,
  type Marks,
} from './marks.js';
import { markPointLines } from './point-lines.js';
import { Slots } from './slots.js';

const BLANK = 0x20;
/** Fewest points beside values, and beside names. */
const POINTS_BESIDE_VALUES = 4;
const POINTS_BESIDE_NAMES = 3;
/** Narrowest column of names that are cut: a letter or two, the ellipsis, the colon. */
const CUT_NAME = 4;

export function layoutSparkline(input: ChartInput, marks: Marks, caches: LayoutCaches): void {
  const { model, settings, width, height } = input;
  marks.reset(false);
  const count = model.series.length;
  if (width < 1 || height < 1 || count === 0) return;
  let top = 0;
  if (settings.showLegend) {
    const legend = caches.legend.place(input, width);
    if (height - legend.lines >= count) {
      top = legend.lines;
      markLegend(input, legend, marks);
    }
  }
  // The last row says how many series have none; a single row has room for points only.
  const says = count > height - top && height - top > 1;
  const shown = says ? height - top - 1 : Math.min(count, height - top);
  const rows = Math.max(1, Math.floor((height - top) / count));
  marks.rows = { top, height: rows, count: shown };
  if (says) {
    const text = moreText(count - shown, width);
    const cells = Math.min(width, text.length);
    marks.text('more', 0, height - 1, cells, text.slice(0, cells));
  }

  let names = settings.showLabels ? nameColumn(input, shown) : 0;
  let values = sparkValues(input, shown, caches, width - (names > 0 ? names + 1 : 0));
  if (names > 0 && values.room < Math.min(POINTS_BESIDE_NAMES, Math.max(1, model.count))) {
    names = 0;
    values = sparkValues(input, shown, caches, width);
  }
  const { room, cells: valueCells } = values;
  const slots = new Slots(model, settings.downsample, room);
  const plotX = names > 0 ? names + 1 : 0;
  const used = Math.min(slots.count, room);
  const first = slots.count - used;
  const { clip } = input;
  const from = Math.max(0, clip.x - plotX);
  const to = Math.min(used, clip.x + clip.width - plotX);
  if (slots.size === 1) marks.bandRow(first + from, plotX + from, Math.max(0, to - from));
  else {
    for (let place = from; place < to; place++) {
      const slot = first + place;
      marks.band(slots.from(slot), slots.entries(slot), plotX + place, plotX + place + 1);
    }
  }
  const domains = sparkDomains(input, slots.size === 1 ? first : 0, shown);
  // A meter's threshold colours whole rows of a tall sparkline; fractions of a cell are kept all the same.
  marks.ledHigh = new LedScale(domains[0]!, rows, 1).firstHigh(settings.highValue);
  const valueTexts: number[] = [];
  const lowest = Math.min(shown, Math.ceil((clip.y + clip.height - top) / rows));
  for (let series = Math.max(0, Math.floor((clip.y - top) / rows)); series < lowest; series++) {
    const bottom = top + (series + 1) * rows;
    if (names > 0) {
      const { text, width: cells } = input.texts.fit(model.series[series]!.name, names - 1);
      if (cells > 0) marks.text('name', 0, bottom - 1, cells + 1, `${text}:`, -1, series);
    }
    const domain = domains[series] ?? domains[0]!;
    const firstMark = marks.barCount;
    markPoints(input, marks, slots, series, {
      domain,
      rows,
      bottom,
      x: plotX - first,
      from: first + from,
      to: first + to,
    });
    if (rows > 1) {
      const band = { left: plotX, right: plotX + used, top: bottom - rows, bottom };
      markPointLines(input, marks, domain, band, firstMark);
    }
    if (valueCells > 0) {
      const text = values.texts[series]!;
      valueTexts.push(marks.textCount);
      const x = plotX + used + (used > 0 ? 1 : 0);
      marks.text('value', x, bottom - 1, textCells(text), text, model.count - 1, series);
    }
  }
  const plain = isPlain(input) && !input.monochrome && slots.size === 1 && rows === 1 && !says;
  const said = values.writer.format !== 'sum' && valueCells > 0 === settings.showValues;
  const all = used * shown === marks.barCount && used > 0;
  if (!plain || !said || !all || settings.seriesScale === 'own') return;
  const [domain] = domains as [Domain];
  const scale = new GrowthScale(domain, 1);
  const glyphs = glyphRows(marks, shown, used);
  if (scale.shared || scale.zero > 0 || glyphs === undefined) return;
  marks.plan = {
    kind: 'points',
    shape: model.shape,
    entries: model.count,
    scale,
    writer: values.writer,
    column: values.column,
    eighths: 8,
    ...cellsThatKeep(values, width - plotX - used - 1, used === model.count),
    styles: [],
    generation: -1,
    base: -1,
    valueTexts,
    x: plotX,
    top,
    rows: glyphs,
    turns: glyphs.map(() => -1),
    from: first,
    window: values.from,
    wide: values.wide,
    space: width - plotX,
    stream: model.first + first,
    load: model.loads,
  };
}

/** The scale of each series that shows, over the entries from `first` on; one where all share it. */
export function sparkDomains(input: ChartInput, first: number, shown: number): Domain[] {
  const { model, settings } = input;
  const view = { from: first, to: model.count };
  if (settings.seriesScale !== 'own') return [chartDomain(input, view)];
  return Array.from({ length: shown }, (_, bar) => chartDomain(input, { ...view, bar }));
}

/** Numbers of the values; used again for each chart. */
let numbers = new Float64Array(16);

/** The values of a sparkline: a text for each series that shows, and how many points show beside them. */
interface Values {
  readonly writer: ValueWriter;
  readonly column: NumberColumn | undefined;
  readonly texts: readonly string[];
  /** Cells of the texts; 0 where they are not shown. */
  readonly cells: number;
  /** Columns of points. */
  readonly room: number;
  /** The first entry that the texts are about. */
  readonly from: number;
  /** The scale over as many entries as the box has columns, by which the room was found. */
  readonly wide: Domain;
}

/**
 * The values in `space` columns, points included. How many points show depends on how wide the texts are,
 * and their texts on the points that show: the widest window is taken for which both are true.
 */
function sparkValues(
  input: ChartInput,
  shown: number,
  caches: LayoutCaches,
  space: number,
): Values {
  const { model, settings, width, height } = input;
  const { count } = model;
  const writerOver = (points: number): ValueWriter =>
    valueWriter(input, chartDomain(input, { from: Math.max(0, count - points), to: count }));
  const wideWriter = writerOver(space);
  const wide = wideWriter.domain;
  const room = Math.max(0, space);
  const none = { writer: wideWriter, column: undefined, texts: [], cells: 0, room, from: 0, wide };
  if (!settings.showValues) return none;
  const { format } = wideWriter;
  const last = Array.from({ length: shown }, (_, series) =>
    format === 'sum' ? sumOf(input, series) : lastOf(input, series),
  );
  if (shown * 2 > numbers.length) numbers = new Float64Array(shown * 4);
  let filled = 0;
  for (let series = 0; series < shown; series++) {
    numbers[filled++] = wideWriter.shown(last[series]!);
    if (format === 'last/max') numbers[filled++] = peakOf(input, series, firstOf(input, space));
  }
  const column = caches.precision.grown(
    wideWriter,
    (floor) => wideWriter.column(numbers, filled, 8, { floor }),
    { load: model.loads, width, height },
  );
  const points = roomBeside(
    (window) => (window === space ? wideWriter : writerOver(window)).usualCells(column),
    space,
    scalesToVisible(input),
  );
  const writer = writerOver(Math.max(1, points));
  const from = firstOf(input, Math.max(1, points));
  const texts = last.map((value, series) =>
    writer.text(column, value, () => peakOf(input, series, from)),
  );
  const widest = texts.reduce((most, text) => Math.max(most, textCells(text)), 0);
  const cells = Math.max(writer.usualCells(column), widest);
  const left = Math.min(points, space - 1 - cells);
  // Few points need little room: the texts stay where all of them fit.
  const few = left >= count && left > 0;
  if (left < POINTS_BESIDE_VALUES && !few) return none;
  return { writer, column, texts, cells, room: left, from, wide };
}

/** The first entry of a window of so many, or of all where the scale covers them all. */
function firstOf(input: ChartInput, points: number): number {
  return scalesToVisible(input) ? Math.max(0, input.model.count - points) : 0;
}

/** The most points beside texts that take `cells(points)`, which grow with the points. */
function roomBeside(
  cells: (points: number) => number,
  space: number,
  followsPoints: boolean,
): number {
  const safe = space - 1 - cells(space);
  if (!followsPoints) return safe;
  for (const window of [safe, POINTS_BESIDE_VALUES]) {
    if (window < 1) continue;
    const room = space - 1 - cells(window);
    if (room > safe && room + 1 + cells(room) <= space) return room;
  }
  return safe;
}

/** Cells that later texts must take for all else to stay where it is. */
function cellsThatKeep(
  { writer, column, cells }: Values,
  free: number,
  all: boolean,
): { readonly leastCells: number; readonly mostCells: number; readonly usualCells: number } {
  const usualCells = column === undefined ? 0 : writer.usualCells(column);
  // Where all points fit they stay where they are, whatever the room beside them.
  if (all) return { leastCells: 0, mostCells: cells > 0 ? free : 0, usualCells };
  return { leastCells: cells, mostCells: cells, usualCells };
}

function lastOf({ model }: ChartInput, series: number): number {
  return model.count > 0 ? model.value(model.count - 1, series) : NaN;
}

function peakOf({ model, settings }: ChartInput, series: number, from: number): number {
  return settings.max ?? model.peak(series, from);
}

function sumOf({ model }: ChartInput, series: number): number {
  const all = model.foldsOf(series).range(model.first, model.first + model.count);
  // The sum of means carries the error of its divisions; twelve digits do not.
  return all.count === 0 ? NaN : Number((all.means[0]! * all.count).toPrecision(12));
}

/** What the points of each series look like, as they are painted; undefined where one is neither bar nor zero. */
function glyphRows(marks: Marks, series: number, count: number): Uint32Array[] | undefined {
  const { bars } = marks;
  const rows: Uint32Array[] = [];
  for (let index = 0; index < series; index++) {
    const row = new Uint32Array(count);
    for (let i = 0; i < count; i++) {
      const at = (index * count + i) * BAR_FIELDS;
      const zero = bars[at + KIND] === ZERO;
      if (bars[at + FLAGS] !== 0 || (!zero && bars[at + KIND] !== SOLID)) return undefined;
      row[i] = zero ? BLANK : 0x2580 + bars[at + H]!;
    }
    rows.push(row);
  }
  return rows;
}

/** Cells of the names with their colons, at most a third of the box; 0 where there are none or they do not fit. */
function nameColumn({ model, texts, width }: ChartInput, shown: number): number {
  let widest = 0;
  for (let series = 0; series < shown; series++) {
    const { length } = model.series[series]!.name;
    if (length > 0) widest = Math.max(widest, texts.fit(model.series[series]!.name).width);
  }
  if (widest === 0) return 0;
  const cells = labelColumn(widest + 1, width);
  return cells <= widest && cells < CUT_NAME ? 0 : cells;
}

interface Points {
  readonly domain: Domain;
  readonly rows: number;
  /** The row below the lowest one of the band. */
  readonly bottom: number;
  /** Column of slot 0. */
  readonly x: number;
  readonly from: number;
  readonly to: number;
}

/** Lengths of the points of one series in eighths; used again for each. */
let lengths = new Float64Array(128);

/** The hot path of a dashboard: from the ring to marks, in loops without an object or a call a point. */
function markPoints(
  input: ChartInput,
  marks: Marks,
  slots: Slots,
  series: number,
  points: Points,
): void {
  const { from, to, x, bottom, domain, rows } = points;
  const scale = new GrowthScale(domain, rows);
  const simple = slots.size === 1 && input.selection.empty && !input.settings.led && !scale.shared;
  if (!simple) {
    markSlots(input, marks, slots, series, points, scale, from, to);
    return;
  }
  const count = to - from;
  if (count > lengths.length) lengths = new Float64Array(count * 2);
  input.model.values(series, from, to, lengths);
  scale.lengths(lengths, count);
  const base = (bottom - scale.zero) * 8;
  for (let i = 0; i < count;) {
    let end = i;
    while (end < count && lengths[end]! > 0) end++;
    if (end > i) {
      marks.columns(x + from, base, lengths, i, end, from, series);
      i = end;
    } else {
      // What is absent, zero or negative has marks of its own kind.
      while (end < count && !(lengths[end]! > 0)) end++;
      markSlots(input, marks, slots, series, points, scale, from + i, from + end);
      i = end;
    }
  }
}

/** The slots of one series one by one, whatever they are. */
function markSlots(
  input: ChartInput,
  marks: Marks,
  slots: Slots,
  series: number,
  points: Points,
  scale: GrowthScale,
  from: number,
  to: number,
): void {
  const { model, settings, selection } = input;
  const { domain, rows, bottom, x } = points;
  const { zero, shared } = scale;
  const base = bottom * 8;
  const plain = slots.size === 1;
  const { led, highValue } = settings;
  const unselected = selection.empty;
  for (let slot = from; slot < to; slot++) {
    let value: number;
    let entry = slot;
    if (plain) value = model.value(slot, series);
    else {
      slots.read(slot, series);
      value = slots.values[0]!;
      entry = slots.entry;
    }
    const left = (x + slot) * 8;
    let flags = 0;
    if (!unselected && selection.has(slots.from(slot), slots.to(slot), entry, series)) {
      flags = SELECTED;
    }
    if (isAbsent(value)) {
      const cell = Math.min(zero, rows - 1);
      marks.bar(left, base - cell * 8 - 8, 8, 8, entry, series, ABSENT, flags);
      continue;
    }
    if (led && shareOf(domain, value) * 100 >= highValue) flags |= HIGH;
    const cut = scale.cut(value);
    const length = scale.length(value);
    if (cut !== 0) flags |= CUT;
    if (cut !== 0 && Math.sign(length) !== cut) {
      const cell = cut > 0 ? Math.max(0, zero - 1) : Math.min(zero, rows - 1);
      const side = cut < 0 ? NEGATIVE : 0;
      marks.bar(left, base - cell * 8 - 8, 8, 8, entry, series, CLAMPED, flags | side);
    } else if (length > 0) {
      marks.bar(left, base - zero * 8 - length, 8, length, entry, series, SOLID, flags);
    } else if (length < 0) {
      const top = base - (shared ? 8 : zero * 8);
      marks.bar(left, top, 8, -length, entry, series, SOLID, flags | NEGATIVE);
    } else {
      const cell = Math.min(zero, rows - 1);
      marks.bar(left, base - cell * 8 - 8, 8, 8, entry, series, ZERO, flags);
    }
  }
}

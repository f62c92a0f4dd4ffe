/** Sparklines: one band of rows a series, one column an entry, the name before and the value after. */
import { isPlain, type ChartInput } from './chart-input.js';
import { chartDomain, chartFormat, labelColumn, type LayoutCaches } from './layout.js';
import { markLegend } from './legend.js';
import {
  ABSENT,
  BAR_FIELDS,
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
import { formatNumber } from '../scale/number-text.js';
import { isAbsent } from '../model/row-ring.js';
import { GrowthScale, LedScale, shareOf, type Domain } from '../scale/scale.js';
import { Slots } from './slots.js';
import { usualWidth, valueText, type ValueFormat } from '../scale/value-text.js';

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
    const legend = caches.legend.place(model.series, width, input.texts);
    if (height - legend.lines >= count) {
      top = legend.lines;
      markLegend(input, legend, marks);
    }
  }
  const shown = Math.min(count, height - top);
  const rows = Math.max(1, Math.floor((height - top) / count));
  marks.rows = { top, height: rows, count: shown };

  const domain = chartDomain(input);
  // A meter's threshold colours whole rows of a tall sparkline; fractions of a cell are kept all the same.
  marks.ledHigh = new LedScale(domain, rows, 1).firstHigh(settings.highValue);
  const format = chartFormat(input);
  const values: string[] = [];
  let valueCells = 0;
  if (settings.showValues) {
    valueCells = usualCellsOf(format, domain);
    for (let series = 0; series < shown; series++) {
      const text = sparkText(input, series, format, domain);
      values.push(text);
      valueCells = Math.max(valueCells, text.length);
    }
  }
  let names = settings.showLabels ? nameColumn(input, shown) : 0;
  const points = (): number =>
    width - (names > 0 ? names + 1 : 0) - (valueCells > 0 ? valueCells + 1 : 0);
  // Few points need little room: the texts stay where all of them fit.
  if (
    valueCells > 0 &&
    points() < POINTS_BESIDE_VALUES &&
    !fitsNow(model.count, points(), values, valueCells)
  ) {
    valueCells = 0;
  }
  if (names > 0 && points() < Math.min(POINTS_BESIDE_NAMES, Math.max(1, model.count))) names = 0;

  const room = Math.max(0, points());
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
  const valueTexts: number[] = [];
  const lowest = Math.min(shown, Math.ceil((clip.y + clip.height - top) / rows));
  for (let series = Math.max(0, Math.floor((clip.y - top) / rows)); series < lowest; series++) {
    const bottom = top + (series + 1) * rows;
    if (names > 0) {
      const { text, width: cells } = input.texts.fit(model.series[series]!.name, names - 1);
      if (cells > 0) marks.text('name', 0, bottom - 1, cells + 1, `${text}:`, -1, series);
    }
    markPoints(input, marks, slots, series, {
      domain,
      rows,
      bottom,
      x: plotX - first,
      from: first + from,
      to: first + to,
    });
    if (valueCells > 0) {
      const text = values[series]!;
      valueTexts.push(marks.textCount);
      const x = plotX + used + (used > 0 ? 1 : 0);
      marks.text('value', x, bottom - 1, text.length, text, model.count - 1, series);
    }
  }
  const plain = isPlain(input) && !input.monochrome && slots.size === 1 && rows === 1;
  const said = format !== 'sum' && valueCells > 0 === settings.showValues;
  const all = used * shown === marks.barCount && used > 0;
  if (!plain || !said || !all) return;
  const scale = new GrowthScale(domain, 1);
  const glyphs = glyphRows(marks, shown, used);
  if (scale.shared || scale.zero > 0 || glyphs === undefined) return;
  marks.plan = {
    kind: 'points',
    shape: model.shape,
    entries: model.count,
    scale,
    format,
    // Where all points fit they stay where they are, whatever the room beside them.
    leastCells: used === model.count ? 0 : valueCells,
    mostCells: used === model.count && valueCells > 0 ? width - plotX - used - 1 : valueCells,
    styles: [],
    generation: -1,
    base: -1,
    usualCells: settings.showValues ? usualCellsOf(format, domain) : 0,
    valueTexts,
    x: plotX,
    top,
    rows: glyphs,
    turns: glyphs.map(() => -1),
    from: first,
    stream: model.first + first,
    load: model.loads,
  };
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

/** Room for the texts of later values too, so that a change of digits does not move the points. */
function usualCellsOf(format: ValueFormat, domain: Domain): number {
  const cells = usualWidth(format, domain);
  return format === 'last/max' ? cells * 2 + 1 : cells;
}

function fitsNow(count: number, points: number, values: readonly string[], cells: number): boolean {
  const widest = values.reduce((most, { length }) => Math.max(most, length), 0);
  return points >= count && widest <= cells && points > 0;
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

function sparkText(input: ChartInput, series: number, format: ValueFormat, domain: Domain): string {
  const { model, settings } = input;
  const last = model.count > 0 ? model.value(model.count - 1, series) : NaN;
  if (format === 'sum') {
    const all = model.foldsOf(series).range(model.first, model.first + model.count);
    // The sum of means carries the error of its divisions; twelve digits do not.
    const sum = Number((all.means[0]! * all.count).toPrecision(12));
    return formatNumber(all.count === 0 ? NaN : sum);
  }
  return valueText(format, last, domain, () => settings.max ?? model.peak(series));
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
    const length = scale.length(value);
    if (length > 0) {
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

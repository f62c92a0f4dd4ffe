/**
 * Refresh: the hot path of a dashboard. Where only numbers changed, the cells that show them are painted
 * and nothing else: no marks, no labels, no blanks. Whatever is out of the ordinary (a selection, a zero,
 * a column that grows) returns false, and the chart is laid out and painted as a whole.
 *
 * Loops here are few and small and work on arrays: in the first seconds of a program they are interpreted,
 * and compiling them must not cost more than it saves.
 */
import type { RefreshPainter } from '../../../runtime/element/contract.js';
import { chartDomain, scalesToVisible } from '../marks/layout.js';
import {
  BAR_FIELDS,
  ENTRY,
  H,
  KIND,
  SERIES,
  SOLID,
  W,
  X,
  Y,
  ZERO,
  type Marks,
  type TextMark,
} from '../marks/marks.js';
import type { ChartModel } from '../model/model.js';
import { FULL_BLOCK } from '../../../runtime/base/text/block-glyphs.js';
import { findAlike, seriesColor, type PaletteName } from '../../charts/paint/palette.js';
import { paintText } from '../../charts/paint/texts.js';

import type { BarsPlan, PointsPlan, RefreshPlan } from '../marks/plan.js';
import type { ChartSettings } from '../marks/settings.js';
import { textCells } from '../../charts/scale/columns.js';

const BLANK = 0x20;

export interface RefreshInput {
  readonly model: ChartModel;
  readonly settings: ChartSettings;
  readonly marks: Marks;
  readonly palette: PaletteName;
}

/** New texts and lengths, made before anything is painted; used again for each chart. */
const texts: string[] = [];
let lengths = new Int32Array(64);
/** By series, how many cells change where its points move on by one; -1 where they do not. */
const moves: number[] = [];
/** Shorter rows are not worth moving. */
const MIN_MOVED = 16;

function keepsDomain(plan: RefreshPlan, input: RefreshInput): boolean {
  const { model, settings } = input;
  const { domain } = plan.scale;
  const isFree = settings.min === undefined || settings.max === undefined;
  if (!isFree && domain.bend === undefined) return true;
  const view = plan.kind === 'points' ? { from: plan.from, to: model.count } : undefined;
  const now = chartDomain(input, view);
  return now.min === domain.min && now.max === domain.max;
}

/**
 * Paints what changed since the marks were made.
 *
 * @returns 'no' if nothing was painted and everything has to be, 'marks' if the marks are up to date, 'cells' if only
 *   the cells are, so that the marks have to be made again before they are painted
 */
export function refresh(
  painter: RefreshPainter,
  plan: RefreshPlan,
  input: RefreshInput,
): 'no' | 'marks' | 'cells' {
  const { model } = input;
  if (plan.shape !== model.shape || plan.entries !== model.count) return 'no';
  if (!keepsDomain(plan, input)) return 'no';
  const restyled = plan.generation !== painter.generation || plan.base !== painter.base;
  if (restyled) restyle(painter, plan, input);
  if (plan.kind === 'bars') {
    if (!readBars(plan, input)) return 'no';
    paintBars(painter, plan, input);
    return 'marks';
  }
  const { rows, from } = plan;
  if (plan.mostCells > 0 && !readValues(plan, input)) return 'no';
  const stream = model.first + from;
  const known = plan.load === model.loads;
  for (let series = 0; series < rows.length; series++) {
    const row = rows[series]!;
    const moved = known ? Math.min(stream - plan.stream, row.length) : row.length;
    moves[series] = moved === 1 && !restyled ? turnsOf(plan, series) : -1;
    if (moved < row.length) row.copyWithin(0, moved);
    for (let i = row.length - moved; i < row.length; i++) {
      const value = model.value(from + i, series);
      const length = plan.scale.cut(value) === 0 ? plan.scale.length(value) : NaN;
      // Nothing is lost by what was moved so far: the plan is thrown away.
      if (!(length >= 0)) return 'no';
      row[i] = length === 0 ? BLANK : 0x2580 + length;
    }
    plan.turns[series] = moves[series]! < 0 ? -1 : moves[series]! + turnAt(row, row.length - 1);
  }
  plan.stream = stream;
  plan.load = model.loads;
  paintRows(painter, plan, input);
  return 'cells';
}

/**
 * How many points of a row look different from the one before, which is how many cells change where all
 * move on by one; the first, which leaves, is taken off. -1 where the row is too short to be moved.
 */
function turnsOf(plan: PointsPlan, series: number): number {
  const row = plan.rows[series]!;
  if (row.length < MIN_MOVED) return -1;
  let turns = plan.turns[series]!;
  if (turns < 0) {
    turns = 0;
    for (let i = 1; i < row.length; i++) turns += turnAt(row, i);
  }
  return turns - turnAt(row, 1);
}

function turnAt(row: Uint32Array, i: number): number {
  return row[i] === row[i - 1] ? 0 : 1;
}

function restyle(
  painter: RefreshPainter,
  plan: RefreshPlan,
  { model, palette }: RefreshInput,
): void {
  const alike = findAlike(painter, model.series, palette);
  for (let series = 0; series < model.series.length; series++) {
    const color = seriesColor(painter, model.series, series, palette, alike);
    plan.styles[series] = painter.style(color, undefined, 0);
  }
  plan.generation = painter.generation;
  plan.base = painter.base;
}

/** Numbers of the values that show; used again for each chart. */
let numbers = new Float64Array(64);

/** The texts beside the points; false where they are written in other ways now, or need other room. */
function readValues(plan: PointsPlan, { model, settings }: RefreshInput): boolean {
  const { rows, writer, column, window, wide, space } = plan;
  if (column === undefined) return false;
  const first = scalesToVisible({ model, settings }) ? Math.max(0, model.count - space) : 0;
  const last = model.count - 1;
  const both = writer.format === 'last/max';
  if (rows.length * 2 > numbers.length) numbers = new Float64Array(rows.length * 4);
  let count = 0;
  for (let series = 0; series < rows.length; series++) {
    numbers[count++] = writer.round(model.value(last, series));
    if (both) numbers[count++] = settings.max ?? model.peak(series, first);
  }
  if (!isColumn(plan, count, plan.load === model.loads)) return false;
  if (settings.max === undefined || settings.min === undefined) {
    // The room for the texts was found by the scale of more entries than show.
    const now = chartDomain({ model, settings }, { from: first, to: model.count });
    if (now.min !== wide.min || now.max !== wide.max) return false;
  }
  let widest = plan.usualCells;
  for (let series = 0; series < rows.length; series++) {
    const peak = (): number => settings.max ?? model.peak(series, window);
    const text = writer.text(column, model.value(last, series), peak);
    texts[series] = text;
    widest = Math.max(widest, textCells(text));
  }
  return widest >= plan.leastCells && widest <= plan.mostCells;
}

/** True where the numbers would be written in the column of the plan. */
function isColumn(
  { writer, column, eighths }: RefreshPlan,
  count: number,
  streams: boolean,
): boolean {
  if (column === undefined) return true;
  // A stream keeps the decimals that it had; numbers that were all replaced do not.
  const floor = streams ? column.decimals : undefined;
  return writer.column(numbers, count, eighths, { floor }) === column;
}

/** Lengths and texts of all bars; false where one is not an ordinary bar. */
function readBars(plan: BarsPlan, { model, settings, marks }: RefreshInput): boolean {
  const { bars, barCount } = marks;
  const { scale, leastCells, mostCells, writer, column } = plan;
  const hasValues = mostCells > 0 && column !== undefined;
  if (barCount > lengths.length) lengths = new Int32Array(barCount * 2);
  if (barCount > numbers.length) numbers = new Float64Array(barCount * 2);
  for (let mark = 0, at = 0; mark < barCount; mark++, at += BAR_FIELDS) {
    const series = bars[at + SERIES]!;
    const value = model.value(bars[at + ENTRY]!, series);
    const length = scale.cut(value) === 0 ? scale.length(value) : NaN;
    if (!(length >= 0)) return false;
    lengths[mark] = length;
    if (hasValues) numbers[mark] = writer.round(value);
  }
  if (!hasValues) return true;
  if (!isColumn(plan, barCount, false)) return false;
  let widest = plan.usualCells;
  for (let mark = 0, at = 0; mark < barCount; mark++, at += BAR_FIELDS) {
    const series = bars[at + SERIES]!;
    const value = model.value(bars[at + ENTRY]!, series);
    const text = writer.text(column, value, () => settings.max ?? model.peak(series));
    texts[mark] = text;
    const cells = textCells(text);
    if (cells > widest) widest = cells;
  }
  return widest >= leastCells && widest <= mostCells;
}

function paintBars(painter: RefreshPainter, plan: BarsPlan, { marks }: RefreshInput): void {
  const { bars, barCount } = marks;
  const { width } = painter;
  const { styles } = plan;
  for (let mark = 0, at = 0; mark < barCount; mark++, at += BAR_FIELDS) {
    const x = plan.origin;
    const before = bars[at + KIND] === ZERO ? 0 : bars[at + W]!;
    const length = lengths[mark]!;
    const y = bars[at + Y]! >> 3;
    const rows = bars[at + H]! >> 3;
    if (before !== length) {
      bars[at + KIND] = length === 0 ? ZERO : SOLID;
      bars[at + X] = length === 0 ? plan.zeroPlace : x;
      bars[at + W] = length === 0 ? 8 : length;
      const had = (x + before) >> 3;
      const full = (x + length) >> 3;
      const part = length & 7;
      const look = styles[bars[at + SERIES]!]!;
      if (full > had) painter.fill(had, y, full - had, rows, FULL_BLOCK, look);
      let end = full;
      if (part > 0) painter.fill(end++, y, 1, rows, 0x2590 - part, look);
      const blank = ((x + before + 7) >> 3) - end;
      if (blank > 0) painter.clear(end, y, blank, rows);
    }
    if (plan.mostCells === 0) continue;
    const value = marks.texts[plan.firstText + mark]!;
    const text = texts[mark]!;
    if (value.text === text) continue;
    const cells = textCells(text);
    const gone = value.width - cells;
    if (gone > 0) painter.clear(value.x, value.y, gone, 1);
    retext(value, text, cells);
    value.x = width - cells;
    paintText(painter, value, painter.base);
  }
}

function paintRows(painter: RefreshPainter, plan: PointsPlan, { marks }: RefreshInput): void {
  const { rows, x, top } = plan;
  for (let series = 0; series < rows.length; series++) {
    const row = rows[series]!;
    const y = top + series;
    const last = row.length - 1;
    if (moves[series]! >= 0 && painter.shift(x, y, row.length, moves[series]!)) {
      if (row[last] === BLANK) painter.clear(x + last, y, 1, 1);
      else painter.put(x + last, y, row[last]!, plan.styles[series]);
    } else {
      painter.run(x, y, row, row.length, plan.styles[series]);
      for (let i = row.indexOf(BLANK); i >= 0; i = row.indexOf(BLANK, i + 1)) {
        painter.clear(x + i, y, 1, 1);
      }
    }
    if (plan.mostCells === 0) continue;
    const mark = marks.texts[plan.valueTexts[series]!]!;
    const text = texts[series]!;
    if (mark.text === text) continue;
    const cells = textCells(text);
    const gone = mark.width - cells;
    if (gone > 0) painter.clear(mark.x + cells, mark.y, gone, 1);
    retext(mark, text, cells);
    paintText(painter, mark, painter.base);
  }
}

function retext(mark: TextMark, text: string, cells: number): void {
  mark.text = text;
  mark.width = cells;
}

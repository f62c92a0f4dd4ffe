/** Sparklines: one band of rows a series, one column an entry or two, the name before and the value after. */
import { textCells } from '../../charts/scale/columns.js';
import { GrowthScale, LedScale, type Domain } from '../../charts/scale/scale.js';
import { makeAxis, type Axis } from '../../charts/scale/axis.js';
import { isPlain, type ChartInput } from './chart-input.js';
import { chartDomain, labelColumn, type LayoutCaches } from './layout.js';
import { moreText, type Legend } from '../../charts/legend.js';
import { legendOf, markLegend } from './legend.js';
import type { BoxInput, Needs } from './needs.js';
import { BAR_FIELDS, FLAGS, H, KIND, SOLID, ZERO, type Marks } from './marks.js';
import { markPointLines } from './points/lines.js';
import { markPoints } from './points/points.js';
import { cellsThatKeep, sparkValues, valuesAbove, type Values } from './points/values.js';
import { Slots } from './slots.js';

const BLANK = 0x20;
/** Fewest columns of points beside names, and beside an axis. */
const POINTS_BESIDE_NAMES = 3;
const POINTS_BESIDE_AXIS = 8;
/** Narrowest column of names that are cut: a letter or two, the ellipsis, the colon. */
const CUT_NAME = 4;
/** Fewest rows of a series that has an axis. */
const AXIS_ROWS = 2;
/** Fewest rows of a series whose name and value are above its points. */
const HEAD_ROWS = 3;

export function layoutSparkline(input: ChartInput, marks: Marks, caches: LayoutCaches): void {
  const { model, settings, width, height } = input;
  marks.reset(false);
  const count = model.series.length;
  if (width < 1 || height < 1 || count === 0) return;
  const legend = legendIn(input);
  if (legend !== undefined) markLegend(input, legend, marks);
  const top = legend?.lines ?? 0;
  // The last row states how many series have no row; a single row has room for points only.
  const says = count > height - top && height - top > 1;
  const shown = says ? height - top - 1 : Math.min(count, height - top);
  const rows = Math.max(1, Math.floor((height - top) / count));
  if (says) {
    const text = moreText(count - shown, width);
    const cells = Math.min(width, text.length);
    marks.text('more', 0, height - 1, cells, text.slice(0, cells));
  }

  const { names, axis, values, head } = placeColumns(input, shown, rows, caches);
  marks.rows = { top, height: rows, count: shown, head, levels: input.levels };
  const { room, cells: valueCells } = values;
  const { perCell } = input;
  const slots = new Slots(model, settings, room * perCell);
  const plotX = names + axis;
  const used = Math.min(slots.count, room * perCell);
  const first = slots.count - used;
  const isLast = settings.alignEntries === 'end';
  // Slots that are free before the first point, and columns that have points.
  const lead = isLast ? room * perCell - used : 0;
  const columns = isLast ? room : Math.ceil(used / perCell);
  const { clip } = input;
  const from = Math.max(0, (clip.x - plotX) * perCell - lead);
  const to = Math.min(used, (clip.x + clip.width - plotX) * perCell - lead);
  markBands(marks, slots, perCell, { first, from, to, lead, plotX });
  marks.plot = { from: plotX, to: plotX + columns, end: height };
  const domains = sparkDomains(input, slots.size === 1 ? first : 0, shown);
  marks.domains = domains;
  // A meter's threshold colours whole rows of a tall sparkline; fractions of a cell are kept all the same.
  marks.ledHigh = new LedScale(domains[0]!, rows - head, 1).firstHigh(settings.highValue);
  const valueTexts: number[] = [];
  const lowest = Math.min(shown, Math.ceil((clip.y + clip.height - top) / rows));
  const markSeries = (series: number): void => {
    const bottom = top + (series + 1) * rows;
    if (head > 0) markHead(input, marks, series, values, bottom - rows, valueTexts);
    else if (names > 0) {
      const { text, width: cells } = input.texts.fit(model.series[series]!.name, names - 2);
      if (cells > 0) marks.text('name', 0, bottom - 1, cells + 1, `${text}:`, -1, series);
    }
    const domain = domains[series] ?? domains[0]!;
    const firstMark = marks.barCount;
    markPoints(input, marks, slots, series, {
      domain,
      rows: rows - head,
      bottom,
      x: plotX * 8 + (lead - first) * (8 / perCell),
      pitch: 8 / perCell,
      from: first + from,
      to: first + to,
    });
    if (rows > 1) {
      const band = { left: plotX, right: plotX + columns, top: bottom - rows + head, bottom };
      const grid = settings.grid ? pointAxis(input, domain, rows - head).ticks : [];
      const values = grid.map(({ value }) => value);
      markPointLines(input, marks, domain, band, firstMark, values);
    }
    if (axis > 0)
      markPointAxis(input, marks, domain, { x: names, axis, bottom, rows: rows - head });
    if (valueCells > 0 && head === 0) {
      const text = values.texts[series]!;
      valueTexts.push(marks.textCount);
      const x = plotX + columns + (columns > 0 ? 1 : 0);
      marks.text('value', x, bottom - 1, textCells(text), text, model.count - 1, series);
    }
  };
  const highest = Math.max(0, Math.floor((clip.y - top) / rows));
  for (let series = highest; series < lowest; series++) markSeries(series);
  const isOneRow = rows === 1 && !says && slots.size === 1 && perCell === 1;
  if (!isOneRow || !isPlain(input) || input.monochrome) return;
  marks.plan = planOf(input, marks, {
    domain: domains[0]!,
    values,
    valueTexts,
    plotX,
    columns,
    lead,
    top,
    shown,
    used,
    first,
    isLast,
  });
}

/** The columns of the points, which are bars to point at and to copy. */
function markBands(
  marks: Marks,
  slots: Slots,
  perCell: number,
  place: {
    readonly first: number;
    readonly from: number;
    readonly to: number;
    readonly lead: number;
    readonly plotX: number;
  },
): void {
  const { first, from, to, lead, plotX } = place;
  if (slots.size === 1 && perCell === 1) {
    marks.bandRow(first + from, plotX + lead + from, Math.max(0, to - from));
    return;
  }
  for (let at = from; at < to; at++) {
    const slot = first + at;
    const x = plotX + Math.floor((lead + at) / perCell);
    marks.band(slots.from(slot), slots.entries(slot), x, x + 1);
  }
}

/** A row for each series, or the rows of its axis where it has one, and the legend where it leaves them a row. */
export function sparklineNeeds(input: BoxInput): Needs {
  const { model, settings, height } = input;
  const count = model.series.length;
  const legend = legendIn(input);
  const lines = legend?.lines ?? 0;
  const rows = settings.showAxis && settings.axisSet ? AXIS_ROWS : 1;
  const needed = lines + count * rows;
  const isComplete = needed <= height && (legend !== undefined || !settings.showLegend);
  return { legend: lines, rows: isComplete ? needed : height };
}

/** The legend, where it leaves a row for each series. */
function legendIn(input: BoxInput): Legend | undefined {
  if (!input.settings.showLegend) return undefined;
  const legend = legendOf(input, input.width);
  return input.height - legend.lines < input.model.series.length ? undefined : legend;
}

interface PlacedPoints {
  readonly domain: Domain;
  readonly values: ReturnType<typeof chooseColumns>['values'];
  readonly valueTexts: number[];
  readonly plotX: number;
  readonly columns: number;
  readonly lead: number;
  readonly top: number;
  readonly shown: number;
  readonly used: number;
  readonly first: number;
  readonly isLast: boolean;
}

/** How new points are painted without new marks; undefined where they need them. */
function planOf(input: ChartInput, marks: Marks, placed: PlacedPoints): Marks['plan'] {
  const { model, settings, width } = input;
  const { domain, values, valueTexts, plotX, columns, lead, top, shown, used, first, isLast } =
    placed;
  const valueCells = values.cells;
  const hasValues = values.writer.format !== 'sum' && valueCells > 0 === settings.showValues;
  const all = used * shown === marks.barCount && used > 0;
  if (!hasValues || !all || settings.seriesScale === 'own') return undefined;
  const scale = new GrowthScale(domain, 1);
  const glyphs = glyphRows(marks, shown, used);
  if (scale.shared || scale.zero > 0 || glyphs === undefined) return undefined;
  return {
    kind: 'points',
    shape: model.shape,
    entries: model.count,
    scale,
    writer: values.writer,
    column: values.column,
    eighths: 8,
    ...cellsThatKeep(values, width - plotX - columns - 1, used === model.count && !isLast),
    styles: [],
    generation: -1,
    base: -1,
    valueTexts,
    x: plotX + lead,
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

/** Columns of names and of the axis, each with the blank or line after it; 0 where it has no room. */
interface Columns {
  readonly names: number;
  readonly axis: number;
  readonly values: Values;
}

/** The axis gives way before names do. Its width follows from the scale of as many points as have room without it. */
function chooseColumns(
  input: ChartInput,
  shown: number,
  rows: number,
  caches: LayoutCaches,
): Columns {
  const { model, settings, width, perCell } = input;
  const column = settings.showLabels ? nameColumn(input, shown) : 0;
  const names = column > 0 ? column + 1 : 0;
  const least = (columns: number): number =>
    Math.min(columns, Math.max(1, Math.ceil(model.count / perCell)));
  if (settings.showAxis && settings.axisSet && rows >= AXIS_ROWS) {
    const from = Math.max(0, model.count - (width - names) * perCell);
    const widest = sparkDomains(input, from, shown).map(
      (domain) => pointAxis(input, domain, rows).widest,
    );
    const axis = Math.max(...widest) + 1;
    const space = width - names - axis;
    const values = sparkValues(input, shown, caches, space, POINTS_BESIDE_AXIS);
    if (axis > 1 && values.room >= least(POINTS_BESIDE_AXIS)) return { names, axis, values };
  }
  const values = sparkValues(input, shown, caches, width - names);
  if (names === 0 || values.room >= least(POINTS_BESIDE_NAMES)) return { names, axis: 0, values };
  return { names: 0, axis: 0, values: sparkValues(input, shown, caches, width) };
}

/** The columns beside the points, or below a row for name and value where that is better. */
function placeColumns(
  input: ChartInput,
  shown: number,
  rows: number,
  caches: LayoutCaches,
): Columns & { readonly head: 0 | 1 } {
  const beside = chooseColumns(input, shown, rows, caches);
  const below = rows < HEAD_ROWS ? undefined : columnsBelow(input, shown, rows, caches, beside);
  return below === undefined ? { ...beside, head: 0 } : { ...below, head: 1 };
}

/**
 * The columns of points that have a row for name and value above them; undefined where they are better beside them:
 * where they leave points half of the box, or all points have room.
 */
function columnsBelow(
  input: ChartInput,
  shown: number,
  rows: number,
  caches: LayoutCaches,
  beside: Columns,
): Columns | undefined {
  const { model, settings, width, perCell } = input;
  const { room } = beside.values;
  const hasText = settings.showValues || (settings.showLabels && nameColumn(input, shown) > 0);
  if (!hasText || room * 2 >= width - beside.axis || room * perCell >= model.count)
    return undefined;
  let axis = 0;
  if (settings.showAxis && settings.axisSet && rows - 1 >= AXIS_ROWS) {
    const from = Math.max(0, model.count - width * perCell);
    const widest = sparkDomains(input, from, shown).map(
      (domain) => pointAxis(input, domain, rows - 1).widest,
    );
    const cells = Math.max(...widest) + 1;
    if (cells > 1 && width - cells >= POINTS_BESIDE_AXIS) axis = cells;
  }
  return { names: 0, axis, values: valuesAbove(input, shown, caches, width - axis) };
}

/** The row above the points of a series: its name at the left, its value at the right. */
function markHead(
  { model, settings, texts, width }: ChartInput,
  marks: Marks,
  series: number,
  values: Values,
  y: number,
  valueTexts: number[],
): void {
  const value = values.cells > 0 ? values.texts[series]! : '';
  const cells = textCells(value);
  if (cells > 0) {
    valueTexts.push(marks.textCount);
    marks.text('value', width - cells, y, cells, value, model.count - 1, series);
  }
  const { name } = model.series[series]!;
  const room = width - (cells > 0 ? cells + 1 : 0);
  const fitted = texts.fit(name, settings.showLabels ? room - 1 : 0);
  if (fitted.width > 0) marks.text('name', 0, y, fitted.width + 1, `${fitted.text}:`, -1, series);
}

function pointAxis({ settings }: ChartInput, domain: Domain, rows: number): Axis {
  return makeAxis(domain, rows, false, settings.numbers, settings.ticks);
}

/** The axis of one series, its line right before the points. */
function markPointAxis(
  input: ChartInput,
  marks: Marks,
  domain: Domain,
  at: { readonly x: number; readonly axis: number; readonly bottom: number; readonly rows: number },
): void {
  const { clip } = input;
  const line = at.x + at.axis - 1;
  const isSeen = (row: number): boolean => row >= clip.y && row < clip.y + clip.height;
  for (let row = at.bottom - at.rows; row < at.bottom; row++) {
    if (isSeen(row)) marks.text('axis', line, row, 1, '│');
  }
  for (const { cell, text, cells, value } of pointAxis(input, domain, at.rows).ticks) {
    const row = at.bottom - 1 - cell;
    // The points that show may have other ticks than those that the width was chosen by.
    if (!isSeen(row) || cells >= at.axis) continue;
    marks.text('axis', line, row, 1, value === 0 && domain.min < 0 && domain.max > 0 ? '┼' : '┤');
    if (cells > 0) marks.text('tick', line - cells, row, cells, text);
  }
}

/** The scale of each series that shows, over the entries from `first` on; one where all share it. */
function sparkDomains(input: ChartInput, first: number, shown: number): Domain[] {
  const { model, settings } = input;
  const view = { from: first, to: model.count };
  if (settings.seriesScale !== 'own') return [chartDomain(input, view)];
  return Array.from({ length: shown }, (_, bar) => chartDomain(input, { ...view, bar }));
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

/** The values beside sparklines: their texts, and how many points show beside them. */
import { textCells, type NumberColumn } from '../../../charts/scale/columns.js';
import type { Domain } from '../../../charts/scale/scale.js';
import { valueForms } from '../../scale/value-forms.js';
import { Precision, type ValueWriter } from '../../scale/value-text.js';
import type { ChartInput } from '../chart-input.js';
import {
  chartDomain,
  dropsUnit,
  scalesToVisible,
  valueWriter,
  type LayoutCaches,
} from '../layout.js';

/** Fewest columns of points beside values. */
const POINTS_BESIDE_VALUES = 4;

/** Numbers of the values; used again for each chart. */
let numbers = new Float64Array(16);

/** The values of a sparkline: a text for each series that shows, and how many points show beside them. */
export interface Values {
  readonly writer: ValueWriter;
  readonly column: NumberColumn | undefined;
  readonly texts: readonly string[];
  /** Cells of the texts; 0 where they are not shown. */
  readonly cells: number;
  /** Columns of points. */
  readonly room: number;
  /** The first entry that the texts are about. */
  readonly from: number;
  /** The scale over as many entries as the columns would show without texts, by which the room was found. */
  readonly wide: Domain;
}

/**
 * The values in `space` columns, points included. How many points show depends on how wide the texts are,
 * and their texts on the points that show: the widest window is taken for which both are true.
 *
 * @param least fewest columns of points that texts leave
 */
export function sparkValues(
  input: ChartInput,
  shown: number,
  caches: LayoutCaches,
  space: number,
  least = POINTS_BESIDE_VALUES,
): Values {
  const { model, settings, width, height, perCell } = input;
  const { count } = model;
  const writerOver = (columns: number): ValueWriter => {
    const from = Math.max(0, count - columns * perCell);
    return valueWriter(input, chartDomain(input, { from, to: count }));
  };
  const wideWriter = writerOver(space);
  const wide = wideWriter.domain;
  const room = Math.max(0, space);
  const none = { writer: wideWriter, column: undefined, texts: [], cells: 0, room, from: 0, wide };
  if (!settings.showValues) return none;
  if (settings.seriesScale === 'own') return ownValues(input, shown, caches, least, none);
  const { format } = wideWriter;
  const last = Array.from({ length: shown }, (_, series) =>
    format === 'sum' ? sumOf(input, series) : lastOf(input, series),
  );
  if (shown * 2 > numbers.length) numbers = new Float64Array(shown * 4);
  let filled = 0;
  for (let series = 0; series < shown; series++) {
    numbers[filled++] = wideWriter.round(last[series]!);
    if (format === 'last/max') numbers[filled++] = peakOf(input, series, firstOf(input, space));
  }
  // Shorter before absent.
  const forms = valueForms({
    writer: wideWriter,
    values: numbers,
    count: filled,
    eighths: 8,
    usual: (choose) =>
      caches.precision.grown(wideWriter, choose, { load: model.loads, width, height }),
    dropsUnit: dropsUnit(input, wideWriter, false),
  });
  for (const column of forms) {
    const found = valuesIn(column);
    if (found !== undefined) return found;
  }
  return none;

  function valuesIn(column: NumberColumn): Values | undefined {
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
    const few = left * perCell >= count && left > 0;
    if (left < least && !few) return undefined;
    return { writer, column, texts, cells, room: left, from, wide };
  }
}

/**
 * The values of series with a scale each: each in the unit and with the decimals of its own scale, over the points that would
 * show without texts.
 *
 * @param none the values where no text has room
 */
function ownValues(
  input: ChartInput,
  shown: number,
  caches: LayoutCaches,
  least: number,
  none: Values,
): Values {
  const from = firstOf(input, none.room);
  for (const { texts, widest } of textForms(input, shown, caches, from)) {
    const left = none.room - 1 - widest;
    if (left >= least || (left > 0 && left * input.perCell >= input.model.count)) {
      return { ...none, texts, cells: widest, room: left, from };
    }
  }
  return none;
}

/** The values in rows of their own above the points: at most half of the row. */
export function valuesAbove(
  input: ChartInput,
  shown: number,
  caches: LayoutCaches,
  room: number,
): Values {
  const from = firstOf(input, room);
  const writer = valueWriter(input, chartDomain(input, { from, to: input.model.count }));
  const none = { writer, column: undefined, texts: [], cells: 0, room, from, wide: writer.domain };
  if (!input.settings.showValues) return none;
  for (const { texts, widest } of textForms(input, shown, caches, from)) {
    if (widest * 2 <= input.width) return { ...none, texts, cells: widest };
  }
  return none;
}

/**
 * The values of all series, each in a unit and with decimals of its own, the fullest first: all become shorter together, each as
 * far as it can.
 */
function* textForms(
  input: ChartInput,
  shown: number,
  caches: LayoutCaches,
  from: number,
): Generator<{ readonly texts: readonly string[]; readonly widest: number }> {
  const { model, settings, width, height } = input;
  const { count, loads: load } = model;
  while (caches.own.length < shown) caches.own.push(new Precision());
  const series = Array.from({ length: shown }, (_, index) => {
    const bar = settings.seriesScale === 'own' ? index : undefined;
    const writer = valueWriter(input, chartDomain(input, { from, to: count, bar }));
    const last = writer.format === 'sum' ? sumOf(input, index) : lastOf(input, index);
    const peak = peakOf(input, index, from);
    const values = [writer.round(last), ...(writer.format === 'last/max' ? [peak] : [])];
    const forms = valueForms({
      writer,
      values,
      count: values.length,
      eighths: 8,
      usual: (choose) => caches.own[index]!.grown(writer, choose, { load, width, height }),
      dropsUnit: dropsUnit(input, writer, false),
    });
    return { writer, last, peak, forms, column: undefined as NumberColumn | undefined };
  });
  for (;;) {
    let isShorter = false;
    for (const each of series) {
      const next = each.forms.next();
      if (next.done === true) continue;
      each.column = next.value;
      isShorter = true;
    }
    if (!isShorter) return;
    let widest = 0;
    const texts = series.map(({ writer, last, peak, column }) => {
      const text = writer.text(column!, last, () => peak);
      widest = Math.max(widest, writer.usualCells(column!), textCells(text));
      return text;
    });
    yield { texts, widest };
  }
}

/** The first entry of a window of `columns`, or of all entries if the scale covers them all. */
function firstOf(input: ChartInput, columns: number): number {
  return scalesToVisible(input) ? Math.max(0, input.model.count - columns * input.perCell) : 0;
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
export function cellsThatKeep(
  { writer, column, cells }: Values,
  free: number,
  stays: boolean,
): { readonly leastCells: number; readonly mostCells: number; readonly usualCells: number } {
  const usualCells = column === undefined ? 0 : writer.usualCells(column);
  // Where all points fit they stay where they are, whatever the room beside them.
  if (stays) return { leastCells: 0, mostCells: cells > 0 ? free : 0, usualCells };
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

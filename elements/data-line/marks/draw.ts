/**
 * Draws a series into sub-cells. Where many points share a sub-column only four of them count: the first, the last, the
 * smallest and the largest (M4), so that a million points cost about as much as a few thousand and no spike is lost.
 */
import type { LineModel } from '../model/model.js';
import type { Column } from '../../charts/model/number-column.js';
import type { LineType } from '../model/schema.js';
import type { Across, Upward } from '../scale/places.js';
import type { Raster } from './raster.js';

/** Points of a sub-column that are drawn one by one: gaps among them show. */
const FEW = 32;

export interface Plot {
  readonly model: LineModel;
  readonly across: Across;
  readonly upward: Upward;
  /** What sub-columns were in the frame before. */
  readonly bundles?: Bundles | undefined;
}

/** The points that a sub-column combines, as places in the stream, and their extremes by series. */
interface Bundle {
  readonly from: number;
  readonly to: number;
  readonly low: number[];
  readonly high: number[];
  /** Of scatter plots the sub-rows that points are in, on a scale of values. */
  readonly rows: (number[] | undefined)[];
  rowsOf: string;
}

/**
 * Combined points, kept from frame to frame. Sub-columns have fixed borders in the stream: while it moves along, the newest and the
 * oldest one change, and the others are known.
 */
export class Bundles {
  readonly #known = new Map<number, Bundle>();
  #generation = -1;
  #scale = '';

  /** Forgets what was known of other data or another scale. */
  start({ model, across }: Pick<Plot, 'model' | 'across'>): void {
    const isOther = model.generation !== this.#generation || across.key !== this.#scale;
    if (isOther || this.#known.size > across.columns * 2) this.#known.clear();
    this.#generation = model.generation;
    this.#scale = across.key;
  }

  /** What is known of a sub-column that begins with a place of the stream, and ends before another. */
  find(key: number, from: number, end: number): Bundle | undefined {
    const found = this.#known.get(key);
    return found?.from === from && found.to <= end ? found : undefined;
  }

  add(key: number, from: number, to: number): Bundle {
    const bundle: Bundle = { from, to, low: [], high: [], rows: [], rowsOf: '' };
    this.#known.set(key, bundle);
    return bundle;
  }
}

/** The points from an index on whose sub-column is at least this one, in points that ascend. */
export function firstFrom(
  { model, across }: Pick<Plot, 'model' | 'across'>,
  column: number,
): number {
  const { x } = model;
  let index = x.lowerBound(across.startOf(column));
  // The border is calculated: points beside it are looked at.
  while (index > 0 && across.at(x.get(index - 1)) >= column) index--;
  while (index < x.count && across.at(x.get(index)) < column) index++;
  return index;
}

/** The points of a plot, and those next to it, which its lines go to. */
export function pointsIn(plot: Plot): { readonly from: number; readonly to: number } {
  const { model, across } = plot;
  if (!model.ascending) return { from: 0, to: model.count };
  return { from: firstFrom(plot, 0), to: firstFrom(plot, across.columns) };
}

export function drawSeries(plot: Plot, series: number, raster: Raster): void {
  const { model } = plot;
  const type = model.typeOf(series);
  const pen = new Pen(plot.upward, raster, type);
  const column = model.drawn(series);
  if (!model.ascending) {
    for (let index = 0; index < model.count; index++) {
      pen.point(plot.across.at(model.x.get(index)), column.get(index));
    }
    return;
  }
  drawAscending(plot, series, pen);
}

function drawAscending(plot: Plot, series: number, pen: Pen): void {
  const { model, across, bundles = new Bundles() } = plot;
  const { x, first } = model;
  const column = model.drawn(series);
  const { from, to } = pointsIn(plot);
  bundles.start(plot);
  if (from > 0) pen.point(across.at(x.get(from - 1)), column.get(from - 1));
  let index = from;
  while (index < to) {
    const sub = across.at(x.get(index));
    const bundle = bundleAt(plot, bundles, sub, index, to);
    if (bundle === undefined) {
      pen.point(sub, column.get(index));
      index++;
      continue;
    }
    const end = bundle.to - first;
    if (bundle.low[series] === undefined) {
      column.range(index, end);
      bundle.low[series] = column.low;
      bundle.high[series] = column.high;
    }
    pen.bundle(sub, column, { from: index, to: end }, { bundle, series });
    index = end;
  }
  if (to < model.count) pen.point(across.at(x.get(to)), column.get(to));
}

/** The points that share a sub-column, where they are many; `to` is the end of what shows. */
function bundleAt(
  plot: Plot,
  bundles: Bundles,
  sub: number,
  index: number,
  to: number,
): Bundle | undefined {
  const { across, model } = plot;
  const { x, first } = model;
  const key = across.start + sub;
  const known = bundles.find(key, first + index, first + to);
  // Points that were appended may belong to it.
  if (
    known !== undefined &&
    (known.to === first + to || across.at(x.get(known.to - first)) > sub)
  ) {
    return known;
  }
  if (index + FEW >= to || across.at(x.get(index + FEW)) !== sub) return undefined;
  return bundles.add(key, first + index, first + Math.min(to, firstFrom(plot, sub + 1)));
}

/** The sub-rows of many points, which all have to be looked at, once for each scale. */
function rowsOf(
  bundle: Bundle,
  series: number,
  upward: Upward,
  view: () => Float64Array,
): readonly number[] {
  if (bundle.rowsOf !== upward.key) {
    bundle.rows.length = 0;
    bundle.rowsOf = upward.key;
  }
  let rows = bundle.rows[series];
  if (rows === undefined) {
    const found: number[] = [];
    upward.eachRow(view(), (row) => found.push(row));
    rows = bundle.rows[series] = found;
  }
  return rows;
}

class Pen {
  #column = NaN;
  #row = NaN;
  readonly #base: number;

  readonly #upward: Upward;
  readonly #raster: Raster;
  readonly #type: LineType;

  constructor(upward: Upward, raster: Raster, type: LineType) {
    this.#upward = upward;
    this.#raster = raster;
    this.#type = type;
    this.#base = upward.base;
  }

  /** The next point; an absent one ends the line. */
  point(column: number, value: number): void {
    this.#to(column, this.#upward.at(value));
  }

  /** All points of one sub-column. */
  bundle(
    sub: number,
    column: Column,
    { from, to }: { readonly from: number; readonly to: number },
    { bundle, series }: { readonly bundle: Bundle; readonly series: number },
  ): void {
    const upward = this.#upward;
    if (this.#type === 'scatter') {
      const rows = rowsOf(bundle, series, upward, () => column.view(from, to));
      for (const row of rows) this.#raster.dot(sub, row);
      return;
    }
    const low = bundle.low[series]!;
    const high = bundle.high[series]!;
    if (low <= 0 && upward.domain.bend === 'log') {
      for (const value of column.view(from, to)) this.point(sub, value);
      return;
    }
    this.#to(sub, upward.at(column.get(from)));
    if (low <= high) {
      const [top, bottom] = [upward.at(high), upward.at(low)];
      if (this.#type === 'area') {
        this.#raster.fill(sub, top, this.#base);
        this.#raster.fill(sub, bottom, this.#base);
      } else this.#raster.span(sub, top, bottom);
    }
    const last = upward.at(column.get(to - 1));
    this.#row = last;
    this.#column = Number.isNaN(last) ? NaN : sub;
  }

  #to(column: number, row: number): void {
    const [x, y] = [this.#column, this.#row];
    const isAbsent = Number.isNaN(row) || Number.isNaN(column);
    this.#column = isAbsent ? NaN : column;
    this.#row = isAbsent ? NaN : row;
    if (isAbsent) return;
    const raster = this.#raster;
    const isFirst = Number.isNaN(x);
    switch (this.#type) {
      case 'scatter':
        raster.dot(column, row);
        return;
      case 'area':
        raster.area(isFirst ? column : x, isFirst ? row : y, column, row, this.#base);
        return;
      case 'step':
        if (!isFirst) raster.line(x, y, column, y);
        raster.line(column, isFirst ? row : y, column, row);
        return;
      default:
        raster.line(isFirst ? column : x, isFirst ? row : y, column, row);
    }
  }
}

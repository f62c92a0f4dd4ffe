/** The point that keys are at, and the point at a cell: both by what was painted last. */
import type { BarPlace } from '../charts/contract.js';
import type { LineModel } from './model/model.js';
import { firstFrom, pointsIn } from './marks/draw.js';
import type { LineLayout } from './marks/layout.js';
import { cellOfPoint } from './paint/paint.js';

/** Points of a cell that are compared with the pointer. */
const MAX_COMPARED = 4096;

export class LineCursor {
  /** The place in the stream, so that it goes with its point; -1 before it was anywhere. */
  #place = -1;
  #series = 0;

  readonly #model: LineModel;
  readonly #layout: () => LineLayout | undefined;

  constructor(model: LineModel, layout: () => LineLayout | undefined) {
    this.#model = model;
    this.#layout = layout;
  }

  moveTo({ entry, series }: BarPlace): void {
    this.#place = this.#model.first + entry;
    this.#series = series;
  }

  /** The point it is at; undefined before it was anywhere, and where no point shows. */
  get point(): BarPlace | undefined {
    const range = this.#range();
    if (this.#place < 0 || range === undefined) return undefined;
    const entry = this.#place - this.#model.first;
    return {
      entry: Math.max(range.from, Math.min(range.to - 1, entry)),
      series: Math.min(this.#series, this.#model.series.length - 1),
    };
  }

  /** Moves by a key; false where that leads nowhere. */
  move(motion: 'left' | 'right' | 'up' | 'down' | 'first' | 'last'): boolean {
    const range = this.#range();
    if (range === undefined) return false;
    const { point } = this;
    // The first arrow shows where the cursor is: at the newest point.
    if (point === undefined) return this.#goTo(motion === 'first' ? range.from : range.to - 1, 0);
    const { entry, series } = point;
    switch (motion) {
      case 'first':
        return this.#goTo(range.from, series);
      case 'last':
        return this.#goTo(range.to - 1, series);
      case 'up':
        return series > 0 && this.#goTo(entry, series - 1);
      case 'down':
        return series < this.#model.series.length - 1 && this.#goTo(entry, series + 1);
      default:
        return this.#goTo(this.#neighbour(entry, motion === 'left' ? -1 : 1), series);
    }
  }

  /** The point at a cell of the box, or the nearest one beside it in a plot with few points. */
  at(x: number, y: number): BarPlace | undefined {
    const layout = this.#layout();
    const model = this.#model;
    const range = this.#range();
    if (layout === undefined || range === undefined) return undefined;
    const { plot } = layout;
    const column = x - plot.x;
    if (!(column >= 0 && column < plot.width && y >= plot.y && y < plot.y + plot.height)) {
      return undefined;
    }
    const { from, to } = this.#entriesNear(layout, column, range);
    let found: BarPlace | undefined;
    let nearest = Infinity;
    for (let entry = from; entry < Math.min(to, from + MAX_COMPARED); entry++) {
      for (let series = 0; series < model.series.length; series++) {
        const cell = cellOfPoint({ model, layout }, entry, series);
        if (cell === undefined) continue;
        const distance = Math.abs(cell.x - x) * 1000 + Math.abs(cell.y - y);
        if (distance >= nearest) continue;
        nearest = distance;
        found = { entry, series };
      }
    }
    return found;
  }

  /** The column of the plot that a point is in, -1 outside it. */
  columnOf({ entry }: BarPlace): number {
    const layout = this.#layout();
    if (layout === undefined || entry < 0 || entry >= this.#model.count) return -1;
    const { across } = layout;
    const column = across.at(this.#model.x.get(entry));
    return column < 0 || column >= across.columns ? -1 : Math.floor(column / across.sub);
  }

  /** Points between two cells of the box. */
  entriesBetween(startX: number, endX: number): number[] {
    const layout = this.#layout();
    if (layout === undefined) return [];
    const found: number[] = [];
    const range = this.#range();
    if (range === undefined) return found;
    for (let entry = range.from; entry < range.to; entry++) {
      const column = this.columnOf({ entry, series: 0 });
      if (column < 0) continue;
      const x = layout.plot.x + column;
      if (x >= Math.min(startX, endX) && x <= Math.max(startX, endX)) found.push(entry);
    }
    return found;
  }

  #goTo(entry: number, series: number): boolean {
    const place = this.#model.first + entry;
    if (place === this.#place && series === this.#series) return false;
    this.#place = place;
    this.#series = series;
    return true;
  }

  /** The next point; of points that share a cell, the first one of the next cell. */
  #neighbour(entry: number, step: 1 | -1): number {
    const range = this.#range()!;
    const next = Math.max(range.from, Math.min(range.to - 1, entry + step));
    const layout = this.#layout();
    if (layout === undefined || !this.#model.ascending) return next;
    const column = this.columnOf({ entry, series: 0 });
    if (column < 0 || this.columnOf({ entry: next, series: 0 }) !== column) return next;
    const { across } = layout;
    const plot = { model: this.#model, ...layout };
    const there = firstFrom(plot, (column + (step === 1 ? 1 : 0)) * across.sub);
    if (step === 1) return Math.min(range.to - 1, there);
    return Math.max(range.from, there - 1);
  }

  #entriesNear(
    layout: LineLayout,
    column: number,
    range: { readonly from: number; readonly to: number },
  ): { readonly from: number; readonly to: number } {
    const model = this.#model;
    if (!model.ascending) return range;
    const { across } = layout;
    const plot = { model, ...layout };
    const from = firstFrom(plot, column * across.sub);
    const to = firstFrom(plot, (column + 1) * across.sub);
    if (from < to) return { from, to };
    // In a gap between two points the nearer one is pointed at, as long as it shows.
    return { from: Math.max(range.from, from - 1), to: Math.min(range.to, from + 1) };
  }

  /** The points in the plot; undefined without any. */
  #range(): { readonly from: number; readonly to: number } | undefined {
    const layout = this.#layout();
    const model = this.#model;
    if (layout === undefined || model.series.length === 0) return undefined;
    const range = pointsIn({ model, ...layout });
    return range.from < range.to ? range : undefined;
  }
}

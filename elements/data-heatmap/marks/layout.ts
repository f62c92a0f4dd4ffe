/**
 * The parts of a heatmap in its box. All columns are equally wide and all rows equally high, in whole cells. Rows that do not
 * fit are half a cell high where colours allow that; columns and rows beyond that are combined. Borders of combined columns are at fixed places of
 * the stream, so that it does not shimmer.
 */
import type { Rect } from '../../../runtime/base/geometry.js';
import type { TextCache } from '../../charts/text-cache.js';
import { makeAxis, type Axis } from '../../charts/scale/axis.js';
import type { HeatModel } from '../model/model.js';
import type { HeatScale } from '../scale/heat-scale.js';
import type { HeatSettings } from './settings.js';

/** Where rows or columns are along one side of the plot. */
export interface Tracks {
  /** Sixteenths of a row or column that one place combines: 16 where each has its own. */
  readonly each: number;
  /** Places of the stream before the first one that shows. */
  readonly start: number;
  /** Places, of which some may be parts. */
  readonly places: number;
  /** Cells of a place; 0.5 for half a cell. */
  readonly size: number;
}

interface HeatLegend {
  /** The bar of colours. */
  readonly bar: Rect;
  readonly isUpright: boolean;
  readonly low: string;
  readonly high: string;
  readonly title: string;
  readonly axis: Axis;
  readonly x: number;
  readonly y: number;
}

export interface HeatLayout {
  readonly plot: Rect;
  readonly columns: Tracks;
  readonly rows: Tracks;
  /** Cells of the labels of rows, with the blank after them. */
  readonly labels: number;
  readonly hasColumnLabels: boolean;
  readonly title: { readonly x: number; readonly y: number; readonly text: string } | undefined;
  readonly legend: HeatLegend | undefined;
}

export interface HeatInput {
  readonly model: HeatModel;
  readonly settings: HeatSettings;
  readonly scale: HeatScale;
  readonly texts: TextCache;
  readonly width: number;
  readonly height: number;
  readonly hasHalves: boolean;
}

/** Fewest cells of the plot beside labels and a legend. */
const MIN_COLUMNS = 4;
const MIN_ROWS = 1;
/** Cells of the bar of colours. */
const BAR = 24;
const MIN_BAR = 4;
const UPRIGHT = 2;

export function layoutHeatmap(input: HeatInput): HeatLayout {
  const { model, settings, texts, width, height } = input;
  const room = { x: 0, y: 0, width, height };
  const legend = settings.showLegend ? placeLegend(input, room) : undefined;
  const takesRow = (): boolean => room.height > MIN_ROWS + 1;
  const hasColumnLabels = settings.showAxis && model.hasLabels && takesRow();
  if (hasColumnLabels) room.height--;
  const isTitled = settings.showAxis && settings.entryLabel !== '' && takesRow();
  if (isTitled) room.height--;
  const rows = tracks(model.rows, 0, room.height, input.hasHalves);
  let labels = 0;
  if (settings.showAxis && model.hasRowLabels) {
    let widest = 0;
    for (let place = 0; place < rows.places; place++) {
      const [row] = membersOf(rows, place, 0, model.rows);
      widest = Math.max(widest, texts.fit(model.rowLabel(row)).width);
    }
    const most = Math.min(widest, Math.floor(room.width / 3));
    if (most > 0 && room.width - most - 1 >= MIN_COLUMNS) labels = most + 1;
  }
  const columns = tracks(model.count, model.first, room.width - labels, false);
  const plot: Rect = {
    x: room.x + labels,
    y: room.y,
    width: columns.places * columns.size,
    height: Math.ceil(rows.places * rows.size),
  };
  const below = plot.y + plot.height + (hasColumnLabels ? 1 : 0);
  const title = texts.fit(settings.entryLabel, plot.width);
  const titleX = plot.x + plot.width - title.width;
  return {
    plot,
    columns,
    rows,
    labels,
    hasColumnLabels,
    title: isTitled && title.width > 0 ? { x: titleX, y: below, text: title.text } : undefined,
    legend,
  };
}

/** Parts of a row or column that borders of places are rounded to, so that few of them move while data grows. */
const PARTS = 16;

/** How many of `count` share a place on a side of `cells` cells. */
export function tracks(count: number, first: number, cells: number, hasHalves: boolean): Tracks {
  if (count < 1 || cells < 1) return { each: PARTS, start: 0, places: 0, size: 1 };
  if (count <= cells) {
    return { each: PARTS, start: first, places: count, size: Math.floor(cells / count) };
  }
  const most = hasHalves ? cells * 2 : cells;
  const size = hasHalves ? 0.5 : 1;
  if (count <= most) return { each: PARTS, start: first, places: count, size };
  if (most === 1) return { each: (first + count) * PARTS, start: 0, places: 1, size };
  // A stream begins anywhere in a place.
  const each = Math.ceil((first === 0 ? count / most : (count - 1) / (most - 1)) * PARTS);
  const start = Math.floor((first * PARTS) / each);
  const last = Math.floor(((first + count - 1) * PARTS) / each);
  return { each, start, places: last - start + 1, size };
}

/** The entries of a place, from one up to another. */
export function membersOf(
  { each, start }: Tracks,
  place: number,
  first: number,
  count: number,
): readonly [from: number, to: number] {
  const from = Math.ceil(((start + place) * each) / PARTS) - first;
  const to = Math.ceil(((start + place + 1) * each) / PARTS) - first;
  return [Math.max(0, from), Math.min(count, to)];
}

/** The place that an entry is in. */
export function placeOf({ each, start }: Tracks, entry: number, first: number): number {
  return Math.floor(((first + entry) * PARTS) / each) - start;
}

function placeLegend(
  { settings, scale, texts }: HeatInput,
  room: { x: number; y: number; width: number; height: number },
): HeatLegend | undefined {
  const { domain } = scale;
  const { numbers } = settings;
  const size = Math.max(Math.abs(domain.min), Math.abs(domain.max));
  const column = numbers.column({
    size,
    negative: domain.min < 0,
    step: (domain.max - domain.min) / 100,
    values: [domain.min, domain.max],
    count: 2,
    ticks: true,
  });
  const [low, high] = [texts.fit(column.text(domain.min)), texts.fit(column.text(domain.max))];
  if (settings.legend === 'right') {
    const axis = makeAxis(domain, room.height, false, numbers);
    const taken = UPRIGHT + 1 + Math.max(axis.widest, 1) + 1;
    if (room.width - taken - 1 >= taken * 2 && room.height >= 3) {
      room.width -= taken + 1;
      const x = room.x + room.width + 1;
      const bar = { x, y: room.y, width: UPRIGHT, height: room.height };
      return { bar, isUpright: true, low: '', high: '', title: '', axis, x, y: room.y };
    }
  }
  if (room.height < MIN_ROWS + 1) return undefined;
  const ends = low.width + high.width + 2;
  const rest = room.width - ends;
  if (rest < MIN_BAR) return undefined;
  const title = texts.fit(settings.valueLabel, Math.max(0, rest - MIN_BAR - 2));
  const before = title.width === 0 ? 0 : title.width + 2;
  const width = Math.min(BAR, rest - before);
  const y = settings.legend === 'bottom' ? room.y + room.height - 1 : room.y;
  room.height--;
  if (settings.legend !== 'bottom') room.y++;
  const bar = { x: room.x + before + low.width + 1, y, width, height: 1 };
  const axis: Axis = { ticks: [], widest: 0 };
  return {
    bar,
    isUpright: false,
    low: low.text,
    high: high.text,
    title: title.text,
    axis,
    x: room.x,
    y,
  };
}

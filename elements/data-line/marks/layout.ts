/** The parts of a line chart in its box: plot, axes, legend and titles. Parts give way to the plot where there is little room. */
import type { Rect } from '../../../runtime/base/geometry.js';
import { KEY, placeLegend, type Legend } from '../../charts/legend.js';
import { makeAxis, type Axis, type Latest } from '../../charts/scale/axis.js';
import { calendarTicks } from '../../charts/scale/calendar.js';
import { textCells } from '../../charts/scale/columns.js';
import { chooseDomain } from '../../charts/scale/domain.js';
import { DEFAULT_NUMBERS } from '../../charts/scale/number-format.js';
import type { Domain } from '../../charts/scale/scale.js';
import type { TextCache } from '../../charts/text-cache.js';
import type { LineModel } from '../model/model.js';
import { placeOf } from '../model/schema.js';
import { Across, Upward } from '../scale/places.js';
import { SUBCELLS, type SubCells } from '../../charts/sub-cells/compose.js';
import { firstFrom } from './draw.js';
import type { LineSettings, LineView } from './settings.js';

export interface LineInput {
  readonly model: LineModel;
  readonly settings: LineSettings;
  readonly texts: TextCache;
  readonly width: number;
  readonly height: number;
  readonly resolution: SubCells;
  readonly view: LineView | undefined;
  /** The axes of the frame before: that of values seldom changes, and that of a stream moves along. */
  readonly axes?: LineAxes | undefined;
}

export interface LineAxes {
  readonly values: Latest<Axis>;
  readonly across: Latest<AcrossTick[]>;
}

/** A tick on the horizontal axis: its cell, and the first cell of its label. */
interface AcrossTick {
  readonly cell: number;
  readonly labelX: number;
  readonly text: string;
}

interface PlacedTitle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly text: string;
}

export interface LineLayout {
  readonly plot: Rect;
  readonly across: Across;
  readonly upward: Upward;
  /** Cells of the labels left of the plot; 0 without a value axis. */
  readonly labels: number;
  readonly valueAxis: Axis;
  readonly acrossTicks: readonly AcrossTick[];
  /** Rows below the plot: the axis and its labels. */
  readonly axisRows: 0 | 1 | 2;
  readonly legend: Legend;
  readonly legendAt: { readonly x: number; readonly y: number };
  readonly titles: readonly PlacedTitle[];
}

/** Fewest cells of a plot beside its labels, and fewest rows above its axis. */
const MIN_COLUMNS = 8;
const MIN_ROWS = 2;
const NO_LEGEND: Legend = { lines: 0, keys: [], more: undefined };
const NO_AXIS: Axis = { ticks: [], widest: 0 };

/** The ends of the horizontal axis. */
export function acrossDomain(
  model: LineModel,
  settings: Pick<LineSettings, 'xMin' | 'xMax' | 'xScale' | 'marks'>,
  view: LineView | undefined,
): Domain {
  const bend = settings.xScale === 'log' ? ('log' as const) : undefined;
  if (view !== undefined) return { ...view, bend };
  const { low: least, high } = model.ends();
  let low = least;
  if (bend === 'log' && !(low > 0)) {
    low = Infinity;
    for (const value of model.x.view(0, model.count)) if (value > 0 && value < low) low = value;
  }
  let min = settings.xMin ?? low;
  let max = settings.xMax ?? high;
  if (bend === 'log' && !(min > 0)) min = low;
  if (!Number.isFinite(min) || !Number.isFinite(max))
    [min, max] = bend === 'log' ? [1, 10] : [0, 1];
  if (min > max) max = min;
  return { min, max, bend };
}

/** The ends of the value axis: of the points that show. */
function upwardDomain({ model, settings }: LineInput, across: Across): Domain {
  let from = 0;
  let to = model.count;
  if (model.ascending) {
    const plot = { model, across };
    from = firstFrom(plot, 0);
    to = firstFrom(plot, across.columns);
  }
  const areas = model.series.some((_, series) => model.typeOf(series) === 'area');
  const isFit = settings.baseline === 'fit' || (settings.baseline === 'auto' && !areas);
  const marks = settings.marks.flatMap(({ value, from: low, to: high }) =>
    [value, low, high].filter((each) => each !== undefined),
  );
  return chooseDomain(
    { ...settings, baseline: isFit ? 'fit' : 'zero' },
    {
      extent() {
        const { smallest, largest } = model.extent(from, to);
        if (marks.length === 0) return { smallest, largest };
        if (model.count === 0) return { smallest: Math.min(...marks), largest: Math.max(...marks) };
        return { smallest: Math.min(smallest, ...marks), largest: Math.max(largest, ...marks) };
      },
      least: () => model.least(from, to),
      meter: false,
      sparkline: true,
      stacks: false,
    },
  );
}

/** What is left of a box for the plot. */
interface Room {
  left: number;
  top: number;
  width: number;
  height: number;
}

export function layoutLines(input: LineInput): LineLayout {
  const { settings, width, height } = input;
  const room: Room = { left: 0, top: 0, width, height };
  const titles: PlacedTitle[] = [];
  const hasAxis = settings.showAxis && height >= MIN_ROWS + 2 && width >= MIN_COLUMNS;
  const axisRows = hasAxis ? 2 : 0;
  room.height -= axisRows;
  const { legend, at } = placeKeys(input, room);
  const isTitled = (text: string): boolean => text !== '' && room.height > MIN_ROWS + 1;
  let below = 0;
  if (isTitled(settings.valueLabel)) {
    const fitted = input.texts.fit(settings.valueLabel, room.width);
    titles.push({ x: room.left, y: room.top, width: fitted.width, text: fitted.text });
    room.top++;
    room.height--;
  }
  if (hasAxis && isTitled(settings.entryLabel)) {
    room.height--;
    below = 1;
  }
  const { columns: subColumns, rows: subRows } = SUBCELLS[input.resolution];
  const domain = acrossDomain(input.model, settings, input.view);
  const isTime = settings.xScale === 'time';
  const across = (cells: number): Across =>
    new Across(domain, Math.max(0, cells), subColumns, isTime);
  const upward = new Upward(
    upwardDomain(input, across(room.width)),
    Math.max(0, room.height),
    subRows,
  );
  const valueAxis = settings.showAxis ? makeValueAxis(input, upward) : NO_AXIS;
  const labels = valueAxis.ticks.length === 0 ? 0 : valueAxis.widest + 2;
  const isLabelled = labels > 0 && room.width - labels >= MIN_COLUMNS && room.height > 0;
  const taken = isLabelled ? labels : 0;
  const plot: Rect = {
    x: room.left + taken,
    y: room.top,
    width: Math.max(0, room.width - taken),
    height: Math.max(0, room.height),
  };
  const placed = across(plot.width);
  if (below > 0) {
    const fitted = input.texts.fit(settings.entryLabel, plot.width);
    const x = plot.x + plot.width - fitted.width;
    titles.push({ x, y: plot.y + plot.height + 2, width: fitted.width, text: fitted.text });
  }
  return {
    plot,
    across: placed,
    upward,
    labels: taken,
    valueAxis: isLabelled ? valueAxis : NO_AXIS,
    acrossTicks: axisRows === 0 ? [] : makeAcrossTicks(input, placed),
    axisRows,
    legend,
    legendAt: at,
    titles,
  };
}

function makeValueAxis({ settings, axes }: LineInput, upward: Upward): Axis {
  const { domain, cells, sub } = upward;
  const { numbers, ticks } = settings;
  const make = (): Axis => makeAxis(domain, cells, false, numbers, ticks, upward);
  const { min, max, bend, knee } = domain;
  return axes?.values.get([min, max, bend, knee, cells, sub, numbers, ticks], make) ?? make();
}

function makeAcrossTicks({ settings, axes }: LineInput, across: Across): AcrossTick[] {
  const { domain, cells, sub } = across;
  const make = (): AcrossTick[] => ticksAcross(across, settings);
  const { xScale, zone } = settings;
  const from = [domain.min, domain.max, domain.bend, cells, sub, xScale, zone];
  return axes?.across.get(from, make) ?? make();
}

/** The legend, and the room that it leaves. */
function placeKeys(
  { model, settings, texts, height }: LineInput,
  room: Room,
): { readonly legend: Legend; readonly at: { readonly x: number; readonly y: number } } {
  const nothing = { legend: NO_LEGEND, at: { x: 0, y: 0 } };
  if (!settings.showLegend || model.series.length === 0) return nothing;
  const keyed = model.series
    .map(({ name }, series) => ({ name, series }))
    .filter(({ series }) => !model.isPart(series));
  if (settings.legend === 'right') {
    const widest = keyed.slice(0, room.height).reduce((most, { name }) => {
      return Math.max(most, KEY + texts.fit(name).width);
    }, 0);
    if (room.width - widest - 2 >= widest && room.height >= keyed.length) {
      room.width -= widest + 2;
      const legend = placeLegend(keyed, widest, texts, room.height, true);
      return { legend, at: { x: room.left + room.width + 2, y: room.top } };
    }
  }
  const lines = Math.min(8, room.height - MIN_ROWS - 1);
  const legend = placeLegend(keyed, room.width, texts, lines, false);
  room.height -= legend.lines;
  if (settings.legend === 'bottom')
    return { legend, at: { x: room.left, y: height - legend.lines } };
  const at = { x: room.left, y: room.top };
  room.top += legend.lines;
  return { legend, at };
}

/** Labels of the horizontal axis. */
function ticksAcross(across: Across, settings: LineSettings): AcrossTick[] {
  const { cells, domain } = across;
  if (cells < 1) return [];
  if (settings.xScale !== 'time') {
    const { ticks } = makeAxis(domain, cells, true, DEFAULT_NUMBERS, undefined, across);
    return ticks.map(({ cell, labelX, text }) => ({ cell, labelX, text }));
  }
  const place = (ticks: readonly { readonly time: number; readonly text: string }[]) =>
    ticks.map(({ time, text }): AcrossTick => {
      const cell = across.cellOf(time);
      const width = textCells(text);
      const centred = cell - Math.floor((width - 1) / 2);
      return { cell, text, labelX: Math.max(0, Math.min(cells - width, centred)) };
    });
  const ticks = calendarTicks(domain.min, domain.max, settings.zone, (tried) => {
    let free = 0;
    for (const { labelX, text } of place(tried)) {
      const end = labelX + textCells(text);
      if (labelX < free || end > cells) return false;
      free = end + 2;
    }
    return true;
  });
  return place(ticks);
}

/** The column of a mark across the plot; undefined outside it. */
export function columnOf(across: Across, x: number | string | undefined): number | undefined {
  const place = placeOf(x);
  const { min, max } = across.domain;
  if (!(place >= min && place <= max)) return undefined;
  return across.cellOf(place);
}

/** Widths of the columns of a vertical chart, and whether axis and values fit beside them. */
import type { Axis } from '../../../charts/scale/axis.js';
import { textCells, type NumberColumn } from '../../../charts/scale/columns.js';
import { valueForms } from '../../scale/value-forms.js';
import type { ValueWriter } from '../../scale/value-text.js';
import type { ChartInput } from '../chart-input.js';
import { barWidthIn, dropsUnit, type LayoutCaches } from '../layout.js';
import { Slots } from '../slots.js';

export interface Widths {
  /** Cells of the axis with its line; 0 where it is not shown. */
  readonly axis: number;
  readonly plotX: number;
  /** What values are written in; undefined where none are shown. */
  readonly values: NumberColumn | undefined;
  /** Most cells of a value text; infinite where all have room, and else they may touch each other. */
  readonly valueCells: number;
  /** Cells between entries. */
  readonly gap: number;
  readonly barWidth: number;
  /** Cells of an entry's column. */
  readonly column: number;
  /** Cells of its bars, with those between them. */
  readonly group: number;
  /** Cells from one bar of an entry to the next. */
  readonly barPitch: number;
  /** Cells of a bar's place, in which the bar and its value text are centred. */
  readonly barPlace: number;
  /** Cells from the start of a bar's place to the bar. */
  readonly barInset: number;
}

/** The gap between entries: larger where values move the bars of an entry apart, so that entries stay farther from each other. */
function gapBeside(group: Group, barWidth: number, bars: number, gap: number): number {
  return bars > 1 && group.pitch > barWidth ? Math.max(gap, 2) : gap;
}

export function columnsThatFit(cells: number, column: number, gap: number): number {
  return Math.max(1, Math.floor((cells + gap) / Math.max(1, column + gap)));
}

/** Places of the bars inside a column. */
interface Group {
  readonly width: number;
  readonly pitch: number;
  readonly place: number;
  readonly inset: number;
}

/**
 * Widths at which everything fits: with the axis and the gaps, else without the default gaps, else without the default
 * axis. Values are shortened before the axis is dropped for them; if not all fit, the largest are shown if they do.
 *
 * @param axes the axis with and without rows of the plot for values; undefined: not shown
 */
export function chooseWidths(
  input: ChartInput,
  writer: ValueWriter,
  caches: LayoutCaches,
  axes: {
    readonly values: Axis | undefined;
    readonly noValues: Axis | undefined;
    readonly canShowValues: boolean;
  },
): Widths {
  const { model, settings, width, height } = input;
  const { gap: usual, gapSet, axisSet } = settings;
  const bars = Math.max(1, model.bars.length);
  const thin = bars * (settings.barWidth === 'auto' ? 1 : settings.barWidth);
  const widest = settings.timeAxis ? Math.min(TIME_CELLS, model.widestLabel) : model.widestLabel;
  const label = settings.showLabels ? widest : 0;
  // A blank beside the axis, unless the author has set no gap between the bars either.
  const axisCells = (axis: Axis | undefined): number =>
    axis === undefined || axis.ticks.length === 0 ? 0 : axis.widest + 1 + Math.min(1, usual);
  const least = gapSet ? usual : 0;
  const count =
    settings.downsample === 'none'
      ? model.count
      : Math.min(model.count, columnsThatFit(width - axisCells(axes.noValues), thin, least));
  const barsIn = (axis: number, gap: number): Group => {
    const shown = Math.min(count, columnsThatFit(width - axis, thin, gap));
    const barWidth = barWidthIn(input, width - axis, shown, bars, gap);
    return { width: bars * barWidth, pitch: barWidth, place: barWidth, inset: 0 };
  };
  const fits = (group: Group, axis: number, gap: number): boolean =>
    Math.max(group.width, count * (group.width + gap) - gap) <= width - axis;
  const make = (
    group: Group,
    barWidth: number,
    axis: number,
    gap: number,
    values: NumberColumn | undefined,
    valueCells: number,
  ): Widths => {
    const even = Math.floor((width - axis + gap) / Math.max(1, count)) - gap;
    // Bars that are to touch are not moved apart by their labels.
    const column = gap === 0 ? group.width : Math.max(group.width, Math.min(even, label));
    return {
      axis: axis === 0 ? 0 : axis - Math.min(1, usual),
      plotX: axis,
      values,
      valueCells,
      gap,
      barWidth,
      column,
      group: group.width,
      barPitch: group.pitch,
      barPlace: group.place,
      barInset: group.inset,
    };
  };
  const withoutValues = (): readonly [Group, number, number] => {
    const axis = axisCells(axes.canShowValues ? axes.values : axes.noValues);
    for (const [cells, gap] of [
      [axis, usual],
      [axis, least],
      [axisSet ? axis : 0, least],
    ] as const) {
      const bare = barsIn(cells, gap);
      if (fits(bare, cells, gap)) return [bare, cells, gap];
    }
    // Without the axis not all fit either: it stays while it leaves room for some.
    const stays = width - axis >= Math.max(width / 2, thin) ? axis : 0;
    return [barsIn(stays, least), stays, least];
  };
  const [bare, bareAxis, bareGap] = withoutValues();
  if (!axes.canShowValues) return make(bare, bare.pitch, bareAxis, bareGap, undefined, 0);

  const values = valuesIn(input, writer, thin, least);
  const formsBeside = (axis: number): Iterable<NumberColumn> =>
    valueForms({
      writer,
      ...values,
      eighths: 8 * height,
      usual: (choose) =>
        caches.precision.grown(writer, choose, { load: model.loads, width, height }),
      dropsUnit: dropsUnit(input, writer, axis > 0),
      ticks: settings.ticks,
    });
  for (const axis of new Set([axisCells(axes.values), 0])) {
    if (axis === 0 && axisSet && bareAxis > 0) break;
    for (const form of formsBeside(axis)) {
      const cells = writer.usualCells(form);
      const { pitch } = barsIn(axis, usual);
      const group = groupWithValues(pitch, cells, bars, usual);
      if (group === undefined) continue;
      const larger = gapSet ? usual : gapBeside(group, pitch, bars, usual);
      const gap = fits(group, axis, larger) ? larger : usual;
      if (fits(group, axis, gap)) return make(group, pitch, axis, gap, form, Infinity);
    }
  }
  // Not all have room: those that do, in the shortest form, if the largest are among them.
  const shortest = [...formsBeside(bareAxis)].at(-1)!;
  const some = make(bare, bare.pitch, bareAxis, bareGap, shortest, 0);
  const place = bars > 1 ? some.barPitch : some.column + 2 * bareGap;
  const valueCells = count === 1 && bars === 1 ? width : Math.min(width - bareAxis, place);
  const isShown = extremeCells(writer, shortest, values) <= valueCells;
  return isShown ? { ...some, valueCells } : { ...some, values: undefined };
}

/** Cells of the text of the largest value and of the smallest. */
function extremeCells(
  writer: ValueWriter,
  column: NumberColumn,
  { values, count }: ShownValues,
): number {
  if (writer.format === 'last/max') return writer.usualCells(column);
  let least = Infinity;
  let most = -Infinity;
  for (let i = 0; i < count; i++) {
    least = Math.min(least, values[i]! === values[i]! ? values[i]! : Infinity);
    most = Math.max(most, values[i]! === values[i]! ? values[i]! : -Infinity);
  }
  if (most < least) return 1;
  return Math.max(textCells(column.text(least)), textCells(column.text(most)));
}

/** Cells of a column in which a time is shown: those of most days. */
const TIME_CELLS = 6;

/** Numbers of the values that may show; used again for each chart. */
let numbers = new Float64Array(64);

interface ShownValues {
  readonly values: Float64Array;
  readonly count: number;
}

/** The values that may show. */
function valuesIn(input: ChartInput, writer: ValueWriter, bare: number, gap: number): ShownValues {
  const { model, settings, width } = input;
  const most = columnsThatFit(width, bare, gap);
  const slots = new Slots(model, settings, most);
  const first = settings.overflowEntries === 'first' ? 0 : Math.max(0, slots.count - most);
  const last = Math.min(slots.count, first + most);
  const bars = Math.min(model.bars.length, width);
  const needed = (last - first) * bars;
  if (needed > numbers.length) numbers = new Float64Array(needed * 2);
  let count = 0;
  for (let slot = first; slot < last; slot++) {
    for (let bar = 0; bar < bars; bar++) {
      slots.read(slot, bar);
      numbers[count++] = writer.round(slots.total(bar));
    }
  }
  return { values: numbers, count };
}

/** The bars with room for value texts of `cells`; undefined if bars that touch have none. */
function groupWithValues(
  barWidth: number,
  cells: number,
  bars: number,
  gap: number,
): Group | undefined {
  const bare = { width: bars * barWidth, pitch: barWidth, place: barWidth, inset: 0 };
  // Texts of neighbours never touch: between entries the gap keeps them apart, or a blank of their own.
  const apart = bars > 1 || gap === 0 ? 1 : 0;
  if (cells + apart <= barWidth) return bare;
  if (gap === 0) return undefined;
  const place = Math.max(barWidth, cells);
  const pitch = Math.max(barWidth, cells + apart);
  const inset = Math.floor((place - barWidth) / 2);
  return { width: bars * pitch - (pitch - place), pitch, place, inset };
}

/** The column at which the text of a value is centred on its place and inside the box. */
export function centred(text: string, x: number, place: number, width: number): number {
  const cells = textCells(text);
  return Math.max(0, Math.min(width - cells, x + Math.floor((place - cells) / 2)));
}

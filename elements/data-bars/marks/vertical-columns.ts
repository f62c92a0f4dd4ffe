/** How wide the columns of a vertical chart are, and whether axis and values have room beside them. */
import type { Axis } from '../scale/axis.js';
import type { ChartInput } from './chart-input.js';
import type { Domain } from '../scale/scale.js';
import { Slots } from './slots.js';
import { valueText, type ValueFormat } from '../scale/value-text.js';

export interface Widths {
  /** Cells of the axis with its line; 0 where it is not shown. */
  readonly axis: number;
  readonly plotX: number;
  readonly values: boolean;
  /** Cells of an entry's column. */
  readonly column: number;
  /** Cells of its bars together with what stands between them. */
  readonly group: number;
  /** Cells from one bar of an entry to the next. */
  readonly barPitch: number;
  /** Cells of a bar's place, in which the bar and its value text are centred. */
  readonly barPlace: number;
  /** Cells from the start of a bar's place to the bar. */
  readonly barInset: number;
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
 * @param axes the axis where values take rows of the plot, and where they do not; undefined: not wanted
 */
export function chooseWidths(
  input: ChartInput,
  domain: Domain,
  format: ValueFormat,
  axes: {
    readonly values: Axis | undefined;
    readonly noValues: Axis | undefined;
    readonly canShowValues: boolean;
  },
): Widths {
  const { model, settings, width } = input;
  const { gap, barWidth } = settings;
  const bars = Math.max(1, model.bars.length);
  const bare: Group = { width: bars * barWidth, pitch: barWidth, place: barWidth, inset: 0 };
  const label = settings.showLabels ? model.widestLabel : 0;
  // A blank beside the axis, unless the author wants no blanks between the bars either.
  const axisCells = (axis: Axis | undefined): number =>
    axis === undefined || axis.ticks.length === 0 ? 0 : axis.widest + 1 + Math.min(1, gap);
  const count =
    settings.downsample === 'none'
      ? model.count
      : Math.min(model.count, columnsThatFit(width - axisCells(axes.noValues), bare.width, gap));
  const fits = (group: Group, axis: number): boolean =>
    Math.max(group.width, count * (group.width + gap) - gap) <= width - axis;
  const make = (group: Group, axis: number, values: boolean): Widths => {
    const even = Math.floor((width - axis + gap) / Math.max(1, count)) - gap;
    const column = Math.max(group.width, Math.min(even, label));
    return {
      axis: axis === 0 ? 0 : axis - Math.min(1, gap),
      plotX: axis,
      values,
      column,
      group: group.width,
      barPitch: group.pitch,
      barPlace: group.place,
      barInset: group.inset,
    };
  };
  if (axes.canShowValues) {
    const group = groupWithValues(input, domain, format, bare, bars);
    const axis = axisCells(axes.values);
    if (group !== undefined && fits(group, axis)) return make(group, axis, true);
    if (group !== undefined && fits(group, 0)) return make(group, 0, true);
  }
  const axis = axisCells(axes.noValues);
  if (fits(bare, axis)) return make(bare, axis, false);
  if (fits(bare, 0)) return make(bare, 0, false);
  return make(bare, width - axis >= Math.max(width / 2, bare.width) ? axis : 0, false);
}

/** The bars with room for their value texts; undefined where there are more bars than columns anyway. */
function groupWithValues(
  input: ChartInput,
  domain: Domain,
  format: ValueFormat,
  bare: Group,
  bars: number,
): Group | undefined {
  const { model, settings, width } = input;
  const most = columnsThatFit(width, bare.width, settings.gap);
  if (bare.width > width || (settings.downsample === 'none' && model.count > most))
    return undefined;
  const slots = new Slots(model, settings.downsample, most);
  let widest = 0;
  for (let slot = Math.max(0, slots.count - most); slot < slots.count; slot++) {
    for (let bar = 0; bar < model.bars.length; bar++) {
      slots.read(slot, bar);
      const text = valueText(
        format,
        slots.total(bar),
        domain,
        () => settings.max ?? model.peak(bar),
      );
      widest = Math.max(widest, text.length);
    }
  }
  // Texts of neighbours never touch: between entries the gap keeps them apart, or a blank of their own.
  const apart = bars > 1 || settings.gap === 0 ? 1 : 0;
  if (widest + apart <= settings.barWidth) return bare;
  const place = Math.max(settings.barWidth, widest);
  const pitch = Math.max(settings.barWidth, widest + apart);
  const inset = Math.floor((place - settings.barWidth) / 2);
  const trailing = settings.gap === 0 ? 0 : pitch - place;
  return { width: bars * pitch - trailing, pitch, place, inset };
}

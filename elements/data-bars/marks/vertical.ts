/** Vertical bars: values above, labels below, the axis at the left, time from left to right. */
import type { Axis } from '../scale/axis.js';
import { BarMarker } from './bar-marks.js';
import { slotSelected, type ChartInput } from './chart-input.js';
import { chartDomain, chartFormat, isMeter, usesPatterns, type LayoutCaches } from './layout.js';
import { markLegend } from './legend.js';
import type { Marks } from './marks.js';
import type { Domain } from '../scale/scale.js';
import { Slots } from './slots.js';
import { valueText, type ValueFormat } from '../scale/value-text.js';
import { chooseWidths, columnsThatFit, type Widths } from './vertical-columns.js';
import { markColumnLabels } from './vertical-labels.js';

/** Fewest rows of bars beside anything but labels. */
const PLOT_ROWS = 3;

export function layoutVertical(input: ChartInput, marks: Marks, caches: LayoutCaches): void {
  const { model, settings, width, height } = input;
  marks.reset(false);
  if (width < 1 || height < 1) return;
  const domain = chartDomain(input);
  const legend = settings.showLegend
    ? caches.legend.place(model.series, width, input.texts, Math.max(1, Math.floor(height / 3)))
    : undefined;
  const above = domain.max > 0 ? 1 : 0;
  const below = domain.min < 0 ? 1 : 0;
  const legendRows = legend?.lines ?? 0;
  const labelRow = settings.showLabels && model.widestLabel > 0 ? 1 : 0;
  const wantsValues = settings.showValues && model.bars.length > 0 && model.count > 0;
  const parts = [legendRows, wantsValues ? above + below : 0, labelRow];
  const gone = partsGone(parts, height);
  const top = gone > 0 ? 0 : legendRows;
  const labels = gone > 2 ? 0 : labelRow;
  if (legend !== undefined && gone === 0) markLegend(input, legend, marks);

  const format = chartFormat(input);
  const rows = height - top - labels;
  const axisFor = (plot: number): Axis | undefined =>
    settings.showAxis && plot >= PLOT_ROWS
      ? caches.axis.get(domain, meterCells(input, plot), false)
      : undefined;
  const widths = chooseWidths(input, domain, format, {
    values: wantsValues && gone < 2 ? axisFor(rows - above - below) : undefined,
    // Too low for the values is too low for the axis, which goes first.
    noValues: wantsValues && gone > 1 ? undefined : axisFor(rows),
    canShowValues: wantsValues && gone < 2,
  });
  const valueRows = widths.values ? above + below : 0;
  const plot: Plot = {
    top: top + (widths.values ? above : 0),
    rows: rows - valueRows,
    labelY: labels > 0 ? height - 1 : -1,
  };
  if (widths.axis > 0) markAxis(input, marks, axisFor(plot.rows), plot, widths, domain);
  if (model.bars.length > 0 && model.count > 0) {
    markColumns(input, marks, plot, widths, domain, format);
  }
}

/** How many of legend, values and labels have to go, in this order. */
function partsGone(parts: readonly number[], height: number): number {
  let rest = height - parts.reduce((sum, rows) => sum + rows, 0);
  for (let gone = 0; gone < parts.length; gone++) {
    if (rest >= (gone < 2 ? PLOT_ROWS : 1)) return gone;
    rest += parts[gone]!;
  }
  return parts.length;
}

interface Plot {
  readonly top: number;
  readonly rows: number;
  /** Row of the labels, or -1. */
  readonly labelY: number;
}

/** A meter's scale ends with its last whole segment. */
function meterCells(input: ChartInput, cells: number): number {
  if (!isMeter(input)) return cells;
  return cells - (cells % Math.max(1, Math.min(input.settings.ledWidth, cells)));
}

function markColumns(
  input: ChartInput,
  marks: Marks,
  plot: Plot,
  widths: Widths,
  domain: Domain,
  format: ValueFormat,
): void {
  const { model, settings, width, clip } = input;
  const { plotX, column, group, barPitch, barInset } = widths;
  const pitch = column + settings.gap;
  const slots = new Slots(
    model,
    settings.downsample,
    columnsThatFit(width - plotX, column, settings.gap),
  );
  const shown = Math.min(slots.count, columnsThatFit(width - plotX, column, settings.gap));
  const firstSlot = slots.count - shown;
  const bottom = plot.top + plot.rows;
  const marker = new BarMarker(input, marks, domain, plot.rows, bottom, usesPatterns(input));
  marks.dots = !widths.values;
  const inset = Math.max(0, Math.floor((column - group) / 2));
  for (let place = 0; place < shown; place++) {
    const slot = firstSlot + place;
    const x = plotX + place * pitch;
    if (x >= clip.x + clip.width || x + column <= clip.x) continue;
    marks.band(slots.from(slot), slots.entries(slot), x, Math.min(width, x + column));
    for (let bar = 0; bar < model.bars.length; bar++) {
      const barX = x + inset + bar * barPitch + barInset;
      const thickness = Math.min(settings.barWidth, width - barX);
      if (thickness <= 0) break;
      slots.read(slot, bar);
      marker.add(slots, slot, bar, barX, thickness);
      if (!widths.values) continue;
      const text = valueText(
        format,
        slots.total(bar),
        domain,
        () => settings.max ?? model.peak(bar),
      );
      const placeX = x + inset + bar * barPitch;
      const textX = placeX + Math.floor((widths.barPlace - text.length) / 2);
      // Where the scale ends at zero there is no row above it: even a zero's text stands below.
      const hangs =
        domain.max <= 0 ||
        (marker.low < marker.scale.zero * 8 && marker.high <= marker.scale.zero * 8);
      const y = hangs ? bottom - (marker.low >> 3) : bottom - ((marker.high + 7) >> 3) - 1;
      const { series } = model.bars[bar]!;
      const selected = slotSelected(input, slots, slot, series);
      marks.text('value', textX, y, text.length, text, slots.entry, series[0]!, selected);
    }
  }
  if (plot.labelY >= 0) {
    markColumnLabels(input, marks, slots, {
      firstSlot,
      shown,
      x: plotX,
      pitch,
      column,
      y: plot.labelY,
    });
  }
}

function markAxis(
  input: ChartInput,
  marks: Marks,
  axis: Axis | undefined,
  plot: Plot,
  widths: Widths,
  domain: Domain,
): void {
  if (axis === undefined) return;
  const line = widths.axis - 1;
  const { y, height } = input.clip;
  const from = Math.max(plot.top, y);
  const to = Math.min(plot.top + plot.rows, y + height);
  for (let row = from; row < to; row++) marks.text('axis', line, row, 1, '│');
  for (const { cell, text, value } of axis.ticks) {
    const row = plot.top + plot.rows - 1 - cell;
    if (row < from || row >= to) continue;
    marks.text('axis', line, row, 1, value === 0 && domain.min < 0 && domain.max > 0 ? '┼' : '┤');
    marks.text('tick', line - text.length, row, text.length, text);
  }
}

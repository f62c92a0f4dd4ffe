/** Vertical bars: values above, labels below, the axis at the left, time from left to right. */
import type { Axis } from '../../../charts/scale/axis.js';
import { textCells, type NumberColumn } from '../../../charts/scale/columns.js';
import type { Domain } from '../../../charts/scale/scale.js';
import type { ValueWriter } from '../../scale/value-text.js';
import { BarMarker } from '../bar-marks.js';
import { slotSelected, type ChartInput } from '../chart-input.js';
import { insideColumn, InsideValues } from '../inside-values.js';
import {
  chartDomain,
  countsPercent,
  gridValues,
  scalesToVisible,
  usesPatterns,
  valueAxis,
  valueDomain,
  valueWriter,
  type LayoutCaches,
} from '../layout.js';
import { legendOf, markLegend } from '../legend.js';
import { legendHeight, legendLimit, type BoxInput, type Needs } from '../needs.js';
import { CLAMPED, type Marks } from '../marks.js';
import { markReferences } from '../reference-lines.js';
import { Slots } from '../slots.js';
import { TargetMarker } from '../targets.js';
import { WhiskerMarker } from '../whiskers.js';
import { centred, chooseWidths, columnsThatFit, type Widths } from './columns.js';
import { labelLines, markColumnLabels } from './labels.js';
import { valuesWithRoom, type BarCells, type PlacedValue } from './values.js';

/** Fewest columns of entries beside an axis that stays while the rest scrolls. */
const MIN_COLUMNS = 6;
/** Fewest rows of bars beside anything but labels, and beside titles. */
const PLOT_ROWS = 3;
const PLOT_BESIDE_TITLES = 4;

export function layoutVertical(input: ChartInput, marks: Marks, caches: LayoutCaches): void {
  const { settings, width, height } = input;
  marks.reset(false);
  if (width < 1 || height < 1) return;
  const expected = firstDomain(input);
  const legend = settings.showLegend ? legendOf(input, width, legendLimit(height)) : undefined;
  const parts = chooseParts(input, expected, legend?.lines ?? 0);
  const axisFor: AxisFor = (rows, domain) =>
    settings.showAxis && rows >= PLOT_ROWS ? valueAxis(input, caches, domain, rows) : undefined;
  const widths = widthsIn(input, parts, expected, axisFor, caches);
  const view = viewOf(input, widths);
  const held = axisHeld(input, widths);
  const plot = { ...plotIn(parts, widths, height), held };
  const domain = shownDomain(input, view, expected, (exact) =>
    fitsAxis(axisFor(plot.rows, exact), widths),
  );
  marks.domains = [domain];
  if (legend !== undefined && parts.legend > 0) markLegend(input, legend, marks, 0, held);
  if (widths.axis > 0) markAxis(input, marks, axisFor(plot.rows, domain), plot, widths, domain);
  if (hasBars(input)) markBars(input, marks, plot, { ...widths, domain }, view, caches);
}

type AxisFor = (rows: number, domain: Domain) => Axis | undefined;

function hasBars({ model }: BoxInput): boolean {
  return model.bars.length > 0 && model.count > 0;
}

/** Rows of the parts that have room. */
interface Parts {
  readonly legend: number;
  readonly labels: number;
  /** Rows that are left to bars and values. */
  readonly rows: number;
  /** Rows of values above the bars and below them, if they are shown. */
  readonly above: number;
  readonly below: number;
  readonly values: 'shown' | 'no room' | 'none';
  /** True where none of them has given way. */
  readonly isComplete: boolean;
}

/** The parts of a vertical chart that take rows, and bars of some height. */
export function verticalNeeds(input: BoxInput): Needs {
  const { settings, width, height } = input;
  const lines = settings.showLegend ? legendOf(input, width, legendLimit(height)).lines : 0;
  const parts = chooseParts(input, firstDomain(input), lines);
  const { legend, rows, above, below, isComplete } = parts;
  if (!isComplete) return { legend, rows: height };
  const values = parts.values === 'shown' ? above + below : 0;
  const least = height - rows + values + PLOT_BESIDE_TITLES;
  return { legend, rows: Math.max(least, legendHeight(legend)) };
}

function chooseParts(input: BoxInput, domain: Domain, legendRows: number): Parts {
  const { settings, height } = input;
  const above = Number(domain.max > 0);
  const below = Number(domain.min < 0);
  const labelRow = settings.showLabels ? labelLines(input) : 0;
  const hasValues = hasBars(input) && settings.showValues && settings.valuePosition !== 'inside';
  const gone = partsGone([legendRows, hasValues ? above + below : 0, labelRow], height);
  const legend = gone > 0 ? 0 : legendRows;
  const labels = gone > 2 ? 0 : labelRow;
  const values = !hasValues ? 'none' : gone > 1 ? 'no room' : 'shown';
  const isComplete = gone === 0;
  return { legend, labels, rows: height - legend - labels, above, below, values, isComplete };
}

function widthsIn(
  input: ChartInput,
  { rows, above, below, values }: Parts,
  domain: Domain,
  axisFor: AxisFor,
  caches: LayoutCaches,
): Widths {
  const canShowValues = values === 'shown';
  return chooseWidths(input, writerFor(input, domain), caches, {
    values: canShowValues ? axisFor(rows - above - below, domain) : undefined,
    // Too low for the values is too low for the axis, which goes first.
    noValues: values === 'no room' ? undefined : axisFor(rows, domain),
    canShowValues,
  });
}

function plotIn(
  { legend, labels, rows, above, below }: Parts,
  widths: Widths,
  height: number,
): Plot {
  const hasValues = widths.values !== undefined;
  return {
    top: legend + (hasValues ? above : 0),
    rows: rows - (hasValues ? above + below : 0),
    labelY: labels > 0 ? height - labels : -1,
    labelRows: labels,
  };
}

function fitsAxis(axis: Axis | undefined, widths: Widths): boolean {
  return widths.axis === 0 || (axis?.widest ?? 0) < widths.axis;
}

function writerFor(input: ChartInput, domain: Domain): ValueWriter {
  return valueWriter(input, countsPercent(input) ? valueDomain(input) : domain);
}

/** Bars with their values and labels, and the lines over them. */
function markBars(
  input: ChartInput,
  marks: Marks,
  plot: HeldPlot,
  widths: Widths & { readonly domain: Domain },
  view: View,
  caches: LayoutCaches,
): void {
  const { settings, width } = input;
  const { domain, plotX } = widths;
  const writer = writerFor(input, domain);
  const { first, shown, slots } = view;
  const inside =
    settings.valuePosition === 'inside' && settings.showValues
      ? insideColumn(input, writer, slots, [first, first + shown], caches.precision, {
          room: widths.barWidth + cellsBeside(input, widths),
          hasAxis: widths.axis > 0,
        })
      : undefined;
  markColumns(input, marks, plot, { ...widths, inside }, view, writer);
  // Titles are centred on the bars, which may leave some of the box.
  const bars = Math.min(width - plotX, shown * (widths.column + widths.gap) - widths.gap);
  const from = settings.alignEntries === 'end' ? width - bars : plotX;
  marks.plot = { from, to: from + bars, end: input.height };
  const { top, rows, held } = plot;
  markReferences(input, marks, domain, {
    left: plotX,
    right: width,
    top,
    bottom: top + rows,
    labelY: -1,
    from: held + plotX,
    grid: gridValues(input, caches, domain, rows),
  });
}

/** The domain of the entries that are shown, where the scale follows them and its axis fits. */
function shownDomain(
  input: ChartInput,
  { first, shown, slots }: View,
  expected: Domain,
  fits: (domain: Domain) => boolean,
): Domain {
  if (!scalesToVisible(input)) return expected;
  const exact = chartDomain(input, slots.view(first, shown));
  return fits(exact) ? exact : expected;
}

/** The domain of as many entries as may show: how many do depends on the axis, and so on it. */
function firstDomain(input: BoxInput): Domain {
  if (!scalesToVisible(input)) return chartDomain(input);
  const { model, settings, width } = input;
  const most = columnsThatFit(width, model.bars.length, settings.gapSet ? settings.gap : 0);
  const slots = new Slots(model, settings, model.count);
  const shown = Math.min(model.count, most);
  const first = settings.overflowEntries === 'first' ? 0 : model.count - shown;
  return chartDomain(input, slots.view(first, shown));
}

/**
 * Columns from the left at which the axis stays where the chart is seen in part, as in a container that
 * scrolls; 0 where it is in its place.
 */
function axisHeld({ clip }: ChartInput, { axis, plotX }: Widths): number {
  return axis > 0 && clip.width - plotX >= MIN_COLUMNS ? Math.max(0, clip.x) : 0;
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
  /** First row of the labels, or -1, and how many there are. */
  readonly labelY: number;
  readonly labelRows: number;
}

interface HeldPlot extends Plot {
  /** Columns that the axis is away from its place, over the entries. */
  readonly held: number;
}

/** The columns that show. */
interface View {
  readonly slots: Slots;
  readonly first: number;
  readonly shown: number;
}

function viewOf({ model, settings, width }: ChartInput, widths: Widths): View {
  const fit = columnsThatFit(width - widths.plotX, widths.column, widths.gap);
  const slots = new Slots(model, settings, fit);
  const shown = Math.min(slots.count, fit);
  const first = settings.overflowEntries === 'first' ? 0 : slots.count - shown;
  return { slots, first, shown };
}

/** Cells beside a bar that a text after it may take. */
function cellsBeside(
  { model }: ChartInput,
  { column, gap, group, barPitch, barWidth }: Widths,
): number {
  return model.bars.length > 1 ? barPitch - barWidth - 1 : column + gap - group - 1;
}

function markColumns(
  input: ChartInput,
  marks: Marks,
  plot: HeldPlot,
  widths: Widths & { readonly domain: Domain; readonly inside: NumberColumn | undefined },
  view: View,
  writer: ValueWriter,
): void {
  const { model, settings, width, clip } = input;
  const { plotX, column, group, barPitch, barInset, barWidth, values, domain } = widths;
  const { slots, first, shown } = view;
  const pitch = column + widths.gap;
  const bottom = plot.top + plot.rows;
  const marker = new BarMarker(input, marks, domain, plot.rows, bottom, usesPatterns(input));
  const targets = new TargetMarker(input, marks, domain, plot.rows, bottom);
  const whiskers = new WhiskerMarker(input, marks, domain, plot.rows, bottom);
  const inside =
    widths.inside === undefined
      ? undefined
      : new InsideValues(input, marks, writer, widths.inside, {
          left: plotX,
          right: width,
          top: plot.top,
          bottom,
          beside: cellsBeside(input, widths),
        });
  marks.dots = values === undefined || widths.valueCells < 1;
  // Its bars are centred, as its label is, and not the places that they have with their values.
  const bars = group - widths.barPlace + barWidth;
  const inset = Math.max(0, Math.floor((column - bars) / 2) - barInset);
  // Columns before the first bar, where they are at the right.
  const rest = settings.alignEntries === 'end' ? width - plotX - shown * pitch + widths.gap : 0;
  const free = Math.max(0, rest);
  const isCrowded = values !== undefined && widths.valueCells < Infinity;
  const waiting: PlacedValue[] = [];
  const barCells: BarCells[] = [];
  const markValue = (slot: number, bar: number, barsX: number, before: number): void => {
    if (values === undefined) return;
    const text = writer.text(values, slots.total(bar), () => settings.max ?? model.peak(bar));
    const cells = textCells(text);
    if (cells > Math.min(widths.valueCells, width)) return;
    const textX = centred(text, barsX + bar * barPitch, widths.barPlace, width);
    // A scale that ends at zero has no row above it: even the text of a zero goes below.
    const hangs =
      domain.max <= 0 ||
      (marker.low < marker.scale.zero * 8 && marker.high <= marker.scale.zero * 8);
    const low = Math.min(marker.low >> 3, ...whiskers.cells);
    const high = Math.max((marker.high + 7) >> 3, ...whiskers.cells.map((cell) => cell + 1));
    const end = hangs ? bottom - low : bottom - high - 1;
    // The arrow of what is past the end on which bars start has that cell.
    const past = marks.barCount > before && marks.kindOf(marks.barCount - 1) === CLAMPED;
    const y = !past ? end : hangs ? end + 1 : end - 1;
    if (past && (y < plot.top - (domain.max > 0 ? 1 : 0) || y > bottom)) return;
    const { series } = model.bars[bar]!;
    const selected = slotSelected(input, slots, slot, series);
    if (!isCrowded) {
      marks.text('value', textX, y, cells, text, slots.entry, series[0], selected);
      return;
    }
    const value = slots.total(bar);
    const { entry } = slots;
    const of = { value, entry, series: series[0]!, selected, bar: barCells.length - 1 };
    waiting.push({ x: textX, y, cells, text, ...of, isWide: cells > widths.barPlace });
  };
  // Where texts have room depends on bars and texts beside them, seen or not.
  const isAll = isCrowded || settings.references.some(({ value }) => value !== undefined);
  for (let place = 0; place < shown; place++) {
    const slot = first + place;
    const x = plotX + free + place * pitch;
    if (!isAll && (x >= clip.x + clip.width || x + column <= clip.x)) continue;
    // What is under the axis is not painted.
    if (plot.held > 0 && x < plot.held + plotX) continue;
    marks.band(slots.from(slot), slots.entries(slot), x, Math.min(width, x + column));
    for (let bar = 0; bar < model.bars.length; bar++) {
      const barX = x + inset + bar * barPitch + barInset;
      const thickness = Math.min(barWidth, width - barX);
      if (thickness <= 0) break;
      slots.read(slot, bar);
      const before = marks.barCount;
      marker.add(slots, slot, bar, barX, thickness);
      targets.add(before, slots.entry, marker, barX, thickness);
      whiskers.add(before, slots.entry, bar, barX, thickness);
      inside?.add(before, slots, slot, bar, targets.cells);
      if (isCrowded) {
        const ink = { top: bottom - ((marker.high + 7) >> 3), bottom: bottom - (marker.low >> 3) };
        barCells.push({ left: barX, right: barX + thickness, ...ink });
      }
      markValue(slot, bar, x + inset, before);
    }
  }
  for (const { x, y, cells, text, entry, series, selected } of valuesWithRoom(waiting, barCells)) {
    marks.text('value', x, y, cells, text, entry, series, selected);
  }
  const left = markLeftOut(input, marks, plot, widths, view);
  if (plot.labelY >= 0) {
    markColumnLabels(input, marks, {
      slots,
      firstSlot: first,
      shown,
      x: plotX + free,
      from: Math.max(left.from, plot.held > 0 ? plot.held + plotX : 0),
      to: left.to,
      pitch,
      column,
      y: plot.labelY,
      rows: plot.labelRows,
    });
  }
}

/**
 * How many entries are left out, at the side where they would be, in the row of the labels or else on top;
 * of a single entry, how many of its bars. Returns the columns that are left to labels.
 */
function markLeftOut(
  { model, width }: ChartInput,
  marks: Marks,
  plot: Plot,
  widths: Widths,
  { slots, first, shown }: View,
): { readonly from: number; readonly to: number } {
  const all = { from: 0, to: width };
  let left = slots.count - shown;
  let before = first > 0;
  if (left === 0) {
    const space = width - widths.plotX;
    left = shown === 1 ? model.bars.length - Math.ceil(space / widths.barPitch) : 0;
    before = false;
  }
  // A single column has room for a bar only.
  if (left <= 0 || width < 2) return all;
  const count = before ? `‹${left}` : `${left}›`;
  const text = count.length <= width ? count : before ? '‹' : '›';
  const y = plot.labelY >= 0 ? plot.labelY : plot.top;
  const x = before ? 0 : width - text.length;
  marks.text('more', x, y, text.length, text);
  if (plot.labelY < 0) return all;
  return before ? { from: text.length + 1, to: width } : { from: 0, to: x - 1 };
}

function markAxis(
  input: ChartInput,
  marks: Marks,
  axis: Axis | undefined,
  plot: HeldPlot,
  widths: Widths,
  domain: Domain,
): void {
  if (axis === undefined) return;
  const line = plot.held + widths.axis - 1;
  const { y, height } = input.clip;
  const from = Math.max(plot.top, y);
  const to = Math.min(plot.top + plot.rows, y + height);
  for (let row = from; row < to; row++) marks.text('axis', line, row, 1, '│');
  for (const { cell, text, cells, value } of axis.ticks) {
    const row = plot.top + plot.rows - 1 - cell;
    // With other rows there may be other ticks than those that the columns were made for.
    if (row < from || row >= to || cells >= widths.axis) continue;
    marks.text('axis', line, row, 1, value === 0 && domain.min < 0 && domain.max > 0 ? '┼' : '┤');
    if (cells > 0) marks.text('tick', line - cells, row, cells, text);
  }
}

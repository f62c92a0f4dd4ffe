/** Horizontal bars: labels at the left, values at the right, the axis below. */
import type { Rect } from '../../../../runtime/base/geometry.js';
import type { ChartInput } from '../chart-input.js';
import { isPlain, slotSelected } from '../chart-input.js';
import { BarMarker } from '../bar-marks.js';
import { insideColumn, InsideValues } from '../inside-values.js';
import {
  barWidthIn,
  chartDomain,
  countsPercent,
  CUT_LABELS,
  dropsUnit,
  gridValues,
  scalesToVisible,
  usesPatterns,
  valueAxis,
  valueDomain,
  valueWriter,
  type LayoutCaches,
} from '../layout.js';
import { moreText } from '../../../charts/legend.js';
import { markLegend } from '../legend.js';
import type { Marks } from '../marks.js';
import { textCells, type NumberColumn } from '../../../charts/scale/columns.js';
import type { PlacedTick } from '../../../charts/scale/axis.js';
import type { Domain } from '../../../charts/scale/scale.js';
import { valueForms } from '../../scale/value-forms.js';
import type { ValueWriter } from '../../scale/value-text.js';
import { hasZeroLine, markReferences } from '../reference-lines.js';
import { Slots } from '../slots.js';
import { middleOf, TargetMarker } from '../targets.js';
import { WhiskerMarker } from '../whiskers.js';
import { columnOf, fitLabels, widestLabel } from './labels.js';
import { AXIS_ROWS, chooseParts, labelRows, legendIn, type Parts } from './parts.js';

/** Fewest columns of bars beside values, and beside labels. */
const PLOT_BESIDE_VALUES = 6;
const PLOT_BESIDE_LABELS = 3;
/** Fewest rows of entries between a legend and an axis that stay while the rest scrolls. */
const MIN_ROWS = 3;

function entriesIn(slots: Slots, count: number): number {
  return slots.size === 1 ? count : slots.count;
}

/** Writes how many entries are left out, if its row is visible. */
function markMore(
  marks: Marks,
  left: number,
  width: number,
  y: number,
  { top, bottom }: { readonly top: number; readonly bottom: number },
): void {
  if (y < top || y >= bottom) return;
  const text = moreText(left, width);
  const cells = Math.min(width, text.length);
  marks.text('more', 0, y, cells, text.slice(0, cells));
}

export function layoutHorizontal(input: ChartInput, marks: Marks, caches: LayoutCaches): void {
  const { width, height, clip } = input;
  marks.reset(true);
  if (width < 1 || height < 1) return;
  const legend = legendIn(input);
  const parts = chooseParts(input, legend?.lines ?? 0);
  const fit = fitEntries(input, parts);
  const { slots, first, shown, top, bottom } = fit;
  const frame = frameIn(clip, { legend: parts.legend, axis: parts.axis, below: fit.below });
  const view = viewIn(fit, frame);
  if (legend !== undefined && parts.legend > 0) markLegend(input, legend, marks, frame.legendY);
  const entries = slots.view(first, shown);
  const domain = chartDomain(input, entries);
  marks.domains = [domain];
  const values = countsPercent(input) ? valueDomain(input, entries) : domain;
  const columns = chooseColumns(input, slots, view, values, caches, parts.axis > 0);
  if (fit.block > 0) markEntries(input, marks, slots, view, domain, columns);
  if (fit.moreY >= 0) markMore(marks, fit.left, width, fit.moreY, frame);
  const plotEnd = columns.plotX + columns.plot;
  marks.plot = { from: columns.plotX, to: plotEnd, end: fit.below + parts.axis };
  const axis = parts.axis > 0 ? valueAxis(input, caches, domain, columns.plot) : undefined;
  const ticks = markReferences(input, marks, domain, {
    left: columns.plotX,
    right: plotEnd,
    top: Math.max(top, frame.top),
    lastRow: bottom - 1,
    bottom: Math.min(bottom, frame.bottom),
    labelY: axis === undefined ? -1 : frame.axisY + 1,
    ticks: axis?.ticks,
    grid: gridValues(input, caches, domain, columns.plot),
  });
  if (axis === undefined || axis.ticks.length === 0) return;
  markAxis(input, marks, caches.axis.line, ticks, { x: columns.plotX, y: frame.axisY });
}

/** The entries that have room, and their rows. */
interface Fit {
  readonly slots: Slots;
  readonly first: number;
  readonly shown: number;
  readonly barWidth: number;
  readonly gap: number;
  /** Rows of an entry, its bars and the label above them. */
  readonly block: number;
  /** Rows of that label. */
  readonly labelRows: number;
  readonly top: number;
  readonly bottom: number;
  /** The row below the last entry, or below the count of those that are left out. */
  readonly below: number;
  /** Entries left out; where there is just one, whose bars do not fit, bars. */
  readonly left: number;
  /** Row of their count, or -1. */
  readonly moreY: number;
}

function fitEntries({ model, settings, height }: ChartInput, parts: Parts): Fit {
  const { gap, legend: above } = parts;
  const rows = height - above - parts.axis;
  const bars = model.bars.length;
  const label = bars === 0 ? 0 : labelRows({ model, settings });
  const thin = bars * barWidthIn({ settings }, 0, 0, bars, gap) + label;
  const room = Math.max(1, Math.floor((rows + gap) / Math.max(1, thin + gap)));
  const slots = new Slots(model, settings, room);
  const count = Math.min(slots.count, room);
  const barWidth = barWidthIn({ settings }, rows - label, count, bars, gap + label);
  const block = bars * barWidth + label;
  const pitch = block + gap;
  const fits = slots.count * pitch - gap <= rows || block === 0;
  const shown = fits ? slots.count : Math.max(1, Math.floor((rows - 1 + gap) / pitch));
  const left =
    shown < slots.count
      ? entriesIn(slots, model.count) - shown
      : Math.max(0, bars - Math.ceil((rows - 1) / barWidth));
  // A row states how many; a single row has room for a bar only.
  const says = !fits && rows >= 2 && left > 0;
  const last = settings.overflowEntries === 'last';
  const top = says && last ? above + 1 : above;
  const bottom = top + Math.max(0, Math.min(says ? rows - 1 : rows, shown * pitch - gap));
  return {
    slots,
    first: last ? slots.count - shown : 0,
    shown,
    barWidth,
    gap,
    block,
    labelRows: label,
    top,
    bottom,
    below: says && !last ? above + rows : bottom,
    left,
    moreY: !says ? -1 : last ? above : above + rows - 1,
  };
}

function viewIn(fit: Fit, frame: Frame): View {
  const { first, shown, barWidth, gap, block, top, bottom } = fit;
  const pitch = block + gap;
  return {
    first,
    barWidth,
    labelRows: fit.labelRows,
    pitch,
    gap,
    top,
    bottom,
    seen: { from: frame.top, to: frame.bottom, cuts: frame.cuts },
    from: first + Math.max(0, Math.floor((frame.top - top) / Math.max(1, pitch))),
    to: Math.min(first + shown, first + Math.ceil((frame.bottom - top) / Math.max(1, pitch))),
  };
}

/** Where the legend and the axis are, and the rows between them in which entries show. */
interface Frame {
  readonly legendY: number;
  readonly axisY: number;
  readonly top: number;
  readonly bottom: number;
  /** True where entries go on under the legend or the axis. */
  readonly cuts: boolean;
}

/**
 * Legend and axis stay where a chart is seen in part, as in a container that scrolls: at the edges of the part,
 * as long as some rows of entries are left between them.
 *
 * @param parts rows of the legend on top and of the axis, and the row below the last entry
 */
function frameIn(
  clip: Rect,
  parts: { readonly legend: number; readonly axis: number; readonly below: number },
): Frame {
  const { legend, axis, below } = parts;
  const end = clip.y + clip.height;
  const usual = { legendY: 0, axisY: below, top: clip.y, bottom: end, cuts: false };
  const legendMoves = legend > 0 && clip.y > 0;
  const axisMoves = axis > 0 && below + axis > end;
  if (!legendMoves && !axisMoves) return usual;
  // Without an axis there is nothing that the legend could not be above of.
  const legendY = legendMoves ? Math.min(clip.y, Math.max(0, below - legend)) : 0;
  const axisY = axisMoves ? Math.max(end - axis, legend) : below;
  const top = Math.max(clip.y, legendY + legend);
  const bottom = axis > 0 ? Math.min(end, axisY) : end;
  return bottom - top < MIN_ROWS ? usual : { legendY, axisY, top, bottom, cuts: true };
}

/** Rows of the plot, and the slots of it that can be seen. */
interface View {
  /** The rows in which entries show, `to` exclusive. */
  readonly seen: { readonly from: number; readonly to: number; readonly cuts: boolean };
  /** The slot of the first row. */
  readonly first: number;
  readonly top: number;
  readonly bottom: number;
  readonly barWidth: number;
  /** Rows of a label above the bars. */
  readonly labelRows: number;
  readonly gap: number;
  /** Rows from one entry to the next. */
  readonly pitch: number;
  readonly from: number;
  readonly to: number;
}

interface Columns {
  readonly labels: number;
  readonly plotX: number;
  readonly plot: number;
  /** 0 where values are not shown. */
  readonly values: number;
  /** Value texts in the order of `eachBar`. */
  readonly texts: readonly string[];
  readonly writer: ValueWriter;
  readonly column: NumberColumn | undefined;
  /** True where values are written shorter than usual, for lack of room. */
  readonly shortened: boolean;
}

/** Numbers of the values that show; used again for each chart. */
let numbers = new Float64Array(64);

function chooseColumns(
  input: ChartInput,
  slots: Slots,
  view: View,
  domain: Domain,
  caches: LayoutCaches,
  hasAxis: boolean,
): Columns {
  const { model, settings, width, height } = input;
  const writer = valueWriter(input, domain);
  const texts: string[] = [];
  const widest = widestLabel(input, slots, view);
  const isBeside = settings.showLabels && view.labelRows === 0;
  let labels = isBeside ? columnOf(widest, width, settings.timeAxis) : 0;
  let values = 0;
  let column: NumberColumn | undefined;
  let shortened = false;
  const plot = (): number => width - (labels > 0 ? labels + 1 : 0) - (values > 0 ? values + 1 : 0);
  if (settings.showValues && settings.valuePosition === 'inside') {
    column = insideColumn(input, writer, slots, [view.from, view.to], caches.precision);
  } else if (settings.showValues && model.bars.length > 0) {
    const totals: number[] = [];
    eachBar(input, view, (slot, bar) => {
      slots.read(slot, bar);
      totals.push(slots.total(bar));
    });
    if (totals.length > numbers.length) numbers = new Float64Array(totals.length * 2);
    for (let i = 0; i < totals.length; i++) numbers[i] = writer.round(totals[i]!);
    const eighths = 8 * Math.max(1, width - labels - 8);
    // Shorter before absent.
    const forms = valueForms({
      writer,
      values: numbers,
      count: totals.length,
      eighths,
      usual: (choose) =>
        caches.precision.grown(writer, choose, { load: model.loads, width, height }),
      dropsUnit: dropsUnit(input, writer, hasAxis),
      ticks: settings.ticks,
    });
    for (const chosen of forms) {
      shortened = column !== undefined;
      column = chosen;
      values = writer.usualCells(chosen);
      texts.length = 0;
      eachBar(input, view, (_slot, bar) => {
        const peak = (): number => settings.max ?? model.peak(bar);
        const text = writer.text(chosen, totals[texts.length]!, peak);
        texts.push(text);
        values = Math.max(values, textCells(text));
      });
      if (plot() >= PLOT_BESIDE_VALUES) break;
    }
  }
  if (values > 0 && plot() < PLOT_BESIDE_VALUES) values = 0;
  // A label of which not even one letter can be read is not shown.
  const cut = labels < widest;
  if (labels > 0 && (plot() < PLOT_BESIDE_LABELS || (cut && labels < CUT_LABELS))) labels = 0;
  const plotX = labels > 0 ? labels + 1 : 0;
  return { labels, plotX, plot: plot(), values, texts, writer, column, shortened };
}

function eachBar(input: ChartInput, view: View, visit: (slot: number, bar: number) => void): void {
  const { barWidth, labelRows } = view;
  const { from: y, to } = view.seen;
  const { length } = input.model.bars;
  const end = Math.min(view.bottom, to);
  for (let slot = view.from; slot < view.to; slot++) {
    const start = view.top + (slot - view.first) * view.pitch + labelRows;
    // An entry of ten thousand series is taller than any screen: only its visible bars are looked at.
    const first = Math.max(0, Math.floor((y - start) / barWidth));
    const last = Math.min(length, Math.ceil((end - start) / barWidth));
    for (let bar = first; bar < last; bar++) visit(slot, bar);
  }
}

function markEntries(
  input: ChartInput,
  marks: Marks,
  slots: Slots,
  view: View,
  domain: Domain,
  columns: Columns,
): void {
  const { model, settings, width } = input;
  const { barWidth, seen } = view;
  const { plotX, texts } = columns;
  let next = 0;
  marks.dots = columns.values === 0;
  const marker = new BarMarker(input, marks, domain, columns.plot, plotX, usesPatterns(input));
  const targets = new TargetMarker(input, marks, domain, columns.plot, plotX);
  const whiskers = new WhiskerMarker(input, marks, domain, columns.plot, plotX);
  const inside =
    settings.valuePosition === 'inside' && columns.column !== undefined
      ? new InsideValues(input, marks, columns.writer, columns.column, {
          left: plotX,
          right: plotX + columns.plot,
          beside: 0,
          top: view.top,
          bottom: view.bottom,
        })
      : undefined;
  // A label above its bars has all of the row.
  const labelCells = view.labelRows > 0 ? width : columns.labels;
  const labelLines =
    labelCells > 0
      ? fitLabels(input, slots, view, {
          cells: labelCells,
          lines: settings.labelWrap && view.labelRows === 0 ? model.bars.length * barWidth : 1,
        })
      : undefined;
  for (let slot = view.from; slot < view.to; slot++) {
    const start = view.top + (slot - view.first) * view.pitch;
    const end = Math.min(view.bottom, start + view.pitch - view.gap);
    if (end > start) marks.band(slots.from(slot), slots.entries(slot), start, end);
    if (labelLines === undefined || end <= start) continue;
    slots.read(slot, 0);
    const selected =
      !input.selection.empty &&
      input.selection.has(slots.from(slot), slots.to(slot), slots.entry, -1);
    const lines = labelLines[slot - view.from]!;
    const middle = view.labelRows > 0 ? 0 : middleOf(Math.min(barWidth, end - start));
    const first = start + (lines.length > 1 ? 0 : middle);
    lines.forEach(({ text, width: cells }, line) => {
      const y = first + line;
      if (cells === 0 || y >= Math.min(end, seen.to) || y < seen.from) return;
      marks.text('label', 0, y, cells, text, slots.from(slot), -1, selected);
    });
  }
  const firstText = marks.textCount;
  eachBar(input, view, (slot, bar) => {
    const first = view.top + (slot - view.first) * view.pitch + view.labelRows;
    const start = first + bar * barWidth;
    const all = Math.min(barWidth, view.bottom - start);
    // What is under the legend or the axis is not painted.
    const y = seen.cuts ? Math.max(start, seen.from) : start;
    const thickness = (seen.cuts ? Math.min(start + all, seen.to) : start + all) - y;
    const row = start + middleOf(all);
    const isSeen = !seen.cuts || (row >= seen.from && row < seen.to);
    const text = columns.values > 0 ? texts[next++] : undefined;
    slots.read(slot, bar);
    const before = marks.barCount;
    marker.add(slots, slot, bar, y, thickness);
    targets.add(before, slots.entry, marker, y, thickness);
    whiskers.add(before, slots.entry, bar, y, thickness);
    inside?.add(before, slots, slot, bar, targets.cells);
    const selected = slotSelected(input, slots, slot, model.bars[bar]!.series);
    if (selected && columns.labels > 0 && isSeen) {
      marks.text('marker', plotX - 1, row, 1, '▸', slots.entry);
    }
    if (text === undefined || !isSeen) return;
    const cells = textCells(text);
    let x = width - cells;
    if (settings.valuePosition === 'bar') {
      const end = ((marker.high + 7) >> 3) + (marker.high > 0 ? 1 : 0);
      // Past the targets that it would cover.
      const past = targets.cells.filter((cell) => cell >= end && cell < end + cells + 1);
      const marked = [...past, ...whiskers.cells.slice(-1)];
      x = Math.min(x, plotX + Math.max(end, ...marked.map((cell) => cell + 2)));
    }
    const { series } = model.bars[bar]!;
    marks.text('value', x, row, cells, text, slots.entry, series[0], selected);
  });
  if (slots.size === 1) marks.plan = planOf(input, marks, columns, marker, domain, firstText);
}

/** How new values are painted without new marks; undefined where they need them. */
function planOf(
  input: ChartInput,
  marks: Marks,
  columns: Columns,
  marker: BarMarker,
  domain: Domain,
  firstText: number,
): Marks['plan'] {
  const { model, settings, width } = input;
  const { plotX } = columns;
  const { scale } = marker;
  const isPlainBar = isPlain(input) && scale.cells > 0 && !scale.shared;
  if (!isPlainBar || input.monochrome || settings.valuePosition !== 'column') {
    return undefined;
  }
  // Beside values that had no room the columns may be others with the next numbers.
  if (
    model.stacks ||
    model.errors.length > 0 ||
    (settings.showValues && columns.values === 0) ||
    !marks.areOrdinary()
  )
    return undefined;
  // Their short form is chosen again for each new set of numbers.
  if (columns.shortened) return undefined;
  if (
    settings.sort !== 'none' ||
    scalesToVisible(input) ||
    domain.bend !== undefined ||
    marker.cuts
  )
    return undefined;
  if (settings.references.length > 0 || settings.grid || hasZeroLine(input, domain))
    return undefined;
  return {
    kind: 'bars',
    shape: model.shape,
    entries: model.count,
    scale,
    writer: columns.writer,
    column: columns.column,
    eighths: 8 * Math.max(1, width - columns.labels - 8),
    leastCells: columns.values,
    mostCells: columns.values,
    usualCells: columns.column === undefined ? 0 : columns.writer.usualCells(columns.column),
    styles: [],
    generation: -1,
    base: -1,
    firstText,
    origin: (plotX + scale.zero) * 8,
    zeroPlace: (plotX + Math.min(scale.zero, scale.cells - 1)) * 8,
  };
}

/** The line of the axis and the ticks that other labels leave. */
function markAxis(
  { clip }: ChartInput,
  marks: Marks,
  line: string,
  ticks: readonly PlacedTick[],
  { x, y }: { readonly x: number; readonly y: number },
): void {
  if (y + AXIS_ROWS <= clip.y || y >= clip.y + clip.height) return;
  marks.text('axis', x, y, line.length, line);
  for (const { labelX, cells, text } of ticks) {
    if (cells > 0) marks.text('tick', x + labelX, y + 1, cells, text);
  }
}

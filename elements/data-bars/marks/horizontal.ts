/** Horizontal bars: labels at the left, values at the right, the axis below. */
import type { ChartInput } from './chart-input.js';
import { isPlain, slotSelected } from './chart-input.js';
import { BarMarker } from './bar-marks.js';
import { insideColumn, InsideValues } from './inside-values.js';
import {
  axisNumbers,
  barWidthIn,
  chartDomain,
  countsPercent,
  CUT_LABELS,
  labelColumn,
  MAX_ROWS,
  scalesToVisible,
  usesPatterns,
  valueDomain,
  valueWriter,
  type LayoutCaches,
} from './layout.js';
import { markLegend, moreText } from './legend.js';
import type { Marks } from './marks.js';
import { textCells, type NumberColumn } from '../scale/columns.js';
import type { Domain } from '../scale/scale.js';
import type { ValueWriter } from '../scale/value-text.js';
import { hasZeroLine, markReferences } from './reference-lines.js';
import { Slots } from './slots.js';
import { TargetMarker } from './targets.js';
import type { FittedText } from './text-cache.js';

/** Rows of the axis: its line and its tick labels. */
export const AXIS_ROWS = 2;
/** Fewest columns of bars beside values, and beside labels. */
const PLOT_BESIDE_VALUES = 6;
const PLOT_BESIDE_LABELS = 3;
/** Fewest entries that a legend and an axis that was asked for leave where not all can be shown. */
const LEAST_ENTRIES = 3;

/** Rows that all bars take. */
export function barRows(
  { model, settings }: Pick<ChartInput, 'model' | 'settings'>,
  gap = settings.gap,
): number {
  const block = model.bars.length * (settings.barWidth === 'auto' ? 1 : settings.barWidth);
  if (model.count === 0 || block === 0) return 0;
  return Math.min(MAX_ROWS, model.count * (block + gap) - gap);
}

/** Which parts have room: legend, then the gap, then the axis give way; entries last. */
interface Parts {
  readonly legend: number;
  readonly axis: number;
  readonly gap: number;
}

function chooseParts(input: ChartInput, legend: number): Parts {
  const { settings, height, model } = input;
  const { gap, gapSet, axisSet } = settings;
  const axis = settings.showAxis ? AXIS_ROWS : 0;
  const least = gapSet ? gap : 0;
  const choices: Parts[] = [
    { legend, axis, gap },
    { legend: 0, axis, gap },
    { legend: 0, axis, gap: least },
    { legend: 0, axis: 0, gap: least },
  ];
  for (const parts of choices) {
    if (parts.legend + parts.axis + barRows(input, parts.gap) <= height) return parts;
  }
  // Not all entries fit: what was asked for stays while it leaves room for some.
  const pitch = model.bars.length * (settings.barWidth === 'auto' ? 1 : settings.barWidth) + least;
  const enough = Math.max(height / 2, Math.min(barRows(input, least), LEAST_ENTRIES * pitch + 1));
  const stays = axisSet ? axis : 0;
  if (height - legend - stays >= enough) return { legend, axis: stays, gap: least };
  if (height - stays >= enough) return { legend: 0, axis: stays, gap: least };
  return { legend: 0, axis: 0, gap: least };
}

export function layoutHorizontal(input: ChartInput, marks: Marks, caches: LayoutCaches): void {
  const { model, settings, width, height, clip } = input;
  marks.reset(true);
  if (width < 1 || height < 1) return;
  const legend = settings.showLegend
    ? caches.legend.place(input, width, Math.max(1, Math.floor(height / 3)))
    : undefined;
  const parts = chooseParts(input, legend?.lines ?? 0);
  const { gap } = parts;
  const top = parts.legend;
  const rows = height - top - parts.axis;
  if (legend !== undefined && parts.legend > 0) markLegend(input, legend, marks);

  const bars = model.bars.length;
  const thin = bars * barWidthIn({ settings }, 0, 0, bars, gap);
  const room = Math.max(1, Math.floor((rows + gap) / Math.max(1, thin + gap)));
  const slots = new Slots(model, settings.downsample, room);
  const barWidth = barWidthIn({ settings }, rows, Math.min(slots.count, room), bars, gap);
  const block = bars * barWidth;
  const pitch = block + gap;
  const fits = slots.count * pitch - gap <= rows || block === 0;
  const shown = fits ? slots.count : Math.max(1, Math.floor((rows - 1 + gap) / pitch));
  // Entries left out; where there is just one, whose bars do not fit, bars.
  const left =
    shown < slots.count
      ? (slots.size === 1 ? model.count : slots.count) - shown
      : Math.max(0, bars - Math.ceil((rows - 1) / barWidth));
  // A row says how many; a single row has room for a bar only.
  const says = !fits && rows >= 2 && left > 0;
  const last = settings.overflowEntries === 'last';
  const first = last ? slots.count - shown : 0;
  const plotTop = says && last ? top + 1 : top;
  const used = Math.min(says ? rows - 1 : rows, shown * pitch - gap);

  const view: View = {
    ...{ first, barWidth, pitch, gap, top: plotTop },
    bottom: plotTop + Math.max(0, used),
    from: first + Math.max(0, Math.floor((clip.y - plotTop) / Math.max(1, pitch))),
    to: Math.min(
      first + shown,
      first + Math.ceil((clip.y + clip.height - plotTop) / Math.max(1, pitch)),
    ),
  };
  const entries = { from: slots.from(first), to: slots.to(first + shown - 1) };
  const domain = chartDomain(input, entries);
  const values = countsPercent(input) ? valueDomain(input, entries) : domain;
  const columns = chooseColumns(input, slots, view, values, caches);
  if (block > 0) markEntries(input, marks, slots, view, domain, columns);
  let below = view.bottom;
  if (says) {
    const y = last ? top : top + rows - 1;
    const text = moreText(left, width);
    const cells = Math.min(width, text.length);
    marks.text('more', 0, y, cells, text.slice(0, cells));
    if (!last) below = y + 1;
  }
  const lines = markReferences(input, marks, domain, {
    ...{ left: columns.plotX, right: columns.plotX + columns.plot },
    ...{ top: view.top, bottom: view.bottom, labelY: parts.axis > 0 ? below + 1 : -1 },
  });
  if (parts.axis > 0) markAxis(input, marks, caches, domain, columns, below, lines);
}

/** Rows of the plot, and the slots of it that can be seen. */
interface View {
  /** The slot of the first row. */
  readonly first: number;
  readonly top: number;
  readonly bottom: number;
  readonly barWidth: number;
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
}

/** Numbers of the values that show; used again for each chart. */
let numbers = new Float64Array(64);

function chooseColumns(
  input: ChartInput,
  slots: Slots,
  view: View,
  domain: Domain,
  caches: LayoutCaches,
): Columns {
  const { model, settings, width, height } = input;
  const writer = valueWriter(input, domain);
  const texts: string[] = [];
  const widest = slots.widestLabel;
  let labels = settings.showLabels ? labelColumn(widest, width) : 0;
  let values = 0;
  let column: NumberColumn | undefined;
  if (settings.showValues && settings.valuePosition === 'inside') {
    column = insideColumn(input, writer, slots, [view.from, view.to], caches.precision);
  } else if (settings.showValues && model.bars.length > 0) {
    const totals: number[] = [];
    eachBar(input, view, (slot, bar) => {
      slots.read(slot, bar);
      totals.push(slots.total(bar));
    });
    if (totals.length > numbers.length) numbers = new Float64Array(totals.length * 2);
    for (let i = 0; i < totals.length; i++) numbers[i] = writer.shown(totals[i]!);
    const eighths = 8 * Math.max(1, width - labels - 8);
    const chosen = caches.precision.grown(
      writer,
      (floor) => writer.column(numbers, totals.length, eighths, { floor }),
      { load: model.loads, width, height },
    );
    column = chosen;
    values = writer.usualCells(chosen);
    let next = 0;
    eachBar(input, view, (_slot, bar) => {
      const peak = (): number => settings.max ?? model.peak(bar);
      const text = writer.text(chosen, totals[next++]!, peak);
      texts.push(text);
      values = Math.max(values, textCells(text));
    });
  }
  const plot = (): number => width - (labels > 0 ? labels + 1 : 0) - (values > 0 ? values + 1 : 0);
  if (values > 0 && plot() < PLOT_BESIDE_VALUES) values = 0;
  // Labels of which not even a letter can be told are no labels.
  const cut = labels < widest;
  if (labels > 0 && (plot() < PLOT_BESIDE_LABELS || (cut && labels < CUT_LABELS))) labels = 0;
  const plotX = labels > 0 ? labels + 1 : 0;
  return { labels, plotX, plot: plot(), values, texts, writer, column };
}

function eachBar(input: ChartInput, view: View, visit: (slot: number, bar: number) => void): void {
  const { barWidth } = view;
  const { y, height } = input.clip;
  const { length } = input.model.bars;
  const end = Math.min(view.bottom, y + height);
  for (let slot = view.from; slot < view.to; slot++) {
    const start = view.top + (slot - view.first) * view.pitch;
    // An entry of ten thousand series is taller than any screen: only its visible bars are looked at.
    const first = Math.max(0, Math.floor((y - start) / barWidth));
    const last = Math.min(length, Math.ceil((end - start) / barWidth));
    for (let bar = first; bar < last; bar++) visit(slot, bar);
  }
}

/** The labels of the slots that show. Where cutting their ends would make two the same, their middles are cut. */
function fitLabels(input: ChartInput, slots: Slots, view: View, cells: number): FittedText[] {
  const raw: string[] = [];
  for (let slot = view.from; slot < view.to; slot++) raw.push(slots.label(slot));
  const fitted = raw.map((label) => input.texts.fit(label, cells));
  if (cells >= slots.widestLabel) return fitted;
  const owners = new Map<string, string>();
  const same = new Set<string>();
  fitted.forEach(({ text }, index) => {
    const owner = owners.get(text);
    if (owner === undefined) owners.set(text, raw[index]!);
    else if (owner !== raw[index]) same.add(text);
  });
  if (same.size === 0) return fitted;
  return fitted.map((label, index) =>
    same.has(label.text) ? input.texts.fitMiddle(raw[index]!, cells) : label,
  );
}

function markEntries(
  input: ChartInput,
  marks: Marks,
  slots: Slots,
  view: View,
  domain: Domain,
  columns: Columns,
): void {
  const { model, settings, width, clip } = input;
  const { barWidth } = view;
  const { plotX, texts } = columns;
  let next = 0;
  marks.dots = columns.values === 0;
  const marker = new BarMarker(input, marks, domain, columns.plot, plotX, usesPatterns(input));
  const targets = new TargetMarker(input, marks, domain, columns.plot, plotX);
  const inside =
    settings.valuePosition === 'inside' && columns.column !== undefined
      ? new InsideValues(input, marks, columns.writer, columns.column, {
          ...{ left: plotX, right: plotX + columns.plot, beside: 0 },
          ...{ top: view.top, bottom: view.bottom },
        })
      : undefined;
  const labels = columns.labels > 0 ? fitLabels(input, slots, view, columns.labels) : undefined;
  for (let slot = view.from; slot < view.to; slot++) {
    const start = view.top + (slot - view.first) * view.pitch;
    const end = Math.min(view.bottom, start + view.pitch - view.gap);
    if (end > start) marks.band(slots.from(slot), slots.entries(slot), start, end);
    const labelY = start + middleOf(Math.min(barWidth, end - start));
    if (labels !== undefined && labelY < end && labelY >= clip.y) {
      const label = labels[slot - view.from]!;
      slots.read(slot, 0);
      const selected =
        !input.selection.empty &&
        input.selection.has(slots.from(slot), slots.to(slot), slots.entry, -1);
      if (label.width > 0) {
        marks.text('label', 0, labelY, label.width, label.text, slots.from(slot), -1, selected);
      }
    }
  }
  const firstText = marks.textCount;
  eachBar(input, view, (slot, bar) => {
    const y = view.top + (slot - view.first) * view.pitch + bar * barWidth;
    const thickness = Math.min(barWidth, view.bottom - y);
    const text = columns.values > 0 ? texts[next++] : undefined;
    slots.read(slot, bar);
    const first = marks.barCount;
    marker.add(slots, slot, bar, y, thickness);
    targets.add(first, slots.entry, marker, y, thickness);
    inside?.add(first, slots, slot, bar, targets.cells);
    const selected = slotSelected(input, slots, slot, model.bars[bar]!.series);
    if (selected && columns.labels > 0) {
      marks.text('marker', plotX - 1, y + middleOf(thickness), 1, '▸', slots.entry);
    }
    if (text === undefined) return;
    const cells = textCells(text);
    let x = width - cells;
    if (settings.valuePosition === 'bar') {
      const end = ((marker.high + 7) >> 3) + (marker.high > 0 ? 1 : 0);
      // Past the targets that it would cover.
      const past = targets.cells.filter((cell) => cell >= end && cell < end + cells + 1);
      x = Math.min(x, plotX + Math.max(end, ...past.map((cell) => cell + 2)));
    }
    const row = y + middleOf(thickness);
    const { series } = model.bars[bar]!;
    marks.text('value', x, row, cells, text, slots.entry, series[0]!, selected);
  });
  const { scale } = marker;
  const plain = isPlain(input) && slots.size === 1 && scale.cells > 0 && !scale.shared;
  if (!plain || input.monochrome || settings.valuePosition !== 'column') return;
  // Beside values that had no room the columns may be others with the next numbers.
  if (model.stacks || (settings.showValues && columns.values === 0) || !marks.areOrdinary()) return;
  if (scalesToVisible(input) || domain.bend !== undefined || marker.cuts) return;
  if (settings.references.length > 0 || hasZeroLine(input, domain)) return;
  marks.plan = {
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

/** The row of a bar's texts, the upper one of two. */
function middleOf(thickness: number): number {
  return Math.floor((thickness - 1) / 2);
}

function markAxis(
  input: ChartInput,
  marks: Marks,
  caches: LayoutCaches,
  domain: Domain,
  columns: Columns,
  y: number,
  taken: readonly (readonly [from: number, to: number])[],
): void {
  const { settings, clip } = input;
  if (y + AXIS_ROWS <= clip.y || y >= clip.y + clip.height) return;
  // A meter's scale ends with its last whole segment.
  const cells =
    settings.led && input.model.bars.some(({ stacked }) => !stacked)
      ? columns.plot - (columns.plot % Math.max(1, Math.min(settings.ledWidth, columns.plot)))
      : columns.plot;
  const axis = caches.axis.get(domain, cells, true, axisNumbers(input));
  if (axis.ticks.length === 0) return;
  marks.text('axis', columns.plotX, y, cells, caches.axis.line);
  for (const tick of axis.ticks) {
    const x = columns.plotX + tick.labelX;
    // Labels of lines come before ticks.
    if (taken.some(([from, to]) => x < to + 1 && x + tick.cells + 1 > from)) continue;
    marks.text('tick', x, y + 1, tick.cells, tick.text);
  }
}

/** Horizontal bars: labels at the left, values at the right, the axis below. */
import type { ChartInput } from './chart-input.js';
import { isPlain, slotSelected } from './chart-input.js';
import { BarMarker } from './bar-marks.js';
import {
  chartDomain,
  chartFormat,
  givingWay,
  labelColumn,
  MOST_ROWS,
  usesPatterns,
  type LayoutCaches,
} from './layout.js';
import { markLegend, moreText } from './legend.js';
import type { Marks } from './marks.js';
import type { Domain } from '../scale/scale.js';
import { Slots } from './slots.js';
import { usualWidth, valueText, type ValueFormat } from '../scale/value-text.js';

/** Rows of the axis: its line and its tick labels. */
export const AXIS_ROWS = 2;
/** Fewest columns of bars beside values, and beside labels. */
const PLOT_BESIDE_VALUES = 6;
const PLOT_BESIDE_LABELS = 3;
/** Narrowest column of labels that are cut: two letters and the ellipsis. */
const CUT_LABELS = 3;
/** Fewest entries that legend and axis leave where not all can be shown. */
const LEAST_ENTRIES = 3;

/** Rows that all bars take. */
export function barRows({ model, settings }: Pick<ChartInput, 'model' | 'settings'>): number {
  const block = model.bars.length * settings.barWidth;
  if (model.count === 0 || block === 0) return 0;
  return Math.min(MOST_ROWS, model.count * (block + settings.gap) - settings.gap);
}

export function layoutHorizontal(input: ChartInput, marks: Marks, caches: LayoutCaches): void {
  const { model, settings, width, height, clip } = input;
  marks.reset(true);
  if (width < 1 || height < 1) return;
  const needed = barRows(input);
  const legend = settings.showLegend
    ? caches.legend.place(model.series, width, input.texts, Math.max(1, Math.floor(height / 3)))
    : undefined;
  const axisRows = settings.showAxis ? AXIS_ROWS : 0;
  const parts = [legend?.lines ?? 0, axisRows];
  const block = model.bars.length * settings.barWidth;
  const pitch = block + settings.gap;
  const gone = givingWay(parts, height, needed, Math.min(needed, LEAST_ENTRIES * pitch + 1));
  const top = gone > 0 ? 0 : parts[0]!;
  const rows = height - top - (gone > 1 ? 0 : axisRows);
  if (legend !== undefined && gone === 0) markLegend(input, legend, marks);

  const room = Math.max(1, Math.floor((rows + settings.gap) / Math.max(1, pitch)));
  const slots = new Slots(model, settings.downsample, room);
  const fits = slots.count * pitch - settings.gap <= rows || block === 0;
  const shown = fits ? slots.count : Math.max(1, Math.floor((rows - 1 + settings.gap) / pitch));
  // Entries left out; where there is just one, whose bars do not fit, bars.
  const left =
    shown < slots.count
      ? (slots.size === 1 ? model.count : slots.count) - shown
      : Math.max(0, model.bars.length - Math.ceil((rows - 1) / settings.barWidth));
  // The last row says how many; a single row has room for a bar only.
  const says = !fits && rows >= 2 && left > 0;
  const plotRows = says ? rows - 1 : rows;
  const used = Math.min(plotRows, shown * pitch - settings.gap);

  const view: View = {
    top,
    bottom: top + Math.max(0, used),
    pitch,
    from: Math.max(0, Math.floor((clip.y - top) / Math.max(1, pitch))),
    to: Math.min(shown, Math.ceil((clip.y + clip.height - top) / Math.max(1, pitch))),
  };
  const domain = chartDomain(input);
  const columns = chooseColumns(input, slots, view, domain);
  if (block > 0) markEntries(input, marks, slots, view, domain, columns);
  let below = view.bottom;
  if (says) {
    below = top + rows - 1;
    const text = moreText(left);
    const cells = Math.min(width, text.length);
    marks.text('more', 0, below++, cells, text.slice(0, cells));
  }
  if (settings.showAxis && gone < 2) markAxis(input, marks, caches, domain, columns, below);
}

/** Rows of the plot, and the slots of it that can be seen. */
interface View {
  readonly top: number;
  readonly bottom: number;
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
  readonly format: ValueFormat;
}

function chooseColumns(input: ChartInput, slots: Slots, view: View, domain: Domain): Columns {
  const { model, settings, width } = input;
  const format = chartFormat(input);
  const texts: string[] = [];
  const widest = slots.widestLabel;
  let labels = settings.showLabels ? labelColumn(widest, width) : 0;
  let values = 0;
  if (settings.showValues && model.bars.length > 0) {
    values = usualWidth(format, domain);
    eachBar(input, view, (slot, bar) => {
      const text = textOf(input, slots, slot, bar, domain, format);
      texts.push(text);
      values = Math.max(values, text.length);
    });
  }
  const plot = (): number => width - (labels > 0 ? labels + 1 : 0) - (values > 0 ? values + 1 : 0);
  if (values > 0 && plot() < PLOT_BESIDE_VALUES) values = 0;
  // Labels of which not even a letter can be told are no labels.
  const cut = labels < widest;
  if (labels > 0 && (plot() < PLOT_BESIDE_LABELS || (cut && labels < CUT_LABELS))) labels = 0;
  return { labels, plotX: labels > 0 ? labels + 1 : 0, plot: plot(), values, texts, format };
}

function eachBar(input: ChartInput, view: View, visit: (slot: number, bar: number) => void): void {
  const { barWidth } = input.settings;
  const { y, height } = input.clip;
  const { length } = input.model.bars;
  const end = Math.min(view.bottom, y + height);
  for (let slot = view.from; slot < view.to; slot++) {
    const start = view.top + slot * view.pitch;
    // An entry of ten thousand series is taller than any screen: only its visible bars are looked at.
    const first = Math.max(0, Math.floor((y - start) / barWidth));
    const last = Math.min(length, Math.ceil((end - start) / barWidth));
    for (let bar = first; bar < last; bar++) visit(slot, bar);
  }
}

function textOf(
  input: ChartInput,
  slots: Slots,
  slot: number,
  bar: number,
  domain: Domain,
  format: ValueFormat,
): string {
  slots.read(slot, bar);
  return valueText(
    format,
    slots.total(bar),
    domain,
    () => input.settings.max ?? input.model.peak(bar),
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
  const { barWidth } = settings;
  const { plotX, texts } = columns;
  let next = 0;
  marks.dots = columns.values === 0;
  const marker = new BarMarker(input, marks, domain, columns.plot, plotX, usesPatterns(input));
  for (let slot = view.from; slot < view.to; slot++) {
    const start = view.top + slot * view.pitch;
    const end = Math.min(view.bottom, start + view.pitch - settings.gap);
    if (end > start) marks.band(slots.from(slot), slots.entries(slot), start, end);
    const labelY = start + middleOf(Math.min(barWidth, end - start));
    if (columns.labels > 0 && labelY < end && labelY >= clip.y) {
      const label = input.texts.fit(slots.label(slot), columns.labels);
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
    const y = view.top + slot * view.pitch + bar * barWidth;
    const thickness = Math.min(barWidth, view.bottom - y);
    const text = columns.values > 0 ? texts[next++] : undefined;
    slots.read(slot, bar);
    marker.add(slots, slot, bar, y, thickness);
    const selected = slotSelected(input, slots, slot, model.bars[bar]!.series);
    if (selected && columns.labels > 0) {
      marks.text('marker', plotX - 1, y + middleOf(thickness), 1, '▸', slots.entry);
    }
    if (text === undefined) return;
    const x =
      settings.valuePosition === 'bar'
        ? Math.min(
            width - text.length,
            plotX + ((marker.high + 7) >> 3) + (marker.high > 0 ? 1 : 0),
          )
        : width - text.length;
    const row = y + middleOf(thickness);
    const { series } = model.bars[bar]!;
    marks.text('value', x, row, text.length, text, slots.entry, series[0]!, selected);
  });
  const { scale } = marker;
  const plain = isPlain(input) && slots.size === 1 && scale.cells > 0 && !scale.shared;
  if (!plain || input.monochrome || settings.valuePosition === 'bar') return;
  // Beside values that had no room the columns may be others with the next numbers.
  if (model.stacks || (settings.showValues && columns.values === 0) || !marks.areOrdinary()) return;
  const usualCells = usualWidth(columns.format, domain);
  marks.plan = {
    kind: 'bars',
    shape: model.shape,
    entries: model.count,
    scale,
    format: columns.format,
    leastCells: columns.values,
    mostCells: columns.values,
    usualCells,
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
): void {
  const { settings, clip } = input;
  if (y + AXIS_ROWS <= clip.y || y >= clip.y + clip.height) return;
  // A meter's scale ends with its last whole segment.
  const cells =
    settings.led && input.model.bars.some(({ stacked }) => !stacked)
      ? columns.plot - (columns.plot % Math.max(1, Math.min(settings.ledWidth, columns.plot)))
      : columns.plot;
  const axis = caches.axis.get(domain, cells, true);
  if (axis.ticks.length === 0) return;
  marks.text('axis', columns.plotX, y, cells, caches.axis.line);
  for (const tick of axis.ticks) {
    marks.text('tick', columns.plotX + tick.labelX, y + 1, tick.text.length, tick.text);
  }
}

/** Selects the layout of a chart: its marks, and its preferred size. */
import { legendOf } from './legend.js';
import type { Size } from '../../../runtime/base/geometry.js';
import type { ChartInput } from './chart-input.js';
import { frameOf, hasColumn, inside, markFrame } from './frame.js';
import { AXIS_ROWS, barRows, layoutHorizontal } from './horizontal.js';
import type { LayoutCaches } from './layout.js';
import type { Marks } from './marks.js';
import { layoutSparkline } from './sparkline.js';
import { layoutVertical } from './vertical/layout.js';

/** Rows of a vertical chart whose height is not set. */
const VERTICAL_ROWS = 10;
/** Rows of a vertical chart beside which there may be titles. */
const MIN_VERTICAL_ROWS = 6;
/** Columns of bars where nothing limits the width. */
const FREE_PLOT = 40;

/** Fills `marks` with everything that can be seen of a chart. */
export function layoutChart(input: ChartInput, marks: Marks, caches: LayoutCaches): void {
  const { width, height } = input;
  const frame = frameOf(input, width, height, leastHeight(input, width));
  layoutPlot(frame === undefined ? input : inside(input, frame), marks, caches);
  if (frame !== undefined) markFrame(input, frame, marks);
}

function layoutPlot(input: ChartInput, marks: Marks, caches: LayoutCaches): void {
  if (!input.model.labelled) layoutSparkline(input, marks, caches);
  else if (input.settings.orientation === 'vertical') layoutVertical(input, marks, caches);
  else layoutHorizontal(input, marks, caches);
}

/** The size a chart would like, in cells: all the width there is, and the rows it needs. */
export function chartSize(
  input: Pick<ChartInput, 'model' | 'settings' | 'texts'>,
  available: Size,
): Size {
  const width = Number.isFinite(available.width)
    ? Math.max(0, Math.floor(available.width))
    : freeWidth(input);
  const height = freeHeight(input, width);
  return { width, height: Math.min(height, Math.max(0, available.height)) };
}

/** Minimum rows of a chart, however much space its surroundings need. */
function leastHeight(input: ChartInput, width: number): number {
  const { model, settings } = input;
  const isVertical = model.labelled && settings.orientation === 'vertical';
  return isVertical ? MIN_VERTICAL_ROWS : ownHeight(input, width);
}

type SizeInput = Pick<ChartInput, 'model' | 'settings' | 'texts'>;

function freeHeight(input: SizeInput, width: number): number {
  const rows = ownHeight(input, width);
  const { model, settings } = input;
  if (model.labelled && settings.orientation === 'vertical') return rows;
  const frame = frameOf(input, width, Infinity, rows);
  return rows + (frame?.above ?? 0) + (frame?.below ?? 0);
}

/** Rows of a chart without its frame. */
function ownHeight(input: SizeInput, width: number): number {
  const { model, settings } = input;
  if (model.labelled && settings.orientation === 'vertical') return VERTICAL_ROWS;
  const { legend: place } = settings;
  const isInside = place === 'top' || (place === 'right' && !hasColumn(input, width));
  const hasLegend = settings.showLegend && isInside;
  const legend = hasLegend ? legendOf(input, width).lines : 0;
  if (!model.labelled) return model.series.length + legend;
  return barRows(input) + legend + (settings.showAxis ? AXIS_ROWS : 0);
}

function freeWidth({
  model,
  settings,
  texts,
}: Pick<ChartInput, 'model' | 'settings' | 'texts'>): number {
  const labels = settings.showLabels && model.labelled ? model.widestLabel + 1 : 0;
  const values = settings.showValues ? 8 : 0;
  if (!model.labelled) {
    let names = 0;
    for (const { name } of model.series.slice(0, 100)) {
      if (settings.showLabels && name !== '') names = Math.max(names, texts.fit(name).width + 2);
    }
    return names + model.count + values;
  }
  if (settings.orientation === 'horizontal') return labels + FREE_PLOT + values;
  const bar = settings.barWidth === 'auto' ? 1 : settings.barWidth;
  const column = Math.max(model.bars.length * bar, labels - 1);
  return values + model.count * (column + settings.gap);
}

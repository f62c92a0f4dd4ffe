/** Selects the layout of a chart: its marks, and its preferred size. */
import type { Size } from '../../../runtime/base/geometry.js';
import type { ChartInput } from './chart-input.js';
import { frameOf, inside, markFrame, MAX_TITLES } from './frame.js';
import { layoutHorizontal } from './horizontal/layout.js';
import { horizontalNeeds } from './horizontal/parts.js';
import type { LayoutCaches } from './layout.js';
import type { Marks } from './marks.js';
import type { BoxInput, Needs } from './needs.js';
import { layoutSparkline, sparklineNeeds } from './sparkline.js';
import { layoutVertical, verticalNeeds } from './vertical/layout.js';

/** Rows of a vertical chart whose height is not set, where its titles need no more. */
const VERTICAL_ROWS = 10;
/** Columns of bars where nothing limits the width. */
const FREE_PLOT = 40;

/** Fills `marks` with everything that can be seen of a chart. */
export function layoutChart(input: ChartInput, marks: Marks, caches: LayoutCaches): void {
  const frame = frameOf(input, needsOf);
  layoutPlot(frame === undefined ? input : inside(input, frame), marks, caches);
  if (frame !== undefined) markFrame(input, frame, marks);
}

function layoutPlot(input: ChartInput, marks: Marks, caches: LayoutCaches): void {
  if (!input.model.labelled) layoutSparkline(input, marks, caches);
  else if (isVertical(input)) layoutVertical(input, marks, caches);
  else layoutHorizontal(input, marks, caches);
}

function isVertical({ model, settings }: Pick<ChartInput, 'model' | 'settings'>): boolean {
  return model.labelled && settings.orientation === 'vertical';
}

function needsOf(input: BoxInput): Needs {
  if (!input.model.labelled) return sparklineNeeds(input);
  return isVertical(input) ? verticalNeeds(input) : horizontalNeeds(input);
}

/** The size a chart would like, in cells: all the width there is, and the rows it needs. */
export function chartSize(
  input: Pick<ChartInput, 'model' | 'settings' | 'texts'>,
  available: Size,
): Size {
  const width = Number.isFinite(available.width)
    ? Math.max(0, Math.floor(available.width))
    : freeWidth(input);
  const height = freeHeight({ ...input, width, height: Infinity });
  return { width, height: Math.min(height, Math.max(0, available.height)) };
}

function freeHeight(input: BoxInput): number {
  if (isVertical(input)) {
    const titled = frameOf({ ...input, height: VERTICAL_ROWS + MAX_TITLES }, needsOf);
    return Math.max(VERTICAL_ROWS, titled?.rows ?? 0);
  }
  return frameOf(input, needsOf)?.rows ?? needsOf(input).rows;
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

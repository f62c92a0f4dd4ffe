/** The titles of the axes of a chart, and its legend at the right or below. */
import type { ChartInput } from './chart-input.js';
import { legendColumn, legendOf, markLegend, type Legend } from './legend.js';
import type { Marks } from './marks.js';
import type { ChartSettings } from './settings.js';

/** Blank columns between a chart and a legend at its right. */
const SPACE = 2;
/** Fewest rows of a chart inside a frame. */
const MIN_ROWS = 4;

/** Rows and columns that a frame takes of the box, and what is in them. */
export interface Frame {
  readonly top: string;
  readonly bottom: string;
  /** The legend where it is not on top, and the cells that it takes. */
  readonly legend: Legend | undefined;
  readonly right: number;
  /** Rows above and below the chart. */
  readonly above: number;
  readonly below: number;
}

type FrameInput = Pick<ChartInput, 'model' | 'settings' | 'texts'>;

/**
 * The frame of a chart in a box, or undefined without one. Titles show if the chart keeps the rows that it needs; a
 * legend without room beside the chart is placed above it.
 *
 * @param needed rows of the chart itself: neither its entries nor its axis give way to a title
 */
export function frameOf(
  input: FrameInput,
  width: number,
  height: number,
  needed: number,
): Frame | undefined {
  const [first, last] = titlesOf(input);
  const place = input.settings.showLegend ? input.settings.legend : 'top';
  if (first === '' && last === '' && place === 'top') return undefined;
  const beside = place === 'right' ? columnIn(input, width, height) : undefined;
  let rest = height - rowsOf(needed, height);
  const below = place === 'bottom' ? rowsIn(input, width, height, rest) : undefined;
  const legend = beside?.legend ?? below;
  rest -= below?.lines ?? 0;
  const top = rest > 0 ? first : '';
  rest -= Number(top !== '');
  const bottom = rest > 0 ? last : '';
  if (top === '' && bottom === '' && legend === undefined) return undefined;
  return {
    top,
    bottom,
    legend,
    right: beside?.cells ?? 0,
    above: Number(top !== ''),
    below: (below?.lines ?? 0) + Number(bottom !== ''),
  };
}

/** Rows that a chart has for itself: one that is cut anyway leaves a title half of the box. */
function rowsOf(needed: number, height: number): number {
  return needed <= height ? needed : Math.max(MIN_ROWS, Math.floor(height / 2));
}

/** The titles above and below a chart. */
function titlesOf({ model, settings }: FrameInput): readonly [above: string, below: string] {
  const { entryLabel, valueLabel, orientation } = settings;
  const isHorizontal = model.labelled && orientation === 'horizontal';
  return isHorizontal ? [entryLabel, valueLabel] : [valueLabel, entryLabel];
}

/** A legend below a chart that leaves it its rows. */
function rowsIn(
  input: FrameInput,
  width: number,
  height: number,
  free: number,
): Legend | undefined {
  const legend = legendOf(input, width, Math.max(1, Math.floor(height / 3)));
  return legend.lines > 0 && legend.lines <= free ? legend : undefined;
}

/** True if a legend fits to the right of a chart in this width. */
export function hasColumn(input: FrameInput, width: number): boolean {
  return columnIn(input, width, Infinity) !== undefined;
}

function columnIn(
  input: FrameInput,
  width: number,
  height: number,
): { readonly legend: Legend; readonly cells: number } | undefined {
  const cells = legendColumn(input);
  if (cells === 0 || (cells + SPACE) * 3 > width) return undefined;
  const legend = legendOf(input, cells, Math.max(1, height), true);
  return legend.more === undefined ? { legend, cells: cells + SPACE } : undefined;
}

/** The box of the chart inside its frame. */
export function inside(input: ChartInput, frame: Frame): ChartInput {
  const { clip, settings } = input;
  const { above } = frame;
  const width = Math.max(0, input.width - frame.right);
  const height = Math.max(0, input.height - above - frame.below);
  const own: ChartSettings =
    frame.legend === undefined ? settings : { ...settings, showLegend: false };
  return { ...input, settings: own, width, height, clip: { ...clip, y: clip.y - above } };
}

/** Marks the frame around a chart whose marks are those of `inside`. */
export function markFrame(input: ChartInput, frame: Frame, marks: Marks): void {
  const { width, height, texts, settings } = input;
  const { legend } = frame;
  // A chart of nothing has all of its rows.
  if (marks.plot.end === 0) marks.plot.end = height - frame.above - frame.below;
  marks.move(0, frame.above);
  if (frame.top !== '') {
    const { text, width: cells } = texts.fit(frame.top, width);
    marks.text('title', 0, 0, cells, text);
  }
  if (frame.bottom !== '') {
    const { from, to, end } = marks.plot;
    const { text, width: cells } = texts.fit(frame.bottom, width);
    const centred = from + Math.floor((to - from - cells) / 2);
    const x = Math.max(0, Math.min(width - frame.right - cells, centred));
    marks.text('title', x, end, cells, text);
  }
  if (legend === undefined) return;
  if (settings.legend === 'right') {
    markLegend(input, legend, marks, frame.above, width - frame.right + SPACE);
  } else markLegend(input, legend, marks, marks.plot.end + Number(frame.bottom !== ''));
}

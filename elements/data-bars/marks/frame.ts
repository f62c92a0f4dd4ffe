/** The titles of the axes of a chart, and its legend at the right or below. */
import type { ChartInput } from './chart-input.js';
import { type Legend } from '../../charts/legend.js';
import { legendColumn, legendOf, markLegend } from './legend.js';
import type { Marks } from './marks.js';
import type { BoxInput, Needs } from './needs.js';
import type { ChartSettings } from './settings.js';

/** Blank columns between a chart and a legend at its right. */
const SPACE = 2;
/** Rows of titles: one above a chart, one below. */
export const MAX_TITLES = 2;

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
  /** Rows of the chart and its frame where nothing limits them. */
  readonly rows: number;
}

/**
 * The frame of a chart in a box, or undefined without one. Titles show if the chart then shows as much as without them; a
 * legend without room beside the chart is placed above it.
 *
 * @param needsOf what the chart needs in a box
 */
export function frameOf(input: BoxInput, needsOf: (input: BoxInput) => Needs): Frame | undefined {
  const [first, last] = titlesOf(input);
  const { height, settings } = input;
  const isOutside = settings.showLegend && settings.legend !== 'top';
  if (first === '' && last === '' && !isOutside) return undefined;
  const { legend, right, lines, needs } = outside(input, needsOf);
  const beside = right > 0 ? (legend?.lines ?? 0) : 0;
  const rest = height - needs.rows;
  // Keys beside the chart have a row each, below the title.
  const top = rest > 0 && beside < height ? first : '';
  const above = Number(top !== '');
  const bottom = rest > above ? last : '';
  if (top === '' && bottom === '' && legend === undefined) return undefined;
  const below = Number(bottom !== '');
  const rows = above + Math.max(needs.rows + below, beside);
  return { top, bottom, legend, right, above, below: below + lines, rows };
}

/** The legend beside or below a chart, the columns or lines that it takes, and what the chart needs. */
function outside(
  input: BoxInput,
  needsOf: (input: BoxInput) => Needs,
): Pick<Frame, 'legend' | 'right'> & { readonly lines: number; readonly needs: Needs } {
  const { width, settings } = input;
  const place = settings.showLegend ? settings.legend : 'top';
  const beside = place === 'right' ? columnIn(input) : undefined;
  if (beside !== undefined) {
    const own = { ...input, settings: withoutLegend(settings), width: width - beside.cells };
    return { legend: beside.legend, right: beside.cells, lines: 0, needs: needsOf(own) };
  }
  const needs = needsOf(input);
  const lines = place === 'bottom' ? needs.legend : 0;
  const legend = lines > 0 ? legendOf(input, width, lines) : undefined;
  return { legend, right: 0, lines, needs };
}

function withoutLegend(settings: ChartSettings): ChartSettings {
  return { ...settings, showLegend: false };
}

/** The titles above and below a chart. */
function titlesOf({ model, settings }: BoxInput): readonly [above: string, below: string] {
  const { entryLabel, valueLabel, orientation } = settings;
  const isHorizontal = model.labelled && orientation === 'horizontal';
  return isHorizontal ? [entryLabel, valueLabel] : [valueLabel, entryLabel];
}

/** A legend to the right of a chart, with a key on each line. */
function columnIn(
  input: BoxInput,
): { readonly legend: Legend; readonly cells: number } | undefined {
  const { width, height } = input;
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
  const own = frame.legend === undefined ? settings : withoutLegend(settings);
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

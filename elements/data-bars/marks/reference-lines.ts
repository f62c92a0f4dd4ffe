/** Lines behind the bars, at values of the scale, with their labels. */
import { tickCell } from '../scale/axis.js';
import { GrowthScale, type Domain } from '../scale/scale.js';
import type { ReferenceMark } from '../model/schema.js';
import type { ChartInput } from './chart-input.js';
import { CUT_LABELS } from './layout.js';
import { BAR_FIELDS, H, W, X, Y, type Marks } from './marks.js';

/** Where a chart draws its bars, in cells of the box, ends exclusive. */
interface Plot {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** The first column that is not under an axis that stays; default `left`. */
  readonly from?: number;
  /** Values of the axis at which a grid has lines. */
  readonly grid?: readonly number[];
  /** Horizontal: the row of tick labels, in which labels stand; -1 where there is none. */
  readonly labelY: number;
}

/** True where zero has a line: both signs have room on the scale. */
export function hasZeroLine({ settings }: Pick<ChartInput, 'settings'>, domain: Domain): boolean {
  return settings.zeroLine && domain.min < 0 && domain.max > 0;
}

/** A line behind the bars: of the grid, at zero, or an item of `marks` by its index. */
interface Line {
  readonly value: number;
  readonly label: string;
  readonly index: number;
  readonly isGrid: boolean;
}

/** Stands for the index of a line that is no item of `marks`. */
const NO_ITEM = -1;

function linesOf(input: ChartInput, domain: Domain, grid: readonly number[]): Line[] {
  const unnamed = (value: number, isGrid: boolean): Line => ({
    value,
    label: '',
    index: NO_ITEM,
    isGrid,
  });
  return [
    ...grid.map((value) => unnamed(value, true)),
    ...(hasZeroLine(input, domain) ? [unnamed(0, false)] : []),
    ...input.settings.references.flatMap(({ value, label = '' }: ReferenceMark, index) =>
      value === undefined ? [] : [{ value, label, index, isGrid: false }],
    ),
  ];
}

/** Whether a cell of the box is covered by neither a bar nor a text on the plot. */
function freeCells(marks: Marks, { width, height }: ChartInput): (x: number, y: number) => boolean {
  const covered = new Uint8Array(width * height);
  const cover = (x: number, y: number, right: number, bottom: number): void => {
    const to = Math.min(width, right);
    if (to <= x) return;
    for (let row = Math.max(0, y); row < Math.min(height, bottom); row++) {
      covered.fill(1, row * width + Math.max(0, x), row * width + to);
    }
  };
  const { bars, barCount, texts, textCount } = marks;
  for (let at = 0; at < barCount * BAR_FIELDS; at += BAR_FIELDS) {
    const right = (bars[at + X]! + bars[at + W]! + 7) >> 3;
    const bottom = (bars[at + Y]! + bars[at + H]! + 7) >> 3;
    cover(bars[at + X]! >> 3, bars[at + Y]! >> 3, right, bottom);
  }
  for (let index = 0; index < textCount; index++) {
    const { x, y, width: cells, role } = texts[index]!;
    if (role !== 'line') cover(x, y, x + cells, y + 1);
  }
  return (x, y) => covered[y * width + x] !== 1;
}

/**
 * Marks the lines where no bar covers them, and returns the columns that labels took of the row of ticks.
 *
 * @param isFree whether a cell is covered by nothing
 */
export function markReferences(
  input: ChartInput,
  marks: Marks,
  domain: Domain,
  plot: Plot,
  isFree?: (x: number, y: number) => boolean,
): readonly (readonly [from: number, to: number])[] {
  const lines = linesOf(input, domain, plot.grid ?? []);
  if (lines.length === 0) return [];
  const taken: (readonly [number, number])[] = [];
  const cells = marks.horizontal ? plot.right - plot.left : plot.bottom - plot.top;
  if (cells < 1) return [];
  const scale = new GrowthScale(domain, cells);
  if (scale.shared) return [];
  const free = isFree ?? freeCells(marks, input);
  for (const line of lines) {
    if (line.value < domain.min || line.value > domain.max) continue;
    const cell = tickCell(scale, line.value, marks.horizontal);
    if (marks.horizontal) markUpright(input, marks, plot, { ...line, cell, free }, taken);
    else markAcross(input, marks, plot, { ...line, cell, free });
  }
  return taken;
}

/** A line, the cell of its value along the axis, and whether a cell is covered by nothing. */
interface PlacedLine extends Line {
  readonly cell: number;
  readonly free: (x: number, y: number) => boolean;
}

/** A line over the rows of horizontal bars, its label among the ticks. */
function markUpright(
  { texts, clip }: ChartInput,
  marks: Marks,
  plot: Plot,
  { label, index, isGrid, cell, free }: PlacedLine,
  taken: (readonly [number, number])[],
): void {
  const x = plot.left + cell;
  const to = Math.min(plot.bottom, clip.y + clip.height);
  for (let y = Math.max(plot.top, clip.y); y < to; y++) {
    if (free(x, y)) marks.text('line', x, y, 1, isGrid ? '┊' : '│', -1, index);
  }
  const text = texts.fit(label, plot.right - plot.left);
  if (plot.labelY < 0 || text.width === 0) return;
  const start = Math.max(plot.left, Math.min(plot.right - text.width, x - ((text.width - 1) >> 1)));
  if (taken.some(([from, end]) => start < end + 1 && start + text.width + 1 > from)) return;
  taken.push([start, start + text.width]);
  marks.text('line', start, plot.labelY, text.width, text.text, -1, index);
}

/** A line over the columns of vertical bars, its label on it. */
function markAcross(
  { texts, clip }: ChartInput,
  marks: Marks,
  plot: Plot,
  { label, index, isGrid, cell, free }: PlacedLine,
): void {
  const y = plot.bottom - 1 - cell;
  if (y < clip.y || y >= clip.y + clip.height) return;
  const to = Math.min(plot.right, clip.x + clip.width);
  const left = Math.max(plot.left, plot.from ?? 0);
  for (let x = Math.max(left, clip.x); x < to; x++) {
    if (free(x, y)) marks.text('line', x, y, 1, isGrid ? '┈' : '─', -1, index);
  }
  // The label is on its line where that is free, at the right end if it can be; cut if it has to be.
  const isFreeAt = (x: number): boolean => free(x, y);
  const most = texts.fit(label, plot.right - plot.left).width;
  if (most === 0) return;
  const run = freeRun(left, plot.right, most, isFreeAt);
  if (run.cells < Math.min(most, CUT_LABELS)) return;
  const text = texts.fit(label, Math.min(most, run.cells));
  marks.text('line', run.end - text.width, y, text.width, text.text, -1, index);
}

/** The last run of free cells that is as long as wanted, or else the longest. */
function freeRun(
  left: number,
  right: number,
  preferred: number,
  isFree: (cell: number) => boolean,
): { readonly end: number; readonly cells: number } {
  let found = { end: right, cells: 0 };
  let end = right;
  for (let cell = right - 1; cell >= left && found.cells < preferred; cell--) {
    if (!isFree(cell)) end = cell;
    else if (end - cell > found.cells) found = { end, cells: end - cell };
  }
  return found;
}

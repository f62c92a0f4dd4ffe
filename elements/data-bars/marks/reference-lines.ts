/** Lines behind the bars, at values of the scale, with their labels. */
import { tickCell } from '../scale/axis.js';
import { GrowthScale, type Domain } from '../scale/scale.js';
import type { ReferenceMark } from '../model/schema.js';
import type { ChartInput } from './chart-input.js';
import { CUT_LABELS } from './layout.js';
import { BAR_FIELDS, FLAGS, H, KIND, SELECTED, W, X, Y, ZERO, type Marks } from './marks.js';
import type { FittedText } from './text-cache.js';

/** Where a chart draws its bars, in cells of the box, ends exclusive. */
interface Plot {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** The first column that is not under an axis that stays; default `left`. */
  readonly from?: number;
  /** Horizontal: the last row of all, seen or not; default that above `bottom`. */
  readonly lastRow?: number;
  /** Values of the axis at which a grid has lines. */
  readonly grid?: readonly number[];
  /** Horizontal: the row of tick labels, in which labels stand; -1 where there is none. */
  readonly labelY: number;
}

/** True where zero has a line: both signs have room on the scale. */
export function hasZeroLine({ settings }: Pick<ChartInput, 'settings'>, domain: Domain): boolean {
  return settings.zeroLine && domain.min < 0 && domain.max > 0;
}

/** Cells of a row, ends exclusive. */
type Span = readonly [from: number, to: number];

/** What the marks of lines are made from. */
interface Context {
  readonly input: ChartInput;
  readonly marks: Marks;
  readonly plot: Plot;
  /** Columns that labels took of the row of ticks. */
  readonly taken: Span[];
  /** Whether a cell is covered by no bar. */
  readonly free: (x: number, y: number) => boolean;
  /** Cells of arrows and labels of lines past the scale, `x y`. */
  readonly arrows: Set<string>;
}

/** Lines at one cell of the axis, or past one end of it. */
interface Line {
  /** The first of them; -1 is the zero line. */
  readonly index: number;
  readonly cell: number;
  /** The end of the scale that they are past: 1 above, -1 below, 0 where they are on it. */
  readonly past: -1 | 0 | 1;
  readonly labels: string[];
  readonly isGrid: boolean;
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
    if (bars[at + KIND] === ZERO && (bars[at + FLAGS]! & SELECTED) === 0) continue;
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
 * @param free whether a cell is covered by no bar
 */
export function markReferences(
  input: ChartInput,
  marks: Marks,
  domain: Domain,
  plot: Plot,
  isFree?: (x: number, y: number) => boolean,
): readonly Span[] {
  const { references } = input.settings;
  const hasZero = hasZeroLine(input, domain);
  const { grid = [] } = plot;
  if (references.length === 0 && grid.length === 0 && !hasZero) return [];
  const cells = marks.horizontal ? plot.right - plot.left : plot.bottom - plot.top;
  if (cells < 1) return [];
  const scale = new GrowthScale(domain, cells);
  if (scale.shared) return [];
  const isOpen = isFree ?? freeCells(marks, input);
  const arrows = new Set<string>();
  const free = (x: number, y: number): boolean => isOpen(x, y) && !arrows.has(`${x} ${y}`);
  const context: Context = { input, marks, plot, taken: [], free, arrows };
  // Lines make room for what is said of those past the scale.
  const lines = [...linesOf(references, grid, hasZero, scale, marks.horizontal)].sort(
    (a, b) => Math.abs(b.past) - Math.abs(a.past),
  );
  for (const line of lines) {
    const room = plot.right - plot.left - (line.past === 0 ? 0 : 2);
    const label = fitLabels(input, line, room);
    if (line.past !== 0) markPast(context, line, label);
    else if (marks.horizontal) markColumn(context, line, label);
    else markRow(context, line, label);
  }
  return context.taken;
}

function linesOf(
  references: readonly ReferenceMark[],
  grid: readonly number[],
  hasZero: boolean,
  scale: GrowthScale,
  horizontal: boolean,
): Iterable<Line> {
  const lines = new Map<string, Line>();
  const add = (value: number, index: number, label: string, isGrid = false): void => {
    const past = scale.cut(value);
    const cell = tickCell(scale, value, horizontal);
    const key = `${past} ${cell}`;
    const known = lines.get(key);
    // A line of the grid gives way to any other.
    const line = known?.isGrid === false ? known : { index, cell, past, labels: [], isGrid };
    lines.set(key, line);
    if (label !== '') line.labels.push(label);
  };
  for (const value of grid) add(value, -1, '', true);
  if (hasZero) add(0, -1, '');
  references.forEach(({ value, label = '' }, index) => {
    if (value !== undefined && Number.isFinite(value)) add(value, index, label);
  });
  return lines.values();
}

/** The labels of all lines that share a cell, or else of the first one, cut where it has to be. */
function fitLabels({ texts }: ChartInput, { labels }: Line, room: number): FittedText {
  const all = texts.fit(labels.join(', '));
  return all.width <= room ? all : texts.fit(labels[0] ?? '', room);
}

/** A line across horizontal bars, its label in the row of ticks. */
function markColumn(context: Context, { index, cell, isGrid }: Line, label: FittedText): void {
  const { input, marks, plot, taken, free } = context;
  const { clip } = input;
  const x = plot.left + cell;
  const to = Math.min(plot.bottom, clip.y + clip.height);
  for (let y = Math.max(plot.top, clip.y); y < to; y++) {
    if (free(x, y)) marks.text('line', x, y, 1, isGrid ? '┊' : '│', -1, index);
  }
  if (plot.labelY < 0 || label.width === 0) return;
  const centred = x - ((label.width - 1) >> 1);
  const start = Math.max(plot.left, Math.min(plot.right - label.width, centred));
  if (!take(taken, start, label.width)) return;
  marks.text('line', start, plot.labelY, label.width, label.text, -1, index);
}

/** A line across vertical bars, its label on it where that is free, at the right end if it can be; cut if it has to be. */
function markRow(context: Context, { index, cell, isGrid }: Line, label: FittedText): void {
  const { input, marks, plot, free } = context;
  const { clip } = input;
  const y = plot.bottom - 1 - cell;
  if (y < clip.y || y >= clip.y + clip.height) return;
  const to = Math.min(plot.right, clip.x + clip.width);
  const left = leftOf(plot);
  for (let x = Math.max(left, clip.x); x < to; x++) {
    if (free(x, y)) marks.text('line', x, y, 1, isGrid ? '┈' : '─', -1, index);
  }
  if (label.width === 0) return;
  const run = freeRun(left, plot.right, label.width, (x) => free(x, y));
  if (run.cells < Math.min(label.width, CUT_LABELS)) return;
  const text = run.cells < label.width ? input.texts.fit(label.text, run.cells) : label;
  marks.text('line', run.end - text.width, y, text.width, text.text, -1, index);
}

/**
 * A line past an end of the scale: an arrow at that end, with its label beside it where both have room: in the row of tick
 * labels, else in the last row if it is free.
 */
function markPast(context: Context, { index, past }: Line, label: FittedText): void {
  const { marks, plot, taken } = context;
  const { horizontal } = marks;
  const arrow = horizontal ? (past > 0 ? '▸' : '◂') : past > 0 ? '▴' : '▾';
  const atLeft = horizontal && past < 0;
  const text = atLeft ? `${arrow} ${label.text}` : `${label.text} ${arrow}`;
  const forms = [{ text: arrow, width: 1 }];
  if (label.width > 0) forms.unshift({ text, width: label.width + 2 });
  for (const { text, width } of forms) {
    const x = atLeft ? plot.left : plot.right - width;
    const place =
      plot.labelY < 0
        ? freePlace(context, past, x, width)
        : take(taken, x, width)
          ? { x, y: plot.labelY }
          : undefined;
    if (place === undefined) continue;
    marks.text('line', place.x, place.y, width, text, -1, index);
    for (let i = 0; i < width; i++) context.arrows.add(`${place.x + i} ${place.y}`);
    return;
  }
}

/** Free cells at an end of the scale: at `x` of the last row, or where bars stand anywhere in the row of that end. */
function freePlace(
  { input, marks, plot, free }: Context,
  past: -1 | 0 | 1,
  x: number,
  width: number,
): { readonly x: number; readonly y: number } | undefined {
  const { clip } = input;
  const end = Math.min(plot.bottom, clip.y + clip.height);
  if (!marks.horizontal) {
    const y = past > 0 ? plot.top : plot.bottom - 1;
    const run = freeRun(leftOf(plot), plot.right, width, (cell) => free(cell, y));
    const isSeen = y >= clip.y && y < end;
    return isSeen && run.cells >= width ? { x: run.end - width, y } : undefined;
  }
  // In the same row whatever part of the chart is seen: of rows that are not, nothing is known.
  const y = plot.lastRow ?? plot.bottom - 1;
  if (y < Math.max(plot.top, clip.y) || y >= end) return undefined;
  for (let open = 0; open < width; open++) if (!free(x + open, y)) return undefined;
  return { x, y };
}

/** The first column that is not under an axis that stays. */
function leftOf({ left, from = 0 }: Plot): number {
  return Math.max(left, from);
}

/** Takes columns of the row of ticks; false where others are nearer than a blank. */
function take(taken: Span[], start: number, width: number): boolean {
  if (taken.some(([from, end]) => start < end + 1 && start + width + 1 > from)) return false;
  taken.push([start, start + width]);
  return true;
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

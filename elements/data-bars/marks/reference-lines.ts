/** Lines behind the bars, at values of the scale, with their labels. */
import { tickCell, type PlacedTick } from '../../charts/scale/axis.js';
import { GrowthScale, type Domain } from '../../charts/scale/scale.js';
import type { ReferenceMark } from '../model/schema.js';
import type { ChartInput } from './chart-input.js';
import { CUT_LABELS } from './layout.js';
import { BAR_FIELDS, FLAGS, H, KIND, SELECTED, W, X, Y, ZERO, type Marks } from './marks.js';
import type { FittedText } from '../../charts/text-cache.js';

/** Fewest tick labels that labels of lines leave: one number makes no scale. */
const MIN_TICKS = 2;

/** Cells of a row, ends exclusive. */
type Span = readonly [from: number, to: number];

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
  /** Horizontal: the row of tick labels, in which labels of lines are placed too, and its ticks; -1 and none without an axis. */
  readonly labelY: number;
  readonly ticks?: readonly PlacedTick[] | undefined;
}

/** True where zero has a line: both signs have room on the scale. */
export function hasZeroLine({ settings }: Pick<ChartInput, 'settings'>, domain: Domain): boolean {
  return settings.zeroLine && domain.min < 0 && domain.max > 0;
}

/** What the marks of lines are made from. */
interface Context {
  readonly input: ChartInput;
  readonly marks: Marks;
  readonly plot: Plot;
  readonly row: TickRow | undefined;
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
 * Marks the lines where no bar covers them, and returns the ticks that their labels leave.
 *
 * @param free whether a cell is covered by no bar
 */
export function markReferences(
  input: ChartInput,
  marks: Marks,
  domain: Domain,
  plot: Plot,
  isFree?: (x: number, y: number) => boolean,
): readonly PlacedTick[] {
  const { references } = input.settings;
  const hasZero = hasZeroLine(input, domain);
  const { grid = [], ticks = [] } = plot;
  if (references.length === 0 && grid.length === 0 && !hasZero) return ticks;
  const cells = marks.horizontal ? plot.right - plot.left : plot.bottom - plot.top;
  if (cells < 1) return ticks;
  const scale = new GrowthScale(domain, cells);
  if (scale.shared) return ticks;
  const isOpen = isFree ?? freeCells(marks, input);
  const arrows = new Set<string>();
  const free = (x: number, y: number): boolean => isOpen(x, y) && !arrows.has(`${x} ${y}`);
  // Lines make room for what is said of those past the scale.
  const lines = [...linesOf(references, grid, hasZero, scale, marks.horizontal)].sort(
    (a, b) => Math.abs(b.past) - Math.abs(a.past),
  );
  const row = plot.labelY < 0 ? undefined : new TickRow(plot, lines);
  const context: Context = { input, marks, plot, row, free, arrows };
  for (const line of lines) {
    if (line.past !== 0) markPast(context, line);
    else if (marks.horizontal) markColumn(context, line);
    else markRow(context, line);
  }
  return row?.ticks ?? ticks;
}

/** The row of tick labels, of which labels of lines take what is not needed to read the scale. */
class TickRow {
  readonly y: number;
  /** The ticks that are left. */
  ticks: readonly PlacedTick[];
  /** Columns beside the arrows at the ends, `to` exclusive. */
  readonly from: number;
  readonly to: number;
  readonly #left: number;
  readonly #needed: number;
  readonly #taken: Span[] = [];

  constructor({ left, right, labelY, ticks = [] }: Plot, lines: readonly Line[]) {
    const room = (end: number): number => (lines.some(({ past }) => past === end) ? 2 : 0);
    this.y = labelY;
    this.from = left + room(-1);
    this.to = right - room(1);
    this.#left = left;
    const tickFits = (tick: PlacedTick): boolean => {
      const [from, to] = this.#cellsOf(tick);
      return tick.cells > 0 && from >= this.from && to <= this.to;
    };
    this.ticks = ticks.filter(tickFits);
    const all = ticks.filter(({ cells }) => cells > 0).length;
    this.#needed = all < MIN_TICKS ? 0 : Math.min(MIN_TICKS, this.ticks.length);
  }

  /** Maximum cells of a label, up to `most`. A label of `cells` begins at `start(cells)`. */
  room(most: number, start: (cells: number) => number): number {
    let cells = 0;
    while (cells < most && this.#leaves([start(cells + 1), start(cells + 1) + cells + 1])) cells++;
    return cells;
  }

  take(start: number, cells: number): void {
    const label: Span = [start, start + cells];
    this.#taken.push(label);
    this.ticks = this.#beside(label);
  }

  #cellsOf({ labelX, cells }: PlacedTick): Span {
    return [this.#left + labelX, this.#left + labelX + cells];
  }

  /** The ticks that a label leaves. */
  #beside(label: Span): readonly PlacedTick[] {
    return this.ticks.filter((tick) => !touches(this.#cellsOf(tick), label));
  }

  /** Whether a label touches no other, and leaves as many ticks as are needed. */
  #leaves(label: Span): boolean {
    if (label[0] < this.from || label[1] > this.to) return false;
    if (this.#taken.some((other) => touches(label, other))) return false;
    return this.#beside(label).length >= this.#needed;
  }
}

/** True for cells without a blank between them. */
function touches([from, to]: Span, [start, end]: Span): boolean {
  return from < end + 1 && start < to + 1;
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

/** As many labels of the lines that share a cell as have room, or else the first one, cut. */
function fitLabels({ texts }: ChartInput, { labels }: Line, room: number): FittedText {
  let shown = '';
  for (const label of labels) {
    const longer = shown === '' ? label : `${shown}, ${label}`;
    if (texts.fit(longer).width > room) break;
    shown = longer;
  }
  if (shown !== '') return texts.fit(shown);
  return texts.fit(labels[0] ?? '', room < CUT_LABELS ? 0 : room);
}

/** Cells of all labels. */
function widthOf({ texts }: ChartInput, { labels }: Line): number {
  return texts.fit(labels.join(', ')).width;
}

/** A line across horizontal bars, its label in the row of ticks. */
function markColumn(context: Context, line: Line): void {
  const { input, marks, plot, row, free } = context;
  const { clip } = input;
  const { index } = line;
  const x = plot.left + line.cell;
  const to = Math.min(plot.bottom, clip.y + clip.height);
  for (let y = Math.max(plot.top, clip.y); y < to; y++) {
    if (free(x, y)) marks.text('line', x, y, 1, line.isGrid ? '┊' : '│', -1, index);
  }
  if (row === undefined) return;
  const start = (cells: number): number =>
    Math.max(row.from, Math.min(row.to - cells, x - ((cells - 1) >> 1)));
  const label = fitLabels(input, line, row.room(widthOf(input, line), start));
  if (label.width === 0) return;
  row.take(start(label.width), label.width);
  marks.text('line', start(label.width), row.y, label.width, label.text, -1, index);
}

/** A line across vertical bars, its label on it where that is free, at the right end if it can be; cut if it has to be. */
function markRow(context: Context, line: Line): void {
  const { input, marks, plot, free } = context;
  const { clip } = input;
  const { index } = line;
  const y = plot.bottom - 1 - line.cell;
  if (y < clip.y || y >= clip.y + clip.height) return;
  const to = Math.min(plot.right, clip.x + clip.width);
  const left = leftOf(plot);
  for (let x = Math.max(left, clip.x); x < to; x++) {
    if (free(x, y)) marks.text('line', x, y, 1, line.isGrid ? '┈' : '─', -1, index);
  }
  const run = freeRun(left, plot.right, widthOf(input, line), (x) => free(x, y));
  const { width, text } = fitLabels(input, line, run.cells);
  if (width > 0) marks.text('line', run.end - width, y, width, text, -1, index);
}

/**
 * A line past an end of the scale: an arrow at that end, with the labels beside it that have room: in the row of tick labels,
 * else in the last row where it is free.
 */
function markPast(context: Context, line: Line): void {
  const { input, marks, plot, row, arrows } = context;
  const { index, past } = line;
  const { horizontal } = marks;
  const arrow = horizontal ? (past > 0 ? '▸' : '◂') : past > 0 ? '▴' : '▾';
  const atLeft = horizontal && past < 0;
  const most = widthOf(input, line);
  const start = (cells: number): number => (atLeft ? plot.left + 2 : plot.right - 2 - cells);
  // Beside bars a blank is before the label, as between labels of a row.
  const { y, end, cells } =
    row === undefined
      ? freePlace(context, past, most + 3)
      : { y: row.y, end: plot.right, cells: row.room(most, start) + 3 };
  if (cells < 1) return;
  const label = fitLabels(input, line, cells - 3);
  const width = label.width === 0 ? 1 : label.width + 2;
  const x = atLeft ? plot.left : end - width;
  const parts = label.width === 0 ? [arrow] : atLeft ? [arrow, label.text] : [label.text, arrow];
  marks.text('line', x, y, width, parts.join(' '), -1, index);
  if (label.width > 0) row?.take(start(label.width), label.width);
  for (let i = 0; i < width; i++) arrows.add(`${x + i} ${y}`);
}

/** Free cells at an end of the scale: of the last row, or where bars are upright anywhere in the row of that end. */
function freePlace(
  { input, marks, plot, free }: Context,
  past: -1 | 0 | 1,
  preferred: number,
): { readonly y: number; readonly end: number; readonly cells: number } {
  const { clip } = input;
  const bottom = Math.min(plot.bottom, clip.y + clip.height);
  // In the same row whatever part of the chart is seen: of rows that are not, nothing is known.
  const last = plot.lastRow ?? plot.bottom - 1;
  const y = marks.horizontal || past < 0 ? last : plot.top;
  const isSeen = y >= Math.max(plot.top, clip.y) && y < bottom;
  if (!isSeen) return { y, end: plot.right, cells: 0 };
  if (!marks.horizontal) {
    return { y, ...freeRun(leftOf(plot), plot.right, preferred, (x) => free(x, y)) };
  }
  let cells = 0;
  const most = Math.min(preferred, plot.right - plot.left);
  const first = past < 0 ? plot.left : plot.right - 1;
  while (cells < most && free(past < 0 ? first + cells : first - cells, y)) cells++;
  return { y, end: plot.right, cells };
}

/** The first column that is not under an axis that stays. */
function leftOf({ left, from = 0 }: Plot): number {
  return Math.max(left, from);
}

/** The last run of free cells with the preferred length, or else the longest one. */
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

/** Lines behind the bars, at values of the scale, with their labels. */
import { tickCell } from '../scale/axis.js';
import { GrowthScale, type Domain } from '../scale/scale.js';
import type { ReferenceMark } from '../model/schema.js';
import type { ChartInput } from './chart-input.js';
import { CUT_LABELS } from './layout.js';
import type { Marks } from './marks.js';

/** Where a chart draws its bars, in cells of the box, ends exclusive. */
interface Plot {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** The first column that is not under an axis that stays; default `left`. */
  readonly from?: number;
  /** Horizontal: the row of tick labels, in which labels stand; -1 where there is none. */
  readonly labelY: number;
}

/** True where zero has a line: both signs have room on the scale. */
export function hasZeroLine({ settings }: Pick<ChartInput, 'settings'>, domain: Domain): boolean {
  return settings.zeroLine && domain.min < 0 && domain.max > 0;
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
  free = (x: number, y: number): boolean => marks.barAt(x, y) === undefined,
): readonly (readonly [from: number, to: number])[] {
  const { settings, texts, clip } = input;
  const references = hasZeroLine(input, domain)
    ? [{ value: 0 }, ...settings.references]
    : settings.references;
  if (references.length === 0) return [];
  const own = references.length - settings.references.length;
  const taken: (readonly [number, number])[] = [];
  const cells = marks.horizontal ? plot.right - plot.left : plot.bottom - plot.top;
  if (cells < 1) return [];
  const scale = new GrowthScale(domain, cells);
  if (scale.shared) return [];
  references.forEach(({ value, label = '' }: ReferenceMark, place) => {
    if (value === undefined || value < domain.min || value > domain.max) return;
    // -1 is the zero line.
    const index = place - own;
    const cell = tickCell(scale, value, marks.horizontal);
    if (marks.horizontal) {
      const x = plot.left + cell;
      const to = Math.min(plot.bottom, clip.y + clip.height);
      for (let y = Math.max(plot.top, clip.y); y < to; y++) {
        if (free(x, y)) marks.text('line', x, y, 1, '│', -1, index);
      }
      const text = texts.fit(label, plot.right - plot.left);
      if (plot.labelY < 0 || text.width === 0) return;
      const start = Math.max(
        plot.left,
        Math.min(plot.right - text.width, x - ((text.width - 1) >> 1)),
      );
      if (taken.some(([from, end]) => start < end + 1 && start + text.width + 1 > from)) return;
      taken.push([start, start + text.width]);
      marks.text('line', start, plot.labelY, text.width, text.text, -1, index);
      return;
    }
    const y = plot.bottom - 1 - cell;
    if (y < clip.y || y >= clip.y + clip.height) return;
    const to = Math.min(plot.right, clip.x + clip.width);
    const left = Math.max(plot.left, plot.from ?? 0);
    for (let x = Math.max(left, clip.x); x < to; x++) {
      if (free(x, y)) marks.text('line', x, y, 1, '─', -1, index);
    }
    // The label is on its line where that is free, at the right end if it can be; cut if it has to be.
    const isFree = (x: number): boolean => free(x, y);
    const most = texts.fit(label, plot.right - plot.left).width;
    if (most === 0) return;
    const run = freeRun(left, plot.right, most, isFree);
    if (run.cells < Math.min(most, CUT_LABELS)) return;
    const text = texts.fit(label, Math.min(most, run.cells));
    marks.text('line', run.end - text.width, y, text.width, text.text, -1, index);
  });
  return taken;
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

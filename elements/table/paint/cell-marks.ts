/** Bars and sparklines in cells: lengths by the scale of the charts, in eighths of a cell. */
import { MARK_CONTRAST, readable } from '../../../runtime/base/color.js';
import { FULL_BLOCK, leftBlock, lowerBlock } from '../../../runtime/base/text/block-glyphs.js';
import type { Painter } from '../../../runtime/element/contract.js';
import { REVERSE } from '../../../runtime/paint/cells.js';
import { domainOf, GrowthScale, type Domain } from '../../charts/scale/scale.js';
import type { CellScale } from '../model/schema.js';
import type { PaintedCell } from './parts.js';

/** Cells of a bar where nothing else decides. */
export const BAR_CELLS = 10;
/** Fewest cells of a bar: in less room there is the value alone. */
const MIN_BAR = 3;
/** Points of a sparkline where nothing else decides. */
export const SPARK_CELLS = 20;

/** The numbers of a sparkline; what is not a number is a gap. */
export function pointsOf(value: unknown): readonly number[] {
  if (!Array.isArray(value)) return [];
  return (value as unknown[]).map((each) => (typeof each === 'number' ? each : NaN));
}

/** Cells that a bar takes beside a text of this width; 0 where it has no room. */
export function barCells(width: number, text: number): number {
  const cells = text === 0 ? width : width - text - 1;
  return cells >= MIN_BAR ? cells : 0;
}

export interface Ends {
  readonly min: number;
  readonly max: number;
}

export function paintBar(
  painter: Painter,
  cell: PaintedCell,
  cells: number,
  value: number,
  { min, max, color }: CellScale,
  ends: Ends,
): void {
  const scale = new GrowthScale(domainOf({ min, max }, ends.min, ends.max, false), cells);
  const length = scale.length(value);
  const zero = cell.x + scale.zero;
  const size = Math.abs(length);
  const full = size >> 3;
  const part = size & 7;
  const { bar, rest } = inksOf(painter, cell, color);
  if (length >= 0) {
    painter.fill(zero, cell.y, full, 1, FULL_BLOCK, bar);
    if (part > 0) painter.put(zero + full, cell.y, leftBlock(part), bar);
    return;
  }
  painter.fill(zero - full, cell.y, full, 1, FULL_BLOCK, bar);
  // To the left a part of a cell is the rest of it, in reverse.
  if (part > 0) painter.put(zero - full - 1, cell.y, leftBlock(8 - part), rest);
}

/** The last points that there is room for. */
export function paintSparkline(
  painter: Painter,
  cell: PaintedCell,
  points: readonly number[],
  { min, max, color }: CellScale,
): void {
  const shown = points.slice(-cell.width);
  const present = points.filter((value) => !Number.isNaN(value));
  if (present.length === 0) return;
  const domain = domainOf({ min, max }, least(present), largest(present), false);
  const scale = new GrowthScale({ ...domain, floor: true } satisfies Domain, 1);
  const { bar } = inksOf(painter, cell, color);
  shown.forEach((value, at) => {
    if (!Number.isNaN(value))
      painter.put(cell.x + at, cell.y, lowerBlock(scale.length(value)), bar);
  });
}

/** The style of what is filled, and of the rest of a cell of which the other part is filled. */
function inksOf(
  painter: Painter,
  { fg, bg, attributes, ownColors }: PaintedCell,
  css = 'var(--accent)',
): { readonly bar: number; readonly rest: number } {
  const color = ownColors ? painter.color(css) : undefined;
  const ink = color === undefined ? fg : readable(color, bg, fg, MARK_CONTRAST);
  const bar = painter.style(ink, bg, attributes);
  const rest =
    painter.depth === 'none'
      ? painter.style(fg, bg, (attributes ?? 0) ^ REVERSE)
      : painter.style(bg, ink, attributes);
  return { bar, rest };
}

const least = (values: readonly number[]): number =>
  values.reduce((found, value) => Math.min(found, value), Infinity);
const largest = (values: readonly number[]): number =>
  values.reduce((found, value) => Math.max(found, value), -Infinity);

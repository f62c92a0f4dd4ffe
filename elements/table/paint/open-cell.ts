/** The cell that is edited, over the rows: its text and, below it, its error. */
import { readable } from '../../../runtime/base/color.js';
import { cellWidth } from '../../../runtime/base/text/graphemes.js';
import { sanitize } from '../../../runtime/base/text/sanitize.js';
import { truncate } from '../../../runtime/base/text/truncate.js';
import type { Painter } from '../../../runtime/element/contract.js';
import { BOLD, REVERSE, UNDERLINE } from '../../../runtime/paint/cells.js';
import type { Prompt } from '../../text-editing/prompt.js';
import type { PlacedColumn, TableLayout } from './layout.js';

const BLANK = 0x20;

/** Where a cell is in the content box. */
export interface CellPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** The box of an open cell: the column's, and as wide as its text where there is room. */
export function openCellPlace(
  layout: TableLayout,
  { x, width }: PlacedColumn,
  y: number,
  textCells: number,
): CellPlace {
  const end = (layout.bar < 0 ? layout.width : layout.bar) - layout.pad;
  return { x, y, width: Math.max(1, Math.min(end - x, Math.max(width, textCells + 1))) };
}

export function paintOpenCell(
  painter: Painter,
  { x, y, width }: CellPlace,
  prompt: Prompt,
  isInvalid: boolean,
): void {
  const bg = painter.color('var(--surface)') ?? painter.bg;
  const text = painter.color('var(--text)') ?? painter.fg;
  const isMono = painter.depth === 'none';
  const error = isInvalid ? painter.color('var(--error)') : undefined;
  const ink = error === undefined ? text : readable(error, bg, text);
  const style = painter.style(ink, bg, UNDERLINE);
  const chosen = isMono
    ? painter.style(text, bg, REVERSE)
    : painter.style(text, painter.color('var(--selection)') ?? bg, UNDERLINE);
  painter.fill(x, y, width, 1, BLANK, style);
  prompt.paint(painter, x, y, width, style, chosen);
}

/** A message at a cell: in the row below it, in the last row above it. */
export function paintMessage(
  painter: Painter,
  layout: TableLayout,
  { x, y }: CellPlace,
  message: string,
): void {
  const last = layout.header + layout.body - 1;
  const row = y < last ? y + 1 : y - 1;
  if (row < 0) return;
  const end = layout.bar < 0 ? layout.width : layout.bar;
  const text = ` ${truncate(sanitize(message), Math.max(0, end - 2))} `;
  const cells = cellWidth(text);
  const start = Math.max(0, Math.min(x - 1, end - cells));
  const bg = painter.color('var(--surface)') ?? painter.bg;
  const ink = painter.color('var(--text)') ?? painter.fg;
  const error = painter.color('var(--error)');
  const color = error === undefined ? ink : readable(error, bg, ink);
  const isMono = painter.depth === 'none';
  const style = painter.style(color, bg, isMono ? REVERSE : BOLD);
  painter.fill(start, row, Math.min(cells, end - start), 1, BLANK, style);
  painter.text(start, row, text, style, end - start);
}

/** The footer of a table: totals of columns, and texts. */
import { cellWidth } from '../../../runtime/base/text/graphemes.js';
import { sanitize } from '../../../runtime/base/text/sanitize.js';
import { truncate } from '../../../runtime/base/text/truncate.js';
import type { Painter } from '../../../runtime/element/contract.js';
import { BOLD } from '../../../runtime/paint/cells.js';
import type { Column } from '../model/columns.js';
import { TOTALS, type TotalKind } from '../model/schema.js';
import { totalOf, type Totals } from '../model/totals.js';
import { cellText } from './cell-text.js';
import { paintLines, type PaintInput } from './parts.js';

const BLANK = 0x20;
/** Decimal places of a mean where the column declares none. */
const MEAN_DECIMALS = 2;

/** Rows that the columns declare. */
export function footerRows(columns: readonly Column[]): number {
  return columns.reduce((rows, { footer = [] }) => Math.max(rows, footer.length), 0);
}

/** The text of a cell of the footer; empty where the column has none in that row. */
export function footerText(totals: Totals, column: Column, row: number): string {
  const text = column.footer?.[row] ?? '';
  return isTotal(text) ? totalText(totals, column, text) : text;
}

export function isTotal(text: string): text is TotalKind {
  return (TOTALS as readonly string[]).includes(text);
}

function totalText(totals: Totals, column: Column, kind: TotalKind): string {
  const value = totalOf(kind, totals.ofShown(column));
  if (kind === 'count' || value === undefined) return value === undefined ? '' : String(value);
  const isPlain = column.format === 'auto' || column.format === 'integer';
  if (kind !== 'mean' || column.decimals !== undefined || !isPlain) return cellText(value, column);
  // The mean of whole numbers is not one.
  return cellText(Number(value.toFixed(MEAN_DECIMALS)), { ...column, format: 'auto' });
}

export function paintFooter(painter: Painter, input: PaintInput): void {
  const { layout, colors } = input;
  const fg = colors.footer ?? painter.fg;
  const bg = colors.footerBackground ?? painter.bg;
  const top = layout.header + layout.body;
  for (let row = 0; row < layout.footer; row++) {
    const style = painter.style(fg, bg, BOLD);
    painter.fill(0, top + row, layout.width, 1, BLANK, style);
    for (const { column, x, width, align } of layout.columns) {
      const text = truncate(sanitize(input.footerText?.(column, row) ?? ''), width);
      const free = width - cellWidth(text);
      const shift = align === 'right' ? free : align === 'center' ? free >> 1 : 0;
      painter.text(x + shift, top + row, text, style, width);
    }
    paintLines(painter, input, top + row, { fg, bg, attributes: BOLD });
  }
}

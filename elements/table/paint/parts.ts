/** Types of the picture of a table or a tree: the parts of the picture, how they look, and the lines between columns. */
import type { Color } from '../../../runtime/base/color.js';
import type { Painter } from '../../../runtime/element/contract.js';
import { BOLD } from '../../../runtime/paint/cells.js';
import type { Column } from '../model/columns.js';
import type { Sorting } from '../model/order.js';
import { borderOf, type GridModel, type TableLayout } from './layout.js';

const BLANK = 0x20;
const LINES = { none: BLANK, thin: 0x2502, thick: 0x2503, double: 0x2551 } as const;

/** How a row or a cell looks, where it differs from what is around it. */
export interface Look {
  readonly color?: Color | undefined;
  readonly background?: Color | undefined;
  /** Bits of `paint/cells.ts`. */
  readonly attributes?: number | undefined;
}

/** How one cell looks, where it differs from its row. */
export interface CellLook extends Look {
  readonly text: string;
  /** Paints what is before the text, such as the lines of a tree, and returns the cells that it takes. */
  lead?(painter: Painter, cell: PaintedCell): number;
  /** What follows the text. */
  readonly tail?: { readonly text: string; readonly color: string } | undefined;
}

/** Where a cell is, and the colours of its row. */
export interface PaintedCell extends RowStyle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** What is painted of a table or a tree. */
interface PaintedModel extends Pick<GridModel, 'shown'> {
  readonly sorts?: readonly Sorting[];
  indexAt(place: number): number;
}

/** Cells that keys are at and that are selected; of a table whose rows are not. */
export interface PaintedCells {
  isCursor(place: number, column: Column): boolean;
  isSelected(place: number, column: Column): boolean;
}

export interface PaintInput {
  readonly model: PaintedModel;
  readonly layout: TableLayout;
  /** The first row that shows. */
  readonly top: number;
  /** Place of the row that keys are at, -1 for none; shown as such only where `focused`. */
  readonly cursor: number;
  /** The column of the header that keys are at; -1 for none. */
  readonly headCursor: number;
  readonly hover: number;
  readonly focused: boolean;
  readonly selectable: 'none' | 'single' | 'multiple';
  readonly emptyText: string;
  /** The mark in front of what is selected, where it is another one than in lists. */
  readonly mark?: number;
  readonly separator: keyof typeof LINES;
  readonly stripes: boolean;
  readonly colors: {
    readonly stripe: Color | undefined;
    readonly header: Color | undefined;
    readonly headerBackground: Color | undefined;
    readonly cursor: Color | undefined;
    readonly cursorBackground: Color | undefined;
    readonly selected: Color | undefined;
    readonly footer?: Color | undefined;
    readonly footerBackground?: Color | undefined;
  };
  /** Index of the column whose border is under the pointer; -1 for none. */
  readonly border?: number;
  readonly cells?: PaintedCells | undefined;
  isSelected(index: number): boolean;
  look(index: number, column: Column): CellLook;
  rowLook?(index: number): Look | undefined;
  footerText?(column: Column, row: number): string;
}

/** The style of a row: its colours and attributes, and whether cells keep colours of their own. */
export interface RowStyle {
  readonly fg: Color;
  readonly bg: Color;
  /** Undefined: the table's own. */
  readonly attributes: number | undefined;
  readonly ownColors: boolean;
  /** Whether backgrounds of rows and cells show. */
  readonly ownBackground: boolean;
}

/** Lines between columns. */
export function paintLines(
  painter: Painter,
  { layout, separator }: PaintInput,
  y: number,
  { fg, bg, attributes }: Pick<RowStyle, 'fg' | 'bg' | 'attributes'>,
): void {
  // What is scrolled out is behind the last column that stays.
  const edge = layout.first > 0 ? layout.frozen - 1 : -1;
  if (separator === 'none' && (edge < 0 || layout.gap === 0)) return;
  const style = painter.style(painter.color('var(--border)') ?? fg, bg, (attributes ?? 0) & ~BOLD);
  layout.columns.slice(0, -1).forEach((placed, at) => {
    const line = separator === 'none' ? (at === edge ? LINES.thin : BLANK) : LINES[separator];
    if (line !== BLANK) painter.put(borderOf(layout, placed), y, line, style);
  });
}

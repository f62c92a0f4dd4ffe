/** Copied text of what was dragged over in a table: cells between two, or the selected rows. */
import type { SelectionBounds } from '../../runtime/element/contract.js';
import type { Column } from './model/columns.js';
import type { TableLayout } from './paint/layout.js';
import type { TableModel } from './model/model.js';
import type { RowSelection } from './model/selection.js';

/** Rows and columns of the cells that were dragged over; both ends included. */
export interface CopiedCells {
  readonly columns: readonly Column[];
  readonly header: boolean;
  /** Indexes of the rows. */
  readonly rows: readonly number[];
  /** The cells of the screen they take. */
  readonly bounds: SelectionBounds;
}

export function cellsIn(
  model: TableModel,
  layout: TableLayout,
  top: number,
  bounds: SelectionBounds,
): CopiedCells | undefined {
  const { startX, endX, startY = 0, endY = Infinity } = bounds;
  const left = Math.min(startX, endX);
  const right = Math.max(startX, endX);
  const inside = layout.columns.filter(({ x, width }) => x <= right && x + width > left);
  const [first] = inside;
  const last = inside.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const upper = Math.max(0, Math.min(startY, endY));
  const lower = Math.min(layout.header + layout.body - 1, Math.max(startY, endY));
  const header = upper < layout.header;
  const rows: number[] = [];
  for (let y = Math.max(upper, layout.header); y <= lower; y++) {
    const index = model.indexAt(top + y - layout.header);
    if (index >= 0) rows.push(index);
  }
  if (!header && rows.length === 0) return undefined;
  return {
    columns: inside.map(({ column }) => column),
    header,
    rows,
    bounds: {
      startX: first.x,
      endX: last.x + last.width - 1,
      startY: header ? 0 : Math.max(upper, layout.header),
      endY: rows.length === 0 ? 0 : Math.max(upper, layout.header) + rows.length - 1,
    },
  };
}

/** `3 rows of 2 columns`. */
export function copiedText(rows: number, columns: number): string {
  const count = (number: number, what: string): string =>
    `${number} ${what}${number === 1 ? '' : 's'}`;
  return `${count(rows, 'row')} of ${count(columns, 'column')}`;
}

/** Indexes of the selected rows, or else of all that show. */
export function rowsToCopy(model: TableModel, selection: RowSelection): number[] {
  const selected = selection.indexes();
  if (selected.length > 0) return selected;
  return Array.from({ length: model.shown }, (_, place) => model.indexAt(place));
}

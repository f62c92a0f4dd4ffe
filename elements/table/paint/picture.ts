/** From the model to cells: sizes, the current layout, and painting. */
import type { Color } from '../../../runtime/base/color.js';
import type { Size } from '../../../runtime/base/geometry.js';
import type {
  ComputedStyle,
  Painter,
  SelectionBounds,
  StyleValues,
} from '../../../runtime/element/contract.js';
import type { TableCells } from '../cells/table-cells.js';
import { CellLooks } from './cell-look.js';
import { BAR_CELLS } from './cell-marks.js';
import { cellsIn, type CopiedCells } from '../clipboard.js';
import type { STYLES } from '../declaration.js';
import {
  ContentWidths,
  layoutTable,
  naturalSize,
  textWidth,
  type LayoutInput,
  type TableLayout,
} from './layout.js';
import { footerRows, footerText } from './footer.js';
import { openCellPlace, paintMessage, paintOpenCell, type CellPlace } from './open-cell.js';
import type { Column } from '../model/columns.js';
import type { TableModel } from '../model/model.js';
import { paintTable, paintRows } from './paint.js';
import type { PaintedCells } from './parts.js';
import type { RowSelection } from '../model/selection.js';
import type { RowsView } from '../../support/rows/view.js';
import { PROPS, COMPUTED } from '../../../runtime/element/internals.js';

/** What the element knows when it is painted. */
export interface PictureState {
  readonly showHeader: boolean;
  readonly sortable: boolean;
  readonly selectable: 'none' | 'single' | 'multiple';
  readonly focused: boolean;
  /** It has the focus by the keys: the place that they start from shows, also before the first of them. */
  readonly byKeys: boolean;
  /** The row of the body under the pointer; -1 for none. */
  readonly hover: number;
  /** Index of the column whose border is under the pointer; -1 for none. */
  readonly border: number;
  readonly frozenColumns: number;
  /** Undefined where keys go to rows. */
  readonly cells: TableCells | undefined;
  readonly emptyText: string;
  readonly computed: ComputedStyle & StyleValues<typeof STYLES>;
}

export class TablePicture {
  readonly widths: ContentWidths;
  readonly looks: CellLooks;
  /** As painted last. */
  layout: TableLayout | undefined;
  /** Cells of columns that the user has sized, by their keys. */
  sized: ReadonlyMap<string, number> = new Map();

  readonly #model: TableModel;
  readonly #selection: RowSelection;
  readonly #view: RowsView;

  constructor(model: TableModel, selection: RowSelection, view: RowsView) {
    this.#model = model;
    this.#selection = selection;
    this.#view = view;

    this.looks = new CellLooks(model);
    this.widths = new ContentWidths(model, this.looks);
    this.looks.textCells = (column) => this.widths.ofCells(column) - 1 - BAR_CELLS;
  }

  naturalSize({
    [PROPS]: props,
    [COMPUTED]: computed,
  }: {
    readonly [PROPS]: Pick<PictureState, 'showHeader' | 'selectable' | 'sortable'>;
    readonly [COMPUTED]: PictureState['computed'];
  }): Size {
    return naturalSize(this.#model, this.widths, {
      showHeader: this.#showsHeader(props.showHeader),
      marks: props.selectable !== 'none',
      gap: gapOf(computed),
      sortable: props.sortable,
      footer: footerRows(this.#model.columns),
      sized: this.sized,
    });
  }

  /** What is in cells that were dragged over, as painted last. */
  cellsIn(bounds: SelectionBounds): CopiedCells | undefined {
    if (this.layout === undefined) return undefined;
    return cellsIn(this.#model, this.layout, this.#view.top, bounds);
  }

  /** The whole text of a cell that is cut; undefined where all of it shows. */
  cutText(x: number, place: number): string | undefined {
    const hit = this.layout?.columns.find((each) => x >= each.x && x < each.x + each.width);
    const index = this.#model.indexAt(place);
    if (hit === undefined || index < 0) return undefined;
    if (hit.column.sparkline !== undefined) return undefined;
    const text = this.looks.textOf(index, hit.column);
    return textWidth(text) > hit.width ? text : undefined;
  }

  paint(painter: Painter, state: PictureState): void {
    const { looks } = this;
    const model = this.#model;
    const view = this.#view;
    const selection = this.#selection;
    const { computed } = state;
    const { width, height } = painter;
    const showHeader = this.#showsHeader(state.showHeader);
    const marks = state.selectable !== 'none';
    const { sortable } = state;
    const input: LayoutInput = {
      width,
      height,
      showHeader,
      marks,
      gap: gapOf(computed),
      sortable,
      footer: footerRows(model.columns),
      frozen: state.frozenColumns,
      sized: this.sized,
    };
    looks.begin((css) => painter.color(css), painter.fg);
    let layout = layoutTable(model, this.widths, input, view.first);
    view.sync(layout.body);
    layout = this.#widened(layout, input, painter);
    view.first = layout.first;
    this.layout = layout;
    paintTable(painter, {
      model,
      layout,
      top: view.top,
      cursor: cursorOf(view, state.byKeys),
      headCursor: view.headCursor,
      hover: state.hover < 0 ? -1 : view.top + state.hover,
      focused: state.focused,
      selectable: state.selectable,
      emptyText: state.emptyText,
      border: state.border,
      cells: paintedCells(state),
      separator: computed.columnSeparator ?? 'none',
      stripes: computed.stripes === 'rows',
      colors: {
        stripe: colorOf(computed.stripeColor),
        header: colorOf(computed.headerColor),
        headerBackground: colorOf(computed.headerBackground),
        cursor: colorOf(computed.cursorColor),
        cursorBackground: colorOf(computed.cursorBackground),
        selected: colorOf(computed.selectedBackground),
        footer: colorOf(computed.footerColor),
        footerBackground: colorOf(computed.footerBackground),
      },
      isSelected: (index) => selection.has(index),
      look: (index, column) => looks.of(index, column),
      rowLook: (index) => looks.ofRow(index),
      footerText: (column, row) => footerText(model.totals, column, row),
    });
    if (state.cells !== undefined) this.#paintOpen(painter, layout, state.cells);
  }

  /** Over the rows: the open cell, and a message at a cell. */
  #paintOpen(painter: Painter, layout: TableLayout, { editor, changes }: TableCells): void {
    const { open } = editor;
    const { note } = changes;
    if (open !== undefined) {
      const place = this.placeOf(open.serial, open.column, open.prompt.cells);
      if (place === undefined) return;
      paintOpenCell(painter, place, open.prompt, open.message !== '');
      if (open.message !== '') paintMessage(painter, layout, place, open.message);
    } else if (note !== undefined) {
      const column = this.#model.columns.find(({ key }) => key === note.key);
      const place = column === undefined ? undefined : this.placeOf(note.serial, column, 0);
      if (place !== undefined) paintMessage(painter, layout, place, note.message);
    }
  }

  /** Where a cell was painted last, with room for a text; undefined where it does not show. */
  placeOf(serial: number, column: Column, textCells: number): CellPlace | undefined {
    const { layout } = this;
    const place = this.#model.placeOf(this.#model.indexOf(serial));
    const placed = layout?.columns.find((each) => each.column.key === column.key);
    const row = place - this.#view.top;
    if (layout === undefined || placed === undefined || place < 0) return undefined;
    if (row < 0 || row >= layout.body) return undefined;
    return openCellPlace(layout, placed, layout.header + row, textCells);
  }

  #showsHeader(requested: boolean): boolean {
    return requested && this.#model.columns.some(({ label }) => label !== '');
  }

  /** Rows that came into view may be wider than any before. */
  #widened(layout: TableLayout, input: LayoutInput, { visible }: Painter): TableLayout {
    const { version } = this.widths;
    const { top } = this.#view;
    // In a container that scrolls, the box is as high as all rows, and few of them can be seen.
    const from = top + Math.max(0, visible.y - layout.header);
    const to = top + Math.min(layout.body, visible.y + visible.height - layout.header);
    for (let place = from; place < to; place++) {
      const index = this.#model.indexAt(place);
      if (index < 0) break;
      this.widths.widen(index);
    }
    if (this.widths.version === version) return layout;
    return layoutTable(this.#model, this.widths, input, this.#view.first);
  }
}

/** Cells between columns; a line has as many blanks on both sides. */
function gapOf(computed: PictureState['computed']): number {
  const gap = computed['columnGap'];
  const cells = typeof gap === 'number' ? Math.max(0, gap) : 2;
  return (computed.columnSeparator ?? 'none') === 'none' ? cells : cells | 1;
}

function paintedCells({ cells, byKeys }: PictureState): PaintedCells | undefined {
  if (cells === undefined) return undefined;
  const { cursor } = cells;
  const { range, column, place } = cursor;
  const at = cursor.isShown || byKeys ? place : -1;
  const chosen = new Set(range?.columns);
  return {
    isCursor: (row, each) => row === at && each === column,
    isSelected: (row, each) =>
      range !== undefined && row >= range.from && row <= range.to && chosen.has(each),
  };
}

function colorOf(color: Color | undefined): Color | undefined {
  return paintRows(color);
}

function cursorOf(view: RowsView, byKeys: boolean): number {
  if (view.headCursor >= 0) return -1;
  const shown = view.shownCursor();
  return shown < 0 && byKeys ? view.cursorPlace() : shown;
}

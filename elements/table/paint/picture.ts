/** From the model to cells: sizes, the current layout, and painting. */
import type { Color } from '../../../runtime/base/color.js';
import type { Size } from '../../../runtime/base/geometry.js';
import type {
  ComputedStyle,
  Painter,
  SelectionBounds,
  StyleValues,
} from '../../../runtime/element/contract.js';
import { CellLooks } from './cell-look.js';
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
import type { TableModel } from '../model/model.js';
import { paintTable, paintRows } from './paint.js';
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
  readonly emptyText: string;
  readonly computed: ComputedStyle & StyleValues<typeof STYLES>;
}

export class TablePicture {
  readonly widths: ContentWidths;
  readonly looks: CellLooks;
  /** As painted last. */
  layout: TableLayout | undefined;

  readonly #model: TableModel;
  readonly #selection: RowSelection;
  readonly #view: RowsView;

  constructor(model: TableModel, selection: RowSelection, view: RowsView) {
    this.#model = model;
    this.#selection = selection;
    this.#view = view;

    this.looks = new CellLooks(model);
    this.widths = new ContentWidths(model, this.looks);
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
    const input = { width, height, showHeader, marks, gap: gapOf(computed), sortable };
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
      separator: computed.columnSeparator ?? 'none',
      stripes: computed.stripes === 'rows',
      colors: {
        stripe: colorOf(computed.stripeColor),
        header: colorOf(computed.headerColor),
        headerBackground: colorOf(computed.headerBackground),
        cursor: colorOf(computed.cursorColor),
        cursorBackground: colorOf(computed.cursorBackground),
        selected: colorOf(computed.selectedBackground),
      },
      isSelected: (index) => selection.has(index),
      look: (index, column) => looks.of(index, column),
    });
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

function colorOf(color: Color | undefined): Color | undefined {
  return paintRows(color);
}

function cursorOf(view: RowsView, byKeys: boolean): number {
  if (view.headCursor >= 0) return -1;
  const shown = view.shownCursor();
  return shown < 0 && byKeys ? view.cursorPlace() : shown;
}

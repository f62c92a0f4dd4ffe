/** From the model to cells: a tree is painted as a table whose first column has lines in front of its texts. */
import { TRANSPARENT, type Color } from '../../../runtime/base/color.js';
import { REVERSE, UNDERLINE } from '../../../runtime/base/text/attributes.js';
import { cellWidth } from '../../../runtime/base/text/graphemes.js';
import type { Size } from '../../../runtime/base/geometry.js';
import type { ComputedStyle, Painter, StyleValues } from '../../../runtime/element/contract.js';
import type { RowsView } from '../../support/rows/view.js';
import type { Selectable } from '../../support/rows/chooser.js';
import { cellText } from '../../table/paint/cell-text.js';
import type { Column } from '../../table/model/columns.js';
import {
  ContentWidths,
  layoutTable,
  naturalSize,
  type GridModel,
  type TableLayout,
} from '../../table/paint/layout.js';
import { paintTable } from '../../table/paint/paint.js';
import type { CellLook } from '../../table/paint/parts.js';
import type { Prompt } from '../../text-editing/prompt.js';
import type { STYLES } from '../declaration.js';
import { labelOf } from '../model/item.js';
import type { TreeModel } from '../model/model.js';
import type { TreeNode } from '../model/node.js';
import { leadCells, paintLead } from './lead.js';

/** Rows that are measured ahead. */
const SAMPLE = 128;
/** What marks a selected row where one may be selected. */
const DOT = 0x2022;

/** The column of the labels, where none are declared. */
const LABELS: Column = {
  index: 0,
  key: 'label',
  label: '',
  align: 'left',
  fixed: undefined,
  share: 1,
  min: undefined,
  max: undefined,
  format: 'text',
  decimals: undefined,
  unit: '',
  sortable: false,
  priority: undefined,
  color: undefined,
};

export interface PictureState {
  readonly showHeader: boolean;
  readonly selectable: Selectable;
  readonly focused: boolean;
  readonly byKeys: boolean;
  /** The row of the body under the pointer; -1 for none. */
  readonly hover: number;
  /** Serial of the row that a drag would drop on; -1 for none. */
  readonly target: number;
  readonly emptyText: string;
  readonly busyText: string;
  /** What is typed instead of the label of a node. */
  readonly rename: { readonly node: TreeNode; readonly prompt: Prompt } | undefined;
  readonly computed: ComputedStyle & StyleValues<typeof STYLES>;
}

/** A tree as rows with columns. Which rows are measured ahead is decided here. */
class Grid implements GridModel {
  readonly count = 0;
  readonly sortColumn = undefined;

  readonly #columns: () => readonly Column[];
  readonly #shown: () => number;

  constructor(
    columns: () => readonly Column[],
    shown: () => number,
    readonly value: (serial: number, column: Column) => unknown,
  ) {
    this.#columns = columns;
    this.#shown = shown;
  }

  get columns(): readonly Column[] {
    return this.#columns();
  }

  get shown(): number {
    return this.#shown();
  }
}

export class TreePicture {
  /** As painted last. */
  layout: TableLayout | undefined;
  columns: readonly Column[] = [LABELS];
  readonly #widths: ContentWidths;
  readonly #grid: GridModel;
  #measured = -1;

  readonly #model: TreeModel;
  readonly #view: RowsView;

  constructor(model: TreeModel, view: RowsView) {
    this.#model = model;
    this.#view = view;
    this.#grid = new Grid(
      () => this.columns,
      () => model.shown,
      (serial, column) => this.#value(serial, column),
    );
    this.#widths = new ContentWidths(this.#grid, {
      textOf: (serial, column) => this.#textOf(serial, column),
    });
  }

  setColumns(columns: readonly Column[] | undefined): void {
    const [first, ...others] = columns ?? [];
    // What other columns leave is the labels'.
    const isSized = first !== undefined && (first.fixed !== undefined || first.share > 0);
    this.columns =
      first === undefined
        ? [LABELS]
        : [{ ...first, align: 'left', share: isSized ? first.share : 1 }, ...others];
    this.#measured = -1;
  }

  naturalSize(state: Pick<PictureState, 'showHeader' | 'selectable' | 'computed'>): Size {
    this.#measure();
    return naturalSize(this.#grid, this.#widths, {
      showHeader: this.#showsHeader(state.showHeader),
      marks: state.selectable === 'multiple',
      gap: gapOf(state.computed),
      sortable: false,
    });
  }

  /** The cells in front of the label of a node, from the left of the content box, and the cell after the last. */
  markOf(node: TreeNode): { readonly from: number; readonly to: number } {
    const { x = 0, width = 0 } =
      this.layout?.columns.find(({ column }) => column.index === 0) ?? {};
    const to = Math.min(width, leadCells(node));
    return { from: x + Math.max(0, to - 2), to: x + to };
  }

  /** The whole text of a cell that is cut; undefined where all of it shows. */
  cutText(x: number, node: TreeNode): string | undefined {
    const hit = this.layout?.columns.find((each) => x >= each.x && x < each.x + each.width);
    if (hit === undefined) return undefined;
    const isFirst = hit.column.index === 0;
    if (isFirst && node.error !== '') return node.error;
    const text = isFirst ? labelOf(node.item) : this.#textOf(node.serial, hit.column);
    return cellWidth(text) + (isFirst ? leadCells(node) : 0) > hit.width ? text : undefined;
  }

  paint(painter: Painter, state: PictureState): void {
    this.#measure();
    const { computed } = state;
    const { width, height } = painter;
    const model = this.#model;
    const view = this.#view;
    const input = {
      width,
      height,
      showHeader: this.#showsHeader(state.showHeader),
      marks: state.selectable === 'multiple',
      gap: gapOf(computed),
      sortable: false,
    };
    let layout = layoutTable(this.#grid, this.#widths, input, view.first);
    view.sync(layout.body);
    const { version } = this.#widths;
    for (let row = 0; row < layout.body && view.top + row < model.shown; row++)
      this.#widths.widen(model.indexAt(view.top + row));
    if (version !== this.#widths.version)
      layout = layoutTable(this.#grid, this.#widths, input, view.first);
    view.first = layout.first;
    this.layout = layout;
    const shownCursor = view.shownCursor();
    const target = model.placeOf(state.target);
    paintTable(painter, {
      model: {
        shown: model.shown,
        indexAt: (place) => model.indexAt(place),
      },
      layout,
      top: view.top,
      cursor:
        target >= 0 ? target : shownCursor < 0 && state.byKeys ? view.cursorPlace() : shownCursor,
      headCursor: -1,
      hover: state.hover < 0 ? -1 : view.top + state.hover,
      focused: state.focused || target >= 0,
      selectable: state.selectable === 'multiple' ? 'multiple' : 'single',
      mark: state.selectable === 'multiple' ? undefined : DOT,
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
      isSelected: (serial) => {
        const node = model.node(serial);
        return node !== undefined && model.selected.has(node);
      },
      look: (serial, column) => this.#look(painter, serial, column, state),
    });
  }

  #look(painter: Painter, serial: number, column: Column, state: PictureState): CellLook {
    const node = this.#model.node(serial);
    if (node === undefined) return { text: '' };
    const css = node.item.disabled === true ? 'var(--disabled)' : (node.item.color ?? column.color);
    const color = typeof css === 'string' ? painter.color(css) : undefined;
    if (column.index !== 0) return { text: this.#textOf(serial, column), color };
    const lines = { hasLines: (state.computed.treeGuides ?? 'lines') === 'lines' };
    const { rename } = state;
    if (rename?.node === node) {
      return {
        text: '',
        lead: (at, cell) => {
          const cells = paintLead(at, cell, this.#model, node, lines);
          const room = Math.max(0, cell.width - cells);
          const bg = at.color('var(--surface)') ?? at.bg;
          const isMono = at.depth === 'none';
          const ink = at.color('var(--text)');
          const style = at.style(ink, bg, isMono ? REVERSE : 0);
          const chosen = isMono
            ? at.style(ink, bg, UNDERLINE)
            : at.style(ink, at.color('var(--selection)') ?? bg, 0);
          at.fill(cell.x + cells, cell.y, room, 1, 0x20, style);
          rename.prompt.paint(at, cell.x + cells, cell.y, room, style, chosen);
          return cell.width;
        },
      };
    }
    return {
      text: labelOf(node.item),
      color,
      lead: (at, cell) => paintLead(at, cell, this.#model, node, lines),
      tail: tailOf(node, state.busyText),
    };
  }

  #showsHeader(requested: boolean): boolean {
    return requested && this.columns.some(({ label }) => label !== '');
  }

  #value(serial: number, column: Column): unknown {
    const item = this.#model.node(serial)?.item;
    if (item === undefined) return undefined;
    if (column.index === 0) return labelOf(item);
    return Object.hasOwn(item, column.key) ? item[column.key] : undefined;
  }

  /** Cells of other columns are empty where the item has none: a folder has no size. */
  #textOf(serial: number, column: Column): string {
    const value = this.#value(serial, column);
    if (column.index !== 0)
      return value === undefined || value === null ? '' : cellText(value, column);
    const node = this.#model.node(serial);
    return node === undefined ? '' : ' '.repeat(leadCells(node)) + String(value);
  }

  #measure(): void {
    if (this.#measured === this.#model.version) return;
    const model = this.#model;
    if (this.#measured < 0) this.#widths.reset();
    this.#measured = model.version;
    const count = Math.min(SAMPLE, model.shown);
    for (let place = 0; place < count; place++) this.#widths.measureRow(model.indexAt(place));
  }
}

function tailOf(node: TreeNode, busyText: string): CellLook['tail'] {
  if (node.state === 'loading') return { text: busyText, color: 'var(--muted)' };
  return node.state === 'failed' ? { text: `✗ ${node.error}`, color: 'var(--error)' } : undefined;
}

function gapOf(computed: PictureState['computed']): number {
  const gap = computed['columnGap'];
  const cells = typeof gap === 'number' ? Math.max(0, gap) : 2;
  return (computed.columnSeparator ?? 'none') === 'none' ? cells : cells | 1;
}

function colorOf(color: Color | undefined): Color | undefined {
  return color === TRANSPARENT ? undefined : color;
}

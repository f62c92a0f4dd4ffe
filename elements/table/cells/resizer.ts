/** Sizes columns: by dragging the border behind a heading, by a double click on it, and by keys in the header. */
import type { InputLike } from '../../support/keys/row-keys.js';
import type { Column } from '../model/columns.js';
import { borderOf, type PlacedColumn, type TableLayout } from '../paint/layout.js';

export interface ResizerHost {
  isResizable(): boolean;
  /** @param cells undefined: as wide as the content */
  resize(column: Column, cells: number | undefined): void;
  /** The user has let go of a border, or pressed a key. */
  resized(column: Column): void;
  onChange(): void;
}

export class ColumnResizer {
  /** Index of the column whose border is under the pointer, or dragged; -1 for none. */
  border = -1;
  #dragged: { readonly placed: PlacedColumn; readonly from: number; moved: boolean } | undefined;

  readonly #host: ResizerHost;

  constructor(host: ResizerHost) {
    this.#host = host;
  }

  get isDragging(): boolean {
    return this.#dragged !== undefined;
  }

  /** The column whose border is at a cell of the header. */
  columnAt(
    { offsetX = NaN, offsetY = NaN }: InputLike,
    layout: TableLayout,
  ): PlacedColumn | undefined {
    if (!this.#host.isResizable() || layout.header === 0 || offsetY !== 0) return undefined;
    const end = layout.bar < 0 ? layout.width : layout.bar;
    return layout.columns.find((placed) => {
      const border = borderOf(layout, placed);
      return offsetX === border && border < end;
    });
  }

  press(event: InputLike, layout: TableLayout): boolean {
    const placed = (event.button ?? 0) === 0 ? this.columnAt(event, layout) : undefined;
    if (placed === undefined) return false;
    this.#dragged = { placed, from: event.offsetX ?? 0, moved: false };
    this.border = placed.column.index;
    this.#host.onChange();
    return true;
  }

  drag({ offsetX }: InputLike): boolean {
    const dragged = this.#dragged;
    if (dragged === undefined || offsetX === undefined) return false;
    const { placed, from } = dragged;
    dragged.moved ||= offsetX !== from;
    if (dragged.moved) this.#resize(placed.column, placed.width + offsetX - from);
    return true;
  }

  release(): boolean {
    const dragged = this.#dragged;
    this.#dragged = undefined;
    if (dragged === undefined) return false;
    if (dragged.moved) this.#host.resized(dragged.placed.column);
    this.#host.onChange();
    return true;
  }

  /** Shows the border under the pointer. */
  hover(event: InputLike, layout: TableLayout): void {
    const border = this.columnAt(event, layout)?.column.index ?? -1;
    if (border === this.border) return;
    this.border = border;
    this.#host.onChange();
  }

  left(): void {
    if (this.border < 0 || this.isDragging) return;
    this.border = -1;
    this.#host.onChange();
  }

  /** A double click on a border: as wide as the content. */
  fit(column: Column): void {
    this.#host.resize(column, undefined);
    this.#host.resized(column);
    this.#host.onChange();
  }

  /** A key makes a column wider or narrower. */
  grow(column: Column, cells: number, layout: TableLayout): boolean {
    const kept = layout.kept.find((each) => each.column === column);
    if (kept === undefined) return false;
    this.#resize(column, kept.width + cells);
    this.#host.resized(column);
    return true;
  }

  #resize(column: Column, cells: number): void {
    const least = Math.max(1, column.min ?? 1);
    this.#host.resize(column, Math.max(least, Math.min(column.max ?? MAX_CELLS, cells)));
    this.#host.onChange();
  }
}

const MAX_CELLS = 10_000;

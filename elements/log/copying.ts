/** The text of a log that is selected and copied: a part of a row, whole rows, or the selected lines. */
import type { SelectionBounds } from '../support/author.js';
import { cellsOf, linesText } from '../support/text-lines/body.js';
import type { LinesView, VisibleRow } from '../support/text-lines/view.js';
import type { LogModel } from './model/model.js';
import type { LogLayout } from './paint/paint.js';
import type { Row } from './paint/rows.js';

export class LogCopying {
  readonly #model: LogModel;
  readonly #view: LinesView<Row>;
  readonly #layout: () => LogLayout | undefined;

  constructor(model: LogModel, view: LinesView<Row>, layout: () => LogLayout | undefined) {
    this.#model = model;
    this.#view = view;
    this.#layout = layout;
  }

  /** Numbers of the selected lines that show. */
  get selectedLines(): number[] {
    this.#model.store.settle();
    const { range } = this.#view;
    return range === undefined ? [] : this.#linesOf(range);
  }

  /** The text of rows inside bounds; without bounds the selected lines, or all that show. */
  textIn(bounds: SelectionBounds | undefined | null): string {
    const model = this.#model;
    model.store.settle();
    if (bounds === undefined || bounds === null) {
      const { range } = this.#view;
      const lines =
        range === undefined
          ? Array.from({ length: model.shownCount }, (_, place) => model.lineAt(place))
          : this.#linesOf(range);
      return lines.map((line) => model.textOf(line)).join('\n');
    }
    const rows = this.#rowsIn(bounds);
    const [only] = rows;
    const layout = this.#layout();
    if (rows.length === 1 && only !== undefined && layout !== undefined) {
      const from = Math.min(bounds.startX, bounds.endX) - layout.gutter + this.#view.left;
      const to = Math.max(bounds.startX, bounds.endX) - layout.gutter + this.#view.left;
      return cellsOf(only.row.text.slice(only.row.start, only.row.end), from, to);
    }
    let text = '';
    for (const [at, { row, line, index }] of rows.entries()) {
      // Rows of one line that was wrapped are one line.
      if (at > 0) text += index > 0 && rows[at - 1]?.line === line && row.start > 0 ? '' : '\n';
      text += row.text.slice(row.start, row.end);
    }
    return text;
  }

  /** In one row the cells; of several, whole rows. */
  highlightBounds(bounds: Required<SelectionBounds>): SelectionBounds | undefined {
    const { startX, endX, startY = 0, endY = Infinity } = bounds;
    const layout = this.#layout();
    const rows = this.#rowsIn(bounds);
    if (layout === undefined || rows.length === 0) return undefined;
    const first = Math.max(layout.header, Math.min(startY, endY));
    const last = first + rows.length - 1;
    if (rows.length === 1) return { startX, endX, startY: first, endY: last };
    return {
      startX: layout.gutter,
      endX: layout.gutter + layout.text - 1,
      startY: first,
      endY: last,
    };
  }

  /** `3 lines`; undefined for a part of a row. */
  description(bounds: SelectionBounds | undefined | null): string | undefined {
    this.#model.store.settle();
    if (bounds === undefined || bounds === null) {
      const { range } = this.#view;
      return linesText(range === undefined ? this.#model.shownCount : this.#linesOf(range).length);
    }
    const rows = this.#rowsIn(bounds);
    return rows.length > 1 ? linesText(new Set(rows.map(({ line }) => line)).size) : undefined;
  }

  #linesOf({ from, to }: { readonly from: number; readonly to: number }): number[] {
    const lines: number[] = [];
    for (let line = from; line <= to; line++) if (this.#model.isShown(line)) lines.push(line);
    return lines;
  }

  #rowsIn({ startY = 0, endY = Infinity }: SelectionBounds): VisibleRow<Row>[] {
    const header = this.#layout()?.header ?? 0;
    const from = Math.max(0, Math.min(startY, endY) - header);
    return this.#view.visible.slice(from, Math.max(startY, endY) - header + 1);
  }
}

/** The text and colour of a cell, from the column, the markup, or `onFormat`. */
import type { Color } from '../../../runtime/base/color.js';
import type { Column } from '../model/columns.js';
import { MarkupRow, publicRow } from '../model/markup.js';
import type { TableModel } from '../model/model.js';
import type { CellLook } from './paint.js';
import { COMPUTED } from '../../../runtime/element/internals.js';

/** What `formatCell` is asked about. */
interface FormatItem {
  readonly value: unknown;
  readonly row: unknown;
  readonly key: string;
  readonly index: number;
}

export type FormatCell = (item: FormatItem) => unknown;

export class CellLooks {
  format: FormatCell | undefined;
  /** Reads a CSS colour as the table sees it. */
  #resolve: (css: string) => Color | undefined = () => undefined;
  /** The table's own text colour: markup cells of the same have none of their own. */
  #own: Color | undefined;
  readonly #colors = new Map<string, Color | undefined>();

  readonly #model: TableModel;

  constructor(model: TableModel) {
    this.#model = model;
  }

  /** Called before each picture. */
  begin(resolve: (css: string) => Color | undefined, own: Color): void {
    this.#resolve = resolve;
    this.#own = own;
    this.#colors.clear();
  }

  of(index: number, column: Column): CellLook {
    const color = column.color === undefined ? undefined : this.#color(column.color);
    const look = { text: this.#model.text(index, column), color, bold: false };
    const row = this.#model.row(index);
    if (row instanceof MarkupRow) {
      const computed = row.cells[column.index]?.element[COMPUTED];
      const own = computed?.['color'] as Color | undefined;
      if (own !== undefined && own !== this.#own) look.color = own;
      look.bold = computed?.['fontWeight'] === 'bold';
    }
    return this.#formatted(look, index, column);
  }

  /** The text alone, for measuring, copying and reading aloud. */
  textOf(index: number, column: Column): string {
    if (this.format === undefined) return this.#model.text(index, column);
    return this.of(index, column).text;
  }

  #formatted(look: CellLook, index: number, column: Column): CellLook {
    if (this.format === undefined) return look;
    const value = this.#model.value(index, column);
    let answer: unknown;
    try {
      const row = publicRow(this.#model.row(index));
      answer = this.format({ value, row, key: column.key, index });
    } catch {
      // A script that fails on one cell must not keep the others from being painted.
      return look;
    }
    if (typeof answer === 'string' || typeof answer === 'number')
      return { ...look, text: String(answer) };
    if (typeof answer !== 'object' || answer === null) return look;
    const { text, color } = answer as { readonly text?: unknown; readonly color?: unknown };
    return {
      ...look,
      text: typeof text === 'string' || typeof text === 'number' ? String(text) : look.text,
      color: typeof color === 'string' ? this.#color(color) : look.color,
    };
  }

  #color(css: string): Color | undefined {
    if (!this.#colors.has(css)) this.#colors.set(css, this.#resolve(css));
    return this.#colors.get(css);
  }
}

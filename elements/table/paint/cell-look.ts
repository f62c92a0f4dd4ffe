/** The text and look of a cell, from the column, the markup, or `onFormat`; and of a row, from the markup or `onRowStyle`. */
import type { Color } from '../../../runtime/base/color.js';
import type { ComputedStyle } from '../../../runtime/element/contract.js';
import { BOLD, DIM, ITALIC, STRIKE, UNDERLINE } from '../../../runtime/paint/cells.js';
import { COMPUTED } from '../../../runtime/element/internals.js';
import type { TuiElement } from '../../../runtime/element/tui-element.js';
import { valueByKey, type Column } from '../model/columns.js';
import { isAbout, type LookRule } from '../model/looks.js';
import { MarkupRow, publicRow } from '../model/markup.js';
import type { TableModel } from '../model/model.js';
import {
  BAR_CELLS,
  barCells,
  paintBar,
  paintSparkline,
  pointsOf,
  SPARK_CELLS,
} from './cell-marks.js';
import { footerText } from './footer.js';
import { textWidth } from './layout.js';
import { paintRows } from './paint.js';
import type { CellLook, Look } from './parts.js';

/** What `formatCell` is called with. */
interface FormatItem {
  readonly value: unknown;
  readonly row: unknown;
  readonly key: string;
  readonly index: number;
}

/** What `rowStyle` is called with. */
interface RowItem {
  readonly row: unknown;
  readonly index: number;
}

export type FormatCell = (item: FormatItem) => unknown;
export type RowStyleHook = (item: RowItem) => unknown;

/** Attributes that a look may set to true. */
const ATTRIBUTES = { bold: BOLD, dim: DIM, italic: ITALIC, underline: UNDERLINE, strike: STRIKE };

export class CellLooks {
  format: FormatCell | undefined;
  rowStyle: RowStyleHook | undefined;
  /** Looks of rows by value. */
  rowLooks: readonly LookRule[] = [];
  /** Cells of the widest text of a column with bars: those of all rows begin and end in the same places. */
  textCells: (column: Column) => number = () => 0;
  /** Cells whose edit has not been confirmed. */
  isPending: (index: number, column: Column) => boolean = () => false;
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
    const row = this.#model.row(index);
    let look: CellLook = { text: this.#model.text(index, column), color };
    if (row instanceof MarkupRow) {
      const cell = row.cells[column.index]?.element;
      if (cell !== undefined) look = { ...look, ...this.#ofElement(cell, color) };
    }
    look = this.#formatted(this.#declared(look, index, column), index, column);
    if (column.bar !== undefined || column.sparkline !== undefined)
      look = this.#withMarks(look, index, column);
    return this.isPending(index, column) ? { ...look, attributes: ITALIC | DIM } : look;
  }

  /** The look of a whole row; undefined where it has none of its own. */
  ofRow(index: number): Look | undefined {
    const row = this.#model.row(index);
    const written = row instanceof MarkupRow ? this.#ofElement(row.element, undefined) : undefined;
    const own = this.#applied(written, this.rowLooks, (key = '') => this.#valueOf(row, key));
    if (this.rowStyle === undefined) return own;
    let answer: unknown;
    try {
      answer = this.rowStyle({ row: publicRow(row), index });
    } catch {
      // As below.
      return own;
    }
    return typeof answer === 'object' && answer !== null ? this.#look(answer, own) : own;
  }

  /** The text alone, for measuring, copying and reading aloud. */
  textOf(index: number, column: Column): string {
    if (this.format === undefined) return this.#model.text(index, column);
    return this.#formatted({ text: this.#model.text(index, column) }, index, column).text;
  }

  /** Cells that the content of a cell takes. */
  cellsOf(index: number, column: Column): number {
    if (column.sparkline !== undefined)
      return Math.min(SPARK_CELLS, pointsOf(this.#model.value(index, column)).length);
    const text = textWidth(this.textOf(index, column));
    return column.bar === undefined ? text : text + (text === 0 ? 0 : 1) + BAR_CELLS;
  }

  footerCells(column: Column): number {
    const { footer = [] } = column;
    const { totals } = this.#model;
    return footer.reduce(
      (cells, _, row) => Math.max(cells, textWidth(footerText(totals, column, row))),
      0,
    );
  }

  #withMarks(look: CellLook, index: number, column: Column): CellLook {
    const value = this.#model.value(index, column);
    const { bar, sparkline } = column;
    if (sparkline !== undefined) {
      const points = pointsOf(value);
      if (points.length === 0) return { ...look, text: '' };
      return {
        ...look,
        text: '',
        lead: (painter, cell) => {
          paintSparkline(painter, cell, points, sparkline);
          return cell.width;
        },
      };
    }
    if (bar === undefined || typeof value !== 'number' || !Number.isFinite(value)) return look;
    const text = look.text === '' ? 0 : this.textCells(column);
    return {
      ...look,
      lead: (painter, cell) => {
        const cells = barCells(cell.width, text);
        if (cells === 0) return 0;
        paintBar(painter, cell, cells, value, bar, this.#model.totals.ofAll(column));
        return cells + (text === 0 ? 0 : 1);
      },
    };
  }

  #valueOf(row: unknown, key: string): unknown {
    return valueByKey(row, key, this.#model.columns);
  }

  /** The look of a cell by the rules of its column. */
  #declared(look: CellLook, index: number, column: Column): CellLook {
    const { looks = [] } = column;
    if (looks.length === 0) return look;
    const row = this.#model.row(index);
    const valueOf = (key = column.key): unknown => this.#valueOf(row, key);
    return { ...look, ...this.#applied(look, looks, valueOf) };
  }

  /** A look with those of the rules that apply to it. */
  #applied(
    before: Look | undefined,
    rules: readonly LookRule[],
    valueOf: (key?: string) => unknown,
  ): Look | undefined {
    let look = before;
    for (const rule of rules) {
      if (isAbout(rule, valueOf(rule.key))) look = this.#look(rule, look);
    }
    return look;
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
    const { text } = answer as { readonly text?: unknown };
    return {
      ...look,
      ...this.#look(answer, look),
      text: typeof text === 'string' || typeof text === 'number' ? String(text) : look.text,
    };
  }

  /** A look that a script returned: `{color, background, bold, …}`. */
  #look(answer: object, before: Look | undefined): Look {
    const fields = answer as Readonly<Record<string, unknown>>;
    const { color, background } = fields;
    let attributes = before?.attributes ?? 0;
    for (const [name, bits] of Object.entries(ATTRIBUTES)) {
      if (fields[name] === true) attributes |= bits;
    }
    return {
      color: typeof color === 'string' ? this.#color(color) : before?.color,
      background: typeof background === 'string' ? this.#color(background) : before?.background,
      attributes,
    };
  }

  /** What rules and the style of a `tr` or a `td` set. */
  #ofElement(element: TuiElement, color: Color | undefined): Look {
    const computed: ComputedStyle | undefined = element[COMPUTED];
    const own = computed?.['color'] as Color | undefined;
    const background = computed?.['backgroundColor'] as Color | undefined;
    return {
      color: own !== undefined && own !== this.#own ? own : color,
      background: paintRows(background),
      attributes: computed?.['fontWeight'] === 'bold' ? BOLD : 0,
    };
  }

  #color(css: string): Color | undefined {
    if (!this.#colors.has(css)) this.#colors.set(css, this.#resolve(css));
    return this.#colors.get(css);
  }
}

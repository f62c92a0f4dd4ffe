/** How a table uses the width there is: columns that share it, or where that is too narrow a card for each row. */
import { cellWidth } from '../../runtime/text/graphemes.js';
import {
  childNodesOf,
  getAttribute,
  isElement,
  setAttribute,
  textOf,
} from '../../runtime/element/tree.js';
import type { TuiElement } from '../../runtime/element/tui-element.js';

/** Cells between columns. */
const GAP = 2;
/** A column is never made narrower than this, or than its longest word. */
const LEAST = 10;
/** Rows that decide how wide columns are. */
const MEASURED = 100;

/** Cells of the widest line, and of the longest word, by column. */
interface Widths {
  readonly widest: readonly number[];
  readonly words: readonly number[];
}
const NO_WIDTHS: Widths = { widest: [], words: [] };

type Shape = 'plain' | 'lined' | 'cards';

export class TableShape {
  /** True for rows of a table whose head is in a unit before. */
  continues = false;
  private wanted: Widths = NO_WIDTHS;
  /** Of the rows that are complete, and how many that are. */
  private complete: Widths = NO_WIDTHS;
  private measured = 0;

  constructor(readonly columns: number) {}

  /** Notes how wide the cells of rows are. */
  measure(rows: readonly (readonly TuiElement[])[]): void {
    // A piece of it is another unit now.
    if (rows.length <= this.measured) {
      this.complete = NO_WIDTHS;
      this.measured = 0;
    }
    // The last row may go on.
    const complete = Math.max(0, Math.min(rows.length - 1, MEASURED));
    for (const cells of rows.slice(this.measured, complete)) {
      this.complete = widened(this.complete, cells);
    }
    this.measured = Math.max(this.measured, complete);
    const last = rows.length > MEASURED ? undefined : rows.at(-1);
    this.wanted = last === undefined ? this.complete : widened(this.complete, last);
  }

  /** Gives a table the shape for a width in cells. */
  fit(table: TuiElement, width: number): void {
    const gaps = GAP * Math.max(0, this.columns - 1);
    const { widest, words } = this.wanted;
    const wanted = sum(widest) + gaps;
    const least = sum(words.map((word) => Math.min(word, LEAST))) + gaps;
    const shape: Shape = wanted <= width ? 'plain' : least <= width ? 'lined' : 'cards';
    const names = ['md-table', shape !== 'plain' && `md-${shape}`, this.continues && 'md-more'];
    const name = names.filter((each) => each !== false).join(' ');
    if (getAttribute(table, 'class') !== name) setAttribute(table, 'class', name);
  }
}

/** The widths with those of one more row. */
function widened({ widest, words }: Widths, cells: readonly TuiElement[]): Widths {
  const texts = cells.map(contentOf);
  return {
    widest: texts.map((text, column) => Math.max(widest[column] ?? 0, cellWidth(text))),
    words: texts.map((text, column) =>
      Math.max(words[column] ?? 0, ...text.split(/[\s-]+/).map(wordWidth)),
    ),
  };
}

/** Its words, without what it is called on a card. */
function contentOf(cell: TuiElement): string {
  return childNodesOf(cell)
    .filter((node) => !isElement(node) || getAttribute(node, 'class') !== 'md-label')
    .map(textOf)
    .join('');
}

/** Wide characters are words of their own. */
function wordWidth(word: string): number {
  const width = cellWidth(word);
  return width > word.length ? 2 : width;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

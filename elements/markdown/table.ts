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

type Shape = 'plain' | 'lined' | 'cards';

export class TableShape {
  /** True for rows of a table whose head is in a unit before. */
  continues = false;
  /** Cells of the widest line, and of the longest word, by column. */
  private readonly widest: number[];
  private readonly words: number[];
  private measured = 0;

  constructor(readonly columns: number) {
    this.widest = new Array<number>(columns).fill(0);
    this.words = new Array<number>(columns).fill(0);
  }

  /** Notes how wide the cells of rows are. */
  measure(rows: readonly (readonly TuiElement[])[]): void {
    // The last row may have been measured before it was complete: columns never become narrower for it.
    const from = Math.max(0, Math.min(this.measured, rows.length) - 1);
    for (const cells of rows.slice(from, MEASURED)) {
      for (const [column, cell] of cells.entries()) {
        const text = contentOf(cell);
        this.widest[column] = Math.max(this.widest[column] ?? 0, cellWidth(text));
        for (const word of text.split(/[\s-]+/)) {
          this.words[column] = Math.max(this.words[column] ?? 0, wordWidth(word));
        }
      }
    }
    this.measured = Math.min(rows.length, MEASURED);
  }

  /** Gives a table the shape for a width in cells. */
  fit(table: TuiElement, width: number): void {
    const gaps = GAP * Math.max(0, this.columns - 1);
    const wanted = sum(this.widest) + gaps;
    const least = sum(this.words.map((word) => Math.min(word, LEAST))) + gaps;
    const shape: Shape = wanted <= width ? 'plain' : least <= width ? 'lined' : 'cards';
    const names = ['md-table', shape !== 'plain' && `md-${shape}`, this.continues && 'md-more'];
    const name = names.filter((each) => each !== false).join(' ');
    if (getAttribute(table, 'class') !== name) setAttribute(table, 'class', name);
  }
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

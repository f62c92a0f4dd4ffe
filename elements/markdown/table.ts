/** Fits a table to the width: columns that share it, or a card for each row if it is too narrow. */
import { cellWidth } from '../../runtime/base/text/graphemes.js';
import {
  append,
  childNodesOf,
  getAttribute,
  isElement,
  removeNode,
  setAttribute,
  textOf,
} from '../../runtime/element/tree.js';
import type { TuiDocument, TuiElement } from '../../runtime/element/tui-element.js';
import { make } from './nodes.js';

/** Cells between columns. */
const GAP = 2;
/** A column is never made narrower than this, or than its longest word. */
const LEAST = 10;
/** Rows that are laid out together: another row of a table costs no more than these. */
const TOGETHER = 16;

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
  #contentWidths: Widths = NO_WIDTHS;
  /** Of the rows that are complete, and how many that are. */
  #complete: Widths = NO_WIDTHS;
  #measured = 0;
  #groups: TuiElement[] = [];
  /** Cells that the table has; 0 while that is not known. */
  #width = 0;

  readonly #document: TuiDocument;

  constructor(
    document: TuiDocument,
    readonly table: TuiElement,
    readonly columns: number,
  ) {
    this.#document = document;
  }

  /** The element that a row belongs in. */
  groupOf(row: number): TuiElement {
    const index = Math.floor(row / TOGETHER);
    const known = this.#groups[index];
    if (known !== undefined) return known;
    const style = this.#groups[0] && getAttribute(this.#groups[0], 'style');
    const group = make(this.#document, 'container', {
      class: 'md-rows',
      style: style ?? `grid-template-columns: repeat(${this.columns}, auto)`,
    });
    this.#groups[index] = group;
    append(this.table, group);
    return group;
  }

  /** Notes how wide the cells of rows are. */
  measure(rows: readonly (readonly TuiElement[])[]): void {
    // A piece of it is another unit now.
    if (rows.length <= this.#measured) {
      this.#complete = NO_WIDTHS;
      this.#measured = 0;
    }
    // The last row may go on.
    const complete = Math.max(0, rows.length - 1);
    for (const cells of rows.slice(this.#measured, complete)) {
      this.#complete = widened(this.#complete, cells);
    }
    this.#measured = Math.max(this.#measured, complete);
    const last = rows.at(-1);
    this.#contentWidths = last === undefined ? this.#complete : widened(this.#complete, last);
    for (const group of this.#groups.splice(Math.ceil(rows.length / TOGETHER))) removeNode(group);
    if (this.#width > 0) this.fit(this.#width);
  }

  /** Lays out the table for a width in cells. */
  fit(width: number): void {
    const { table } = this;
    this.#width = width;
    const gaps = GAP * Math.max(0, this.columns - 1);
    const { widest, words } = this.#contentWidths;
    const contentWidth = sum(widest) + gaps;
    const least = sum(words.map((word) => Math.min(word, LEAST))) + gaps;
    const shape: Shape = contentWidth <= width ? 'plain' : least <= width ? 'lined' : 'cards';
    const names = ['md-table', shape !== 'plain' && `md-${shape}`, this.continues && 'md-more'];
    const name = names.filter((each) => each !== false).join(' ');
    if (getAttribute(table, 'class') !== name) setAttribute(table, 'class', name);
    // All groups have the same columns, which are decided here: none has to know the rows of the others.
    const style = `grid-template-columns: ${tracks(this.#contentWidths, width - gaps).join(' ')}`;
    for (const group of this.#groups) {
      if (getAttribute(group, 'style') !== style) setAttribute(group, 'style', style);
    }
  }
}

/** The width of each column: first its longest word fits, then all grow alike, up to their content and the room. */
function tracks({ widest, words }: Widths, room: number): number[] {
  const least = words.map((word) => Math.min(word, LEAST));
  const whole = grown(least, words, room - sum(least));
  return grown(whole, widest, room - sum(whole)).map((width) => Math.max(1, width));
}

/** Distributes room among columns; none grows beyond its content. */
function grown(
  widths: readonly number[],
  contentWidths: readonly number[],
  room: number,
): number[] {
  const result = [...widths];
  let left = room;
  for (;;) {
    const open = [...result.keys()].filter(
      (column) => result[column]! < (contentWidths[column] ?? 0),
    );
    if (open.length === 0 || left <= 0) return result;
    const share = Math.max(1, Math.floor(left / open.length));
    for (const column of open) {
      const more = Math.min(share, left, (contentWidths[column] ?? 0) - result[column]!);
      result[column]! += more;
      left -= more;
    }
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

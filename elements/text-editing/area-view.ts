/**
 * Lines in a box of cells: the visible rows, the position of the caret, and the text position of a cell. The top
 * is kept as a line and a row in it, so that nothing above or below what shows is ever looked at.
 */
import type { Position, TextBuffer } from './buffer.js';
import { cellsBetween, offsetAt } from './cells.js';
import { lastAtMost, type Display } from './display.js';
import { RowCache } from './row-cache.js';

/** A row: a line, and which of its rows. */
export interface Row {
  readonly line: number;
  readonly row: number;
}

/** Up to this many lines the height of all is known exactly; beyond, lines represent rows. */
const MAX_MEASURED = 500;
/** Cells that stay in sight on either side of the caret in rows that do not wrap. */
const CONTEXT = 4;

export class AreaView {
  top: Row = { line: 0, row: 0 };
  /** Cells scrolled to the right; only where rows do not wrap. */
  left = 0;
  width = 0;
  height = 0;
  readonly rows: RowCache;

  readonly #buffer: TextBuffer;

  constructor(
    buffer: TextBuffer,
    readonly display: Display,
  ) {
    this.#buffer = buffer;

    this.rows = new RowCache(display);
  }

  /** Sets the cells between two tab stops. */
  setTabSize(cells: number): void {
    if (cells === this.display.tabSize) return;
    this.display.tabSize = cells;
    this.rows.clear();
  }

  /** @param width cells of the text; @param wraps whether rows end there */
  resize(width: number, height: number, wraps: boolean): void {
    this.width = Math.max(0, width);
    this.height = Math.max(0, height);
    this.rows.width = wraps ? Math.max(1, width) : Infinity;
    if (wraps) this.left = 0;
    this.clampTop();
  }

  /** The row of a place, and its offset in what is shown. */
  rowOf({ line, offset }: Position): Row & { readonly shown: number } {
    const content = this.#buffer.line(line);
    const shown = this.display.of(content).toShown(offset);
    return { line, row: lastAtMost(this.rows.of(content), shown), shown };
  }

  /** Start and end of a row in what is shown; the end is where the next one starts. */
  stretch({ line, row }: Row): {
    readonly text: string;
    readonly start: number;
    readonly end: number;
  } {
    const content = this.#buffer.line(line);
    const { text } = this.display.of(content);
    const rows = this.rows.of(content);
    return { text, start: rows[row] ?? 0, end: rows[row + 1] ?? text.length };
  }

  /** Cells from the row's start to a place; never past the row's width. */
  cellOf(place: Position): number {
    const at = this.rowOf(place);
    const { text, start } = this.stretch(at);
    const cells = cellsBetween(text, start, at.shown);
    return this.rows.width === Infinity ? cells : Math.min(cells, this.width);
  }

  /** The place nearest to a cell of a row. */
  placeAt(row: Row, cell: number): Position {
    const { text, start, end } = this.stretch(row);
    const content = this.#buffer.line(row.line);
    const isLast = end >= text.length;
    let { offset } = offsetAt(text, start, Math.max(0, cell), end);
    // Where a row ends because it is full, its end is the start of the next: the caret stays before that.
    if (!isLast && offset >= end) offset = this.#lastIn(text, start, end);
    return { line: row.line, offset: this.display.of(content).toLine(offset) };
  }

  /** The start or the end of the row that a place is in. */
  edgeOf(place: Position, end: boolean): Position {
    const row = this.rowOf(place);
    return this.placeAt(row, end ? Infinity : 0);
  }

  /** A row further down, or up; stops at the first and the last. */
  moved(from: Row, by: number): Row {
    let { line, row } = from;
    let left = Math.trunc(by);
    const last = this.#buffer.lineCount - 1;
    while (left > 0) {
      const rest = this.#count(line) - 1 - row;
      if (left <= rest) return { line, row: row + left };
      if (line >= last) return { line: last, row: this.#count(last) - 1 };
      left -= rest + 1;
      line++;
      row = 0;
    }
    while (left < 0) {
      if (-left <= row) return { line, row: row + left };
      if (line <= 0) return { line: 0, row: 0 };
      left += row + 1;
      line--;
      row = this.#count(line) - 1;
    }
    return { line, row };
  }

  /** Rows from one to another, counted up to `most` and no further; negative where it is above. */
  distance(from: Row, to: Row, most: number): number {
    if (isAbove(to, from)) return -1;
    let count = 0;
    let { line, row } = from;
    while (count <= most) {
      if (line === to.line) return count + to.row - row;
      count += this.#count(line) - row;
      line++;
      row = 0;
    }
    return count;
  }

  /** Scrolls as little as shows the caret. */
  reveal(caret: Position): void {
    const { height, width } = this;
    if (height <= 0 || width <= 0) return;
    const at = this.rowOf(caret);
    const row = { line: at.line, row: at.row };
    const down = this.distance(this.top, row, height);
    if (down < 0) this.top = row;
    else if (down >= height) this.top = this.moved(row, 1 - height);
    if (this.rows.width !== Infinity) return;
    const cell = this.cellOf(caret);
    const { text, end } = this.stretch(row);
    const context = Math.min(CONTEXT, Math.floor((width - 1) / 3));
    const behind = Math.min(context, cellsBetween(text, at.shown, end, context));
    if (cell - context < this.left) this.left = Math.max(0, cell - context);
    else if (cell + 1 + behind > this.left + width) this.left = cell + 1 + behind - width;
  }

  /** Scrolls by rows; false where it is at the end already. */
  scroll(by: number): boolean {
    const before = this.top;
    this.top = this.moved(before, by);
    this.clampTop();
    return this.top.line !== before.line || this.top.row !== before.row;
  }

  /** No blank room below while there is text above it. */
  clampTop(): void {
    const { height } = this;
    const buffer = this.#buffer;
    if (this.top.line >= buffer.lineCount) {
      this.top = { line: buffer.lineCount - 1, row: this.#count(buffer.lineCount - 1) - 1 };
    } else if (this.top.row >= this.#count(this.top.line)) {
      this.top = { line: this.top.line, row: this.#count(this.top.line) - 1 };
    }
    const last = { line: buffer.lineCount - 1, row: this.#count(buffer.lineCount - 1) - 1 };
    if (this.distance(this.top, last, height) < height - 1) {
      this.top = this.moved(last, 1 - Math.max(1, height));
    }
  }

  /** Where the shown part is in all of it, for the scrollbar: in rows, or for long texts in lines. */
  extent(): { readonly top: number; readonly size: number; readonly shown: number } {
    const { top, height } = this;
    const buffer = this.#buffer;
    const { lineCount } = buffer;
    if (lineCount <= MAX_MEASURED) {
      let size = 0;
      let above = 0;
      for (let line = 0; line < lineCount; line++) {
        if (line === top.line) above = size + top.row;
        size += this.#count(line);
      }
      return { top: above, size, shown: height };
    }
    const last = this.moved(top, height - 1);
    const lines = Math.max(1, last.line - top.line + 1);
    const isEnd = last.line === lineCount - 1 && last.row === this.#count(last.line) - 1;
    return { top: isEnd ? lineCount - lines : top.line, size: lineCount, shown: lines };
  }

  /** Scrolls to a share of all, 0 to 1: what dragging the scrollbar does. */
  scrollTo(share: number): void {
    const { size, shown } = this.extent();
    const targetRow = Math.round(Math.min(1, Math.max(0, share)) * Math.max(0, size - shown));
    const exact = this.#buffer.lineCount <= MAX_MEASURED;
    this.top = exact ? this.moved({ line: 0, row: 0 }, targetRow) : { line: targetRow, row: 0 };
    this.clampTop();
  }

  #count(line: number): number {
    return this.rows.of(this.#buffer.line(line)).length;
  }

  #lastIn(text: string, start: number, end: number): number {
    const cells = cellsBetween(text, start, end);
    let { offset } = offsetAt(text, start, cells - 1, end);
    // The last glyph may be wide.
    if (offset >= end) ({ offset } = offsetAt(text, start, Math.max(0, cells - 2), end));
    return offset >= end ? start : offset;
  }
}

function isAbove(a: Row, b: Row): boolean {
  return a.line < b.line || (a.line === b.line && a.row < b.row);
}

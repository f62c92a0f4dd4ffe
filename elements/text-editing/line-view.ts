/**
 * One line in a row of cells: which part of it is visible. It scrolls sideways by graphemes, so that a wide glyph
 * is never cut, and what it does costs what shows.
 */
import { snapBack } from './boundaries.js';
import { cellsBetween, offsetAt, offsetBefore } from './cells.js';

/** Cells that stay in sight on either side of the caret, where the row is long enough. */
const CONTEXT = 3;

export class LineView {
  /** Offset of the first grapheme that shows. */
  first = 0;

  /** Scrolls as little as shows the caret, with context, and no blank room while there is text for it. */
  reveal(text: string, caret: number, width: number): void {
    if (width <= 0) return;
    // The text may be another one now.
    this.first = snapBack(text, this.first);
    const last = width - 1;
    const context = Math.min(CONTEXT, Math.floor(last / 3));
    const before = offsetBefore(text, caret, context);
    if (this.first > before) this.first = before;
    const behind = Math.min(context, cellsBetween(text, caret, text.length, context));
    if (cellsBetween(text, this.first, caret, width) + behind > last) {
      this.first = Math.max(this.first, offsetBefore(text, caret, last - behind));
    }
    if (this.first > 0) {
      const fits = offsetBefore(text, text.length, last);
      if (fits < this.first) this.first = fits;
    }
  }

  /** The cell of an offset, from the left edge; -1 where it is out of sight. */
  cellOf(text: string, offset: number, width: number): number {
    if (offset < this.first) return -1;
    const cells = cellsBetween(text, this.first, offset, width);
    return cells < width ? cells : -1;
  }

  /** The boundary nearest to a cell; outside the row, one grapheme beyond what shows. */
  offsetAt(text: string, cell: number, width: number): number {
    if (cell < 0) return offsetBefore(text, this.first, 2);
    return offsetAt(text, this.first, Math.min(cell, width)).offset;
  }
}

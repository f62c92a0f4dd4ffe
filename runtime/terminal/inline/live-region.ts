/**
 * The live region: the rows below the shell's prompt that an inline app paints. A terminal does not report where they are,
 * so every move is relative to the cursor's row. After a resize the first row is found by counting the rows that the
 * terminal, which wraps what it showed again, has made of those above the cursor.
 */
import { WIDE_TAIL, type CellBuffer } from '../../paint/cells.js';
import type { Encoder, RowExtents } from '../encoding/encoder.js';
import { ERASE_BELOW } from '../modes.js';
import { isSurelyWide } from '../encoding/glyph-facts.js';

/**
 * How a terminal shows rows again that are wider than its new width: it cuts them off (`none`), wraps all but that of the
 * cursor (`rows`), or wraps all and keeps the cursor on its character (`all`). What is counted as not wrapped is found too
 * low, and a part of it stays: text above the region is never erased where this is in doubt.
 */
export type Reflow = 'none' | 'rows' | 'all';

const CURSOR_UP = 0x41;
/** Questions that the terminal has not answered: a terminal that answers late is asked no more. */
const MAX_ASKED = 16;
/** DSR 6, which the terminal answers with the cell of the cursor. */
const LOCATE = new TextEncoder().encode('\x1b[6n');

export class LiveRegion implements RowExtents {
  extents = new Int32Array(64);
  /** Rows in the terminal; 0 before the first frame, and after the terminal was restored. */
  height = 0;
  /** The terminal has another size, or has shown another screen since. */
  isMoved = false;
  /** It has come to other rows of the screen since the terminal reported them last. */
  isUnlocated = true;
  /** The row of the screen that the first row is in, as far as the terminal has reported it. */
  top = 0;
  /** The rows in which the cursor was at each question that the terminal has not answered. */
  readonly #asked: number[] = [];
  /** What the rows show, for their widths. */
  #front: CellBuffer | undefined;
  /** Where the cursor is. */
  #row = 0;
  #column = 0;
  /** Columns of the terminal, as far as it has reported. */
  #width = 0;

  /** A frame has been written. */
  settle(front: CellBuffer, encoder: Encoder): void {
    this.#front = front;
    this.#row = encoder.row;
    this.#column = encoder.column ?? 0;
    this.#width = front.width;
  }

  /** The terminal has another width. */
  resized(width: number): void {
    this.#width = width;
    this.isMoved = true;
  }

  /** The region begins at the cursor, in the first column of a row that is blank, as are those below it. */
  begin(encoder: Encoder): void {
    this.isMoved = false;
    this.isUnlocated = true;
    this.height = 1;
    this.extents.fill(0);
    encoder.place(0);
  }

  /** Erases what the terminal has made of the rows, and begins again in the first of them that it still shows. */
  restart(encoder: Encoder, blank: CellBuffer, reflow: Reflow): void {
    const up = this.#rowsAbove(reflow);
    encoder.out.reserve(32);
    // At the first row of the screen the cursor stays: what is above is in the scrollback.
    if (up > 0) encoder.out.csi(up, CURSOR_UP);
    encoder.forget();
    encoder.eraseFrom(blank, encoder.row);
    this.begin(encoder);
  }

  /** Makes the region as high as a frame. @param before what it shows */
  fit(encoder: Encoder, before: CellBuffer, height: number): void {
    if (height > this.height) {
      encoder.addRows(before, this.height - 1, height - this.height);
      if (this.extents.length < height) {
        const larger = new Int32Array(2 * height);
        larger.set(this.extents);
        this.extents = larger;
      }
      this.extents.fill(0, this.height, height);
      this.isUnlocated = true;
    } else if (height < this.height) {
      encoder.eraseFrom(before, height);
      // On the row below the region there is nothing left; up is where all else is.
      this.extents.fill(0, height, this.height);
    }
    this.height = height;
  }

  /** Asks the terminal where the cursor is: in the first column, where the answer cannot be read as a key. */
  locate(encoder: Encoder, front: CellBuffer): void {
    encoder.rest(front);
    encoder.out.reserve(LOCATE.length);
    encoder.out.raw(LOCATE);
    this.#asked.push(encoder.row);
    this.isUnlocated = false;
  }

  /** The terminal has yet to answer: what it sends then is not for another program. */
  get isAsked(): boolean {
    return this.#asked.length > 0;
  }

  /** Its place is to be asked, where the terminal has not too much to answer. */
  get isAsking(): boolean {
    return this.isUnlocated && this.#asked.length < MAX_ASKED;
  }

  /** @param row of the cursor, as the terminal has answered */
  located(row: number): void {
    const asked = this.#asked.shift();
    if (asked !== undefined) this.top = Math.max(0, row - asked);
  }

  /**
   * What brings the cursor below the last row, or with `clears` to the first one, all of them erased. The region is over
   * then.
   */
  leave(clears: boolean, reflow: Reflow): string {
    if (this.height === 0) return '';
    const up = clears ? this.#rowsAbove(reflow) : 0;
    const down = clears ? 0 : this.#rowsBelow(reflow);
    this.height = 0;
    const move = up > 0 ? `\x1b[${up}A` : down > 0 ? `\x1b[${down}B` : '';
    // The pen first: some terminals fill erased rows with the background.
    return `\x1b[m${move}\r${clears ? '' : '\n'}${ERASE_BELOW}`;
  }

  #rowsAbove(reflow: Reflow): number {
    let rows = this.#wrapped(0, this.#row, reflow);
    const front = this.#front;
    if (reflow === 'all' && this.isMoved && front !== undefined && this.#column > 0) {
      const end = Math.min(this.#column, this.extents[this.#row] ?? 0);
      rows += wrappedRows(front, this.#row, end, this.#width) - 1;
      if (end === this.#column && end % this.#width === 0) rows++;
    }
    return rows;
  }

  #rowsBelow(reflow: Reflow): number {
    const below = this.#wrapped(this.#row + 1, this.height, reflow);
    if (!this.isMoved || reflow !== 'all') return below;
    const row = this.#wrapped(this.#row, this.#row + 1, reflow);
    return below + row - 1 - (this.#rowsAbove(reflow) - this.#wrapped(0, this.#row, reflow));
  }

  /** Rows of the terminal that it has made of some rows. */
  #wrapped(from: number, to: number, reflow: Reflow): number {
    const front = this.#front;
    if (!this.isMoved || reflow === 'none' || front === undefined) return Math.max(0, to - from);
    let rows = 0;
    for (let row = from; row < to; row++) {
      rows += wrappedRows(front, row, this.extents[row] ?? 0, this.#width);
    }
    return rows;
  }
}

/**
 * Rows that the cells of a row take at another width, at least: a wide glyph is never divided, but one that terminals
 * disagree on may be a narrow one and a blank.
 */
function wrappedRows(
  { glyphs, width }: CellBuffer,
  row: number,
  end: number,
  room: number,
): number {
  if (end <= room || room < 1) return 1;
  let rows = 1;
  let column = 0;
  for (let at = row * width; at < row * width + end;) {
    const isWide = at % width < width - 1 && glyphs[at + 1] === WIDE_TAIL;
    const cells = isWide && room > 1 && isSurelyWide(glyphs[at]!) ? 2 : 1;
    if (column + cells > room) {
      rows++;
      column = 0;
    }
    column += cells;
    at += cells;
  }
  return rows;
}

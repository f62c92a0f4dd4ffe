/** The cells on the page: rows of runs, replaced where a frame changes them. */
import { linkElements, runElements } from '../../../runtime/page/rows.js';
import type { FrameMessage } from '../server-data.js';
import { MAX_SIDE } from '../protocol.js';
import { FontMeter, type Cell } from './grid.js';
import { Images } from './images.js';
import { showPrinted } from './printed.js';
import { CellSheet } from './sheet.js';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export class Screen {
  /** In cells; 0 until the first frame. */
  columns = 0;
  rows = 0;
  cursor: FrameMessage['cursor'] = null;
  /** The size follows the window, and letters do not. */
  isResizable = false;
  readonly #meter: FontMeter;
  readonly #sheet: CellSheet;
  readonly images: Images;
  readonly #rows: HTMLElement[] = [];
  readonly #mark: HTMLElement;

  readonly #room: HTMLElement;
  readonly #sink: HTMLElement;

  /**
   * @param frame holds the rows
   * @param printed holds the lines above them
   * @param room what the frame is in, which scrolls
   * @param sink where input methods show what they compose: it is placed at the cursor
   */
  constructor(
    readonly frame: HTMLElement,
    readonly printed: HTMLElement,
    room: HTMLElement,
    sink: HTMLElement,
  ) {
    this.#room = room;
    this.#sink = sink;

    this.#mark = document.createElement('div');
    this.#mark.className = 'cursor';
    this.images = new Images(frame);
    this.#meter = new FontMeter(frame);
    this.#sheet = new CellSheet(this.#meter.chosen());
  }

  /** In pixels of CSS. */
  get cell(): Cell {
    return this.#sheet.cell;
  }

  show(message: FrameMessage): void {
    const { key, width, height, styles, scheme, rows, cursor, inline = false, printed } = message;
    const room = this.#room;
    const isAtEnd = room.scrollHeight - room.scrollTop - room.clientHeight < this.cell.height;
    const isOtherSize = width !== this.columns || height !== this.rows;
    if (key) for (const row of this.#rows.splice(0)) row.remove();
    this.#sheet.addStyles(styles, key, scheme);
    if (isOtherSize) {
      this.columns = width;
      this.rows = height;
      this.fit();
    }
    while (this.#rows.length < height) {
      const row = document.createElement('div');
      row.className = 'row';
      this.#rows.push(row);
      this.frame.append(row);
    }
    for (const row of this.#rows.splice(height)) row.remove();
    for (const [y, runs, links] of rows) {
      const row = this.#rows[y];
      if (row === undefined) continue;
      const anchors = linkElements<HTMLElement>(
        document,
        links.map(([x, cells, href]) => ({ x, cells, href })),
      );
      for (const anchor of anchors) anchor.setAttribute('target', '_blank');
      row.replaceChildren(...runElements<HTMLElement>(document, runs), ...anchors);
      this.#sheet.addClasses(row);
    }
    this.images.show(message);
    this.#showCursor(cursor);
    this.printed.hidden = !inline;
    if (printed !== undefined) {
      showPrinted(this.printed, printed, (line) => this.#sheet.addClasses(line));
    }
    // As a terminal: what is printed scrolls it, unless the user reads what is above.
    if (inline && isAtEnd) room.scrollTop = room.scrollHeight;
  }

  /** Chooses the size of letters. */
  fit(): void {
    this.#sheet.cell =
      this.isResizable || this.columns === 0
        ? this.#meter.chosen()
        : this.#meter.fitting(this.columns, this.rows, this.#space());
    const { width, height } = this.cell;
    this.frame.style.width = this.printed.style.width = `${this.columns * width}px`;
    this.frame.style.height = `${this.rows * height}px`;
    this.images.fit(this.cell);
    this.#showCursor(this.cursor);
  }

  /** Cells for which the window has room. */
  sizeOfRoom(): Size {
    const { width, height } = this.#space();
    const side = (length: number, cell: number): number =>
      Math.max(1, Math.min(MAX_SIDE, Math.floor(length / cell + 0.01)));
    return { width: side(width, this.cell.width), height: side(height, this.cell.height) };
  }

  /** The cell at a place of the window, the nearest one where it is outside. */
  cellAt(clientX: number, clientY: number): { readonly x: number; readonly y: number } {
    const { left, top } = this.frame.getBoundingClientRect();
    const place = (from: number, cell: number, count: number): number =>
      Math.max(0, Math.min(count - 1, Math.floor(from / cell)));
    return {
      x: place(clientX - left, this.cell.width, this.columns),
      y: place(clientY - top, this.cell.height, this.rows),
    };
  }

  /** What is selected of the lines and rows: one line each, without blanks at its end. Empty where nothing is. */
  selectedText(): string {
    const selection = getSelection();
    if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return '';
    const range = selection.getRangeAt(0);
    const lines: string[] = [];
    for (const row of [...this.printed.children, ...this.#rows]) {
      if (!range.intersectsNode(row)) continue;
      const part = document.createRange();
      part.selectNodeContents(row);
      if (part.compareBoundaryPoints(Range.START_TO_START, range) < 0) {
        part.setStart(range.startContainer, range.startOffset);
      }
      if (part.compareBoundaryPoints(Range.END_TO_END, range) > 0) {
        part.setEnd(range.endContainer, range.endOffset);
      }
      lines.push(part.toString().trimEnd());
    }
    return lines.join('\n');
  }

  #space(): Size {
    // Bars for scrolling go when the screen fits.
    const { offsetWidth, offsetHeight } = this.#room;
    return { width: offsetWidth, height: offsetHeight };
  }

  #showCursor(cursor: FrameMessage['cursor']): void {
    this.cursor = cursor;
    const { x, y } = cursor ?? { x: 0, y: 0 };
    for (const { style } of [this.#mark, this.#sink]) {
      style.left = `${x * this.cell.width}px`;
      style.top = `${y * this.cell.height}px`;
    }
    if (cursor === null) this.#mark.remove();
    else this.frame.append(this.#mark);
  }
}

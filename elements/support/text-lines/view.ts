/**
 * The part of lines that shows, and its cursor. Lines are of different heights and their number is large, so that the view
 * knows only what it shows: the line at the top, and the rows of it that are scrolled out. It stays with that line, whatever
 * is added, filtered or dropped, unless it follows the end.
 */
import type { Scrolled } from '../../../runtime/element/scrollbar.js';

/** Which lines show, in their order. */
export interface LineOrder {
  readonly shownCount: number;
  /** The line at a place; -1 for none. */
  lineAt(place: number): number;
  /** The place of a line, or of the next one that shows. */
  placeOf(line: number): number;
}

/** One row of cells of a line. */
export interface LineRow {
  readonly width: number;
}

/** The rows that lines take at the width of now; at least one each. */
export interface LineRows<R extends LineRow> {
  of(line: number): readonly R[];
}

export interface VisibleRow<R extends LineRow = LineRow> {
  readonly line: number;
  /** Which row of its line. */
  readonly index: number;
  readonly row: R;
}

interface Anchor {
  readonly place: number;
  readonly offset: number;
}

export class LinesView<R extends LineRow = LineRow> {
  /** The end is followed while it shows. */
  follows = true;
  /** Cells that are scrolled out at the left. */
  left = 0;
  /** As laid out last. */
  visible: readonly VisibleRow<R>[] = [];
  body = 0;
  /** The other end of a range of selected lines; -1 for none. */
  anchor = -1;
  #line = 0;
  #offset = 0;
  #cursor = -1;
  #isAtEnd = true;
  /** The cursor was moved to a line before the last one, which has to stay in view. */
  #isHeld = false;

  readonly #model: LineOrder;
  readonly #rows: LineRows<R>;

  constructor(model: LineOrder, rows: LineRows<R>) {
    this.#model = model;
    this.#rows = rows;
  }

  /** True while lines that are added come into view. */
  get isFollowing(): boolean {
    return this.follows && this.#isAtEnd && !this.#isHeld;
  }

  /** Place of the line at the top. */
  get top(): number {
    return Math.min(this.#model.placeOf(this.#line), Math.max(0, this.#model.shownCount - 1));
  }

  /** The line that keys start from, also where it was never moved; -1 where there is none. */
  get cursorLine(): number {
    const model = this.#model;
    if (this.#cursor >= 0) {
      const place = model.placeOf(this.#cursor);
      return model.lineAt(Math.min(place, model.shownCount - 1));
    }
    if (this.isFollowing) return model.lineAt(model.shownCount - 1);
    return this.visible[0]?.line ?? model.lineAt(0);
  }

  get hasCursor(): boolean {
    return this.#cursor >= 0;
  }

  clearCursor(): void {
    this.#cursor = -1;
    this.anchor = -1;
    this.#isHeld = false;
  }

  /** The numbers of lines from one on have grown: what shows is the same. */
  renumber(from: number, by: number): void {
    const moved = (line: number): number => (line >= from ? line + by : line);
    this.#line = moved(this.#line);
    this.#cursor = moved(this.#cursor);
    this.anchor = moved(this.anchor);
    this.visible = this.visible.map((row) => ({ ...row, line: moved(row.line) }));
  }

  /** The first and the last of the selected lines; undefined for none. */
  get range(): { readonly from: number; readonly to: number } | undefined {
    if (this.anchor < 0) return undefined;
    const to = this.cursorLine;
    return { from: Math.min(this.anchor, to), to: Math.max(this.anchor, to) };
  }

  /** Lays out this many rows. */
  sync(body: number): void {
    this.body = body;
    if (this.isFollowing) this.#setAnchor(this.#endAnchor());
    else this.#clamp();
    this.#fill();
  }

  /** Moves the cursor, and shows its line. */
  moveTo(place: number): void {
    const model = this.#model;
    const last = model.shownCount - 1;
    const to = Math.max(0, Math.min(last, place));
    this.#cursor = model.lineAt(to);
    this.#isHeld = to < last;
    this.#reveal(to);
    this.#fill();
  }

  setCursor(line: number): void {
    this.#cursor = line;
    this.#isHeld = this.#model.placeOf(line) < this.#model.shownCount - 1;
  }

  /** Stops following until the end is gone to, also where all lines show. */
  hold(): void {
    this.#isHeld = true;
  }

  /** One step of the cursor; of a line that is higher than the view, one row. */
  step(by: 1 | -1): boolean {
    const place = this.#model.placeOf(this.cursorLine);
    const rows = this.visible.filter(({ line }) => line === this.cursorLine);
    const all = this.#rows.of(this.cursorLine).length;
    const edge = by > 0 ? rows.at(-1)?.index : rows[0]?.index;
    if (edge !== undefined && edge !== (by > 0 ? all - 1 : 0)) {
      this.setCursor(this.cursorLine);
      return this.#scroll(by);
    }
    const next = place + by;
    if (next < 0 || next >= this.#model.shownCount) return false;
    this.moveTo(next);
    return true;
  }

  /** Scrolls by pages; the cursor stays at its row of the screen. */
  page(by: 1 | -1): void {
    const row = Math.max(
      0,
      this.visible.findIndex(({ line }) => line === this.cursorLine),
    );
    const moved = this.#scroll(by * Math.max(1, this.body - 1));
    const { visible } = this;
    const line = moved ? visible[Math.min(row, visible.length - 1)]?.line : undefined;
    if (line === undefined) this.moveTo(by > 0 ? this.#model.shownCount - 1 : 0);
    else this.setCursor(line);
  }

  toEnd(): void {
    this.#cursor = -1;
    this.#isHeld = false;
    this.#isAtEnd = true;
    this.#setAnchor(this.#endAnchor());
    this.#fill();
  }

  /** Scrolls without the cursor. @returns false at the end */
  scrollBy(rows: number): boolean {
    const moved = this.#scroll(rows);
    // Who scrolls to the end follows it, wherever the cursor was left.
    if (rows > 0 && this.#isAtEnd) this.#isHeld = false;
    return moved;
  }

  scrollToPlace(place: number): void {
    this.#setAnchor({ place, offset: 0 });
    this.#clamp();
    if (this.#isAtEnd) this.#isHeld = false;
    this.#fill();
  }

  #scroll(rows: number): boolean {
    const before = [this.#line, this.#offset];
    let place = this.top;
    let offset = this.#offset + rows;
    while (offset < 0 && place > 0) offset += this.#heightOf(--place);
    const last = this.#model.shownCount - 1;
    while (place < last && offset >= this.#heightOf(place)) offset -= this.#heightOf(place++);
    this.#setAnchor({ place, offset: Math.max(0, offset) });
    this.#clamp();
    this.#fill();
    return before[0] !== this.#line || before[1] !== this.#offset;
  }

  /** The largest `top`: where the last line ends at the bottom. */
  get lastTop(): number {
    return this.#endAnchor().place;
  }

  #heightOf(place: number): number {
    return this.#rows.of(this.#model.lineAt(place)).length;
  }

  #setAnchor({ place, offset }: Anchor): void {
    this.#line = Math.max(0, this.#model.lineAt(place));
    this.#offset = offset;
  }

  /** Where the rows up to the end of a line fill the view. */
  #anchorBelow(last: number): Anchor {
    let rows = this.body;
    for (let place = last; place >= 0; place--) {
      const height = this.#heightOf(place);
      if (height >= rows) return { place, offset: height - rows };
      rows -= height;
    }
    return { place: 0, offset: 0 };
  }

  #endAnchor(): Anchor {
    return this.#anchorBelow(this.#model.shownCount - 1);
  }

  /** No blank rows below the last line. */
  #clamp(): void {
    const { top } = this;
    // Another line is at the top where that one is not shown any more.
    if (this.#model.lineAt(top) !== this.#line) this.#setAnchor({ place: top, offset: 0 });
    const end = this.#endAnchor();
    this.#isAtEnd = top > end.place || (top === end.place && this.#offset >= end.offset);
    if (this.#isAtEnd) this.#setAnchor(end);
  }

  #reveal(place: number): void {
    const { top } = this;
    const line = this.#model.lineAt(place);
    const rows = this.#rows.of(line).length;
    const shown = this.visible.filter((each) => each.line === line).length;
    if (shown < Math.min(rows, this.body)) {
      const isAbove = place < top || (place === top && this.#offset > 0) || rows >= this.body;
      this.#setAnchor(isAbove ? { place, offset: 0 } : this.#anchorBelow(place));
    }
    this.#clamp();
  }

  #fill(): void {
    const model = this.#model;
    const visible: VisibleRow<R>[] = [];
    const count = model.shownCount;
    for (let place = this.top; place < count && visible.length < this.body; place++) {
      const line = model.lineAt(place);
      const rows = this.#rows.of(line);
      const from = visible.length === 0 && line === this.#line ? this.#offset : 0;
      for (let index = from; index < rows.length && visible.length < this.body; index++) {
        visible.push({ line, index, row: rows[index]! });
      }
    }
    this.visible = visible;
    this.#isAtEnd ||= visible.length < this.body;
  }
}

/** The scrollbar's thumb: as long as the lines in view, and at the end where the last row is. */
export function scrolledOf(view: LinesView, body: number): Scrolled {
  const shown = new Set(view.visible.map(({ line }) => line)).size;
  const last = Math.max(1, view.lastTop);
  return { cells: body, top: Math.min(view.top, last), shown, size: last + shown };
}

/** The text of a box by its cells, for selecting; the counterpart of painting it. */
import { intersect, isEmpty, type Rect } from '../base/geometry.js';
import { cellWidth, walkClusters } from '../base/text/graphemes.js';
import type { Line } from '../base/text/wrap.js';
import type { TuiElement } from '../element/tui-element.js';
import type { LayoutBox } from './box.js';
import { COMPUTED } from '../element/internals.js';
import { isInside } from '../element/tree.js';

/** Created when first needed: loading its tables takes milliseconds. */
let words: Intl.Segmenter | undefined;
/** Maximum UTF-16 units searched on each side of a cell. */
const MAX_WORD_LENGTH = 500;

export class TextRegion {
  #whole: string;
  /** Length of the prefix that has not changed since an offset was last read. */
  #same = Infinity;

  readonly #box: LayoutBox;

  constructor(box: LayoutBox) {
    this.#box = box;

    this.#whole = box.inline?.text ?? '';
  }

  get element(): TuiElement {
    return this.#box.element;
  }

  /** False once the box is gone, or its text up to an offset is another than when that was read. What follows may change. */
  isKept(end: number): boolean {
    const { node, inline } = this.#box;
    if (node === null || inline === null) return false;
    if (inline.text !== this.#whole) {
      this.#same = Math.min(this.#same, commonStart(this.#whole, inline.text));
      this.#whole = inline.text;
    }
    return end <= this.#same;
  }

  /** The cells of the screen that the box has, whether they show or not. */
  get rect(): Rect {
    return this.#box.content;
  }

  isOf(other: TextRegion): boolean {
    return this.#box === other.#box;
  }

  /** The character nearest to a cell of the screen; before the first line and past the last its ends. */
  at(x: number, y: number): { start: number; end: number } {
    const { content } = this.#box;
    const lines = this.#readLines();
    const row = y - content.y;
    const line = lines[row];
    if (line === undefined) {
      const end = row < 0 ? 0 : this.#whole.length;
      return { start: end, end };
    }
    const column = x - content.x - this.#indent(line);
    if (column < 0) return { start: line.start, end: line.start };
    let cells = 0;
    let found = { start: line.end, end: line.end };
    walkClusters(this.#whole.slice(line.start, line.end), (start, end, width) => {
      cells += width;
      if (cells <= column) return true;
      found = { start: line.start + start, end: line.start + end };
      return false;
    });
    return this.#box.inline?.tabAt(found.start) ?? found;
  }

  /**
   * The word at a cell, by the rules of its language (Unicode annex 29); a mark between words is one
   * of its own. Nothing where the cell shows none of the text, or a blank.
   */
  word(x: number, y: number): { start: number; end: number } {
    const { start, end } = this.at(x, y);
    if (start === end || this.#whole.slice(start, end).trim() === '') return { start, end: start };
    // No further than words go: a text may have megabytes, and this one may have no blanks.
    const from = Math.max(0, start - MAX_WORD_LENGTH);
    words ??= new Intl.Segmenter(undefined, { granularity: 'word' });
    const segments = words.segment(this.#whole.slice(from, end + MAX_WORD_LENGTH));
    const word = segments.containing(start - from);
    if (word === undefined) return { start, end };
    return { start: from + word.index, end: from + word.index + word.segment.length };
  }

  /** The line that is in a row of the screen. */
  line(x: number, y: number): { start: number; end: number } {
    const line = this.#readLines()[y - this.#box.content.y];
    return line === undefined ? this.at(x, y) : { start: line.start, end: line.end };
  }

  /** The innermost element whose text is at a cell; that of the box where there is none. */
  elementAt(x: number, y: number): TuiElement {
    const { start, end } = this.at(x, y);
    if (start === end) return this.element;
    const run = this.#box.inline?.runs.find((each) => start >= each.start && start < each.end);
    return run?.element ?? this.element;
  }

  /** The cells of the screen that show the text of an inline element. */
  cellsOf(element: TuiElement): Rect[] {
    const runs = this.#box.inline?.runs.filter((run) => isInside(run.element, element)) ?? [];
    return runs.flatMap(({ start, end }) => this.cells(start, end));
  }

  /** The text between two offsets: lines that were wrapped are one again. */
  text(start: number, end: number): string {
    return this.#box.inline?.written(start, end) ?? '';
  }

  /** The cells of the screen that show the text between two offsets. */
  cells(start: number, end: number): Rect[] {
    const { content, visible } = this.#box;
    const shown = intersect(content, visible);
    if (start >= end || isEmpty(shown)) return [];
    const lines = this.#lines();
    const found: Rect[] = [];
    const last = Math.min(lines.length, shown.y + shown.height - content.y);
    for (let row = shown.y - content.y; row < last; row++) {
      const line = lines[row]!;
      const from = Math.max(start, line.start);
      const to = Math.min(end, line.end);
      if (from >= to) continue;
      const rect = intersect(shown, {
        x: content.x + this.#indent(line) + cellWidth(this.#whole.slice(line.start, from)),
        y: content.y + row,
        width: cellWidth(this.#whole.slice(from, to)),
        height: 1,
      });
      if (!isEmpty(rect)) found.push(rect);
    }
    return found;
  }

  /** The lines that offsets are read from. */
  #readLines(): readonly Line[] {
    this.#whole = this.#box.inline?.text ?? '';
    this.#same = Infinity;
    return this.#lines();
  }

  #lines(): readonly Line[] {
    return this.#box.inline?.lines(this.#box.content.width) ?? [];
  }

  /** As `text-align` moves it. */
  #indent(line: Line): number {
    const room = Math.max(0, this.#box.content.width - line.width);
    const align = this.#box.element[COMPUTED]['textAlign'];
    return align === 'right' ? room : align === 'center' ? room >> 1 : 0;
  }
}

/** Of both texts. */
function commonStart(one: string, other: string): number {
  if (other.startsWith(one)) return one.length;
  let length = 0;
  while (length < one.length && one.charCodeAt(length) === other.charCodeAt(length)) length++;
  return length;
}

/**
 * Lines wrapped into rows at a width, cached by line. A key typed into a long line breaks only what it moves.
 */
import { wrapLines } from '../../runtime/base/text/wrap.js';
import type { Line } from './buffer.js';
import { lastAtMost, type Display } from './display.js';

/** Where the rows of one line start, as offsets of what is shown; the first is 0. */
export type Rows = readonly number[];

const ONE_ROW: Rows = [0];

export class RowCache {
  #width = Infinity;
  #kept = new WeakMap<Line, Rows>();

  readonly #display: Display;

  constructor(display: Display) {
    this.#display = display;
  }

  /** Cells of a row; Infinity breaks nothing. */
  get width(): number {
    return this.#width;
  }
  set width(width: number) {
    if (width === this.#width) return;
    this.#width = width;
    this.clear();
  }

  /** Breaks all lines again: they are shown in another way. */
  clear(): void {
    this.#kept = new WeakMap();
  }

  of(line: Line): Rows {
    // No text takes more cells than twice its units, bullets aside, which are one each.
    if (this.#width === Infinity || line.text === '') return ONE_ROW;
    let rows = this.#kept.get(line);
    if (rows === undefined) this.#kept.set(line, (rows = this.#make(line)));
    return rows;
  }

  /** Takes over what of `old` is as before in a line made from it by replacing `at` to `to`. */
  edited(old: Line, line: Line, at: number, to: number): void {
    const rows = this.#kept.get(old);
    const text = this.#display.of(line).text;
    // Only where it pays, and where offsets of both texts are the same.
    if (rows === undefined || rows.length < 64 || text !== line.text) return;
    const { text: before } = this.#display.of(old);
    if (before !== old.text) return;
    const delta = text.length - before.length;
    // A word that begins a row may now fit into the one before.
    const first = Math.max(0, lastAtMost(rows, at) - 2);
    const made = rows.slice(0, first);
    let start = rows[first] ?? 0;
    let next = first;
    while (start < text.length) {
      // Once a row starts where one did, at the same distance from the end, all that follow are the same.
      while (next < rows.length && ((rows[next] ?? 0) < to || (rows[next] ?? 0) + delta < start)) {
        next++;
      }
      if (next < rows.length && (rows[next] ?? 0) + delta === start) {
        for (; next < rows.length; next++) made.push((rows[next] ?? 0) + delta);
        this.#kept.set(line, made);
        return;
      }
      made.push(start);
      const part = text.slice(start, start + this.#width * 8 + 256);
      const lines = wrapLines(part, this.#width, { preserve: true, maxLines: 2 });
      const following = lines[1];
      if (following === undefined) {
        // The end of the text, or a part of marks without cells: that is left to a full pass.
        if (start + part.length < text.length) return;
        break;
      }
      start += following.start;
    }
    this.#kept.set(line, made);
  }

  #make(line: Line): Rows {
    const { text } = this.#display.of(line);
    if (text.length * 2 <= this.#width) return ONE_ROW;
    const lines = wrapLines(text, this.#width, { preserve: true });
    return lines.length <= 1 ? ONE_ROW : lines.map(({ start }) => start);
  }
}

/**
 * Lines as displayed: sanitized text, tabs as spaces, secrets as bullets. Most lines are shown as they are; for
 * others the offsets of both texts are kept side by side.
 */
import { walkClusters } from '../../runtime/base/text/graphemes.js';
import { sanitize } from '../../runtime/base/text/sanitize.js';
import { TAB_SIZE, toTabStop } from '../../runtime/base/text/tabs.js';
import type { Line } from './buffer.js';

const BULLET = '•';

export interface Shown {
  readonly text: string;
  /** Offsets of the line to offsets of what is shown, and back. */
  toShown(offset: number): number;
  toLine(offset: number): number;
}

export class Display {
  /** Every grapheme is a bullet. */
  secret = false;
  #tabSize = TAB_SIZE;
  #kept = new WeakMap<Line, Shown>();
  readonly #secrets = new WeakMap<Line, Shown>();

  /** Cells between two tab stops. */
  get tabSize(): number {
    return this.#tabSize;
  }
  set tabSize(cells: number) {
    if (cells === this.#tabSize) return;
    this.#tabSize = cells;
    this.#kept = new WeakMap();
  }

  /** A line as it is shown; kept as long as the line is. */
  of(line: Line): Shown {
    const kept = this.secret ? this.#secrets : this.#kept;
    let shown = kept.get(line);
    if (shown === undefined) kept.set(line, (shown = this.#make(line.text)));
    return shown;
  }

  #make(text: string): Shown {
    if (!this.secret && sanitize(text) === text && !hasLoneMark(text)) return new Same(text);
    const parts: string[] = [];
    const from: number[] = [];
    const to: number[] = [];
    let length = 0;
    let cells = 0;
    walkClusters(text, (start, end, width) => {
      from.push(start);
      to.push(length);
      const cluster = text.slice(start, end);
      let part = BULLET;
      if (!this.secret) {
        if (cluster === '\t') part = ' '.repeat(toTabStop(cells, this.#tabSize));
        else if (width > 0) part = sanitize(cluster);
        // What has no cell of its own still can be deleted: it is shown, or is part of nothing.
        else part = isMark(cluster) ? `\u25cc${sanitize(cluster)}` : sanitize(cluster);
      }
      parts.push(part);
      length += part.length;
      cells += cluster === '\t' ? part.length : Math.max(width, part === '' ? 0 : 1);
      return true;
    });
    from.push(text.length);
    to.push(length);
    return new Mapped(parts.join(''), from, to);
  }
}

class Same implements Shown {
  constructor(readonly text: string) {}
  toShown(offset: number): number {
    return offset;
  }
  toLine(offset: number): number {
    return offset;
  }
}

class Mapped implements Shown {
  readonly #from: readonly number[];
  readonly #to: readonly number[];

  constructor(
    readonly text: string,
    from: readonly number[],
    to: readonly number[],
  ) {
    this.#from = from;
    this.#to = to;
  }
  toShown(offset: number): number {
    return this.#to[lastAtMost(this.#from, offset)] ?? 0;
  }
  toLine(offset: number): number {
    return this.#from[lastAtMost(this.#to, offset)] ?? 0;
  }
}

/** The index of the last entry that is not above a value; entries go up. */
export function lastAtMost(entries: readonly number[], value: number): number {
  let low = 0;
  let high = entries.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((entries[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Marks without a base take no cell, and would leave the screen out of step with the text. */
function hasLoneMark(text: string): boolean {
  return isMark(text);
}

function isMark(text: string): boolean {
  return /^[\p{M}\u200d]/u.test(text);
}

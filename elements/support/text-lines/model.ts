/** Lines of a text that is set as a whole, as they show, and the search in them. */
import { expand } from '../../../runtime/base/text/program-text.js';
import type { SearchPattern } from './pattern.js';
import { Serials } from './serials.js';
import type { LineOrder } from './view.js';

/** UTF-16 units of a line that show; a longer one ends with an ellipsis, and is copied whole. */
const MAX_SHOWN = 20_000;
const PLAIN = /^[ -~]*$/;

export class LinesModel implements LineOrder {
  /** Lines that have matches of the search. */
  readonly found = new Serials();
  tabSize = 8;
  #count = 0;
  #sourceAt: (line: number) => string = () => '';
  #search: SearchPattern | undefined;
  /** The first line that the search has not read. */
  #searched = 0;

  /** Other lines: how many, and the text of each. */
  setSources(count: number, sourceAt: (line: number) => string): void {
    this.#count = count;
    this.#sourceAt = sourceAt;
    this.#research();
  }

  setSearch(search: SearchPattern | undefined): void {
    this.#search = search;
    this.#research();
  }

  get search(): SearchPattern | undefined {
    return this.#search;
  }

  #research(): void {
    this.found.truncate(0);
    this.#searched = 0;
  }

  /** Searches this many more lines; true once all are. */
  scan(lines: number): boolean {
    const search = this.#search;
    if (search === undefined) return true;
    const end = Math.min(this.#count, this.#searched + lines);
    for (let line = this.#searched; line < end; line++) {
      if (search.test(this.textOf(line))) this.found.push(line);
    }
    this.#searched = end;
    return end === this.#count;
  }

  /** The share of lines that are searched, 0 to 1. */
  get progress(): number {
    return this.#count === 0 ? 1 : this.#searched / this.#count;
  }

  get shownCount(): number {
    return this.#count;
  }

  lineAt(place: number): number {
    return place >= 0 && place < this.#count ? place : -1;
  }

  placeOf(line: number): number {
    return Math.max(0, Math.min(this.#count, line));
  }

  /** A line as it was set. */
  sourceOf(line: number): string {
    return line >= 0 && line < this.#count ? this.#sourceAt(line) : '';
  }

  /** A line as it shows: without control characters, with blanks up to tab stops. */
  textOf(line: number): string {
    return this.shown(this.sourceOf(line));
  }

  /** Any text as it would show. */
  shown(source: string): string {
    return shownText(source, this.tabSize);
  }
}

function shownText(source: string, tabSize: number): string {
  const cut =
    source.length > MAX_SHOWN
      ? `${source.slice(0, MAX_SHOWN - 1).replace(/[\ud800-\udbff]$/, '')}…`
      : source;
  return PLAIN.test(cut) ? cut : expand(cut, 0, tabSize).text;
}

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
  #sources: readonly string[] = [];
  #search: SearchPattern | undefined;
  /** The first line that the search has not read. */
  #searched = 0;

  setSources(sources: readonly string[]): void {
    this.#sources = sources;
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
    const end = Math.min(this.#sources.length, this.#searched + lines);
    for (let line = this.#searched; line < end; line++) {
      if (search.test(this.textOf(line))) this.found.push(line);
    }
    this.#searched = end;
    return end === this.#sources.length;
  }

  /** The share of lines that are searched, 0 to 1. */
  get progress(): number {
    return this.#sources.length === 0 ? 1 : this.#searched / this.#sources.length;
  }

  get shownCount(): number {
    return this.#sources.length;
  }

  lineAt(place: number): number {
    return place >= 0 && place < this.#sources.length ? place : -1;
  }

  placeOf(line: number): number {
    return Math.max(0, Math.min(this.#sources.length, line));
  }

  /** A line as it was set. */
  sourceOf(line: number): string {
    return this.#sources[line] ?? '';
  }

  /** A line as it shows: without control characters, with blanks up to tab stops. */
  textOf(line: number): string {
    return shownText(this.sourceOf(line), this.tabSize);
  }
}

function shownText(source: string, tabSize: number): string {
  const cut =
    source.length > MAX_SHOWN
      ? `${source.slice(0, MAX_SHOWN - 1).replace(/[\ud800-\udbff]$/, '')}…`
      : source;
  return PLAIN.test(cut) ? cut : expand(cut, 0, tabSize).text;
}

/** The lines of a text; a line break at its end ends the last one. */
export function linesOfText(text: string): string[] {
  if (text === '') return [];
  const lines = text.includes('\r') ? text.split(/\r\n|\n|\r/) : text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

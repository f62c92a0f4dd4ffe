/**
 * The lines of a log and what of them shows: entries of several lines, levels, the filter and the search. Lines are read in
 * portions, so that a filter over a million of them does not stop the app; places count the lines that show.
 */
import type { Pen } from '../../../runtime/base/text/sgr.js';
import { plainTextOf, runsOf, type Run } from '../../../runtime/base/text/program-text.js';
import {
  jsonLine,
  parseJsonLine,
  type ColumnDeclaration,
  type JsonLine,
  type JsonPiece,
} from './json.js';
import {
  entryStartsLike,
  findLevel,
  LEVELS,
  type FindLevel,
  type IsEntryStart,
  type Level,
} from './levels.js';
import type { SearchPattern } from '../../support/text-lines/pattern.js';
import type { EntryMatcher } from './pattern.js';
import { Serials } from '../../support/text-lines/serials.js';
import { LineStore } from './store.js';

/** Lines of an entry; what is longer is several. */
const MAX_ENTRY = 1000;

/** Bits of a line's facts. */
const IS_READ = 1;
const IS_START = 2;
const HAS_LEVEL = 4;
const LEVEL_SHIFT = 3;

/** A line as it shows: runs of a program's text, or pieces of a JSON object, in one row or several. */
export type ShownLine =
  | { readonly type: 'text'; readonly runs: readonly Run[] }
  | { readonly type: 'json'; readonly lines: JsonLine['lines'] };

export class LogModel {
  readonly store = new LineStore();
  /** Lines that have matches of the search, among those that show. */
  readonly found = new Serials();
  /** Changes with all that lines look like. */
  formatVersion = 0;
  tabSize = 8;
  #isEntryStart: IsEntryStart | undefined;
  /** Found out of the first line, where the app has no pattern. */
  #guessedStart: IsEntryStart | undefined;
  #findLevel: FindLevel = findLevel;
  #isJson = true;
  #columns: readonly ColumnDeclaration[] | undefined;
  #filter: EntryMatcher | undefined;
  #search: SearchPattern | undefined;
  readonly #shown = new Serials();
  /** The first line that the filter, and the search, have not read. */
  #filtered = 0;
  #searched = 0;

  // What is set

  setEntryStart(pattern: RegExp | undefined): void {
    this.#isEntryStart = pattern === undefined ? undefined : (text) => pattern.test(text);
    this.#reread();
  }

  setLevels(find: FindLevel | undefined): void {
    this.#findLevel = find ?? findLevel;
    this.#reread();
  }

  setFormat(isJson: boolean, columns: readonly ColumnDeclaration[] | undefined): void {
    this.#isJson = isJson;
    this.#columns = columns;
    this.#reread();
  }

  get columns(): readonly ColumnDeclaration[] | undefined {
    return this.#columns;
  }

  setFilter(filter: EntryMatcher | undefined): void {
    this.#filter = filter;
    this.#refilter(0);
  }

  setSearch(search: SearchPattern | undefined): void {
    this.#search = search;
    this.#research(0);
  }

  get search(): SearchPattern | undefined {
    return this.#search;
  }

  get isFiltered(): boolean {
    return this.#filter !== undefined;
  }

  // Lines

  append(text: string): void {
    this.store.append(text);
    this.#onAppend();
  }

  write(text: string): void {
    const from = this.store.write(text);
    // The last line was read before it had ended.
    if (from < this.#filtered) this.#refilter(from);
    if (from < this.#searched) this.#research(from);
    this.#onAppend();
  }

  /** Replaces all lines. */
  setLines(lines: Iterable<unknown>): void {
    this.clear();
    this.store.setLines(lines);
  }

  clear(): void {
    this.store.clear();
    this.#guessedStart = undefined;
    this.#refilter(0);
  }

  #onAppend(): void {
    this.#shown.drop(this.store.first);
    this.found.drop(this.store.first);
  }

  #reread(): void {
    this.store.resetFacts();
    this.formatVersion++;
    this.#refilter(0);
  }

  #refilter(from: number): void {
    this.#shown.truncate(from);
    this.#filtered = from;
    this.#research(from);
  }

  #research(from: number): void {
    this.found.truncate(from);
    this.#searched = Math.min(from, this.#searched);
  }

  /** Reads this many more lines for the filter and the search; true once all are read. */
  scan(lines: number): boolean {
    if (lines === Infinity) this.store.settle();
    if (this.#filter !== undefined) this.#scanFilter(this.#filter, lines);
    const isFiltered = this.#filter === undefined || this.#filtered >= this.store.end;
    if (this.#search === undefined) return isFiltered;
    this.#scanSearch(this.#search, lines);
    return isFiltered && this.#searched >= this.store.end;
  }

  /** The share of lines that are read, 0 to 1. */
  get progress(): number {
    const { first, count } = this.store;
    const read = this.#search === undefined ? this.#filtered : this.#searched;
    return count === 0 ? 1 : Math.max(0, Math.min(1, (read - first) / count));
  }

  #scanFilter(filter: EntryMatcher, lines: number): void {
    const { store } = this;
    const from = Math.max(this.#filtered, store.first);
    if (from >= store.end) return;
    // The entry that was the last one may go on.
    const start = this.entryStart(from);
    this.#shown.truncate(start);
    if (start < this.#searched) this.#research(start);
    const to = Math.min(store.end, from + lines);
    let entry = start;
    const flush = (end: number): void => {
      if (filter.matches) for (let line = entry; line < end; line++) this.#shown.push(line);
    };
    let level: { readonly is: Level | undefined } | undefined;
    const levelOnce = (): Level | undefined => (level ??= { is: this.levelOf(entry) }).is;
    filter.start();
    store.each(start, to, (line, source) => {
      if (line > entry && (this.#startsEntry(line, source) || line - entry >= MAX_ENTRY)) {
        flush(line);
        entry = line;
        level = undefined;
        filter.start();
      }
      filter.add(this.#plainText(source), levelOnce);
    });
    flush(to);
    this.#filtered = to;
  }

  #scanSearch(search: SearchPattern, lines: number): void {
    const { store } = this;
    const from = Math.max(this.#searched, store.first);
    const to = Math.min(this.#filter === undefined ? store.end : this.#filtered, from + lines);
    store.each(from, to, (line, source) => {
      if (search.test(this.#plainText(source)) && this.isShown(line)) this.found.push(line);
    });
    this.#searched = Math.max(this.#searched, to);
  }

  // Places

  /** How many lines show. */
  get shownCount(): number {
    return this.#filter === undefined ? this.store.count : this.#shown.length;
  }

  /** The line at a place; -1 for none. */
  lineAt(place: number): number {
    if (this.#filter !== undefined) return this.#shown.at(place);
    return place >= 0 && place < this.store.count ? this.store.first + place : -1;
  }

  /** The place of a line, or of the next one that shows; `shownCount` behind all. */
  placeOf(line: number): number {
    if (this.#filter !== undefined) return this.#shown.indexOf(line);
    return Math.max(0, Math.min(this.store.count, line - this.store.first));
  }

  isShown(line: number): boolean {
    return line >= this.store.first && this.lineAt(this.placeOf(line)) === line;
  }

  // What a line is

  /** The text of a line as it shows, without colours. */
  textOf(line: number): string {
    return this.#plainText(this.store.source(line));
  }

  shownLine(line: number): ShownLine {
    const source = this.store.source(line);
    const json = this.#jsonOf(source);
    if (json !== undefined) return { type: 'json', lines: json.lines };
    const pen: Pen = this.store.penOf(line);
    return { type: 'text', runs: runsOf(source, pen, this.tabSize) };
  }

  #jsonOf(source: string): JsonLine | undefined {
    if (!this.#isJson || !source.startsWith('{')) return undefined;
    const fields = parseJsonLine(source);
    return fields === undefined ? undefined : jsonLine(fields, this.#columns);
  }

  #plainText(source: string): string {
    const json = this.#jsonOf(source);
    if (json === undefined) return plainTextOf(source, this.tabSize);
    return json.lines.map((line) => textOfPieces(line)).join('\n');
  }

  /** The first line of the entry that a line belongs to. */
  entryStart(line: number): number {
    const least = Math.max(this.store.first, line - MAX_ENTRY);
    let at = line;
    while (at > least && !this.#isStart(at)) at--;
    return at;
  }

  /** The line after the entry. */
  entryEnd(line: number): number {
    const most = Math.min(this.store.end, line + MAX_ENTRY);
    let at = line + 1;
    while (at < most && !this.#isStart(at)) at++;
    return at;
  }

  /** The level of an entry: that of its first line. */
  levelOf(line: number): Level | undefined {
    const start = this.entryStart(line);
    let facts = this.store.factsOf(start);
    if ((facts & HAS_LEVEL) === 0) {
      const source = this.store.source(start);
      const level = this.#jsonOf(source)?.level ?? this.#findLevel(this.#plainText(source));
      facts |= HAS_LEVEL | ((level === undefined ? 0 : LEVELS.indexOf(level) + 1) << LEVEL_SHIFT);
      this.store.setFacts(start, facts);
    }
    return LEVELS[(facts >> LEVEL_SHIFT) - 1];
  }

  #isStart(line: number): boolean {
    const facts = this.store.factsOf(line);
    if ((facts & IS_READ) !== 0) return (facts & IS_START) !== 0;
    return this.#startsEntry(line, this.store.source(line));
  }

  #startsEntry(line: number, source: string): boolean {
    const facts = this.store.factsOf(line);
    if ((facts & IS_READ) !== 0) return (facts & IS_START) !== 0;
    const isStart = this.#entryStartTest()(plainTextOf(source, this.tabSize));
    this.store.setFacts(line, facts | IS_READ | (isStart ? IS_START : 0));
    return isStart;
  }

  #entryStartTest(): IsEntryStart {
    if (this.#isEntryStart !== undefined) return this.#isEntryStart;
    return (this.#guessedStart ??= entryStartsLike(
      plainTextOf(this.store.source(this.store.first), this.tabSize),
    ));
  }
}

function textOfPieces(pieces: readonly JsonPiece[]): string {
  return pieces
    .map(({ text }, at) => (at > 0 && pieces[at]?.column !== undefined ? ` ${text}` : text))
    .join('');
}

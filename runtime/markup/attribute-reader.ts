/** Reads the attributes of one tag, with the place of every decoded character. */
import { QuoteType } from 'htmlparser2';
import type { Span } from '../base/diagnostics.js';
import type { MarkupDiagnostics } from './markup-diagnostics.js';
import { attributeKey } from './names.js';
import type { MarkupAttribute, ValuePiece } from './nodes.js';

export class AttributeReader {
  #element = '';
  #list: MarkupAttribute[] = [];
  /** Names already used, by their normalized name. */
  #seen = new Map<string, string>();
  #nameSpan: Span | undefined;
  #valueStart = -1;
  #parts: string[] = [];
  #pieces: ValuePiece[] = [];
  #decodedLength = 0;
  /** Entities since the last copied text: only their decoded form is reported, their place is found later. */
  #entities: string[] = [];
  #runStart = 0;
  #lastUnquoted = false;
  #hasError = false;

  readonly #text: string;
  readonly #diagnostics: MarkupDiagnostics;

  constructor(text: string, diagnostics: MarkupDiagnostics) {
    this.#text = text;
    this.#diagnostics = diagnostics;
  }

  begin(element: string): void {
    this.#element = element;
    this.#list = [];
    if (this.#seen.size > 0) this.#seen = new Map();
    this.#nameSpan = undefined;
    this.#hasError = false;
    this.#lastUnquoted = false;
  }

  name(start: number, end: number): void {
    this.#nameSpan = { start, end };
    this.#valueStart = -1;
    this.#parts = [];
    this.#pieces = [];
    this.#entities = [];
    this.#decodedLength = 0;
  }

  data(start: number, end: number): void {
    if (this.#valueStart === -1) this.#startValue();
    this.#placeEntities(start);
    if (end > start) this.#addPiece(this.#text.slice(start, end), { start, end }, false);
    this.#runStart = end;
  }

  entity(codePoint: number): void {
    if (this.#valueStart === -1) this.#startValue();
    this.#entities.push(String.fromCodePoint(codePoint));
  }

  end(quote: QuoteType, end: number): void {
    const nameSpan = this.#nameSpan;
    if (nameSpan === undefined) return;
    this.#nameSpan = undefined;
    const name = this.#text.slice(nameSpan.start, nameSpan.end);
    const quoted = quote === QuoteType.Double || quote === QuoteType.Single;
    let valueSpan = nameSpan;
    if (quote !== QuoteType.NoValue) {
      const valueEnd = quoted ? end - 1 : end;
      this.#placeEntities(valueEnd);
      valueSpan = { start: this.#valueStart, end: valueEnd };
    }
    this.#lastUnquoted = quote === QuoteType.Unquoted;
    if (/["'<=]/.test(name)) {
      this.#reportBadName(name, nameSpan);
      return;
    }
    const key = attributeKey(name);
    const first = this.#seen.get(key);
    if (first !== undefined) {
      this.#diagnostics.duplicate(name, first, this.#element, nameSpan);
      return;
    }
    this.#seen.set(key, name);
    const value = this.#parts.length === 1 ? this.#parts[0]! : this.#parts.join('');
    const moved = this.#pieces.some((piece) => piece.entity);
    this.#list.push({ name, value, nameSpan, valueSpan, pieces: moved ? this.#pieces : undefined });
  }

  /** `a=b/>`: removes the slash from the value and reports it. `end` is the place of `>`. */
  dropTrailingSlash(end: number): boolean {
    const last = this.#list.at(-1);
    if (!this.#lastUnquoted || last === undefined || last.valueSpan.end !== end) return false;
    if (!last.value.endsWith('/') || this.#text.charAt(end - 1) !== '/') return false;
    const valueSpan = { start: last.valueSpan.start, end: end - 1 };
    this.#list[this.#list.length - 1] = { ...last, value: last.value.slice(0, -1), valueSpan };
    return true;
  }

  take(): readonly MarkupAttribute[] {
    return this.#list;
  }

  /** Reports a tag that the end of the file cuts off; returns true if its value was not closed. */
  reportOpen(end: number): boolean {
    const nameSpan = this.#nameSpan;
    if (nameSpan === undefined) return false;
    const name = this.#text.slice(nameSpan.start, nameSpan.end);
    const after = /^\s*=\s*(["'])/.exec(this.#text.slice(nameSpan.end, nameSpan.end + 200));
    if (after === null && nameSpan.end >= end) return false;
    this.#diagnostics.openValue(name, nameSpan, after?.[1] ?? '');
    return true;
  }

  #startValue(): void {
    let at = this.#nameSpan?.end ?? 0;
    while (/\s/.test(this.#text.charAt(at))) at++;
    at++;
    while (/\s/.test(this.#text.charAt(at))) at++;
    const quote = this.#text.charAt(at);
    if (quote === '"' || quote === "'") at++;
    this.#valueStart = at;
    this.#runStart = at;
  }

  #addPiece(data: string, span: Span, entity: boolean): void {
    this.#pieces.push({ at: this.#decodedLength, span, entity });
    this.#parts.push(data);
    this.#decodedLength += data.length;
  }

  /** Entities that follow one another each start at the next `&`, since none holds another. */
  #placeEntities(end: number): void {
    if (this.#entities.length === 0) return;
    const starts: number[] = [];
    let at = this.#text.indexOf('&', this.#runStart);
    while (at !== -1 && at < end && starts.length <= this.#entities.length) {
      starts.push(at);
      at = this.#text.indexOf('&', at + 1);
    }
    // A few entities represent two code points: then all of the run is the place of each.
    const exact = starts.length === this.#entities.length;
    this.#entities.forEach((data, index) => {
      const span = exact
        ? { start: starts[index]!, end: starts[index + 1] ?? end }
        : { start: this.#runStart, end };
      this.#addPiece(data, span, true);
    });
    this.#entities = [];
  }

  /** A name with a quote in it mostly means that the value before it was never closed. */
  #reportBadName(name: string, span: Span): void {
    if (this.#hasError) return;
    this.#hasError = true;
    const before = this.#list.at(-1);
    if (before !== undefined && /[<>\n]/.test(before.value)) {
      const quote = this.#text.charAt(before.valueSpan.start - 1);
      this.#diagnostics.openValue(before.name, before.nameSpan, quote);
    } else this.#diagnostics.badName(name, span);
  }
}

/** Builds the nodes from the tokenizer's calls: a stack of open elements, never recursion. */
import type { QuoteType, TokenizerCallbacks } from 'htmlparser2';
import type { Source, Span } from '../base/diagnostics.js';
import { AttributeReader } from './attribute-reader.js';
import { decodeEntities } from './entities.js';
import { looksLike, MarkupDiagnostics } from './markup-diagnostics.js';
import type { MarkupAttribute, MarkupElement, MarkupNode } from './nodes.js';

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type OpenElement = Writable<MarkupElement> & { children: MarkupNode[] };

export class TreeBuilder implements TokenizerCallbacks {
  readonly nodes: MarkupNode[] = [];
  readonly diagnostics: MarkupDiagnostics;
  /** Offset in the file of the tokenizer's offset 0. */
  base = 0;
  pause: () => void = () => undefined;

  readonly #text: string;
  readonly #open: OpenElement[] = [];
  /** How many elements of a name are open, so that a stray close tag is found without a search. */
  readonly #openNames = new Map<string, number>();
  readonly #attributes: AttributeReader;
  #tag: { name: string; start: number; nameSpan: Span } | undefined;
  #raw: { name: string; from: number } | undefined;
  /** Text and entities not yet made into a node. */
  #pending: string[] = [];
  #pendingStart = 0;
  #pendingEnd = 0;
  /** End of the last token, to notice what the tokenizer drops without a word. */
  #position = 0;

  readonly #rawNames: ReadonlySet<string>;

  constructor(source: Source, rawNames: ReadonlySet<string>) {
    this.#rawNames = rawNames;

    this.#text = source.text;
    this.diagnostics = new MarkupDiagnostics(source);
    this.#attributes = new AttributeReader(source.text, this.diagnostics);
  }

  /** The raw element whose content comes next, if the tokenizer was paused for one. */
  takeRaw(): { name: string; from: number } | undefined {
    const raw = this.#raw;
    this.#raw = undefined;
    return raw;
  }

  rawText(start: number, end: number): void {
    this.#position = end;
    if (start === end) return;
    const written = this.#text.slice(start, end);
    const data = this.#open.at(-1)?.name === 'title' ? decodeEntities(written) : written;
    this.#children().push({ type: 'text', data, span: { start, end } });
  }

  // No name is special to HTML here: raw elements are our own affair.
  isInForeignContext(): boolean {
    return true;
  }

  ontext(start: number, end: number): void {
    // At the end of the file inside a tag the tokenizer reports a text from -1; onend reports that error.
    if (start < 0) return;
    this.#addText(this.#text.slice(start + this.base, end + this.base), start, end);
  }

  ontextentity(codePoint: number, end: number): void {
    this.#addText(String.fromCodePoint(codePoint), this.#position - this.base, end);
  }

  oncdata(start: number, end: number): void {
    const from = start + this.base;
    const to = end + this.base;
    // `<![CDATA[` before, `]]` inside the reported end.
    this.#flushText(from - 9);
    const data = this.#text.slice(from, to - 2);
    if (data !== '') {
      this.#children().push({ type: 'text', data, span: { start: from, end: to - 2 } });
    }
    this.#position = to + 1;
  }

  oncomment(start: number, end: number, offset: number): void {
    const from = start + this.base;
    const to = end + this.base;
    // From the place before: the comment's own text may start with `<`.
    const open = this.#text.lastIndexOf('<', from - 1);
    const span = { start: open, end: Math.min(to + 1, this.#text.length) };
    this.#flushText(open);
    this.#position = span.end;
    if (this.#text.startsWith('</', open)) {
      // `</ name>` and `</1>`: HTML reads them as comments, their author did not.
      this.diagnostics.stray('', span, this.#open.at(-1)?.name);
      return;
    }
    if (to >= this.#text.length) {
      if (this.#text.startsWith('<!--', open))
        this.diagnostics.openComment({ start: open, end: open + 4 });
      else if (this.#text.startsWith('<![CDATA[', open)) {
        this.diagnostics.openCdata({ start: open, end: open + 9 });
      } else this.diagnostics.openTag(this.#text.slice(open), span);
    }
    const data = this.#text.slice(from, Math.max(from, to - offset));
    this.#children().push({ type: 'comment', data, span });
  }

  /** `<!DOCTYPE …>`: harmless, and nothing of it is kept. */
  ondeclaration(start: number, end: number): void {
    this.#flushText(start + this.base - 2);
    this.#position = end + this.base + 1;
  }

  onprocessinginstruction(start: number, end: number): void {
    this.ondeclaration(start, end);
  }

  onopentagname(start: number, end: number): void {
    const from = start + this.base;
    const to = end + this.base;
    this.#flushText(from - 1);
    const name = this.#text.slice(from, to);
    this.#tag = { name, start: from - 1, nameSpan: { start: from, end: to } };
    this.#attributes.begin(name);
  }

  onattribname(start: number, end: number): void {
    this.#attributes.name(start + this.base, end + this.base);
  }

  onattribdata(start: number, end: number): void {
    this.#attributes.data(start + this.base, end + this.base);
  }

  onattribentity(codePoint: number): void {
    this.#attributes.entity(codePoint);
  }

  onattribend(quote: QuoteType, end: number): void {
    this.#attributes.end(quote, end + this.base);
  }

  onopentagend(end: number): void {
    const to = end + this.base;
    // `max=5/>`: HTML takes the slash into the value, here everyone means a self-closing tag.
    if (this.#attributes.dropTrailingSlash(to)) {
      this.onselfclosingtag(end);
      return;
    }
    const element = this.#push(to);
    if (element === undefined) return;
    this.#open.push(element);
    this.#openNames.set(element.name, (this.#openNames.get(element.name) ?? 0) + 1);
    if (this.#rawNames.has(element.name)) {
      this.#raw = { name: element.name, from: to + 1 };
      this.pause();
    }
  }

  onselfclosingtag(end: number): void {
    this.#push(end + this.base);
  }

  onclosetag(start: number, end: number): void {
    const from = start + this.base;
    const to = end + this.base;
    const tagStart = from - 2;
    this.#flushText(tagStart);
    const name = this.#text.slice(from, to);
    const bracket = this.#text.indexOf('>', to);
    const close = bracket === -1 ? this.#text.length : bracket;
    if (bracket === -1 || this.#text.slice(to, close).trim() !== '') {
      this.diagnostics.openTag(`</${name}`, { start: tagStart, end: to });
    }
    this.#position = Math.min(close + 1, this.#text.length);
    this.#close(name, { start: tagStart, end: this.#position });
  }

  onend(): void {
    const end = this.#text.length;
    if (this.#tag !== undefined) {
      const { name, start, nameSpan } = this.#tag;
      if (!this.#attributes.reportOpen(end)) {
        this.diagnostics.openTag(`<${name}`, { start, end: nameSpan.end });
      }
    } else {
      this.#flushText(end);
      const rest = this.#text.slice(this.#position, end);
      if (rest.startsWith('<')) {
        this.diagnostics.openTag(rest, { start: this.#position, end });
      }
    }
    for (let element = this.#open.pop(); element !== undefined; element = this.#open.pop()) {
      this.#finish(element, end, end);
      this.diagnostics.unclosed(element.name, element.openTag);
    }
    // Reported from the innermost outwards above; a reader goes through the file from its top.
    this.diagnostics.list.sort((a, b) => (a.span?.start ?? 0) - (b.span?.start ?? 0));
  }

  #close(name: string, span: Span): void {
    const top = this.#open.at(-1);
    if (top?.name !== name && (this.#openNames.get(name) ?? 0) === 0) {
      if (top !== undefined && looksLike(name, top.name)) {
        this.diagnostics.mismatched(name, top.name, span);
        this.#pop(span);
      } else this.diagnostics.stray(name, span, top?.name);
      return;
    }
    for (;;) {
      const element = this.#open.at(-1);
      if (element === undefined) return;
      if (element.name === name) {
        this.#pop(span);
        return;
      }
      this.diagnostics.unclosed(element.name, element.openTag, { name, offset: span.start });
      this.#pop({ start: span.start, end: span.start });
    }
  }

  #pop(closeTag: Span): void {
    const element = this.#open.pop();
    if (element !== undefined) this.#finish(element, closeTag.start, closeTag.end);
  }

  #finish(element: OpenElement, contentEnd: number, end: number): void {
    element.content = { start: element.content.start, end: contentEnd };
    element.span = { start: element.span.start, end };
    this.#openNames.set(element.name, (this.#openNames.get(element.name) ?? 1) - 1);
  }

  #push(bracket: number): OpenElement | undefined {
    const tag = this.#tag;
    if (tag === undefined) return undefined;
    this.#tag = undefined;
    const end = bracket + 1;
    const attributes: readonly MarkupAttribute[] = this.#attributes.take();
    const element: OpenElement = {
      type: 'element',
      name: tag.name,
      attributes,
      children: [],
      span: { start: tag.start, end },
      openTag: { start: tag.start, end },
      nameSpan: tag.nameSpan,
      content: { start: end, end },
    };
    this.#children().push(element);
    this.#position = end;
    return element;
  }

  #children(): MarkupNode[] {
    return this.#open.at(-1)?.children ?? this.nodes;
  }

  #addText(data: string, start: number, end: number): void {
    const from = start + this.base;
    this.#noteGap(from);
    if (this.#pending.length === 0) this.#pendingStart = from;
    this.#pending.push(data);
    this.#pendingEnd = end + this.base;
    this.#position = this.#pendingEnd;
  }

  #flushText(nextToken: number): void {
    if (this.#pending.length > 0) {
      const data = this.#pending.length === 1 ? this.#pending[0]! : this.#pending.join('');
      const span = { start: this.#pendingStart, end: this.#pendingEnd };
      this.#pending = [];
      this.#children().push({ type: 'text', data, span });
    }
    this.#noteGap(nextToken);
  }

  /** `</>` is dropped by the tokenizer without a call. */
  #noteGap(nextToken: number): void {
    if (nextToken > this.#position && this.#text.startsWith('</>', this.#position)) {
      const start = this.#position;
      this.diagnostics.stray('', { start, end: start + 3 }, this.#open.at(-1)?.name);
    }
  }
}

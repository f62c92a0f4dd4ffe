/** The messages of the markup parser. */
import {
  didYouMean,
  positionAt,
  type Diagnostic,
  type Source,
  type Span,
} from '../base/diagnostics.js';

/** A list of errors ends here: the hundred-and-first is of no help. */
const MAX_DIAGNOSTICS = 100;

export class MarkupDiagnostics {
  readonly list: Diagnostic[] = [];

  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  unclosed(name: string, span: Span, before?: { name: string; offset: number }): void {
    if (before === undefined) {
      this.#add(
        'unclosed-element',
        `<${name}> is never closed`,
        span,
        `end it with </${name}>, or write <${name}/> where it is empty`,
      );
      return;
    }
    const { line, column } = positionAt(this.#source, before.offset);
    this.#add(
      'unclosed-element',
      `<${name}> is not closed before </${before.name}> at ${line}:${column}`,
      span,
      `end it with </${name}> there, or write <${name}/> where it is empty`,
    );
  }

  mismatched(found: string, open: string, span: Span): void {
    this.#add(
      'mismatched-tag',
      `expected </${open}>, found </${found}>`,
      span,
      `did you mean "</${open}>"?`,
    );
  }

  stray(name: string, span: Span, open: string | undefined): void {
    this.#add(
      'stray-close-tag',
      name === '' ? 'expected a name in the closing tag' : `unexpected </${name}>`,
      span,
      open === undefined ? 'remove it' : `remove it, or write </${open}>`,
    );
  }

  duplicate(attribute: string, first: string, element: string, span: Span): void {
    this.#add(
      'duplicate-attribute',
      attribute === first
        ? `"${attribute}" appears twice on <${element}>`
        : `"${attribute}" and "${first}" are the same attribute of <${element}>`,
      span,
      'keep one of them',
    );
  }

  badName(attribute: string, span: Span): void {
    this.#add(
      'bad-attribute-name',
      `${JSON.stringify(shorten(attribute))} is not an attribute name`,
      span,
      'is a quote or a space missing before it?',
    );
  }

  openValue(attribute: string, span: Span, quote: string): void {
    this.#add(
      'unterminated-attribute',
      `the value of "${shorten(attribute)}" is not closed`,
      span,
      quote === '' ? 'end the tag with >' : `end it with ${quote}`,
    );
  }

  openTag(text: string, span: Span): void {
    this.#add('unterminated-tag', `${shorten(text)} is not closed`, span, 'end it with >');
  }

  openComment(span: Span): void {
    this.#add('unterminated-comment', 'this comment is not closed', span, 'end it with -->');
  }

  openCdata(span: Span): void {
    this.#add('unterminated-cdata', 'this CDATA section is not closed', span, 'end it with ]]>');
  }

  #add(code: string, message: string, span: Span, suggestion: string): void {
    if (this.list.length > MAX_DIAGNOSTICS) return;
    if (this.list.length === MAX_DIAGNOSTICS) {
      this.list.push({
        severity: 'error',
        code: 'too-many-faults',
        message: `more than ${MAX_DIAGNOSTICS} errors; the rest are not listed`,
        source: this.#source,
        span,
      });
      return;
    }
    this.list.push({ severity: 'error', code, message, source: this.#source, span, suggestion });
  }
}

/** True where one name looks like the other written in haste. */
export function looksLike(name: string, other: string): boolean {
  return didYouMean(name, [other]) !== undefined;
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

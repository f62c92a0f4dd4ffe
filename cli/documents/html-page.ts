/**
 * An HTML snapshot: a page for browsers in one file. It is made in the launcher, of data that was checked:
 * whatever the app contains, the page has no scripts and loads nothing.
 *
 * linkedom is the document that Node lacks. It is loaded here and nowhere else, when a page is made.
 */
import { createHash } from 'node:crypto';
import { DiagnosticError } from '../../runtime/base/diagnostics.js';
import { fillPage } from '../../runtime/page/page.js';
import { readPageData, type PageData } from '../../runtime/page/page-data.js';
import type { PageDocument, PageElement } from '../../runtime/page/page-document.js';
import { excessOf } from '../sandbox/channel/bounded-json.js';

/** What JSON from an app may be. */
const LIMITS = { bytes: Infinity, values: 10_000_000, depth: 8 };

const EMPTY = '<!doctype html><html><head></head><body></body></html>';

/** The part of linkedom's document that is used: its types are those of a browser. */
interface FileElement extends PageElement {
  readonly localName: string;
  readonly attributes: ArrayLike<{ readonly name: string; readonly value: string }>;
}
interface FileDocument extends PageDocument<FileElement> {
  querySelectorAll(selector: string): Iterable<FileElement>;
  toString(): string;
}

/**
 * @param json what a runner has painted as `page`
 * @throws DiagnosticError if the data has another shape
 */
export async function htmlPage(json: string): Promise<string> {
  const data = pageDataIn(json);
  // The entry for workers looks for no native package in the folders above.
  const { parseHTML } = await import('linkedom/worker');
  const { document } = parseHTML(EMPTY) as unknown as { readonly document: FileDocument };
  fillPage(document, data, { policyFor });
  return serialize(document);
}

function pageDataIn(json: string): PageData {
  try {
    const excess = excessOf(Buffer.from(json), LIMITS);
    if (excess !== undefined) throw new TypeError(`found ${excess}`);
    return readPageData(JSON.parse(json));
  } catch (error) {
    const { message } = error as Error;
    throw new DiagnosticError([
      {
        severity: 'error',
        code: 'bad-page',
        message: `the app sent no frame that a page can be made of: ${message}`,
        suggestion: 'a script of it may have changed built-in functions',
      },
    ]);
  }
}

function policyFor(styleSheet: string): string {
  const hash = createHash('sha256').update(styleSheet).digest('base64');
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
}

/** Elements whose text linkedom writes as it is; a parser reads character references in it. */
const UNESCAPED: ReadonlySet<string> = new Set(['textarea', 'title']);

/**
 * linkedom escapes `<`, `>`, `&` and U+00A0 in text and `"` in attributes, and nothing else: `&` in an
 * attribute would be read as a reference, and the text of a title or a text area as markup. Both are
 * escaped in the document itself, which is only serialized after that.
 */
function serialize(document: FileDocument): string {
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of Array.from(element.attributes)) {
      if (/[&<>]/.test(value)) element.setAttribute(name, escape(value));
    }
    const { localName, textContent } = element;
    if (UNESCAPED.has(localName)) {
      // A parser drops a line break right after the start tag.
      const first = localName === 'textarea' && textContent?.startsWith('\n') === true ? '\n' : '';
      element.textContent = first + escape(textContent ?? '');
    } else if (localName === 'style' && textContent?.includes('</') === true) {
      throw new Error('a style sheet that would end its element');
    }
  }
  return document.toString();
}

const REFERENCES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escape(text: string): string {
  return text.replace(/[&<>]/g, (character) => REFERENCES[character] ?? character);
}

/** The content of a row of a page: see style-sheet.ts for the classes. */
import { sanitize } from '../base/text/sanitize.js';
import { glyphClass } from './glyph-rules.js';
import type { PageLink, PageRun } from './page-data.js';
import { make, type PageDocument, type PageElement } from './page-document.js';

/** Runs from the left. */
export function runElements<E extends PageElement>(
  document: Pick<PageDocument<E>, 'createElement'>,
  runs: readonly PageRun[],
): E[] {
  return runs.map(([text, cells, style]) => {
    const glyph = glyphClass(text);
    const names = [`s${style}`, `w${cells}`, ...(glyph === undefined ? [] : ['glyph', glyph])];
    return make(document, 'span', { class: names.join(' ') }, sanitize(text));
  });
}

/** Links, laid over their cells. The twin has them for the keyboard. */
export function linkElements<E extends PageElement>(
  document: Pick<PageDocument<E>, 'createElement'>,
  links: readonly Omit<PageLink, 'y'>[],
): E[] {
  return links.map(({ x, cells, href }) => {
    const rel = 'noopener noreferrer';
    return make(document, 'a', { class: `x${x} w${cells}`, href, rel, tabindex: '-1' });
  });
}

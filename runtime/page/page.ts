/**
 * A page for browsers of one frame of an app: the painted cells, which only eyes read, and the accessible
 * twin, which everything else reads. It has no scripts, and text of the app becomes nothing but text.
 */
import { sanitize } from '../base/text/sanitize.js';
import type { PageData } from './page-data.js';
import { make, type PageDocument, type PageElement } from './page-document.js';
import { linkElements, runElements } from './rows.js';
import { styleSheetOf } from './style-sheet.js';
import { twinElement } from './twin.js';

export interface PageOptions {
  /** The policy of the page, made for its style sheet; none where the server sends one. */
  readonly policyFor?: ((styleSheet: string) => string) | undefined;
  /** Takes the style sheet, where it is not to be an element of the page. */
  readonly onStyleSheet?: ((styleSheet: string) => void) | undefined;
}

/** Fills a document that has an empty head and an empty body. */
export function fillPage<E extends PageElement>(
  document: PageDocument<E>,
  data: PageData,
  { policyFor, onStyleSheet }: PageOptions = {},
): void {
  const { documentElement, head, body } = document;
  const title = sanitize(data.title).trim();
  const styleSheet = styleSheetOf(data);
  documentElement.setAttribute('lang', data.lang);
  head.append(make(document, 'meta', { charset: 'utf-8' }));
  if (policyFor !== undefined) {
    const content = policyFor(styleSheet);
    head.append(make(document, 'meta', { 'http-equiv': 'Content-Security-Policy', content }));
  }
  head.append(
    make(document, 'meta', { name: 'viewport', content: 'width=device-width' }),
    make(document, 'title', {}, title === '' ? 'Terminal app' : title),
  );
  if (onStyleSheet === undefined) head.append(make(document, 'style', {}, styleSheet));
  else onStyleSheet(styleSheet);
  body.append(frameElement(document, data), twinElement(document, data.twin, title));
}

/** The cells. A screen reader would read them row by row, lines of boxes included: it has the twin. */
function frameElement<E extends PageElement>(document: PageDocument<E>, data: PageData): E {
  const frame = make(document, 'div', { class: 'frame', 'aria-hidden': 'true' });
  for (const [y, runs] of data.rows.entries()) {
    const row = make(document, 'div', { class: 'row' });
    const links = data.links.filter((link) => link.y === y);
    row.append(...runElements(document, runs), ...linkElements(document, links));
    frame.append(row);
  }
  if (data.cursor !== null) frame.append(make(document, 'div', { class: 'cursor' }));
  return frame;
}

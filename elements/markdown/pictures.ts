/** Images that are paragraphs of their own. */
import type { TuiDocument, TuiElement } from '../../runtime/element/tui-element.js';
import { shownByText } from '../support/pictures.js';
import { wordsOf } from './inline.js';
import { isRelative } from './links.js';
import { make, visible } from './nodes.js';
import { decoded } from './outline.js';
import type { Token } from './parser.js';

export interface PictureOptions {
  readonly images: 'files' | 'all' | 'none';
  /** The folder that relative ones count from; undefined: the document's. */
  readonly base: string | undefined;
}

/** The picture that a paragraph is; undefined where it is something else, or not to be shown. */
export function pictureOf(
  document: TuiDocument,
  tokens: readonly Token[],
  options: PictureOptions,
): TuiElement | undefined {
  const [image, ...more] = tokens.filter(({ type, content }) => type !== 'text' || content !== '');
  if (image?.type !== 'image' || more.length > 0) return undefined;
  const src = sourceOf(String(image.attrGet('src') ?? ''), options);
  if (src === undefined) return undefined;
  const title = image.attrGet('title');
  const element = make(document, 'img', {
    class: 'md-picture',
    src,
    alt: visible(wordsOf(image)),
    tooltip: title === null ? undefined : String(title),
  });
  shownByText.add(element);
  return element;
}

function sourceOf(href: string, { images, base }: PictureOptions): string | undefined {
  if (href === '' || images === 'none') return undefined;
  if (/^data:image\//i.test(href)) return href;
  if (/^https?:/i.test(href)) return images === 'all' ? href : undefined;
  // `//host` has the scheme of a page, and here is none.
  if (!isRelative(href) || /^[\\/]{2}/.test(href)) return undefined;
  const path = decoded(href.replace(/[?#].*$/s, ''));
  if (path === '' || path.includes('\0')) return undefined;
  return base === undefined || base === '' || path.startsWith('/') ? path : `${base}/${path}`;
}

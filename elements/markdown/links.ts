/** The link destinations that Markdown allows. */
import { MAX_LINK, webLink } from '../../runtime/base/text/web-links.js';

/**
 * The destination as a link has it: an address of a scheme that may be followed, or one without a scheme, which is
 * the app's to follow. Undefined for all others.
 */
export function linkTarget(href: string): string | undefined {
  // A blank or a control in an address would hide where it leads.
  if (href === '' || href.length > MAX_LINK || /[\s\p{Cc}\p{Cf}]/u.test(href)) return undefined;
  // Up to the first colon, unless it is in the path: `java%09script:x` is not a file.
  const scheme = /^([^/?#:]*):/.exec(href)?.[1];
  if (scheme !== undefined) return webLink(href) === '' ? undefined : href;
  // `//host` has the scheme of a page, and here is none.
  return /^[\\/]{2}/.test(href) ? undefined : href;
}

/** True for a destination without a scheme: a file beside the text, or a heading in it. */
export function isRelative(href: string): boolean {
  return !/^[^/?#]*:/.test(href);
}

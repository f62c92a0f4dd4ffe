/** Addresses that a terminal, a picture or a page may open for the user. */

/** Schemes that are opened; `file`, `javascript` and those of other programs are not. */
const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);
/** UTF-16 units of an address; terminals drop longer ones. */
export const MAX_LINK = 2000;

/** Addresses that were looked at, since a frame has the same ones as the frame before. */
const known = new Map<string, string>();
const MAX_KNOWN = 1000;

/**
 * An address as it is written to a terminal or a page: normalised, all of it printable ASCII. The empty
 * string for one that may not be opened: relative, of another scheme, too long, or with control characters.
 */
export function webLink(href: string): string {
  if (href === '' || href.length > MAX_LINK) return '';
  let link = known.get(href);
  if (link === undefined) {
    link = normalized(href);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(href, link);
  }
  return link;
}

function normalized(href: string): string {
  // A parser of addresses drops tabs and line breaks, and what is left may lead elsewhere.
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(href)) return '';
  let url: URL;
  try {
    url = new URL(href);
  } catch {
    return '';
  }
  if (!SCHEMES.has(url.protocol)) return '';
  const written = url.href.replaceAll(' ', '%20');
  return written.length <= MAX_LINK && /^[\x21-\x7e]+$/.test(written) ? written : '';
}

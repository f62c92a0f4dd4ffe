/** Locales: that of the environment, the fallbacks of a locale, and its spelling. */
import { hasLeftToRight, hasRightToLeft } from '../base/text/direction.js';

/** The pseudo-locale of accented, longer words, and the one that is written from right to left. */
export const PSEUDO = 'en-XA';
export const PSEUDO_RTL = 'ar-XB';

export function isPseudo(locale: string): boolean {
  return locale === PSEUDO || locale === PSEUDO_RTL;
}

/** Longest tag that is looked at, in UTF-16 units. */
const MAX_TAG = 100;

/** A BCP 47 tag in its one form, without extensions; undefined where the text is none. */
export function canonicalLocale(tag: string): string | undefined {
  if (tag.length > MAX_TAG) return undefined;
  if (!canonical.has(tag)) {
    if (canonical.size >= MAX_KNOWN) canonical.clear();
    canonical.set(tag, readLocale(tag));
  }
  return canonical.get(tag);
}

/** By tag: Intl takes longer for one than a document for everything else about its language. */
const canonical = new Map<string, string | undefined>();
const MAX_KNOWN = 200;

function readLocale(tag: string): string | undefined {
  try {
    const [found] = Intl.getCanonicalLocales(tag);
    return found === undefined ? undefined : new Intl.Locale(found).baseName;
  } catch {
    return undefined;
  }
}

/** A BCP 47 tag with its Unicode extension, as in `ar-EG-u-nu-latn`; undefined where the text is none. */
export function extendedLocale(tag: string): string | undefined {
  const base = canonicalLocale(tag);
  if (base === undefined) return undefined;
  const extension = /-u(?:-[a-z0-9]{2,8})+/.exec(
    Intl.getCanonicalLocales(tag)[0]!.split('-x-')[0]!,
  );
  return base + (extension?.[0] ?? '');
}

/** `de_DE.UTF-8@euro` as `de-DE`; undefined for `C`, `POSIX` and what is not a locale. */
function posixLocale(value: string): string | undefined {
  const [name = ''] = value.split(/[.@]/);
  if (name === '' || name === 'C' || name === 'POSIX') return undefined;
  const script = /@(latin|cyrillic)/i.exec(value)?.[1]?.toLowerCase();
  const [language = '', ...rest] = name.split('_');
  const suffix = script === undefined ? [] : [script === 'latin' ? 'Latn' : 'Cyrl'];
  return canonicalLocale([language, ...suffix, ...rest].join('-'));
}

/** The locales that the environment requests, best first: as gettext reads LANGUAGE, LC_ALL, LC_MESSAGES and LANG. */
export function environmentLocales(
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const value = [env['LC_ALL'], env['LC_MESSAGES'], env['LANG']].find(
    (each) => each !== undefined && each !== '',
  );
  const main = value === undefined ? undefined : posixLocale(value);
  // The C locale means no translation, whatever the list contains.
  if (main === undefined) return [];
  const list = (env['LANGUAGE'] ?? '').split(':').slice(0, 20).map(posixLocale);
  return [...new Set([...list, main].filter((each) => each !== undefined))];
}

/** Parents that are not the tag without its end (CLDR, parentLocales). */
const PARENTS: ReadonlyMap<string, string> = new Map([
  ...'AR BO BR BZ CL CO CR CU DO EC GT HN MX NI PA PE PR PY SV US UY VE'
    .split(' ')
    .map((region) => [`es-${region}`, 'es-419'] as const),
  ...'AO CH CV FR GQ GW LU MO MZ ST TL'
    .split(' ')
    .map((region) => [`pt-${region}`, 'pt-PT'] as const),
  ...'AU GB IE IN NZ ZA HK SG MT'.split(' ').map((region) => [`en-${region}`, 'en-001'] as const),
  ['zh-Hant-MO', 'zh-Hant-HK'],
  ['no', 'nb'],
]);

/**
 * A locale and its fallbacks: `zh-TW` has `zh-TW`, `zh-Hant-TW` and `zh-Hant`, but not `zh`, which is written in
 * another script.
 */
export function localeChain(locale: string): readonly string[] {
  const chain = new Set<string>();
  const full = maximized(locale);
  for (const start of [locale, full]) {
    for (let tag: string | undefined = start; tag !== undefined; tag = parentOf(tag)) {
      if (chain.size < 12 && scriptOf(tag) === scriptOf(full)) chain.add(tag);
    }
  }
  return [...chain];
}

function parentOf(tag: string): string | undefined {
  const named = PARENTS.get(tag);
  if (named !== undefined) return named;
  const end = tag.lastIndexOf('-');
  return end < 0 ? undefined : tag.slice(0, end);
}

function maximized(tag: string): string {
  try {
    return new Intl.Locale(tag).maximize().baseName;
  } catch {
    return tag;
  }
}

function scriptOf(tag: string): string | undefined {
  return new Intl.Locale(maximized(tag)).script;
}

const RTL_SCRIPTS = /^(Arab|Hebr|Thaa|Syrc|Nkoo|Adlm|Rohg|Mand|Samr|Mend|Yezi)$/;

/** Which way a locale's script is written. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return RTL_SCRIPTS.test(scriptOf(locale) ?? '') ? 'rtl' : 'ltr';
}

const ISOLATES = /[\u2066-\u2069]/g;

/** The text without isolates, unless it has words of both directions: only there they have something to keep apart. */
export function withoutNeedlessIsolates(text: string): string {
  if (!/[\u2066-\u2069]/.test(text)) return text;
  return hasRightToLeft(text) && hasLeftToRight(text) ? text : text.replace(ISOLATES, '');
}

/** Locales: what the environment asks for, chains, plurals of twelve languages, isolates. */
import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import { readCatalog } from '../../runtime/messages/catalog.js';
import { formatRuns, runsText } from '../../runtime/messages/format.js';
import {
  canonicalLocale,
  directionOf,
  environmentLocales,
  localeChain,
  withoutNeedlessIsolates,
} from '../../runtime/messages/locales.js';
import { padding, pseudoText } from '../../runtime/messages/pseudo.js';
import { sanitize } from '../../runtime/base/text/sanitize.js';
import { cellWidth } from '../../runtime/base/text/graphemes.js';
import { anyCharacter } from '../support/any-character.js';
import { propertyRuns } from '../support/property-runs.js';

it.each([
  [{}, []],
  [{ LANG: 'C' }, []],
  [{ LANG: 'C.UTF-8', LANGUAGE: 'de' }, []],
  [{ LANG: 'de_DE.UTF-8' }, ['de-DE']],
  [{ LANG: 'de_DE.UTF-8', LC_ALL: 'fr_CA' }, ['fr-CA']],
  [{ LANG: 'de_DE', LC_ALL: '', LC_MESSAGES: 'nb_NO' }, ['nb-NO']],
  [{ LANG: 'de_DE@euro', LANGUAGE: 'sv:da_DK:' }, ['sv', 'da-DK', 'de-DE']],
  [{ LANG: 'sr_RS.UTF-8@latin' }, ['sr-Latn-RS']],
  [{ LANG: '../../etc/passwd' }, []],
  [{ LANG: 'x'.repeat(1000) }, []],
])('the environment %j asks for %j', (env, locales) => {
  expect(environmentLocales(env)).toEqual(locales);
});

it.each([
  ['sv-SE', ['sv-SE', 'sv', 'sv-Latn-SE', 'sv-Latn']],
  ['zh-TW', ['zh-TW', 'zh-Hant-TW', 'zh-Hant']],
  ['es-MX', ['es-MX', 'es-419', 'es', 'es-Latn-MX', 'es-Latn']],
  ['en-GB', ['en-GB', 'en-001', 'en', 'en-Latn-GB', 'en-Latn']],
  ['sr-Latn', ['sr-Latn', 'sr-Latn-RS']],
  ['pt-AO', ['pt-AO', 'pt-PT', 'pt', 'pt-Latn-AO', 'pt-Latn']],
])('%s falls back along %j', (locale, chain) => {
  expect(localeChain(locale)).toEqual(chain);
});

it('a chain is short, of one script, and begins with the locale, whatever the tag', () => {
  const part = fc.stringMatching(/^[a-z0-9]{1,8}$/);
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), (parts) => {
      const locale = canonicalLocale(parts.join('-'));
      if (locale === undefined) return;
      const chain = localeChain(locale);
      expect(chain[0]).toBe(locale);
      expect(chain.length).toBeLessThanOrEqual(12);
      expect(['ltr', 'rtl']).toContain(directionOf(locale));
      expect(locale).not.toMatch(/[^A-Za-z0-9-]/);
    }),
    { numRuns: propertyRuns(500) },
  );
});

it.each(['../x', 'de/../../x', '', 'de\u0000', 'a_b', '..', 'd e'])('%j is no locale', (tag) => {
  expect(canonicalLocale(tag)).toBeUndefined();
});

it('knows which way scripts are written', () => {
  const rtl = ['ar', 'he', 'fa', 'ur', 'ckb', 'yi', 'ar-XB', 'pa-Arab', 'dv', 'ff-Adlm'];
  expect(rtl.map(directionOf)).toEqual(rtl.map(() => 'rtl'));
  const ltr = ['en', 'ja', 'ru', 'hi', 'pa', 'az', 'tr', 'en-XA'];
  expect(ltr.map(directionOf)).toEqual(ltr.map(() => 'ltr'));
});

describe('a catalog', () => {
  it('of as many entries as fit is read once through', () => {
    const { messages, diagnostics } = readCatalog({
      file: 'de.json',
      text: `{${'"":{},'.repeat(150_000)}"last": "x"}`,
    });
    expect([[...messages.keys()], diagnostics]).toEqual([['last'], []]);
  });

  it('reports the first of many faults', () => {
    const text = `{${Array.from({ length: 5000 }, (_, index) => `"a${index}": 1`).join(',')}}`;
    const { diagnostics } = readCatalog({ file: 'de.json', text });
    expect(diagnostics).toHaveLength(20);
    expect(diagnostics[0]?.message).toContain('found the number 1');
  });
});

/** Samples of CLDR's plural rules: numbers of each category. */
const PLURALS: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>> = {
  en: { one: [1], other: [0, 2, 1.5, 100] },
  fr: { one: [0, 1, 1.5], other: [2, 17, 100], many: [1_000_000] },
  de: { one: [1], other: [0, 2, 0.5] },
  ja: { other: [0, 1, 2, 100] },
  ru: { one: [1, 21, 101], few: [2, 3, 24], many: [0, 5, 11, 12, 25], other: [1.5] },
  pl: { one: [1], few: [2, 3, 22], many: [0, 5, 12, 21], other: [1.5] },
  cs: { one: [1], few: [2, 4], many: [1.5], other: [0, 5, 100] },
  ar: { zero: [0], one: [1], two: [2], few: [3, 10, 103], many: [11, 26, 111], other: [100, 102] },
  cy: { zero: [0], one: [1], two: [2], few: [3], many: [6], other: [4, 5, 7] },
  sl: { one: [1, 101], two: [2, 102], few: [3, 4], other: [0, 5, 100] },
  lt: { one: [1, 21], few: [2, 9, 22], many: [1.5], other: [0, 10, 11] },
  ga: { one: [1], two: [2], few: [3, 6], many: [7, 10], other: [0, 11] },
};

describe.each(Object.entries(PLURALS))('plurals of %s', (locale, categories) => {
  const names = ['zero', 'one', 'two', 'few', 'many', 'other'];
  const variants = names.map((name) => `${name} {{${name}}}`).join(' ');
  const message = `.input {$n :number} .match $n ${variants} * {{other}}`;

  it.each(Object.entries(categories))('%s: %j', (category, numbers) => {
    for (const n of numbers) {
      const runs = formatRuns(message, { locale }, { n }, (error) => {
        throw error;
      });
      expect([n, runsText(runs)]).toEqual([n, category]);
    }
  });
});

describe('isolates', () => {
  it.each([
    ['Hello \u2068Ada\u2069!', 'Hello Ada!'],
    [
      '\u0645\u0631\u062d\u0628\u0627 \u2068\u0623\u062d\u0645\u062f\u2069',
      '\u0645\u0631\u062d\u0628\u0627 \u0623\u062d\u0645\u062f',
    ],
    ['\u2067\u0661\u0662\u2069 \u05d0', '\u0661\u0662 \u05d0'],
    [
      '\u0645\u0631\u062d\u0628\u0627 \u2068Ada\u2069',
      '\u0645\u0631\u062d\u0628\u0627 \u2068Ada\u2069',
    ],
  ])('%j is %j', (text, shown) => {
    expect(withoutNeedlessIsolates(text)).toBe(shown);
  });

  it('are never cells', () => {
    const mixed = '\u0645\u0631\u062d\u0628\u0627 \u2068Ada\u2069';
    expect(sanitize(mixed)).toBe('\u0645\u0631\u062d\u0628\u0627 Ada');
    expect(cellWidth(sanitize(mixed))).toBe(9);
  });
});

it('pseudo-texts are longer, keep blanks at their ends, and what is no word', () => {
  expect(pseudoText(' Save as… ', 'en-XA')).toMatch(/^ \[Šåṽé åš….*\] $/);
  expect(pseudoText('12:30', 'en-XA')).toBe('12:30');
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), (text) => {
      const shown = pseudoText(text, 'en-XA');
      expect([...shown].length).toBeGreaterThanOrEqual([...text].length);
      expect(padding(text).length).toBeLessThanOrEqual([...text].length + 10);
    }),
    { numRuns: propertyRuns(300) },
  );
});

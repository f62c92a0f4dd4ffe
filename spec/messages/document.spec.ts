/** Messages of documents: attributes, arguments, fallback, switching, `$tui.i18n` and `:lang()`. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Config } from '../../config/index.js';
import { unmountAll, type MountedApp } from '../../runtime/testing/mount.js';
import { anyCharacter } from '../support/any-character.js';
import { mount } from '../support/mount.js';
import { propertyRuns } from '../support/property-runs.js';

afterEach(unmountAll);

const open = async (
  markup: string,
  flags: Readonly<Record<string, unknown>> = { 'i18n.locale': 'de' },
  errors: 'throw' | 'keep' = 'throw',
): Promise<MountedApp> =>
  await mount(markup, {
    width: 40,
    height: 8,
    errors,
    config: new Config({ env: {}, cwd: '/', home: '/nonexistent', cliFlags: flags }),
  });
const lines = (app: MountedApp): string[] =>
  app
    .text()
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');

const EN =
  '<messages lang="en">{"hi": "Hello {$name}", "only": "English", "form": {"ok": "OK"}}</messages>';
const DE = '<messages lang="de">{"hi": "Hallo {$name}", "form.ok": "Gut"}</messages>';

it('a text, an attribute, nested keys, and what falls back', async () => {
  const app = await open(`<tui lang="en">${EN}${DE}
    <text t="hi" t-args='{"name": "Ada"}'/><text t="only">x</text><text t="none">as <b>written</b></text>
    <button t="form.ok" t:aria-label="hi" t-args='{"name": "B"}'>ok</button></tui>`);
  expect(lines(app)).toEqual(['Hallo Ada', 'English', 'as written', '  Gut']);
  expect(app.document.querySelector('button')?.getAttribute('aria-label')).toBe('Hallo B');
  expect(app.document.documentElement.getAttribute('lang')).toBe('de');
  expect(app.diagnostics).toEqual([]);
});

it('a locale of a region is that of its language, and the environment decides where nothing is set', async () => {
  const texts = await Promise.all(
    ['de-AT', 'de-DE', 'fr', 'en-GB'].map(async (locale) =>
      lines(await open(`${EN}${DE}<text t="hi" t-args='{"name":1}'/>`, { 'i18n.locale': locale })),
    ),
  );
  expect(texts).toEqual([['Hallo 1'], ['Hallo 1'], ['Hello 1'], ['Hello 1']]);
});

it('markup becomes inline elements, and unknown markup nothing', async () => {
  const app = await open(
    `<messages lang="de">{"m": "a {#b}bold {#i}both{/i}{/b} {#script}x{/script} {#b/}z"}</messages><text id="t" t="m">x</text>`,
  );
  expect(lines(app)).toEqual(['a bold both x z']);
  const bold = app.document.querySelector('#t b');
  expect(bold?.textContent).toBe('bold ');
  expect(app.document.querySelector('#t b > i')?.textContent).toBe('both');
  expect(app.document.querySelector('script')).toBeNull();
});

it('switching changes what differs and nothing else, and gives back what was written', async () => {
  const app = await open(
    `<tui lang="en">${EN}${DE}<text t="hi" t-args='{"name": "A"}'/><text id="kept" t="only">x</text>
     <text id="own" t="late">mine <b>here</b></text><messages lang="fr">{"late": "tard"}</messages>
     <script>export const seen = []; window.addEventListener('languagechange', () => seen.push($tui.i18n.locale));</script></tui>`,
  );
  const kept = app.document.getElementById('kept')!.firstChild;
  const bold = app.document.querySelector('b');
  app.$tui.i18n.setLocale('fr');
  await app.settle();
  expect(lines(app)).toEqual(['Hello A', 'English', 'tard']);
  expect(app.document.getElementById('kept')!.firstChild).toBe(kept);
  app.$tui.i18n.setLocale('de');
  await app.settle();
  expect(lines(app)).toEqual(['Hallo A', 'English', 'mine here']);
  expect(app.document.querySelector('b')).toBe(bold);
  expect(app.$tui.exports['seen']).toEqual(['fr', 'de']);
  expect(() => app.$tui.i18n.setLocale('no locale')).toThrow(RangeError);
  expect(app.$tui.i18n.locale).toBe('de');
});

it('elements that come later, attributes that change and arguments that are bound', async () => {
  const app = await open(`${DE}<container id="c"/><text id="t" t="hi" bind:t-args="who">x</text>
    <script>
      export const state = $tui.createState({ who: { name: 'A' } });
      const late = $tui.createElement('text'); late.setAttribute('t', 'form.ok');
      $tui.getElementById('c').append(late);
    </script>`);
  expect(lines(app)).toEqual(['Gut', 'Hallo A']);
  (app.$tui.exports['state'] as { who: object }).who = { name: 'B' };
  await app.settle();
  expect(lines(app)).toEqual(['Gut', 'Hallo B']);
  app.document.getElementById('t')!.removeAttribute('t');
  await app.settle();
  expect(lines(app)).toEqual(['Gut', 'x']);
});

it('a setting that changes while the app runs switches', async () => {
  const app = await open(
    `${EN}${DE}<text t="form.ok"/><script>$tui.config.set('i18n.locale', 'en');</script>`,
  );
  await app.settle();
  expect(lines(app)).toEqual(['OK']);
});

describe('files', () => {
  let folder = '';
  afterEach(() => rmSync(folder, { recursive: true }));

  it('are read when they are needed, and stand above blocks', async () => {
    folder = mkdtempSync(join(tmpdir(), 'tui-messages-'));
    writeFileSync(join(folder, 'de.json'), '\ufeff{"hi": "Servus {$name}"}');
    writeFileSync(join(folder, 'fr.json'), '{"hi": "Bonjour {$name}"}');
    writeFileSync(join(folder, 'it.json'), '{"hi": ');
    const app = await open(
      `${DE}<text t="hi" t-args='{"name":"A"}'/><text t="form.ok"/>`,
      { 'i18n.locale': 'de', 'i18n.messagesDir': folder },
      'keep',
    );
    expect(lines(app)).toEqual(['Servus A', 'Gut']);
    expect(app.diagnostics).toEqual([]);
    app.$tui.i18n.setLocale('fr-CA');
    await app.settle();
    expect(lines(app)).toEqual(['Bonjour A']);
    app.$tui.i18n.setLocale('it');
    expect(app.diagnostics.map(({ code, source }) => [code, source?.file])).toEqual([
      ['bad-messages', join(folder, 'it.json')],
      ['missing-message', '<inline>'],
    ]);
  });

  it('that cannot be read are reported once', async () => {
    folder = mkdtempSync(join(tmpdir(), 'tui-messages-'));
    mkdirSync(join(folder, 'de.json'));
    const app = await open(
      `${EN}<text t="form.ok"/><text t="form.ok"/>`,
      { 'i18n.locale': 'de', 'i18n.messagesDir': folder },
      'keep',
    );
    expect(lines(app)).toEqual(['OK', 'OK']);
    const { code, message, source } = app.diagnostics[0]!;
    expect(app.diagnostics).toHaveLength(1);
    expect(code).toBe('cannot-read');
    expect(message).toBe('the messages cannot be read: it is not a file');
    expect(source?.file).toBe(join(folder, 'de.json'));
  });

  it('have faults at the part of the message that is wrong, whatever is escaped before it', async () => {
    folder = mkdtempSync(join(tmpdir(), 'tui-messages-'));
    const text = String.raw`{"a": "\u00fc \"{$who}\" {$n :number}", "b": "\t{$open"}`;
    writeFileSync(join(folder, 'de.json'), text);
    const app = await open(
      `<text t="a" t-args='{"who":"A"}'/><text t="b">B</text>`,
      { 'i18n.locale': 'de', 'i18n.messagesDir': folder },
      'keep',
    );
    const places = app.diagnostics.map(({ code, source, span }) => [
      code,
      source!.text.slice(span!.start, span!.end),
    ]);
    expect(places).toEqual([
      ['message-arguments', '$n'],
      ['bad-message', 'n'],
    ]);
  });
});

describe('$tui.i18n', () => {
  it('formats, and tells the key where there is no message', async () => {
    const app = await open(`${EN}${DE}<text/>`, { 'i18n.locale': 'de' }, 'keep');
    const { i18n } = app.$tui;
    expect(i18n.t('hi', { name: 'Ada' })).toBe('Hallo Ada');
    expect([i18n.has('hi'), i18n.has('__proto__'), i18n.has('constructor')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(i18n.t('nothing')).toBe('nothing');
    expect(i18n.t('nothing')).toBe('nothing');
    expect(app.diagnostics.map(({ code }) => code)).toEqual(['missing-message']);
    expect(i18n.t('hi')).toBe('Hallo {$name}');
    expect(i18n.formatNumber(1234.5)).toBe('1.234,5');
    expect(
      i18n.formatDate(new Date('2026-11-23T12:00:00Z'), { dateStyle: 'long', timeZone: 'UTC' }),
    ).toBe('23. November 2026');
    expect(i18n.direction).toBe('ltr');
    i18n.setLocale('ar');
    expect([i18n.direction, app.document.documentElement.dir]).toEqual(['rtl', 'rtl']);
  });

  it('writes numbers by the extension and the region of the locale', async () => {
    const block = '<messages lang="ar">{"n": "{$n :number}"}</messages>';
    const app = await open(`${block}<text t="n" t-args='{"n":1234.5}'/>`, {
      'i18n.locale': 'ar-EG',
    });
    expect(lines(app)).toEqual(['١٬٢٣٤٫٥']);
    const { i18n } = app.$tui;
    i18n.setLocale('ar-EG-u-nu-latn');
    await app.settle();
    expect(lines(app)).toEqual(['1,234.5']);
    expect(i18n.formatNumber(1234.5)).toBe('1,234.5');
    expect([i18n.locale, app.document.documentElement.lang]).toEqual(['ar-EG-u-nu-latn', 'ar-EG']);
  });
});

describe('arguments of a script', () => {
  const MESSAGES =
    '<messages lang="de">{"m": "a {$v} b", "own": "{$constructor} {$__proto__}"}</messages>';

  it('are those that the script has put there, not what objects inherit', async () => {
    const app = await open(`${MESSAGES}<text t="own">x</text>`, undefined, 'keep');
    expect(lines(app)).toEqual(['{$constructor} {$__proto__}']);
    const { i18n } = app.$tui;
    expect(i18n.t('own', { constructor: 1, ['__proto__']: 2 })).toBe('1 2');
  });

  it.each<[string, object]>([
    [
      'a getter that throws nothing',
      {
        get v() {
          throw undefined as unknown;
        },
      },
    ],
    [
      'a getter that throws null',
      {
        get v() {
          throw null as unknown;
        },
      },
    ],
    [
      'one that throws what has no text',
      {
        get v() {
          throw Object.create(null) as unknown;
        },
      },
    ],
    [
      'a proxy that throws',
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw null as unknown;
          },
        },
      ),
    ],
    ['one that answers nonsense', new Proxy({}, { ownKeys: () => 1 as never })],
  ])('%s: the message is reported, once, and the key shows', async (_, values) => {
    const app = await open(`${MESSAGES}<text/>`, undefined, 'keep');
    const { i18n } = app.$tui;
    expect(i18n.t('m', values as Record<string, unknown>)).toBe('m');
    expect(i18n.t('m', values as Record<string, unknown>)).toBe('m');
    expect(app.diagnostics.map(({ code }) => code)).toEqual(['bad-message']);
  });

  it.each<[string, unknown]>([
    ['no text', Object.create(null)],
    [
      'a text that throws',
      {
        toString: () => {
          throw null as unknown;
        },
      },
    ],
    ['a symbol', Symbol('s')],
    ['a function', () => 1],
  ])('%s as a value ends nothing', async (_, v) => {
    const app = await open(`${MESSAGES}<text/>`, undefined, 'keep');
    expect(app.$tui.i18n.t('m', { v })).toMatch(/^a .* ?b$/);
  });
});

it('a user whose language is the document’s own gets it, with the forms of their region', async () => {
  const shown = async (locale: string): Promise<unknown[]> => {
    const app = await open(
      '<tui lang="en"><messages lang="de">{"m": "deutsch"}</messages><text t="m">english</text></tui>',
      { 'i18n.locale': locale },
    );
    const { i18n } = app.$tui;
    const date = i18n.formatDate(new Date('2026-01-31T12:00:00Z'), { timeZone: 'UTC' });
    return [...lines(app), i18n.locale, date];
  };
  expect(await shown('en-GB')).toEqual(['english', 'en-GB', '31/01/2026']);
  expect(await shown('de-AT')).toEqual(['deutsch', 'de-AT', '31.1.2026']);
  expect(await shown('fr')).toEqual(['english', 'en', '1/31/2026']);
});

it('settings that are no locale are reported, and the next best counts', async () => {
  const app = await open(
    `<tui lang="de">${EN}${DE}<text t="form.ok">x</text></tui>`,
    { 'i18n.locale': '../de', 'i18n.defaultLocale': 'no locale' },
    'keep',
  );
  expect(lines(app)).toEqual(['Gut']);
  const { diagnostics } = app.$tui.config as Config;
  expect(diagnostics.map(({ message }) => message)).toEqual([
    '--i18n-locale: expected a locale such as "de" or "pt-BR", found "../de"',
    '--i18n-default-locale: expected a locale such as "de" or "pt-BR", found "no locale"',
  ]);
});

it(':lang() matches by the nearest language, and follows a switch', async () => {
  const app = await open(`<tui lang="en">${EN}${DE}<style>
      text:lang(de) { display: none }
      text:lang("fr", *-CH) { visibility: hidden }
    </style><text>one</text><container lang="en"><text>two</text></container><container lang="de-CH"><text>three</text></container></tui>`);
  expect(lines(app)).toEqual(['two']);
  app.$tui.i18n.setLocale('en');
  await app.settle();
  expect(lines(app)).toEqual(['one', 'two']);
  expect(app.document.querySelectorAll('text:lang(en)')).toHaveLength(2);
  expect(app.document.querySelectorAll(':lang(de-CH) text')).toHaveLength(1);
});

describe('hostile messages', () => {
  it.each([
    ['no JSON', '{', 'bad-messages'],
    ['a list', '["x"]', 'bad-messages'],
    ['a number', '{"m": 1}', 'bad-messages'],
    ['too deep', '['.repeat(5000), 'bad-messages'],
    ['too long', `{"m": "${'x'.repeat(10_001)}"}`, 'bad-messages'],
    ['no message', '{"m": "{$"}', 'bad-message'],
    ['an unknown function', '{"m": "{1 :nothing}"}', 'message-arguments'],
    ['a prototype', '{"__proto__": {"m": "x"}}', ''],
  ])('%s', async (_, json, code) => {
    const app = await open(
      `<messages lang="de">${json}</messages><text t="m">as written</text>`,
      undefined,
      'keep',
    );
    expect(app.diagnostics.map((each) => each.code)).toEqual(code === '' ? [] : [code]);
    expect(app.text()).toContain(code === 'message-arguments' ? '{|1|}' : 'as written');
  });

  it('put nothing on the screen that a terminal obeys, whatever is in them', async () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(text, text, async (message, value) => {
        const json = JSON.stringify({ m: `${message.replace(/[{}|\\.]/g, '')} {$v}` }).replace(
          /</g,
          '\\u003c',
        );
        const app = await open(
          `<messages lang="de">${json}</messages><text id="t" t="m">x</text>`,
          undefined,
          'keep',
        );
        app.document.getElementById('t')!.setAttribute('t-args', JSON.stringify({ v: value }));
        await app.settle();
        expect(app.text()).not.toMatch(
          /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/,
        );
        app.unmount();
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it('arguments that throw are left out', async () => {
    const app = await open(
      `<messages lang="de">{"m": "a {$v} b"}</messages><text/>`,
      undefined,
      'keep',
    );
    const evil = {
      toString: () => {
        throw new Error('no');
      },
    };
    expect(app.$tui.i18n.t('m', { v: evil })).toMatch(/^a .* b$/);
    expect(
      app.$tui.i18n.t(
        'm',
        new Proxy(
          {},
          {
            get: () => {
              throw new Error('no');
            },
          },
        ),
      ),
    ).toMatch(/^a .* b$/);
  });
});

it.each(['<slider t="hi"/>', '<progress t="hi"/>', '<separator t="hi"/>'])(
  'an element without content ignores t, and its markup can be loaded again: %s',
  async (markup) => {
    const app = await open(`<tui>${markup}<messages lang="de">{"hi": "Hallo"}</messages></tui>`);
    expect(app.diagnostics.map(({ code, suggestion }) => [code, suggestion])).toEqual([
      ['unexpected-content', 'to translate an attribute, name it: t:title="hi"'],
    ]);
    const element = app.document.querySelector('[t]');
    expect(element?.textContent).toBe('');
    expect((await open(element?.outerHTML ?? '')).text()).toBe(app.text());
  },
);

/**
 * `tui snapshot --format html`: what is written is read back by a parser of HTML that shares nothing with
 * what wrote it, and is the same tree, texts and attributes, whatever the words of the app are.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseHTML } from 'linkedom/worker';
import { htmlPage } from '../../cli/documents/html-page.js';
import { Config } from '../../config/index.js';
import { nameOf } from '../../elements/support/control.js';
import type { TuiElement } from '../../runtime/element/tui-element.js';
import { fillPage } from '../../runtime/page/page.js';
import { readPageData } from '../../runtime/page/page-data.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';
import { anyCharacter } from '../support/any-character.js';
import { propertyRuns, tried } from '../support/property-runs.js';
import {
  elementsIn,
  find,
  outline,
  pageJson,
  pageOf,
  PlainDocument,
  readBack,
  textIn,
  type ReadElement,
} from './support.js';
import { ACCESSIBLE_NODE, COLLAPSED, COMPUTED, PROPS } from '../../runtime/element/internals.js';

afterEach(unmountAll);

const EXAMPLES = readdirSync('examples').filter((name) => name.endsWith('.tui'));
const FOLDER = 'fixtures/pages';
const updates = !['', '0', undefined].includes(process.env['UPDATE_SCREENS']);

/** The tree that was made, and the tree that a parser reads in the file; the policy is the file's own. */
async function both(json: string): Promise<{ made: ReadElement; read: ReadElement }> {
  const document = new PlainDocument();
  const policyFor = (css: string): string =>
    `default-src 'none'; style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'; base-uri 'none'; form-action 'none'`;
  fillPage(document, readPageData(JSON.parse(json)), { policyFor });
  return { made: document.documentElement.read(), read: readBack(await htmlPage(json)) };
}

const pages = new Map<string, ReturnType<typeof both>>();

/** The page of an example: made and read back once for all that is checked in it. */
function example(name: string): ReturnType<typeof both> {
  let page = pages.get(name);
  if (page === undefined) pages.set(name, (page = readExample(name)));
  return page;
}

async function readExample(name: string): ReturnType<typeof both> {
  const file = `examples/${name}`;
  const size = { width: 120, height: 40 };
  return both(await pageJson(readFileSync(file, 'utf8'), { file, ...size, argv: ['--sample'] }));
}

/** What a person can use, and what it is in the twin. */
const CONTROLS: Readonly<Record<string, string>> = {
  button: 'button',
  checkbox: 'checkbox',
  collapsible: 'button',
  'file-input': 'button',
  input: 'textbox',
  radio: 'radio',
  select: 'select',
  slider: 'slider',
  switch: 'switch',
  table: 'table',
  textarea: 'textarea',
};

/** Role and name of each control of a document, as they show. */
async function controlsOf(name: string): Promise<string[]> {
  const config = new Config({ env: {}, cwd: '/', home: '/nowhere' });
  const size = { width: 120, height: 40 };
  const file = `examples/${name}`;
  const app = await mount({ file }, { ...size, argv: ['--sample'], config });
  const isShown = (element: TuiElement): boolean => {
    for (let at: TuiElement | null = element; at !== null; at = at.parentElement) {
      const isCollapsed = at[COLLAPSED] && at !== element;
      if (at[COMPUTED]['display'] === 'none' || isCollapsed || at.hasAttribute('inert'))
        return false;
    }
    return true;
  };
  const found = [...app.document.querySelectorAll(Object.keys(CONTROLS).join())] as TuiElement[];
  const controls = found
    .filter(isShown)
    .map((element) => `${CONTROLS[element.localName]!} ${ownName(element)}`);
  const whole = [...app.document.querySelectorAll('key-hints, combobox')] as TuiElement[];
  const parts = whole.filter(isShown).flatMap((each) => each[ACCESSIBLE_NODE]()?.parts ?? []);
  // Chips of a combobox are a group.
  const all = parts.flatMap((part) => [part, ...(part.parts ?? [])]);
  const buttons = all.filter(({ role }) => role === 'button');
  return [...controls, ...buttons.map(({ name }) => `button ${name ?? ''}`)].sort();
}

function ownName(element: TuiElement): string {
  const { localName, [PROPS]: props } = element;
  const isField = localName === 'input' || localName === 'textarea';
  const near = isField ? props['placeholder'] || props['name'] : undefined;
  const text = isField || localName === 'table' ? '' : (element.textContent ?? '');
  const own = localName === 'collapsible' ? String(props['summary']) : text;
  const isPlain = localName === 'select' || localName === 'slider' ? '' : own;
  return nameOf(element, isPlain) || String(near ?? '');
}

/** Role and name of each control of a twin. */
function twinControls(page: ReadElement): string[] {
  const [main] = find(page, 'main');
  const all = [...elementsIn(main!)];
  const expected = new Set([...Object.values(CONTROLS), 'grid', 'spinbutton']);
  return all
    .map((element) => {
      const { name, attributes } = element;
      const role = attributes['role'] ?? { input: 'textbox' }[name] ?? name;
      if (!expected.has(role)) return '';
      const label = all.find((each) => each.attributes['for'] === (attributes['id'] ?? ''));
      const [caption] = find(element, 'caption');
      const said = label ?? caption;
      const words = name === 'button' ? textIn(element) : said === undefined ? '' : textIn(said);
      const same = { grid: 'table', spinbutton: 'textbox' }[role] ?? role;
      return `${same} ${attributes['aria-label'] ?? words}`;
    })
    .filter((each) => each !== '')
    .sort();
}

describe('examples', () => {
  it.each(tried(EXAMPLES, 10))('%s is read back as it was made', async (name) => {
    const { made, read } = await example(name);
    expect(read).toEqual(made);
    const names = [...elementsIn(read)].map((each) => each.name);
    expect(
      names.filter((each) => ['script', 'iframe', 'object', 'link', 'img'].includes(each)),
    ).toEqual([]);
  });

  it.each(tried(EXAMPLES, 10))('%s has each control once, with its role and name', async (name) => {
    const expected = await controlsOf(name);
    const { read } = await example(name);
    expect(twinControls(read)).toEqual(expected);
  });

  it('form.tui, as it is written', async () => {
    const html = await htmlPage(
      await pageJson(readFileSync('examples/form.tui', 'utf8'), {
        file: 'examples/form.tui',
        height: 24,
      }),
    );
    if (updates) {
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(`${FOLDER}/form.html`, html);
    }
    expect(html).toBe(readFileSync(`${FOLDER}/form.html`, 'utf8'));
  });

  it('gallery.tui: the twin of every element', async () => {
    const { read } = await example('gallery.tui');
    const text = `${outline(read)}\n`;
    if (updates) {
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(`${FOLDER}/gallery.txt`, text);
    }
    expect(text).toBe(readFileSync(`${FOLDER}/gallery.txt`, 'utf8'));
  });
});

describe('the page', () => {
  it('has a language, a title and a policy under which nothing runs or is loaded', async () => {
    const page = await pageOf('<tui lang="fi"><title>Sää &amp; tuuli</title><text>x</text></tui>');
    expect(page.attributes).toEqual({ lang: 'fi' });
    const [head] = find(page, 'head');
    const [title, style] = [find(page, 'title')[0], find(page, 'style')[0]];
    expect(textIn(title!)).toBe('Sää & tuuli');
    const hash = createHash('sha256').update(textIn(style!)).digest('base64');
    expect(find(head!, 'meta').map(({ attributes }) => attributes)).toEqual([
      { charset: 'utf-8' },
      {
        'http-equiv': 'Content-Security-Policy',
        content: `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`,
      },
      { name: 'viewport', content: 'width=device-width' },
    ]);
  });

  it('takes no language that is none', async () => {
    expect((await pageOf('<tui lang="&quot; onload=x"><text>x</text></tui>')).attributes).toEqual({
      lang: 'en',
    });
  });

  it('has the cells of the frame, which only eyes read', async () => {
    const page = await pageOf('<text style="color: #112233; font-weight: bold">表x\u0301x</text>', {
      width: 10,
      height: 2,
    });
    const [frame] = find(page, 'div');
    expect(frame?.attributes).toEqual({ class: 'frame', 'aria-hidden': 'true' });
    const [row] = find(frame!, 'div').filter(({ attributes }) => attributes['class'] === 'row');
    const runs = find(row!, 'span').map((each) => [textIn(each), each.attributes['class']]);
    expect(runs.map(([text]) => text)).toEqual(['表', 'x\u0301', 'x', ' '.repeat(6)]);
    expect(runs.map(([, names]) => names?.split(' ')[1])).toEqual(['w2', 'w1', 'w1', 'w6']);
    const css = textIn(find(page, 'style')[0]!);
    const [style] = runs[0]![1]!.split(' ');
    expect(css).toMatch(new RegExp(`\\.${style!}\\{color:#112233;[^}]*font-weight:700\\}`));
  });

  it('keeps words that are read from right to left in one run', async () => {
    const page = await pageOf('<text>ab حجز طاولة 12</text>', { width: 16, height: 1 });
    const row = find(page, 'div').find(({ attributes }) => attributes['class'] === 'row');
    const runs = find(row!, 'span').map((each) => [textIn(each), each.attributes['class']]);
    expect(runs.map(([text, names]) => [text, names?.split(' ')[1]])).toEqual([
      ['ab ', 'w3'],
      ['حجز طاولة 12', 'w12'],
      [' ', 'w1'],
    ]);
  });

  it.each([
    ['fullcolor-dark', ':root{color-scheme:dark}'],
    ['fullcolor-std', ':root{color-scheme:light}'],
  ])('has the colours of %s', async (theme, rule) => {
    const page = await pageOf('<text>x</text>', { theme });
    expect(textIn(find(page, 'style')[0]!)).toContain(rule);
  });

  it('has reversed, dim, underlined and struck cells as they look', async () => {
    const page = await pageOf(
      '<text style="color: #010203; background: #a0b0c0; video: reverse">r</text><text style="font-weight: dim; color: #010203">d</text><text><u>u</u><s>s</s></text>',
    );
    const css = textIn(find(page, 'style')[0]!);
    expect(css).toContain('{color:#a0b0c0;background-color:#010203}');
    expect(css).toMatch(/color:#01020399;/);
    expect(css).toMatch(/text-decoration:underline\}/);
    expect(css).toMatch(/text-decoration:line-through\}/);
  });
});

describe('words of an app', () => {
  const HOSTILE = [
    '"><script>alert(1)</script>',
    "'><img src=x onerror=alert(1)>",
    '&quot;&lt;&amp;&#60;script&#62;',
    '</style><script>1</script>',
    '</title><script>1</script>',
    '</textarea><script>1</script>',
    '--><!--<![CDATA[',
    '><',
    '$&$1$`',
    'a\u0000b\u0007\u001b[31m\u007f\u0085',
    '\u202eevil\u2066\u200f',
    '\ud800 \udc00 \ufffe \u{1fffe}',
    'nb\u00a0sp',
    '\n\n first',
    '\r\n',
  ];
  const word = fc
    .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: anyCharacter, maxLength: 6 })), {
      minLength: 1,
      maxLength: 3,
    })
    .map((parts) => parts.join(''));

  /** Everything that a page says, with these words everywhere. */
  const dataOf = (text: string): string => {
    const of = { name: text, description: text, value: text, placeholder: text };
    const items = [
      { depth: 0, role: 'paragraph' },
      { depth: 1, role: 'text', name: text },
      { depth: 1, role: 'link', name: text, href: `https://example.org/${text}` },
      { depth: 1, role: 'link', name: text, href: text },
      { depth: 0, role: 'button', ...of },
      ...['text', 'password', 'multiline', 'number'].map((type) => ({
        depth: 0,
        role: 'textbox',
        type,
        ...of,
        invalid: text,
        valueText: text,
      })),
      { depth: 0, role: 'select', ...of },
      { depth: 1, role: 'optgroup', ...of },
      { depth: 2, role: 'option', ...of },
      { depth: 0, role: 'table', ...of, columnCount: 1, rowCount: 1 },
      { depth: 1, role: 'row' },
      { depth: 2, role: 'columnheader', ...of },
      { depth: 1, role: 'row', rowIndex: 1 },
      { depth: 2, role: 'cell', ...of },
      { depth: 0, role: 'disclosure', ...of, expanded: true },
      { depth: 1, role: 'img', ...of },
      { depth: 0, role: 'dialog', ...of },
      { depth: 0, role: 'slider', ...of, valueNow: 1, valueText: text },
    ];
    return JSON.stringify({
      version: 1,
      width: 4000,
      height: 1,
      scheme: 'dark',
      title: text,
      lang: text,
      cursor: null,
      styles: [{ ink: '#000000', paper: '#ffffff', attributes: [] }],
      rows: [[[text, 4, 0]]],
      twin: items,
      links: ['https://a.example/', 'mailto:', ''].map((start, x) => ({
        x,
        y: 0,
        cells: 1,
        href: start + text,
      })),
    });
  };

  const check = async (text: string): Promise<void> => {
    const { made, read } = await both(dataOf(text));
    expect(read).toEqual(made);
    for (const { name, attributes, children } of elementsIn(read)) {
      expect(['script', 'img']).not.toContain(name);
      expect(Object.keys(attributes).filter((key) => /^on|^style$|^src$/.test(key))).toEqual([]);
      const own = children.filter((child) => typeof child === 'string').join('');
      const allowed = name === 'style' || name === 'textarea' ? '\n' : '';
      for (const said of [own.replaceAll(allowed, ''), ...Object.values(attributes)]) {
        expect(said).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u200e\u200f]/u);
        expect(Buffer.from(said).toString()).toBe(said);
      }
    }
  };

  it.each(HOSTILE.map((text) => [JSON.stringify(text), text]))(
    '%s is but words',
    async (_, text) => {
      await check(text);
    },
  );

  it('are but words, whatever they are', async () => {
    await fc.assert(fc.asyncProperty(word, check), { numRuns: propertyRuns(50) });
  });

  it('would be markup in a title, and other words in an attribute, as linkedom alone writes them', () => {
    const { document } = parseHTML('<!doctype html><html><head></head><body></body></html>');
    const title = document.createElement('title');
    title.textContent = '</title><script>1</script>';
    document.head.append(title);
    document.body.setAttribute('aria-label', '&lt;');
    const read = readBack(document.toString(), { isFaulty: true });
    expect(find(read, 'script')).toHaveLength(1);
    expect(find(read, 'body')[0]?.attributes).toEqual({ 'aria-label': '<' });
  });
});

describe('data that no app of ours sends', () => {
  const GOOD = {
    version: 1,
    width: 3,
    height: 1,
    scheme: 'dark',
    title: '',
    lang: 'en',
    cursor: null,
    styles: [{ ink: '#000000', paper: '#ffffff', attributes: [] }],
    rows: [[['abc', 3, 0]]],
    links: [],
    twin: [{ role: 'button', depth: 0, name: 'A' }],
  };

  it('is refused', async () => {
    await expect(htmlPage(JSON.stringify(GOOD))).resolves.toContain('<button');
    const color = { ink: 'red}body{background:url(http://x)', paper: '#ffffff', attributes: [] };
    const bad: readonly unknown[] = [
      null,
      [],
      'page',
      { ...GOOD, version: 2 },
      { ...GOOD, width: -1 },
      { ...GOOD, styles: [] },
      { ...GOOD, styles: [color] },
      { ...GOOD, rows: [[['abc', 9, 0]]] },
      { ...GOOD, rows: [[['abc', 3, 1]]] },
      { ...GOOD, rows: [[], []] },
      { ...GOOD, scheme: '}' },
      { ...GOOD, cursor: { x: 3, y: 0 } },
      { ...GOOD, cursor: { x: '0;}', y: 0 } },
      { ...GOOD, links: undefined },
      { ...GOOD, links: [{ x: 2, y: 0, cells: 2, href: 'https://a.example/' }] },
      { ...GOOD, links: [{ x: 0, y: '0}', cells: 1, href: 'https://a.example/' }] },
      { ...GOOD, twin: [{ role: 'script', depth: 0 }] },
      { ...GOOD, twin: [{ role: 'button', depth: 1e9 }] },
      { ...GOOD, twin: [{ role: 'textbox', depth: 0, type: 'image' }] },
      { ...GOOD, twin: [{ role: 'slider', depth: 0, valueNow: '1' }] },
    ];
    for (const data of bad) {
      await expect(htmlPage(JSON.stringify(data))).rejects.toMatchObject({
        diagnostics: [expect.objectContaining({ code: 'bad-page' })],
      });
    }
    await expect(htmlPage('{')).rejects.toMatchObject({ name: 'DiagnosticError' });
    await expect(htmlPage('['.repeat(100_000))).rejects.toMatchObject({ name: 'DiagnosticError' });
  });

  it('makes no element where a parser would not leave it', async () => {
    const roles = [
      'row',
      'cell',
      'option',
      'tab',
      'optgroup',
      'paragraph',
      'listitem',
      'link',
      'text',
    ];
    const others = [
      'table',
      'select',
      'list',
      'listbox',
      'button',
      'heading',
      'dialog',
      'disclosure',
    ];
    const role = fc.constantFrom(...roles, ...others);
    const twin = fc.array(fc.record({ role, depth: fc.nat(6), name: fc.constant('x') }), {
      maxLength: 20,
    });
    const property = fc.asyncProperty(twin, async (items) => {
      const { made, read } = await both(JSON.stringify({ ...GOOD, twin: items }));
      expect(read).toEqual(made);
    });
    await fc.assert(property, { numRuns: propertyRuns(200) });
  });
});

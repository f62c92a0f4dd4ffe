/** Links in a document as links of the terminal, of pictures and of pages. */
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MAX_LINK_TEXT, MAX_LINKS, StyleTable } from '../../runtime/paint/cells.js';
import { registry } from '../../elements/index.js';
import { createApp } from '../../runtime/app/app.js';
import { MAX_LINK, webLink } from '../../runtime/base/text/web-links.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import { anyCharacter } from '../support/any-character.js';
import { mount } from '../support/mount.js';
import { propertyRuns } from '../support/property-runs.js';
import { Xterm } from '../support/xterm.js';
import { htmlPage } from '../../cli/documents/html-page.js';
import { find, pageJson, pageOf, readBack, type ReadElement } from '../page/support.js';

afterEach(unmountAll);

describe('webLink', () => {
  it.each([
    ['https://a.example', 'https://a.example/'],
    ['HTTP://A.example/b?c=d;e#f', 'http://a.example/b?c=d;e#f'],
    ['mailto:a@b.example?subject=x y', 'mailto:a@b.example?subject=x%20y'],
    ['https://例え.example/日本', 'https://xn--r8jz45g.example/%E6%97%A5%E6%9C%AC'],
  ])('%s', (href, address) => {
    expect(webLink(href)).toBe(address);
  });

  it.each([
    '',
    'a.md',
    '#part',
    '//a.example',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,x',
    'vscode://x',
    'java\nscript:alert(1)',
    'https://a.example/\x1b\\',
    'https://a.example/\u202ex',
    'https://',
    `https://a.example/${'x'.repeat(MAX_LINK)}`,
    `https://a.example/${'日'.repeat(MAX_LINK / 4)}`,
  ])('none: %j', (href) => {
    expect(webLink(href)).toBe('');
  });

  it('is printable ASCII of a scheme that is opened, whatever it is made of', () => {
    const prefix = fc.constantFrom('', 'https:', 'https://', 'http://a.example/', 'mailto:', 'x:');
    fc.assert(
      fc.property(prefix, fc.string({ unit: anyCharacter }), (start, rest) => {
        expect(webLink(start + rest)).toMatch(/^((https?|mailto):[\x21-\x7e]*)?$/);
      }),
      { numRuns: propertyRuns(500) },
    );
  });
});

describe('a table of styles', () => {
  it('has room for a bounded number of addresses, and has it again once they are gone', () => {
    const table = new StyleTable();
    const ids = Array.from({ length: MAX_LINKS + 10 }, (_, at) =>
      table.intern(0, 0, 0, `https://a.example/${at}`),
    );
    expect(new Set(ids).size).toBe(MAX_LINKS + 1);
    expect(table.get(ids.at(-1)!).link).toBe('');
    const long = new StyleTable();
    let total = 0;
    for (let at = 0; at < 300; at++) {
      const id = long.intern(0, 0, 0, `https://a.example/${at}/${'x'.repeat(1900)}`);
      total += long.get(id).link.length;
    }
    expect(total).toBeLessThanOrEqual(MAX_LINK_TEXT);
    expect(long.crowded).toBe(true);
    long.compact([]);
    expect(long.crowded).toBe(false);
    expect(long.get(long.intern(0, 0, 0, 'https://b.example/')).link).toBe('https://b.example/');
  });
});

const TEXT =
  '<text>go <a id="a" href="https://a.example/;x">to a <b>place</b> far away</a> or <a href="b.md">b</a></text>';

/** A document on a terminal that is named so. */
async function onTerminal(markup: string, TERM: string, width = 20) {
  const written: Uint8Array[] = [];
  const output = {
    isTTY: true,
    columns: width,
    rows: 4,
    writable: true,
    writableNeedDrain: false,
    write: (bytes: Uint8Array | string) => {
      written.push(typeof bytes === 'string' ? Buffer.from(bytes) : bytes.slice());
      return true;
    },
    on: () => output,
    off: () => output,
    once: () => output,
  };
  const app = createApp(markup, {
    registry,
    width,
    height: 4,
    env: { TERM, LANG: 'C.UTF-8' },
    output: output as unknown as NonNullable<Parameters<typeof createApp>[1]>['output'],
  });
  const xterm = new Xterm(width, 4);
  const frame = async (): Promise<string> => {
    app.frame();
    const bytes = Buffer.concat(written.splice(0));
    await xterm.write(bytes);
    return bytes.toString();
  };
  return { app, xterm, frame, first: await frame() };
}

/** The address of each cell of a row by a letter. */
const leads = (row: readonly string[]): string =>
  row.map((link) => (link === '' ? '.' : (/\/\/(.)/.exec(link)?.[1] ?? '?'))).join('');

describe('on a terminal', () => {
  it('each cell of a link leads to its address, on every line and in every style of it', async () => {
    const { xterm, first } = await onTerminal(TEXT, 'xterm-256color');
    expect(xterm.rows().slice(0, 2)).toEqual(['go to a place far', 'away or b']);
    expect(xterm.links().slice(0, 2).map(leads)).toEqual([
      '...aaaaaaaaaaaaaa...',
      'aaaa................',
    ]);
    // The parts of it are one link, and it is closed at the end of the frame.
    expect(new Set(first.match(/\x1b\]8;id=[^;]*;/g)).size).toBe(1);
    expect(first).toMatch(/\x1b\]8;;\x1b\\[^\]]*$/);
  });

  it('another address with the same words is sent', async () => {
    const { app, xterm, frame } = await onTerminal(TEXT, 'xterm-256color');
    app.document.getElementById('a')!.setAttribute('href', 'http://b.example/');
    expect(await frame()).toContain('http://b.example/');
    expect(leads(xterm.links()[0]!)).toBe('...bbbbbbbbbbbbbb...');
    app.document.getElementById('a')!.setAttribute('href', 'javascript:b()');
    await frame();
    expect(leads(xterm.links()[0]!)).toBe('.'.repeat(20));
  });

  it.each(['linux', 'vt100', 'eterm-color'])('%s gets none', async (term) => {
    expect((await onTerminal(TEXT, term)).first).not.toContain('\x1b]8');
  });

  it('a document without links has no byte of them', async () => {
    const { first } = await onTerminal('<text>a <b>b</b> <a href="c.md">c</a></text>', 'xterm');
    expect(first).not.toContain(']8;');
  });

  it('links behind a dialog lead nowhere', async () => {
    const markup = `${TEXT}<dialog open="true" modal="true" title="T" style="width: 6; height: 3"><text>x</text></dialog>`;
    const { xterm } = await onTerminal(markup, 'xterm-256color');
    expect(xterm.links().map(leads).join('')).toMatch(/^\.+$/);
  });
});

describe('in a picture', () => {
  it('are links of SVG and JSON, safe ones only', async () => {
    const app = await mount(`${TEXT}<text><a href="javascript:x()">x</a></text>`, {
      width: 20,
      height: 3,
    });
    const svg = app.screen().toSvg();
    expect(svg.match(/<a [^>]*>/g)).toEqual(
      Array(2).fill('<a href="https://a.example/;x" target="_blank" rel="noopener noreferrer">'),
    );
    expect(svg).not.toContain('javascript');
    expect(app.screen().toJson().links).toEqual([
      { x: 3, y: 0, cells: 14, href: 'https://a.example/;x' },
      { x: 0, y: 1, cells: 4, href: 'https://a.example/;x' },
    ]);
    expect((await mount('<text>x</text>')).screen().toJson()).not.toHaveProperty('links');
  });

  it('are links of a page, over the cells', async () => {
    const json = await pageJson(TEXT, { width: 20, height: 3 });
    const page = await pageOf(TEXT, { width: 20, height: 3 });
    const overCells = (root: ReadElement): ReadElement[] => find(root, 'a', 'tabindex');
    expect(overCells(page).map(({ attributes }) => attributes)).toEqual([
      {
        class: 'x3 w14',
        href: 'https://a.example/;x',
        rel: 'noopener noreferrer',
        tabindex: '-1',
      },
      {
        class: 'x0 w4',
        href: 'https://a.example/;x',
        rel: 'noopener noreferrer',
        tabindex: '-1',
      },
    ]);
    const rows = find(page, 'div').filter(({ attributes }) => attributes['class'] === 'row');
    expect(rows.map((row) => overCells(row).length)).toEqual([1, 1, 0]);
    // What a runner says of its links is checked where a page is made of it.
    expect(overCells(readBack(await htmlPage(json))).length).toBe(2);
    const evil = json.replaceAll('https://a.example/;x', 'javascript:x()');
    expect(overCells(readBack(await htmlPage(evil)))).toEqual([]);
    const outside = json.replace('"x":3,"y":0', '"x":30,"y":0');
    await expect(htmlPage(outside)).rejects.toThrow('no frame that a page can be made of');
  });
});

/** Input that no author means: nothing throws, hangs, leaks an escape, or paints outside its box. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { registry } from '../../elements/index.js';
import { createApp, type App } from '../../runtime/app/app.js';
import { bufferCells, visible, Xterm } from '../support/xterm.js';
import { anyCharacter } from '../support/any-character.js';
import { propertyRuns } from '../support/property-runs.js';

interface Shown {
  readonly app: App;
  readonly bytes: string;
}

function show(markup: string, width = 40, height = 8): Shown {
  const chunks: Uint8Array[] = [];
  const app = createApp(markup, {
    registry,
    width,
    height,
    theme: 'fullcolor-dark',
    output: { write: (bytes) => chunks.push(Buffer.from(bytes)) },
  });
  app.frame();
  return { app, bytes: Buffer.concat(chunks).toString() };
}

function rows(app: App): string[] {
  return Array.from({ length: app.height }, (_, y) => app.cells.rowText(y).trimEnd());
}

/** What our encoder may send: cursor moves, erasing, SGR, cursor visibility, synchronized output; nothing else. */
const ALLOWED = /\x1b\[(?:\d*(?:;\d+)*[ABCDGHJKmd]|\?25[hl]|\?2026[hl])/g;

function strayControls(bytes: string): string[] {
  return (
    bytes
      .replace(ALLOWED, '')
      .replace(/[\r\n\b]/g, '')
      .match(/[\x00-\x1f\x7f-\x9f]/g) ?? []
  );
}

const HOSTILE = [
  ['escape sequences', '\x1b[31mred\x1b]0;title\x07\x1b[2J\x1bc'],
  ['C1 controls', '\x9b31m\x90q\x9c\x85'],
  ['bidi controls', 'a\u202eb\u2066c\u2069\u200fd\u061ce'],
  ['NUL and DEL', 'a\0b\x7fc'],
  ['lone surrogates', 'a\ud800b\udc00c'],
  ['noncharacters', '\ufffe\uffff\u{1ffff}'],
  ['combining marks', `e${'\u0301'.repeat(5000)} z`],
  ['zero-width runs', '\u200b\u200d\ufeff\u2060'.repeat(1000)],
  ['emoji clusters', '👨‍👩‍👧‍👦🏳️‍🌈🇩🇪👍🏽1️⃣'],
  ['CJK', '保存しますか表示'.repeat(20)],
  ['line and paragraph separators', 'a\u2028b\u2029c'],
] as const;

describe('hostile text', () => {
  it.each(HOSTILE)('%s: in a text, a title, labels and a legend leak nothing', (_name, text) => {
    const json = JSON.stringify([text, text]).replaceAll('&', '&amp;').replaceAll("'", '&#39;');
    const series = JSON.stringify([{ name: text }, { name: text }]).replaceAll("'", '&#39;');
    // As a document has it, and as a script sets it: the two doors are not the same.
    const { app, bytes } = show(
      `<tui><container id="box" style="border: thin"><text id="t"></text></container>` +
        `<data-bars show-legend="true" series='${series}' bars="[[1,2],[3,4]]" labels='${json}'/></tui>`,
    );
    expect(strayControls(bytes)).toEqual([]);
    const chunks: string[] = [];
    const set = (): void => {
      app.document.getElementById('t')!.textContent = text;
      app.document.getElementById('box')!.setAttribute('title', text);
      app.frame();
    };
    set();
    expect(strayControls(chunks.join(''))).toEqual([]);
    for (const row of rows(app))
      expect(row).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
    app.stop();
  });

  it('shows an escape as its picture instead of obeying it', () => {
    const { app } = show('<text id="t">x</text>', 20, 1);
    app.document.getElementById('t')!.textContent = 'a\x1b[31mb';
    app.frame();
    expect(rows(app)).toEqual(['a␛[31mb']);
  });

  it('takes any text at all without a stray control, and the terminal agrees on ASCII parts', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter, maxLength: 60 }),
        fc.integer({ min: 0, max: 30 }),
        (text, width) => {
          const chunks: Uint8Array[] = [];
          const app = createApp('<text id="t"></text>', {
            registry,
            width,
            height: 3,
            theme: 'bw-dark',
            output: { write: (bytes) => chunks.push(Buffer.from(bytes)) },
          });
          app.document.getElementById('t')!.textContent = text;
          app.frame();
          expect(strayControls(Buffer.concat(chunks).toString())).toEqual([]);
          app.stop();
        },
      ),
      { numRuns: propertyRuns(200) },
    );
  });
});

describe('size', () => {
  const document = `<tui><container title="A title" style="border: rounded; padding: 1">
    <text>Some words that wrap</text>
    <data-bars series='[{"name":"s"}]' bars="[[1],[2]]" labels='["a","b"]' show-values="true" show-legend="true"/>
  </container></tui>`;

  it.each([
    [0, 0],
    [1, 1],
    [1, 20],
    [20, 1],
    [2, 2],
    [3, 3],
    [1000, 1000],
  ])('%i x %i paints, and a resize to it and back as well', async (width, height) => {
    const { app, bytes } = show(document, width, height);
    expect(app.cells.glyphs).toHaveLength(width * height);
    expect(strayControls(bytes)).toEqual([]);
    if (width >= 2 && width <= 100 && height <= 100) {
      const terminal = new Xterm(width, height);
      await terminal.write(bytes);
      expect(visible(terminal.cells())).toEqual(visible(bufferCells(app.cells)));
    }
    const other = show(document, 40, 12).app;
    const before = rows(other);
    other.resize(width, height);
    other.frame();
    other.resize(40, 12);
    other.frame();
    expect(rows(other)).toEqual(before);
  });

  it('keeps a megabyte of text in its box', () => {
    const { app } = show(
      '<container style="border: thin; height: 4; width: 12"><text id="t"></text></container>',
      20,
      6,
    );
    app.document.getElementById('t')!.textContent = 'word '.repeat(200_000);
    app.frame();
    expect(rows(app)).toEqual([
      '┌──────────┐',
      '│word word │',
      '│word word │',
      '└──────────┘',
      '',
      '',
    ]);
    app.document.getElementById('t')!.textContent = 'x'.repeat(1_000_000);
    app.frame();
    expect(rows(app)[1]).toBe('│xxxxxxxxxx│');
  });

  it('lays out ten thousand elements', () => {
    const items = Array.from({ length: 10_000 }, (_, i) => `<text>item ${i}</text>`).join('');
    const { app } = show(`<tui style="overflow: hidden">${items}</tui>`, 20, 3);
    expect(rows(app)).toEqual(['item 0', 'item 1', 'item 2']);
  });

  it.each([500, 2000, 10_000])('nests %i deep', (depth) => {
    const { app } = show(
      `${'<container>'.repeat(depth)}deep${'</container>'.repeat(depth)}`,
      10,
      2,
    );
    expect(rows(app)).toEqual(['deep', '']);
    app.document.querySelector('container')!.remove();
    app.frame();
    expect(rows(app)).toEqual(['', '']);
  });

  it('nests bold text ten thousand deep', () => {
    const { app } = show(`<text>${'<b>'.repeat(10_000)}deep${'</b>'.repeat(10_000)}</text>`, 10, 1);
    expect(rows(app)).toEqual(['deep']);
  });

  it('takes absurd lengths', () => {
    const { app } = show(
      `<container style="width: 999999999; height: 1e9; padding: 100000; margin: -99999999; flex-grow: 1e30"><text>x</text></container>`,
    );
    expect(rows(app)).toHaveLength(8);
  });
});

/** Pictures that a terminal shows itself: cells that name their parts, clipped, scrolled and covered as text is. */
import type { Input } from '../../../elements/input/input.js';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Canvas } from '../../../elements/canvas/canvas.js';
import { MAX_PLACES, placeholder } from '../../../runtime/base/text/image-parts.js';
import { GlyphFacts } from '../../../runtime/terminal/encoding/glyph-facts.js';
import { KeptImages } from '../../../runtime/terminal/images/kept-images.js';
import { StyleTable } from '../../../runtime/paint/cells.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { dataUrl, rgbaPng } from '../../graphics/files.js';
import { mount } from '../../support/mount.js';
import { PROTOCOLS, TERMINALS, type Protocol } from './terminals.js';

afterEach(() => {
  unmountAll();
  jest.restoreAllMocks();
});

const FLAG = dataUrl(rgbaPng(64, 64, new Uint8Array(64 * 64 * 4).fill(200)));
const MARKS = Array.from({ length: MAX_PLACES }, (_, at) => [...placeholder(at, 0)][1]!);
type App = Awaited<ReturnType<typeof mount>>;

/** An app on a terminal that has said that it shows images. */
async function open(markup: string, options = {}, protocol: Protocol = 'kitty'): Promise<App> {
  const app = await mount(`<tui>${markup}</tui>`, { width: 12, height: 6, ...options });
  app.app.input(Buffer.from(TERMINALS[protocol]));
  await app.settle();
  return app;
}

/** Rows of cells: the part of the image that each shows, as `row.column`; anything else as it is. */
function parts(app: App): string[] {
  const { cells } = app.app;
  return Array.from({ length: cells.height }, (_, y) =>
    Array.from({ length: cells.width }, (_, x) => {
      const text = cells.table.text(cells.glyphs[y * cells.width + x]!);
      const [mark, row = '', column = ''] = [...text];
      if (mark !== '\u{10EEEE}') return text.trim();
      return `${MARKS.indexOf(row)}.${MARKS.indexOf(column)}`;
    })
      .join(' ')
      .trim(),
  );
}

const idOf = (app: App): number => {
  const { cells } = app.app;
  const at = [...cells.glyphs].findIndex((glyph) =>
    cells.table.text(glyph).startsWith('\u{10EEEE}'),
  );
  return at < 0 ? -1 : cells.table.get(cells.styles[at]!).fg & 0xffffff;
};

/** The ids that parts of images name, each once. */
function idsOf(app: App): number[] {
  const { cells } = app.app;
  const named = [...cells.glyphs.keys()].filter((at) =>
    cells.table.text(cells.glyphs[at]!).startsWith('\u{10EEEE}'),
  );
  return [...new Set(named.map((at) => cells.table.get(cells.styles[at]!).fg & 0xffffff))];
}

/** What draws pixels, by the protocols that do so in a frame. */
const IMAGE_DATA = /\x1bP[\d;]*q|\x1b\]1337;File/;

const ROWS = [0, 1, 2, 3].map((y) => [0, 1, 2, 3, 4, 5, 6, 7].map((x) => `${y}.${x}`).join(' '));
const IMG = `<img gfx-mode="auto" src="${FLAG}"/>`;

describe('an image that is printed', () => {
  // Half of each cell: one colour alone would be blanks with a background.
  const pixels = Uint8Array.from({ length: 64 * 64 * 4 }, (_, at) =>
    (at >> 2) % 8 < 4 || at % 4 === 3 ? 255 : 0,
  );
  const striped = dataUrl(rgbaPng(64, 64, pixels));

  it.each([
    ['img', `<img gfx-mode="auto" src="${striped}"/>`],
    ['canvas', `<canvas gfx-mode="auto" width="64" height="64"/>`],
  ])(
    'is of characters: what shows it in pixels stays, and is not the scrollback: %s',
    async (name, markup) => {
      const app = await open(markup);
      const canvas = app.document.querySelector('canvas') as Canvas | null;
      if (canvas !== null) {
        canvas.getContext('2d')!.fillStyle = '#c8c8c8';
        for (let x = 0; x < 64; x += 8) canvas.getContext('2d')!.fillRect(x, 0, 4, 64);
        await app.settle();
      }
      const before = [parts(app), idOf(app)];
      expect(before[1]).not.toBe(-1);
      app.$tui.print(app.document.querySelector(name) as never);
      expect(app.printed[0]!.replace(/\s/g, '')).toMatch(/^[▌▐]{32,}$/);
      await app.settle();
      expect([parts(app), idOf(app)]).toEqual(before);
    },
  );
});

describe('placeholders', () => {
  it('are as many as the protocol has, each another one', () => {
    expect(new Set(MARKS).size).toBe(297);
    expect([MARKS[0], MARKS[1], MARKS[296]]).toEqual(['\u0305', '\u030d', '\u{1d244}']);
  });

  it('are one cell each for the encoder', () => {
    const table = new StyleTable();
    const facts = new GlyphFacts(false);
    for (let at = 0; at < MAX_PLACES; at++) {
      const glyph = table.glyph(placeholder(at, MAX_PLACES - 1 - at));
      expect([at, facts.of(glyph, table) & 3]).toEqual([at, 1]);
    }
  });
});

describe('a picture in pixels', () => {
  it('is shown by cells that name its parts', async () => {
    expect(parts(await open(IMG)).slice(0, 5)).toEqual([...ROWS, '']);
  });

  it('is scrolled by a row, with the same image', async () => {
    const app = await open(
      `<style>img { height: 4; flex-shrink: 0 }</style><container id="c" style="height: 3; overflow-y: scroll">${IMG}</container>`,
    );
    const id = idOf(app);
    const shown = (): string[] =>
      parts(app)
        .slice(0, 3)
        .map((row) => row.split(' ').slice(0, 8).join(' '));
    expect(id).toBeGreaterThan(255);
    expect(shown()).toEqual(ROWS.slice(0, 3));
    app.document.getElementById('c')!.scrollTop = 1;
    await app.settle();
    expect(shown()).toEqual(ROWS.slice(1));
    expect(idOf(app)).toBe(id);
  });

  it('is half covered by a dialog, and whole again', async () => {
    const app = await open(
      `${IMG}<container id="d" style="position: absolute; left: 4; top: 1; width: 8; height: 2; background-color: #123456"><text>ABOVE</text></container>`,
    );
    const id = idOf(app);
    expect(parts(app).slice(0, 4)).toEqual([
      ROWS[0],
      '1.0 1.1 1.2 1.3 A B O V E',
      '2.0 2.1 2.2 2.3',
      ROWS[3],
    ]);
    app.document.getElementById('d')!.remove();
    await app.settle();
    expect(parts(app).slice(0, 4)).toEqual(ROWS);
    expect(idOf(app)).toBe(id);
  });

  it.each(PROTOCOLS)(
    'is half under a modal dialog, which dims what is behind it: %s',
    async (to) => {
      const dialog = '<dialog id="d" style="width: 8; height: 3; left: 4; top: 1"></dialog>';
      const app = await open(`${IMG}${dialog}`, {}, to);
      const id = idOf(app);
      expect(id).toBeGreaterThan(255);
      const output = app.output.length;
      (app.document.getElementById('d') as unknown as { showModal(): void }).showModal();
      await app.settle();
      expect(idsOf(app)).toEqual([id]);
      expect(parts(app)[0]).toBe(ROWS[0]);
      expect(parts(app)[1]).toMatch(/^1\.0 1\.1 1\.2 1\.3 /);
      expect(app.output.slice(output)).not.toMatch(IMAGE_DATA);
    },
  );

  it.each(PROTOCOLS)(
    'is on a background on which text would have another colour: %s',
    async (to) => {
      const app = await open(`<container id="c">${IMG}</container>`, {}, to);
      const color = `#${idOf(app).toString(16).padStart(6, '0')}`;
      app.document.getElementById('c')!.style.cssText =
        `background-color: ${color}; ink-color: red`;
      await app.settle();
      // Of images that are drawn, what is clear shows the background.
      const [again = 0, ...others] = idsOf(app);
      expect([others, again > 255, again !== 0xff0000]).toEqual([[], true, true]);
      expect(parts(app).slice(0, 4)).toEqual(ROWS);
    },
  );

  it('is not sent again where colours around it change', async () => {
    const send = jest.spyOn(KeptImages.prototype, 'send');
    const app = await open(`<container id="c">${IMG}</container>`);
    const id = idOf(app);
    app.document.getElementById('c')!.style.cssText = 'background-color: #123456; color: red';
    await app.settle();
    expect(idsOf(app)).toEqual([id]);
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('gets another image where its size or its file changes', async () => {
    const app = await open(IMG);
    const id = idOf(app);
    const img = app.document.querySelector('img')!;
    img.style.width = '4';
    await app.settle();
    expect(parts(app).slice(0, 3)).toEqual(['0.0 0.1 0.2 0.3', '1.0 1.1 1.2 1.3', '']);
    const smaller = idOf(app);
    expect(smaller).not.toBe(id);
    img.setAttribute('src', dataUrl(rgbaPng(8, 8, new Uint8Array(8 * 8 * 4).fill(99))));
    await app.settle();
    expect(idOf(app)).not.toBe(smaller);
  });

  it.each([
    ['the theme has few colours', IMG, { theme: 'color16-dark' }],
    ['the mode is another one', `<img src="${FLAG}"/>`, {}],
    ['there are no such glyphs', IMG, { glyphs: 'ascii' as const }],
  ])('is in cells where %s', async (_, markup, options) => {
    const app = await open(markup, options);
    expect(idOf(app)).toBe(-1);
    expect(app.text().trim() === '' ? app.screen().toAnsi() : app.text()).not.toBe('');
  });

  it('is in cells until the terminal has answered, and where it is not known', async () => {
    const app = await mount(`<tui>${IMG}</tui>`, { width: 12, height: 6 });
    expect(idOf(app)).toBe(-1);
    app.app.input(Buffer.from('\x1bP>|Konsole 24\x1b\\\x1b_Gi=31;OK\x1b\\\x1b[?62;c'));
    await app.settle();
    expect(idOf(app)).toBe(-1);
    app.document.querySelector('img')!.setAttribute('gfx-mode', 'kitty');
    await app.settle();
    expect(idOf(app)).toBeGreaterThan(0);
  });
});

describe('answers that are no answers', () => {
  const NONSENSE = [
    ['an error', '\x1b_Gi=31;EINVAL:no\x1b\\'],
    ['of another image', '\x1b_Gi=99;OK\x1b\\'],
    ['without a text', '\x1b_Gi=31\x1b\\\x1b_G\x1b\\\x1b_\x1b\\'],
    ['sizes that no cell has', '\x1b[6;0;0t\x1b[6;99999999999;8t\x1b[6;;t\x1b[4;1;1t'],
    ['attributes that are none', '\x1b[?;;;c\x1b[?99999999999999c\x1b[?1;0;S'],
    ['a name with controls', '\x1bP>|kitty\x07\x9b2J\x18\x1b\\'],
    ['one without an end', `\x1b_Gi=31;${'A'.repeat(100_000)}`],
  ] as const;

  it.each(NONSENSE)('%s leaves the picture in cells, and the app as it was', async (_, answer) => {
    const app = await mount(`<tui>${IMG}<input value="a"/></tui>`, { width: 12, height: 6 });
    const before = app.screen().toAnsi();
    app.app.input(Buffer.from(`${answer}\x1b\\\x1b[?62;c`, 'latin1'));
    await app.advance(1000);
    expect(idOf(app)).toBe(-1);
    expect(app.screen().toAnsi()).toBe(before);
    // What is typed next arrives.
    await app.press('Tab', 'End', 'b');
    expect((app.document.querySelector('input') as Input).value).toBe('ab');
    expect(app.output).not.toMatch(/\x1b_G[^i]*i=99|EINVAL|AAAAAA/);
  });

  it('written by a document are text', async () => {
    const app = await mount(`<tui>${IMG}<text id="t"></text></tui>`, { width: 40, height: 6 });
    const forged = `${TERMINALS.kitty}\x1b_Ga=d,d=A\x1b\\\x1bPq#0~\x1b\\\x1b]1337;File=:\x07`;
    app.document.getElementById('t')!.textContent = forged;
    await app.advance(1000);
    expect(idOf(app)).toBe(-1);
    expect(app.text()).toContain('\u241b_Gi=31;OK\u241b\\');
    expect(app.output).not.toMatch(IMAGE_DATA);
    expect(app.output).not.toMatch(/\x1b_G(?!i=31,s=1)/);
  });

  it.each([
    ['a text', '<text id="t"></text>', 'textContent'],
    ['a label', '<separator id="t"></separator>', 'label'],
    ['a value', '<input id="t"/>', 'value'],
    ['a tab', '<tabs><tab id="t">a</tab></tabs>', 'label'],
    ['a title', '<container id="t" style="border: solid; height: 3"/>', 'title'],
    ['a canvas', '<canvas id="t" style="height: 2; width: 8"/>', 'canvas'],
  ])('cannot be named by %s in their colour', async (_, markup, property) => {
    const app = await open(`${IMG}${markup}`, { height: 12 });
    const id = idOf(app);
    expect(id).toBeGreaterThan(0);
    const element = app.document.getElementById('t')!;
    element.style.setProperty('color', `#${id.toString(16).padStart(6, '0')}`);
    const forged = `${placeholder(0, 0)} \u{10EEEE}`;
    if (property === 'canvas') {
      const context = (element as Canvas).getContext('2d')!;
      context.fillStyle = `#${id.toString(16).padStart(6, '0')}`;
      context.fillText(forged, 0, 4);
    } else Object.assign(element, { [property]: forged });
    await app.settle();
    expect(app.text()).toContain('\ufffd');
    const all = parts(app).flatMap((row) => row.split(' '));
    // The image's own first part, and no other one.
    expect(all.filter((part) => part === '0.0')).toHaveLength(1);
    expect(all.filter((part) => part.startsWith('-1'))).toEqual([]);
  });
});

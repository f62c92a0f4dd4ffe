/** Pictures in pixels as xterm.js draws them: the bytes of an app, shown in a browser, looked at as a screenshot. @ci */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decode as decodePng } from 'fast-png';
import { rgbaPng } from '../graphics/files.js';
import { Chromium } from '../support/chromium.js';
import { needs } from '../support/programs.js';
import { commandFile } from '../support/cli.js';
import { runOnPty, type PtyStep } from '../support/pty.js';
import { untilPasses } from '../support/until.js';

const folder = mkdtempSync(join(tmpdir(), 'tui-shown-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const require = createRequire(import.meta.url);
const packageOf = (name: string): string => dirname(require.resolve(`${name}/package.json`));
const script = (name: string, file: string): string =>
  `<script src="${pathToFileURL(join(packageOf(name), 'lib', file)).href}"></script>`;

const COLUMNS = 40;
const ROWS = 10;
const QUARTERS = [
  [230, 25, 25],
  [25, 200, 50],
  [25, 50, 230],
  [240, 200, 25],
] as const;

/** A whole picture that a terminal draws, as a regular expression of Python. */
const IMAGE = '\x1bP0;1;0q[^\x1b]*\x1b\\\\|\x1b\\]1337;File=[^\x07]*\x07';

let browser: Chromium;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Opens a terminal; the size of its cells, in pixels. */
async function openTerminal(): Promise<Size> {
  const page = join(folder, 'page.html');
  const css = pathToFileURL(join(packageOf('@xterm/xterm'), 'css', 'xterm.css')).href;
  writeFileSync(
    page,
    `<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="${css}">
    <body style="margin: 0"><div id="t"></div>
    ${script('@xterm/xterm', 'xterm.js')}${script('@xterm/addon-image', 'addon-image.js')}
    <script>
      const terminal = new Terminal({ cols: ${COLUMNS}, rows: ${ROWS}, allowProposedApi: true });
      terminal.loadAddon(new ImageAddon.ImageAddon());
      terminal.open(document.getElementById('t'));
    </script>`,
  );
  await browser.open(page);
  const cell = await browser.evaluate<Size>(
    `(({ width, height }) => ({ width, height }))(terminal._core._renderService.dimensions.css.cell)`,
  );
  return { width: Math.round(cell.width), height: Math.round(cell.height) };
}

type Picture = ReturnType<typeof decodePng>;

/** The screen comes to show this after what the app has written: images are decoded meanwhile. */
async function shows(text: string, check: (picture: Picture) => void): Promise<void> {
  const written = JSON.stringify(text);
  await browser.evaluate(`new Promise((done) => terminal.write(${written}, done))`);
  await untilPasses(async () => {
    const png = await browser.screenshot();
    writeFileSync(join(process.env['TUI_SCREENSHOTS'] ?? folder, 'shown.png'), png);
    check(decodePng(png));
  });
}

async function run(cell: Size, answers: string, steps: readonly PtyStep[]): Promise<string> {
  const quarter = (at: number): number => (at >= 64 * 32 ? 2 : 0) + (at % 64 >= 32 ? 1 : 0);
  const pixels = Array.from({ length: 64 * 64 }, (_, at) => [...QUARTERS[quarter(at)]!, 255]);
  writeFileSync(join(folder, 'p.png'), rgbaPng(64, 64, Uint8Array.from(pixels.flat())));
  const app = join(folder, 'app.tui');
  writeFileSync(
    app,
    `<tui><text>READY</text><img id="p" src="p.png" alt="P" style="width: 16; height: 6; object-fit: fill"/><text>BELOW</text>
     <container id="c" style="display: none; position: absolute; left: 8; top: 3; width: 20; height: 2; background-color: #808080"><text>COVER</text></container>
     <script>
       const c = $tui.getElementById('c');
       const KEYS = { q: () => $tui.exit(0), d: () => (c.style.display = 'flex'), h: () => (c.style.display = 'none') };
       $tui.document.addEventListener('keydown', ({ key }) => KEYS[key]?.());
     </script></tui>`,
  );
  const { text } = await runOnPty(
    commandFile(),
    ['--gfx-mode=auto', '--theme=fullcolor-dark', app],
    [
      { type: `${answers.replace('CELL', `\x1b[6;${cell.height};${cell.width}t`)}` },
      { wait: 'BELOW' },
      { nextMatch: IMAGE },
      ...steps,
      { type: 'q' },
    ],
    { COLORTERM: 'truecolor', TERM: 'xterm-256color' },
  );
  // Up to where the terminal is given back.
  return text.slice(0, text.indexOf('\x1b[?1003l'));
}

beforeAll(() => needs('chromium'));

describe.each([
  ['sixel', 'CELL\x1b[?62;4;9;22c'],
  ['iTerm2', '\x1bP>|iTerm2 3.5\x1b\\CELL\x1b[?62;9;22c'],
])('xterm.js with %s', (_, answers) => {
  beforeEach(() => {
    browser = new Chromium();
  });
  afterEach(async () => await browser.close());

  const colorsAt = (
    { data, width, channels }: Picture,
    cell: Size,
    places: readonly (readonly [x: number, y: number])[],
  ): number[][] =>
    places.map(([x, y]) => {
      const at = (Math.floor(y * cell.height) * width + Math.floor(x * cell.width)) * channels;
      return [...data.slice(at, at + 3)];
    });
  /** Middles of the quarters of the picture, in cells. */
  const MIDDLES = [
    [4, 2.5],
    [12, 2.5],
    [4, 5.5],
    [12, 5.5],
  ] as const;
  const near = (colors: number[][]): unknown =>
    colors.map((color) => color.map((part) => expect.closeTo(part, -1)));

  it('shows the pixels where the picture is, and nothing of them beside it', async () => {
    const cell = await openTerminal();
    await shows(await run(cell, answers, []), (picture) => {
      expect(colorsAt(picture, cell, MIDDLES)).toEqual(near(QUARTERS.map((color) => [...color])));
      const [right, below, behind] = colorsAt(picture, cell, [
        [16.5, 2.5],
        [10, 7.5],
        [30, 8.5],
      ]);
      expect([right, below]).toEqual([behind, behind]);
    });
  });

  it('shows what covers it, and all of it again after that', async () => {
    const cell = await openTerminal();
    const covered = await run(cell, answers, [{ type: 'd' }, { next: 'COVER' }]);
    await shows(covered, (picture) => {
      const [gray] = colorsAt(picture, cell, [[20, 4.5]]);
      expect(colorsAt(picture, cell, [[14, 4.5]])).toEqual([gray]);
      expect(gray).toEqual([128, 128, 128]);
      expect(colorsAt(picture, cell, [MIDDLES[0], MIDDLES[3]])).toEqual(
        near([[...QUARTERS[0]], [...QUARTERS[3]]]),
      );
    });
    const again = await run(cell, answers, [
      { type: 'd' },
      { next: 'COVER' },
      { type: 'h' },
      { nextMatch: IMAGE },
    ]);
    await shows(`\x1bc${again}`, (picture) => {
      expect(colorsAt(picture, cell, MIDDLES)).toEqual(near(QUARTERS.map((color) => [...color])));
    });
  });
});

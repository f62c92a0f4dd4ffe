/**
 * Pictures in pixels on terminals that draw them over cells: ptys that answer as such. What arrives is read by other code
 * than what writes it, and compared with the file pixel by pixel.
 * @ci
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decode as decodePng } from 'fast-png';
import { DecoderAsync } from 'sixel';
import { rgbaPng } from '../graphics/files.js';
import { commandFile } from '../support/cli.js';
import { Iterm2Images } from '../support/drawn-images.js';
import { freePort } from '../support/port-thief.js';
import { runOnPty, type PtyResult, type PtyStep } from '../support/pty.js';
import { RawWebSocket } from '../support/raw-websocket.js';

const folder = mkdtempSync(join(tmpdir(), 'tui-drawn-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** 64 x 64 pixels in the colours of sixels, fewer than 255, a stripe of them clear: 8 x 4 cells. */
const SIDE = 64;
const pixels = new Uint8Array(SIDE * SIDE * 4);
const percent = (value: number): number => Math.round(((value % 101) * 255) / 100);
for (let at = 0; at < SIDE * SIDE; at++) {
  const [x, y] = [at % SIDE, Math.floor(at / SIDE)];
  const color = [percent((x >> 3) * 12), percent((y >> 3) * 12), percent(50), x < 8 ? 0 : 255];
  pixels.set(x < 8 ? [0, 0, 0, 0] : color, at * 4);
}

let app = '';
beforeAll(() => {
  writeFileSync(join(folder, 'p.png'), rgbaPng(SIDE, SIDE, pixels));
  app = join(folder, 'app.tui');
  writeFileSync(
    app,
    `<tui><text id="t">READY</text>
  <container id="box" style="height: 6; overflow: scroll"><img id="p" src="p.png" alt="P"/><text>a</text><text>b</text><text>c</text><text>d</text></container>
  <dialog id="d" style="width: 38; height: 5"><text>ABOVE</text></dialog>
  <dialog id="e" style="width: 20; height: 5"><text>BESIDE</text></dialog>
  <script>
    const { document } = $tui;
    const KEYS = {
      q: () => $tui.exit(0),
      s: () => { $tui.getElementById('box').scrollTop = 1; },
      b: () => { $tui.getElementById('box').scrollTop = 0; },
      d: () => $tui.getElementById('d').showModal(),
      e: () => $tui.getElementById('e').showModal(),
      r: () => $tui.getElementById('p').remove(),
      t: () => { $tui.getElementById('t').textContent = 'ANOTHER LINE'; },
    };
    $tui.getElementById('p').addEventListener('load', () => { $tui.getElementById('t').textContent = 'LOADED'; });
    document.addEventListener('keydown', ({ key }) => KEYS[key]?.());
  </script></tui>`,
  );
});

const SIXEL = '\x1bP>|XTerm(390)\x1b\\\x1b[6;16;8t\x1b[?63;1;2;4;22c';
const ITERM2 = '\x1bP>|iTerm2 3.5.0\x1b\\\x1b[6;16;8t\x1b[?62;c';
const ANY_SIXEL = /\x1bP0;1;0q[^\x1b]*\x1b\\/g;
const END: readonly PtyStep[] = [{ type: 'q' }];
/** Cells that show a picture, as a regular expression of Python. */
const GLYPHS = '[\u{1fb00}-\u{1fb3b}▀-▟]';

async function run(
  steps: readonly PtyStep[],
  { mode = 'auto', answers = SIXEL, until = '\x1bP0;1;0q', theme = 'fullcolor-dark' } = {},
): Promise<PtyResult> {
  return await runOnPty(
    commandFile(),
    [`--gfx-mode=${mode}`, `--theme=${theme}`, app],
    [{ type: answers }, { wait: 'LOADED' }, { wait: until }, { sleep: 100 }, ...steps],
    { COLORTERM: 'truecolor', TERM: 'xterm-256color' },
  );
}

const drawn = ({ text }: PtyResult): readonly string[] => text.match(ANY_SIXEL) ?? [];

describe('a terminal with sixels', () => {
  it('gets exactly the pixels, once, at their place, and no mark of a cell', async () => {
    const result = await run([{ type: 't' }, { sleep: 300 }, ...END]);
    expect([result.status, result.errors, result.restored]).toEqual([0, '', true]);
    expect(drawn(result)).toHaveLength(1);
    expect(result.text).toMatch(/\x1b7\x1b\[2;1H\x1bP0;1;0q"1;1;64;64[^\x1b]*\x1b\\\x1b8/);
    expect(result.text).not.toContain('\u{10EEEE}');
    const decoder = await DecoderAsync();
    decoder.init(0, null, 256);
    decoder.decodeString(drawn(result)[0]!.slice(8, -2));
    const shown = new Uint8Array(decoder.data32.slice().buffer);
    expect([decoder.width, decoder.height]).toEqual([SIDE, SIDE]);
    expect(Buffer.compare(shown, pixels)).toBe(0);
  });

  it('shows cells while it is covered or cut off, and the picture again after that', async () => {
    const result = await run([
      { type: 's' },
      { nextMatch: GLYPHS },
      { type: 'b' },
      { next: '\x1bP0;1;0q' },
      { type: 'd' },
      { next: 'ABOVE' },
      { type: '\x1b' },
      { next: '\x1bP0;1;0q' },
      ...END,
    ]);
    expect([result.status, result.errors]).toEqual([0, '']);
    const parts = result.text.split(ANY_SIXEL);
    expect(parts).toHaveLength(4);
    // Cells show it between: at first none were, since the terminal had answered before.
    expect(parts[1]).toMatch(/[\u{1fb00}-\u{1fb3b}▀-▟]/u);
    expect(parts[2]).toContain('ABOVE');
  });

  it('gets nothing of it where a modal dialog opens and closes beside it', async () => {
    const result = await run([
      { type: 'e' },
      { wait: 'BESIDE' },
      { sleep: 100 },
      { type: '\x1b' },
      { sleep: 300 },
      ...END,
    ]);
    expect([result.status, result.errors]).toEqual([0, '']);
    expect(drawn(result)).toHaveLength(1);
  });

  it('writes over it where it goes', async () => {
    const blanks = { nextMatch: '(?:(?: {8}|\x1b\\[K).*?){4}' };
    const result = await run([{ type: 'r' }, blanks, ...END]);
    const [, after = ''] = result.text.split(ANY_SIXEL);
    // Four rows of the picture: blanks, or erased to the end.
    expect(after.match(/ {8}|\x1b\[K/g)!.length).toBeGreaterThanOrEqual(4);
  });
});

describe('a terminal of iTerm2 and its kin', () => {
  it('gets exactly the pixels, once, over its cells', async () => {
    const result = await run([{ type: 't' }, { sleep: 300 }, ...END], {
      answers: ITERM2,
      until: '\x1b]1337;File=',
    });
    const images = new Iterm2Images();
    images.feed(result.text);
    expect([result.status, images.errors, images.images.length]).toEqual([0, [], 1]);
    expect(images.images[0]).toMatchObject({ width: '8', height: '4', preserveAspectRatio: '0' });
    const { width, height, data } = decodePng(images.images[0]!.file);
    expect([width, height]).toEqual([SIDE, SIDE]);
    expect(Buffer.compare(data as Uint8Array, pixels)).toBe(0);
  });
});

describe('cells show it', () => {
  it.each([
    ['the terminal states no sixels', { answers: SIXEL.replace('2;4;', '2;') }],
    ['it does not state the size of its cells', { answers: SIXEL.replace('\x1b[6;16;8t', '') }],
    ['it has another protocol than the one that is wanted', { mode: 'iterm2' }],
    ['there are 16 colours', { theme: 'color16-dark' }],
  ])('where %s', async (_, options) => {
    const steps = [{ nextMatch: GLYPHS }, ...END];
    const result = await run(steps, { ...options, until: 'LOADED' });
    expect(drawn(result)).toEqual([]);
    expect(result.text).not.toMatch(/\u{10EEEE}|\x1b\]1337/u);
    expect(result.text).toMatch(/[\u{1fb00}-\u{1fb3b}▀-▟]/u);
  });

  it('not where there are 256 colours', async () => {
    expect(drawn(await run(END, { theme: 'color-dark' }))).toHaveLength(1);
  });
});

describe('beside a mirror', () => {
  const TOKEN = 'a-token-that-is-set-by-hand';

  /** The app on a terminal that answers so, and the images that a page gets of it, which ends it then. */
  async function runWithPage(
    answers: string,
    mode: string,
  ): Promise<PtyResult & { readonly onPage: readonly Uint8Array[] }> {
    const port = await freePort();
    const running = runOnPty(
      commandFile(),
      [`--gfx-mode=${mode}`, '--theme=fullcolor-dark', app],
      [{ type: answers }, { wait: 'LOADED' }],
      {
        COLORTERM: 'truecolor',
        TERM: 'xterm-256color',
        TUI_SERVER_PORT: String(port),
        TUI_SERVER_TOKEN: TOKEN,
        TUI_SERVER_ALLOW_INPUT: 'true',
      },
    );
    const page = await openPage(port);
    page.send('{"type":"subscribe","images":true}');
    // A page that has shown all that it got.
    let shown = '';
    const got = (): string => {
      const text = page.received.toString('latin1');
      const [, seq = shown] = [...text.matchAll(/"type":"frame","seq":(\d+)/g)].at(-1) ?? [];
      if (seq !== shown) page.send(`{"type":"ack","of":"frame","seq":${(shown = seq)}}`);
      return text;
    };
    await page.until(() => got().includes('LOADED'));
    const hasPixels = ['auto', 'iterm2'].includes(mode);
    if (hasPixels) await page.until(() => /"type":"image".*?"png":"[^"]*"/s.test(got()));
    page.send('{"type":"key","key":"q"}');
    const result = await running;
    const pngs = got().matchAll(/"type":"image".*?"png":"([^"]*)"/gs);
    const onPage = [...pngs].map(
      ([, png = '']) => decodePng(Buffer.from(png, 'base64')).data as Uint8Array,
    );
    return { ...result, onPage };
  }

  async function openPage(port: number): Promise<RawWebSocket> {
    for (let tries = 0; ; tries++) {
      try {
        return await RawWebSocket.open(port, TOKEN);
      } catch (error) {
        // It does not listen yet.
        if (tries === 200) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  it.each(['auto', 'iterm2'])('iTerm2 and the page get the pixels: %s', async (mode) => {
    const { status, text, onPage } = await runWithPage(ITERM2, mode);
    const images = new Iterm2Images();
    images.feed(text);
    expect([status, images.errors, images.images.length, onPage.length]).toEqual([0, [], 1, 1]);
    for (const shown of [decodePng(images.images[0]!.file).data as Uint8Array, onPage[0]!]) {
      expect(Buffer.compare(shown, pixels)).toBe(0);
    }
  });

  it('a terminal with sixels has cells, and the page the pixels', async () => {
    const result = await runWithPage(SIXEL, 'auto');
    expect([result.status, result.onPage.length]).toEqual([0, 1]);
    expect(Buffer.compare(result.onPage[0]!, pixels)).toBe(0);
    expect(result.text).not.toMatch(/\u{10EEEE}|\x1b\]1337|\x1bP0;1;0q/u);
    expect(result.text).toMatch(new RegExp(GLYPHS, 'u'));
  });

  it.each(['kitty', 'sixel', 'sextant'])('both have cells with %s', async (mode) => {
    const result = await runWithPage(SIXEL, mode);
    expect([result.status, result.onPage]).toEqual([0, []]);
    expect(result.text).not.toMatch(/\u{10EEEE}|\x1b\]1337|\x1bP0;1;0q/u);
    expect(result.text).toMatch(new RegExp(GLYPHS, 'u'));
  });
});

/**
 * Pictures in pixels, on a terminal that has kitty's graphics protocol: a pty that answers as one. What arrives is
 * read by a reader of its own, and compared with the file pixel by pixel.
 * @ci
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rgbaPng } from '../graphics/files.js';
import { commandFile } from '../support/cli.js';
import { KittyImages } from '../support/kitty-images.js';
import { describeInTmux } from '../support/tmux.js';
import { Xterm } from '../support/xterm.js';
import { runOnPty, type PtyResult, type PtyStep } from '../support/pty.js';

const folder = mkdtempSync(join(tmpdir(), 'tui-images-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** 64 x 64 pixels, no two alike, some of them clear: 8 x 4 cells. */
const SIDE = 64;
const pixels = new Uint8Array(SIDE * SIDE * 4);
for (let at = 0; at < SIDE * SIDE; at++) {
  const [x, y] = [at % SIDE, Math.floor(at / SIDE)];
  pixels.set([x * 4, y * 4, (x * y) % 256, x < 8 ? 0 : 255], at * 4);
}
/** As a picture: clear pixels have no colour. */
const expected = pixels.slice();
for (let at = 0; at < expected.length; at += 4) {
  if (expected[at + 3] === 0) expected.fill(0, at, at + 4);
}

let app = '';
beforeAll(() => {
  writeFileSync(join(folder, 'p.png'), rgbaPng(SIDE, SIDE, pixels));
  app = join(folder, 'app.tui');
  writeFileSync(
    app,
    `<tui><text id="t">READY</text>
  <container id="box" style="height: 6; overflow: scroll"><img id="p" src="p.png" alt="P"/><text>a</text><text>b</text><text>c</text><text>d</text></container>
  <dialog id="d" style="width: 20; height: 5"><text>ABOVE</text></dialog>
  <script>
    const { document } = $tui;
    const KEYS = {
      q: () => $tui.exit(0),
      s: () => { $tui.getElementById('box').scrollTop = 1; },
      d: () => $tui.getElementById('d').showModal(),
      r: () => $tui.getElementById('p').remove(),
      w: () => { $tui.getElementById('p').style.width = '4'; },
      x: () => { setTimeout(() => { throw new Error('EX'); }); },
    };
    $tui.getElementById('p').addEventListener('load', () => { $tui.getElementById('t').textContent = 'LOADED'; });
    document.addEventListener('keydown', ({ key }) => KEYS[key]?.());
  </script></tui>`,
  );
});

/** What kitty answers; the last ends the answers. */
const ANSWERS = '\x1bP>|kitty(0.38.0)\x1b\\\x1b[6;16;8t\x1b_Gi=31;OK\x1b\\\x1b[?62;c';
const PLAIN = '\x1b[6;16;8t\x1b[?62;c';
const ENV = { COLORTERM: 'truecolor', TERM: 'xterm-256color' };

async function run(
  steps: readonly PtyStep[],
  {
    mode = 'auto',
    until = '\u{10EEEE}',
    answers = ANSWERS,
    theme = 'fullcolor-dark',
    env = {} as Record<string, string>,
  } = {},
): Promise<PtyResult & { kept: KittyImages }> {
  const result = await runOnPty(
    commandFile(),
    [`--gfx-mode=${mode}`, `--theme=${theme}`, app],
    [{ type: answers }, { wait: 'LOADED' }, { wait: until }, { sleep: 100 }, ...steps],
    { ...ENV, ...env },
  );
  const kept = new KittyImages();
  kept.feed(result.text);
  return { ...result, kept };
}

/** The same without what its end deletes. */
function before(result: PtyResult): KittyImages {
  const kept = new KittyImages();
  kept.feed(result.text.replaceAll(/\x1b_Ga=d[^\x1b]*\x1b\\/g, ''));
  return kept;
}

const placeholders = (text: string): number => text.split('\u{10EEEE}').length - 1;
const END: readonly PtyStep[] = [{ type: 'q' }];
/** Cells that show a picture, as a regular expression of Python. */
const GLYPHS = '[\u{1fb00}-\u{1fb3b}▀-▟]';

describe('a terminal with images', () => {
  it.each([
    ['alone', 'auto', {}],
    ['beside a mirror', 'auto', { TUI_SERVER_PORT: '0' }],
    ['beside a mirror with iterm2', 'iterm2', { TUI_SERVER_PORT: '0' }],
  ])('gets exactly the pixels, once, and shows them at placeholders, %s', async (_, mode, env) => {
    const result = await run(END, { mode, env });
    expect(result.status).toBe(0);
    expect(result.errors).not.toMatch(/^(error|warning)/m);
    const shown = before(result);
    expect(shown.errors).toEqual([]);
    expect(shown.transmissions).toBe(1);
    const [[id, image] = [0, undefined]] = [...shown.images];
    expect(image).toMatchObject({ width: SIDE, height: SIDE, columns: 8, rows: 4 });
    expect(Buffer.compare(image!.data, expected)).toBe(0);
    expect(id).toBeGreaterThan(255);
    expect(placeholders(result.text)).toBe(32);
    expect(result.text).toContain(`38;2;${id >> 16};${(id >> 8) & 255};${id & 255}`);
  });

  it('has nothing left of it at the end, however it ends', async () => {
    for (const end of [
      END,
      [{ type: 'x' }],
      [{ type: '\x03' }],
      [{ signal: 'SIGTERM' }],
      [{ signal: 'SIGHUP' }],
    ] as readonly (readonly PtyStep[])[]) {
      const { kept, restored } = await run(end);
      expect([end, kept.transmissions, kept.images.size, kept.errors, restored]).toEqual([
        end,
        1,
        0,
        [],
        true,
      ]);
    }
  });

  it('gets nothing again where the picture is scrolled or covered', async () => {
    const result = await run([
      { type: 's' },
      { sleep: 300 },
      { type: 'd' },
      { sleep: 300 },
      ...END,
      { type: '\x1bq' },
      { sleep: 200 },
      ...END,
    ]);
    expect(before(result).transmissions).toBe(1);
  });

  it('shows the same image at every placeholder behind a modal dialog, scrolled by a row', async () => {
    const steps = [{ type: 's' }, { sleep: 300 }, { type: 'd' }, { wait: 'ABOVE' }, { sleep: 300 }];
    const result = await run([...steps, ...END, { type: '\x1bq' }, { sleep: 200 }, ...END]);
    const [[id = 0] = []] = [...before(result).images];
    const terminal = new Xterm(80, 24);
    const end = result.text.indexOf('ABOVE');
    // The rest of the frame that shows the dialog.
    await terminal.write(result.text.slice(0, result.text.indexOf('\x1b[?2026l', end)));
    const named = terminal
      .cells()
      .flat()
      .filter(({ char }) => char.startsWith('\u{10EEEE}'));
    // Three rows of it show below the text, and the row that is scrolled out does not.
    expect(named).toHaveLength(24);
    expect(new Set(named.map(({ fg }) => fg & 0xffffff))).toEqual(new Set([id]));
  });

  it('gets a picture of another size anew, and forgets the one before', async () => {
    const result = await run([{ type: 'w' }, { nextMatch: 'c=4,r=2' }, ...END]);
    const shown = before(result);
    expect(shown.transmissions).toBe(2);
    expect([...shown.images.values()].map(({ columns, rows }) => [columns, rows])).toEqual([
      [8, 4],
      [4, 2],
    ]);
    expect(result.kept.errors).toEqual([]);
  });

  it('forgets a picture that is removed', async () => {
    const { text, kept } = await run([{ type: 'r' }, { next: '\x1b_Ga=d,d=I' }, ...END]);
    expect(text).toContain('\x1b_Ga=d,d=I');
    expect([kept.images.size, kept.errors]).toEqual([0, []]);
  });
});

describe('cells show it', () => {
  it.each([
    ['the terminal says nothing', { answers: PLAIN }],
    [
      'it is not known to have placeholders',
      { answers: ANSWERS.replace('kitty(0.38.0)', 'Konsole 24') },
    ],
    ['the answer is an error', { answers: ANSWERS.replace('OK', 'ENOTSUPPORTED') }],
    ['the answer is to another question', { answers: ANSWERS.replace('i=31', 'i=32') }],
    ['there are few colours', { theme: 'color-dark' }],
    ['the mode is another one', { mode: 'sextant' }],
  ])('where %s', async (_, options) => {
    const steps = [{ nextMatch: '[\u{1fb00}-\u{1fb3b}]' }, ...END];
    const { text, kept } = await run(steps, { ...options, until: 'LOADED' });
    expect([kept.transmissions, placeholders(text)]).toEqual([0, 0]);
    expect(text).toMatch(/[\u{1fb00}-\u{1fb3b}]/u);
  });

  it('not where the user names the protocol', async () => {
    const answers = ANSWERS.replace('kitty(0.38.0)', 'Konsole 24');
    const { kept } = await run(END, { answers, mode: 'kitty' });
    expect(kept.transmissions).toBe(1);
  });
});

describeInTmux('in tmux', () => {
  /** tmux on the pty, which asks the terminal, and in it the app. */
  async function runInTmux(
    passes: 'on' | 'off',
    { mode = 'auto', name = 'kitty(0.38.0)', until = GLYPHS } = {},
  ): Promise<PtyResult & { kept: KittyImages }> {
    const socket = join(folder, `tmux-${passes}-${mode}`);
    const conf = join(folder, 'tmux.conf');
    writeFileSync(
      conf,
      `set -g allow-passthrough ${passes}\nset -g status off\nset -s escape-time 0\n`,
    );
    const command = `printf REA; printf DY; read line; ${process.execPath} ${commandFile()} --gfx-mode=${mode} --theme=fullcolor-dark ${app}`;
    const start = join(folder, `${passes}-${mode}.mjs`);
    writeFileSync(
      start,
      `import { spawnSync } from 'node:child_process';
      spawnSync('tmux', ['-u', '-S', ${JSON.stringify(socket)}, '-f', ${JSON.stringify(conf)}, 'new', ${JSON.stringify(command)}], { stdio: 'inherit' });`,
    );
    const result = await runOnPty(
      start,
      [],
      [
        // tmux asks what the terminal is; the shell in it has started when both halves are shown.
        { wait: '\x1b[>q' },
        { type: `\x1bP>|${name}\x1b\\` },
        { wait: 'DY' },
        { type: '\r' },
        { wait: 'LOADED' },
        { nextMatch: until },
        { type: 'q' },
      ],
      { ...ENV, SHELL: '/bin/sh', TMUX: '', KITTY_WINDOW_ID: '', CI: '' },
    );
    const kept = new KittyImages();
    kept.feed(result.text);
    return { ...result, kept };
  }

  it('passes images through to a terminal that shows them', async () => {
    const { kept, text } = await runInTmux('on', { until: '(?:\u{10EEEE}[^\u{10EEEE}]*){32}' });
    expect(kept.errors).toEqual([]);
    expect([kept.transmissions, kept.images.size]).toEqual([1, 0]);
    // tmux may write them again.
    expect(placeholders(text)).toBeGreaterThanOrEqual(32);
  });

  it('shows cells where nothing is passed through', async () => {
    const { kept, text } = await runInTmux('off');
    expect([kept.transmissions, placeholders(text)]).toEqual([0, 0]);
    expect(text).toMatch(SEXTANT);
  });

  it('shows cells in a terminal that is not known to show images, unless the user says so', async () => {
    const unknown = await runInTmux('on', { name: 'XTerm(390)' });
    expect([unknown.kept.transmissions, placeholders(unknown.text)]).toEqual([0, 0]);
    expect(unknown.text).toMatch(SEXTANT);
    const said = await runInTmux('on', { name: 'XTerm(390)', mode: 'kitty', until: '\u{10EEEE}' });
    expect(said.kept.transmissions).toBe(1);
  });
});

const SEXTANT = /[\u{1FB00}-\u{1FB3B}\u2580-\u259f]/u;

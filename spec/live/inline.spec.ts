/** Inline apps in tmux: below the prompt, over resizes and stops, ended in every way; each time the prompt is clean. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { commandFile } from '../support/cli.js';
import { describeInTmux, Tmux } from '../support/tmux.js';
import { sleep } from '../support/until.js';

const APP = `<tui inline="true"><style>#box { border: rounded; width: 30 }</style>
<container id="box"><text id="text">Ready</text></container><text id="rows"></text>
<script>
const rows = $tui.getElementById('rows');
let count = 0;
$tui.document.addEventListener('keydown', ({ key }) => {
  if (key === '+') count += 4;
  if (key === '-') count = 0;
  rows.innerHTML = Array.from({ length: count }, (_, at) => 'row ' + at).join('<br/>');
  if (key === 'q') $tui.exit(3);
  if (key === 'n') $tui.notify('Saved', { timeout: 0 });
  if (key === 'm') {
    $tui.notify('Never seen');
    $tui.exit(3);
  }
  if (key === 'p') {
    let line = 0;
    const timer = setInterval(() => {
      for (let end = line + 100; line < end; line++) $tui.print('printed ' + line);
      if (line === 1000) clearInterval(timer);
    }, 100);
  }
  if (key === 'l') {
    $tui.print('last words');
    $tui.exit(3);
  }
  if (key === 'f') {
    if (document.fullscreenElement === null) document.documentElement.requestFullscreen();
    else document.exitFullscreen();
  }
  if (key === 'k') $tui.exit(0, { clear: true });
  if (key === 'e') setTimeout(() => { throw new Error('thrown on purpose'); });
});
</script></tui>`;

const FRAME = [
  '╭────────────────────────────╮',
  '│Ready                       │',
  '╰────────────────────────────╯',
];

const terminal = new Tmux();
let folder = '';
let app = (flags: string): string => flags;

const keys = (...names: string[]): void => terminal.keys(...names);
const rows = (): string[] => {
  const all = terminal.screen().split('\n');
  while (all.at(-1) === '') all.pop();
  return all;
};
const shows = async (what: string, look: (text: string) => boolean): Promise<string[]> => {
  await terminal.until(what, () => look(terminal.screen()));
  return rows();
};

/** Starts the app below two lines and waits for its first frame. */
async function start(flags = ''): Promise<void> {
  keys(`clear; tmux clear-history; echo one; echo two`, 'Enter');
  await shows('the lines above', (text) => /^one\ntwo\n\$ *$/m.test(text));
  keys(app(flags), 'Enter');
  await shows('the first frame', (text) => text.includes('│Ready'));
}

const prompt = async (): Promise<void> => {
  await terminal.until('a prompt', () => rows().at(-1) === '$');
};

/** The process that the shell of the pane has started. */
const launcher = (): number =>
  Number(
    execFileSync('pgrep', ['-P', terminal.run('display-message', '-p', '#{pane_pid}').trim()]),
  );

const stateOf = (pid: number): string =>
  execFileSync('ps', ['-o', 'state=', '-p', String(pid)], { encoding: 'utf8' });

const ends = async (code: number): Promise<string[]> => {
  keys('echo "ended $?"', 'Enter');
  const found = await shows('the end', (text) => text.includes(`ended ${code}`));
  expect(terminal.modes()).toBe('0 1 0');
  return found;
};

describeInTmux('an inline app in tmux', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tui-inline-'));
    writeFileSync(join(folder, 'app.tui'), APP);
    // A short line: what it wraps to must not depend on the names of folders.
    app = (flags) => `a ${flags} app.tui`;
    await terminal.start(90, 16);
    keys(`PS1='$ '; cd ${folder}; alias a='node ${commandFile()} --trust'`, 'Enter');
  });
  afterAll(() => {
    terminal.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('starts below the prompt, keeps its last frame, and leaves a prompt below it', async () => {
    await start();
    expect(rows().slice(0, 2)).toEqual(['one', 'two']);
    expect(rows().slice(-3)).toEqual(FRAME);
    expect(terminal.modes()).toBe('0 0 0');
    keys('q');
    await prompt();
    const found = await ends(3);
    expect(found.slice(-6)).toEqual([...FRAME, '$ echo "ended $?"', 'ended 3', '$']);
  });

  it('leaves no notification or popup in its last frame', async () => {
    await start();
    keys('n');
    await shows('the notification', (text) => text.includes('Saved'));
    keys('q');
    await prompt();
    expect(rows().slice(-4)).toEqual([...FRAME, '$']);
    expect(terminal.screen()).not.toContain('Saved');
    await start();
    keys('m');
    await prompt();
    expect(rows().slice(-4)).toEqual([...FRAME, '$']);
  });

  it('leaves nothing where it is cleared', async () => {
    await start();
    keys('k');
    await prompt();
    expect(rows().slice(0, 2)).toEqual(['one', 'two']);
    expect((await ends(0)).join('\n')).not.toContain('╭');
  });

  it.each([
    ['Ctrl+C', () => keys('C-c'), 130],
    ['an error', () => keys('e'), 1],
    ['SIGTERM', () => process.kill(launcher(), 'SIGTERM'), 143],
  ])('leaves a clean prompt after %s', async (_, end, code) => {
    await start();
    end();
    await prompt();
    const found = await ends(code);
    expect(found.slice(0, 2)).toEqual(['one', 'two']);
    expect(found.join('\n')).toContain(`${FRAME.join('\n')}\n`);
  });

  it('grows by scrolling what is above it into the scrollback, and shrinks', async () => {
    await start();
    keys('+', '+');
    await shows('eight rows', (text) => text.includes('row 7'));
    keys('+');
    const grown = await shows('twelve rows', (text) => text.includes('row 11'));
    expect(grown).toHaveLength(16);
    const history = terminal.run('capture-pane', '-p', '-S', '-');
    expect(history.match(/^one$/gm)).toHaveLength(1);
    expect(history.match(/^two$/gm)).toHaveLength(1);
    keys('-');
    const small = await shows('none of them', (text) => !text.includes('row'));
    expect(small.slice(-3)).toEqual(FRAME);
    keys('q');
    await prompt();
    await ends(3);
  });

  it('finds its rows again after resizes', async () => {
    await start();
    for (const [width, height] of [
      [40, 16],
      [20, 16],
      [70, 12],
      [90, 16],
    ] as const) {
      terminal.run('resize-window', '-x', String(width), '-y', String(height));
      await shows(`a frame at ${width}`, (text) => text.includes(width < 30 ? 'Ready' : FRAME[1]!));
    }
    await shows('the frame', (text) => text.includes(FRAME[0]!));
    expect(rows().slice(0, 2)).toEqual(['one', 'two']);
    expect(rows().filter((row) => row.includes('Ready'))).toHaveLength(1);
    keys('q');
    await prompt();
    await ends(3);
  });

  it('stops at Ctrl+Z above a prompt, and goes on below it', async () => {
    await start();
    keys('C-z');
    await shows('the shell', (text) => /╯\n[^│]*Stopped/.test(text));
    await prompt();
    keys('fg', 'Enter');
    await terminal.until('a second frame', () => rows().at(-1) === FRAME[2]);
    keys('q');
    await prompt();
    await ends(3);
  });

  it('paints one frame where it was started in the background and comes to the foreground', async () => {
    keys(`clear; tmux clear-history`, 'Enter');
    await shows('a prompt alone', (text) => text.trim() === '$');
    keys(`${app('')} &`, 'Enter');
    await shows('the number of the job', (text) => /^\[1\] \d+$/m.test(text));
    // It is stopped by the terminal before it shows.
    await terminal.until('its stop', () => /^T/.test(stateOf(launcher())));
    // A stop is known by the time that it takes; people do not type `fg` within 50 ms.
    await sleep(200);
    keys('fg', 'Enter');
    await terminal.until('the frame', () => rows().at(-1) === FRAME[2]);
    keys('+');
    await shows('four rows', (text) => text.includes('row 3'));
    keys('-');
    await terminal.until('the frame', () => rows().at(-1) === FRAME[2]);
    expect(rows().filter((row) => row === FRAME[0])).toHaveLength(1);
    keys('q');
    await prompt();
    await ends(3);
  });

  it('prints a thousand lines in a second into the scrollback, each once and in order', async () => {
    await start();
    keys('p');
    await shows('the last line', (text) => text.includes('printed 999'));
    await terminal.until('the frame below', () => rows().at(-1) === FRAME[2]);
    const history = terminal.run('capture-pane', '-p', '-S', '-').split('\n');
    expect(history.filter((row) => row.startsWith('printed'))).toEqual(
      Array.from({ length: 1000 }, (_, line) => `printed ${line}`),
    );
    expect(history.filter((row) => row.includes('Ready'))).toHaveLength(1);
    keys('l');
    await prompt();
    expect(rows().slice(-5)).toEqual(['last words', ...FRAME, '$']);
    await ends(3);
  });

  it('turns to the whole screen and back', async () => {
    await start();
    keys('f');
    await terminal.until('the whole screen', () => terminal.modes().startsWith('1'));
    await shows('the frame', (text) => text.startsWith(FRAME[0]!));
    keys('p');
    keys('f');
    await shows('the last line', (text) => text.includes('printed 999'));
    await terminal.until('the frame below', () => rows().at(-1) === FRAME[2]);
    expect(terminal.modes()).toBe('0 0 0');
    const history = terminal.run('capture-pane', '-p', '-S', '-');
    expect(history.match(/^printed/gm)).toHaveLength(1000);
    keys('q');
    await prompt();
    await ends(3);
  });

  it('runs on the whole screen with --no-inline', async () => {
    await start('--no-inline');
    expect(terminal.modes()).toMatch(/^1/);
    keys('q');
    await prompt();
    await ends(3);
    expect(terminal.screen()).not.toContain('Ready');
  });
});

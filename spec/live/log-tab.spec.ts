/** The Log of the developer tools and the panel of `--dev`, in one session: what fails, shows, and the app stays usable. @ci */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { commandFile } from '../support/cli.js';
import { describeInTmux, Tmux } from '../support/tmux.js';

const APP = `<tui>
  <input id="name" aria-label="Name" />
  <text id="box">A box</text>
  <script>
    let count = 0;
    document.addEventListener('keydown', ({ key }) => {
      if (key === 'F2') throw new Error('broken on purpose');
      if (key === 'F3') document.getElementById('box').style.width = 'banana';
      if (key === 'F4') for (const level of ['debug', 'info', 'warn', 'error']) $tui.logger[level]('one of ' + level);
      if (key === 'F5') for (let i = 0; i < 40; i++) $tui.logger.error('line ' + count++ + '.');
    });
  </script>
</tui>
`;

const terminal = new Tmux();
const { folder } = terminal;
/** Columns of the app; the dock is at their right. */
const WIDTH = 66;
const parts = (): readonly (readonly [string, string])[] =>
  terminal
    .screen()
    .split('\n')
    .map((line) => [line.slice(0, WIDTH), line.slice(WIDTH)] as const);
const app = (): string =>
  parts()
    .map(([left]) => left)
    .join('\n');
const dock = (): string =>
  parts()
    .map(([, right]) => right)
    .join('\n');
/** Where the log is scrolled to, of how many rows. */
const scrollbar = (): string =>
  parts()
    .map(([, right]) => right.slice(53))
    .join('');

describeInTmux('the log and the errors of an app in tmux', () => {
  beforeAll(async () => {
    writeFileSync(join(folder, 'app.tui'), APP);
    await terminal.start(120, 24);
  });
  afterAll(() => {
    terminal.stop();
  });

  it('shows over the app what its code does wrong, and lists, filters and follows it beside the app', async () => {
    const tui = `XDG_CONFIG_HOME=${folder}/config XDG_STATE_HOME=${folder}/state node ${commandFile()}`;
    const toolbar = (x: number): void => terminal.click(WIDTH + x, 3);
    terminal.keys(
      `cd ${folder}; clear; ${tui} --trust --allow-unenforced --dev --devtools --log-level=debug app.tui; echo "ended $?"`,
      'Enter',
    );
    // At the right: the terminal is wide enough.
    await terminal.until('the app', () => app().includes('A box') && dock().includes('follow'));

    // The panel: place, message and excerpt; what is typed reaches the app meanwhile.
    terminal.keys('F3');
    await terminal.until('the warning', () => /warning bad-style: .*width/.test(app()));
    terminal.keys('F2');
    await terminal.until('the error', () =>
      /app\.tui:7:\d+ error script-error: Error: broken on purpose/.test(app()),
    );
    expect(app()).toMatch(/ 7 \| .*throw new Error\('broken on/);
    terminal.keys('Tab', 'Ada');
    await terminal.until('what was typed', () => app().includes('Ada'));
    expect(app()).toContain('broken on purpose');
    terminal.keys('Escape');
    await terminal.until('the panel is closed', () => !app().includes('broken on purpose'));
    await terminal.until('it is in the log', () => /ERROR +Error: broken on/.test(dock()));

    // The level.
    terminal.keys('F4');
    await terminal.until('all levels', () =>
      ['debug', 'info', 'warn', 'error'].every((level) => dock().includes(`one of ${level}`)),
    );
    toolbar(3);
    await terminal.until('the levels', () => dock().includes('✓ trace'));
    terminal.keys('Down', 'Down', 'Down', 'Enter');
    await terminal.until('warnings and errors', () => !dock().includes('one of info'));
    expect(dock()).toMatch(/ warn +▾/);
    expect(dock()).toContain('one of warn');
    expect(dock()).toContain('one of error');
    expect(dock()).not.toContain('one of debug');

    // It follows until that is switched off, and again once it is switched on.
    terminal.click(20, 12);
    terminal.keys('F5');
    await terminal.until('the newest', () => dock().includes('line 39.'));
    toolbar(27);
    await terminal.until('the switch', () => dock().includes('[ ] follow'));
    const before = scrollbar();
    terminal.click(20, 12);
    terminal.keys('F5');
    await terminal.until('more below', () => scrollbar() !== before);
    expect(dock()).toContain('line 39.');
    expect(dock()).not.toContain('line 79.');
    toolbar(27);
    await terminal.until('the switch', () => dock().includes('[✓] follow'));
    await terminal.until('the newest again', () => dock().includes('line 79.'));
    terminal.click(20, 12);
    terminal.keys('F5');
    await terminal.until('what came then', () => dock().includes('line 119.'));
    terminal.keys('C-c');
    await terminal.until('the end', () => terminal.screen().includes('ended 130'));
  });
});

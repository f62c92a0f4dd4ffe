/** `tui view` in a real terminal: keys, sizes, and its end. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { commandFile } from '../support/cli.js';
import { describeInTmux, Tmux } from '../support/tmux.js';

const terminal = new Tmux();
const screen = (): string => terminal.screen();
const until: Tmux['until'] = (...args) => terminal.until(...args);

describeInTmux('tui view in tmux', () => {
  beforeAll(async () => {
    await terminal.start(80, 24);
    const call = `node ${commandFile()} view examples/pictures/sunset.jpg; echo "ended $?"`;
    terminal.keys(`clear; ${call}`, 'Enter');
    await until('the picture', () => screen().includes('sunset.jpg'));
  });
  afterAll(() => terminal.stop());

  it('fits it to the screen, and says what it is', async () => {
    await until('its size', () => /sunset\.jpg +320 x 200 .*q quit/.test(screen()));
    const rows = screen().split('\n');
    expect(rows.slice(0, 23).every((row) => row.trim() !== '')).toBe(true);
  });

  it('zooms, and fits it again', async () => {
    terminal.keys('+', '+');
    await until('twice the size', () => screen().includes('200 %'));
    terminal.keys('0', '-', '-');
    await until('half the size', () => screen().includes('50 %'));
    expect(screen().split('\n')[0]!.trim()).toBe('');
    terminal.keys('0');
    await until('what fits', () => !screen().includes('%'));
  });

  it('moves what is larger than the screen', async () => {
    terminal.keys('+', '+');
    await until('twice the size', () => screen().includes('200 %'));
    const before = screen();
    terminal.keys('Down', 'Right');
    await until('another part', () => screen() !== before);
    terminal.keys('0');
    await until('what fits', () => !screen().includes('%'));
  });

  it('goes through the modes', async () => {
    expect(screen()).not.toContain('▀');
    terminal.keys('m', 'm', 'm');
    await until('halves of cells', () => /▀{9}/.test(screen()));
  });

  it('follows the size, and leaves the line out where there is no room', async () => {
    terminal.run('resize-window', '-x', '30', '-y', '6');
    await until('a small picture', () => {
      const rows = screen().split('\n').slice(0, 6);
      return rows.every((row) => /\S/.test(row)) && !screen().includes('sunset');
    });
    terminal.run('resize-window', '-x', '80', '-y', '24');
    await until('the line', () => screen().includes('sunset.jpg'));
  });

  it('leaves the terminal as it was', async () => {
    terminal.keys('q');
    await until('the end', () => screen().includes('ended 0'));
    expect(terminal.modes()).toBe('0 1 0');
  });
});

/**
 * The dashboard in a real terminal: tmux at three sizes, resized while it runs, ended in every way;
 * each time the terminal is as it was before.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { commandFile } from '../support/cli.js';
import { describeInTmux, Tmux } from '../support/tmux.js';
import { needs } from '../support/programs.js';

const terminal = new Tmux();
const { folder } = terminal;
let command = '';

const tmux = (...args: string[]): string => terminal.run(...args);
const until: Tmux['until'] = (...args) => terminal.until(...args);
const screen = (): string => terminal.screen();
const modes = (): string => terminal.modes();

/** Starts the dashboard in the shell of the pane and waits for its first frame. */
async function start(): Promise<void> {
  tmux(
    'send-keys',
    `clear; stty -a > ${folder}/before; ${command} examples/dashboard.tui --sample; echo "ended $?"; stty -a > ${folder}/after; echo done`,
    'Enter',
  );
  await until('the first frame', () => screen().includes('╭ Cores'));
}

async function ended(code: number): Promise<void> {
  await until(
    `the end with ${code}`,
    // With the prompt: what is typed before a shell reads may be lost.
    () => screen().includes(`ended ${code}`) && /^done\n.*[#$] *$/m.test(screen()),
  );
  expect(modes()).toBe('0 1 0');
  const settings = (name: string): string =>
    readFileSync(join(folder, name), 'utf8').replace(/rows \d+; columns \d+;/, '');
  expect(settings('after')).toBe(settings('before'));
}

describeInTmux('the dashboard in tmux', () => {
  beforeAll(async () => {
    command = `node ${commandFile()}`;
    await terminal.start(120, 40);
  });
  afterAll(() => {
    terminal.stop();
  });

  it.each([
    [120, 40],
    [80, 24],
    [40, 12],
  ])('runs at %i x %i and leaves at q', async (width, height) => {
    tmux('resize-window', '-x', String(width), '-y', String(height));
    await start();
    const rows = screen().split('\n');
    expect(rows[0]).toMatch(/^ sample/);
    expect(rows[height - 1]).toBe(' q leaves');
    expect(rows[1]).toMatch(/^╭ Cores ─+╮/);
    tmux('send-keys', 'q');
    await ended(0);
  });

  it('follows a resize while it runs', async () => {
    tmux('resize-window', '-x', '120', '-y', '40');
    await start();
    for (const [width, height] of [
      [80, 24],
      [40, 12],
      [61, 17],
      [100, 30],
    ] as const) {
      tmux('resize-window', '-x', String(width), '-y', String(height));
      await until(`a frame of ${width} x ${height}`, () => {
        const rows = screen().split('\n');
        return rows[height - 1] === ' q leaves' && rows[1]?.length === width;
      });
    }
    tmux('send-keys', 'q');
    await ended(0);
  });

  it('stops at Ctrl+Z and goes on with fg, all of it painted again', async () => {
    await start();
    tmux('send-keys', 'C-z');
    await until('the shell', () => /Stopped/.test(screen()) && !screen().includes('╭ Cores'));
    expect(modes()).toBe('0 1 0');
    tmux('send-keys', 'clear; fg', 'Enter');
    await until('the app again', () => screen().split('\n')[1]?.startsWith('╭ Cores') === true);
    tmux('send-keys', 'q');
    await until('the prompt', () => !screen().includes('╭ Cores'));
    expect(modes()).toBe('0 1 0');
    tmux('send-keys', 'clear', 'Enter');
  });

  it('has the size that the window got while it was stopped', async () => {
    tmux('resize-window', '-x', '60', '-y', '16');
    await start();
    tmux('send-keys', 'C-z');
    await until('the shell', () => /Stopped/.test(screen()) && !screen().includes('╭ Cores'));
    // Larger: of a frame that is too large, the terminal cuts off what does not fit.
    tmux('resize-window', '-x', '90', '-y', '20');
    tmux('send-keys', 'clear; fg', 'Enter');
    await until('a frame of 90 x 20', () => {
      const rows = screen().split('\n');
      return rows[19] === ' q leaves' && rows[1]?.length === 90;
    });
    tmux('send-keys', 'q');
    await until('the prompt', () => !screen().includes('╭ Cores'));
    tmux('send-keys', 'clear', 'Enter');
  });

  it('leaves at Ctrl+C with 130', async () => {
    await start();
    tmux('send-keys', 'C-c');
    await ended(130);
  });

  it.each([
    ['TERM', 143],
    ['HUP', 129],
    ['INT', 130],
  ])('gives the terminal back at SIG%s', async (signal, code) => {
    needs('pkill');
    await start();
    spawnSync('pkill', [`-${signal}`, '-f', `${command} examples/dashboard.tui`]);
    await ended(code);
  });
});

/**
 * The dashboard in a real terminal: tmux at three sizes, resized while it runs, ended in every way;
 * each time the terminal is as it was before.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildCli, removeCli } from '../support/cli.js';

const hasTmux = spawnSync('tmux', ['-V']).status === 0;
// On a machine without tmux there is nothing to look at; CI installs it and must not skip.
const live = hasTmux || process.env['CI'] !== undefined ? describe : describe.skip;

const folder = mkdtempSync(join(tmpdir(), 'tui-live-'));
const socket = join(folder, 'tmux');
let command = '';

function tmux(...args: string[]): string {
  return execFileSync('tmux', ['-S', socket, '-f', '/dev/null', ...args], { encoding: 'utf8' });
}

async function until<T>(what: string, look: () => T | undefined | false, ms = 15_000): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const found = look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > end)
      throw new Error(`waited ${ms} ms for ${what}; the screen was\n${tmux('capture-pane', '-p')}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

const screen = (): string => tmux('capture-pane', '-p');
/** What an app must not leave behind: the alternate screen, a hidden cursor, mouse reports, keypad mode. */
const modes = (): string =>
  tmux('display-message', '-p', '#{alternate_on} #{cursor_flag} #{mouse_any_flag}').trim();

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
    () => screen().includes(`ended ${code}`) && /^done$/m.test(screen()),
  );
  expect(modes()).toBe('0 1 0');
  const settings = (name: string): string =>
    readFileSync(join(folder, name), 'utf8').replace(/rows \d+; columns \d+;/, '');
  expect(settings('after')).toBe(settings('before'));
}

live('the dashboard in tmux', () => {
  beforeAll(async () => {
    command = `node ${await buildCli()}`;
    tmux('new-session', '-d', '-x', '120', '-y', '40', '-e', 'CI=', 'bash --norc --noprofile');
    await until('a prompt', () => /[#$] *\n/.test(screen()));
  }, 60_000);
  afterAll(async () => {
    await removeCli();
    spawnSync('tmux', ['-S', socket, 'kill-server']);
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    [120, 40],
    [80, 24],
    [40, 12],
  ])(
    'runs at %i x %i and leaves at q',
    async (width, height) => {
      tmux('resize-window', '-x', String(width), '-y', String(height));
      await start();
      const rows = screen().split('\n');
      expect(rows[0]).toMatch(/^ sample/);
      expect(rows[height - 1]).toBe(' q leaves');
      expect(rows[1]).toMatch(/^╭ Cores, % busy ─+╮/);
      tmux('send-keys', 'q');
      await ended(0);
    },
    30_000,
  );

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
  }, 30_000);

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
  }, 30_000);

  it('leaves at Ctrl+C with 130', async () => {
    await start();
    tmux('send-keys', 'C-c');
    await ended(130);
  }, 30_000);

  it.each([
    ['TERM', 143],
    ['HUP', 129],
    ['INT', 130],
  ])(
    'gives the terminal back at SIG%s',
    async (signal, code) => {
      await start();
      spawnSync('pkill', [`-${signal}`, '-f', `${command} examples/dashboard.tui`]);
      await ended(code);
    },
    30_000,
  );
});

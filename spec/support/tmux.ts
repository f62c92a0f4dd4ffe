/** A tmux of one's own: a shell in a window, keys and mouse bytes sent, the screen captured. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWith } from './programs.js';
import { until } from './until.js';

export function describeInTmux(name: string, specs: () => void): void {
  describeWith(['tmux', 'bash'], name, specs);
}

export class Tmux {
  /** Removed at the end. */
  readonly folder = mkdtempSync(join(tmpdir(), 'tui-live-'));
  readonly socket = join(this.folder, 'tmux');

  /** Runs a tmux command; what it printed. */
  run(...args: string[]): string {
    return execFileSync('tmux', ['-S', this.socket, '-f', '/dev/null', ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      // By which tmux starts what it is told to; an account that nobody logs in to has one that refuses.
      env: { ...process.env, SHELL: '/bin/bash' },
    });
  }

  async start(width: number, height: number): Promise<void> {
    this.run(
      'new-session',
      '-d',
      '-x',
      String(width),
      '-y',
      String(height),
      '-e',
      'CI=',
      'bash --norc --noprofile',
    );
    await this.until('a prompt', () => /[#$] *\n/.test(this.screen()));
  }

  stop(): void {
    spawnSync('tmux', ['-S', this.socket, 'kill-server']);
    rmSync(this.folder, { recursive: true, force: true });
  }

  screen(): string {
    return this.run('capture-pane', '-p');
  }

  keys(...keys: string[]): void {
    this.run('send-keys', ...keys);
  }

  /** A mouse report as terminals send it (SGR 1006); the cell is counted from 0. */
  mouse(button: number, x: number, y: number, end: 'M' | 'm' = 'M'): void {
    this.run('send-keys', '-l', `\x1b[<${button};${x + 1};${y + 1}${end}`);
  }

  click(x: number, y: number): void {
    this.mouse(0, x, y);
    this.mouse(0, x, y, 'm');
  }

  /** What an app must not leave behind: the alternate screen, a hidden cursor, mouse reports. */
  modes(): string {
    return this.run(
      'display-message',
      '-p',
      '#{alternate_on} #{cursor_flag} #{mouse_any_flag}',
    ).trim();
  }

  async until<T>(what: string, look: () => T | undefined | false): Promise<T> {
    return await until(look, {
      what: () => `${what}; the screen was\n${this.screen()}`,
      pause: 50,
    });
  }
}

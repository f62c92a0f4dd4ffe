/** `examples/git.tui` in use, in a repository of its own. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { unmountAll, type MountedApp } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';
import { needs } from '../support/programs.js';

needs('git');

let folder: string;

/** The same on every machine. */
const ENV = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
  GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
};
const IDENTITY = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];

function git(...args: readonly string[]): string {
  const { env, stdio } = { env: ENV, stdio: ['ignore', 'pipe', 'ignore'] as const };
  const all = [...IDENTITY, ...args];
  return execFileSync('git', all, { cwd: folder, env, stdio: [...stdio], encoding: 'utf8' });
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tui-git-'));
  git('init', '--quiet', '--initial-branch=main');
  writeFileSync(join(folder, 'clock.txt'), 'one\ntwo\nthree\n');
  writeFileSync(join(folder, 'notes.txt'), 'a note\n');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Start');
  writeFileSync(join(folder, 'clock.txt'), 'one\n2\nthree\n');
  writeFileSync(join(folder, 'new.txt'), 'new\n');
});

afterEach(() => {
  unmountAll();
  rmSync(folder, { recursive: true });
});

async function open(width = 80, height = 16, theme = 'fullcolor-dark'): Promise<MountedApp> {
  const run = (_: string, args: readonly string[]): object => {
    try {
      return { code: 0, stdout: git(...args), stderr: '' };
    } catch (error) {
      const { status, stdout } = error as { status: number; stdout: string };
      return { code: status, stdout, stderr: 'git has failed' };
    }
  };
  return await mount({ file: 'examples/git.tui' }, { width, height, theme, run: run as never });
}

describe('git.tui', () => {
  it.each([
    [120, 30],
    [80, 16],
    [40, 14],
  ])('at %i x %i', async (width, height) => {
    const app = await open(width, height);
    expect(app).toMatchScreen(`files ${width}x${height}`);
    await app.press('l');
    expect(app.text()).toContain('Start');
  });

  it('stages and commits', async () => {
    const app = await open();
    await app.press('c');
    expect(app.notifications).toEqual(['Nothing is staged: s stages a file']);
    await app.press('s');
    expect(git('status', '--short')).toBe('M  clock.txt\n?? new.txt\n');
    expect(app.text()).toMatch(/M {2}clock\.txt[^]*-two[^]*\+2/);
    await app.press('s', 'Enter');
    expect(git('status', '--short')).toBe('M  clock.txt\n?? new.txt\n');
    await app.press('c', 'Enter');
    expect(app.text()).toContain('A commit has a message.');
    await app.type('Count in digits');
    await app.press('Enter');
    expect(git('log', '--format=%s')).toBe('Count in digits\nStart\n');
    expect(app.text()).toContain('1 changed');
    await app.press('a');
    expect(git('status', '--short')).toBe('A  new.txt\n');
  });

  it('asks before it discards', async () => {
    const app = await open();
    await app.press('d', 'Enter');
    expect(git('status', '--short')).toBe(' M clock.txt\n?? new.txt\n');
    await app.press('d', 'ArrowLeft', 'Enter');
    expect(readFileSync(join(folder, 'clock.txt'), 'utf8')).toBe('one\ntwo\nthree\n');
    await app.press('Delete');
    await app.answer(true);
    expect(git('status', '--short')).toBe('');
    expect(app.text()).toContain('nothing has changed');
    await app.press('s', 'd');
    expect(app.question).toBeUndefined();
  });

  it('lists both names of a renamed file, and unstages each', async () => {
    git('mv', 'notes.txt', 'moved.txt');
    const app = await open();
    expect(app.text()).toMatch(/A {2}moved\.txt[^]*D {2}notes\.txt/);
    await app.press('ArrowDown', 's');
    expect(git('status', '--short', '--no-renames')).toContain('D  notes.txt\n');
    expect(git('status', '--short', '--no-renames')).toContain('?? moved.txt\n');
  });

  it('switches and makes branches', async () => {
    const app = await open();
    await app.press('n');
    await app.type('main');
    await app.press('Enter');
    expect(app.text()).toContain('It exists already.');
    await app.press('Ctrl+U');
    await app.type('digits');
    await app.press('Enter');
    expect(git('branch', '--show-current')).toBe('digits\n');
    await app.press('b');
    expect(app).toMatchScreen('branches');
    await app.answer('main');
    expect(git('branch', '--show-current')).toBe('main\n');
    expect(app.text()).toMatch(/^ main/);
  });

  it('shows commits on a screen of their own, and goes back with Escape', async () => {
    const app = await open();
    await app.press('l');
    expect(app.text()).toMatch(/Commits[^]*▸ \w+ Start[^]*Start/);
    await app.press('Escape');
    expect(app.text()).toContain('Changes');
    expect(app.document.activeElement.id).toBe('files');
  });

  it('in a repository without commits', async () => {
    rmSync(join(folder, '.git'), { recursive: true });
    git('init', '--quiet', '--initial-branch=main');
    const app = await open();
    await app.press('s');
    expect(git('status', '--short')).toBe('A  clock.txt\n?? new.txt\n?? notes.txt\n');
    await app.press('s', 'b');
    expect(git('status', '--short')).toBe('?? clock.txt\n?? new.txt\n?? notes.txt\n');
    expect(app.notifications).toEqual(['No branch has a commit yet']);
  });
});

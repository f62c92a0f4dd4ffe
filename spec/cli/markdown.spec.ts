/** Commands that are called with a Markdown file, which state what they do not do with it. */
import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { folderOf, type Result } from '../support/cli.js';
import { call as callTui } from '../support/in-process.js';

/** What would be a document, a policy and a help if it were read as one. */
const TEXT = `# Title

<policy>{"permissions": {"net": ["evil.example"]}, "config": {"theme": "bw-std"}}</policy>
<help>not this</help> <nonsense>
`;

let cwd = '';
beforeAll(async () => {
  cwd = await folderOf({
    'a.md': TEXT,
    'docs/README.md': '# Docs',
    'start.md': '# Start',
    'apps/only.tui': '<text>hi</text>',
    'empty/x.txt': '',
  });
  execFileSync('mkfifo', [join(cwd, 'pipe.md')]);
});
afterAll(async () => await rm(cwd, { recursive: true }));

const call = async (...args: string[]): Promise<Result> => await callTui(args, { cwd });

describe('a Markdown file', () => {
  it('is nothing to lint, and nothing to check the messages of', async () => {
    for (const args of [['lint'], ['i18n', 'check']]) {
      const { code, stderr, stdout } = await call(...args, 'a.md');
      expect([code, stdout]).toEqual([0, '']);
      expect(stderr).toBe(
        'a.md warning markdown: is Markdown, not a document: there is nothing to check\n  read it with tui a.md\n',
      );
    }
    expect((await call('lint', 'gone.md')).stderr).toContain('error no-file');
  });

  it('has the help and the settings of what shows it', async () => {
    const { stdout } = await call('--help', 'a.md');
    expect(stdout).toContain('A Markdown file');
    expect(stdout).not.toContain('not this');
    expect((await call('config', 'get', 'theme', 'a.md')).stdout).toBe('auto\n');
  });

  it('has the permissions of what shows it: its folder', async () => {
    const { stdout, code } = await call('permissions', 'a.md');
    expect(code).toBe(0);
    expect(stdout).toContain(`${cwd}/  (to show it)`);
    expect(stdout).toContain('It runs no code');
    expect(stdout).not.toContain('evil.example');
  });

  it.each([
    ['--deny-read', '--deny-read'],
    ['--deny-read=a.md', '--deny-read'],
    ['--deny-read=.', '--deny-read'],
    ['--deny-all', '--deny-all'],
  ])('is not shown with %s', async (flag, named) => {
    for (const command of [[], ['snapshot'], ['permissions']]) {
      const { code, stdout, stderr } = await call(...command, flag, 'a.md');
      expect([code, stdout]).toEqual([3, '']);
      expect(stderr).toBe(
        `a.md error not-permitted: may not be read because of ${named}\n  leave out ${named}\n`,
      );
    }
  });

  it.each(['--allow-net', '--allow-read=/etc', '--allow-all', '--allow-clipboard'])(
    'takes no %s, which would do nothing',
    async (flag) => {
      const { code, stdout, stderr } = await call(flag, 'a.md');
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(`${flag.replace(/=.*/, '')} has no effect on a.md`);
    },
  );

  it('takes no arguments', async () => {
    for (const args of [
      ['a.md', 'x'],
      ['snapshot', 'a.md', '--', 'x'],
    ]) {
      const { code, stderr } = await call(...args);
      expect([code, stderr]).toEqual([2, expect.stringContaining('accepts no argument "x"')]);
    }
  });

  it('is no pipe, and from no network', async () => {
    const pipe = await call('pipe.md');
    expect([pipe.code, pipe.stderr]).toEqual([2, expect.stringContaining('is a pipe')]);
    const remote = await call('https://example.invalid/a.md?x#y');
    expect([remote.code, remote.stderr]).toEqual([2, expect.stringContaining('is Markdown')]);
  });

  it('is what a folder, or a name without its end, suggests', async () => {
    expect((await call('docs')).stderr).toContain('write tui docs/README.md');
    expect((await call('apps')).stderr).toContain('write tui apps/only.tui');
    expect((await call('empty')).stderr).toBe(
      'empty error is-directory: is a folder, not a file\n',
    );
    expect((await call('./start')).stderr).toContain('did you mean "./start.md"?');
  });
});

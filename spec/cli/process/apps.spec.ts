/** An app of `fixtures/apps` with the program that it is about; all else of it is in `spec/examples/kinds.spec.ts`. */
import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, it } from '@jest/globals';
import { folderOf, tui } from '../../support/cli.js';
import { needs } from '../../support/programs.js';

it('commits with git, as the user whom git knows', async () => {
  needs('git');
  const folder = await folderOf({
    'home/.gitconfig': '[user]\n  name = Ada\n  email = ada@example.com\n',
    'work/a b.txt': 'one\n',
  });
  const cwd = `${folder}/work`;
  const env = { PATH: process.env['PATH'] ?? '', HOME: `${folder}/home` };
  const git = (...args: string[]): string => execFileSync('git', args, { cwd, env }).toString();
  git('init', '-q');
  git('add', '.');
  const keys = 'c F i x Enter';
  const { code, stdout, stderr } = await tui(
    [
      'snapshot',
      '--trust',
      resolve('fixtures/apps/git.tui'),
      '--press',
      keys,
      '--until',
      'Committed',
    ],
    { cwd, env },
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('Committed: Fix');
  expect(git('log', '--format=%an <%ae> %s', '--name-only')).toBe(
    'Ada <ada@example.com> Fix\n\na b.txt\n',
  );
  await rm(folder, { recursive: true });
});

/** `tui init`: what it writes, and what it leaves alone. */
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { lstat, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packageName } from '../../cli/commands/init.js';
import { folderOf, type Result } from '../support/cli.js';
import { call } from '../support/in-process.js';

const NAMES = [
  '.gitignore',
  'README.md',
  'app.test.js',
  'app.ts',
  'app.tui',
  'app.tui.d.ts',
  'package.json',
  'tsconfig.json',
];
const names = (folder: string): string[] => readdirSync(folder).sort();

let cwd = '';
beforeAll(async () => {
  cwd = await folderOf({
    file: 'mine',
    'used/app.tui': 'mine',
    'used/README.md': 'mine too',
    'blocked/app.ts/file': 'mine',
    'near/other.txt': 'mine',
  });
});
afterAll(() => rm(cwd, { recursive: true }));

const init = (...args: readonly string[]): Promise<Result> => call(['init', ...args], { cwd });

describe('a new folder', () => {
  it('gets an app, and the next commands are printed', async () => {
    expect(await init('new')).toEqual({
      code: 0,
      signal: null,
      stderr: '',
      stdout: `Wrote to new:
  app.tui        the app: policy, style, markup
  app.ts         its script
  app.tui.d.ts   types of its ids, by tui types
  app.test.js    its test, for node --test
  package.json   start, test, lint
  tsconfig.json  types for editors
  .gitignore     files that git ignores
  README.md      how to run and test it

Next:
  cd new
  tui app.tui
  npm install && npm test
`,
    });
    expect(names(join(cwd, 'new'))).toEqual(NAMES);
    const manifest = JSON.parse(readFileSync(join(cwd, 'new/package.json'), 'utf8')) as object;
    // The one that runs: the registry has another package of that name.
    expect(manifest).toMatchObject({
      name: 'new',
      devDependencies: {
        'tui-runtime': `file:${relative(realpathSync(join(cwd, 'new')), resolve('.'))}`,
      },
    });
    expect(statSync(join(cwd, 'new/app.tui')).mode & 0o111).not.toBe(0);
  });

  it('is made with those above it, whatever its name', async () => {
    const { code, stdout } = await init("above/it's 日本 🥛");
    expect(code).toBe(0);
    expect(stdout).toContain(`  cd 'above/it'\\''s 日本 🥛'\n`);
    expect(names(join(cwd, "above/it's 日本 🥛"))).toEqual(NAMES);
  });

  it('may begin with a dash', async () => {
    const { code, stdout } = await init('--', '-x');
    expect([code, stdout.includes('  cd ./-x\n')]).toEqual([0, true]);
  });

  it('is not made with control characters in its name', async () => {
    const { code, stderr, stdout } = await init('a\u001b[31mb');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).not.toContain('\u001b');
    expect(stderr).toContain('error usage: the name of the folder has control characters: a�[31mb');
    expect(names(cwd).filter((name) => name.startsWith('a\u001b'))).toEqual([]);
  });
});

describe('with --typescript', () => {
  const TYPESCRIPT = [
    ...NAMES.filter((name) => name !== 'app.test.js'),
    '__screens__',
    'app.test.ts',
    'jest.config.js',
    'ts-jest.js',
  ].sort();

  // spec/typed/init.test.ts runs its tests.
  it('writes a test in TypeScript, its golden, and what runs it', async () => {
    const { code, stdout, stderr } = await init('--typescript', 'typed');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('  app.test.ts              its test, for jest\n');
    expect(stdout).toContain('\n  npm install && npm test\n');
    expect(names(join(cwd, 'typed'))).toEqual(TYPESCRIPT);
    expect(names(join(cwd, 'typed/__screens__'))).toEqual(['task.screen']);
  });

  it('replaces files of it, and those only, where that is wanted', async () => {
    const golden = join(cwd, 'typed-again/__screens__/task.screen');
    await mkdir(join(cwd, 'typed-again/__screens__'), { recursive: true });
    await writeFile(golden, 'mine');
    await writeFile(join(cwd, 'typed-again/__screens__/other.screen'), 'mine');
    const { code, stderr } = await init('--typescript', 'typed-again');
    expect(code).toBe(2);
    expect(stderr).toContain('error exists: __screens__/task.screen exists; nothing was written');
    expect((await init('--typescript', '--force', 'typed-again')).code).toBe(0);
    expect(readFileSync(golden, 'utf8')).toContain('Water the plants');
    expect(names(join(cwd, 'typed-again/__screens__'))).toEqual(['other.screen', 'task.screen']);
  });

  it('takes back what it has made where a folder cannot be', async () => {
    await mkdir(join(cwd, 'typed-file'));
    await writeFile(join(cwd, 'typed-file/__screens__'), 'mine');
    const { code, stderr } = await init('--typescript', 'typed-file');
    expect(code).toBe(2);
    expect(stderr).toContain('(part of the path is not a folder)');
    expect(names(join(cwd, 'typed-file'))).toEqual(['__screens__']);
  });
});

describe('a folder that exists', () => {
  it('is the current one by default', async () => {
    await mkdir(join(cwd, 'here'));
    const { code, stdout } = await call(['init'], { cwd: join(cwd, 'here') });
    expect(code).toBe(0);
    expect(stdout).toContain('Wrote to this folder:');
    expect(stdout).not.toContain('cd ');
    expect(names(join(cwd, 'here'))).toEqual(NAMES);
  });

  it('keeps what else is in it', async () => {
    expect((await init('near')).code).toBe(0);
    expect(names(join(cwd, 'near'))).toEqual([...NAMES, 'other.txt'].sort());
  });

  it('may be a link', async () => {
    await mkdir(join(cwd, 'real'));
    await symlink('real', join(cwd, 'link'));
    expect((await init('link')).code).toBe(0);
    expect(names(join(cwd, 'real'))).toEqual(NAMES);
  });

  it('is left alone where a file exists, and replaced where that is wanted', async () => {
    expect(await init('used')).toMatchObject({
      code: 2,
      stdout: '',
      stderr:
        'used error exists: app.tui and README.md exist; nothing was written\n' +
        '  choose another folder, or replace them with --force\n',
    });
    expect(names(join(cwd, 'used'))).toEqual(['README.md', 'app.tui']);
    expect(readFileSync(join(cwd, 'used/app.tui'), 'utf8')).toBe('mine');
    expect((await init('used', '--force')).code).toBe(0);
    expect(names(join(cwd, 'used'))).toEqual(NAMES);
    expect(readFileSync(join(cwd, 'used/app.tui'), 'utf8')).toContain('<tui>');
  });

  it('is left alone where a folder has the name of a file', async () => {
    const { code, stderr } = await init('blocked', '--force');
    expect([code, stderr]).toEqual([
      2,
      'blocked error exists: app.ts is a folder; nothing was written\n',
    ]);
    expect(names(join(cwd, 'blocked'))).toEqual(['app.ts']);
  });

  it.each(['../outside', '../nowhere'])('replaces a link to %s, not its target', async (target) => {
    await writeFile(join(cwd, 'outside'), 'mine');
    const folder = join(cwd, `links-${target.slice(3)}`);
    await mkdir(folder);
    await symlink(target, join(folder, 'app.ts'));
    const { code, stderr } = await init(folder);
    expect([code, stderr.includes('app.ts exists; nothing was written')]).toEqual([2, true]);
    expect((await init(folder, '--force')).code).toBe(0);
    expect((await lstat(join(folder, 'app.ts'))).isFile()).toBe(true);
    expect(readFileSync(join(cwd, 'outside'), 'utf8')).toBe('mine');
    expect(existsSync(join(cwd, 'nowhere'))).toBe(false);
  });
});

describe('where nothing can be written', () => {
  it.each([
    ['file', 'file error exists: it is not a folder'],
    ['file/app', '(part of the path is not a folder)'],
    ['/proc/none/app', 'error cannot-write: the app cannot be written (its folder cannot be made)'],
    ['/sys/app', 'error cannot-write: the app cannot be written (no permission)'],
    [`long/${'x'.repeat(300)}`, '(a name is too long)'],
  ])('%s is reported', async (folder, message) => {
    const { code, stdout, stderr } = await init(folder);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  it('takes back the folders it has made', async () => {
    await init(`taken/back/${'x'.repeat(300)}`);
    expect(existsSync(join(cwd, 'taken'))).toBe(false);
  });
});

it.each([
  ['My App', 'my-app'],
  ['müller', 'muller'],
  ['日本', 'my-app'],
  ['.hidden', 'hidden'],
  ['tui-runtime', 'my-app'],
  ['a'.repeat(300), 'a'.repeat(214)],
])('a package in %s is %s', (folder, name) => {
  expect(packageName(folder)).toBe(name);
});

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  isInside,
  pathText,
  readPathGrant,
  realPathOf,
} from '../../cli/sandbox/policy/grants/paths.js';

let root = '';
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'tui-paths-')));
  mkdirSync(join(root, 'app/data/deep'), { recursive: true });
  mkdirSync(join(root, 'secret/inner'), { recursive: true });
  writeFileSync(join(root, 'secret/key'), 'x');
  writeFileSync(join(root, 'app/data/file'), 'x');
  symlinkSync(join(root, 'secret'), join(root, 'app/link'));
  symlinkSync('../secret/inner', join(root, 'app/relative'));
  symlinkSync('loop', join(root, 'app/loop'));
  symlinkSync('nowhere/at/all', join(root, 'app/dangling'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('where a path leads', () => {
  const leads = (path: string): string | undefined =>
    realPathOf(path, join(root, 'app'))?.replace(root, '');

  it.each([
    ['data/file', '/app/data/file'],
    ['./data//file', '/app/data/file'],
    ['data/../data/./file', '/app/data/file'],
    ['link/key', '/secret/key'],
    ['relative', '/secret/inner'],
    // The kernel follows the link first; path.resolve would stay in the app's folder.
    ['link/../app/data', '/app/data'],
    ['link/..', ''],
    ['relative/..', '/secret'],
    ['relative/../key', '/secret/key'],
    ['new.txt', '/app/new.txt'],
    ['link/new/deep.txt', '/secret/new/deep.txt'],
    ['dangling', '/app/nowhere/at/all'],
    ['..', ''],
  ])('%s leads to %s', (path, expected) => expect(leads(path)).toBe(expected));

  it.each(['loop', 'loop/x', 'missing/../data', 'dangling/../../..'])('%s leads nowhere', (path) =>
    expect(leads(path)).toBeUndefined(),
  );

  it('does not lead above the root', () => expect(realPathOf('/../../..', '/')).toBe('/'));
});

describe('the text of a path', () => {
  it('takes what node:fs takes', () => {
    expect(pathText('/a')).toBe('/a');
    expect(pathText(pathToFileURL('/a b'))).toBe('/a b');
    expect(pathText(Buffer.from('/ä'))).toBe('/ä');
  });

  it('refuses what cannot be a path', () => {
    expect(pathText('')).toBeUndefined();
    expect(pathText('/a\0/../b')).toBeUndefined();
    expect(pathText(new URL('https://example.com/a'))).toBeUndefined();
    expect(pathText(new URL('file:///a%2Fb'))).toBeUndefined();
    expect(pathText(Buffer.from([0x2f, 0xff]))).toBeUndefined();
    expect(pathText(`/${'a'.repeat(5000)}`)).toBeUndefined();
  });
});

it('a folder holds what is in it, and no neighbour', () => {
  expect(isInside('/a/b', '/a')).toBe(true);
  expect(isInside('/a', '/a')).toBe(true);
  expect(isInside('/ab', '/a')).toBe(false);
  expect(isInside('/a', '/')).toBe(true);
});

describe('a grant of a path', () => {
  const words = (): Parameters<typeof readPathGrant>[2] => ({
    base: join(root, 'app'),
    appDir: join(root, 'app'),
    cwd: join(root, 'secret'),
    home: root,
  });
  const path = (written: string): string | undefined => {
    const result = readPathGrant(written, 'policy', words());
    return 'grant' in result
      ? `${result.grant.type} ${result.grant.path.replace(root, '')}`
      : undefined;
  };

  it.each([
    ['data', 'folder /app/data'],
    ['./data/file', 'file /app/data/file'],
    ['$appDir', 'folder /app'],
    ['$appDir/data', 'folder /app/data'],
    ['cwd', 'folder /secret'],
    ['cwd/key', 'file /secret/key'],
    ['./cwd', 'missing /app/cwd'],
    ['~', 'folder '],
    ['~/secret', 'folder /secret'],
    ['/', 'folder /'],
    // What is shown and granted is where it leads.
    ['link', 'folder /secret'],
    ['$appDir/../secret', 'folder /secret'],
  ])('%s is the %s', (written, expected) => expect(path(written)).toBe(expected));

  it.each([
    '',
    ' ',
    '*',
    'data/*',
    '$home/x',
    '$APPDIR',
    '~other/x',
    'file:///etc',
    'a\0b',
    'loop',
  ])('%j is an error', (written) => expect(path(written)).toBeUndefined());
});

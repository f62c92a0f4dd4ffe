/** What Node's permission model grants beyond its flags, by asking Node itself: all of it is found. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nodeMajor } from '../../cli/sandbox/launch/tier/tier.js';
import { findOverGranted } from '../../cli/sandbox/runner/over-granted.js';
import { propertyRuns } from '../support/property-runs.js';

const FOLDERS = ['a', 'ab', 'a/a', 'a/ab', 'a/b', 'a/a/a', 'ab/a'];
const FILES = FOLDERS.flatMap((folder) => ['a.b', 'abc', 'b'].map((name) => `${folder}/${name}`));
const ALL = [...FOLDERS, ...FILES.filter((file) => !FOLDERS.includes(file)), 'a.b', 'a-'];

let root = '';
let probe = '';
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'tui-granted-')));
  for (const folder of FOLDERS) mkdirSync(join(root, folder), { recursive: true });
  for (const path of ALL) if (!FOLDERS.includes(path)) writeFileSync(join(root, path), '');
  probe = join(root, 'probe.cjs');
  const names = ALL.flatMap((path) => [
    path,
    `${path}/`,
    `${path}x`,
    `${path}/x`,
    path.slice(0, -1),
  ]);
  const paths = [...new Set(['', ...names])].map((path) => join(root, path));
  writeFileSync(
    probe,
    `const paths = ${JSON.stringify(paths)};
const has = (scope) => paths.filter((path) => process.permission.has(scope, path));
console.log(JSON.stringify({ read: has('fs.read'), write: has('fs.write') }));`,
  );
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Granted {
  readonly read: readonly string[];
  readonly write: readonly string[];
}

function ask(flags: readonly string[]): Granted {
  const model = nodeMajor() >= 22 ? '--permission' : '--experimental-permission';
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [model, '--no-warnings', ...flags, probe],
    {
      encoding: 'utf8',
      env: {},
    },
  );
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Granted;
}

const withoutSlash = (path: string): string => path.replace(/(?<=.)\/+$/, '');

/** What of it no flag names. */
function beyond(paths: readonly string[], listed: readonly string[]): string[] {
  const isListed = (path: string): boolean =>
    listed.some((each) => path === each || (isFolder(each) && path.startsWith(`${each}/`)));
  return [...new Set(paths.map(withoutSlash))].filter((path) => !isListed(path) && path !== probe);
}

const isFolder = (path: string): boolean => FOLDERS.includes(path.slice(root.length + 1));

describe('what Node grants beyond its flags', () => {
  it('is found, whatever they list', () => {
    const some = fc.uniqueArray(fc.constantFrom(...ALL), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(some, some, (reads, writes) => {
        const [read, write] = [reads, writes].map((names) => names.map((name) => join(root, name)));
        const args = [
          ...[probe, ...read!].map((path) => `--allow-fs-read=${path}`),
          ...write!.map((path) => `--allow-fs-write=${path}`),
        ];
        const granted = ask(args);
        const has = (scope: string, path: string): boolean =>
          granted[scope === 'fs.read' ? 'read' : 'write'].includes(path);
        const found = findOverGranted({ args, entry: probe, has });
        expect([...found.read].sort()).toEqual(beyond(granted.read, [...read!, probe]).sort());
        expect([...found.write].sort()).toEqual(beyond(granted.write, write!).sort());
      }),
      { numRuns: propertyRuns(25) },
    );
  });

  it('is a beginning that three paths have in common, on Node 20, and nothing on later versions', () => {
    const args = [probe, ...['a.b', 'a-', 'ab'].map((name) => join(root, name))].map(
      (path) => `--allow-fs-read=${path}`,
    );
    const isGranted = ask(args).read.includes(join(root, 'a'));
    expect(isGranted).toBe(nodeMajor() === 20);
  });
});

describe('the search', () => {
  const all = (): boolean => true;
  const none = (): boolean => false;

  it('asks Node about common beginnings alone', () => {
    const args = [
      '--allow-fs-read=/x/keys-1',
      '--allow-fs-read=/x/keys.2',
      '--allow-fs-write=/x/y',
    ];
    const asked: string[] = [];
    const has = (scope: string, path: string): boolean => {
      asked.push(`${scope} ${path}`);
      return false;
    };
    expect(findOverGranted({ args, entry: '/opt/run.cjs', has }).read.size).toBe(0);
    expect(asked).toEqual(['fs.read /x/keys']);
  });

  it('leaves out what is listed, and what is in a listed folder', () => {
    const args = ['/x/*', '/x/a-1', '/x/a-2', '/y', '/yz'].map((path) => `--allow-fs-read=${path}`);
    expect([...findOverGranted({ args, has: all }).read]).toEqual([]);
  });

  it('has nothing to find where all files are granted, or Node grants no more', () => {
    const args = ['*', '/x/a-1', '/x/a-2'].map((path) => `--allow-fs-read=${path}`);
    expect(findOverGranted({ args, has: all }).read.size).toBe(0);
    expect(findOverGranted({ args: args.slice(1), has: none }).read.size).toBe(0);
    expect([...findOverGranted({ args: args.slice(1), has: all }).read]).toEqual(['/x/a-']);
  });
});

/** What is known of bubblewrap, and where that is kept: an app that could write it would choose how apps are confined. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { CodeFolder } from '../../cli/boot/code-cache.js';
import { probeBubblewrap, type Probe } from '../../cli/sandbox/launch/tier/probe.js';

const onLinux = process.platform === 'linux' ? it : it.skip;

let root = '';
let programs = '';
let calls = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'tui-probe-')));
  programs = join(root, 'bin');
  calls = join(root, 'calls');
  mkdirSync(programs);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A program in the place of bubblewrap, which notes each call. It works unless `script` ends it before. */
function put(script = '', name = 'bwrap'): string {
  const path = join(programs, name);
  const answer = `echo "${process.version}"`;
  writeFileSync(path, `#!/bin/sh\necho "$0 $*" >> ${calls}\n${script}\n${answer}\n`);
  chmodSync(path, 0o755);
  return path;
}

function folder(name = 'cache/tui/code'): CodeFolder {
  mkdirSync(join(root, 'cache/tui'), { recursive: true });
  return new CodeFolder(join(root, name), 'build', root);
}

const callCount = (): number =>
  existsSync(calls) ? readFileSync(calls, 'utf8').trimEnd().split('\n').length : 0;

function look(of: CodeFolder, { env = {}, patience = 60_000 } = {}): Probe {
  return probeBubblewrap({ PATH: programs, ...env }, { folder: of, patience });
}

const wayOf = (probe: Probe): unknown =>
  probe.works
    ? [probe.bubblewrap.filter, probe.bubblewrap.descriptors, probe.bubblewrap.proc]
    : probe;

const fileOf = ({ path }: CodeFolder): string => join(path, 'sandbox.json');

onLinux('is tried once, and again where the program is another one', () => {
  put();
  const first = look(folder());
  expect(wayOf(first)).toEqual([true, true, true]);
  expect(callCount()).toBe(1);
  expect(look(folder())).toEqual(first);
  expect(callCount()).toBe(1);
  put('# Another one.');
  expect(look(folder())).toEqual(first);
  expect(callCount()).toBe(2);
});

onLinux('never names the program: the one that is found is started', () => {
  const real = put();
  const evil = put('', 'evil');
  look(folder());
  const file = fileOf(folder());
  const kept = JSON.parse(readFileSync(file, 'utf8')) as object;
  expect(kept).not.toHaveProperty('program');
  writeFileSync(file, JSON.stringify({ ...kept, program: evil }));
  const probe = look(folder());
  expect(probe).toMatchObject({ works: true, bubblewrap: { program: real } });
  // The file was read.
  expect(callCount()).toBe(1);
});

onLinux('is not looked for where a variable leads', () => {
  put();
  look(folder());
  const planted = join(root, 'planted/tui');
  mkdirSync(planted, { recursive: true });
  const kept = JSON.parse(readFileSync(fileOf(folder()), 'utf8')) as object;
  writeFileSync(join(planted, 'sandbox.json'), JSON.stringify({ ...kept, filter: false }), {
    mode: 0o600,
  });
  const env = { XDG_CACHE_HOME: join(root, 'planted'), HOME: join(root, 'planted') };
  const fresh = folder('cache/tui/fresh');
  expect(wayOf(look(fresh, { env }))).toEqual([true, true, true]);
  expect(existsSync(fileOf(fresh))).toBe(true);
});

onLinux.each([
  [
    'a link',
    (file: string) => {
      const other = join(root, 'other.json');
      writeFileSync(other, readFileSync(file), { mode: 0o600 });
      rmSync(file);
      symlinkSync(other, file);
    },
  ],
  ['open to others', (file: string) => chmodSync(file, 0o620)],
  ['in a folder that is open to others', (_: string, path: string) => chmodSync(path, 0o770)],
  ['not JSON', (file: string) => writeFileSync(file, '{')],
  [
    'of another machine',
    (file: string) => {
      const kept = JSON.parse(readFileSync(file, 'utf8')) as object;
      writeFileSync(file, JSON.stringify({ ...kept, key: 'other', filter: false }));
    },
  ],
] as const)('is not read if the file is %s', (_name, change) => {
  put();
  look(folder());
  change(fileOf(folder()), folder().path);
  expect(wayOf(look(folder()))).toEqual([true, true, true]);
  expect(callCount()).toBe(2);
});

/** Of the ways with a filter, the best one does what `script` says, and no other works. */
const best = (script: string): string =>
  `case "$*" in *--proc*--ro-bind-fd*--seccomp*) ${script};; *--seccomp*) exit 1;; esac`;

onLinux('is kept where a better way does not work', () => {
  put(best('exit 1'));
  expect(wayOf(look(folder()))).toEqual([false, true, true]);
  expect(existsSync(fileOf(folder()))).toBe(true);
  const before = callCount();
  expect(wayOf(look(folder()))).toEqual([false, true, true]);
  expect(callCount()).toBe(before);
});

onLinux('is not kept where a better way was not tried to its end', () => {
  put(best('exec sleep 600'));
  expect(wayOf(look(folder(), { patience: 5000 }))).toEqual([false, true, true]);
  expect(existsSync(fileOf(folder()))).toBe(false);
  // The machine has time again.
  put();
  expect(wayOf(look(folder()))).toEqual([true, true, true]);
});

onLinux('is not kept where bubblewrap does not work, nor where there is no folder for it', () => {
  put('exit 1');
  expect(look(folder()).works).toBe(false);
  expect(existsSync(folder().path)).toBe(false);
  put();
  const missing = new CodeFolder(join(root, 'no/home/here/code'), 'build', root);
  expect(look(missing).works).toBe(true);
  expect(existsSync(join(root, 'no'))).toBe(false);
});

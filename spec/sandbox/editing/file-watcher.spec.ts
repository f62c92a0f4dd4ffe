/** What a watcher of files makes of the ways in which editors and people change them. */
import { mkdtempSync, realpathSync, rmSync, statSync, truncateSync } from 'node:fs';
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { FileWatcher } from '../../../cli/sandbox/launch/editing/file-watcher.js';
import { sleep, until } from '../../support/until.js';

let folder = '';
let file = '';
let watcher: FileWatcher | undefined;
let calls: string[][] = [];
/** The size of the first file at each call. */
let sizes: number[] = [];

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'tui-watch-')));
  file = join(folder, 'app.tui');
  writeFileSync(file, 'one');
  calls = [];
  sizes = [];
});
afterEach(() => {
  watcher?.close();
  rmSync(folder, { recursive: true });
});

function follow(...paths: readonly string[]): void {
  watch(paths);
}

/** Follows a file whose saves may take as long as a busy machine needs for them. */
function followPatiently(path: string): void {
  watch([path], 60_000);
}

function watch(paths: readonly string[], patience?: number): void {
  watcher = new FileWatcher((changed) => {
    calls.push([...changed]);
    sizes.push(statSync(paths[0]!, { throwIfNoEntry: false })?.size ?? -1);
  }, patience);
  watcher.set(paths);
}

/** Until the watcher has reported so often. */
async function reported(count: number): Promise<void> {
  await until(() => calls.length >= count, { what: () => `${count} calls, of ${calls.length}` });
}

const WAYS: readonly (readonly [string, () => void])[] = [
  ['a write in place', () => writeFileSync(file, 'three')],
  [
    'a temporary file that is renamed',
    () => {
      writeFileSync(`${file}.tmp`, 'three');
      renameSync(`${file}.tmp`, file);
    },
  ],
  [
    "vim's backup, swap file and test of the folder",
    () => {
      writeFileSync(join(folder, '.app.tui.swp'), 'x');
      writeFileSync(join(folder, '4913'), '');
      rmSync(join(folder, '4913'));
      renameSync(file, `${file}~`);
      writeFileSync(file, 'three');
      rmSync(`${file}~`);
      rmSync(join(folder, '.app.tui.swp'));
    },
  ],
  [
    'a copy that is kept and a write in place',
    () => {
      copyFileSync(file, `${file}.bak`);
      writeFileSync(file, 'three');
    },
  ],
  [
    'a deletion and another file',
    () => {
      rmSync(file);
      writeFileSync(file, 'three');
    },
  ],
  [
    'a truncation and a write',
    () => {
      truncateSync(file, 0);
      appendFileSync(file, 'three');
    },
  ],
];

it.each(WAYS)('reports %s once, when it is whole', async (_, save) => {
  follow(file);
  save();
  await reported(1);
  await sleep(100);
  expect(calls).toEqual([[file]]);
  expect(sizes).toEqual([5]);
});

it.each([0, 20, 100])('waits %i ms for what a truncated file gets', async (ms) => {
  followPatiently(file);
  truncateSync(file, 0);
  await sleep(ms);
  writeFileSync(file, 'three');
  await reported(1);
  expect(sizes).toEqual([5]);
});

it('waits for a file that is missing for a moment', async () => {
  followPatiently(file);
  rmSync(file);
  await sleep(100);
  writeFileSync(file, 'three');
  await reported(1);
  expect(sizes).toEqual([5]);
});

it('reports a deletion, and the file that comes later', async () => {
  follow(file);
  rmSync(file);
  await reported(1);
  writeFileSync(file, 'three');
  await reported(2);
  expect(sizes).toEqual([-1, 5]);
});

it('reports a folder in the place of the file, and the file after it', async () => {
  follow(file);
  rmSync(file);
  mkdirSync(file);
  await reported(1);
  rmSync(file, { recursive: true });
  writeFileSync(file, 'three');
  await reported(2);
  expect(sizes[1]).toBe(5);
});

it('does not report other files, nor the same content of its inode', async () => {
  follow(file);
  for (let index = 0; index < 50; index++) writeFileSync(join(folder, `.${index}.swp`), 'x');
  await sleep(100);
  expect(calls).toEqual([]);
});

it('reports a link that leads to another file, and writes to what it leads to', async () => {
  const [link, other, target] = ['link', 'other', 'target'].map((name) => join(folder, name));
  mkdirSync(join(folder, 'sub'));
  writeFileSync(other!, 'other');
  writeFileSync(target!, 'target');
  symlinkSync(target!, link!);
  follow(link!);
  symlinkSync(other!, `${link!}.new`);
  renameSync(`${link!}.new`, link!);
  await reported(1);
  writeFileSync(other!, 'another');
  await reported(2);
  expect(sizes).toEqual([5, 7]);
  // What it led to before counts no more.
  writeFileSync(target!, 'nothing');
  await sleep(100);
  expect(calls).toHaveLength(2);
});

it('reports a folder on the way that was exchanged', async () => {
  const inner = join(folder, 'sub', 'app.tui');
  mkdirSync(join(folder, 'sub'));
  mkdirSync(join(folder, 'new'));
  writeFileSync(inner, 'one');
  writeFileSync(join(folder, 'new/app.tui'), 'three');
  follow(inner);
  renameSync(join(folder, 'sub'), join(folder, 'old'));
  renameSync(join(folder, 'new'), join(folder, 'sub'));
  await reported(1);
  writeFileSync(inner, 'fourth');
  await reported(2);
  expect(sizes).toEqual([5, 6]);
});

it('reports several files that are saved together at once', async () => {
  const files = ['a.css', 'b.ts', 'c.md'].map((name) => join(folder, name));
  for (const each of files) writeFileSync(each, 'one');
  follow(...files);
  for (const each of files) writeFileSync(each, 'three');
  await reported(1);
  await sleep(100);
  expect(calls.flat().sort()).toEqual(files);
});

it('reports a thousand saves of one moment once', async () => {
  followPatiently(file);
  for (let index = 0; index < 1000; index++) writeFileSync(file, 'x'.repeat(index + 1));
  await reported(1);
  expect(sizes).toEqual([1000]);
});

it('reports a file that never stops growing', async () => {
  watch([file], 50);
  const growing = setInterval(() => appendFileSync(file, 'x'), 1);
  try {
    await reported(2);
  } finally {
    clearInterval(growing);
  }
});

it('looks at no file for events of others, however many files it follows', async () => {
  const files = Array.from({ length: 500 }, (_, index) => join(folder, `file-${index}`));
  for (const each of files) writeFileSync(each, 'one');
  follow(...files);
  for (let index = 0; index < 2000; index++) writeFileSync(join(folder, '.noise'), `${index}`);
  await sleep(100);
  expect(calls).toEqual([]);
  writeFileSync(files[0]!, 'three');
  await reported(1);
  expect(calls).toEqual([[files[0]]]);
});

it('reports nothing once it is closed', async () => {
  follow(file);
  writeFileSync(file, 'three');
  watcher?.close();
  await sleep(100);
  expect(calls).toEqual([]);
});

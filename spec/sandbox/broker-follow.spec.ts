/** Files that a sandboxed app follows through the launcher: what was added, rotation, and what is not granted by the time. */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { followThrough } from '../../cli/sandbox/runner/access/follow.js';
import { brokered, type Brokered } from '../support/brokered.js';
import { needs } from '../support/programs.js';
import { until } from '../support/until.js';

let folder = '';
let app: Brokered | undefined;
const ended = new Set<AbortController>();
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'tui-follow-')));
});
afterEach(() => {
  for (const each of ended) each.abort();
  ended.clear();
  app?.close();
  app = undefined;
  rmSync(folder, { recursive: true, force: true });
});

interface Reading {
  text: string;
  /** How often all that there was had come. */
  whole: number;
  error: unknown;
}

/** Follows a file of an app with these flags. */
async function follow(path: string, ...flags: readonly string[]): Promise<Reading> {
  app = await brokered(flags);
  const end = new AbortController();
  ended.add(end);
  const reading: Reading = { text: '', whole: 0, error: undefined };
  const run = async (): Promise<void> => {
    for await (const piece of followThrough(app!.channel)(path, end.signal)) {
      if (piece.length === 0) reading.whole++;
      reading.text += Buffer.from(piece).toString();
    }
  };
  void run().catch((error: unknown) => {
    reading.error = error;
  });
  await until(() => reading.whole > 0 || reading.error !== undefined);
  return reading;
}

it('sends what is in it and what is added, also when it is emptied', async () => {
  const log = join(folder, 'app.log');
  writeFileSync(log, `${'x'.repeat(100_000)}\none\n`);
  const reading = await follow(log, `--allow-read=${log}`);
  expect(reading.text).toHaveLength(100_005);
  appendFileSync(log, 'two');
  await until(() => reading.text.endsWith('one\ntwo'));
  truncateSync(log);
  // The line that was cut off is ended.
  await until(() => reading.text.endsWith('two\n'));
  appendFileSync(log, 'three\n');
  await until(() => reading.text.endsWith('two\nthree\n'));
  expect(reading.whole).toBe(1);
});

it('goes on with the file that has the name after a rotation', async () => {
  const log = join(folder, 'app.log');
  writeFileSync(log, 'one\n');
  const reading = await follow(log, `--allow-read=${log}`);
  renameSync(log, join(folder, 'app.log.1'));
  appendFileSync(join(folder, 'app.log.1'), 'late\n');
  writeFileSync(log, 'next\n');
  await until(() => reading.text === 'one\nlate\nnext\n');
  unlinkSync(log);
  writeFileSync(log, 'third\n');
  await until(() => reading.text.endsWith('next\nthird\n'));
});

it('does not follow the name to what is not granted', async () => {
  const log = join(folder, 'app.log');
  const secret = join(folder, 'secret');
  writeFileSync(log, 'one\n');
  writeFileSync(secret, 'CANARY\n');
  const reading = await follow(log, `--allow-read=${log}`);
  unlinkSync(log);
  symlinkSync(secret, log);
  appendFileSync(secret, 'CANARY\n');
  // A granted file in its place afterwards is the next one that is read.
  await new Promise((resolve) => setTimeout(resolve, 600));
  unlinkSync(log);
  writeFileSync(log, 'two\n');
  await until(() => reading.text.endsWith('two\n'));
  expect(reading.text).toBe('one\ntwo\n');
});

it.each([
  ['/etc/hostname', 'not-permitted'],
  ['../x', 'not-permitted'],
  ['a\0b', undefined],
  ['x'.repeat(5000), undefined],
])('refuses %j', async (path, code) => {
  const { error } = await follow(path);
  expect(error).toBeInstanceOf(Error);
  if (code !== undefined) expect(error).toMatchObject({ code });
});

it('refuses folders and pipes, without waiting', async () => {
  needs('mkfifo');
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  expect(String((await follow(pipe, `--allow-read=${folder}`)).error)).toContain('not a file');
  app?.close();
  expect(String((await follow(folder, `--allow-read=${folder}`)).error)).toContain('a folder');
});

it('refuses more than 32 at a time', async () => {
  const log = join(folder, 'app.log');
  writeFileSync(log, 'one\n');
  await follow(log, `--allow-read=${log}`);
  const end = new AbortController();
  ended.add(end);
  const starts = Array.from({ length: 32 }, async () => {
    const pieces = followThrough(app!.channel)(log, end.signal)[Symbol.asyncIterator]();
    return await pieces.next().then(
      () => '',
      (error: unknown) => String(error),
    );
  });
  const errors = (await Promise.all(starts)).filter((error) => error !== '');
  expect(errors).toHaveLength(1);
  expect(errors[0]).toContain('at most 32 files');
});

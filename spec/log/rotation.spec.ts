/**
 * Several processes log to one file while it is put aside again and again.
 *
 * `TUI_SPEC_LOG_LINES` states how many lines each of the ten logs; 10,000 by default.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readEntry } from '../../cli/log/entry-line.js';
import { lastEntries } from '../../cli/log/read-log.js';
import { fullFiles, RotatingFile, type RotatingFileOptions } from '../../cli/log/rotating-file.js';

const LINES = Number(process.env['TUI_SPEC_LOG_LINES'] ?? '10000');
const WRITERS = 10;

let base: string;
let folder: string;
let log: string;
const bundles: string[] = [];
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'tui-log-'));
  for (const file of ['cli/log/log-file.ts', 'config/config.ts']) {
    const bundle = join(base, `${bundles.length}.mjs`);
    execFileSync('node_modules/.bin/esbuild', [
      file,
      '--bundle',
      '--platform=node',
      '--format=esm',
      `--outfile=${bundle}`,
      '--main-fields=module,main',
      '--log-level=error',
      '--external:#*',
      '--banner:js=import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);',
    ]);
    bundles.push(bundle);
  }
  symlinkSync(resolve('node_modules'), join(base, 'node_modules'));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));
beforeEach(() => {
  folder = mkdtempSync(join(base, 'logs-'));
  log = join(folder, 'app.log');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const filesOf = (): string[] => [...fullFiles(folder, 'app.log'), 'app.log'];
const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');

describe('ten processes', () => {
  it('lose no line and tear none, whoever puts the file aside', async () => {
    const maxSize = 0.4;
    const writers = Array.from({ length: WRITERS }, (_, index) =>
      spawn(
        process.execPath,
        ['spec/log/support/writer.mjs', ...bundles, log, index, LINES, maxSize, 10_000].map(String),
        { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, HOME: base } },
      ),
    );
    const codes = await Promise.all(writers.map(async (each) => (await once(each, 'exit'))[0]));
    expect(codes).toEqual(codes.map(() => 0));
    const seen = new Map<string, number>();
    for (const name of filesOf()) {
      const lines = textOf(name).split('\n');
      expect(lines.pop()).toBe('');
      for (const line of lines) {
        const message = readEntry(line)?.message ?? '';
        const [, id = `torn: ${line}`] = /^(w\d+ n\d+) x* end$/.exec(message) ?? [];
        seen.set(id, (seen.get(id) ?? 0) + 1);
      }
    }
    expect([...seen.keys()].filter((id) => id.startsWith('torn'))).toEqual([]);
    expect(seen.size).toBe(WRITERS * LINES);
    expect([...seen.values()].every((count) => count === 1)).toBe(true);
    // Full when it was put aside, and put aside when it was full.
    const sizes = fullFiles(folder, 'app.log').map((name) => statSync(join(folder, name)).size);
    const bytes = maxSize * 1_000_000;
    const slack = WRITERS * 300;
    expect(sizes.filter((size) => size < bytes - slack || size > bytes + slack)).toEqual([]);
    expect(sizes.length).toBeGreaterThanOrEqual(Math.floor((WRITERS * LINES * 90) / bytes / 2));
  });
});

describe('a rotating file', () => {
  let file: RotatingFile;
  let checked: string[];
  const open = (options: Partial<RotatingFileOptions> = {}): RotatingFile => {
    checked = [];
    file = new RotatingFile({
      path: log,
      maxSize: 20,
      maxFiles: 3,
      lock: () => join(base, 'x.lock'),
      check: (real) => void checked.push(real),
      ...options,
    });
    return file;
  };
  afterEach(() => file.close());

  it('begins a line of its own behind half a line of a process that was killed', () => {
    writeFileSync(log, 'whole\nhal');
    open({ maxSize: 0 });
    file.write('next\n');
    expect(textOf('app.log')).toBe('whole\nhal\nnext\n');
    renameSync(log, join(folder, 'other'));
    writeFileSync(log, 'half');
    file.write('behind\n');
    file.write('last\n');
    expect(textOf('app.log')).toBe('half\nbehind\nlast\n');
  });

  it('keeps as many full files as it may, the newest', () => {
    open();
    for (let index = 0; index < 10; index++) file.write(`line number ${index}\n`);
    expect(filesOf().map(textOf).join('')).toBe(
      [6, 7, 8, 9].map((index) => `line number ${index}\n`).join(''),
    );
    expect(readdirSync(folder)).toHaveLength(4);
  });

  it('keeps none where none is to be kept, and never begins anew where it may grow', () => {
    open({ maxFiles: 0 });
    for (let index = 0; index < 5; index++) file.write(`line number ${index}\n`);
    expect(readdirSync(folder)).toEqual(['app.log']);
    file.close();
    open({ maxSize: 0 });
    for (let index = 0; index < 5; index++) file.write(`line number ${index}\n`);
    expect(textOf('app.log').split('\n')).toHaveLength(7);
    expect(readdirSync(folder)).toEqual(['app.log']);
  });

  it('removes no file but its own full ones', () => {
    const others = [
      'app.log.1',
      'app.log.20261123-012031-123-zzzzzz',
      'app.logs',
      'my-app.log.20261123-012031-123-9f3a5c',
    ];
    for (const name of others) writeFileSync(join(folder, name), 'kept');
    open({ maxFiles: 1 });
    for (let index = 0; index < 6; index++) file.write(`line number ${index}\n`);
    expect(others.map(textOf)).toEqual(others.map(() => 'kept'));
    expect(fullFiles(folder, 'app.log')).toHaveLength(1);
  });

  it('goes on in the file of its name when it was moved, removed or replaced', () => {
    open({ maxSize: 0 });
    file.write('one\n');
    renameSync(log, join(folder, 'moved'));
    file.write('two\n');
    expect([textOf('moved'), textOf('app.log')]).toEqual(['one\n', 'two\n']);
    unlinkSync(log);
    file.write('three\n');
    expect(textOf('app.log')).toBe('three\n');
    // One place and no other, however often it is opened.
    expect(new Set(checked)).toEqual(new Set([log]));
  });

  it('follows no link, and no file of other names, that takes its place', () => {
    const victim = join(base, 'victim');
    writeFileSync(victim, 'untouched');
    open({ maxSize: 0 });
    file.write('one\n');
    for (const replace of [
      () => symlinkSync(victim, log),
      () => linkSync(victim, log),
      () => mkdirSync(log),
    ]) {
      rmSync(log, { recursive: true, force: true });
      replace();
      file.write('two\n');
      expect(readFileSync(victim, 'utf8')).toBe('untouched');
    }
    // The control: what is done by name goes there.
    rmSync(log, { recursive: true });
    symlinkSync(victim, log);
    appendFileSync(log, 'owned');
    expect(readFileSync(victim, 'utf8')).toBe('untouchedowned');
  });

  it('does not follow its folder elsewhere', () => {
    open({ maxSize: 0 });
    file.write('one\n');
    const elsewhere = mkdtempSync(join(base, 'elsewhere-'));
    renameSync(folder, `${folder}-old`);
    symlinkSync(elsewhere, folder);
    file.write('two\n');
    expect(readdirSync(elsewhere)).toEqual([]);
    expect(readFileSync(join(`${folder}-old`, 'app.log'), 'utf8')).toBe('one\ntwo\n');
    rmSync(folder);
    renameSync(`${folder}-old`, folder);
  });

  it('puts nothing aside where the names beside it are not to be written', () => {
    open({
      check: (real) => {
        if (real !== log) throw new Error(`not ${real}`);
      },
    });
    for (let index = 0; index < 5; index++) file.write(`line number ${index}\n`);
    expect(readdirSync(folder)).toEqual(['app.log']);
    expect(textOf('app.log').split('\n')).toHaveLength(6);
  });

  it('writes on while another process holds the lock', () => {
    const held = join(folder, 'held.lock');
    writeFileSync(held, JSON.stringify({ token: 'abc', pid: 1, started: '', place: 'elsewhere' }));
    open({ lock: () => held });
    for (let index = 0; index < 5; index++) file.write(`line number ${index}\n`);
    expect(textOf('app.log').split('\n')).toHaveLength(6);
    expect(existsSync(held)).toBe(true);
  });

  it('is read back through what was put aside', () => {
    open({ maxFiles: 100, maxSize: 100 });
    for (let index = 0; index < 9; index++) {
      file.write(`2026-01-01T00:00:00.000Z INFO  ${index}\n  more of ${index}\n`);
    }
    const all = lastEntries(log, 100, () => true);
    expect(all.map(({ message }) => message)).toEqual(
      Array.from({ length: 9 }, (_, index) => `${index}\nmore of ${index}`),
    );
    expect(lastEntries(log, 2, () => true)).toEqual(all.slice(-2));
    expect(lastEntries(log, 2, ({ message }) => message.startsWith('3'))).toEqual([all[3]]);
    expect(lastEntries(log, 0, () => true)).toEqual([]);
  });
});

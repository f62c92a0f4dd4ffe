/** The tests of docs/testing.md and the app of docs/data-and-files.md that reads standard input, each run as by a user. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Page } from './page.js';

const ROOT = process.cwd();
const page = new Page('docs/testing.md');
const data = new Page('docs/data-and-files.md');
const folder = mkdtempSync(join(tmpdir(), 'tui-testing-'));
const packages = join(folder, 'node_modules');
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(() => {
  const built = process.env['TUI_SPEC_COMMAND'] ?? '';
  const installed = join(packages, 'tui-runtime');
  mkdirSync(installed, { recursive: true });
  symlinkSync(built, join(installed, 'dist'));
  write('node_modules/tui-runtime/package.json', {
    name: 'tui-runtime',
    type: 'module',
    exports: { './testing': './dist/cli/testing.js' },
  });
  symlinkSync(join(ROOT, 'node_modules/@jest'), join(packages, '@jest'));
  write('package.json', { name: 'counter', private: true, type: 'module' });
  for (const { words, content } of [...data.fences, ...page.fences]) {
    if (words[0] !== undefined) writeFileSync(join(folder, words[0]), content);
  }
});

function write(path: string, value: object): void {
  writeFileSync(join(folder, path), JSON.stringify(value));
}

function node(args: readonly string[], env: NodeJS.ProcessEnv = {}, input = ''): string {
  return execFileSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    input,
    stdio: 'pipe',
    env: { PATH: process.env['PATH'], HOME: folder, ...env },
  });
}

describe('docs/testing.md', () => {
  it('has a test for each runner', () => {
    const names = page.fences.map(({ words }) => words[0]);
    expect(names).toEqual(
      expect.arrayContaining(['counter.test.js', 'counter.spec.js', 'counter.vitest.js']),
    );
  });

  it('runs with node:test', () => {
    expect(node(['--test', 'counter.test.js'])).toMatch(/^(#|ℹ) pass 1$/m);
  });

  it('runs with jest, and writes and compares its picture', () => {
    const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
    const flags = { NODE_OPTIONS: '--experimental-vm-modules' };
    const args = [jest, '--config', '{}', '--rootDir', '.', '--testMatch', '**/*.spec.js'];
    node(args, { ...flags, UPDATE_SCREENS: '1' });
    node(args, flags);
  });

  // vitest is no dependency: its functions of the same names are jest's here.
  it('runs what is written for vitest', () => {
    const fence = page.fences.find(({ words }) => words[0] === 'counter.vitest.js');
    const vitest = join(packages, 'vitest');
    mkdirSync(vitest);
    write('node_modules/vitest/package.json', { name: 'vitest', type: 'module', main: 'index.js' });
    writeFileSync(
      join(vitest, 'index.js'),
      `export { afterEach, expect, it } from '@jest/globals';`,
    );
    expect(fence?.content).toContain(`from 'vitest'`);
    const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
    const args = [jest, '--config', '{}', '--rootDir', '.', '--testMatch', '**/*.vitest.js'];
    node(args, { NODE_OPTIONS: '--experimental-vm-modules', UPDATE_SCREENS: '1' });
  });
});

describe('docs/data-and-files.md', () => {
  it('counts the lines of standard input', () => {
    const command = join(process.env['TUI_SPEC_COMMAND'] ?? '', 'cli/main.cjs');
    expect(node([command, 'lines.tui'], {}, 'a\nb\nc\n').trim()).toBe('3 lines');
  });
});

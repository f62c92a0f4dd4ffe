/** The project that `tui init --typescript` writes, and the one of docs/testing.md: they pass, and report a wrong type. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { codeOf } from './support/page';

const installed = dirname(createRequire(import.meta.url).resolve('tui-runtime/package.json'));
const checkout = dirname(realpathSync(join(installed, 'dist')));
const folder = mkdtempSync(join(tmpdir(), 'tui-typed-'));
const page = codeOf(join(checkout, 'docs/testing.md'));
/** What `npm install` would put there, and the command of jest. */
const PACKAGES = ['@jest', '@types', 'esbuild', 'jest', 'ts-jest', 'typescript', '.bin'];

beforeAll(() => {
  const args = [join(installed, 'dist/cli/main.cjs'), 'init', '--typescript', folder];
  execFileSync(process.execPath, args, { stdio: 'pipe' });
  const packages = join(folder, 'node_modules');
  mkdirSync(packages);
  symlinkSync(installed, join(packages, 'tui-runtime'));
  for (const name of PACKAGES) {
    symlinkSync(join(checkout, 'node_modules', name), join(packages, name));
  }
  for (const name of ['counter.tui', 'typed.test.ts']) {
    writeFileSync(join(folder, name), page.get(name) ?? '');
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

function npmTest(...args: readonly string[]): {
  readonly code: number | null;
  readonly text: string;
} {
  const options = { cwd: folder, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync('npm', ['test', '--silent', '--', ...args], options);
  return { code: status, text: stripVTControlCharacters(stdout + stderr) };
}

describe('the project of tui init --typescript', () => {
  it('passes its tests, and those of the page', () => {
    const { code, text } = npmTest();
    expect(text).toMatch(/^Tests: +5 passed, 5 total$/m);
    expect(text).not.toContain('WARN');
    expect(code).toBe(0);
  });

  it('fails for types of the package and of its app that do not fit', () => {
    const wrong = `import { expect, test } from '@jest/globals';
import { mount } from 'tui-runtime/testing';

test('adds', async () => {
  const app = await mount({ file: 'app.tui' }, { width: 'wide' });
  $tui.getElementById('tasks').checked = true;
  expect(app.text()).toBe(1);
});
`;
    writeFileSync(join(folder, 'wrong.test.ts'), wrong);
    const { code, text } = npmTest('wrong');
    expect(text).toMatch(/wrong\.test\.ts:5:50 - error TS2322/);
    expect(text).toMatch(/wrong\.test\.ts:6:32 - error TS2339/);
    expect(code).toBe(1);
  });

  it('names exact versions, those that the package is tested with', () => {
    interface Manifest {
      readonly devDependencies: Readonly<Record<string, string>>;
    }
    const read = (path: string): Manifest => JSON.parse(readFileSync(path, 'utf8')) as Manifest;
    const { 'tui-runtime': tui, ...others } = read(join(folder, 'package.json')).devDependencies;
    expect(tui).toMatch(/^file:/);
    expect(read(join(checkout, 'package.json')).devDependencies).toMatchObject(others);
  });

  it('is what the page on testing shows', () => {
    for (const name of ['jest.config.js', 'ts-jest.js', 'tsconfig.json']) {
      expect(page.get(name)).toBe(readFileSync(join(folder, name), 'utf8'));
    }
  });
});

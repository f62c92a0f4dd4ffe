/** docs/frameworks.md: its table is that of the installed libraries and of the specs, and its apps run. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from '@jest/globals';
import { mount } from '../support/mount.js';

const PAGE = 'docs/frameworks.md';
const CACHE = resolve('node_modules/.cache');
const APPS = 'fixtures/frameworks';
const text = readFileSync(PAGE, 'utf8');

interface Row {
  readonly libraries: readonly string[];
  readonly version: string;
  readonly file: string;
}

const rows = [...text.matchAll(/^\| (\S.*?) +\| ([\d.]+) +\| \[([\w.-]+)\]\(([^)]+)\)/gm)].map(
  ([, names = '', version = '', , link = '']): Row => ({
    libraries: names.split(', '),
    version,
    file: link.replace(`../${APPS}/`, ''),
  }),
);

describe('the table', () => {
  it.each(rows)('$libraries.0 $version of $file', ({ libraries, version, file }) => {
    const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      readonly devDependencies: Readonly<Record<string, string>>;
    };
    for (const library of libraries) {
      expect([library, devDependencies[library]?.replace(/^npm:.*@/, '')]).toEqual([
        library,
        version,
      ]);
      const name = library.replace(/-18$/, '').replace(/^react-dom$/, 'react-dom/client');
      // A component of Svelte imports nothing itself.
      if (library !== 'svelte') {
        expect(readFileSync(join(APPS, file), 'utf8')).toMatch(new RegExp(`from '${name}['/]`));
      }
    }
  });

  it('names every app, and a spec uses each', () => {
    expect([...new Set(rows.map(({ file }) => file))].sort()).toEqual(readdirSync(APPS).sort());
    const specs = readdirSync('spec/frameworks', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.startsWith('page'))
      .map((name) => readFileSync(join('spec/frameworks', name), 'utf8'))
      .join('\n');
    for (const { file } of rows) expect(specs).toContain(file.replace(/\.tui$/, ''));
  });
});

describe('the apps', () => {
  // Below the packages that they import.
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'frameworks-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const fences = [...text.matchAll(/^```(\w+) (\S+)\n(.*?)^```/gms)];
  for (const [, language, name = '', code = ''] of fences) {
    const file = join(folder, language === 'tui' ? `${name}.tui` : name);
    writeFileSync(file, code);
    if (language !== 'tui') continue;

    it(`${name}`, async () => {
      if (name === 'svelte') {
        const builder = [join(folder, 'Counter.build.mjs')];
        await promisify(execFile)(process.execPath, builder, { cwd: folder });
      }
      const app = await mount({ file }, { width: 20, height: 3 });
      const button = await app.findByText('count 0');
      await app.click(button);
      await app.findByText('count 1');
      expect(app.diagnostics).toEqual([]);
    });
  }
});

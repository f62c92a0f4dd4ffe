/** What specs of the `unit` project rely on although esbuild bundles them; see support/bundled/. */
import type { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, SourceMap, type SourceMapPayload, type SourceMapping } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { stop, transform } from 'esbuild';
import { withEsbuild } from '../../runtime/script/esbuild.js';

it('stack traces name the line and column of the source', () => {
  const { stack } = new Error('here');
  expect(stack).toMatch(/spec\/project\/bundled\.spec\.ts:13:21\b/);
});

it('each module has its own place', () => {
  expect(fileURLToPath(import.meta.url)).toBe(expect.getState().testPath);
});

it('what is required late is found, bundled or not', () => {
  const require = createRequire(import.meta.url);
  expect(require('ajv')).toHaveProperty('default');
  expect(require('../../package.json')).toHaveProperty('name', 'tui-runtime');
});

it('values of the packages are of the realm of the specs', async () => {
  const { default: yargs } = await import('yargs');
  expect(yargs(['--list', 'a']).array('list').parseSync()['list']).toBeInstanceOf(Array);
});

it('no spec shares the esbuild of the sources: who ends its process leaves all builds of it without an end', async () => {
  expect(await withEsbuild((compiler) => Promise.resolve(compiler.stop))).not.toBe(stop);
});

/** A module of the runner itself, which is not bundled. */
const moduleOf = async (name: string): Promise<unknown> =>
  await import(new URL(`../support/bundled/${name}.mjs`, import.meta.url).href);

interface Place {
  readonly line: number;
  readonly column: number;
}

it('places of a source map are those that Node finds', async () => {
  const { sourceLines } = (await moduleOf('source-lines')) as {
    sourceLines(file: string): (line: number, column: number) => Place | undefined;
  };
  const text = Array.from({ length: 30 }, (_, n) => `export const a${n} = [${n}, () => a${n}];`);
  const folder = mkdtempSync(join(tmpdir(), 'tui-map-'));
  try {
    for (const minify of [true, false]) {
      const { map } = await transform(text.join('\n'), { sourcemap: true, minify, loader: 'ts' });
      const file = join(folder, 'a.map');
      writeFileSync(file, map);
      const find = sourceLines(file);
      const node = new SourceMap(JSON.parse(map) as SourceMapPayload);
      const differ = [];
      for (let line = 0; line < 40; line++) {
        for (let column = 0; column < 900; column += minify ? 1 : 7) {
          const found = find(line, column);
          const entry = node.findEntry(line, column) as Partial<SourceMapping>;
          // Node goes back to the line before.
          const expected = entry.generatedLine === line ? entry : {};
          if (found?.line !== expected.originalLine || found?.column !== expected.originalColumn) {
            differ.push([line, column, found, entry]);
          }
        }
      }
      expect(differ).toEqual([]);
      expect(find(0, 0)).toMatchObject({ line: 0 });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('a test is the running one until its promise settles, and the one around it after that', async () => {
  const { RunningTest } = (await moduleOf('running-test')) as {
    RunningTest: new () => AsyncLocalStorage<string>;
  };
  const context = new RunningTest();
  const seen: unknown[] = [];
  await context.run('outer', async () => {
    await context.run('inner', async () => {
      await Promise.resolve();
      seen.push(context.getStore());
    });
    seen.push(context.getStore());
    expect(() => context.run('throws', () => JSON.parse('{') as unknown)).toThrow();
    seen.push(
      context.run('synchronous', () => context.getStore()),
      context.getStore(),
    );
  });
  expect([...seen, context.getStore()]).toEqual([
    'inner',
    'outer',
    'synchronous',
    'outer',
    undefined,
  ]);
});

/** What specs of the `unit` project rely on although esbuild bundles them; see support/bundled/. */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { stop } from 'esbuild';
import { withEsbuild } from '../../runtime/script/esbuild.js';

it('stack traces name the line and column of the source', () => {
  const { stack } = new Error('here');
  expect(stack).toMatch(/spec\/project\/bundled\.spec\.ts:9:21\b/);
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

/** What V8 compiled when the package was built: that starts take it, and what it says of itself. */
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commandFile, folderOf, shell } from '../support/cli.js';

/** Says of every script which compiled code it comes with, and whether V8 refuses it. */
const HOOK = `
const fs = require('node:fs');
const { basename } = require('node:path');
const { syncBuiltinESMExports } = require('node:module');
const { readFileSync } = fs;
let kind = '';
fs.readFileSync = (file, ...rest) => {
  if (/\\.cache$/.test(file)) kind = basename(file).split('-')[0];
  return readFileSync(file, ...rest);
};
const vm = require('node:vm');
vm.Script = class extends vm.Script {
  constructor(text, options) {
    super(text, options);
    if (options?.filename?.endsWith('.cjs')) {
      const found = options.cachedData === undefined ? 'none' : this.cachedDataRejected ? 'refused' : 'taken';
      process.stderr.write(options.filename + ' ' + kind + ' ' + found + '\\n');
    }
  }
};
syncBuiltinESMExports();
`;
/** No package is loaded that an app without code does not need. */
const INERT = 'tui/bundle/tui.cjs inert taken\ntui/bundle/app.cjs inert.app taken\n';
const library = (main: string): string => `
import { createApp } from ${JSON.stringify(pathToFileURL(join(dirname(main), 'library.js')).href)};
try {
  createApp('<text');
} catch (error) {
  console.log(error.stack);
}
`;

const main = commandFile();
let cwd = '';
beforeAll(async () => {
  cwd = await folderOf({
    'hook.cjs': HOOK,
    'plain.tui': '<text>plain</text>',
    'scripted.tui': `<text id="t"/><script>$tui.getElementById('t').textContent = 'scripted'</script>`,
    'import.mjs': library(main),
    'throws.mjs': library(main).replace(/^try \{|^\} catch[^]*/gm, ''),
  });
});
afterAll(async () => {
  await rm(cwd, { recursive: true });
});

const node = async (options: string, words: string): Promise<{ stdout: string; stderr: string }> =>
  await shell(`NODE_OPTIONS="--require ./hook.cjs ${options}" node ${words}`, { cwd });

describe('compiled code of the package', () => {
  it.each([
    ['as it is', ''],
    ['with a larger heap', '--max-old-space-size=3000'],
    ['with flags of Node', '--no-warnings'],
  ])('is taken by an app without code, %s', async (_, options) => {
    const { stdout, stderr } = await node(options, `${main} plain.tui`);
    expect({ stdout, stderr }).toEqual({ stdout: 'plain\n', stderr: INERT });
  });

  it('is that of an app without code behind a command as well', async () => {
    const { stderr } = await node('', `${main} snapshot plain.tui`);
    expect(stderr.startsWith(INERT)).toBe(true);
  });

  it('of the launcher is all that it reads: the runtime of apps is for the runner', async () => {
    const { stdout, stderr } = await node('', `${main} scripted.tui`);
    expect(stdout).toBe('scripted\n');
    expect(stderr).toContain('tui/bundle/tui.cjs launcher taken\n');
    expect(stderr).not.toContain('tui/bundle/app.cjs launcher');
  });

  it('is taken by an import of the library', async () => {
    const { stderr } = await node('', 'import.mjs');
    expect(stderr).toBe('tui/bundle/tui.cjs library taken\ntui/bundle/app.cjs library.app taken\n');
  });

  it('names the bundle alike on every machine, in stack traces too', async () => {
    const { stdout } = await node('', 'import.mjs');
    expect(stdout).toMatch(/\(tui\/bundle\/app\.cjs:\d+:\d+\)/);
    // The folder that the build ran it in.
    expect(stdout).not.toMatch(/compiled-/);
  });

  it('breaks its lines: Node prints the one that throws what nobody catches', async () => {
    const uncaught = node('', 'throws.mjs').catch((error: unknown) => error as { stderr: string });
    const { stderr } = await uncaught;
    expect(stderr).toContain('unterminated-tag');
    expect(Math.max(...stderr.split('\n').map((line) => line.length))).toBeLessThan(400);
  });
});

/** The README's test, as a person runs it: jest of its own, the package as it is shipped, another folder. @ci */
import { readFile, readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { copyCommand, folderOf, shell } from '../../support/cli.js';

const blockOf = (text: string, language: string): string =>
  new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(text)?.[1] ?? '';

let folder = '';
beforeAll(async () => {
  const readme = await readFile('README.md', 'utf8');
  folder = await folderOf({
    'package.json': '{"type": "module"}',
    'app.tui': blockOf(readme, 'html'),
    'app.test.js': blockOf(readme, 'js'),
    // jest gives each file of tests globals of its own, and these compare what was made with them.
    'globals.test.js': `
      import { mount } from 'tui-runtime/testing';
      test('the globals are those of the test', async () => {
        const app = await mount('<text/><script>export const list = [];</script>');
        expect(app.diagnostics).toBeInstanceOf(Array);
        expect(app.$tui.exports.list).toBeInstanceOf(Array);
        await expect(mount('<text')).rejects.toBeInstanceOf(Error);
      });`,
    'node_modules/tui-runtime/package.json': await readFile('package.json'),
  });
  await copyCommand(join(folder, 'node_modules/tui-runtime/dist'));
  await symlink(join(process.cwd(), 'node_modules/esbuild'), join(folder, 'node_modules/esbuild'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function jest(env: Readonly<Record<string, string>> = {}): Promise<{ output: string }> {
  const program = join(process.cwd(), 'node_modules/jest/bin/jest.js');
  const { stdout, stderr } = await shell(
    `node --experimental-vm-modules ${program} --runInBand --testTimeout=300000 --cache-directory ${folder}/cache`,
    { cwd: folder, env: { NO_COLOR: '1', ...env } },
  );
  return { output: stdout + stderr };
}

it('asks for its golden, writes it, and passes with it', async () => {
  const { output } = await jest();
  expect(output).toContain('If that is right, write it with UPDATE_SCREENS=1 or jest -u.');
  expect(output).toContain('1 failed, 1 passed, 2 total');
  expect((await jest({ UPDATE_SCREENS: '1' })).output).toContain('2 passed, 2 total');
  expect(await readdir(join(folder, '__screens__'))).toEqual(['a second later.screen']);
  expect((await jest({ CI: '1' })).output).toContain('2 passed, 2 total');
});

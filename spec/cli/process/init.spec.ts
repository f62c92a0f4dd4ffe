/** `tui init`: what it has written runs as it is. */
import { readFileSync } from 'node:fs';
import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { copyCommand, folderOf, shell, tui, type Result } from '../../support/cli.js';

let cwd = '';
beforeAll(async () => {
  cwd = await folderOf({});
});
afterAll(() => rm(cwd, { recursive: true }));

const init = (...args: readonly string[]): Promise<Result> => tui(['init', ...args], { cwd });

it('runs in a folder of any name', async () => {
  await init("above/it's 日本 🥛");
  const { stdout: found } = await shell(`cd 'above/it'\\''s 日本 🥛' && $TUI app.tui`, { cwd });
  expect(found).toContain('Nothing to do.');
});

describe('what was written', () => {
  let app = '';
  beforeAll(async () => {
    app = join(cwd, 'ready');
    await mkdir(join(cwd, 'node_modules/tui-runtime/docs/reference'), { recursive: true });
    const installed = join(cwd, 'node_modules/tui-runtime');
    await copyCommand(join(installed, 'dist'));
    await cp('package.json', join(installed, 'package.json'));
    await cp('docs/reference/tui.d.ts', join(installed, 'docs/reference/tui.d.ts'));
    for (const name of ['esbuild', '@types']) {
      await symlink(join(process.cwd(), 'node_modules', name), join(cwd, 'node_modules', name));
    }
  });

  it('needs no npm install where tui is found', async () => {
    expect((await init('ready')).stdout).toMatch(/\n {2}npm test\n$/);
  });

  it('passes its test', async () => {
    const { code, stdout, stderr } = await shell('node --test --test-reporter=tap', { cwd: app });
    expect(stdout + stderr).toMatch(/^# pass 3$/m);
    expect(code).toBe(0);
  });

  it('fails its test where the app is broken', async () => {
    const script = readFileSync(join(app, 'app.ts'), 'utf8');
    await writeFile(join(app, 'app.ts'), script.replace('!task.done', 'task.done'));
    const { code, stdout } = await shell('node --test --test-reporter=tap', { cwd: app });
    await writeFile(join(app, 'app.ts'), script);
    expect(stdout).toMatch(/^# fail [1-9]/m);
    expect(code).toBe(1);
  });

  it('has nothing to lint, and types that fit', async () => {
    expect(await shell('$TUI lint app.tui', { cwd: app })).toMatchObject({ code: 0, stderr: '' });
    const compiler = join(process.cwd(), 'node_modules/typescript-7/bin/tsc');
    expect(await shell(`node ${compiler} -p .`, { cwd: app })).toMatchObject({
      code: 0,
      stdout: '',
    });
    expect(await shell('$TUI types --check app.tui', { cwd: app })).toMatchObject({ code: 0 });
    await writeFile(
      join(app, 'wrong.ts'),
      `$tui.exit('now');\n$tui.getElementById('tasks').checked;\n$tui.state.get('tasks')?.at(0)?.name;\n`,
    );
    const { stdout } = await shell(`node ${compiler} -p .`, { cwd: app });
    expect(stdout.match(/^wrong\.ts\(\d+,\d+\): error TS\d+/gm)).toEqual([
      'wrong.ts(1,11): error TS2345',
      'wrong.ts(2,30): error TS2339',
      'wrong.ts(3,33): error TS2339',
    ]);
  });
});

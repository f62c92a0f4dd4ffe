/** Settings of apps with code, and of an editor. */
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { folderOf, tui, type Result } from '../../support/cli.js';

let cwd = '';
let home = '';
let file = '';

beforeAll(async () => {
  cwd = await folderOf({
    'app.tui':
      '<text id="t"/><script>$tui.getElementById("t").textContent = [$tui.config.theme, ...$tui.argv].join(" ")</script>',
    'prints.tui': '<text>hi</text><script>$tui.config.printConfig()</script>',
    'writes.tui':
      '<policy>{"permissions": {"write": ["."]}}</policy><text>x</text><script>1</script>',
  });
  home = join(cwd, 'home');
  file = join(home, '.config/tui/config.json');
});
beforeEach(async () => {
  await rm(home, { recursive: true, force: true });
  await mkdir(join(home, '.config/tui'), { recursive: true });
});
afterAll(async () => await rm(cwd, { recursive: true }));

async function call(line: string, env: Readonly<Record<string, string>> = {}): Promise<Result> {
  return await tui(line.split(' '), { cwd, env: { HOME: home, ...env } });
}

it('prints the configuration to the log while an app runs', async () => {
  const { code, stdout } = await call('--log-file log.txt prints.tui');
  expect([code, stdout]).toEqual([0, 'hi\n']);
  expect(await readFile(join(cwd, 'log.txt'), 'utf8')).toContain(
    'log.file = log.txt <- --log-file',
  );
});

it('passes on what follows FILE', async () => {
  expect(await call('app.tui --theme bw-std')).toMatchObject({
    code: 0,
    stdout: 'auto --theme bw-std\n',
  });
});

it('names what has chosen a theme whose file is faulty', async () => {
  await writeFile(join(cwd, 'bad.css'), 'x{');
  await writeFile(file, JSON.stringify({ theme: join(cwd, 'bad.css') }));
  const { code, stderr } = await call('app.tui');
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/bad\.css:1:2 error .*\(the theme is set by .*config\.json:1:10\)/),
  ]);
});

it('opens an editor, and checks what has become of the file', async () => {
  const edited = async (script: string): Promise<Result> =>
    await call('config edit', { EDITOR: `sh -c '${script}' x`, VISUAL: '' });
  expect(await edited('echo "{}" > "$1"')).toMatchObject({ code: 0, stderr: '' });
  expect((await edited('cat "$1"')).stdout).toBe('{}\n');
  const bad = await edited('echo "{" > "$1"');
  expect([bad.code, bad.stderr.includes('bad-json')]).toEqual([2, true]);
  expect((await call('config edit', { EDITOR: 'false' })).stderr).toContain(
    'the editor "false" failed',
  );
});

it('of another file are those of the app', async () => {
  await writeFile(file, '{"theme": "bw-std"}');
  await writeFile(join(home, 'other.json'), '{"theme": "bw-dark"}');
  const theme = async (line: string, env?: Readonly<Record<string, string>>): Promise<string> =>
    (await call(line, env)).stdout.trim();
  expect(await theme('--config home/other.json app.tui')).toBe('bw-dark');
  expect(await theme('app.tui', { TUI_CONFIG: 'home/other.json' })).toBe('bw-dark');
  expect(await theme('app.tui', { TUI_CONFIG: '' })).toBe('bw-std');
  expect(await theme('--no-config app.tui', { TUI_CONFIG: 'home/other.json' })).toBe('auto');
  expect(await theme('--config /dev/null app.tui')).toBe('auto');
});

it('in another file are out of reach of the app', async () => {
  await writeFile(join(cwd, 'near.json'), '{}');
  await mkdir(join(cwd, 'sub'), { recursive: true });
  await writeFile(join(cwd, 'sub/near.json'), '{}');
  for (const path of ['near.json', 'sub/near.json']) {
    const { code, stderr } = await call(`--trust --config ${path} writes.tui`);
    expect([code, stderr]).toEqual([2, expect.stringContaining('error config-in-reach')]);
  }
  // The control: elsewhere it runs.
  await writeFile(file, '{}');
  expect((await call('--trust writes.tui')).code).toBe(0);
});

/** Every command once, and every module of the package, in a process of its own: what a version of Node breaks of them. */
import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { COMMANDS, RUN } from '../../../cli/commands/table.js';
import { commandFile, folderOf, plainCommandFile, tui } from '../../support/cli.js';

const APP = `<tui>
  <text id="t">hello</text>
  <script>$tui.getElementById('t').textContent = ['hello', ...$tui.argv].join(' ');</script>
</tui>`;
const LOG = '{"time":"2026-11-26T12:00:00.000Z","level":"WARN","source":"app","message":"low"}\n';
const PICTURE = resolve('examples/pictures/wheel.png');

const VISITS = 'name,visits\nred,3\n';

const QUESTION = {
  'form.tui': '<form><input name="user"/></form>',
  'answers.json': '{"user":"Ada"}',
};

/** Arguments, and what is printed. */
const CALLS: Readonly<Record<string, readonly [args: readonly string[], printed: RegExp]>> = {
  run: [['app.tui', 'two'], /^hello two\n$/],
  init: [['init', 'made'], /made/],
  dev: [['dev', 'app.tui'], /^hello\n$/],
  snapshot: [['snapshot', 'app.tui', '--format', 'svg'], /^<svg[\s\S]*hello/],
  ask: [['ask', 'form.tui', '--answers', 'answers.json'], /^\{"user":"Ada"\}\n$/],
  mcp: [['mcp', 'app.tui'], /^$/],
  view: [['view', PICTURE, '--width', '10'], /\S/],
  lint: [['lint', 'app.tui'], /^$/],
  types: [['types', '-o', '-', 'app.tui'], /"t": ElementTagNameMap/],
  config: [['config', 'get', 'theme'], /^\w/],
  i18n: [['i18n', 'check', 'app.tui'], /^/],
  permissions: [['permissions', 'app.tui'], /read/],
  state: [['state', 'path', 'app.tui'], /^/],
  log: [['log', '--log-file', 'app.log'], /low/],
  completion: [['completion', 'bash'], /complete/],
  chart: [['chart', 'visits.csv', '--y', 'visits'], /red +█+ 3\n/],
};

let cwd = '';
beforeAll(async () => {
  cwd = await folderOf({ 'app.tui': APP, 'app.log': LOG, 'visits.csv': VISITS, ...QUESTION });
});
afterAll(async () => {
  await rm(cwd, { recursive: true });
});

it('every command is called', () => {
  expect(Object.keys(CALLS).sort()).toEqual([RUN, ...COMMANDS].map(({ name }) => name).sort());
});

it.each(Object.entries(CALLS))('%s', async (_name, [args, printed]) => {
  const { code, signal, stdout, stderr } = await tui(args, { cwd });
  expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: '' });
  expect(stdout).toMatch(printed);
});

it.each(['--help', '--version', '--print-config'])('%s', async (flag) => {
  const { code, stdout, stderr } = await tui([flag], { cwd });
  expect([code, stdout === '', stderr]).toEqual([0, false, '']);
});

it('starts without compiled code', () => {
  const env = { PATH: process.env['PATH'], TUI_CODE_CACHE: 'off', HOME: '/nonexistent' };
  const args = [plainCommandFile(), 'app.tui'];
  expect(execFileSync(process.execPath, args, { cwd, env, encoding: 'utf8' })).toBe('hello\n');
});

it('the modules of the package', () => {
  const at = (name: string): string =>
    JSON.stringify(pathToFileURL(join(dirname(commandFile()), `${name}.js`)).href);
  const script = `
    import { createApp, MemoryTerminal } from ${at('library')};
    import { mount } from ${at('testing')};
    import { createWindow } from ${at('dom')};
    import { connect } from ${at('client')};
    createApp('<text>in-process</text>', { output: new MemoryTerminal() }).frame();
    const app = await mount('<text>mounted</text><script>export const one = 1;</script>');
    const { document } = createWindow('<p>parsed</p>');
    console.log(app.text().trim(), app.$tui.exports.one, document.querySelector('p').textContent, typeof connect);
    process.exit();`;
  const args = ['--input-type=module', '-e', script];
  expect(execFileSync(process.execPath, args, { cwd, encoding: 'utf8' })).toBe(
    'mounted 1 parsed function\n',
  );
});

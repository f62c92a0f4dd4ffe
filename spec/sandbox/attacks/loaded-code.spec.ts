/**
 * What tui really loads, seen by strace: no app may write any of it, nor put a file where one was looked for. Each command
 * runs once, from packages as a project has them.
 * @ci
 */
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commandFile, plainCommandFile } from '../../support/cli.js';
import { isInside } from '../../../cli/sandbox/policy/grants/paths.js';
import { needs } from '../../support/programs.js';
import { WITHOUT_BUBBLEWRAP } from '../support/tiers.js';
import { Arena } from './support/arena.js';

const APP = `<policy>{ "permissions": { "write": ["./data"] } }</policy>
<text>app</text><script>
  import { appendFileSync } from 'node:fs';
  await $tui.copyToClipboard('x').catch(() => undefined);
  document.querySelector('text').textContent = 'runs';
</script>`;

/** Each ends by itself. `dev`, `view` and a live app load what these do. */
const COMMANDS: readonly (readonly string[])[] = [
  ['snapshot', 'app.tui', '--trust', '--allow-unenforced'],
  ['snapshot', 'app.tui', '--trust', '--allow-unenforced', '--format', 'html'],
  ['lint', 'app.tui'],
  ['types', 'app.tui'],
  ['permissions', 'app.tui'],
  ['config', 'get', 'theme'],
  ['i18n', 'app.tui'],
  ['state', 'app.tui'],
  ['completion', 'bash'],
  ['init', 'new'],
  ['mcp', 'app.tui', '--trust', '--allow-unenforced'],
  ['--help'],
];

let arena: Arena;
const at = (path: string): string => join(arena.app, path);

/** These packages, and all that they need, each where it is found from here. */
function install(names: readonly string[]): void {
  const seen = new Set<string>();
  const waiting = names.map((name) => ({ name, from: '.' }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { name, from } = next;
    const nested = join(from, 'node_modules', name);
    const path = existsSync(nested) ? nested : join('node_modules', name);
    if (seen.has(path) || !existsSync(path)) continue;
    seen.add(path);
    mkdirSync(dirname(at(path)), { recursive: true });
    cpSync(path, at(path), { recursive: true });
    const { dependencies, optionalDependencies } = JSON.parse(
      readFileSync(join(path, 'package.json'), 'utf8'),
    ) as Record<string, object | undefined>;
    const needs = Object.keys({ ...dependencies, ...optionalDependencies });
    waiting.push(...needs.map((each) => ({ name: each, from: path })));
  }
}

beforeAll(() => {
  arena = new Arena(commandFile());
  cpSync(dirname(dirname(plainCommandFile())), at('node_modules/tui-runtime/dist'), {
    recursive: true,
    filter: (path) => basename(path) !== 'code',
  });
  cpSync('package.json', at('node_modules/tui-runtime/package.json'));
  install(['esbuild', 'clipboardy', '@modelcontextprotocol/sdk']);
  mkdirSync(at('node_modules/.bin'));
  symlinkSync('../tui-runtime/dist/cli/main.cjs', at('node_modules/.bin/tui'));
  writeFileSync(at('app.tui'), APP);
});
afterAll(() => arena.remove());

interface Ended {
  readonly code: number | null;
  /** What it has printed to stderr. */
  readonly text: string;
}

async function run(program: string, args: readonly string[], stdin = ''): Promise<Ended> {
  const child = spawn(program, args, {
    cwd: arena.app,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: join(arena.root, 'home'),
      DISPLAY: ':9',
      TERM: 'xterm',
      TUI_SANDBOX_TIER: WITHOUT_BUBBLEWRAP,
    },
  });
  let text = '';
  child.stdout.resume();
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  child.stdin.on('error', () => undefined).end(stdin);
  const code = await new Promise<number | null>((done) => child.once('close', done));
  return { code, text };
}

/** The names of files in the folder of packages that the command's processes have opened, looked at or looked for. */
async function touched(args: readonly string[]): Promise<Set<string>> {
  const trace = join(arena.root, 'trace');
  // With a filter in the kernel other calls of the system do not stop: a tenth of the time.
  const options = ['-f', '--seccomp-bpf', '-qq', '-s', '4096', '-e', 'trace=%file', '-o', trace];
  const command = [process.execPath, at('node_modules/.bin/tui'), ...args];
  await run('strace', [...options, ...command]);
  const calls = readFileSync(trace, 'utf8').matchAll(/^\d+ +\w+\([^"]*"([^"]*)"(.*)$/gm);
  const packages = at('node_modules/');
  // A folder is listed where links are looked for, in all that the app may read.
  const isListing = (rest: string): boolean => rest.includes('O_DIRECTORY');
  return new Set(
    [...calls].flatMap(([, name = '', rest = '']) =>
      name.startsWith(packages) && !isListing(rest) ? [name] : [],
    ),
  );
}

describe('every command', () => {
  it('loads nothing that an app may write, and looks for nothing where one may', async () => {
    needs('strace');
    const found = new Set<string>();
    for (const args of COMMANDS) for (const path of await touched(args)) found.add(path);
    // Controls: it was traced, each kind of process and what they load.
    for (const path of [
      '.bin/tui',
      'tui-runtime/dist/bundle/command.cjs',
      'tui-runtime/dist/bundle/runner.cjs',
      'esbuild/lib/main.js',
      `@esbuild/${process.platform}-${process.arch}/bin/esbuild`,
      'clipboardy/index.js',
      '@modelcontextprotocol/sdk/dist/cjs/server/index.js',
      'zod/v4/index.cjs',
      // Looked for before the folder of that name.
      'ajv.js',
    ]) {
      expect([...found]).toContain(at(join('node_modules', path)));
    }
    // Folders that are only searched: a name in them is another path.
    const searched = /\/(node_modules|@[^/]+|\.bin)$/;
    const grantable = [...found].filter((path) => !searched.test(path) && !path.includes(','));
    // What is beside packages, each; of a package one file a folder: 1,200 flags took 15 s.
    const granted = grantable.filter((path, at) => {
      const folder = dirname(path);
      const isFirst = grantable.findIndex((each) => dirname(each) === folder) === at;
      return isFirst || searched.test(folder) || path.includes('/tui-runtime/');
    });
    expect(granted.length).toBeGreaterThan(80);
    const flags = granted.map((path) => `--allow-write=${path}`);
    const { code, text } = await run(process.execPath, [
      at('node_modules/.bin/tui'),
      'permissions',
      'app.tui',
      ...flags,
    ]);
    expect(code).toBe(2);
    const refused = new Set(
      [...text.matchAll(/the app could change (\S+), which is part of tui/g)].map(
        ([, path = '']) => path,
      ),
    );
    // An error names the first file of a grant.
    const isRefused = (path: string): boolean =>
      [...refused].some((each) => isInside(each, path) || isInside(each, realpathSync(path)));
    expect(granted.filter((path) => !refused.has(path) && !isRefused(path))).toEqual([]);
    // Control: a grant beside them is none of these.
    expect(refused.has(at('data'))).toBe(false);
    expect(text).not.toContain(`could change ${at('data')}`);
  });

  it('loads the optional package from the folder of its packages, and from none above', async () => {
    const folder = at('node_modules/@modelcontextprotocol/sdk');
    cpSync(folder, join(arena.root, 'node_modules/@modelcontextprotocol/sdk'), { recursive: true });
    const without = await run(process.execPath, [
      at('node_modules/.bin/tui'),
      'mcp',
      'app.tui',
      '--trust',
    ]);
    expect(without.text).not.toContain('is not installed');
    rmSync(folder, { recursive: true });
    // Node would find the other one.
    const resolve = `require('node:module').createRequire(process.argv[1]).resolve('@modelcontextprotocol/sdk/types.js')`;
    const above = await run(process.execPath, [
      '-e',
      `console.error(${resolve})`,
      at('node_modules/tui-runtime/dist/x.cjs'),
    ]);
    expect(above.text).toContain(join(arena.root, 'node_modules'));
    const { code, text } = await run(process.execPath, [
      at('node_modules/.bin/tui'),
      'mcp',
      'app.tui',
      '--trust',
    ]);
    expect([code, text]).toEqual([2, expect.stringContaining('is not installed')]);
  });
});

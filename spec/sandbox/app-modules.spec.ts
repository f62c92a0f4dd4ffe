/** The modules of Node that apps have: the list, the guide, and what is found in the place of the others. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { absenceOf, APP_MODULES } from '../../cli/sandbox/policy/app-modules.js';
import { tui } from '../support/cli.js';
import { describeTiers, tierVariable } from './support/tiers.js';

it('the guide lists them', () => {
  const guide = readFileSync('docs/guide.md', 'utf8');
  const [, list = ''] = /### Modules of Node\n\n.*?\n\n(.*?)\.\n/s.exec(guide) ?? [];
  expect([...list.matchAll(/`([^`]+)`/g)].map(([, name]) => name)).toEqual(APP_MODULES);
});

it('the rest is absent for a reason', () => {
  expect(absenceOf('child_process')).toBe('use $tui.run to start programs');
  expect(absenceOf('inspector/promises')).toBe(absenceOf('inspector'));
  expect(absenceOf('toString')).toMatch(/the guide lists/);
});

const SHOW = `
  const tried = async (work) => { try { return String(await work()); } catch ({ code, message }) { return code + ' ' + message; } };
  process.stdout.write('\\nSHOWN ' + JSON.stringify(shown) + '\\n');`;

describeTiers((tier) => {
  async function run(code: string): Promise<Record<string, string>> {
    const folder = mkdtempSync(join(tmpdir(), 'tui-modules-'));
    try {
      const file = join(folder, 'app.tui');
      const [tried = '', print = ''] = SHOW.trim().split('\n');
      writeFileSync(
        file,
        `<text>x</text><script>${code.replace('TRIED', tried)}\n${print}</script>`,
      );
      const env = { HOME: folder, ...tierVariable(tier) };
      const { stdout, stderr } = await tui(['snapshot', file, '--allow-unenforced'], { env });
      const [, shown] = /^SHOWN (.*)$/m.exec(stdout) ?? [];
      if (shown === undefined) throw new Error(stderr);
      return JSON.parse(shown) as Record<string, string>;
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  it('each of the list is there, in every way to name it', async () => {
    const imports = APP_MODULES.map((name, n) => `import * as m${n} from 'node:${name}';`).join('');
    const shown = await run(`${imports}
      import { builtinModules, createRequire } from 'node:module';
      TRIED
      const all = [${APP_MODULES.map((_, n) => `m${n}`).join(', ')}];
      const shown = {};
      for (const [n, name] of ${JSON.stringify(APP_MODULES)}.entries()) {
        shown[name] = [
          Object.keys(all[n]).length > 0,
          createRequire(import.meta.url)(name) === process.getBuiltinModule('node:' + name),
          Object.keys(await import('node:' + name)).length > 0,
          builtinModules.includes(name),
        ].join();
      }`);
    expect(shown).toEqual(
      Object.fromEntries(APP_MODULES.map((name) => [name, 'true,true,true,true'])),
    );
  });

  it('another can be imported, and throws when it is used', async () => {
    const shown = await run(`
      import programs, { spawn } from 'node:child_process';
      import { isMainThread, Worker } from 'worker_threads';
      import { createRequire } from 'node:module';
      TRIED
      const require = createRequire(import.meta.url);
      const shown = {
        'a function': await tried(() => spawn('id')),
        'of the default': await tried(() => programs.exec('id')),
        'what is not listed': await tried(() => programs.ChildProcess),
        'a plain value': await tried(() => isMainThread),
        'a class': await tried(() => new Worker('x')),
        'import()': await tried(async () => (await import('node:cluster')).fork()),
        'import() of an expression': await tried(async () => (await import('node:' + 'repl')).start()),
        'require': await tried(() => require('node:dgram').createSocket('udp4')),
        'require without a scheme': await tried(() => require('inspector').open()),
        'getBuiltinModule': await tried(() => process.getBuiltinModule('node:wasi').WASI),
        'no such module': await tried(() => process.getBuiltinModule('node:nothing')),
        'inside of Node': await tried(() => process.getBuiltinModule('internal/test/binding')),
        'evaluated': await tried(() => (0, eval)("import('node:child_process')")),
      };`);
    expect(shown).toEqual({
      'a function': expect.stringMatching(
        /^not-permitted running id is not permitted: use \$tui\.run/,
      ),
      'of the default': expect.stringMatching(/^not-permitted running id is not permitted/),
      'what is not listed':
        'not-permitted node:child_process is not available to apps: use $tui.run to start programs',
      'a plain value': 'true',
      'a class': expect.stringMatching(
        /^not-permitted node:worker_threads is not available to apps: /,
      ),
      'import()': expect.stringMatching(/^not-permitted node:cluster is not available to apps: /),
      'import() of an expression': expect.stringMatching(
        /^not-permitted node:repl is not available/,
      ),
      require: expect.stringMatching(/^not-permitted .*apps cannot open sockets/),
      'require without a scheme': expect.stringMatching(
        /^not-permitted node:inspector is not avail/,
      ),
      getBuiltinModule: expect.stringMatching(
        /^not-permitted node:wasi is not available to apps: /,
      ),
      'no such module': 'undefined',
      'inside of Node': 'undefined',
      evaluated: expect.stringMatching(/^ERR_UNKNOWN_BUILTIN_MODULE /),
    });
  });
});

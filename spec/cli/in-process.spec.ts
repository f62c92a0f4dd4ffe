/** The command as a function of this process: what it counts from, and what it leaves behind. */
import { existsSync, readFileSync } from 'node:fs';
import { chmod, rm } from 'node:fs/promises';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { folderOf } from '../support/cli.js';
import { call } from '../support/in-process.js';

let cwd = '';
beforeAll(async () => {
  cwd = await folderOf({
    'plain.tui': '<text>plain</text>',
    'script.tui':
      '<text id="t"/><script>import { x } from "./x.ts"; $tui.getElementById("t").textContent = x;</script>',
    'x.ts': 'export const x = "imported";',
    'logs.tui': '<policy>{"config": {"log": {"file": "./kept.log"}}}</policy><text>logs</text>',
    'de/plain.tui': '<text>elsewhere</text>',
    'programs/bwrap': '#!/bin/sh\nexit 0\n',
    'home/.config/tui/config.json': '{"theme": "bw-dark"}',
    'other/.config/tui/config.json': '{"theme": "gray-std"}',
  });
});
afterAll(async () => await rm(cwd, { recursive: true }));

/** One call of each command that starts nothing, in an own folder of files that may be written. */
const LINES = [
  '--version',
  '--help',
  'help lint',
  'plain.tui',
  '- ',
  'snapshot plain.tui --format json',
  'snapshot plain.tui -o out.txt',
  'snapshot logs.tui',
  '--log-file a.log plain.tui',
  'lint script.tui plain.tui',
  'i18n check plain.tui',
  'types plain.tui --force',
  'init made --force',
  'config',
  'config set theme bw-std',
  'config get them',
  'permissions script.tui',
  'permissions --revoke plain.tui',
  'state show plain.tui',
  'log',
  'completion bash',
  'gone.tui',
  '--nonsense',
];

const listeners = (): Record<string, number> =>
  Object.fromEntries(
    process.eventNames().map((name) => [String(name), process.listenerCount(name)]),
  );

/** How many there are of each kind of timer, handle and request. */
function active(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of process.getActiveResourcesInfo()) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

describe('main()', () => {
  it('leaves no listener, timer or handle, and no exit code', async () => {
    const all = async (): Promise<void> => {
      for (const line of LINES) {
        await call(line.trim().split(' '), { cwd, env: { HOME: join(cwd, 'leaves') } });
      }
    };
    // Modules are loaded at their first use.
    await all();
    const before = { listeners: listeners(), active: active() };
    for (let round = 0; round < 3; round++) await all();
    expect(listeners()).toEqual(before.listeners);
    // Those of jest may end meanwhile.
    const more = Object.entries(active()).filter(([name, n]) => n > (before.active[name] ?? 0));
    expect(more).toEqual([]);
    expect(process.exitCode).toBeUndefined();
  });

  it('counts paths from the folder of the call, in several calls at once', async () => {
    const here = process.cwd();
    const folders = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? cwd : join(cwd, 'de'),
    );
    const results = await Promise.all(
      folders.map((folder) => call(['snapshot', 'plain.tui'], { cwd: folder })),
    );
    expect(results.map(({ stdout }) => stdout)).toEqual(
      folders.map((folder) => (folder === cwd ? 'plain\n' : 'elsewhere\n')),
    );
    expect(process.cwd()).toBe(here);
  });

  it('reads the settings of the home of the call, in several calls at once', async () => {
    const homes = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 'home' : 'other'));
    const results = await Promise.all(
      homes.map((home) =>
        call(['config', 'get', 'theme'], { cwd, env: { HOME: join(cwd, home) } }),
      ),
    );
    expect(results.map(({ stdout }) => stdout)).toEqual(
      homes.map((home) => (home === 'home' ? 'bw-dark\n' : 'gray-std\n')),
    );
  });

  it('keeps a key of an AI service to the call that has it', async () => {
    const env = { HOME: join(cwd, 'home'), ANTHROPIC_API_KEY: 'canary' };
    const lines = async (own: Readonly<Record<string, string>>): Promise<string> =>
      (await call(['permissions', 'plain.tui'], { cwd, env: own })).stdout;
    const without = await lines({ HOME: env.HOME });
    await lines(env);
    expect(await lines({ HOME: env.HOME })).toBe(without);
  });

  it('logs to files of the folder of the call', async () => {
    await call(['--log-file', 'kept.log', 'plain.tui'], { cwd });
    expect(existsSync(join(cwd, 'kept.log'))).toBe(true);
    expect(existsSync('kept.log')).toBe(false);
  });

  it('writes to files of the folder of the call', async () => {
    await call(['snapshot', 'plain.tui', '-o', 'written.txt'], { cwd });
    expect(readFileSync(join(cwd, 'written.txt'), 'utf8')).toBe('plain\n');
    expect(existsSync('written.txt')).toBe(false);
  });
});

describe('a call in this process', () => {
  it('fails where it starts an app with code', async () => {
    await expect(call(['--trust', 'script.tui'], { cwd })).rejects.toThrow('use tui() of cli.ts');
  });

  it('fails where it tries bubblewrap', async () => {
    const PATH = join(cwd, 'programs');
    await chmod(join(PATH, 'bwrap'), 0o755);
    const called = call(['permissions', 'plain.tui'], { cwd, env: { PATH } });
    await expect(called).rejects.toThrow('use tui() of cli.ts');
  });
});

describe('the home of the person who runs the specs', () => {
  const guards = Reflect.get(globalThis, 'guards') as {
    readonly home: string;
    readonly reached: Error[];
  };

  it('is found by no spec', () => {
    expect([homedir(), userInfo().homedir]).toEqual(['/nonexistent', '/nonexistent']);
  });

  it('is out of reach', async () => {
    const settings = join(guards.home, '.config/tui/config.json');
    expect(() => readFileSync(settings)).toThrow('reaches for the home folder of the user');
    // A source that asks whether a file exists, and expects errors: the spec fails all the same.
    const env = { HOME: guards.home };
    await call(['config', 'get', 'theme'], { cwd, env });
    expect(guards.reached.splice(0).length).toBeGreaterThan(1);
    expect(existsSync(join(process.cwd(), 'package.json'))).toBe(true);
  });
});

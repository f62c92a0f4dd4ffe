/** Granted paths, opened when they are resolved: what is mounted, made, and looked at before the start. */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DiagnosticError } from '../../runtime/base/diagnostics.js';
import { HeldPaths } from '../../cli/sandbox/launch/files/held-paths.js';
import { RunnerProcess } from '../../cli/sandbox/launch/runner/process.js';
import { runnerCommand } from '../../cli/sandbox/launch/tier/command.js';
import { probeBubblewrap } from '../../cli/sandbox/launch/tier/probe.js';
import { findUncovered, restrictionsOf } from '../../cli/sandbox/launch/files/verify-mounts.js';
import { readPermissionFlags } from '../../cli/sandbox/policy/flags.js';
import { loadPermissions } from '../../cli/sandbox/policy/load.js';
import type { Permissions } from '../../cli/sandbox/policy/types.js';

let root = '';
beforeEach(() => {
  // Not in /tmp, which is the sandbox's own on tier A.
  const base = existsSync('/var/tmp') ? '/var/tmp' : tmpdir();
  root = realpathSync(mkdtempSync(join(base, 'tui-held-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function permissions(...flags: string[]): Permissions {
  return loadPermissions({
    source: { file: '<stdin>', text: '' },
    appFile: undefined,
    flags: readPermissionFlags(flags),
    env: {},
    cwd: root,
    home: '/nonexistent',
  }).resolved.permissions;
}

const at = (name: string): string => join(root, name);
const put = (name: string, text = 'x'): void => {
  mkdirSync(join(at(name), '..'), { recursive: true });
  writeFileSync(at(name), text);
};

/** The code of the error that keeps the app from starting. */
function error(run: () => unknown): string {
  try {
    run();
    return '';
  } catch (error) {
    if (error instanceof DiagnosticError) return error.diagnostics[0]?.code ?? '';
    throw error;
  }
}

const openHere = (): string[] =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)].filter((path) => path.startsWith(root));
    } catch {
      return [];
    }
  });

describe('what is resolved', () => {
  it('is what is held', () => {
    put('a/file');
    put('state.json');
    const held = new HeldPaths(permissions('--allow-read=a', '--allow-write=state.json,a/new'));
    const { ino } = statSync(at('a'), { bigint: true });
    expect(held.get(at('a'))).toMatchObject({ type: 'folder', ino });
    expect(held.typeOf(at('state.json'))).toBe('file');
    expect(held.typeOf(at('a/new'))).toBe('missing');
    held.check();
    held.close();
    if (process.platform === 'linux') expect(openHere()).toEqual([]);
  });

  it.each<[string, () => void]>([
    ['a link', () => symlinkSync('other', at('a'))],
    ['a file', () => writeFileSync(at('a'), '')],
    ['nothing', () => undefined],
  ])('has to be there when it is opened: %s is there by then', (_name, exchange) => {
    put('a/file');
    mkdirSync(at('other'));
    const granted = permissions('--allow-read=a');
    renameSync(at('a'), at('was'));
    exchange();
    expect(error(() => new HeldPaths(granted))).toBe('path-changed');
    if (process.platform === 'linux') expect(openHere()).toEqual([]);
  });

  it('has to be reached without a link', () => {
    put('p/a/file');
    put('q/a/file');
    const granted = permissions('--allow-read=p/a');
    renameSync(at('p'), at('was'));
    symlinkSync('q', at('p'));
    expect(error(() => new HeldPaths(granted))).toBe('path-changed');
  });

  it.each<[string, () => void]>([
    ['another folder', () => mkdirSync(at('a'))],
    ['a link to itself', () => symlinkSync('was', at('a'))],
    ['nothing', () => undefined],
  ])('has to have its name at the start: %s has it', (_name, exchange) => {
    put('a/file');
    const held = new HeldPaths(permissions('--allow-read=a'));
    renameSync(at('a'), at('was'));
    exchange();
    expect(error(() => held.check())).toBe('path-changed');
    held.close();
  });

  it('may have been away and come back', () => {
    put('a/file');
    const held = new HeldPaths(permissions('--allow-read=a'));
    renameSync(at('a'), at('was'));
    renameSync(at('was'), at('a'));
    expect(error(() => held.check())).toBe('');
    held.close();
  });

  it('is not taken for a file that came later, though that has the number of the one before', () => {
    for (let n = 0; n < 50; n++) {
      put('a', 'mine');
      const held = new HeldPaths(permissions('--allow-read=a'));
      // File systems give the number of a deleted file to the next one: not while it is held.
      rmSync(at('a'));
      put('a', 'other');
      expect(error(() => held.check())).toBe('path-changed');
      held.close();
    }
  });
});

describe('what is missing', () => {
  const make = (flags: readonly string[], between = (): void => undefined): string => {
    const granted = permissions(...flags);
    const held = new HeldPaths(granted);
    try {
      between();
      const code = error(() => held.create(granted, { covers: true }));
      return code === '' ? error(() => held.check()) : code;
    } finally {
      held.close();
    }
  };
  const modeOf = (name: string): string => (lstatSync(at(name)).mode & 0o777).toString(8);

  it('is made where it may be written: a folder, or a file by its extension', () => {
    expect(make(['--allow-write=cache,deep/er/state.json,v1.2/,.config'])).toBe('');
    expect(lstatSync(at('cache')).isDirectory()).toBe(true);
    expect(lstatSync(at('.config')).isDirectory()).toBe(true);
    expect(lstatSync(at('v1.2')).isDirectory()).toBe(true);
    expect(readFileSync(at('deep/er/state.json'), 'utf8')).toBe('');
    expect(['cache', 'deep', 'deep/er', 'deep/er/state.json'].map(modeOf)).toEqual([
      '700',
      '700',
      '700',
      '600',
    ]);
  });

  it('is not made for reading, nor where that is denied', () => {
    expect(make(['--allow-read=a', '--allow-write=b', '--deny-write=b'])).toBe('');
    expect(readdirSync(root)).toEqual([]);
  });

  it('may be made by somebody else meanwhile, if it is what would be made', () => {
    expect(make(['--allow-write=a,b.txt'], () => (mkdirSync(at('a')), put('b.txt')))).toBe('');
  });

  it.each<[string, string, () => void]>([
    ['a link', 'a/b', () => symlinkSync('/tmp', at('a'))],
    ['a link at its end', 'a', () => symlinkSync('/tmp', at('a'))],
    ['a dangling link', 'a.txt', () => symlinkSync('/tmp/tui-nothing', at('a.txt'))],
    ['a file for a folder', 'a', () => writeFileSync(at('a'), '')],
    ['a folder for a file', 'a.txt', () => mkdirSync(at('a.txt'))],
    ['a pipe', 'a.txt', () => void spawnSync('mkfifo', [at('a.txt')])],
  ])('is not looked for behind %s', (_name, path, put) => {
    expect(make([`--allow-write=${path}`], put)).toBe('path-changed');
    expect(existsSync('/tmp/b')).toBe(false);
    expect(existsSync('/tmp/tui-nothing')).toBe(false);
  });

  it('is made in the folder that was there, and not in one that has its name', () => {
    mkdirSync(at('p'));
    const granted = permissions('--allow-write=p/new');
    const held = new HeldPaths(granted);
    renameSync(at('p'), at('was'));
    mkdirSync(at('q'));
    symlinkSync('q', at('p'));
    expect(error(() => held.create(granted, { covers: true }))).toBe('path-changed');
    expect(readdirSync(at('q'))).toEqual([]);
    held.close();
  });

  it('and cannot be made is left out', () => {
    put('file');
    expect(make(['--allow-write=/proc/nothing/here'])).toBe('');
  });

  it('and denied in a writable folder is made, so that it can be covered', () => {
    mkdirSync(at('w'));
    expect(make(['--allow-write=w', '--deny-read=w/private', '--deny-write=w/fixed.txt'])).toBe('');
    expect(lstatSync(at('w/private')).isDirectory()).toBe(true);
    expect(lstatSync(at('w/fixed.txt')).isFile()).toBe(true);
  });
});

const probe = probeBubblewrap({ PATH: process.env['PATH'] });
const onTierA = probe.works === true ? describe : describe.skip;

onTierA('the mounts', () => {
  /** What a program finds in the mounts of an app: Node's own limits are left out. */
  const inside = async (
    flags: readonly string[],
    code: string,
    { between, descriptors = true }: { between?: () => void; descriptors?: boolean } = {},
  ): Promise<{ uncovered: string | undefined; result: string }> => {
    if (probe.works === false) throw new Error(probe.reason);
    mkdirSync(at('out'), { recursive: true });
    const granted = permissions(...flags, '--allow-write=out');
    const held = new HeldPaths(granted);
    held.create(granted, { covers: true });
    const tier = {
      letter: 'A' as const,
      name: 'bubblewrap',
      enforces: {
        read: 'system',
        write: 'system',
        net: 'system',
        run: 'system',
        env: 'system',
      } as const,
      bubblewrap: { ...probe.bubblewrap, descriptors: descriptors && probe.bubblewrap.descriptors },
    };
    const inputs = {
      tier,
      permissions: granted,
      held,
      entry: '/',
      code: process.execPath,
      cwd: root,
    };
    const command = runnerCommand(inputs);
    const script = `
      const fs = require('node:fs');
      const attempt = (run) => { try { return run(); } catch (error) { return error.code; } };
      fs.writeFileSync(${JSON.stringify(at('out/up'))}, '');
      while (!fs.existsSync(${JSON.stringify(at('out/go'))})) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
      fs.writeFileSync(${JSON.stringify(at('out/result'))}, String((() => { ${code} })()));`;
    const args = [...command.args.slice(0, command.args.indexOf('--') + 2), '-e', script];
    between?.();
    const runner = new RunnerProcess({ ...command, args }, {}, root, { stdin: 'ignore' });
    try {
      let hasEnded = false;
      const ended = runner.exited.finally(() => (hasEnded = true));
      while (!existsSync(at('out/up')) && !hasEnded)
        await new Promise((done) => setTimeout(done, 5));
      if (hasEnded) return { uncovered: 'bubblewrap', result: '' };
      const uncovered = findUncovered(await runner.pid, restrictionsOf(granted, held));
      writeFileSync(at('out/go'), '');
      await ended;
      return { uncovered, result: readFileSync(at('out/result'), 'utf8') };
    } finally {
      runner.kill();
      held.close();
    }
  };
  /** Everything that can be read below a folder. */
  const READ_ALL = (name: string): string => `
    const found = [];
    const look = (folder) => {
      for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
        const path = folder + '/' + entry.name;
        if (entry.isDirectory()) attempt(() => look(path));
        else found.push(attempt(() => fs.readFileSync(path, 'utf8')));
      }
    };
    look(${JSON.stringify(at(name))});
    return found.sort().join();`;

  describe.each([
    ['by descriptor', true],
    ['by name', false],
  ])('%s', (_name, descriptors) => {
    it('are what was granted, and read-only where that was said', async () => {
      put('w/a.txt', 'a');
      put('w/fixed/b.txt', 'b');
      put('w/hidden/c.txt', 'c');
      put('w/hidden.txt', 'd');
      put('r/x/e.txt', 'e');
      const write = (name: string): string =>
        `attempt(() => fs.writeFileSync(${JSON.stringify(at(name))}, 'new') ?? 'written')`;
      const { uncovered, result } = await inside(
        [
          '--allow-write=w,r/x',
          '--allow-read=r',
          '--deny-write=w/fixed',
          '--deny-read=w/hidden,w/hidden.txt',
        ],
        `return [${['w/new', 'w/fixed/new', 'w/hidden/new', 'w/hidden.txt', 'r/new', 'r/x/new']
          .map(write)
          .join()}, (() => {${READ_ALL('w')}})()].join(' ')`,
        { descriptors },
      );
      expect(uncovered).toBeUndefined();
      expect(result).toBe('written EROFS EROFS EACCES EROFS written EACCES,a,b,new');
      expect(readFileSync(at('w/hidden.txt'), 'utf8')).toBe('d');
    });

    const DENIED = ['--allow-write=w', '--deny-read=w/b/c'];

    it.each<[string, () => void]>([
      ['renamed', () => (renameSync(at('w/b/c'), at('w/b/c2')), mkdirSync(at('w/b/c')))],
      ['renamed and missing', () => renameSync(at('w/b/c'), at('w/b/c2'))],
      [
        'renamed with its folder',
        () => (renameSync(at('w/b'), at('w/b2')), mkdirSync(at('w/b/c'), { recursive: true })),
      ],
      ['moved out', () => (renameSync(at('w/b/c'), at('c')), mkdirSync(at('w/b/c')))],
      [
        'exchanged for a link',
        () => (
          renameSync(at('w/b/c'), at('w/c2')),
          mkdirSync(at('w/o')),
          symlinkSync('../o', at('w/b/c'))
        ),
      ],
      [
        'behind a link',
        () => (
          renameSync(at('w/b'), at('w/b2')),
          mkdirSync(at('w/o/c'), { recursive: true }),
          symlinkSync('o', at('w/b'))
        ),
      ],
    ])('do not go unseen where what is denied was %s', async (_how, between) => {
      put('w/b/c/secret.txt', 'canary');
      const { uncovered } = await inside(DENIED, READ_ALL('w'), { between, descriptors });
      expect(uncovered).toBeDefined();
    });

    it('do not go unseen where something else is covered, and the denied one is back', async () => {
      put('w/b/c/secret.txt', 'canary');
      const { uncovered, result } = await inside(DENIED, READ_ALL('w'), {
        descriptors,
        between: () => {
          renameSync(at('w/b/c'), at('w/b/c2'));
          mkdirSync(at('w/b/c'));
          // Once the sandbox is made.
          const back = setInterval(() => {
            if (!existsSync(at('out/up'))) return;
            clearInterval(back);
            renameSync(at('w/b/c'), at('w/b/c3'));
            renameSync(at('w/b/c2'), at('w/b/c'));
          }, 1);
        },
      });
      expect(uncovered).toBeDefined();
      // It would have been read: that is what the look is for.
      if (uncovered !== 'bubblewrap') expect(result).toBe('canary');
    });

    it('do not let go of what is denied once it is covered', async () => {
      put('w/b/c/secret.txt', 'canary');
      const { uncovered, result } = await inside(
        DENIED,
        `while (!fs.existsSync(${JSON.stringify(at('w/b/c2'))})) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
        ${READ_ALL('w')}`,
        {
          descriptors,
          between: () => {
            const move = setInterval(() => {
              if (!existsSync(at('out/go'))) return;
              clearInterval(move);
              renameSync(at('w/b/c'), at('w/b/c2'));
            }, 1);
          },
        },
      );
      expect({ uncovered, result }).toEqual({ uncovered: undefined, result: '' });
    });
  });

  it('make nothing where a link leads that came into their way', async () => {
    put('w/b/c/x', '1');
    mkdirSync(at('else'));
    // The name that the file system has while bubblewrap makes the new one.
    const target = `/oldroot${at('else')}`;
    const { uncovered } = await inside(['--allow-write=w', '--deny-read=w/b/c'], 'return 1', {
      between: () => (renameSync(at('w/b'), at('w/b2')), symlinkSync(target, at('w/b'))),
    });
    expect({ uncovered, made: readdirSync(at('else')) }).toEqual({
      uncovered: 'bubblewrap',
      made: [],
    });
    // As it is without the look at each folder in between.
    const cover = ['--ro-bind', '/', '/', '--bind', at('w'), at('w'), '--tmpfs', at('w/b/new')];
    spawnSync('bwrap', [...cover, 'true']);
    expect(readdirSync(at('else'))).toEqual(['new']);
  });

  it('leave no descriptor of theirs open', async () => {
    put('w/x');
    const { result } = await inside(
      ['--allow-write=w'],
      `const open = [];
      for (let fd = 3; fd < 200; fd++) {
        try { const stat = fs.fstatSync(fd); if (stat.isDirectory() || stat.isFile()) open.push(fd); } catch {}
      }
      return open.join();`,
    );
    expect(result).toBe('');
  });

  it('may be many, with long names', async () => {
    const names = Array.from({ length: 150 }, (_, n) => `${'long-'.repeat(40)}${n}`);
    for (const name of names) put(`many/${name}/x`, '1');
    const { result } = await inside(
      [`--allow-write=${names.map((name) => `many/${name}`).join()}`],
      `return fs.readdirSync(${JSON.stringify(at('many'))}).length`,
    );
    expect(result).toBe('150');
  });
});

/** Names that are given to something else between the look at them and their use. @ci */
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { runOnPty, type PtyResult, type PtyStep } from '../../support/pty.js';
import { needs } from '../../support/programs.js';
import { Arena, CANARY } from './support/arena.js';
import { describeLauncher, describeTiers, TIERS } from '../support/tiers.js';

const main = commandFile();

/** Says what it finds in a folder that is the user's choice, and writes there. */
const reader = (folder: string, permissions: object): string => `<tui>
  <policy>${JSON.stringify({ name: 'READY', permissions })}</policy>
  <text id="t" style="white-space: nowrap">x</text>
  <script>
    import fs from 'node:fs';
    const folder = ${JSON.stringify(folder)};
    const attempt = (run) => { try { return run(); } catch (error) { return error.code; } };
    $tui.getElementById('t').textContent = 'RESULT ' + [
      attempt(() => fs.readdirSync(folder).sort().join('+')),
      attempt(() => fs.readFileSync(folder + '/secret.txt', 'utf8')),
      attempt(() => fs.appendFileSync(folder + '/.profile', 'owned') ?? 'wrote'),
    ].join(' ');
  </script>
</tui>`;

interface Race {
  readonly arena: Arena;
  /** Granted: d/x in the app's folder. */
  readonly folder: string;
  readonly file: string;
}

/** A folder with a file, which another app may write, and a link in it that leads out. */
function race(): Race {
  const arena = new Arena(main);
  const folder = arena.folder('shared/d/x');
  arena.put('shared/d/x/secret.txt', 'mine');
  arena.link('shared/d/evil', arena.outside);
  return {
    arena,
    folder,
    file: arena.put('b/b.tui', reader(folder, { write: ['../shared/d/x'] })),
  };
}

/** Nothing of the forbidden folder was read or written. */
function expectKept({ arena }: Race, shown: string): void {
  expect(shown).not.toContain(CANARY);
  expect(readdirSync(arena.outside)).toEqual(['secret.txt']);
}

/** The same name for something else: what another app can do while the first one starts. */
const SWAPS: readonly (readonly [string, string])[] = [
  ['the folder for a link', 'cd shared/d; mv x x-was; mv evil x'],
  ['the folder for another', 'cd shared/d; mv x x-was; mkdir x'],
  ['the folder for a file', 'cd shared/d; mv x x-was; echo 1 > x'],
  [
    'a folder above for a link',
    'mkdir -p outside/x; mv shared/d shared/d-was; ln -s ../outside shared/d',
  ],
];

describe('a name that is resolved, and used after something else has it', () => {
  it('leads to the other thing', () => {
    needs('bash');
    const { arena, folder } = race();
    try {
      const [, swap] = SWAPS[0] ?? [];
      spawnSync('bash', ['-c', String(swap)], { cwd: arena.root });
      // As it was before: both are told the path that was resolved.
      const flags = ['--experimental-permission', `--allow-fs-read=${folder}`];
      const read = `require('fs').readFileSync(${JSON.stringify(`${folder}/secret.txt`)}, 'utf8')`;
      if (process.allowedNodeEnvironmentFlags.has('--permission')) flags[0] = '--permission';
      const node = spawnSync(process.execPath, [...flags, '-p', read], { encoding: 'utf8' });
      expect(node.stdout).toContain(CANARY);
      if (!TIERS.includes('A')) return;
      const system = ['/usr', '/bin', '/lib', '/lib64'].flatMap((path) => [
        '--ro-bind-try',
        path,
        path,
      ]);
      const mounts = [...system, '--bind', folder, folder];
      const box = spawnSync('bwrap', [...mounts, 'cat', `${folder}/secret.txt`], {
        encoding: 'utf8',
      });
      expect(box.stdout).toContain(CANARY);
    } finally {
      arena.remove();
    }
  });
});

const askedOn =
  (tier: string) =>
  async (
    { arena, file }: Race,
    during: readonly PtyStep[],
    after: readonly PtyStep[] = [],
  ): Promise<PtyResult> => {
    const before = process.env['TUI_SANDBOX_TIER'];
    process.env['TUI_SANDBOX_TIER'] = tier;
    try {
      return await runOnPty(
        main,
        [file],
        [
          { wait: '[n Deny]' },
          { resize: [100, 30] },
          { wait: `Nothing is granted until you choose.${' '.repeat(60)}` },
          { wait: `${arena.root}/shared` },
          ...during,
          { type: 'y' },
          ...after,
        ],
      );
    } finally {
      if (before === undefined) delete process.env['TUI_SANDBOX_TIER'];
      else process.env['TUI_SANDBOX_TIER'] = before;
    }
  };

// The launcher asks, before anything of the app runs.
describeLauncher((tier) => {
  const asked = askedOn(tier);

  describe('while the question is shown', () => {
    it('nothing happens, and the app has what was shown', async () => {
      const args = race();
      try {
        const { text, errors } = await asked(args, [], [{ wait: 'RESULT' }, { signal: 'SIGTERM' }]);
        expect(text).toContain('RESULT secret.txt mine wrote');
        expect(errors).not.toContain('path-changed');
      } finally {
        args.arena.remove();
      }
    });

    it.each(SWAPS)('exchanges %s: the app is not started', async (_name, swap) => {
      const args = race();
      try {
        const run = ['bash', '-c', `cd '${args.arena.root}'; ${swap}`];
        const { text, errors, status } = await asked(args, [{ run }]);
        expect(errors).toMatch(/error path-changed: \S*shared\/d\S* was replaced/);
        expect(status).toBe(2);
        expect(text).not.toContain('RESULT');
        if (!swap.includes('outside')) expectKept(args, text);
      } finally {
        args.arena.remove();
      }
    });

    it('exchanges a file for a pipe: the app is not started, and nothing waits', async () => {
      const args = race();
      try {
        const path = args.arena.put('shared/d/state.json', '{}');
        writeFileSync(args.file, reader(path, { write: ['../shared/d/state.json'] }));
        const run = ['bash', '-c', `rm '${path}'; mkfifo '${path}'`];
        const { text, errors, status } = await asked(args, [{ run }]);
        expect(errors).toContain('error path-changed');
        expect({ status, started: text.includes('RESULT') }).toEqual({ status: 2, started: false });
      } finally {
        args.arena.remove();
      }
    });
  });
});

describeTiers((tier) => {
  const asked = askedOn(tier);

  describe('while the question is shown', () => {
    it('another app exchanges it', async () => {
      const args = race();
      const { arena } = args;
      try {
        const shared = join(arena.root, 'shared');
        const other = arena.put(
          'shared/a.tui',
          `<tui><policy>{ "permissions": { "write": ["./d"] } }</policy><text>a</text><script>
          import fs from 'node:fs';
          const d = ${JSON.stringify(`${shared}/d/`)};
          fs.renameSync(d + 'x', d + 'x-was');
          fs.renameSync(d + 'evil', d + 'x');
          </script></tui>`,
        );
        const run = ['env', `TUI_SANDBOX_TIER=${tier}`, process.execPath, main, 'snapshot', other];
        if (tier !== 'A') {
          // Where Node alone keeps it in, no app starts with such a link in its folder.
          const { status, stderr } = spawnSync(run[0] ?? '', [...run.slice(1), '--trust'], {
            encoding: 'utf8',
          });
          expect({ status, stderr }).toMatchObject({
            status: 2,
            stderr: expect.stringContaining('no-sandbox'),
          });
          return;
        }
        const { text, errors } = await asked(args, [{ run: [...run, '--trust'] }]);
        expect(readlinkSync(args.folder)).toBe(arena.outside);
        expect(errors).toContain('error path-changed');
        expect(text).not.toContain('RESULT');
        expectKept(args, text);
      } finally {
        arena.remove();
      }
    });
  });
});

const onTierA = TIERS.includes('A') ? describe : describe.skip;

onTierA('tier A: between the last look and the mounts', () => {
  /** `bwrap` in PATH is a program that does something first. It is not within the app's reach. */
  const start = (
    { arena, file }: Race,
    first: string,
    { flags = [], plain = false }: { flags?: readonly string[]; plain?: boolean } = {},
  ): { code: number | null; stdout: string; stderr: string } => {
    const real = spawnSync('which', ['bwrap'], { encoding: 'utf8' }).stdout.trim();
    const refuse = plain ? 'case "$*" in *bind-fd*) echo unknown option >&2; exit 1;; esac' : '';
    const path = arena.put(
      'tools/bwrap',
      `#!/bin/bash\nPATH=/usr/bin:/bin\n${refuse}\nif [ "$1" = --args ]; then cd '${arena.root}'; ${first}\nfi\nexec '${real}' "$@"\n`,
    );
    chmodSync(path, 0o755);
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [main, 'snapshot', file, '--trust', '--width', '200', '--height', '2', ...flags],
      {
        cwd: arena.root,
        encoding: 'utf8',
        env: {
          // Alone: one in the system's folders would come first.
          PATH: join(arena.root, 'tools'),
          HOME: join(arena.root, 'home'),
          TERM: 'xterm',
          TUI_SANDBOX_TIER: 'A',
        },
      },
    );
    return { code: status, stdout, stderr };
  };

  it.each(SWAPS)('%s is exchanged: the app has what was resolved', (_name, swap) => {
    const args = race();
    try {
      const { stdout, code } = start(args, swap);
      expect({ code, stdout }).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('RESULT secret.txt mine wrote'),
      });
      if (!swap.includes('outside')) expectKept(args, stdout);
    } finally {
      args.arena.remove();
    }
  });

  it.each(SWAPS)(
    '%s is exchanged, and bubblewrap takes no descriptors: it is not started',
    (_name, swap) => {
      const args = race();
      try {
        const { stdout, stderr, code } = start(args, swap, { plain: true });
        expect(stdout).not.toContain('RESULT');
        expect(code).not.toBe(0);
        expect(stderr).toMatch(/error (path-changed|no-sandbox)/);
        expect(stdout + stderr).not.toContain(CANARY);
      } finally {
        args.arena.remove();
      }
    },
  );

  it('bubblewrap takes no descriptors: apps run all the same', () => {
    const args = race();
    try {
      const { stdout, code } = start(args, ':', { plain: true });
      expect({ code, stdout: stdout.trim() }).toEqual({
        code: 0,
        stdout: 'RESULT secret.txt mine wrote',
      });
    } finally {
      args.arena.remove();
    }
  });

  it('a folder that is deleted keeps the app from starting', () => {
    const args = race();
    try {
      const { stdout, stderr, code } = start(args, 'rm -r shared/d/x');
      expect(stdout).toBe('');
      expect({ code, stderr }).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('no-sandbox'),
      });
    } finally {
      args.arena.remove();
    }
  });

  describe('what is denied in a writable folder', () => {
    /** The app looks for the denied file under every name that it could have. */
    const denied = (): Race => {
      const { arena } = race();
      const folder = arena.folder('shared/w');
      arena.put('shared/w/b/c/secret.txt', CANARY);
      const file = arena.put(
        'b/b.tui',
        `<tui><policy>{ "permissions": { "write": ["../shared/w"] } }</policy>
          <text id="t">x</text><script>
          import fs from 'node:fs';
          let found = 'nothing';
          const folder = ${JSON.stringify(folder)};
          for (const name of ['b/c', 'b/c2', 'b/c3', 'b2/c', 'c2', 'o/c']) {
            try { found = fs.readFileSync(folder + '/' + name + '/secret.txt', 'utf8'); } catch {}
          }
          $tui.getElementById('t').textContent = 'RESULT ' + found;
          </script></tui>`,
      );
      return { arena, folder, file };
    };
    const flags = (race: Race): string[] => [`--deny-read=${race.folder}/b/c`];

    const MOVES: readonly (readonly [string, string])[] = [
      ['renamed', 'cd shared/w/b; mv c c2; mkdir c'],
      ['renamed with its folder', 'cd shared/w; mv b b2; mkdir -p b/c'],
      ['exchanged for a link', 'cd shared/w/b; mv c ../c2; ln -s ../other c; mkdir ../other'],
      ['exchanged for a link with its folder', 'cd shared/w; mv b b2; mkdir -p o/c; ln -s o b'],
      [
        'renamed, and back once something else is covered',
        'cd shared/w/b; mv c c2; mkdir c; (sleep 0.03; mv c c3; mv c2 c) & ',
      ],
      [
        'renamed again and again',
        '(end=$((SECONDS + 3)); cd shared/w/b; while [ $SECONDS -lt $end ]; do mv c c2; mkdir c; mv c c3; mv c2 c; rmdir c3; done) & ',
      ],
    ];

    it('is open under its new name where it is covered by the old one', () => {
      const { arena, folder } = denied();
      try {
        renameSync(join(folder, 'b/c'), join(folder, 'b/c2'));
        const cover = ['--ro-bind', '/', '/', '--bind', folder, folder, '--tmpfs', `${folder}/b/c`];
        const args = [...cover, 'cat', `${folder}/b/c2/secret.txt`];
        expect(spawnSync('bwrap', args, { encoding: 'utf8' }).stdout).toBe(CANARY);
      } finally {
        arena.remove();
      }
    });

    it('is covered where nobody moves it', () => {
      const args = denied();
      try {
        const { code, stdout } = start(args, ':', { flags: flags(args) });
        expect({ code, stdout: stdout.trim() }).toEqual({ code: 0, stdout: 'RESULT nothing' });
      } finally {
        args.arena.remove();
      }
    });

    for (const plain of [false, true]) {
      // That they are mounted so is shown by spec/sandbox/held-paths.spec.ts, where Node's own wall is left out.
      it.each(MOVES)(
        `%s: it is not read (${plain ? 'by names' : 'by descriptors'})`,
        (_name, move) => {
          const args = denied();
          try {
            const { code, stdout, stderr } = start(args, move, { flags: flags(args), plain });
            expect(stdout + stderr).not.toContain(CANARY);
            if (code !== 0) expect(stderr).toMatch(/error (path-changed|no-sandbox)/);
            else expect(stdout.trim()).toBe('RESULT nothing');
          } finally {
            args.arena.remove();
          }
        },
      );
    }
  });

  it('keeps out what is swapped all the time', async () => {
    const args = race();
    const { arena } = args;
    const swapping = spawn(
      process.execPath,
      [
        '-e',
        `const { renameSync, rmSync } = require('node:fs');
        const [x, was, evil] = ['x', 'x-was', 'evil'].map((name) => ${JSON.stringify(`${arena.root}/shared/d/`)} + name);
        console.log('up');
        for (const end = Date.now() + 60_000; Date.now() < end;) {
          // In the gap the folder may be made anew: then that is what is granted.
          try { renameSync(x, was); renameSync(evil, x); renameSync(x, evil); renameSync(was, x); }
          catch { try { rmSync(x, { recursive: true }); renameSync(was, x); } catch {} }
        }`,
      ],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    try {
      await new Promise((resolve) => swapping.stdout.once('data', resolve));
      const codes = new Set<number | null>();
      for (let n = 0; n < 6; n++) {
        const { code, stdout, stderr } = start(args, ':');
        codes.add(code);
        expectKept(args, stdout + stderr);
      }
      expect(codes.size).toBeGreaterThan(0);
    } finally {
      swapping.kill('SIGKILL');
      arena.remove();
    }
  });

  it('leaves no descriptor of it in the runner, nor in the launcher', async () => {
    const args = race();
    const { arena, folder } = args;
    try {
      mkdirSync(join(arena.root, 'b/own'));
      writeFileSync(
        args.file,
        `<tui><policy>{ "permissions": { "write": ["../shared/d/x", "./own", "./new"] } }</policy>
        <text id="t">x</text><script>
        import fs from 'node:fs';
        const open = [];
        for (let fd = 3; fd < 100; fd++) {
          try {
            const stat = fs.fstatSync(fd);
            if (stat.isDirectory() || stat.isFile() || stat.isSymbolicLink()) open.push(fd);
          } catch {}
        }
        fs.writeFileSync(${JSON.stringify(folder)} + '/up', JSON.stringify(open));
        await new Promise((resolve) => setTimeout(resolve, 1500));
        </script></tui>`,
      );
      const child = spawn(process.execPath, [main, 'snapshot', args.file, '--trust'], {
        env: {
          PATH: process.env['PATH'] ?? '',
          HOME: arena.root,
          TERM: 'xterm',
          TUI_SANDBOX_TIER: 'A',
        },
        stdio: 'ignore',
      });
      const ended = new Promise((resolve) => child.once('exit', resolve));
      const up = join(folder, 'up');
      while (!existsSync(up) || readFileSync(up, 'utf8') === '') {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      const openInLauncher = (): string[] =>
        readdirSync(`/proc/${String(child.pid)}/fd`)
          .flatMap((fd) => {
            try {
              return [readlinkSync(`/proc/${String(child.pid)}/fd/${fd}`)];
            } catch {
              return [];
            }
          })
          .filter((path) => path.startsWith(arena.root));
      // The runner's notice may still be on its way. The app runs for another second.
      for (let looks = 0; looks < 40 && openInLauncher().length > 0; looks++) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      expect(child.exitCode).toBeNull();
      expect(openInLauncher()).toEqual([]);
      expect(readFileSync(up, 'utf8')).toBe('[]');
      expect(await ended).toBe(0);
    } finally {
      arena.remove();
    }
  });
});

/** What lies around a process: open descriptors, devices, other processes, what stays behind when it ends. @ci */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { Arena, CANARY, losers, winners, type Fight } from './support/arena.js';
import { killIn, processesOf } from './support/processes.js';
import { describeTiers, TIERS } from '../support/tiers.js';
import { runCommand } from './support/watched.js';
import { until } from '../../support/until.js';

const main = commandFile();

const SERVICES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'DBUS_SESSION_BUS_ADDRESS',
    'XDG_RUNTIME_DIR',
    'SSH_AUTH_SOCK',
    'DISPLAY',
    'XAUTHORITY',
    'WAYLAND_DISPLAY',
    'GPG_AGENT_INFO',
    'DOCKER_HOST',
    'TMUX',
    'STY',
    'SSH_CONNECTION',
  ].map((name) => [name, `/run/${CANARY}/${name}`]),
);

const isLinux = process.platform === 'linux';
/** Only Linux has these ways into a process. */
const onLinux = isLinux ? describe : describe.skip;

async function fight(tier: string, permissions: object, proc = false): Promise<Fight> {
  const arena = new Arena(main);
  const shared = mkdtempSync('/dev/shm/tui-attack-');
  // Another program of the user's.
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)', 'snapshot'], {
    env: { ...process.env, OTHER: CANARY },
    cwd: arena.root,
    stdio: 'ignore',
  });
  try {
    writeFileSync(join(shared, 'secret'), CANARY);
    // What is denied, what is a file and what is missing is held open by whoever mounts it.
    arena.put('app/cache/denied/secret.txt', CANARY);
    arena.put('more/file.txt', 'x');
    return await arena.fight(
      tier,
      'leftovers',
      { shared: join(shared, 'secret'), pids: [other.pid, process.pid], proc },
      {
        permissions: { write: ['./cache'], ...permissions },
        flags: [`--allow-read=${arena.root}/more/file.txt`, `--deny-read=${arena.cache}/denied`],
        env: SERVICES,
        shell: tier === 'control' ? 'exec 40<outside/secret.txt; exec 41<outside;' : '',
      },
    );
  } finally {
    other.kill('SIGKILL');
    rmSync(shared, { recursive: true });
    arena.remove();
  }
}

onLinux('without a sandbox', () => {
  it('it is all there', async () => {
    const control = await fight('control', {});
    // Machines differ in what they have mounted.
    const rest = losers(control).filter(
      (line) => !/^(terminals|file of the kernel|open files)/.test(line),
    );
    expect(rest).toEqual([]);
  });
});

onLinux('around an app', () => {
  describeTiers((tier) => {
    it('there is nothing', async () => {
      const result = await fight(tier, {});
      expect(winners(result)).toEqual([]);
      expect(result.changed).toEqual([]);
      expect(Object.keys(result.outcomes).length).toBeGreaterThan(35);
    });
  });

  (TIERS.includes('A') ? it : it.skip)(
    'the compiler reads no /proc of its own for an app that may read /proc',
    async () => {
      const result = await fight('A', { read: ['/proc'] }, true);
      expect(
        winners(result).filter((line) =>
          /LAUNCHER|environment|memory|root|folder|address/.test(line),
        ),
      ).toEqual([]);
      expect(
        Object.keys(result.outcomes).filter((name) => name.startsWith('LAUNCHER')),
      ).toHaveLength(6);
    },
  );
});

/** A file that the kernel leaves where a process died. */
function coresIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => /^core/.test(name));
}

onLinux('an app that dies', () => {
  const app = (arena: Arena): string =>
    arena.put('app/dies.tui', '<text>x</text><script>process.abort();</script>');

  describeTiers((tier) => {
    const name =
      tier === 'A'
        ? 'leaves no image of itself where it may not write'
        : 'leaves one in the working folder, as it is written of this tier';
    it(name, async () => {
      const arena = new Arena(main);
      try {
        const cwd = arena.folder('here');
        const shell = 'ulimit -c unlimited 2>/dev/null;';
        const control = arena.folder('control');
        spawnSync('bash', ['-c', `${shell} exec "$0" -e 'process.abort()'`, process.execPath], {
          cwd: control,
        });
        const { code, stderr } = await runCommand(
          [main, 'snapshot', app(arena), '--allow-unenforced'],
          {
            cwd,
            tier,
            shell,
            env: { HOME: join(arena.root, 'home') },
          },
        );
        expect(code).not.toBe(0);
        expect(stderr).not.toMatch(/\n {4}at /);
        // Where the system sends them elsewhere, there is none in the control either.
        expect(coresIn(cwd)).toHaveLength(tier === 'A' ? 0 : coresIn(control).length);
      } finally {
        arena.remove();
      }
    });
  });
});

function childrenOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  } catch {
    return '';
  }
}

const WAIT = 'await new Promise(() => undefined);';

/** Starts a program that listens to no signal, and leaves once it is up. */
const LEAVES = (file: string, code: string): string => `
  <policy>{"permissions": {"run": ["sh"], "write": ["./cache"]}}</policy><text>x</text><script>
  import { existsSync } from 'node:fs';
  const name = ${JSON.stringify(file)};
  const code = 'trap "" TERM HUP INT; sleep 1000 & echo ' + name + ' > ' + name + '; wait';
  $tui.run('sh', ['-c', code], { timeout: 0 }).catch(() => 0);
  while (!existsSync(name)) await new Promise((resolve) => setTimeout(resolve, 5));
  process.stdout.write('UP\\n');
  ${code}
  </script>`;

/** How an app ends, and what the launcher is told. */
const ENDS: readonly (readonly [string, string, NodeJS.Signals | undefined])[] = [
  ['that exits at once', 'process.reallyExit(7);', undefined],
  ['that fails', 'throw new Error();', undefined],
  ['that waits, when the launcher is told to end', WAIT, 'SIGTERM'],
  ['that never waits, when the launcher is told to end', 'for (;;);', 'SIGTERM'],
];

onLinux('a launcher that is killed', () => {
  const APP = `<text>x</text><script>
    process.stdout.write('UP\\n');
    BUSY
    setInterval(() => undefined, 1000);
    await new Promise(() => undefined);
  </script>`;

  describeTiers((tier) => {
    // Where nothing but Node stands behind it, an app that never lets go is known to go on.
    const busy = tier === 'A' ? 'for (;;);' : '';
    it.each([
      ['as soon as it has started something', '', (pid: number) => childrenOf(pid) !== ''],
      ['while the runner starts', '', (pid: number) => childrenOf(pid).split(' ').length > 1],
      ['while the app runs', busy, undefined],
    ])('takes its app along, %s', async (_name, code, isTime) => {
      const arena = new Arena(main);
      let child: ChildProcess | undefined;
      try {
        const file = arena.put('app/stays.tui', APP.replace('BUSY', code));
        child = spawn(process.execPath, [main, 'snapshot', file, '--allow-unenforced', '--trust'], {
          cwd: arena.root,
          env: {
            PATH: process.env['PATH'],
            HOME: join(arena.root, 'home'),
            TUI_SANDBOX_TIER: tier,
          },
          stdio: ['ignore', 'pipe', 'ignore'],
        });
        const { pid = 0 } = child;
        const isUp = new Promise<boolean>((resolve) => {
          child?.stdout?.once('data', () => resolve(true));
          child?.once('exit', () => resolve(false));
        });
        const isThere =
          isTime === undefined ? await isUp : await until(() => isTime(pid), { pause: 5 });
        expect(isThere).toBe(true);
        child.kill('SIGKILL');
        // Killed between its two processes, bubblewrap can leave one that waits for the other: it has started
        // nothing, and never will.
        const isOf = (line: string): boolean => !/^\d+ \S*bwrap --args/.test(line);
        await until(() => !processesOf(arena.root).some(isOf));
      } finally {
        child?.kill('SIGKILL');
        killIn(arena.root);
        arena.remove();
      }
    });

    // The launcher ends them, on all tiers in the same way.
    it.each(tier === TIERS[0] ? ENDS : ENDS.slice(-1))(
      'takes its programs along: an app %s',
      async (_name, code, signal) => {
        const arena = new Arena(main);
        try {
          const file = arena.put('app/leaves.tui', LEAVES(join(arena.cache, 'up'), code));
          const ended = await runCommand([main, 'snapshot', file, '--trust'], {
            cwd: arena.root,
            tier,
            env: { HOME: join(arena.root, 'home') },
            ...(signal === undefined
              ? {}
              : { until: 'UP', then: (launcher: ChildProcess) => void launcher.kill(signal) }),
          });
          expect(signal === undefined ? ended.signal : ended.code).toBe(null);
          expect(existsSync(join(arena.cache, 'up'))).toBe(true);
          await until(() => processesOf(arena.root).length === 0);
        } finally {
          killIn(arena.root);
          arena.remove();
        }
      },
    );
  });
});

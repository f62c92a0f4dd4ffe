/** esbuild on tier A: in a bubblewrap that holds its program and nothing else. */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { Arena, CANARY } from './support/arena.js';
import { TIERS } from '../support/tiers.js';

const own = createRequire(import.meta.url);
const bubblewrap = spawnSync('which', ['bwrap'], { encoding: 'utf8' }).stdout.trim();

(TIERS.includes('A') ? describe : describe.skip)('esbuild in bubblewrap', () => {
  const main = commandFile();
  let arena: Arena;
  let program = '';
  beforeAll(() => {
    arena = new Arena(main);
    const beside = createRequire(own.resolve('esbuild'));
    program = realpathSync(beside.resolve(`@esbuild/linux-${process.arch}/bin/esbuild`));
  });
  afterAll(() => {
    arena.remove();
  });

  const call = (isConfined: boolean, ...args: string[]): string => {
    const script = join(dirname(main), 'sandbox/esbuild.sh');
    const env = { TUI_BUBBLEWRAP: bubblewrap, TUI_ESBUILD: program };
    const options = { env, encoding: 'utf8', input: 'export {}' } as const;
    const { stdout, stderr } = spawnSync(isConfined ? script : program, args, options);
    return stdout + stderr;
  };

  it('runs', () => {
    expect(call(true, '--version')).toBe(call(false, '--version'));
  });

  it('has no file to read, to list or to write', () => {
    const secret = join(arena.outside, 'secret.txt');
    expect(call(false, secret, '--bundle', '--loader:.txt=text')).toContain(CANARY);
    expect(call(true, secret, '--bundle', '--loader:.txt=text')).not.toContain(CANARY);
    const target = join(arena.cache, 'written.js');
    expect(call(false, '--bundle', `--outfile=${target}`)).not.toContain('[ERROR]');
    expect(readFileSync(target, 'utf8')).not.toBe('');
    for (const path of ['/written.js', '/tmp/written.js', target]) {
      expect(call(true, '--bundle', `--outfile=${path}`)).toMatch(
        /read-only file system|Failed to/i,
      );
    }
  });

  it('is what compiles for an app', async () => {
    const file = arena.put(
      'app/waits.tui',
      '<text>x</text><script>await new Promise((r) => setTimeout(r, 2500));</script>',
    );
    const child = spawn(process.execPath, [main, 'snapshot', file], {
      env: { PATH: process.env['PATH'], HOME: join(arena.root, 'home'), ATTACK_TOKEN: CANARY },
      stdio: 'ignore',
    });
    try {
      const found = await descendant(child.pid ?? 0, '/esbuild');
      const mounts = readFileSync(`/proc/${found}/mountinfo`, 'utf8').trim().split('\n');
      expect(mounts.map((line) => line.split(' ')[4])).toEqual(['/', '/esbuild']);
      const names = readFileSync(`/proc/${found}/environ`, 'utf8').split('\0').filter(Boolean);
      expect(names.map((each) => each.replace(/=.*/s, '')).sort()).toEqual([
        'ESBUILD_BINARY_PATH',
        'PWD',
        'TUI_BUBBLEWRAP',
        'TUI_ESBUILD',
      ]);
    } finally {
      child.kill('SIGKILL');
    }
  });
});

/** The process number of a program that a process has started, by way of others or not. */
async function descendant(ancestor: number, program: string): Promise<number> {
  for (let tries = 0; tries < 200; tries++) {
    const parents = new Map<number, number>();
    const found: number[] = [];
    for (const pid of readdirSync('/proc')
      .map(Number)
      .filter((name) => name > 0)) {
      try {
        const parent = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
        parents.set(pid, Number(parent));
        if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0] === program)
          found.push(pid);
      } catch {
        // It has ended.
      }
    }
    for (const pid of found) {
      for (let at = pid; at > 1; at = parents.get(at) ?? 0) if (at === ancestor) return pid;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${program} was not started`);
}

/** The filter of system calls of tier A: what it decides, and that the kernel takes it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { isolation } from '../../cli/sandbox/launch/tier/probe.js';
import { systemCallFilter } from '../../cli/sandbox/launch/tier/system-calls.js';
import { tui } from '../support/cli.js';
import { needs } from '../support/programs.js';
import { HAS_BUBBLEWRAP } from './support/tiers.js';

const [ALLOW, EPERM, ENOSYS, EAFNOSUPPORT] = [0x7fff0000, 0x50001, 0x50026, 0x50061];
const ARCHES = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;

/** What the program returns for a call, as the kernel runs it. */
function decide(program: Buffer, arch: number, number: number, first = 0): number {
  const input: Readonly<Record<number, number>> = { 0: number, 4: arch, 16: first };
  let loaded = 0;
  for (let at = 0; at * 8 < program.length; at++) {
    const [then, otherwise] = [program.readUInt8(at * 8 + 2), program.readUInt8(at * 8 + 3)];
    const value = program.readUInt32LE(at * 8 + 4);
    const tests: Readonly<Record<number, () => boolean>> = {
      0x15: () => loaded === value,
      0x35: () => loaded >= value,
      0x45: () => (loaded & value) !== 0,
    };
    const code = program.readUInt16LE(at * 8);
    if (code === 0x06) return value;
    if (code === 0x20) loaded = input[value] ?? Number.NaN;
    else at += tests[code]?.() === true ? then : otherwise;
  }
  throw new Error('it comes to no end');
}

describe.each(['x64', 'arm64'] as const)('the filter for %s', (name) => {
  const program = systemCallFilter(name) ?? Buffer.alloc(0);
  const arch = ARCHES[name];
  const of = (number: number, first?: number): number => decide(program, arch, number, first);
  const isFirst = name === 'x64';

  it('refuses keys, other processes, servers, mounts and parts of the kernel', () => {
    const keyctl = isFirst ? 250 : 219;
    const ptrace = isFirst ? 101 : 117;
    const mount = isFirst ? 165 : 40;
    const connect = isFirst ? 42 : 203;
    for (const number of [keyctl, ptrace, connect, mount, 425, 438]) expect(of(number)).toBe(EPERM);
  });

  it('allows what Node calls', () => {
    // read, write, openat, mmap, futex, epoll_ctl, exit_group
    const usual = isFirst ? [0, 1, 257, 9, 202, 233, 231] : [63, 64, 56, 222, 98, 21, 94];
    for (const number of [...usual, 439, 9999]) expect(of(number)).toBe(ALLOW);
  });

  it('refuses other processes and namespaces, and leaves threads', () => {
    const clone = isFirst ? 56 : 220;
    expect(of(clone, 0x3d0f00)).toBe(ALLOW);
    // What fork() calls, and the same with a namespace.
    expect(of(clone, 0x01200011)).toBe(EPERM);
    expect(of(clone, 0x10000000 | 17)).toBe(EPERM);
    expect(of(435)).toBe(ENOSYS);
    if (isFirst) expect([of(57), of(58)]).toEqual([EPERM, EPERM]);
  });

  it('refuses families of sockets that no namespace limits', () => {
    const socket = isFirst ? 41 : 198;
    for (const family of [2, 10, 16]) expect(of(socket, family)).toBe(ALLOW);
    // With names in folders, of the host of a virtual machine, of ciphers, of packets.
    for (const family of [1, 40, 38, 17]) expect(of(socket, family)).toBe(EAFNOSUPPORT);
  });

  it('keeps the signal by which an app ends with the launcher, and leaves names of threads', () => {
    const prctl = isFirst ? 157 : 167;
    expect([of(prctl, 1), of(prctl, 2), of(prctl, 15)]).toEqual([EPERM, ALLOW, ALLOW]);
  });

  it('refuses calls of other interfaces of the processor, whose numbers mean others', () => {
    expect(decide(program, 0x40000003, 0)).toBe(ENOSYS);
    expect(of(0x40000000 + 250)).toBe(ENOSYS);
  });
});

/** Calls that every kernel has, by their numbers; the keyring is one of its own. */
const PROBE = `
import ctypes, json, os, platform, socket, sys
libc = ctypes.CDLL(None, use_errno=True)
first = platform.machine() == 'x86_64'
def call(x64, arm64, *values):
    result = libc.syscall(x64 if first else arm64, *values)
    return ctypes.get_errno() if result < 0 else 0
if sys.argv[1] == 'start':
    call(250, 219, 1, None)
    program, *args = sys.argv[2:]
    os.execv(program, [program, *args])
def connect():
    try:
        socket.socket(socket.AF_UNIX).connect(sys.argv[2])
        return 0
    except OSError as error:
        return error.errno
def fork():
    try:
        child = os.fork()
    except OSError as error:
        return error.errno
    if child == 0: os._exit(0)
    os.waitpid(child, 0)
    return 0
print(json.dumps({
    'fork': fork(),
    'keys': call(248, 217, b'user', b'tui-spec', b'x', 1, -3),
    'trace': call(101, 117, 0, 0, 0, 0),
    'orphan': call(157, 167, 1, 0, 0, 0, 0),
    'host': call(41, 198, 40, 1, 0),
    'unix': call(41, 198, 1, 1, 0),
    'server': connect(),
}))
`;

(HAS_BUBBLEWRAP ? describe : describe.skip)('the kernel', () => {
  /** @param server the name of a socket */
  const run = (filter: Buffer | undefined, server: string): Record<string, number> => {
    needs('python3');
    const folder = mkdtempSync(join(tmpdir(), 'tui-calls-'));
    try {
      writeFileSync(join(folder, 'probe.py'), PROBE);
      const python = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], {
        encoding: 'utf8',
      }).stdout.trim();
      const bwrap = spawnSync('bash', ['-c', 'command -v bwrap'], { encoding: 'utf8' });
      const inside = [
        '--ro-bind',
        '/',
        '/',
        ...isolation({ proc: false }),
        ...(filter === undefined ? [] : ['--seccomp', '0']),
        python,
        join(folder, 'probe.py'),
        'look',
        server,
      ];
      const args = [join(folder, 'probe.py'), 'start', bwrap.stdout.trim(), ...inside];
      const { stdout, stderr } = spawnSync(python, args, {
        input: filter ?? '',
        encoding: 'utf8',
      });
      if (stdout === '') throw new Error(stderr);
      return JSON.parse(stdout) as Record<string, number>;
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

  it('does without the filter what it refuses with it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tui-calls-'));
    const name = join(folder, 'agent.sock');
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(name, resolve));
    try {
      // The control: keys and sockets of the host may be off on a machine.
      expect(run(undefined, name)).toMatchObject({
        fork: 0,
        trace: 0,
        orphan: 0,
        unix: 0,
        server: 0,
      });
      expect(run(systemCallFilter(), name)).toEqual({
        fork: 1,
        keys: 1,
        trace: 1,
        orphan: 1,
        host: 97,
        unix: 97,
        server: 97,
      });
    } finally {
      server.close();
      rmSync(folder, { recursive: true });
    }
  });

  it('has it for every app', async () => {
    const app = `<text>x</text><script>
      import { readFileSync } from 'node:fs';
      process.stdout.write(/^Seccomp:.*$/m.exec(readFileSync('/proc/self/status', 'utf8'))[0]);
      process.exit(0);
    </script>`;
    const folder = mkdtempSync(join(tmpdir(), 'tui-calls-'));
    try {
      writeFileSync(join(folder, 'app.tui'), app);
      const args = ['snapshot', 'app.tui', '--trust', '--allow-read=/proc'];
      const { stdout } = await tui(args, { cwd: folder });
      expect(stdout).toBe('Seccomp:\t2');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

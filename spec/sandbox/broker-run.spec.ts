/** Programs of a sandboxed app: what is started, with what, and when it ends. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { brokered, type Brokered } from '../support/brokered.js';
import { needs } from '../support/programs.js';
import { sleep, until } from '../support/until.js';

let app: Brokered | undefined;
afterEach(() => {
  app?.close();
  app = undefined;
});

async function open(flags: readonly string[], env?: NodeJS.ProcessEnv): Promise<Brokered> {
  app = await brokered(flags, env === undefined ? {} : { env });
  return app;
}
const faultOf = async (promise: Promise<unknown>): Promise<Record<string, unknown>> => {
  const error = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (error === undefined) throw new Error('it was not refused');
  return error as Record<string, unknown>;
};
const PATH = '/usr/local/bin:/usr/bin:/bin';

describe('a granted program', () => {
  it('runs, with its input, its output and its code', async () => {
    const { run } = await open(['--allow-run=cat,sh,printf']);
    expect(await run('printf', ['%s', 'é'])).toEqual({
      code: 0,
      signal: null,
      stdout: 'é',
      stderr: '',
    });
    const big = 'line é\n'.repeat(200_000);
    expect((await run('cat', [], { input: big })).stdout === big).toBe(true);
    expect(await run('sh', ['-c', 'echo no >&2; exit 7'])).toMatchObject({
      code: 7,
      stderr: 'no\n',
    });
    expect(await run('sh', ['-c', 'kill -9 $$'])).toMatchObject({ code: null, signal: 'SIGKILL' });
    const parts: string[] = [];
    await run('sh', ['-c', 'echo 1; sleep 0.2; echo 2'], { onStdout: (text) => parts.push(text) });
    expect(parts).toEqual(['1\n', '2\n']);
  });

  const ofUser = {
    HOME: '/home/ada',
    USER: 'ada',
    LOGNAME: 'ada',
    SHELL: '/bin/sh',
    TMPDIR: '/var/tmp',
    LANG: 'C',
    LANGUAGE: 'de:en',
    LC_TIME: 'C',
  };
  /** What changes what programs do, by the loader, a shell or their own settings. */
  const steering = {
    LD_PRELOAD: '/evil.so',
    LD_LIBRARY_PATH: '/evil',
    NODE_OPTIONS: '--require=/evil.js',
    BASH_ENV: '/evil.sh',
    GIT_DIR: '/evil',
    GIT_SSH_COMMAND: 'evil',
    GIT_CONFIG_GLOBAL: '/evil',
    EDITOR: 'evil',
    PAGER: 'evil',
    HOMEX: 'evil',
    XHOME: 'evil',
    LC_ALLX_: 'evil',
    LOCPATH: '/evil',
    SECRET: 'canary',
  };
  const variables = (stdout: string): Record<string, string> =>
    Object.fromEntries(
      stdout
        .trim()
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );

  it('gets who the user is, the granted variables, its PATH and nothing else', async () => {
    const env = { PATH: `relative:/usr/bin:/bin`, GRANTED: 'yes', ...ofUser, ...steering };
    // The variables are there without the sandbox.
    expect(execFileSync('/usr/bin/env', { env: { ...env, LD_PRELOAD: '' } }).toString()).toContain(
      'canary',
    );
    const { run } = await open(['--allow-run=env', '--allow-env=GRANTED'], env);
    expect(variables((await run('env')).stdout)).toEqual({
      ...ofUser,
      GRANTED: 'yes',
      PATH: '/usr/bin:/bin',
      TERM: 'dumb',
    });
  });

  it('gets of that what is not denied', async () => {
    const env = { PATH, ...ofUser };
    const some = await brokered(['--allow-run=env', '--deny-env=HOME,LC_TIME'], { env });
    const rest = Object.entries(ofUser).filter(([name]) => name !== 'HOME' && name !== 'LC_TIME');
    expect(variables((await some.run('env')).stdout)).toEqual({
      ...Object.fromEntries(rest),
      PATH,
      TERM: 'dumb',
    });
    some.close();
    const { run } = await open(['--allow-run=env', '--deny-env'], env);
    expect(variables((await run('env')).stdout)).toEqual({ PATH, TERM: 'dumb' });
  });

  it('gets no shell that the app could have written', async () => {
    const { folder, close } = await open([]);
    mkdirSync(join(folder, 'bin'));
    symlinkSync('/bin/sh', join(folder, 'bin/sh'));
    const shellOf = async (SHELL: string, ...flags: string[]): Promise<string | undefined> => {
      const one = await brokered(['--allow-run=env', ...flags], { env: { PATH, SHELL } });
      const { stdout } = await one.run('env');
      one.close();
      return variables(stdout)['SHELL'];
    };
    const own = join(folder, 'bin/sh');
    expect(await shellOf(own)).toBe(own);
    expect(await shellOf(own, `--allow-write=${folder}/bin`)).toBeUndefined();
    expect(await shellOf('/bin/sh', `--allow-write=${folder}/bin`)).toBe('/bin/sh');
    expect(await shellOf('bin/sh')).toBeUndefined();
    close();
  });

  it('is git with the name of the user', async () => {
    needs('git');
    const home = mkdtempSync(join(tmpdir(), 'tui-home-'));
    writeFileSync(
      join(home, '.gitconfig'),
      '[user]\n  name = Ada\n  email = ada@example.com\n[init]\n  defaultBranch = main\n',
    );
    const { run, folder } = await open(['--allow-run=git'], {
      PATH,
      HOME: home,
      // Names another author, and would be obeyed.
      GIT_AUTHOR_NAME: 'Eve',
    });
    expect(await run('git', ['init', '-q', '.'])).toMatchObject({ code: 0 });
    writeFileSync(join(folder, 'a.txt'), 'a');
    await run('git', ['add', 'a.txt']);
    expect(await run('git', ['commit', '-qm', 'x'])).toMatchObject({ code: 0, stderr: '' });
    const log = await run('git', ['log', '--format=%an <%ae>']);
    expect(log.stdout).toBe('Ada <ada@example.com>\n');
    rmSync(home, { recursive: true });
  });

  it('has no terminal, and starts in the working folder or one that may be read', async () => {
    const { run, folder } = await open(['--allow-run=sh,pwd']);
    mkdirSync(join(folder, 'in'));
    const tty = await run('sh', ['-c', 'if (: < /dev/tty) 2> /dev/null; then echo has; fi; tty']);
    expect(tty.stdout).toBe('not a tty\n');
    expect((await run('pwd')).stdout).toBe(`${folder}\n`);
    expect((await run('pwd', [], { cwd: 'in' })).stdout).toBe(`${folder}/in\n`);
    const error = await faultOf(run('pwd', [], { cwd: '/etc' }));
    expect(error).toMatchObject({ code: 'not-permitted', permission: 'read', value: '/etc' });
    symlinkSync('/etc', join(folder, 'out'));
    expect(await faultOf(run('pwd', [], { cwd: 'out' }))).toMatchObject({ value: '/etc' });
  });

  it('gets its arguments as they are', async () => {
    const { run } = await open(['--allow-run=printf']);
    const odd = ['$HOME', '; id', '`id`', '$(id)', '| id', '&& id', '\n', '', '"', '*', '%'];
    expect((await run('printf', ['[%s]', ...odd])).stdout).toBe(
      odd.map((arg) => `[${arg}]`).join(''),
    );
  });
});

describe('a refusal', () => {
  it('names the permission and the flag', async () => {
    const { run } = await open(['--allow-run=git log']);
    expect(await faultOf(run('git', ['push', '--force']))).toMatchObject({
      name: 'DeniedError',
      code: 'not-permitted',
      permission: 'run',
      value: 'git push --force',
      message: expect.stringMatching(
        /^running git push --force is not permitted.*--allow-run=git, or write "run": \["git"\] in the policy's "permissions"$/,
      ),
    });
    expect(String((await faultOf(run('git', ['a b'])))['message'])).toContain('git "a b"');
  });

  it('is the answer to what only looks like what is granted', async () => {
    const { run, folder } = await open(['--allow-run=echo hello'], { PATH });
    expect((await run('echo', ['hello', 'x'])).code).toBe(0);
    writeFileSync(join(folder, 'echo'), '#!/bin/sh\necho evil');
    chmodSync(join(folder, 'echo'), 0o755);
    // Each is a program that would run.
    expect(execFileSync('sh', ['-c', './echo hello'], { cwd: folder, encoding: 'utf8' })).toBe(
      'evil\n',
    );
    for (const argv of [
      ['./echo', 'hello'],
      [join(folder, 'echo'), 'hello'],
      ['echo'],
      ['echo', 'hellox'],
      ['sh', '-c', 'echo hello'],
      ['echo hello'],
      ['ECHO', 'hello'],
      ['../../bin/sh', 'hello'],
      ['/proc/self/exe', 'hello'],
    ]) {
      const [command = '', ...args] = argv;
      expect(await faultOf(run(command, args))).toMatchObject({ permission: 'run' });
    }
  });

  it('meets a program that the app can write, and PATH is not searched again', async () => {
    const bin = await open([]);
    const folder = bin.folder;
    mkdirSync(join(folder, 'bin'));
    const tool = join(folder, 'bin/tool');
    writeFileSync(tool, '#!/bin/sh\necho "$0"');
    chmodSync(tool, 0o755);
    const env = { PATH: `${folder}/bin:${PATH}` };
    const writing = await brokered([`--allow-run=tool`, `--allow-write=${folder}/bin`], { env });
    expect(await faultOf(writing.run('tool'))).toMatchObject({ permission: 'run' });
    // Nor are its helpers looked for there.
    const helper = await brokered(['--allow-run=env', `--allow-write=${folder}/bin`], { env });
    expect((await helper.run('env')).stdout).not.toContain(folder);
    const reading = await brokered(['--allow-run=tool'], { env });
    expect((await reading.run('tool')).stdout).toBe(`${tool}\n`);
    for (const each of [writing, helper, reading]) each.close();
  });

  it.each([
    ['nothing', undefined],
    ['no list', { argv: 'ls' }],
    ['an empty list', { argv: [] }],
    ['numbers', { argv: ['echo', 1] }],
    ['NUL', { argv: ['echo', 'a\0b'] }],
    ['too many', { argv: ['echo', ...Array.from({ length: 5000 }, () => 'x')] }],
    ['too long', { argv: ['echo', 'x'.repeat(200_000)] }],
  ])('meets %s', async (_name, payload) => {
    const { channel } = await open(['--allow-run=echo']);
    await expect(channel.request('run', payload)).rejects.toThrow();
  });

  it('options of Node, a shell and other environments do not cross', async () => {
    const { channel } = await open(['--allow-run=env'], { PATH });
    const { body } = await channel.request('run', {
      argv: ['env'],
      shell: true,
      env: { EVIL: '1' },
      argv0: 'x',
      uid: 0,
      stdio: 'inherit',
    });
    let text = '';
    for await (const piece of body ?? []) text += Buffer.from(piece).toString();
    expect(text).not.toContain('EVIL');
    expect(text).toContain('TERM=dumb');
  });
});

describe('a program that goes on', () => {
  const readAll = async (stream: ReadableStream<Uint8Array>): Promise<string> =>
    await new Response(stream).text();

  it('reads, writes, takes signals and ends', async () => {
    const { spawn } = await open(['--allow-run=sh']);
    const program = await spawn('sh', ['-c', 'read -r a; echo "$a"; exec cat']);
    const writer = program.stdin.getWriter();
    await writer.write('one\n');
    await writer.write('two\n');
    const reader = program.stdout.getReader();
    let text = '';
    while (!text.includes('two')) text += Buffer.from((await reader.read()).value ?? []).toString();
    expect(text).toBe('one\ntwo\n');
    process.kill(program.pid, 0);
    program.kill('SIGINT');
    expect(await program.exited).toEqual({ code: null, signal: 'SIGINT' });
    await expect(writer.write('x')).rejects.toThrow('the program has ended');
  });

  it('passes more than fits into a frame, both ways', async () => {
    const { spawn } = await open(['--allow-run=cat']);
    const { stdin, stdout, exited } = await spawn('cat');
    const big = 'line é\n'.repeat(200_000);
    const writer = stdin.getWriter();
    const written = writer.write(big).then(async () => await writer.close());
    expect((await readAll(stdout)) === big).toBe(true);
    await written;
    expect(await exited).toEqual({ code: 0, signal: null });
  });

  it('is started by the rules of $tui.run', async () => {
    const env = { PATH, HOME: '/home/ada', LD_PRELOAD: '/evil.so', SECRET: 'canary' };
    const { spawn, folder } = await open(['--allow-run=env,echo hello'], env);
    const { stdout } = await spawn('env');
    expect((await readAll(stdout)).trim().split('\n').sort()).toEqual([
      'HOME=/home/ada',
      `PATH=${PATH}`,
      'TERM=dumb',
    ]);
    for (const argv of [
      ['echo'],
      ['sh', '-c', 'echo hello'],
      [join(folder, 'echo'), 'hello'],
      ['/proc/self/exe'],
    ]) {
      const [command = '', ...args] = argv;
      expect(await faultOf(spawn(command, args))).toMatchObject({ permission: 'run' });
    }
    expect(await faultOf(spawn('env', [], { cwd: '/root' }))).toMatchObject({ permission: 'read' });
  });

  it('gets signals of the list by the number that the launcher gave it, and nothing else does', async () => {
    const { channel, spawn } = await open(['--allow-run=sleep']);
    const program = await spawn('sleep', ['50']);
    for (const payload of [
      undefined,
      {},
      { id: '1', signal: 'SIGKILL' },
      { id: 1, signal: 'SIGSEGV' },
      { id: 1, signal: 9 },
      { id: 1, signal: '__proto__' },
      { id: [1], signal: 'SIGKILL' },
    ]) {
      await expect(channel.request('signal-program', payload)).rejects.toThrow('a signal');
    }
    // Numbers of processes are not such numbers.
    for (const id of [program.pid, process.pid, -1, 0, 2, NaN]) {
      await channel.request('signal-program', { id, signal: 'SIGKILL' }).catch(() => undefined);
    }
    process.kill(program.pid, 0);
    await channel.request('signal-program', { id: 1, signal: 'SIGTERM' });
    expect(await program.exited).toEqual({ code: null, signal: 'SIGTERM' });
  });

  it('counts among the sixteen, and ends when its request does, and with the app', async () => {
    const { channel, spawn, run, close } = await open(['--allow-run=sleep']);
    const abort = new AbortController();
    const answer = await channel.request(
      'spawn',
      { argv: ['sleep', '50'], cwd: null },
      { signal: abort.signal },
    );
    const { pid } = answer.value as { pid: number };
    const all = await Promise.all(
      Array.from({ length: 15 }, async () => await spawn('sleep', ['50'])),
    );
    expect(await faultOf(spawn('sleep', ['50']))).toMatchObject({ code: 'too-many' });
    // Of this answer nothing was read.
    abort.abort();
    await until(() => !isAlive(pid));
    const next = await spawn('sleep', ['50']);
    expect(await faultOf(run('sleep', ['0']))).toMatchObject({ code: 'too-many' });
    close();
    for (const each of [...all, next]) {
      await expect(each.exited).rejects.toThrow();
      await until(() => !isAlive(each.pid));
    }
  });

  it('waits for the reader of a flood', async () => {
    const { spawn } = await open(['--allow-run=yes']);
    const before = process.memoryUsage().rss;
    const program = await spawn('yes');
    await sleep(300);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 << 20);
    await program.stdout.cancel();
    program.kill();
    expect(await program.exited).toMatchObject({ signal: 'SIGTERM' });
  });
});

describe('an end', () => {
  const pidOf = async (file: string): Promise<number> => {
    await until(() => {
      try {
        return readFileSync(file, 'utf8').includes('\n');
      } catch {
        return false;
      }
    });
    return Number(readFileSync(file, 'utf8'));
  };

  it('comes with the time, the signal, too much output, and the app', async () => {
    const { run, folder, close } = await open(['--allow-run=sh,yes,sleep']);
    const late = await faultOf(run('sleep', ['50'], { timeout: 100 }));
    expect(late).toMatchObject({ name: 'TimeoutError', code: 'timeout' });
    const abort = new AbortController();
    const file = join(folder, 'pid');
    const stopped = faultOf(run('sh', ['-c', 'echo $$ > pid; sleep 50'], { signal: abort.signal }));
    const pid = await pidOf(file);
    abort.abort(new Error('enough'));
    expect((await stopped)['message']).toBe('enough');
    await until(() => !isAlive(pid));
    expect(await faultOf(run('yes'))).toMatchObject({ code: 'too-much-output' });
    const open2 = faultOf(run('sh', ['-c', "trap '' TERM; echo $$ > last; sleep 50"], {}));
    const last = await pidOf(join(folder, 'last'));
    close();
    await open2;
    await until(() => !isAlive(last));
  });

  it('a flood of output waits for its reader', async () => {
    const { channel } = await open(['--allow-run=yes']);
    const before = process.memoryUsage().rss;
    const { body } = await channel.request('run', {
      argv: ['yes'],
      cwd: null,
      timeout: 0,
      limit: 1 << 30,
    });
    await sleep(500);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 << 20);
    const pieces = body?.[Symbol.asyncIterator]();
    await pieces?.next();
    await pieces?.return?.(undefined);
  });

  it('sixteen at a time', async () => {
    const { run } = await open(['--allow-run=sleep']);
    const abort = new AbortController();
    const { signal } = abort;
    const all = Array.from({ length: 16 }, () => faultOf(run('sleep', ['50'], { signal })));
    await sleep(200);
    expect(await faultOf(run('sleep', ['0']))).toMatchObject({ code: 'too-many' });
    abort.abort();
    await Promise.all(all);
  });

  it.each(['run', 'spawn'] as const)(
    'sixteen at a time, those that are cancelled by %s and take their time to end included',
    async (way) => {
      const { run, spawn, folder } = await open(['--allow-run=sh,true']);
      const started = join(folder, 'started');
      const script = `trap '' TERM; echo $$ >> ${started}; echo; while :; do sleep 0.05; done`;
      const pids = (): number[] => {
        try {
          return readFileSync(started, 'utf8').trim().split('\n').map(Number);
        } catch {
          return [];
        }
      };
      const abort = new AbortController();
      const { signal } = abort;
      const all = Array.from({ length: 16 }, async () =>
        way === 'run'
          ? await faultOf(run('sh', ['-c', script], { signal }))
          : await faultOf(spawn('sh', ['-c', script], { signal }).then(({ exited }) => exited)),
      );
      await until(() => pids().length === 16);
      abort.abort();
      await Promise.all(all);
      // A second passes before they are killed.
      const refused: unknown[] = [];
      while (pids().every(isAlive)) {
        const code = await run('true').then(
          () => 'it ran',
          (error: unknown) => (error as { readonly code?: unknown }).code,
        );
        if (pids().every(isAlive)) refused.push(code);
      }
      expect([...new Set(refused)]).toEqual(['too-many']);
      await until(async () => (await run('true').catch(() => undefined))?.code === 0);
      await until(() => !pids().some(isAlive));
    },
  );
});

function isAlive(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

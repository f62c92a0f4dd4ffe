/** `$tui.run` where nothing limits the process: the programs of `createApp`. */
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runHere, runProgram, type RunOptions } from '../../runtime/script/child-processes.js';
import { createApp } from '../../cli/library.js';
import { mount } from '../support/mount.js';
import { until } from '../support/until.js';

let folder = '';
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'tui-programs-')));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sh = (script: string, options: RunOptions = {}) => runHere('sh', ['-c', script], options);

describe('a program', () => {
  it('tells its code, its signal and what it wrote', async () => {
    expect(await sh('echo out; echo err >&2; exit 3')).toEqual({
      code: 3,
      signal: null,
      stdout: 'out\n',
      stderr: 'err\n',
    });
    expect(await sh('kill -9 $$')).toMatchObject({ code: null, signal: 'SIGKILL' });
  });

  it('takes its arguments as they are: there is no shell', async () => {
    const odd = ['$HOME', '; ls', '`id`', '"', "'", '*', '', 'a b\n'];
    const { stdout } = await runHere('printf', ['[%s]', ...odd], {});
    expect(stdout).toBe(odd.map((arg) => `[${arg}]`).join(''));
  });

  it('reads its input and works in a folder', async () => {
    expect((await runHere('cat', [], { input: 'é\n'.repeat(100_000) })).stdout).toHaveLength(
      200_000,
    );
    expect((await runHere('cat', [], { input: Uint8Array.of(65, 255) })).stdout).toBe('A\ufffd');
    expect((await runHere('cat', [], {})).stdout).toBe('');
    expect((await runHere('pwd', [], { cwd: folder })).stdout).toBe(`${folder}\n`);
    // It need not read all of it.
    expect((await runHere('true', [], { input: 'x'.repeat(1 << 20) })).code).toBe(0);
  });

  it('has no terminal', async () => {
    const { stdout } = await sh(
      'if (: < /dev/tty) 2> /dev/null; then echo has; else echo none; fi',
    );
    expect(stdout).toBe('none\n');
  });

  it('that is not there is an error with its name', async () => {
    await expect(runHere('no-such-program', [], {})).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(runHere('true', [], { cwd: '/no/such/folder' })).rejects.toThrow(/ENOENT/);
  });

  it('is ended with all that it started, when its time is over', async () => {
    const file = join(folder, 'pids');
    const start = performance.now();
    const run = sh(`trap '' TERM; sleep 50 & echo $! > ${file}; echo $$ >> ${file}; wait`, {
      timeout: 300,
    });
    await expect(run).rejects.toMatchObject({ name: 'TimeoutError', code: 'timeout' });
    expect(performance.now() - start).toBeLessThan(30_000);
    const pids = readFileSync(file, 'utf8').trim().split('\n').map(Number);
    expect(pids).toHaveLength(2);
    await until(() => !pids.some(isAlive));
  });

  it('is ended by a signal, and by leaving its events', async () => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(new Error('enough')), 100);
    await expect(sh('sleep 50', { signal: abort.signal })).rejects.toThrow('enough');
    await expect(sh('sleep 50', { signal: AbortSignal.abort() })).rejects.toThrow(/abort/);
    const events = runProgram({
      program: 'sh',
      args: ['-c', 'echo $$; exec sleep 50'],
      timeout: 0,
      limit: 1000,
    });
    const first = (await events.next()).value as { readonly bytes: Uint8Array };
    await events.return();
    const pid = Number(Buffer.from(first.bytes).toString());
    await until(() => !isAlive(pid));
  });

  it('is ended when it writes too much', async () => {
    await expect(sh('yes', { maxOutput: 100_000 })).rejects.toMatchObject({
      code: 'too-much-output',
    });
    await expect(sh('printf 12345', { maxOutput: 5 })).resolves.toMatchObject({ stdout: '12345' });
    await expect(sh('printf 123456', { maxOutput: 5 })).rejects.toThrow('more than 5 bytes');
  });

  it('hands its output on as it comes, in whole characters', async () => {
    const parts: string[] = [];
    const { stdout, stderr } = await sh("printf 'a\\303'; sleep 0.1; printf '\\251b'; echo e >&2", {
      onStdout: (text) => void parts.push(text),
    });
    expect(parts).toEqual(['a', 'éb']);
    expect({ stdout, stderr }).toEqual({ stdout: '', stderr: 'e\n' });
  });

  it('waits for its reader', async () => {
    const count = join(folder, 'count');
    const events = runProgram({
      program: 'sh',
      timeout: 0,
      limit: 1 << 30,
      args: [
        '-c',
        `i=0; while [ $i -lt 64 ]; do head -c 65536 /dev/zero; i=$((i+1)); echo $i > ${count}; done`,
      ],
    });
    await events.next();
    await new Promise((done) => setTimeout(done, 500));
    // 256 KB that wait here, and what the pipe holds.
    expect(Number(readFileSync(count, 'utf8'))).toBeLessThan(16);
    let bytes = 0;
    for await (const event of events) if (event.type !== 'exit') bytes += event.bytes.length;
    expect(Number(readFileSync(count, 'utf8'))).toBe(64);
    expect(bytes).toBeGreaterThan(3_900_000);
  });

  it('that leaves another running is over all the same', async () => {
    const start = performance.now();
    const { stdout } = await sh('echo done; sleep 5 &');
    expect(stdout).toBe('done\n');
    expect(performance.now() - start).toBeLessThan(30_000);
  });
});

describe('$tui.run', () => {
  it('shows what has changed when it is done, and ends with the app', async () => {
    const seen: string[] = [];
    const app = createApp(
      `<text id="t">x</text><script>
        $tui.run('printf', ['%s', 'from a program']).then(({ stdout }) => {
          $tui.getElementById('t').textContent = stdout;
          $tui.run('sleep', ['50']).catch((error) => { $tui.argv[0] || $tui.logger.info(error.name); });
        });
      </script>`,
      {
        width: 20,
        height: 1,
        env: {},
        onFrameRequest: () => void seen.push(app.document.getElementById('t')?.textContent ?? ''),
      },
    );
    await app.load();
    await until(() => seen.at(-1) === 'from a program');
    app.stop();
    const ended = (): boolean =>
      app.$tui.logger.entries.some(({ message }) => message === 'AbortError');
    await until(ended);
  });

  it.each([
    [`$tui.run()`, /name or path of a program/],
    [`$tui.run('ls -l', 'x')`, /array of strings/],
    [`$tui.run('ls', [1])`, /array of strings/],
    [`$tui.run('ls', ['\\0'])`, /NUL/],
    [`$tui.run('ls', [], { timeout: -1 })`, /"timeout"/],
    [`$tui.run('ls', [], { timeout: NaN })`, /"timeout"/],
    [`$tui.run('ls', [], { input: 5 })`, /"input"/],
    [`$tui.run('ls', [], { onStdout: 5 })`, /"onStdout"/],
    [`$tui.run('no-such-program')`, /ENOENT/],
  ])('%s is told with its line', async (call, message) => {
    const error = await mount(`<text>x</text>\n<script>await 0;\nawait ${call};</script>`, {
      permissions: 'all',
    }).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(String(error)).toMatch(message);
    expect(String(error)).toMatch(/:3:\d+/);
  });
});

function isAlive(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** `$tui.spawn`: programs that go on, with their streams, signals and ends. */
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  spawnProgram,
  startHere,
  type SpawnedProgram,
  type SpawnOptions,
} from '../../runtime/script/spawned-program.js';
import { createApp } from '../../cli/library.js';
import { mount } from '../support/mount.js';
import { until } from '../support/until.js';

const started: SpawnedProgram[] = [];
afterEach(() => {
  for (const each of started.splice(0)) each.kill('SIGKILL');
});

async function sh(script: string, options: SpawnOptions = {}): Promise<SpawnedProgram> {
  const program = await spawnProgram(startHere, 'sh', ['-c', script], {
    ...options,
    activity: () => undefined,
  });
  started.push(program);
  return program;
}

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const bytes of stream) text += decoder.decode(bytes, { stream: true });
  return text + decoder.decode();
}

describe('a program that goes on', () => {
  it('answers what it is written, until its input ends', async () => {
    const program = await sh('while read -r line; do echo "<$line>"; done; echo end; exit 3');
    const writer = program.stdin.getWriter();
    const reader = program.stdout.getReader();
    const next = async (): Promise<string> =>
      new TextDecoder().decode((await reader.read()).value ?? new Uint8Array());
    await writer.write('héllo\n');
    expect(await next()).toBe('<héllo>\n');
    const bytes = new TextEncoder().encode('bytes\n');
    await writer.write(bytes);
    expect(await next()).toBe('<bytes>\n');
    await writer.close();
    expect(await next()).toBe('end\n');
    expect((await reader.read()).done).toBe(true);
    expect(await program.exited).toEqual({ code: 3, signal: null });
    expect(program.pid).toBeGreaterThan(1);
  });

  it('has two outputs, as bytes or as text of listeners', async () => {
    const program = await sh("printf 'out\\377'; printf err >&2");
    const [out, err] = await Promise.all([textOf(program.stdout), textOf(program.stderr)]);
    expect([out, err]).toEqual(['out\ufffd', 'err']);
    const parts: string[] = [];
    const heard = await sh("printf '\\303'; sleep 0.1; printf '\\251'; echo err >&2", {
      onStdout: (text) => void parts.push(text),
      onStderr: (text) => void parts.push(`! ${text}`),
    });
    expect(await textOf(heard.stdout)).toBe('');
    await heard.exited;
    expect(parts.sort()).toEqual(['! err\n', 'é']);
  });

  it('waits for its reader, and loses nothing', async () => {
    const program = await sh('head -c 3000000 /dev/zero');
    await new Promise((resolve) => setTimeout(resolve, 50));
    let size = 0;
    for await (const bytes of program.stdout) size += bytes.length;
    expect(size).toBe(3_000_000);
    expect(await program.exited).toEqual({ code: 0, signal: null });
  });

  it('goes on where an output is cancelled', async () => {
    const program = await sh('head -c 3000000 /dev/zero >&2; echo done');
    await program.stderr.cancel();
    expect(await textOf(program.stdout)).toBe('done\n');
  });

  it('takes signals, it and what it has started, and none once it has ended', async () => {
    const program = await sh(`trap 'echo int' INT; echo ready; sleep 50 & wait; wait; exit 1`);
    const reader = program.stdout.getReader();
    await reader.read();
    program.kill('SIGKILL');
    expect(await program.exited).toEqual({ code: null, signal: 'SIGKILL' });
    program.kill();
    expect(() => program.kill('SIGSEGV')).toThrow(/expected one of SIGTERM, .*found "SIGSEGV"/);
    expect(() => program.kill(0 as never)).toThrow(TypeError);
  });

  it('ends with its signal, and so do its streams', async () => {
    const abort = new AbortController();
    const program = await sh('head -c 3000000 /dev/zero; sleep 50', { signal: abort.signal });
    await new Promise((resolve) => setTimeout(resolve, 50));
    abort.abort(new Error('enough'));
    await expect(program.exited).rejects.toThrow('enough');
    await expect(textOf(program.stdout)).rejects.toThrow('enough');
    await expect(program.stdin.getWriter().write('x')).rejects.toThrow('the program has ended');
  });

  it('takes no input once it has ended', async () => {
    const program = await sh('exit 0');
    await program.exited;
    await expect(program.stdin.getWriter().write('x')).rejects.toThrow('the program has ended');
  });

  it('accepts texts and bytes only', async () => {
    const program = await sh('cat');
    await expect(program.stdin.getWriter().write(5 as never)).rejects.toThrow(
      'stdin: expected a string or a Uint8Array',
    );
  });
});

describe('$tui.spawn', () => {
  it('shows what arrives, and ends the program with the app', async () => {
    const seen: string[] = [];
    let pid = 0;
    const app = createApp(
      `<text id="t">x</text><script>
        const program = await $tui.spawn('sh', ['-c', 'echo from a program; sleep 50']);
        document.getElementById('t').setAttribute('data-pid', program.pid);
        (async () => {
          for await (const text of program.stdout.pipeThrough(new TextDecoderStream()))
            document.getElementById('t').textContent = text.trim();
        })().catch(() => {});
        program.exited.catch((error) => $tui.logger.info(error.name));
      </script>`,
      {
        width: 20,
        height: 1,
        env: {},
        onFrameRequest: () => {
          const text = app.document.getElementById('t');
          seen.push(text?.textContent ?? '');
          pid = Number(text?.getAttribute('data-pid') ?? 0);
        },
      },
    );
    await app.load();
    await until(() => seen.at(-1) === 'from a program');
    app.stop();
    await until(() => app.$tui.logger.entries.some(({ message }) => message === 'AbortError'));
    expect(pid).toBeGreaterThan(1);
    await until(() => !isRunning(pid));
  });

  it.each([
    [`$tui.spawn()`, /\$tui\.spawn: expected the name or path of a program/],
    [`$tui.spawn('ls', [1])`, /array of strings/],
    [`$tui.spawn('ls', ['\\0'])`, /NUL/],
    [`$tui.spawn('ls', [], { cwd: 5 })`, /"cwd"/],
    [`$tui.spawn('ls', [], { onStderr: 5 })`, /"onStderr"/],
    [`$tui.spawn('ls', [], { timeout: 5 })`, /no option "timeout": use \$tui\.run/],
    [`$tui.spawn('ls', [], { input: 'x' })`, /no option "input": write it to "stdin"/],
    [`$tui.spawn('no-such-program')`, /ENOENT/],
  ])('%s is an error with its line', async (call, message) => {
    const error = await mount(`<text>x</text>\n<script>await 0;\nawait ${call};</script>`, {
      permissions: 'all',
    }).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(String(error)).toMatch(message);
    expect(String(error)).toMatch(/:3:\d+/);
  });

  it('is the stub of a test', async () => {
    const app = await mount(
      `<policy>{"permissions": {"run": ["tool"]}}</policy><text id="t">x</text><script>
        const { stdout, stderr, exited } = await $tui.spawn('tool', ['a']);
        const [out, err, end] = await Promise.all([new Response(stdout).text(), new Response(stderr).text(), exited]);
        document.getElementById('t').textContent = [out, err, end.code].join(' ');
      </script>`,
      { run: (command, args) => ({ stdout: `${command} ${args.join()}`, stderr: 'e', code: 2 }) },
    );
    expect(app.getByText('tool a e 2')).toBeDefined();
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

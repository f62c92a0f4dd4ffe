/**
 * The `tui` command called as a function: its exit code and what it prints, without a start. For calls that start
 * nothing themselves; whatever only a process shows is for `tui` of cli.ts.
 */
import type { AsyncLocalStorage } from 'node:async_hooks';
import { isAbsolute, resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { main } from '../../cli/command-line/program.js';
import type { CallOptions, Result } from './cli.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

interface Guards {
  readonly calls: AsyncLocalStorage<{ home: string; refused?: string }>;
}

/** See guards.cjs. */
const { calls } = Reflect.get(globalThis, 'guards') as Guards;

/** Calls `tui` with these arguments. @throws where it starts a program or ends the process: use `tui` then */
export async function call(
  args: readonly string[],
  { cwd = root, env = {}, stdin = '' }: Omit<CallOptions, 'kill'> = {},
): Promise<Result> {
  const { HOME: home = '/nonexistent' } = env;
  if (!isAbsolute(home)) throw new Error('HOME is not absolute: use tui() of cli.ts');
  const stdout = new Text();
  const stderr = new Text();
  const console = {
    stdin: Readable.from(stdin.length === 0 ? [] : [Buffer.from(stdin)]),
    stdout,
    stderr,
    // No program is found: bubblewrap, which would be tried, least of all.
    env: { PATH: '/nonexistent', HOME: home, ...env },
    cwd: resolve(root, cwd),
    home,
  };
  const state: { home: string; refused?: string } = { home };
  const code = await calls.run(state, () => main(args, console));
  if (state.refused !== undefined) throw new Error(`tui ${args.join(' ')}: ${state.refused}`);
  return { code, signal: null, stdout: stdout.text(), stderr: stderr.text() };
}

class Text extends Writable {
  readonly #chunks: Buffer[] = [];

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString('utf8');
  }
}

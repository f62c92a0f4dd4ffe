/**
 * Programs: started without a shell, in a session of their own, so that neither their input nor their
 * output is ever the terminal; with limits of time and output, and with what they write read no faster
 * than it is taken.
 */
import type { ChildProcess } from 'node:child_process';
import { Readable } from 'node:stream';

/** Options of `$tui.run`. */
export interface RunOptions {
  /** Standard input of the program; default: empty. */
  readonly input?: string | Uint8Array | undefined;
  /** Working folder of the program, relative to that of the app; default: the same. */
  readonly cwd?: string | undefined;
  /** Milliseconds after which the program is ended; default 60,000, 0 for no limit. */
  readonly timeout?: number | undefined;
  /** Maximum number of bytes in standard output and standard error together; default 16 MB; no limit with `onStdout` or `onStderr`. */
  readonly maxOutput?: number | undefined;
  /** Ends the program when it aborts; `run` rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Lends the terminal to the program until it ends, for an editor, a pager or ssh. `stdout` and `stderr` of the result
   * are empty, and `timeout` has no default; `input`, `maxOutput`, `onStdout` and `onStderr` throw a TypeError. In a
   * sandbox it requires the permission `terminal` as well, and a key press or a click before it.
   */
  readonly terminal?: boolean | undefined;
  /** Called with parts of standard output as they arrive; `stdout` of the result is empty then. */
  readonly onStdout?: ((text: string) => void) | undefined;
  /** Called with parts of standard error as they arrive; `stderr` of the result is empty then. */
  readonly onStderr?: ((text: string) => void) | undefined;
}

/** What `$tui.run` resolves to. */
export interface RunResult {
  /** The exit code; null if a signal ended the program. */
  readonly code: number | null;
  /** The signal that ended it, such as `SIGTERM`; else null. */
  readonly signal: string | null;
  /** Standard output, decoded as UTF-8; invalid bytes become U+FFFD. */
  readonly stdout: string;
  /** Standard error, decoded the same way. */
  readonly stderr: string;
}

export type ProgramEvent =
  | { readonly type: 'stdout' | 'stderr'; readonly bytes: Uint8Array }
  | { readonly type: 'exit'; readonly code: number | null; readonly signal: string | null };

export interface ProgramInputs {
  /** What is started: a path, or a name that is looked up in PATH. */
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  readonly cwd?: string | undefined;
  readonly input?: AsyncIterable<Uint8Array> | Iterable<Uint8Array> | undefined;
  /** Milliseconds; 0: none. */
  readonly timeout: number;
  /** Bytes of output after which the program is ended. */
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
  /** Called once it is started, with a promise that resolves when it has ended: with a signal, that may be later than `events`. */
  readonly onStart?: ((ended: Promise<void>) => void) | undefined;
}

/** What a program that goes on can be sent. */
export const PROGRAM_SIGNALS = [
  'SIGTERM',
  'SIGKILL',
  'SIGINT',
  'SIGHUP',
  'SIGQUIT',
  'SIGUSR1',
  'SIGUSR2',
  'SIGSTOP',
  'SIGCONT',
] as const;
export type ProgramSignal = (typeof PROGRAM_SIGNALS)[number];

export const DEFAULT_TIMEOUT = 60_000;
const DEFAULT_OUTPUT = 16 * 1024 * 1024;
/** Longest time of Node's timers, in ms. */
export const MAX_TIMEOUT = 2 ** 31 - 1;

/** Bytes that wait for the reader before the program has to. */
const WAITING = 256 * 1024;
/** Milliseconds that a program has to end after the request to. */
const GRACE = 1000;
/** Milliseconds between two looks at a program that has the terminal. */
const LOOK = 250;
/** Milliseconds after a program's end in which others may still hold its output. */
const LINGER = 500;

/**
 * Runs a program. The generator yields its first value when the program has started or has written output, and
 * finishes after `exit`. Returning from it early ends the program.
 *
 * @throws the error that prevented the start, a `TimeoutError`, an error with the code `too-much-output`, or the
 * signal's reason
 */
export async function* runProgram(inputs: ProgramInputs): AsyncGenerator<ProgramEvent, void> {
  const { state, end } = begin(inputs);
  try {
    yield* state.events();
  } finally {
    end();
  }
}

/** A program that goes on: of this process, or of the launcher's. */
export interface StartedProgram {
  readonly pid: number;
  /** What it writes, and `exit` last; to be read once. Returning early ends the program. */
  readonly events: AsyncGenerator<ProgramEvent, void>;
  /** Sends a signal to the program and to what it has started, unless that has left its group. */
  signal(name: ProgramSignal): void;
}

/** Starts a program that goes on. @throws the error that prevented the start, or the signal's reason */
export async function startProgram(inputs: ProgramInputs): Promise<StartedProgram> {
  const { child, state, end } = begin(inputs);
  try {
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
  } catch (error) {
    end();
    throw error;
  }
  async function* events(): AsyncGenerator<ProgramEvent, void> {
    try {
      yield* state.events();
    } finally {
      end();
    }
  }
  return { pid: child.pid!, events: events(), signal: (name) => state.signal(name) };
}

interface Begun {
  readonly child: ChildProcess;
  readonly state: Running;
  /** Ends the program if it runs, and all that waits for it. */
  end(): void;
}

function begin(inputs: ProgramInputs): Begun {
  const { program, args, env, cwd, input, timeout, limit, signal } = inputs;
  signal?.throwIfAborted();
  // Loaded with the first program: most apps run none.
  const { spawn } = process.getBuiltinModule('node:child_process');
  const child = spawn(program, [...args], {
    cwd,
    // A null prototype: what is inherited would be passed on too.
    env: Object.assign(Object.create(null) as NodeJS.ProcessEnv, env ?? process.env),
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const state = new Running(child, limit);
  inputs.onStart?.(state.ended);
  const abort = (): void => state.fail(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  const timer =
    timeout > 0
      ? setTimeout(() => state.fail(timeoutError(program, timeout)), Math.min(timeout, MAX_TIMEOUT))
      : undefined;
  // A program need not read its input, or not all of it.
  if (input === undefined) child.stdin?.end();
  else if (child.stdin) {
    const { pipeline } = process.getBuiltinModule('node:stream/promises');
    pipeline(Readable.from(input), child.stdin).catch(() => undefined);
  }
  const end = (): void => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    state.stop();
  };
  return { child, state, end };
}

/**
 * A program that uses the terminal. It is in this process's group: see
 * docs/decisions/2026-11-22-programs-on-the-terminal.md.
 */
export interface TerminalProgram {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  readonly cwd?: string | undefined;
  readonly stdio: readonly [number, number, number];
  /** Called when the program has stopped by itself, as ssh does at `~^Z`: its caller stops as well. */
  readonly stop: () => void;
  /** Milliseconds; 0: none. */
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
}

/** @throws the error that prevented the start, a `TimeoutError`, or the signal's reason */
export async function runOnTerminal(inputs: TerminalProgram): Promise<RunResult> {
  const { program, args, env, cwd, stdio, timeout, signal } = inputs;
  signal?.throwIfAborted();
  const { spawn } = process.getBuiltinModule('node:child_process');
  const child = spawn(program, [...args], {
    cwd,
    env: Object.assign(Object.create(null) as NodeJS.ProcessEnv, env ?? process.env),
    stdio: [...stdio],
  });
  const endWatch = watchStops(child, inputs.stop);
  let failure: unknown;
  const stop = (reason: unknown): void => {
    failure ??= reason;
    child.kill('SIGTERM');
    child.kill('SIGCONT');
    setTimeout(() => child.kill('SIGKILL'), GRACE).unref();
  };
  const abort = (): void => stop(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  const timer =
    timeout > 0
      ? setTimeout(() => stop(timeoutError(program, timeout)), Math.min(timeout, MAX_TIMEOUT))
      : undefined;
  const atExit = (): void => void child.kill('SIGKILL');
  process.on('exit', atExit);
  try {
    return await new Promise<RunResult>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, ended) => {
        if (failure !== undefined)
          reject(failure instanceof Error ? failure : new Error(String(failure)));
        else resolve({ code, signal: ended, stdout: '', stderr: '' });
      });
    });
  } finally {
    endWatch();
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    process.removeListener('exit', atExit);
  }
}

/**
 * Node reports no stops of a child (`WUNTRACED`), so its state is read where the system has it as a file. A stop
 * counts at the second look: by then a Ctrl+Z for all of the group has stopped this process, too.
 *
 * @returns ends it
 */
function watchStops({ pid }: ChildProcess, onStop: () => void): () => void {
  if (process.platform !== 'linux' || pid === undefined) return () => undefined;
  const { readFileSync } = process.getBuiltinModule('node:fs');
  let wasStopped = false;
  const timer = setInterval(() => {
    let state: string | undefined;
    try {
      // After the name, which is in parentheses and may hold some itself.
      [, state] = /.*\) (\w)/s.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? [];
    } catch {
      // It has ended.
    }
    const isStopped = state === 'T';
    if (isStopped && wasStopped) onStop();
    wasStopped = isStopped && !wasStopped;
  }, LOOK);
  timer.unref();
  return () => clearInterval(timer);
}

function timeoutError(program: string, timeout: number): Error {
  const error = new Error(`${program} took longer than ${timeout} ms`);
  error.name = 'TimeoutError';
  return Object.assign(error, { code: 'timeout' });
}

/** Programs that are not to outlive this process, however they react to the request to end. */
const running = new Set<Running>();
process.on('exit', () => {
  for (const each of running) each.kill();
});

/** Resolves when no program is running: for a process that ends by a signal, without an `exit` event. */
export async function programsEnded(): Promise<void> {
  await Promise.all([...running].map(({ ended }) => ended));
}

class Running {
  readonly #queue: ProgramEvent[] = [];
  #waiting = 0;
  #written = 0;
  #failure: { readonly error: unknown } | undefined;
  #exit: ProgramEvent | undefined;
  #isClosed = false;
  #wake: (() => void) | undefined;
  /** Resolves at once where it could not be started. */
  readonly ended: Promise<void>;

  readonly #child: ChildProcess;
  readonly #limit: number;

  constructor(child: ChildProcess, limit: number) {
    this.#child = child;
    this.#limit = limit;

    for (const type of ['stdout', 'stderr'] as const) {
      child[type]?.on('data', (bytes: Buffer) => this.#take(type, bytes));
      child[type]?.on('error', () => undefined);
    }
    child.stdin?.on('error', () => undefined);
    child.once('error', (error) => this.fail(error));
    if (child.pid !== undefined) running.add(this);
    child.once('exit', (code, signal) => {
      running.delete(this);
      this.#exit = { type: 'exit', code, signal };
      this.#linger();
    });
    child.once('close', () => this.#close());
    this.ended =
      child.pid === undefined
        ? Promise.resolve()
        : new Promise((resolve) => child.once('exit', () => resolve()));
  }

  async *events(): AsyncGenerator<ProgramEvent, void> {
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure.error;
      const event = this.#queue.shift();
      if (event !== undefined) {
        yield event;
        if (event.type !== 'exit') this.#onRead(event.bytes.length);
      } else if (this.#isClosed) {
        if (this.#exit !== undefined) yield this.#exit;
        return;
      } else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** Notifies the reader at once, and ends the program. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    this.stop();
    this.#wake?.();
  }

  /** Ends the program and what it has started, unless that has left its group. */
  stop(): void {
    const child = this.#child;
    this.#isClosed = true;
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
    if (this.#exit !== undefined || child.pid === undefined) return;
    this.#signal('SIGTERM');
    const timer = setTimeout(() => this.#signal('SIGKILL'), GRACE);
    child.once('exit', () => {
      clearTimeout(timer);
      // Those of its group that did not listen.
      this.#signal('SIGKILL');
    });
  }

  kill(): void {
    this.#signal('SIGKILL');
  }

  /** Not once it has ended: its number may be that of another program. */
  signal(signal: ProgramSignal): void {
    if (this.#exit === undefined) this.#signal(signal);
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      if (process.platform === 'win32') this.#child.kill(signal);
      else process.kill(-pid, signal);
    } catch {
      // All of them have ended.
    }
  }

  #take(type: 'stdout' | 'stderr', bytes: Buffer): void {
    if (this.#failure !== undefined) return;
    this.#written += bytes.length;
    if (this.#written > this.#limit) {
      const error = new Error(`the program wrote more than ${this.#limit} bytes`);
      this.fail(Object.assign(error, { code: 'too-much-output' }));
      return;
    }
    this.#queue.push({ type, bytes });
    this.#waiting += bytes.length;
    if (this.#waiting > WAITING) {
      this.#child.stdout?.pause();
      this.#child.stderr?.pause();
    }
    this.#wake?.();
  }

  #onRead(count: number): void {
    this.#waiting -= count;
    if (this.#waiting > WAITING / 2) return;
    this.#child.stdout?.resume();
    this.#child.stderr?.resume();
  }

  /** What a program leaves running may hold its output for ever; only what comes soon is still its own. */
  #linger(): void {
    if (this.#isClosed) return;
    const written = this.#written;
    setTimeout(() => {
      // A reader that is slow gets all of it.
      if (this.#written !== written || this.#waiting > 0) this.#linger();
      else this.#close();
    }, LINGER);
  }

  #close(): void {
    this.#isClosed = true;
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
    this.#wake?.();
  }
}

/** The result of a program whose events come from here or from another process. */
export async function collectRun(
  events: AsyncIterable<ProgramEvent>,
  { onStdout, onStderr }: Pick<RunOptions, 'onStdout' | 'onStderr'>,
): Promise<RunResult> {
  const stdout = new Output(onStdout);
  const stderr = new Output(onStderr);
  let code: number | null = null;
  let signal: string | null = null;
  for await (const event of events) {
    if (event.type === 'exit') ({ code, signal } = event);
    else if (event.type === 'stdout') stdout.take(event.bytes);
    else stderr.take(event.bytes);
  }
  return { code, signal, stdout: stdout.end(), stderr: stderr.end() };
}

class Output {
  readonly #decoder = new TextDecoder();
  readonly #parts: string[] = [];

  readonly #listener: ((text: string) => void) | undefined;

  constructor(listener: ((text: string) => void) | undefined) {
    this.#listener = listener;
  }

  take(bytes: Uint8Array): void {
    this.#add(this.#decoder.decode(bytes, { stream: true }));
  }

  end(): string {
    this.#add(this.#decoder.decode());
    return this.#parts.join('');
  }

  #add(text: string): void {
    if (text === '') return;
    if (this.#listener === undefined) this.#parts.push(text);
    else this.#listener(text);
  }
}

/** Starts a program of this process, with its rights and, unless another is passed, its environment. */
export async function runHere(
  command: string,
  args: readonly string[],
  options: RunOptions,
  env?: ProgramInputs['env'],
): Promise<RunResult> {
  const { input, cwd, timeout = DEFAULT_TIMEOUT, signal } = options;
  const bytes = inputBytes(input);
  const events = runProgram({
    program: command,
    args,
    cwd,
    timeout,
    signal,
    env,
    input: bytes === undefined ? undefined : [bytes],
    limit: outputLimit(options),
  });
  return await collectRun(events, options);
}

export function inputBytes(input: string | Uint8Array | undefined): Uint8Array | undefined {
  return typeof input === 'string' ? Buffer.from(input) : input;
}

/** What is passed on as it comes counts against nothing that is kept. */
export function outputLimit({ maxOutput, onStdout, onStderr }: RunOptions): number {
  const isStreamed = onStdout !== undefined || onStderr !== undefined;
  return maxOutput ?? (isStreamed ? Number.MAX_SAFE_INTEGER : DEFAULT_OUTPUT);
}

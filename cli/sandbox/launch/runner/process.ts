/** The runner as a process: started, stopped, continued, killed, waited for. */
import { spawn, type ChildProcess, type SpawnOptions, type StdioOptions } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { constants, devNull } from 'node:os';
import type { Duplex, Readable, Writable } from 'node:stream';
import { outOfFiles } from '../../../boot/out-of-files.js';
import { inheritableDescriptors } from './descriptors.js';
import { ignoreLostWrites } from './ignore-lost-writes.js';
import { AppBytes } from './output.js';
import type { Pipe } from './pipes.js';
import {
  ARGUMENTS_FD,
  CHANNEL_FD,
  FRAMES_FD,
  INFO_FD,
  MOUNTS_FD,
  SYNC_FD,
} from '../../channel/descriptors.js';
import type { RunnerCommand } from '../tier/command.js';

/** How it ended, as shells have it: its code, or 128 and the number of the signal. */
export type ExitCode = number;

/**
 * The runner's standard streams, which are pipes of this process, and compiled code, open for reading. What is a
 * number here is closed once it has been passed on.
 */
export interface RunnerStreams {
  /** `pipe` is a pair of sockets, as Node makes it. */
  readonly stdin: 'ignore' | 'pipe' | Pipe;
  /** One pipe for stdout and stderr; default: one for each. */
  readonly output?: Pipe | undefined;
  readonly code?: number | undefined;
}

export class RunnerProcess {
  readonly channel: Duplex;
  readonly syncChannel: Duplex;
  readonly frames: Duplex;
  /** Writes to its stdin, if it has one. */
  readonly stdin: Writable | undefined;
  /** What it writes to stdout, and to stderr if that is not the same pipe. */
  readonly stdout: AppBytes;
  readonly stderr: AppBytes | undefined;
  /** Rejects where the program could not be started at all. */
  readonly exited: Promise<ExitCode>;
  /** The runner's own process number, also where bubblewrap is between. */
  readonly pid: Promise<number>;
  readonly #child: ChildProcess;
  /** Of the runner itself where bubblewrap is between. */
  #innerPid: number | undefined;
  #hasExited = false;
  /** True if bubblewrap runs in between. */
  readonly #isWrapped: boolean;

  constructor(
    { program, args, bubblewrap }: RunnerCommand,
    env: Readonly<Record<string, string>>,
    cwd: string,
    streams: RunnerStreams,
  ) {
    this.#isWrapped = bubblewrap !== undefined;
    const nothing = openSync(devNull, 'r');
    this.#child = spawnWithin(program, args, {
      env,
      cwd,
      // A session of its own on every tier: keys of the terminal reach it as bytes only, and signals
      // only through this process.
      detached: true,
      stdio: descriptors(streams, bubblewrap, nothing),
    });
    closeSync(nothing);
    if (streams.code !== undefined) closeSync(streams.code);
    const { stdin, output } = streams;
    if (typeof stdin === 'object') closeSync(stdin.reader);
    if (output !== undefined) closeSync(output.writer);
    this.channel = this.#stdio(CHANNEL_FD);
    this.syncChannel = this.#stdio(SYNC_FD);
    this.frames = this.#stdio(FRAMES_FD);
    this.stdin = typeof stdin === 'object' ? writerOf(stdin) : (this.#child.stdin ?? undefined);
    this.stdin?.on('error', () => undefined);
    this.stdout = new AppBytes(output === undefined ? this.#child.stdout! : readerOf(output));
    this.stderr = output === undefined ? new AppBytes(this.#child.stderr!) : undefined;
    if (bubblewrap !== undefined) {
      this.#stdio(ARGUMENTS_FD).end(bubblewrap.options.map((option) => `${option}\0`).join(''));
      const { mounted, filter } = bubblewrap;
      if (filter !== undefined) this.#stdio(MOUNTS_FD + mounted.length).end(filter);
      this.pid = this.#readPid(this.#stdio(INFO_FD));
    } else this.pid = Promise.resolve(this.#child.pid ?? 0);
    this.exited = new Promise((resolve, reject) => {
      this.#child.once('error', reject);
      this.#child.once('exit', (code, signal) => {
        this.#hasExited = true;
        resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
      });
    });
  }

  /** SIGKILL, which nothing in it can answer, to all of its process group. At once: also at this process's end. */
  kill(): void {
    this.#signal('SIGKILL');
    if (this.#hasExited) return;
    this.#child.kill('SIGKILL');
    const { pid } = this.#child;
    if (pid !== undefined && process.platform !== 'win32') send(-pid, 'SIGKILL');
  }

  /** Stops it where it is: it can neither read keys nor write until `resume`. */
  stop(): void {
    this.#signal('SIGSTOP');
  }

  resume(): void {
    this.#signal('SIGCONT');
  }

  /** Of the runner itself; undefined where it has ended, or bubblewrap has not reported it yet. */
  get runningPid(): number | undefined {
    if (this.#hasExited) return undefined;
    return this.#isWrapped ? this.#innerPid : this.#child.pid;
  }

  #signal(signal: NodeJS.Signals): void {
    const pid = this.#innerPid ?? this.#child.pid;
    if (!this.#hasExited && pid !== undefined) send(pid, signal);
  }

  #stdio(fd: number): Duplex {
    const stream = this.#child.stdio[fd] as Duplex;
    // What is written to a process that has ended is lost, which is as it should be.
    stream.on('error', () => undefined);
    return ignoreLostWrites(stream);
  }

  async #readPid(info: Readable): Promise<number> {
    let text = '';
    return await new Promise((resolve) => {
      info.setEncoding('utf8').on('data', (piece: string) => {
        if (text.length < 4096) text += piece;
        const pid = /"child-pid"\s*:\s*(\d+)\b/.exec(text)?.[1];
        if (pid === undefined) return;
        this.#innerPid = Number(pid);
        resolve(this.#innerPid);
      });
    });
  }
}

function writerOf({ writer }: Pipe): Writable {
  return new Socket({ fd: writer, readable: false, writable: true });
}

function readerOf({ reader }: Pipe): Readable {
  return new Socket({ fd: reader, readable: true, writable: false });
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It is gone already.
  }
}

/**
 * What the runner gets, and nothing in place of everything else that is open and would be passed on.
 *
 * @param streams the standard ones, and compiled code
 * @param bubblewrap where it is started
 */
function descriptors(
  { stdin, output, code }: RunnerStreams,
  bubblewrap: RunnerCommand['bubblewrap'],
  nothing: number,
): StdioOptions {
  const stdio: ('inherit' | 'pipe' | 'ignore' | number)[] = [
    typeof stdin === 'object' ? stdin.reader : stdin,
    output?.writer ?? 'pipe',
    output?.writer ?? 'pipe',
  ];
  stdio.push('pipe', 'pipe', 'pipe', code ?? nothing);
  if (bubblewrap !== undefined) {
    stdio.push('pipe', 'pipe', ...bubblewrap.mounted);
    if (bubblewrap.filter !== undefined) stdio.push('pipe');
  }
  for (const fd of inheritableDescriptors(stdio.length)) {
    // libuv leaves a descriptor above 2 that is to be ignored as it is: open.
    while (stdio.length <= fd) stdio.push('ignore');
    stdio[fd] = nothing;
  }
  return stdio;
}

/** @throws DiagnosticError at the limit of open files */
function spawnWithin(
  program: string,
  args: readonly string[],
  options: SpawnOptions,
): ChildProcess {
  let child: ChildProcess;
  try {
    child = spawn(program, args, options);
  } catch (error) {
    // More descriptors are passed on than a process may have: F_DUPFD refuses the number.
    const isLimit = (error as NodeJS.ErrnoException).code === 'EINVAL';
    throw (isLimit && outOfFiles({ code: 'EMFILE' })) || error;
  }
  // Node makes no streams then, and emits the error later.
  if ((child.stdio as unknown) !== undefined) return child;
  child.once('error', () => undefined);
  throw outOfFiles({ code: 'EMFILE' })!;
}

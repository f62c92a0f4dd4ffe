/** The runner as a process: started, stopped, continued, killed, waited for. */
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { constants, devNull } from 'node:os';
import type { Duplex, Readable } from 'node:stream';
import { inheritableDescriptors } from './descriptors.js';
import { CHANNEL_FD, INFO_FD, SYNC_FD } from '../channel/descriptors.js';
import type { RunnerCommand } from './tier/command.js';

/** How it ended, as shells have it: its code, or 128 and the number of the signal. */
export type ExitCode = number;

export class RunnerProcess {
  readonly channel: Duplex;
  readonly syncChannel: Duplex;
  /** Rejects where the program could not be started at all. */
  readonly exited: Promise<ExitCode>;
  private readonly child: ChildProcess;
  /** Of the runner itself where bubblewrap stands between. */
  private innerPid: number | undefined;
  private hasExited = false;

  constructor(
    { program, args, tellsPid }: RunnerCommand,
    env: Readonly<Record<string, string>>,
    cwd: string,
    /** Compiled code, open for reading; this closes it. */
    code?: number,
  ) {
    const nothing = openSync(devNull, 'r');
    this.child = spawn(program, args, {
      env,
      cwd,
      // A session of its own on every tier: keys of the terminal reach it as bytes only, and signals
      // only through this process.
      detached: true,
      stdio: descriptors(tellsPid, nothing, code ?? nothing),
    });
    closeSync(nothing);
    if (code !== undefined) closeSync(code);
    this.channel = this.stdio(CHANNEL_FD);
    this.syncChannel = this.stdio(SYNC_FD);
    if (tellsPid) this.readPid(this.stdio(INFO_FD));
    this.exited = new Promise((resolve, reject) => {
      this.child.once('error', reject);
      this.child.once('exit', (code, signal) => {
        this.hasExited = true;
        resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
      });
    });
  }

  /** SIGKILL, which nothing in it can answer. */
  kill(): void {
    this.signal('SIGKILL');
    if (!this.hasExited) this.child.kill('SIGKILL');
  }

  /** Stops it where it is: it can neither read keys nor write until `resume`. */
  stop(): void {
    this.signal('SIGSTOP');
  }

  resume(): void {
    this.signal('SIGCONT');
  }

  private signal(signal: NodeJS.Signals): void {
    const pid = this.innerPid ?? this.child.pid;
    if (this.hasExited || pid === undefined) return;
    try {
      process.kill(pid, signal);
    } catch {
      // It is gone already.
    }
  }

  private stdio(fd: number): Duplex {
    const stream = this.child.stdio[fd] as Duplex;
    // What is written to a process that has ended is lost, which is as it should be.
    stream.on('error', () => undefined);
    return stream;
  }

  private readPid(info: Readable): void {
    let text = '';
    info.setEncoding('utf8').on('data', (piece: string) => {
      if (text.length < 4096) text += piece;
      const pid = /"child-pid"\s*:\s*(\d+)\b/.exec(text)?.[1];
      if (pid !== undefined) this.innerPid = Number(pid);
    });
  }
}

/** What the runner gets, and nothing in place of everything else that is open and would be handed on. */
function descriptors(tellsPid: boolean, nothing: number, code: number): StdioOptions {
  const given: ('inherit' | 'pipe' | 'ignore' | number)[] = ['inherit', 'inherit', 'inherit'];
  given.push('pipe', 'pipe', code);
  if (tellsPid) given.push('pipe');
  for (const fd of inheritableDescriptors(given.length)) {
    // libuv leaves a descriptor above 2 that is to be ignored as it is: open.
    while (given.length <= fd) given.push('ignore');
    given[fd] = nothing;
  }
  return given;
}

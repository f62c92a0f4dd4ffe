/**
 * The connection between `tui mcp` and the process that runs its app: Node's channel to a child, whose descriptor no
 * app has. Nothing that an app or a document can write is read for it, and its end is the end of the app.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { AppBytes } from '../sandbox/launch/runner/output.js';
import { HOSTED_VARIABLE } from './hosted.js';

/** Milliseconds that an app has to end, before each next signal. */
const GRACE = 2000;

/** Bytes of an answer: more than the launcher prints of one. */
const MAX_ANSWER = 32 * 1024 * 1024;

/** All of a stream; what exceeds the limit is dropped. */
function textOf(stream: Readable): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  stream.on('data', (piece: Buffer) => {
    size += piece.length;
    if (size <= MAX_ANSWER) pieces.push(piece);
  });
  stream.on('error', () => undefined);
  return new Promise((resolve) => {
    stream.once('close', () => resolve(Buffer.concat(pieces).toString('utf8').trimEnd()));
  });
}

/** A process of this command that runs an app. */
export class HostedApp {
  /** What it and its app print. */
  readonly printed: readonly AppBytes[];
  /** What a question has printed when it has ended: its answer. Empty for an app that is not asked. */
  readonly answer: Promise<string>;
  /** Where the app is driven, with the token; undefined if it has ended before that. */
  readonly address: Promise<string | undefined>;
  /** Its exit code; undefined where a signal has ended it, or it could not be started. */
  readonly ended: Promise<number | undefined>;
  readonly #process: ChildProcess;

  /**
   * @param args of Node, from its own flags on
   * @param isAsked it prints nothing but its answer on stdout
   */
  constructor(args: readonly string[], env: Readonly<NodeJS.ProcessEnv>, isAsked: boolean) {
    const child = spawn(process.execPath, [...args], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...env, [HOSTED_VARIABLE]: '1' },
    });
    this.#process = child;
    const pipes = isAsked ? [child.stderr!] : [child.stdout!, child.stderr!];
    this.printed = pipes.map((pipe) => new AppBytes(pipe));
    this.answer = isAsked ? textOf(child.stdout!) : Promise.resolve('');
    this.ended = new Promise((resolve) => {
      child.on('error', () => resolve(undefined));
      child.on('exit', (code) => resolve(code ?? undefined));
    });
    this.address = new Promise((resolve) => {
      child.once('message', (message) => resolve(String(message)));
      void this.ended.then(() => resolve(undefined));
    });
  }

  /** Ends the app, and the process. */
  async end(): Promise<void> {
    const signals = ['SIGTERM', 'SIGTERM', 'SIGKILL'] as const;
    const timers = signals.map((signal, at) =>
      setTimeout(() => this.#process.kill(signal), at * GRACE),
    );
    await this.ended;
    timers.forEach(clearTimeout);
  }
}

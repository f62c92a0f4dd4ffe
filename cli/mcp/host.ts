/**
 * The connection between `tui mcp` and the process that runs its app: Node's channel to a child, whose descriptor no
 * app has. Nothing that an app or a document can write is read for it, and its end is the end of the app.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { AppBytes } from '../sandbox/launch/runner/output.js';
import { HOSTED_VARIABLE } from './hosted.js';

/** Milliseconds that an app has to end, before each next signal. */
const GRACE = 2000;

/** A process of this command that runs an app. */
export class HostedApp {
  /** What it and its app print. */
  readonly printed: readonly AppBytes[];
  /** Where the app is driven, with the token; undefined if it has ended before that. */
  readonly address: Promise<string | undefined>;
  /** Its exit code; undefined where a signal has ended it, or it could not be started. */
  readonly ended: Promise<number | undefined>;
  readonly #process: ChildProcess;

  /** @param args of Node, from its own flags on */
  constructor(args: readonly string[], env: Readonly<NodeJS.ProcessEnv>) {
    const child = spawn(process.execPath, [...args], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...env, [HOSTED_VARIABLE]: '1' },
    });
    this.#process = child;
    this.printed = [child.stdout!, child.stderr!].map((pipe) => new AppBytes(pipe));
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

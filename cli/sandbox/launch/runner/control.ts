/**
 * Signals, job control and termination. The runner has a session of its own, so signals of the shell and the terminal
 * reach only the launcher, which passes them on and does not rely on an answer.
 */
import { constants } from 'node:os';
import type { Channel } from '../../channel/channel.js';
import type { RunnerProcess } from './process.js';

/** Milliseconds that a runner has to end after the request to. */
const GRACE = 1000;
/** Milliseconds after which a stop that never came (no shell with job control) is abandoned. */
const NO_STOP = 200;
/** Milliseconds after a loan in which a Ctrl+C that npm passes on is still the program's. */
const LATE_KEYS = 1000;

const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2', 'SIGALRM'] as const;

export interface ControlInputs {
  readonly runner: RunnerProcess;
  readonly channel: Channel;
}

export class Control {
  /** What it was ended with, where it was not its own doing. */
  endedBy: NodeJS.Signals | undefined;
  /** The user has ended it without asking it. */
  isForced = false;
  #isLent = false;
  /** When the last loan of the terminal ended. */
  #lentUntil = -Infinity;
  #end: NodeJS.Timeout | undefined;
  #stopping: NodeJS.Timeout | undefined;
  /** The terminal stops and continues this process by signals. */
  #isLeftToTerminal = false;

  readonly #inputs: ControlInputs;

  constructor(inputs: ControlInputs) {
    this.#inputs = inputs;

    for (const signal of END_SIGNALS) process.on(signal, this.onEnd);
    if (process.platform !== 'win32') {
      process.on('SIGTSTP', this.#onStop);
      process.on('SIGCONT', this.#onContinue);
    }
  }

  /** From now on the terminal is notified of stops first, and calls `stopped` and `continued`. */
  leaveStops(): void {
    this.#isLeftToTerminal = true;
    process.removeListener('SIGTSTP', this.#onStop);
    process.removeListener('SIGCONT', this.#onContinue);
  }

  /** A program has the terminal, or has it no longer. */
  lend(isLent: boolean): void {
    if (this.#isLent && !isLent) this.#lentUntil = performance.now();
    this.#isLent = isLent;
  }

  /** First of all: a program in the background must not go on for an audience that is gone. */
  stopped(): void {
    this.#inputs.runner.stop();
  }

  continued(): void {
    this.#inputs.runner.resume();
  }

  /** Asks the app to exit, and waits a moment; a second call ends it at once. */
  readonly onEnd = (signal: NodeJS.Signals): void => {
    // Keys of the terminal: they are meant for the program that has it.
    const isLent = this.#isLent || performance.now() - this.#lentUntil < LATE_KEYS;
    if (isLent && (signal === 'SIGINT' || signal === 'SIGQUIT')) return;
    const { runner, channel } = this.#inputs;
    const isSecond = this.endedBy !== undefined;
    this.endedBy ??= signal;
    if (isSecond) {
      runner.kill();
      return;
    }
    runner.resume();
    channel.notify('signal', signal);
    this.#end = setTimeout(() => runner.kill(), GRACE);
  };

  /** Ends the app, which is not asked: the keys of the user that no app can take. */
  force(): void {
    this.isForced = true;
    this.endedBy ??= 'SIGINT';
    this.#inputs.runner.kill();
  }

  /** The terminal is gone, or has heard a signal before this did. @param code 128 and the signal's number */
  terminalClosed(code: number): void {
    if (this.endedBy === undefined) this.onEnd(signalOf(code) ?? 'SIGHUP');
  }

  close(): void {
    clearTimeout(this.#end);
    clearTimeout(this.#stopping);
    for (const signal of END_SIGNALS) process.removeListener(signal, this.onEnd);
    process.removeListener('SIGTSTP', this.#onStop);
    process.removeListener('SIGCONT', this.#onContinue);
  }

  readonly #onStop = (): void => {
    this.stopped();
    process.removeListener('SIGTSTP', this.#onStop);
    process.kill(process.pid, 'SIGTSTP');
    // The kernel does not stop a process that no shell waits for.
    this.#stopping = setTimeout(() => this.#onContinue(), NO_STOP);
  };

  readonly #onContinue = (): void => {
    clearTimeout(this.#stopping);
    if (!this.#isLeftToTerminal) {
      process.removeListener('SIGTSTP', this.#onStop);
      process.on('SIGTSTP', this.#onStop);
    }
    this.continued();
  };
}

/** The code of a program that a signal has ended. */
export function signalCode(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

/** The signal that an exit code represents. */
export function signalOf(code: number): NodeJS.Signals | undefined {
  const [name] =
    Object.entries(constants.signals).find(([, number]) => number === code - 128) ?? [];
  return name as NodeJS.Signals | undefined;
}

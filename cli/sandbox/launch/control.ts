/**
 * Signals, job control and the way out. The runner is in a session of its own, so everything that a shell
 * or a terminal tells a program comes to the launcher, which passes it on and does not rely on an answer.
 */
import { constants } from 'node:os';
import type { ReadStream } from 'node:tty';
import type { Channel } from '../channel/channel.js';
import type { RunnerProcess } from './process.js';
import type { TerminalGuard } from './terminal-guard.js';

/** Milliseconds that a runner has to end once it was told to. */
const GRACE = 1000;
/** Milliseconds between two looks at whether it still answers. */
const BEAT = 1000;
/** Milliseconds without an answer after which keys are read here: Ctrl+C has to work. */
const PATIENCE = 2000;
/** Milliseconds that it has to take its modes back before it is stopped. */
const STOP_PATIENCE = 300;
/** Milliseconds after which a stop that never came (no shell with job control) is given up. */
const NO_STOP = 200;
/** Milliseconds after a stop was over in which an app cannot ask for the next: nobody types so fast. */
const SETTLED = 1000;

const CTRL_C = 0x03;

type EndSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGQUIT';
const END_SIGNALS: readonly EndSignal[] = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'];

export interface ControlInputs {
  readonly runner: RunnerProcess;
  readonly channel: Channel;
  readonly guard: TerminalGuard;
  /** The keyboard, where the app is live. */
  readonly keyboard: ReadStream | undefined;
}

export class Control {
  /** What it was ended with, where it was not its own doing. */
  endedBy: EndSignal | undefined;
  private beat: NodeJS.Timeout | undefined;
  private end: NodeJS.Timeout | undefined;
  private stopping: NodeJS.Timeout | undefined;
  /** It is being stopped, or stands still. */
  private isStopped = false;
  /** A signal wants it to stop; the runner takes its modes back meanwhile. */
  private isToStop = false;
  private lastContinue = Number.NEGATIVE_INFINITY;
  private lastAnswer = Date.now();
  private isReading = false;
  private interrupts = 0;
  private typed: Buffer[] = [];

  constructor(private readonly inputs: ControlInputs) {
    for (const signal of END_SIGNALS) process.on(signal, this.onEnd);
    process.on('SIGWINCH', this.onResize);
    if (process.platform !== 'win32') {
      process.on('SIGTSTP', this.onStop);
      process.on('SIGCONT', this.onContinue);
    }
  }

  /** The runner has read its start and runs the app: from now on it has to answer. */
  watch(): void {
    if (this.inputs.keyboard === undefined) return;
    this.lastAnswer = Date.now();
    this.beat = setInterval(() => this.look(), BEAT);
    this.beat.unref();
  }

  /** The runner's answer to a beat. */
  alive(): void {
    this.lastAnswer = Date.now();
    if (!this.isReading) return;
    this.release();
    // What was typed meanwhile is the app's after all.
    if (this.typed.length > 0) {
      this.inputs.channel.notify('input', Buffer.concat(this.typed).toString('latin1'));
    }
    this.typed = [];
  }

  /**
   * The runner has taken its modes back and wants to be stopped, as Ctrl+Z stops a program. It is believed
   * once for each time that it was continued, and not at once: or else an app could stop itself again
   * before its user can do anything about it. A signal stops it at any time.
   */
  suspend(): void {
    if (this.isStopped) return;
    if (this.isToStop || performance.now() - this.lastContinue > SETTLED) this.stop();
    // It waits to be stopped, and goes on instead.
    else this.inputs.channel.notify('signal', 'SIGCONT');
  }

  private stop(): void {
    if (process.platform === 'win32') return;
    clearTimeout(this.stopping);
    this.isStopped = true;
    // First of all: a program that is in the background must not read what is typed at the shell.
    this.inputs.runner.stop();
    this.inputs.guard.restore();
    process.removeListener('SIGTSTP', this.onStop);
    // The whole group, so that a parent like npx stops as well and the shell gets its prompt.
    process.kill(0, 'SIGTSTP');
    // The kernel does not stop a group that no shell waits for.
    this.stopping = setTimeout(() => this.onContinue(), NO_STOP);
  }

  close(): void {
    clearInterval(this.beat);
    clearTimeout(this.end);
    clearTimeout(this.stopping);
    for (const signal of END_SIGNALS) process.removeListener(signal, this.onEnd);
    process.removeListener('SIGWINCH', this.onResize);
    process.removeListener('SIGTSTP', this.onStop);
    process.removeListener('SIGCONT', this.onContinue);
    if (this.isReading) this.release();
  }

  private readonly onEnd = (signal: EndSignal): void => {
    const { runner, channel } = this.inputs;
    const isSecond = this.endedBy !== undefined;
    this.endedBy ??= signal;
    if (isSecond) {
      runner.kill();
      return;
    }
    runner.resume();
    channel.notify('signal', signal);
    this.end = setTimeout(() => runner.kill(), GRACE);
  };

  private readonly onResize = (): void => this.inputs.channel.notify('signal', 'SIGWINCH');

  private readonly onStop = (): void => {
    this.isToStop = true;
    this.inputs.channel.notify('signal', 'SIGTSTP');
    this.stopping = setTimeout(() => this.stop(), STOP_PATIENCE);
  };

  private readonly onContinue = (): void => {
    clearTimeout(this.stopping);
    this.isStopped = false;
    this.isToStop = false;
    this.lastContinue = performance.now();
    process.removeListener('SIGTSTP', this.onStop);
    process.on('SIGTSTP', this.onStop);
    this.lastAnswer = Date.now();
    this.inputs.runner.resume();
    this.inputs.channel.notify('signal', 'SIGCONT');
  };

  private look(): void {
    this.inputs.channel.notify('beat');
    if (!this.isReading && Date.now() - this.lastAnswer > PATIENCE) this.takeKeyboard();
  }

  /** An endless loop reads no keys; its Ctrl+C is read here. Once: it is told to end. Twice: it is ended. */
  private takeKeyboard(): void {
    this.isReading = true;
    this.interrupts = 0;
    this.inputs.keyboard?.on('data', this.onKeys);
    this.inputs.keyboard?.resume();
  }

  private release(): void {
    this.isReading = false;
    this.inputs.keyboard?.removeListener('data', this.onKeys);
    this.inputs.keyboard?.pause();
  }

  private readonly onKeys = (bytes: Buffer): void => {
    // A paste of megabytes into a program that hangs is nobody's input.
    if (this.typed.length < 1000) this.typed.push(bytes);
    for (const byte of bytes) {
      if (byte !== CTRL_C) continue;
      if (++this.interrupts === 1) this.onEnd('SIGINT');
      else this.inputs.runner.kill();
    }
  };
}

/** The code of a program that a signal has ended. */
export function signalCode(signal: EndSignal): number {
  return 128 + constants.signals[signal];
}

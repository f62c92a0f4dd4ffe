/**
 * A session on a real terminal: sets it up, and restores it whatever happens.
 *
 * What restores it is written straight to the file descriptor, so that it leaves before the process
 * does: on return, throw, rejection, `process.exit`, a signal, and a failed start. Only SIGKILL is
 * left, which no process can answer.
 */
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { isatty, type WriteStream } from 'node:tty';
import {
  PUSH_TITLE,
  enterSequence,
  keyboardSequence,
  reenterSequence,
  leaveSequence,
  switchSequence,
  tallerSequence,
  mouseSequence,
  titleSequence,
  type ModeOptions,
  type MouseMode,
} from './modes.js';
import { plausibleSize, type Output } from './output.js';
import { TerminalDevice } from './device.js';
import type { Loan } from './display.js';
import { closeDead } from './close-dead.js';

export type { MouseMode } from './modes.js';

/** Notified when this process is stopped and continued, as by Ctrl+Z. */
export interface TerminalHost {
  /** The terminal is restored, and this process is about to stop. */
  stopped(): void;
  /** The process continues, and sets up the terminal again. */
  continued(): void;
}

/** The source of keys, usually the terminal. */
export interface Keyboard extends Readable {
  readonly isTTY?: boolean | undefined;
  setRawMode?(on: boolean): unknown;
}

/** Why the terminal is restored: nothing is painted any more, another program has it for a while, or all are stopped. */
export type LeaveReason = 'ends' | 'lent' | 'stopped';

export interface TerminalOptions {
  readonly host?: TerminalHost | undefined;
  /** Default `process.stdin`. */
  readonly stdin?: Keyboard;
  /** Default `process.stdout`. */
  readonly stdout?: WriteStream;
  /** Uses the alternate screen, which leaves the scrollback alone; default true. */
  readonly altScreen?: boolean;
  /** Frames are rows of the main screen, below the cursor; default false. */
  readonly inline?: boolean;
  /** Returns what brings the cursor out of what is painted inline, when the terminal is restored. */
  readonly leaveInline?: (reason: LeaveReason) => string;
  /** Default `off`: selecting text stays the terminal's. */
  readonly mouse?: MouseMode;
  /** Reports when the window gains and loses focus; default true. */
  readonly focus?: boolean;
  /** Called with bytes that were typed, or that the terminal sent in reply. */
  readonly onInput?: (bytes: Uint8Array) => void;
  /** Called when the size has changed, in cells. */
  readonly onResize?: (size: { readonly width: number; readonly height: number }) => void;
  /** Called when the screen's content is lost, as after a stop: repaint all of it. */
  readonly onRepaint?: () => void;
  /** A slow terminal has caught up: present the frame that was skipped. */
  readonly onDrain?: () => void;
  /**
   * Ends the process after a signal or a hang-up, when the terminal is restored already; the code is
   * 128 + the signal's number. Default `process.exit`.
   */
  readonly exit?: (code: number) => void;
}

/** Signals that end a program. SIGUSR1 is left out: Node opens its inspector at it, and goes on. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2', 'SIGALRM'] as const;
type Signal = (typeof SIGNALS)[number];
/** Milliseconds that restoring waits for a terminal that takes nothing. */
const RESTORE_PATIENCE = 1000;
/** Milliseconds after which a stop that never came (no shell with job control) is abandoned. */
const STOP_PATIENCE = 200;
/** Milliseconds after which a resumed process has received SIGCONT. */
const CONTINUE_PATIENCE = 100;
/** Milliseconds that setting the terminal's modes takes only where it has stopped this process. */
const STOPPED_FOR = 50;
/** Milliseconds after which the SIGCONT that has ended such a stop has been handled. */
const CONTINUED_WITHIN = 1000;
/** Milliseconds after a loan in which a Ctrl+C that npm passes on is still the program's. */
const LATE_KEYS = 1000;

/** Takes over the terminal. Throws, with the terminal as it was, where that fails. */
export function openTerminal(options: TerminalOptions = {}): TerminalSession {
  return new TerminalSession(options);
}

export class TerminalSession implements Output {
  readonly #stdin: Keyboard;
  readonly #stdout: WriteStream;
  readonly #altScreen: boolean;
  #isInline: boolean;
  readonly #focus: boolean;
  #mouse: MouseMode;
  #keyboard = 0;
  /** Set by `setTitle`; set again after a stop. */
  #title: string | undefined;
  /** Written first when the terminal is restored. */
  #cleanup = '';
  #size: { width: number; height: number };
  /** The modes are on. */
  #entered = false;
  /** What writes without waiting; undefined where the stream has to do. */
  #device: TerminalDevice | undefined;
  /** Standard descriptors that were terminals at the start. */
  readonly #terminals = [0, 1, 2].filter((fd) => isatty(fd));
  #closed = false;
  /** A program has it. */
  #isLent = false;
  #isReading = true;
  /** When the last loan ended. */
  #lentUntil = -Infinity;
  /** When setting the modes ended last that had stopped this process. */
  #continuedAt = -Infinity;
  /** A stop was requested, and nothing has continued this process. */
  #isStopping = false;

  readonly #options: TerminalOptions;

  constructor(options: TerminalOptions) {
    this.#options = options;

    this.#stdin = options.stdin ?? process.stdin;
    this.#stdout = options.stdout ?? process.stdout;
    this.#altScreen = options.altScreen ?? true;
    this.#isInline = options.inline ?? false;
    this.#focus = options.focus ?? true;
    this.#mouse = options.mouse ?? 'off';
    this.#size = plausibleSize(this.#stdout.columns, this.#stdout.rows);
    // Handlers first: from here on there is something to restore.
    this.#listen();
    const { fd } = this.#stdout as { fd?: unknown };
    if (typeof fd === 'number') {
      this.#device = TerminalDevice.open(fd, {
        onDrain: () => this.#options.onDrain?.(),
        onError: (error) => this.#onOutputError(error),
      });
    }
    try {
      this.#enter();
      this.#stdin.on('data', this.#onData);
      this.#stdin.resume();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  get width(): number {
    return this.#size.width;
  }

  get height(): number {
    return this.#size.height;
  }

  get congested(): boolean {
    // What is written while a program has it would be lost.
    if (!this.#entered && !this.#closed) return true;
    return this.#device?.congested ?? this.#stdout.writableNeedDrain;
  }

  /** Frames are rows of the main screen. */
  get isInline(): boolean {
    return this.#isInline;
  }

  /** True until `close`, a signal, or a terminal that went away. */
  get open(): boolean {
    return !this.#closed;
  }

  write(bytes: Uint8Array): void {
    if (!this.#entered || this.#closed) return;
    if (this.#device !== undefined) {
      this.#device.write(bytes);
      return;
    }
    if (this.#stdout.destroyed) return;
    // The stream may keep its chunk until it can write it, so it receives a copy.
    this.#stdout.write(Buffer.from(bytes));
  }

  /**
   * Switches between the whole screen and rows of the main one. Returns false where the main screen is used for both, so
   * that what was inline is not kept.
   *
   * @param isNew nothing inline is on the main screen yet
   */
  setInline(isInline: boolean, isNew: boolean): boolean {
    if (isInline !== this.#isInline) {
      this.#isInline = isInline;
      this.send(switchSequence(this.#modes, this.#size, isNew));
    }
    return this.#altScreen;
  }

  /** Changes what the mouse reports. */
  setMouse(mode: MouseMode): void {
    if (mode === this.#mouse) return;
    this.#mouse = mode;
    this.send(mouseSequence(mode));
  }

  /** Requests the kitty keyboard protocol with these flags; 0 ends it. Only where the terminal said that it has it. */
  setKeyboard(flags: number): void {
    if (flags === this.#keyboard) return;
    if (this.#keyboard > 0) this.send(keyboardSequence(0));
    this.#keyboard = flags;
    if (flags > 0) this.send(keyboardSequence(flags));
  }

  /** Reads what is typed, or leaves it to the terminal to keep. */
  setReading(isReading: boolean): void {
    if (isReading === this.#isReading) return;
    this.#isReading = isReading;
    if (this.#isLent || this.#closed) return;
    if (isReading) this.#stdin.resume();
    else this.#stdin.pause();
  }

  /** Sets the window's title; the old one comes back at the end. */
  setTitle(title: string): void {
    const isFirst = this.#title === undefined;
    this.#title = title;
    if (isFirst) {
      this.send(PUSH_TITLE);
    }
    this.send(titleSequence(title));
  }

  /** Sets what is written before the modes are switched off, however the session ends. */
  setCleanup(text: string): void {
    this.#cleanup = text;
  }

  /** Sends queries and the like, which belong to no frame. */
  send(text: string): void {
    this.write(Buffer.from(text));
  }

  /** Restores the terminal and stops the process, as Ctrl+Z does; SIGCONT resumes it. */
  suspend(): void {
    // A program that has the terminal is stopped by its own keys.
    if (process.platform === 'win32' || this.#closed || this.#isLent) return;
    // The whole group, so that a parent like npx stops as well and the shell gets its prompt.
    this.#stop(0);
  }

  /**
   * Lends the terminal to a program: it is as it was before the session meanwhile, and Ctrl+C and Ctrl+\, which
   * reach all of the foreground, are the program's. Ctrl+Z stops both.
   */
  async lend<T>(work: (loan: Loan) => Promise<T>): Promise<T> {
    if (this.#isLent || this.#closed) throw new Error('there is no terminal to lend');
    this.#leave('lent');
    this.#isLent = true;
    this.#stdin.removeListener('data', this.#onData);
    this.#stdin.pause();
    try {
      return await work({
        stdio: [descriptorOf(this.#stdin, 0), descriptorOf(this.#stdout, 1), 2],
        stop: () => {
          if (this.#isLent && !this.#isStopping) this.#stop(0);
        },
      });
    } finally {
      this.#isLent = false;
      this.#lentUntil = performance.now();
      if (!this.#closed) {
        this.#stdin.on('data', this.#onData);
        if (this.#isReading) this.#stdin.resume();
        this.#takeBack();
      }
    }
  }

  /** Restores the terminal. A second call does nothing. */
  close(): void {
    if (this.#closed) return;
    this.#leave('ends');
    this.#closed = true;
    this.#device?.close();
    this.#unlisten();
    this.#stdin.pause();
  }

  get #modes(): ModeOptions {
    const altScreen = this.#altScreen;
    const inline = this.#isInline;
    const focus = this.#focus;
    const mouse = this.#mouse;
    const keyboard = this.#keyboard;
    return { inline, altScreen, focus, mouse, keyboard };
  }

  /**
   * Switches the modes on. Where they are on already (continued after a SIGSTOP, which nothing can answer),
   * they are set again, and nothing is pushed a second time.
   */
  #enter(): void {
    const isFirst = !this.#entered;
    this.#entered = true;
    this.#raw(true);
    const title = this.#title === undefined ? '' : titleSequence(this.#title);
    this.#writeNow(
      isFirst
        ? enterSequence(this.#modes, this.#size) + (title === '' ? '' : PUSH_TITLE + title)
        : reenterSequence(this.#modes, this.#size) + title,
    );
  }

  #leave(reason: LeaveReason): void {
    if (!this.#entered) return;
    this.#entered = false;
    try {
      const below = this.#options.leaveInline?.(reason) ?? '';
      this.#writeNow(
        this.#cleanup + leaveSequence(this.#modes, this.#title !== undefined, this.height, below),
      );
    } finally {
      this.#raw(false);
    }
  }

  /** @param target as for `process.kill`: 0 is the process group */
  #stop(target: number): void {
    this.#leave('stopped');
    this.#isStopping = true;
    this.#options.host?.stopped();
    process.removeListener('SIGTSTP', this.#onStop);
    process.kill(target, 'SIGTSTP');
    // The kernel does not stop a process that no shell waits for.
    setTimeout(() => {
      // After a stop this is due at once: a SIGCONT, which any thread may receive, is handled first.
      setTimeout(() => {
        if (!this.#isStopping || this.#closed) return;
        // A program that stops itself is stopped all the same.
        if (this.#isLent) process.kill(0, 'SIGCONT');
        this.#resume();
      }, CONTINUE_PATIENCE).unref();
    }, STOP_PATIENCE).unref();
  }

  /** After a stop: everything may have been changed meanwhile, by the shell or by `reset`. */
  #resume(): void {
    if (this.#closed) return;
    this.#isStopping = false;
    this.#options.host?.continued();
    process.removeListener('SIGTSTP', this.#onStop);
    process.on('SIGTSTP', this.#onStop);
    if (!this.#isLent) this.#takeBack();
  }

  #takeBack(): void {
    // libuv skips the call if it thinks that the mode is set; switching it off first forces it.
    this.#raw(false);
    this.#enter();
    this.#readSize();
    this.#options.onRepaint?.();
  }

  /** The kernel has reported a new size to the foreground process, and Node reads it only at this signal. */
  #readSize(): void {
    process.emit('SIGWINCH', 'SIGWINCH');
    this.#refreshSize();
  }

  #raw(on: boolean): void {
    if (!this.#stdin.isTTY) return;
    const start = performance.now();
    try {
      this.#stdin.setRawMode?.(on);
      // In the background (`tui app.tui &`) the terminal stops who sets its modes, until `fg`.
      const now = performance.now();
      if (on && now - start > STOPPED_FOR) this.#continuedAt = now;
    } catch (error) {
      // A terminal that hung up has no modes left to restore.
      if (on) throw error;
    }
  }

  #writeNow(text: string): void {
    if (this.#device !== undefined) this.#device.writeNow(text, RESTORE_PATIENCE);
    else if (!this.#stdout.destroyed) this.#stdout.write(text);
  }

  #refreshSize(): void {
    const size = plausibleSize(this.#stdout.columns, this.#stdout.rows);
    if (size.width === this.width && size.height === this.height) return;
    const grown = size.height - this.height;
    this.#size = size;
    if (grown > 0 && this.#entered && !this.#isInline && !this.#altScreen) {
      this.send(tallerSequence(size.height, grown));
    }
    this.#options.onResize?.(size);
  }

  readonly #onData = (bytes: Uint8Array | string): void => {
    this.#options.onInput?.(typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
  };
  readonly #onResize = (): void => this.#refreshSize();
  readonly #onDrain = (): void => this.#options.onDrain?.();
  readonly #onExit = (): void => {
    this.close();
    closeDead(this.#terminals);
  };

  /** Restores before Node prints the stack, so that it can be read; not if the error is handled. */
  readonly #onUncaught = (): void => {
    if (process.listenerCount('uncaughtException') === 0) this.close();
  };

  readonly #onSignal = (signal: Signal): void => {
    // Keys of the terminal: they are meant for the program that has it.
    const isLent = this.#isLent || performance.now() - this.#lentUntil < LATE_KEYS;
    if (isLent && (signal === 'SIGINT' || signal === 'SIGQUIT')) return;
    this.#end(signal);
  };
  readonly #onHangUp = (): void => this.#end('SIGHUP');
  readonly #onStop = (): void => this.#stop(process.pid);
  readonly #onContinue = (): void => {
    const isHandled = performance.now() - this.#continuedAt < CONTINUED_WITHIN;
    this.#continuedAt = -Infinity;
    // What was painted since is on the terminal: nothing was on it before the stop.
    if (isHandled && !this.#isStopping) this.#readSize();
    else this.#resume();
  };
  readonly #onOutputError = (error: NodeJS.ErrnoException): void => {
    // The reader went away: what a program that is not asked otherwise would die of.
    this.#end(error.code === 'EPIPE' ? 'SIGPIPE' : 'SIGHUP');
  };

  #end(signal: Signal | 'SIGPIPE'): void {
    if (this.#closed) return;
    this.close();
    closeDead(this.#terminals);
    (this.#options.exit ?? process.exit)(128 + constants.signals[signal]);
  }

  #listen(): void {
    process.on('exit', this.#onExit);
    process.on('uncaughtExceptionMonitor', this.#onUncaught);
    for (const signal of SIGNALS) process.on(signal, this.#onSignal);
    if (process.platform !== 'win32') {
      process.on('SIGTSTP', this.#onStop);
      process.on('SIGCONT', this.#onContinue);
    }
    this.#stdout.on('resize', this.#onResize);
    this.#stdout.on('drain', this.#onDrain);
    this.#stdout.on('error', this.#onOutputError);
    this.#stdin.on('error', this.#onHangUp);
    if (this.#stdin.isTTY) this.#stdin.on('end', this.#onHangUp);
  }

  #unlisten(): void {
    process.removeListener('exit', this.#onExit);
    process.removeListener('uncaughtExceptionMonitor', this.#onUncaught);
    for (const signal of SIGNALS) process.removeListener(signal, this.#onSignal);
    process.removeListener('SIGTSTP', this.#onStop);
    process.removeListener('SIGCONT', this.#onContinue);
    this.#stdout.removeListener('resize', this.#onResize);
    this.#stdout.removeListener('drain', this.#onDrain);
    this.#stdin.removeListener('data', this.#onData);
    this.#stdin.removeListener('end', this.#onHangUp);
    // The error listeners stay: a late EPIPE must not turn an orderly end into a crash.
  }
}

/** @param usual of a stream that does not report its size */
function descriptorOf(stream: object, usual: number): number {
  return 'fd' in stream && typeof stream.fd === 'number' ? stream.fd : usual;
}

/**
 * The terminal of a live app, which the launcher owns: it shows the frames of the runner and sends it keys.
 * The runner never has a descriptor of the terminal.
 */
import { isPixels } from '../../../runtime/terminal/capabilities.js';
import type { Duplex } from 'node:stream';
import type { Capabilities } from '../../../runtime/terminal/capabilities.js';
import type { DisplaySettings, DisplaySize, Loan } from '../../../runtime/terminal/display.js';
import { stopCompiler } from '../../../runtime/script/esbuild.js';
import { FrameServer } from '../../../runtime/terminal/frames/frame-server.js';
import { plausibleSize } from '../../../runtime/terminal/output.js';
import type { Keyboard, TerminalHost } from '../../../runtime/terminal/tty.js';
import { TerminalDisplay } from '../../../runtime/terminal/terminal-display.js';
import type { Config } from '../../../config/index.js';
import type { Console } from '../../command-line/console.js';
import { QuitKeys } from './quit-keys.js';

/** Milliseconds between two pings. */
const BEAT = 1000;
/** Milliseconds without an answer after which the user is shown a way out. */
const PATIENCE = 2000;
/** Milliseconds between two beats after which this process was stopped, so that no answer could be read. */
const STOPPED = 1500;
/** Milliseconds between two titles, copies, bells or changes of settings that reach the terminal. */
const PACE = 100;
/** Milliseconds to wait at the app's end for the program that has the terminal, which is sent SIGTERM, then SIGKILL. */
const LENT_PATIENCE = 3000;

export const HUNG_NOTICE = 'not responding: Ctrl+C again to quit';

export interface AppTerminalInputs {
  readonly console: Console;
  readonly config: Config;
  /** Keys come from here: stdin, or the terminal itself where stdin is a pipe. */
  readonly keyboard: Keyboard;
  /** The runner's socket for frames and events. */
  readonly frames: Duplex;
  /** The user ends the app, which is not asked. */
  onEnd(): void;
  /** It has taken the terminal over: stops by the shell are told to `host` from now on. */
  onOpen(): void;
  /** A program has the terminal, or has it no longer. */
  onLend(isLent: boolean): void;
  /** The runner is stopped and continued with this process. */
  readonly host: TerminalHost;
  /** The terminal is gone, or a signal has come; the code is 128 and the signal's number. */
  onGone(code: number): void;
  /** What came is no frame: the app is broken or hostile. */
  onBroken(error: Error): void;
  /** A synchronous request is being answered: the app cannot answer pings meanwhile. */
  isBlocked(): boolean;
}

export class AppTerminal {
  private readonly display: TerminalDisplay;
  private readonly server: FrameServer;
  private readonly keys = new QuitKeys(() => performance.now());
  private readonly framesEnded: Promise<unknown>;
  private beat: NodeJS.Timeout | undefined;
  private lastPong = 0;
  private lastLook = 0;
  private readonly title: Latest<string>;
  private readonly copy: Latest<string>;
  private settings: DisplaySettings | undefined;
  private settingsTimer: NodeJS.Timeout | undefined;
  private lastBell = -Infinity;
  private isClosed = false;
  private isLending = false;
  /** Settles when the program that has the terminal has ended. */
  private lent: Promise<unknown> | undefined;

  constructor(private readonly inputs: AppTerminalInputs) {
    const { console, config, keyboard, frames } = inputs;
    const { stdout, env } = console;
    this.display = new TerminalDisplay({
      ...{ output: stdout as never, input: keyboard, env },
      wantsPixels: isPixels(config.renderGfxMode),
      settings: {
        altScreen: config.terminalAlternateScreen ?? true,
        mouse: config.terminalMouse ?? true,
        sync: config.terminalSyncRendering ?? true,
      },
      host: inputs.host,
      exit: (code) => inputs.onGone(code),
      setTimer: (callback, ms) => {
        const timer = setTimeout(callback, ms);
        return () => clearTimeout(timer);
      },
    });
    const screen = this.display.client;
    if (screen === null) throw new Error('an app terminal has an output');
    const isCongested = (): boolean => this.display.congested;
    this.title = new Latest((title) => this.display.setTitle(title), isCongested);
    this.copy = new Latest((sequence) => this.display.sendCopy?.(sequence), isCongested);
    this.server = new FrameServer(screen, this.size, {
      send: (message) => {
        if (!frames.destroyed) frames.write(Buffer.from(message));
      },
      waiting: () => frames.writableLength,
      onFirstFrame: () => this.open(),
      onTitle: (title) => this.title.set(title),
      onBell: () => this.ringBell(),
      onSuspend: () => {
        if (this.keys.takeSuspend()) this.display.suspend();
      },
      onPong: () => this.onPong(),
      onSettings: (settings) => this.setSettings(settings),
      images: () => {
        const ids = this.display.capabilities.images;
        return ids === undefined ? undefined : { ...ids, sink: this.display.images };
      },
    });
    this.display.connect({
      onInput: (input) => {
        const verdict = this.keys.judge(input, this.server.notice !== undefined);
        if (verdict === 'end') inputs.onEnd();
        else if (verdict === 'suspend') this.display.suspend();
        else this.server.input(input);
      },
      onResize: (size) => this.server.resize(size),
      onFrameNeeded: () => this.server.present(),
      onCapabilities: (capabilities) => this.server.capabilities(capabilities),
    });
    this.framesEnded = new Promise((resolve) => frames.on('close', resolve));
    frames.on('drain', () => this.server.drained());
    frames.on('data', (bytes: Buffer) => {
      try {
        if (!this.isClosed) this.server.receive(bytes);
      } catch (error) {
        inputs.onBroken(error instanceof Error ? error : new Error(String(error)));
      }
    });
  }

  get size(): DisplaySize {
    const { columns, rows } = this.inputs.console.stdout as { columns?: number; rows?: number };
    return plausibleSize(columns, rows);
  }

  get capabilities(): Capabilities {
    return this.display.capabilities;
  }

  takeGesture(): boolean {
    return this.keys.takeGesture();
  }

  /** Lends the terminal to a program, whose keys are its own. */
  async lend<T>(work: (loan: Loan) => Promise<T>): Promise<T> {
    const { lend } = this.display;
    if (lend === undefined) throw new Error('the app does not show yet');
    if (this.isLending) throw new Error('another program has the terminal');
    this.isLending = true;
    this.inputs.onLend(true);
    try {
      // In the foreground as well, it would end at a Ctrl+C.
      await stopCompiler();
      const lent = lend(work);
      this.lent = lent.catch(() => undefined);
      return await lent;
    } finally {
      this.lent = undefined;
      this.isLending = false;
      this.inputs.onLend(false);
    }
  }

  /** Asks the terminal to copy; undefined until the app is shown. */
  get sendCopy(): ((sequence: string) => void) | undefined {
    if (this.display.sendCopy === undefined) return undefined;
    return (sequence) => this.copy.set(sequence);
  }

  /**
   * Shows what has arrived, and restores the terminal. Does nothing the second time.
   *
   * @param patience milliseconds that a last frame may take
   */
  async close(patience = 0): Promise<void> {
    if (this.isClosed) return;
    if (patience > 0) await within(this.framesEnded, patience);
    // It has modes of its own to switch off, such as an editor's screen.
    if (this.lent !== undefined) await within(this.lent, LENT_PATIENCE);
    this.isClosed = true;
    clearInterval(this.beat);
    this.title.close();
    this.copy.flush();
    this.copy.close();
    clearTimeout(this.settingsTimer);
    await this.display.close();
  }

  private open(): void {
    this.sendSettings();
    const size = this.display.open();
    if (size === undefined) return;
    this.inputs.onOpen();
    this.display.query();
    this.lastPong = this.lastLook = performance.now();
    this.beat = setInterval(() => this.look(), BEAT);
    this.beat.unref();
    const { width, height } = this.size;
    if (size.width !== width || size.height !== height) this.server.resize(size);
  }

  private look(): void {
    this.server.ping();
    const now = performance.now();
    const wasStopped = now - this.lastLook > STOPPED;
    this.lastLook = now;
    if (wasStopped || this.inputs.isBlocked()) this.lastPong = now;
    if (now - this.lastPong > PATIENCE) this.server.notice = HUNG_NOTICE;
  }

  private onPong(): void {
    this.lastPong = performance.now();
    this.server.notice = undefined;
  }

  /** Of many in a row the last: each writes to a terminal that may be slow. */
  private setSettings(settings: DisplaySettings): void {
    this.settings = settings;
    this.settingsTimer ??= setTimeout(() => this.sendSettings(), PACE);
    this.settingsTimer.unref();
  }

  private sendSettings(): void {
    clearTimeout(this.settingsTimer);
    this.settingsTimer = undefined;
    if (this.display.congested) {
      if (this.settings !== undefined) this.setSettings(this.settings);
      return;
    }
    if (this.settings !== undefined && !this.isClosed) this.display.reconfigure(this.settings);
    this.settings = undefined;
  }

  private ringBell(): void {
    const now = performance.now();
    if (now - this.lastBell < PACE || this.display.congested) return;
    this.lastBell = now;
    this.display.ringBell();
  }
}

/** Sends the first of many values in a row at once, then the last; none while the terminal has no room. */
class Latest<T> {
  private value: T | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly send: (value: T) => void,
    private readonly isCongested: () => boolean,
  ) {}

  set(value: T): void {
    this.value = value;
    if (this.timer === undefined) this.next();
  }

  /** Sends what waits, room or not. */
  flush(): void {
    const { value } = this;
    this.value = undefined;
    if (value !== undefined) this.send(value);
  }

  close(): void {
    this.value = undefined;
    clearTimeout(this.timer);
  }

  private next(): void {
    this.timer = undefined;
    if (this.value === undefined) return;
    this.timer = setTimeout(() => this.next(), PACE);
    this.timer.unref();
    if (!this.isCongested()) this.flush();
  }
}

async function within(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([work, late]);
  clearTimeout(timer);
}

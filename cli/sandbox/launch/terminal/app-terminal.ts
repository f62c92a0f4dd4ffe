/**
 * The terminal of a live app, which the launcher owns: it shows the frames of the runner and sends it keys.
 * The runner never has a descriptor of the terminal.
 */
import type { Duplex } from 'node:stream';
import type { WriteStream } from 'node:tty';
import type { UserInput } from '../../../../runtime/base/input-events.js';
import {
  detectCapabilities,
  pixelMode,
  protocolFor,
  type Capabilities,
} from '../../../../runtime/terminal/capabilities.js';
import type { Client } from '../../../../runtime/terminal/client.js';
import type {
  Display,
  DisplaySettings,
  DisplaySize,
  Loan,
} from '../../../../runtime/terminal/display.js';
import { stopCompiler } from '../../../../runtime/script/esbuild.js';
import { cellWidth } from '../../../../runtime/base/text/graphemes.js';
import { FrameServer, type FrameOfApp } from '../../../../runtime/terminal/frames/frame-server.js';
import { ToolGroup } from '../../../../runtime/terminal/divided/divided-display.js';
import { Divider } from '../../../../runtime/terminal/divided/divider.js';
import { HeadlessDisplay } from '../../../../runtime/terminal/headless-display.js';
import {
  someImageIds,
  type ImageSink,
  type TerminalImage,
} from '../../../../runtime/terminal/images/image.js';
import type { PrintedLine } from '../../../../runtime/terminal/inline/printed.js';
import { plausibleSize } from '../../../../runtime/terminal/output.js';
import type { Keyboard, TerminalHost } from '../../../../runtime/terminal/tty.js';
import { TerminalDisplay } from '../../../../runtime/terminal/terminal-display.js';
import type { Config } from '../../../../config/index.js';
import type { Console } from '../../../command-line/console.js';
import { writeMessage } from './frames-writer.js';
import type { DialogEnd, FileDialog } from '../../broker/picker/dialog.js';
import { showFileDialog } from './file-dialog.js';
import { QuitKeys } from './quit-keys.js';

/** Environment of the terminal that a page in a browser emulates. */
const BROWSER_TERM = { TERM: 'xterm-256color', COLORTERM: 'truecolor', LANG: 'C.UTF-8' };
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

/** Bytes that are read of an app that has ended: more than a socket holds. */
const MAX_REST = 16 * 1024 * 1024;

/** Rows of a terminal that has room for an announcement. */
const MIN_ROWS = 4;
/** Milliseconds that an announcement shows, unless a key is pressed. */
const ANNOUNCED = 20_000;

/** In the corner while sound is recorded. */
const RECORDING = '● recording';

const HUNG_NOTICE = 'not responding: Ctrl+C again to quit';

export interface AppTerminalInputs {
  readonly console: Console;
  readonly config: Config;
  /** The source of keys: stdin, or the terminal itself if stdin is a pipe. Undefined without a terminal. */
  readonly keyboard: Keyboard | undefined;
  /** The runner's socket for frames and events. */
  readonly frames: Duplex;
  /** The user ends the app; the app is not asked. */
  onEnd(): void;
  /** Called when it has taken over the terminal: from then on it reports job-control stops to `host`. */
  onOpen(): void;
  /** A program has the terminal, or has it no longer. */
  onLend(isLent: boolean): void;
  /** The runner is stopped and continued with this process. */
  readonly host: TerminalHost;
  /** The terminal is gone, or a signal has come; the code is 128 and the signal's number. */
  onGone(code: number): void;
  /** What came is not a frame: the app is broken or hostile. */
  onBroken(error: Error): void;
  /** A synchronous request is being answered: the app cannot answer pings meanwhile. */
  isBlocked(): boolean;
}

/** Shows what the app shows elsewhere than in the terminal. */
export interface Viewer {
  onFrame(frame: FrameOfApp): void;
  /** Lines above the live region of the next frame that is inline. */
  onPrint(lines: readonly PrintedLine[]): void;
  onTitle(title: string): void;
  /** Images that the cells of frames name; undefined: one is gone. */
  onImage(id: number, image: TerminalImage | undefined): void;
}

/** A display that this process owns. */
interface OwnDisplay extends Display {
  readonly client: Client | null;
  readonly congested: boolean;
  ringBell(): void;
  /** Reads the terminal, or lets it wait. */
  setReading?(isReading: boolean): void;
}

export class AppTerminal {
  /** Divides the terminal between the app and developer tools. */
  readonly divider: Divider;
  /** What the user can open beside the app. */
  readonly tools = new ToolGroup();
  readonly #viewers: Viewer[] = [];
  readonly #display: OwnDisplay;
  /** The display without a terminal. */
  readonly #headless: HeadlessDisplay | undefined;
  readonly #server: FrameServer;
  readonly #keys = new QuitKeys(() => performance.now());
  /** For remote clients, whose keys never lend the terminal to a program. */
  readonly #remoteKeys = new QuitKeys(() => performance.now());
  #isHung = false;
  /** Enough input waits for the app. */
  #isFull = false;
  #lastUse = -Infinity;
  /** Ends the announcement. */
  #announced: NodeJS.Timeout | undefined;
  readonly #framesEnded: Promise<unknown>;
  /** Bytes of the app that were read. */
  #received = 0;
  /** Of images, with a mirror. */
  readonly #imageIds = someImageIds();
  #beat: NodeJS.Timeout | undefined;
  #lastPong = 0;
  #lastLook = 0;
  readonly #title: Latest<string>;
  readonly #copy: Latest<string>;
  #settings: DisplaySettings | undefined;
  #settingsTimer: NodeJS.Timeout | undefined;
  #lastBell = -Infinity;
  #isClosed = false;
  /** The user has ended the app. */
  #isEnded = false;
  #isLending = false;
  #isOpen = false;
  /** Words about who is connected. */
  #watched: string | undefined;
  /** The app's and the assistant's. */
  #recordings = 0;
  /** Settles when the program that has the terminal has ended. */
  #lent: Promise<unknown> | undefined;

  readonly #inputs: AppTerminalInputs;

  constructor(inputs: AppTerminalInputs) {
    this.#inputs = inputs;

    const { frames } = inputs;
    this.#headless = inputs.keyboard === undefined ? createHeadless(inputs) : undefined;
    this.#display = this.#headless ?? createTerminal(inputs);
    const screen = this.#display.client;
    if (screen === null) throw new Error('expected an output for the terminal of an app');
    const isCongested = (): boolean => this.#display.congested;
    this.#title = new Latest((title) => this.#display.setTitle(title), isCongested);
    this.#copy = new Latest((sequence) => this.#display.sendCopy?.(sequence), isCongested);
    this.divider = new Divider(this.#whole, {
      screen,
      capabilities: () => this.#display.capabilities,
      sendCopy: () => this.sendCopy,
      onMainSize: (size) => this.#server.resize(size),
      onMainNeeded: () => this.#server.present(),
    });
    this.#server = new FrameServer(this.divider.screen.main, this.size, {
      send: (message) => writeMessage(frames, message),
      waiting: () => frames.writableLength,
      onFull: (isFull) => {
        this.#isFull = isFull;
        this.#updateReading();
      },
      onFirstFrame: (isInline) => this.#open(isInline),
      onTitle: (title) => {
        this.#title.set(title);
        for (const viewer of this.#viewers) viewer.onTitle(title);
      },
      onFrame: (frame) => {
        for (const viewer of this.#viewers) viewer.onFrame(frame);
      },
      onPrint: (lines) => {
        for (const viewer of this.#viewers) viewer.onPrint(lines);
      },
      onBell: () => this.#ringBell(),
      onSuspend: () => {
        if (this.#keys.takeSuspend()) this.#display.suspend();
      },
      onClear: () => this.#display.setClearing?.(true),
      onPong: () => this.#onPong(),
      onSettings: (settings) => this.#setSettings(settings),
      images: () => {
        const { capabilities } = this.#display;
        const sink = this.#isServed ? this.#sharedImages : this.#display.images;
        const { images, graphics } = this.#capabilitiesForApp(capabilities);
        return images === undefined || sink === undefined
          ? undefined
          : { ...images, graphics, sink };
      },
      isCongested,
    });
    this.#display.connect({
      onInput: (input) => {
        this.#endAnnouncement(input);
        if (isUse(input)) this.#lastUse = performance.now();
        const verdict = this.#keys.judge(input, this.#isHung);
        if (verdict === 'end') this.#end();
        else if (verdict === 'suspend') this.#display.suspend();
        else this.#pass(input);
      },
      onResize: (size) => this.divider.resize(size),
      onFrameNeeded: () => this.divider.present(),
      onCapabilities: (capabilities) => {
        this.divider.learned(capabilities);
        this.#server.capabilities(this.#capabilitiesForApp(capabilities));
      },
    });
    this.#framesEnded = new Promise((resolve) => frames.on('close', resolve));
    frames.on('drain', () => this.#server.drained());
    frames.on('data', (bytes: Buffer) => {
      this.#received += bytes.length;
      try {
        if (!this.#isClosed) this.#server.receive(bytes);
      } catch (error) {
        inputs.onBroken(error instanceof Error ? error : new Error(String(error)));
      }
    });
  }

  /** Of the app. */
  get size(): DisplaySize {
    return this.#headless?.size ?? this.divider.mainSize;
  }

  /** Of the terminal. */
  get #whole(): DisplaySize {
    if (this.#headless !== undefined) return this.#headless.size;
    const { columns, rows } = this.#inputs.console.stdout;
    return plausibleSize(columns, rows);
  }

  get capabilities(): Capabilities {
    return this.#capabilitiesForApp(this.#display.capabilities);
  }

  get #isServed(): boolean {
    return this.#inputs.config.serverPort !== undefined;
  }

  /**
   * What the app knows of the terminal. With a mirror it sends images with what shows them in cells: pages show the pixels, and
   * terminals what they can.
   */
  #capabilitiesForApp(capabilities: Capabilities): Capabilities {
    if (!this.#isServed) return capabilities;
    const graphics = { kitty: false, iterm2: true, sixel: false };
    return {
      ...capabilities,
      images: capabilities.answered ? this.#imageIds : undefined,
      graphics,
    };
  }

  /** For pages of the mirror, and for the terminal in its own way. */
  readonly #sharedImages: ImageSink = {
    send: (id, image) => {
      for (const viewer of this.#viewers) viewer.onImage(id, image);
      const { images, capabilities } = this.#display;
      const isKitty = protocolFor(capabilities, 'auto') === 'kitty';
      images?.send(id, isKitty ? { ...image, protocol: 'kitty', cells: undefined } : image);
      return true;
    },
    remove: (id) => {
      for (const viewer of this.#viewers) viewer.onImage(id, undefined);
      this.#display.images?.remove(id);
    },
  };

  addViewer(viewer: Viewer): void {
    this.#viewers.push(viewer);
  }

  takeGesture(): boolean {
    return this.#keys.takeGesture();
  }

  takeOwnGesture(): boolean {
    return this.#keys.takeOwnGesture();
  }

  /** A client of the mirror or an agent operates the app. */
  operatedRemotely(): void {
    this.#keys.withdrawOwn();
  }

  /** Shows a dialog of the launcher's own, to which alone the keys go; what the app sends meanwhile waits. */
  async showDialog(dialog: FileDialog): Promise<DialogEnd> {
    const { keyboard, console } = this.#inputs;
    if (keyboard === undefined || this.#isClosed || !this.#isOpen) {
      throw Object.assign(new Error('files are chosen on a terminal, and the app has none'), {
        code: 'no-terminal',
      });
    }
    const stdout = console.stdout as unknown as WriteStream;
    const end = await this.lend(
      async () => await showFileDialog(dialog, { stdin: keyboard, stdout }),
    );
    if (end === 'ended') this.#end();
    return end;
  }

  /** When the user of the terminal last pressed, clicked, dragged or pasted, by `performance.now()`; -Infinity: never. */
  get usedAt(): number {
    return this.#lastUse;
  }

  /** Input of a remote client. It can end the app, and not suspend the terminal's programs. */
  remoteInput(input: UserInput): void {
    if (isUse(input)) this.operatedRemotely();
    const verdict = this.#remoteKeys.judge(input, this.#isHung);
    if (verdict === 'end') this.#end();
    else if (verdict === 'pass') this.#server.input(input, true);
  }

  /** Resolves when the app has taken all input that came before. */
  async inputTaken(): Promise<void> {
    await this.#server.inputTaken();
  }

  /** Sets the size of a headless display; undefined with a terminal, which has its own size. */
  get resize(): ((size: DisplaySize) => void) | undefined {
    const headless = this.#headless;
    return headless === undefined ? undefined : (size) => headless.resize(size);
  }

  /** Words in the corner that nothing of the app can cover; undefined: none. */
  set badge(text: string | undefined) {
    this.#watched = text;
    this.#showBadge();
  }

  /** Shows or clears the recording mark in the corner. False if it would not be seen. */
  showRecording(isOn: boolean): boolean {
    if (isOn && (!this.#isOpen || !this.isSeen)) return false;
    this.#recordings = Math.max(0, this.#recordings + (isOn ? 1 : -1));
    this.#showBadge();
    return true;
  }

  /** Whether the mark of a recording is to be seen: it has room, and no program has the terminal. */
  get isSeen(): boolean {
    if (this.#headless !== undefined || this.#isClosed || this.#isLending) return false;
    return this.size.width >= cellWidth(` ${RECORDING} `);
  }

  #showBadge(): void {
    if (this.#headless !== undefined || this.#isClosed) return;
    const parts = [this.#recordings > 0 ? RECORDING : undefined, this.#watched];
    const text = parts.filter((part) => part !== undefined).join('  ');
    this.#server.badge = text === '' ? undefined : text;
  }

  /**
   * A line above the last row until a key is pressed, or for some seconds: the first of these texts that is not cut there.
   * None where that is none of them, or it would cover most of the app.
   */
  announce(...texts: readonly string[]): void {
    const { width } = this.size;
    const height = this.#server.height;
    const text = texts.find((each) => cellWidth(each) <= width);
    if (this.#isClosed || this.#headless !== undefined) return;
    if (text === undefined || height < MIN_ROWS) return;
    clearTimeout(this.#announced);
    this.#server.notice = text;
    this.#announced = setTimeout(() => this.#endAnnouncement(), ANNOUNCED);
    this.#announced.unref();
  }

  /** Lends the terminal to a program, whose keys are its own. */
  async lend<T>(work: (loan: Loan) => Promise<T>): Promise<T> {
    const { lend } = this.#display;
    if (lend === undefined) throw new Error('the app is not visible yet');
    if (this.#isLending) throw new Error('another program is using the terminal');
    this.#isLending = true;
    this.#inputs.onLend(true);
    try {
      // In the foreground as well, it would end at a Ctrl+C.
      await stopCompiler();
      const lent = lend(work);
      this.#lent = lent.catch(() => undefined);
      return await lent;
    } finally {
      this.#lent = undefined;
      this.#isLending = false;
      this.#inputs.onLend(false);
    }
  }

  /** Asks the terminal to copy; undefined until the app is shown. */
  get sendCopy(): ((sequence: string) => void) | undefined {
    if (this.#display.sendCopy === undefined) return undefined;
    return (sequence) => this.#copy.set(sequence);
  }

  /**
   * Shows what has arrived, and restores the terminal. Does nothing the second time.
   *
   * @param patience milliseconds to wait for more of what the app has sent
   */
  async close(patience = 0): Promise<void> {
    if (this.#isClosed) return;
    if (patience > 0) await this.#readRest(patience);
    // It has modes of its own to switch off, such as an editor's screen.
    if (this.#lent !== undefined) await within(this.#lent, LENT_PATIENCE);
    this.#isClosed = true;
    if (this.#isEnded) this.#server.hurry();
    this.tools.close();
    clearInterval(this.#beat);
    clearTimeout(this.#announced);
    this.#title.close();
    this.#copy.flush();
    this.#copy.close();
    clearTimeout(this.#settingsTimer);
    await this.#display.close();
  }

  /**
   * Reads what an app that has ended has left in the socket, however long it takes to show: a terminal or a pipe that
   * is slow can keep this process from reading. Of an app that the user has ended, what comes in that time.
   */
  async #readRest(patience: number): Promise<void> {
    const { frames } = this.#inputs;
    const end = this.#received + MAX_REST;
    let before: number;
    do {
      before = this.#received;
      await within(this.#framesEnded, patience);
      // Timers come first in a turn of the event loop: what had come by then is read after them.
      await new Promise(setImmediate);
      if (frames.destroyed || this.#isEnded) return;
    } while (this.#received > before && this.#received < end);
  }

  #open(isInline: boolean): void {
    this.#sendSettings();
    const size = this.#display.open(isInline);
    if (size === undefined) return;
    this.#isOpen = true;
    if (this.#headless === undefined) this.#inputs.onOpen();
    this.#display.query();
    this.#lastPong = this.#lastLook = performance.now();
    this.#beat = setInterval(() => this.#look(), BEAT);
    this.#beat.unref();
    const { width, height } = this.divider.size;
    if (size.width !== width || size.height !== height) this.divider.resize(size);
    this.tools.onShow();
  }

  #end(): void {
    this.#isEnded = true;
    this.#inputs.onEnd();
  }

  /** To the app, or to the tools: what they get is not a key or click that the app may count on. */
  #pass(input: UserInput): void {
    const isTaken = this.tools.shortcut(input);
    const own = isTaken ? undefined : this.divider.route(input);
    if (own !== undefined) this.#server.input(own, this.#isHung);
    else this.#keys.withdraw();
  }

  /** Of an app that does not answer, Ctrl+C has to be heard. */
  #updateReading(): void {
    this.#display.setReading?.(!this.#isFull || this.#isHung);
  }

  #look(): void {
    this.#server.ping();
    const now = performance.now();
    const wasStopped = now - this.#lastLook > STOPPED;
    this.#lastLook = now;
    if (wasStopped || this.#inputs.isBlocked()) this.#lastPong = now;
    if (now - this.#lastPong <= PATIENCE) return;
    this.#endAnnouncement();
    this.#isHung = true;
    this.#updateReading();
    this.#server.notice = HUNG_NOTICE;
  }

  #onPong(): void {
    this.#lastPong = performance.now();
    if (this.#isHung) this.#server.notice = undefined;
    this.#isHung = false;
    this.#updateReading();
  }

  /** @param input what ends it; a mouse that is moved, or a window that is chosen, does not */
  #endAnnouncement(input?: UserInput): void {
    if (this.#announced === undefined) return;
    if (input?.type === 'mouse' && input.action !== 'press') return;
    if (input?.type === 'focus') return;
    clearTimeout(this.#announced);
    this.#announced = undefined;
    this.#server.notice = undefined;
  }

  /** Of many in a row the last: each writes to a terminal that may be slow. */
  #setSettings(settings: DisplaySettings): void {
    this.#settings = settings;
    this.#settingsTimer ??= setTimeout(() => this.#sendSettings(), PACE);
    this.#settingsTimer.unref();
  }

  #sendSettings(): void {
    clearTimeout(this.#settingsTimer);
    this.#settingsTimer = undefined;
    if (this.#display.congested) {
      if (this.#settings !== undefined) this.#setSettings(this.#settings);
      return;
    }
    if (this.#settings !== undefined && !this.#isClosed) this.#display.reconfigure(this.#settings);
    this.#settings = undefined;
  }

  #ringBell(): void {
    const now = performance.now();
    if (now - this.#lastBell < PACE || this.#display.congested) return;
    this.#lastBell = now;
    this.#display.ringBell();
  }
}

/** Whether the user has done something: a pointer that rests on the window moves by itself. */
function isUse(input: UserInput): boolean {
  if (input.type === 'mouse') return input.action !== 'move' && input.action !== 'wheel';
  return input.type !== 'focus';
}

function createTerminal({
  console,
  config,
  keyboard,
  host,
  onGone,
}: AppTerminalInputs): OwnDisplay {
  const { stdout, env } = console;
  return new TerminalDisplay({
    output: stdout,
    input: keyboard,
    env,
    host,
    pixels: pixelMode(config.renderGfxMode),
    settings: {
      altScreen: config.terminalAlternateScreen ?? true,
      mouse: config.terminalMouse ?? true,
      sync: config.terminalSyncRendering ?? true,
    },
    exit: (code) => onGone(code),
    setTimer: (callback, ms) => {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
  });
}

/** A headless display shows all colours and glyphs. What the app prints is written to stdout, as in a pipe. */
function createHeadless({ config, console }: AppTerminalInputs): HeadlessDisplay {
  const capabilities = detectCapabilities({ ...console.env, ...BROWSER_TERM }, true);
  const { width, height } = plausibleSize(config.headlessWidth, config.headlessHeight);
  return new HeadlessDisplay(
    { width, height },
    { ...capabilities, interactive: true, depth: 'truecolor', glyphs: 'unicode', answered: true },
    {
      write: (text) => console.stdout.write(text),
      onDrain: (callback) => console.stdout.once('drain', callback),
    },
  );
}

/** Sends the first of many values in a row at once, then the last; none while the terminal has no room. */
class Latest<T> {
  #value: T | undefined;
  #timer: NodeJS.Timeout | undefined;

  readonly #send: (value: T) => void;
  readonly #isCongested: () => boolean;

  constructor(send: (value: T) => void, isCongested: () => boolean) {
    this.#send = send;
    this.#isCongested = isCongested;
  }

  set(value: T): void {
    this.#value = value;
    if (this.#timer === undefined) this.#next();
  }

  /** Sends what waits, room or not. */
  flush(): void {
    const value = this.#value;
    this.#value = undefined;
    if (value !== undefined) this.#send(value);
  }

  close(): void {
    this.#value = undefined;
    clearTimeout(this.#timer);
  }

  #next(): void {
    this.#timer = undefined;
    if (this.#value === undefined) return;
    this.#timer = setTimeout(() => this.#next(), PACE);
    this.#timer.unref();
    if (!this.#isCongested()) this.flush();
  }
}

async function within(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([work, late]);
  clearTimeout(timer);
}

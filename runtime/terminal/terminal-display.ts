/** The terminal of this process as a display: session, screen, input decoder and capabilities. */
import type { WriteStream } from 'node:tty';
import type { ReplyInput, TerminalInput, UserInput } from '../base/input-events.js';
import { InputQueue } from './input/queue.js';
import {
  capabilityQueries,
  isInTmux,
  detectCapabilities,
  learn,
  learnOfOuter,
  type Capabilities,
  type PixelMode,
} from './capabilities.js';
import { KeptImages } from './images/kept-images.js';
import type { Display, DisplayEvents, DisplaySettings, DisplaySize } from './display.js';
import { afterReading, InputDecoder } from './input/decoder.js';
import { streamOutput, type ByteStream, type Output } from './output.js';
import { Screen } from './screen.js';
import {
  openTerminal,
  type Keyboard,
  type MouseMode,
  type TerminalHost,
  type TerminalSession,
} from './tty.js';

/**
 * Flags of the kitty keyboard protocol: escape codes that are distinct (1), and what a key is on a Latin
 * keyboard (4), which shortcuts go by.
 */
const KEYBOARD = 5;
/** Milliseconds after which a terminal that has not answered is not going to. */
const REPLIES_END = 3000;
/**
 * Milliseconds after the first questions in which the end, a stop, and a program that gets the terminal wait for answers: the shell or
 * the program would read them.
 */
const FIRST_ANSWERS = 300;
/** The same where the terminal is behind a network. */
const FIRST_ANSWERS_REMOTE = 3000;
/** Milliseconds that they wait for the place of the live region. */
const DRAIN = 100;
/** The same for a terminal that has answered before: it will, also over a slow connection. */
const DRAIN_ANSWERED = 3000;

export interface TerminalDisplayOptions {
  /** Where frames are written; default nowhere. */
  readonly output?: (ByteStream & { readonly isTTY?: boolean }) | undefined;
  /** The keyboard; without it, the terminal is not taken over. */
  readonly input?: Keyboard | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Default: by `env`. */
  readonly capabilities?: Capabilities | undefined;
  /** The mode of images in pixels; inside tmux, the outer terminal is queried for it. Default: in cells. */
  readonly pixels?: PixelMode | undefined;
  readonly settings: DisplaySettings;
  readonly host?: TerminalHost | undefined;
  /** The terminal is gone, or a signal has ended the session, which is restored; default `process.exit`. */
  readonly exit?: ((code: number) => void) | undefined;
  /** Calls `callback` after `ms` milliseconds; returns a function that cancels it. */
  readonly setTimer: (callback: () => void, ms: number) => () => void;
}

export class TerminalDisplay implements Display {
  capabilities: Capabilities;
  readonly client: Screen | null;
  #events: DisplayEvents | undefined;
  #session: TerminalSession | undefined;
  readonly #decoder: InputDecoder;
  /** The terminal was asked, and has not answered to the end. */
  #isQueried = false;
  /** When that was, in milliseconds. */
  #queriedAt = 0;
  #onAnswered: (() => void) | undefined;
  readonly #queue = new InputQueue();
  /** True while bytes of one read are decoded. */
  #isReading = false;
  #settings: DisplaySettings;
  readonly images: KeptImages;
  #isClearing = false;

  readonly #options: TerminalDisplayOptions;

  constructor(options: TerminalDisplayOptions) {
    this.#options = options;

    const { output, env } = options;
    this.#settings = options.settings;
    this.capabilities = options.capabilities ?? detectCapabilities(env, output !== undefined);
    this.images = new KeptImages(
      {
        write: (text) => this.#session?.send(text),
        onCleanup: (text) => this.#session?.setCleanup(text),
        cell: () => this.capabilities.cell,
        draws: (protocol) => this.capabilities.graphics[protocol],
        rest: {
          setTimer: options.setTimer,
          onRest: () => {
            if (this.#session?.open !== true) return;
            this.client?.recompose();
            this.#events?.onFrameNeeded();
          },
        },
      },
      isInTmux(env),
    );
    this.client = output === undefined ? null : this.#createScreen(streamOutput(output));
    this.#decoder = new InputDecoder((input) => this.#receive(input), {
      setTimer: afterReading(options.setTimer),
    });
  }

  connect(events: DisplayEvents): void {
    this.#events = events;
  }

  open(inline = false): DisplaySize | undefined {
    const { input, output, host, exit } = this.#options;
    if (output?.isTTY !== true || input === undefined || !this.capabilities.interactive) {
      return undefined;
    }
    const session = (this.#session = openTerminal({
      stdin: input,
      stdout: output as unknown as WriteStream,
      host,
      ...(exit === undefined ? {} : { exit }),
      altScreen: this.#settings.altScreen,
      inline,
      leaveInline: (reason) => {
        const ends = reason === 'ends';
        // What another program leaves on the screen is then above the app, and no old frame of it is.
        const clears = reason === 'lent' || (ends && this.#isClearing);
        return this.client?.leave(clears, ends) ?? '';
      },
      mouse: this.#mouse,
      onInput: (bytes) => this.feed(bytes),
      onResize: (size) => this.#events?.onResize(size),
      onRepaint: () => {
        this.images.restore();
        this.client?.start(this.#session?.isInline ?? false);
        this.#events?.onFrameNeeded();
      },
      onDrain: () => this.#events?.onFrameNeeded(),
    }));
    this.client?.start(inline);
    return { width: session.width, height: session.height };
  }

  query(): void {
    const { env, pixels } = this.#options;
    const queries = capabilityQueries(env);
    if (queries === '' || this.#session === undefined) return;
    if (pixels !== undefined && isInTmux(env)) void this.#askTmux(pixels);
    this.#decoder.expectReply(REPLIES_END);
    this.#isQueried = true;
    this.#queriedAt = performance.now();
    this.#session.send(queries);
  }

  feed(bytes: Uint8Array): void {
    this.#isReading = true;
    this.#decoder.feed(bytes);
    this.#isReading = false;
    for (const input of this.#queue.take()) this.#dispatch(input);
  }

  setTitle(title: string): void {
    this.#session?.setTitle(title);
  }

  ringBell(): void {
    this.#session?.send('\x07');
  }

  get sendCopy(): ((sequence: string) => void) | undefined {
    const session = this.#session;
    return session === undefined ? undefined : (sequence) => session.send(sequence);
  }

  /** True while the terminal has not read everything written: further output would only be queued. */
  get congested(): boolean {
    return this.#session?.congested ?? false;
  }

  /** Resumes or pauses reading the terminal, which makes programs that write to it wait. */
  setReading(isReading: boolean): void {
    this.#session?.setReading(isReading);
  }

  suspend(): void {
    const session = this.#session;
    if (this.#patience <= 0) session?.suspend();
    else void this.#drain().then(() => session?.suspend());
  }

  get lend(): Display['lend'] {
    const session = this.#session;
    if (session === undefined) return undefined;
    return async (work) => {
      if (this.#patience > 0) await this.#drain();
      return await session.lend(work);
    };
  }

  reconfigure(settings: DisplaySettings): void {
    this.#settings = settings;
    this.#applySettings();
  }

  setClearing(clears: boolean): void {
    this.#isClearing = clears;
  }

  async close(): Promise<void> {
    await this.#drain();
    this.#session?.close();
  }

  /** Waits for what the terminal has yet to answer: the next program would read it as keys. */
  async #drain(): Promise<void> {
    const patience = this.#patience;
    if (patience <= 0 || this.#session?.open !== true) return;
    await new Promise<void>((resolve) => {
      this.#onAnswered = done;
      const timer = setTimeout(done, patience);
      function done(): void {
        clearTimeout(timer);
        resolve();
      }
    });
  }

  /** Milliseconds that an answer of the terminal may still take; 0 where none is to come. */
  get #patience(): number {
    const { env } = this.#options;
    const isRemote = [env['SSH_CONNECTION'], env['SSH_TTY']].some((value) => (value ?? '') !== '');
    const limit = isRemote ? FIRST_ANSWERS_REMOTE : FIRST_ANSWERS;
    const first = this.#isQueried ? this.#queriedAt + limit - performance.now() : 0;
    if (this.client?.isAsked !== true) return Math.max(0, first);
    return Math.max(first, this.capabilities.answered ? DRAIN_ANSWERED : DRAIN);
  }

  #answered(): void {
    if (!this.#isQueried && this.client?.isAsked !== true) this.#onAnswered?.();
  }

  /** Hovering needs motion without a button, too. */
  get #mouse(): MouseMode {
    return this.#settings.mouse ? 'all' : 'off';
  }

  #applySettings(): void {
    this.client?.configure({
      sync: this.capabilities.sync && this.#settings.sync,
      reflow: this.capabilities.reflow,
      locates: this.#settings.mouse,
    });
    this.#session?.setMouse(this.#mouse);
  }

  #receive(input: TerminalInput): void {
    if (this.#isReading) this.#queue.add(input);
    else this.#dispatch(input);
  }

  #dispatch(input: TerminalInput | UserInput): void {
    if (input.type !== 'reply') this.#report(input);
    else if (input.reply.name === 'cursor') {
      this.client?.onCursor(input.reply.y);
      this.#answered();
    } else this.#learn(input);
  }

  /** Inline, cells are those of the live region; what is pressed above it is the shell's. */
  #report(input: UserInput): void {
    const top = this.client?.top ?? 0;
    if (input.type !== 'mouse' || top === 0) this.#events?.onInput(input);
    else if (input.y >= top) this.#events?.onInput({ ...input, y: input.y - top });
    else if (input.action === 'drag' || input.action === 'release') {
      this.#events?.onInput({ ...input, y: 0 });
    }
  }

  async #askTmux(mode: PixelMode): Promise<void> {
    const { askTmux } = await import('./tmux.js');
    const outer = await askTmux(this.#options.env);
    if (outer === undefined || this.#session?.open !== true) return;
    this.#adopt(learnOfOuter(this.capabilities, outer, mode));
  }

  #learn({ reply }: ReplyInput): void {
    const known = learn(this.capabilities, reply);
    if (known.answered) {
      this.#isQueried = false;
      this.#decoder.expectReply(0);
      this.#answered();
    }
    this.#adopt(known);
  }

  #adopt(capabilities: Capabilities): void {
    if (capabilities === this.capabilities) return;
    this.capabilities = capabilities;
    // Escape and modifiers are distinct from here on; until then they are as in any terminal.
    if (this.capabilities.kittyKeyboard) this.#session?.setKeyboard(KEYBOARD);
    this.#applySettings();
    this.#events?.onCapabilities(this.capabilities);
  }

  /** Writes to the stream until the terminal is taken over, then to the session. */
  #createScreen(stream: Output): Screen {
    const current = (): Output => this.#session ?? stream;
    const output: Output = {
      get width() {
        return current().width;
      },
      get height() {
        return current().height;
      },
      get congested() {
        return current().congested;
      },
      write: (bytes) => current().write(bytes),
    };
    const { depth, sync, doubtAmbiguous, erasesWithBackground, shifts, links, reflow } =
      this.capabilities;
    const options = {
      depth,
      doubtAmbiguous,
      erasesWithBackground,
      shifts,
      links,
      reflow,
      locates: this.#settings.mouse,
      sync: sync && this.#settings.sync,
    };
    return new Screen(
      output,
      options,
      this.images.layer,
      (inline, isNew) => this.#session?.setInline(inline, isNew) ?? true,
    );
  }
}

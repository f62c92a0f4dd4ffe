/**
 * A whole app in a test: loaded, painted, and used through the bytes a terminal would send, on a clock that stops
 * until the test advances it.
 */
import { ownParts } from '../script/bundle/part-modules.js';
import { promises } from 'node:fs';
import { Readable } from 'node:stream';
// Whatever a test puts in the place of the global one.
import { clearTimeout, setImmediate, setTimeout } from 'node:timers';
import type { ConfigApi } from '../../config/types.js';
import { checkKind, checkOptions, type OptionKinds } from '../base/check-options.js';
import { createApp, type App, type TuiGlobal } from '../app/app.js';
import { DiagnosticError, type Diagnostic } from '../base/diagnostics.js';
import { ManualClock } from '../script/clock.js';
import type { ChooseFiles, FileChoice } from '../dom/host.js';
import type { LogEntry } from '../script/logger.js';
import type { GlyphLevel } from '../base/text/glyph-levels.js';
import type { RequestedTheme } from '../app/theme-choice.js';
import { MemoryTerminal } from '../terminal/memory-terminal.js';
import {
  describeElement,
  type Registry,
  type TuiDocument,
  type TuiElement,
  sourceOf,
} from '../element/tui-element.js';
import { formatPlace } from '../base/diagnostics.js';
import type { HostedApp, HostOptions, OpenHost } from './host.js';
import { findByText, onlyOne, type TextMatch } from './queries.js';
import { NoticeElements } from './notices.js';
import { keyBytes, mouseBytes, pasteBytes, textBytes, type MouseOptions } from './input-bytes.js';
import { Screen } from '../screen/screen.js';

export interface MountOptions extends HostOptions {
  /** Size in cells; default 80 x 24. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** Default: what `config` sets, else `fullcolor-dark`. */
  readonly theme?: RequestedTheme | undefined;
  /** What the terminal can show: default what `config` sets, else `unicode`. */
  readonly glyphs?: GlyphLevel | undefined;
  readonly config?: ConfigApi | undefined;
  /** Where the clock starts: ms since 1970, or a date; default 2000-01-01T00:00:00Z. */
  readonly now?: number | Date | undefined;
  /** `$tui.argv`. */
  readonly argv?: readonly string[] | undefined;
  /** What `$tui.stdin` reads; default nothing. */
  readonly stdin?: string | undefined;
  /** Elements besides, or instead of, those of `createMount`. */
  readonly registry?: Registry | undefined;
  /** Paints as many rows as the app shows. Default: as the configuration has it, else the document. */
  readonly inline?: boolean | undefined;
  /** Copies selected text as soon as the button is up; default true. */
  readonly copyOnSelect?: boolean | undefined;
  /** `throw` (default): an error reported while a method runs rejects it. `keep`: see `diagnostics`. */
  readonly errors?: 'throw' | 'keep' | undefined;
}

export interface WaitOptions {
  /** Milliseconds after which the last failure is final; default 1000. */
  readonly timeout?: number | undefined;
  /** Milliseconds between two calls; default 20. */
  readonly interval?: number | undefined;
}

/** A cell, an element, or a selector of one: where the pointer goes; elements are met in their middle. */
export type Target = TuiElement | string | { readonly x: number; readonly y: number };

/**
 * Loads a document, runs its scripts, paints, runs its ready scripts, paints again. The clock is stopped,
 * unless a script awaits a timer at its top level: then it advances to that timer.
 */
export type Mount = (
  document: string | { readonly file: string },
  options?: MountOptions,
) => Promise<MountedApp>;

/**
 * A `mount` for one set of elements.
 *
 * @param openHost decides what apps may do and reach; default: what the test may
 */
export function createMount(registry: Registry, openHost: OpenHost = () => UNLIMITED): Mount {
  return async (document, options = {}) => {
    checkKind('mount', 'document', document, ['string', 'object']);
    checkOptions<MountOptions>('mount', options, KINDS);
    const inline = typeof document === 'string';
    if (!inline) checkKind('mount', 'file', document.file, 'string');
    const text = inline ? document : await promises.readFile(document.file, 'utf8');
    const file = inline ? undefined : document.file;
    const host = openHost({ file: file ?? '<inline>', text }, options);
    let app: MountedApp | undefined;
    try {
      app = new MountedApp(text, file, {
        ...options,
        host,
        registry: options.registry ?? registry,
      });
    } finally {
      if (app === undefined) host.close();
    }
    mounted.add(app);
    try {
      await app.start();
    } catch (error) {
      app.unmount();
      throw error;
    }
    return app;
  };
}

const KINDS: OptionKinds<MountOptions> = {
  width: 'size',
  height: 'size',
  theme: ['string', 'object'],
  glyphs: 'string',
  config: 'object',
  now: ['number', 'object'],
  argv: 'array',
  stdin: 'string',
  registry: ['object', 'function'],
  copyOnSelect: 'boolean',
  inline: 'boolean',
  errors: 'string',
  permissions: ['string', 'array'],
  env: 'object',
  fetch: 'function',
  run: 'function',
  ai: ['object', 'function'],
  files: 'object',
};

const UNLIMITED: HostedApp = {
  access: undefined,
  permissions: undefined,
  compiler: undefined,
  readParts: ownParts,
  checkCopy: () => undefined,
  readFile: () => undefined,
  close: () => undefined,
};

const mounted = new Set<MountedApp>();

/** Unmounts every app that is still mounted; for `afterEach`. */
export function unmountAll(): void {
  for (const app of mounted) app.unmount();
}

/** Frames after which a screen that changes by itself is taken as it is. */
const MAX_FRAMES = 20;

/** Milliseconds of real time after which scripts that have not ended are taken to await a timer. */
const TIMER_GRACE = 200;

/** A terminal of 24-bit colour that needs no questions. */
const ENVIRONMENT = { TERM: 'xterm-256color', COLORTERM: 'truecolor' };

interface PendingChoice {
  readonly choice: Omit<FileChoice, 'signal'>;
  settle(files: readonly File[] | undefined): void;
}

export class MountedApp {
  /** The app itself. */
  readonly app: App;
  readonly clock: ManualClock;
  /** Code that `$tui.exit` or Ctrl+C ended the app with; undefined while it runs. */
  exitCode: number | undefined;
  /** The last title set for the terminal's window. */
  title: string | undefined;
  /** What `$tui.print` has printed, each as plain text. */
  readonly printed: string[] = [];
  /** What was sent so far, as `.screen` files note it. */
  readonly inputs: string[] = [];
  readonly #terminal: MemoryTerminal;
  readonly #throws: boolean;
  readonly #host: HostedApp;
  readonly #notices: NoticeElements;
  /** Of the file input whose dialog would show. */
  #choice: PendingChoice | undefined;
  #seen = 0;
  /** What is left to do of the start, when scripts have ended that asked the user before. */
  #started: (() => Promise<void> | never) | undefined;

  constructor(
    text: string,
    file: string | undefined,
    options: MountOptions & { readonly registry: Registry; readonly host: HostedApp },
  ) {
    const { width = 80, height = 24, now, config, argv, host, stdin = '' } = options;
    this.#host = host;
    const named = config?.getSource('theme') === 'default' ? undefined : config?.theme;
    const theme = options.theme ?? named ?? 'fullcolor-dark';
    this.clock = new ManualClock(now === undefined ? undefined : Number(now));
    this.#terminal = new MemoryTerminal(width, height);
    this.#throws = options.errors !== 'keep';
    this.app = createApp(text, {
      registry: options.registry,
      file,
      width,
      height,
      theme,
      glyphs: options.glyphs,
      config,
      argv,
      clock: this.clock,
      animate: true,
      env: ENVIRONMENT,
      output: this.#terminal,
      access: (hooks) => ({ ...host.access?.(hooks), chooseFiles: this.#onChoose }),
      permissions: host.permissions,
      compiler: host.compiler,
      readParts: host.readParts,
      clipboard: {
        copy: async () => {
          host.checkCopy();
          return await Promise.resolve({ how: 'confirmed' as const });
        },
      },
      copyOnSelect: options.copyOnSelect,
      stdin: () => Readable.from(stdin === '' ? [] : [stdin]),
      isAttended: true,
      inline: options.inline,
      onExit: (code) => {
        this.exitCode = code;
      },
      onPrint: (text) => {
        this.printed.push(text);
      },
      onTitle: (title) => {
        this.title = title;
      },
    });
    this.#notices = new NoticeElements(this.app);
  }

  get document(): TuiDocument {
    return this.app.document;
  }
  get $tui(): TuiGlobal {
    return this.app.$tui;
  }
  get diagnostics(): readonly Diagnostic[] {
    return this.app.diagnostics;
  }
  /** The app's log: what its scripts wrote to `console` and `$tui.logger`. */
  get log(): readonly LogEntry[] {
    return this.app.$tui.logger.entries;
  }
  /** Every byte written to the terminal, as text. */
  get output(): string {
    return this.#terminal.text();
  }
  /** The text that was copied last; empty where none was. Nothing reaches the system's clipboard. */
  get clipboard(): string {
    return this.app.clipboard;
  }
  /** The text that `$tui.output` has set: what `tui` writes to stdout when the app ends. Undefined where none was set. */
  get result(): string | undefined {
    return this.app.result;
  }
  /** The texts of the notifications that show now, oldest first. */
  get notifications(): readonly string[] {
    return this.app.notifications.map(({ text }) => text);
  }
  get width(): number {
    return this.app.width;
  }
  get height(): number {
    return this.app.height;
  }

  /** For `createMount`: called once. */
  async start(): Promise<void> {
    await this.#through(this.app.loadUntilAsked());
    await this.settle();
    if (this.app.question === undefined) await this.#getReady();
    else {
      // A script waits for an answer of the test.
      this.app.load().then(
        () => (this.#started = () => this.#getReady()),
        (error: unknown) =>
          (this.#started = () => {
            throw error;
          }),
      );
    }
  }

  async #getReady(): Promise<void> {
    await this.#through(this.app.ready());
    await this.settle();
  }

  /** What is left of the start, once the script has its answer. */
  async #finishStart(): Promise<void> {
    const started = this.#started;
    this.#started = undefined;
    await started?.();
  }

  /** What the screen shows, one line a row, trailing blanks and empty rows dropped. */
  text(): string {
    return this.screen().text();
  }

  /** A picture of the screen as it is now. */
  screen(): Screen {
    return Screen.of(this.app.cells, this.app.theme, this.app.cursor);
  }

  /** Presses keys one after the other: `Enter`, `Ctrl+C`, `a`. */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.#send(key, keyBytes(key));
  }

  /** The text of the question of `$tui.confirm`, `prompt` or `choose` that shows; undefined where none does. */
  get question(): string | undefined {
    return this.app.question;
  }

  /**
   * Answers the question that shows, as the user does: true or false; a text, which the app may not accept; the value of
   * an option; null to cancel.
   *
   * @throws Error where no question shows
   * @throws RangeError for what is not an answer to it
   */
  async answer(value: unknown): Promise<void> {
    this.inputs.push(`answer ${JSON.stringify(value) ?? String(value)}`);
    this.app.answer(value);
    await this.settle();
  }

  /** What the file input has requested whose dialog would show; undefined where none would. */
  get fileChoice(): Omit<FileChoice, 'signal'> | undefined {
    return this.#choice?.choice;
  }

  /**
   * Chooses files in the dialog that shows, as the user does; null closes it without a choice.
   *
   * @param target a file input that is clicked first
   * @throws Error where no dialog shows
   * @throws RangeError for several files where one can be chosen
   */
  async chooseFiles(files: readonly File[] | null, target?: Target): Promise<void> {
    if (target !== undefined) await this.click(target);
    const pending = this.#choice;
    if (pending === undefined) {
      throw new Error(
        'no file input shows its dialog: press Enter in one, or pass it as the target',
      );
    }
    if (files !== null && files.length > 1 && !pending.choice.multiple) {
      throw new RangeError(`expected one file, found ${files.length}: the input is not multiple`);
    }
    this.inputs.push(`files ${JSON.stringify(files?.map(({ name }) => name) ?? null)}`);
    this.#choice = undefined;
    pending.settle(files === null || files.length === 0 ? undefined : files);
    await this.settle();
  }

  readonly #onChoose: ChooseFiles = async ({ signal, ...choice }) => {
    signal.throwIfAborted();
    return await new Promise((settle) => {
      const pending = { choice, settle };
      this.#choice = pending;
      signal.addEventListener('abort', () => {
        if (this.#choice === pending) this.#choice = undefined;
        settle(undefined);
      });
    });
  };

  /** Types text, a line break as Enter. */
  async type(text: string): Promise<void> {
    await this.#send(`type ${JSON.stringify(text)}`, textBytes(text));
  }

  /** Pastes text, as a bracketed paste. */
  async paste(text: string): Promise<void> {
    await this.#send(`paste ${JSON.stringify(text)}`, pasteBytes(text));
  }

  /** Moves the pointer to a target, presses and releases. */
  async click(target: Target, options: MouseOptions = {}): Promise<void> {
    const { x, y } = this.#cellOf(target);
    await this.#send(
      `click ${x},${y}`,
      mouseBytes('move', x, y),
      mouseBytes('press', x, y, options),
      mouseBytes('release', x, y, options),
    );
  }

  /** Moves the pointer to a target. */
  async hover(target: Target): Promise<void> {
    const { x, y } = this.#cellOf(target);
    await this.#send(`hover ${x},${y}`, mouseBytes('move', x, y));
  }

  /** Presses at one target, moves to another, releases there. */
  async drag(from: Target, to: Target, options: MouseOptions = {}): Promise<void> {
    const start = this.#cellOf(from);
    const end = this.#cellOf(to);
    await this.#send(
      `drag ${start.x},${start.y} ${end.x},${end.y}`,
      mouseBytes('move', start.x, start.y),
      mouseBytes('press', start.x, start.y, options),
      mouseBytes('drag', end.x, end.y, options),
      mouseBytes('release', end.x, end.y, options),
    );
  }

  /** Turns the wheel over a target by whole steps; up is negative. */
  async wheel(target: Target, steps: number): Promise<void> {
    const { x, y } = this.#cellOf(target);
    const action = steps < 0 ? 'wheelUp' : 'wheelDown';
    const bytes = Array.from({ length: Math.abs(steps) }, () => mouseBytes(action, x, y));
    await this.#send(`wheel ${x},${y} ${steps}`, ...bytes);
  }

  /** Changes the terminal's size, in cells. */
  async resize(width: number, height: number): Promise<void> {
    this.#terminal.width = width;
    this.#terminal.height = height;
    this.app.resize(width, height);
    await this.settle();
  }

  /** Moves the clock on; timers fire in their order, then a frame is painted. */
  async advance(ms: number): Promise<void> {
    await this.clock.advance(ms);
    await this.settle();
  }

  /** Lets promises that are ready run, then paints; for changes made by the test itself. */
  async settle(): Promise<void> {
    await turn();
    this.app.frame();
    // What a frame caused (a size observed, an image read) is seen in the next one.
    for (let frames = 0; frames < MAX_FRAMES; frames++) {
      await turn();
      await this.app.loaded();
      if (this.app.frame().skipped) break;
    }
    this.#throwErrors();
    await this.#finishStart();
  }

  /**
   * Calls back until it neither throws nor rejects, and resolves to what it returned. Meanwhile time passes: real time,
   * and as much on the app's clock.
   *
   * @throws what the callback threw last, with the screen
   */
  async waitFor<T>(callback: () => T | PromiseLike<T>, options: WaitOptions = {}): Promise<T> {
    const { timeout = 1000, interval = 20 } = options;
    for (let passed = 0; ; passed += interval) {
      await this.settle();
      try {
        return await callback();
      } catch (error) {
        if (passed >= timeout) throw this.#withScreen(error, timeout);
      }
      await new Promise<void>((resolve) => setTimeout(resolve, interval));
      await this.clock.advance(interval);
    }
  }

  /**
   * The element that shows a text: whose own text equals it, apart from white space, or matches a pattern; otherwise
   * the one that paints it, as a table does. For a notification this is a separate element outside the document: a
   * click on it closes the notification.
   *
   * @throws Error if no element shows it, or several do
   */
  getByText(text: TextMatch): TuiElement {
    return onlyOne(this.#elementsByText(text), text);
  }

  /** Like `getByText`, but null if no element shows it. @throws Error if several elements do */
  queryByText(text: TextMatch): TuiElement | null {
    const found = this.#elementsByText(text);
    return found.length === 0 ? null : onlyOne(found, text);
  }

  /** Like `getByText`, but waits until the element exists: see `waitFor`. */
  async findByText(text: TextMatch, options?: WaitOptions): Promise<TuiElement> {
    return await this.waitFor(() => this.getByText(text), options);
  }

  /** The text of a file of `files`, or of one that the app has written; undefined if there is none. */
  readFile(path: string): string | undefined {
    return this.#host.readFile(path);
  }

  /** Names the element that painted a cell and its place: `<data-bars id="sales"> app.tui:4:3`. */
  ownerAt(x: number, y: number): string | undefined {
    const element = this.app.ownerAt(x, y);
    if (element === null) return undefined;
    const place = formatPlace(sourceOf(element)?.source, sourceOf(element)?.span);
    return `${describeElement(element)}${place === '' ? '' : ` ${place}`}`;
  }

  /** Ends the app: its timers and handlers. */
  unmount(): void {
    mounted.delete(this);
    this.app.stop();
    this.#host.close();
  }

  /**
   * Waits for scripts. Where they do not end while timers wait, they may await one, at the top level,
   * and no test can move the clock before `mount` has ended: then it goes on to the next timer.
   */
  async #through(scripts: Promise<void>): Promise<void> {
    let running = true;
    const end = scripts.finally(() => {
      running = false;
    });
    while (running) {
      let grace: ReturnType<typeof setTimeout> | undefined;
      const passed = new Promise<void>((resolve) => {
        grace = setTimeout(resolve, TIMER_GRACE);
      });
      try {
        await Promise.race([end, passed]);
      } finally {
        clearTimeout(grace);
      }
      if (running) await this.clock.advanceToNext();
    }
    await end;
  }

  async #send(name: string, ...parts: readonly Uint8Array[]): Promise<void> {
    this.inputs.push(name);
    for (const bytes of parts) {
      this.app.input(bytes);
      await this.settle();
    }
  }

  #cellOf(target: Target): { x: number; y: number } {
    if (typeof target === 'object' && !('localName' in target)) return target;
    const element = typeof target === 'string' ? this.document.querySelector(target) : target;
    if (element === null) throw new Error(`there is no element ${JSON.stringify(target)}`);
    if (typeof element !== 'object') {
      throw new TypeError(
        `expected an element, a selector or a cell such as { x: 0, y: 0 }, found ${String(element)}`,
      );
    }
    const box = element.getBoundingClientRect();
    if (box.width <= 0 || box.height <= 0) {
      throw new Error(`${describeElement(element)} has no size on the screen`);
    }
    return { x: Math.floor(box.x + box.width / 2), y: Math.floor(box.y + box.height / 2) };
  }

  #elementsByText(text: TextMatch): readonly TuiElement[] {
    return findByText(
      {
        document: this.document,
        screen: () => this.screen(),
        ownerAt: (x, y) => this.app.ownerAt(x, y),
        notices: () => this.#notices.list(),
      },
      text,
    );
  }

  #withScreen(error: unknown, timeout: number): unknown {
    if (!(error instanceof Object) || !('message' in error)) return error;
    const shown = `${String(error.message)}\n\nThe screen after ${timeout} ms:\n${this.text()}`;
    Object.defineProperty(error, 'message', { value: shown, configurable: true, writable: true });
    return error;
  }

  #throwErrors(): void {
    const all = this.app.diagnostics;
    const errors = all.slice(this.#seen).filter(({ severity }) => severity === 'error');
    this.#seen = all.length;
    if (this.#throws && errors.length > 0) throw new DiagnosticError(errors);
  }
}

/** One turn of the event loop: every promise that is ready has run. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

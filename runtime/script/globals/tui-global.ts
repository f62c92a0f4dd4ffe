/** `$tui`: the API of an app for its own scripts. */
import { pathToFileURL } from 'node:url';
import { dirname } from 'node:path';
import type { ConfigApi } from '../../../config/types.js';
import { TuiElement, type TuiDocument } from '../../element/tui-element.js';
import { pathOf } from '../bundle/folders.js';
import type { AiApi } from './ai-types.js';
import type { Logger } from '../logger.js';
import { createCalls } from './calls-api.js';
import { createCommandsApi, type CommandsApi } from './commands-api.js';
import { createScreensApi, type ScreensApi } from './screens-api.js';
import { NO_AUDIO, type AudioApi } from './audio-api.js';
import { NO_OAUTH, type OAuthApi } from './oauth-api.js';
import type { RunOptions, RunResult } from '../child-processes.js';
import {
  formatCsv,
  parseCsv,
  type CsvFormatOptions,
  type CsvOptions,
  type CsvTable,
} from './csv.js';
import type { SpawnedProgram, SpawnOptions } from '../spawned-program.js';
import type {
  Ask,
  ChooseOption,
  ChooseOptions,
  ConfirmOptions,
  PromptOptions,
} from '../../element/calls/questions.js';
import type { Load, Resource } from '../state/resource.js';
import type { State } from '../state/state.js';
import type { StdinApi } from './stdin.js';
import { elementById, queryFirst, queryAll, createElement } from '../../element/tree.js';
import { documentSourceOf } from '../../element/tui-document.js';

/** The API of an app for its own scripts: the global `$tui`. */
export interface TuiGlobal {
  /** The app's document. */
  readonly document: TuiDocument;
  getElementById(id: string): TuiElement | null;
  querySelector(selector: string): TuiElement | null;
  querySelectorAll(selector: string): Iterable<TuiElement> & { readonly length: number };
  createElement(name: string): TuiElement;
  /**
   * Requests a frame. Handlers, timers and settled promises of a script are followed by a frame without it; call it
   * after other code has changed data that an element displays.
   */
  render(): void;
  /** Suppresses the frame that would follow the current handler or timer. */
  skipRender(): void;
  /**
   * Creates a reactive object. Elements are bound to its keys (`bind="key"`), and functions subscribe to them
   * (`state.subscribe('key', callback)`). Changes inside plain objects, arrays, sets and maps are tracked; any other
   * value, such as a Date, must be replaced as a whole. A getter is a derived value: computed when it is read, and again
   * only after a change of what it has read of states. Export the state, so that attributes and expressions can name its
   * keys.
   *
   * Throws a TypeError if `initial` is not a plain object, or has the key `subscribe`.
   */
  createState<T extends object = Record<string, unknown>>(initial?: T): State<T>;
  /**
   * Loads a value, and holds it with the state of its loading: `value`, `error`, `loading` and `reload()`. `load` receives
   * `{ signal, value }`: a signal that aborts where the result is not needed any more, and the value before. It is called
   * at once, when the current code has ended, and by `reload`. Throws a TypeError if `load` is not a function.
   */
  createResource<T>(load: Load<T>): Resource<T>;
  /**
   * Ends the app with an exit code from 0 (default) to 255. The current handler runs to its end; timers are not called
   * again. Throws a RangeError for any other code. An inline app leaves its last frame above the prompt, or with `clear`
   * nothing.
   */
  exit(code?: number, options?: ExitOptions): void;
  /**
   * Prints a text or an element above an inline app, into the terminal's own scrollback: each once and in order. A text may have
   * colours (SGR sequences); all other control characters become visible symbols. An element is painted as it is now, as wide
   * as the terminal and as high as it needs. While the app has the whole screen, is stopped or has lent the terminal, it
   * is kept until the app is inline again, or ends. Throws a TypeError for anything else.
   */
  print(content: string | TuiElement): void;
  /**
   * Sets the text that is written to stdout when the app has ended; a later call replaces it. With `tui ask`, it is
   * written in place of the form's data, whatever the exit code. Control characters other than line breaks and tabs are
   * replaced. Throws a RangeError for a text of more than 8 MB.
   */
  output(text: string): void;
  /** What is piped into the app; empty at a terminal. */
  readonly stdin: StdinApi;
  /** The configuration; undefined in an app that was started by `createApp` or `mount` without one. */
  readonly config: ConfigApi | undefined;
  /** URL of the document, for example `file:///home/ada/app.tui`. */
  readonly url: string;
  /** Absolute path of the document's folder. */
  readonly dirname: string;
  /** Arguments after the document's path: `['--fast']` in `tui app.tui --fast`. */
  readonly argv: readonly string[];
  /** The app's log. */
  readonly logger: Logger;
  /**
   * Calls back once, after the first frame; if that has been painted, as soon as the current code ends. Throws a
   * TypeError if `callback` is not a function.
   */
  onReady(callback: () => unknown): void;
  /** What the document's scripts export; the same object as `$app`. */
  readonly exports: Readonly<Record<string, unknown>>;
  /** Sets the title of the terminal's window. Control characters are removed. */
  setTitle(title: string): void;
  /** Shows a notification above the app. Throws a RangeError for an unknown kind. */
  notify(text: string, options?: NotifyOptions): void;
  /**
   * Asks the user a question in a modal dialog, and resolves to whether it was confirmed; Escape answers false. Calls are
   * asked in their order. Rejects where no user can answer: in a pipe, in `tui snapshot` without `--press`, in `tui ask`
   * without a terminal, and while an agent drives the app.
   */
  confirm(text: string, options?: ConfirmOptions): Promise<boolean>;
  /** Requests a text as `confirm` does, and resolves to what was entered; null if the user cancels. */
  prompt(text: string, options?: PromptOptions): Promise<string | null>;
  /**
   * Asks the user to choose one of several options as `confirm` does, and resolves to its value; null if the user
   * cancels. More than ten have a field that finds them by letters. Rejects with a RangeError if none can be chosen.
   */
  choose<T = string>(
    text: string,
    options: readonly ((T & string) | ChooseOption<T>)[],
    settings?: ChooseOptions<T>,
  ): Promise<T | null>;
  /** The screens of the app: which of its `<screen>` elements shows. */
  readonly screens: ScreensApi;
  /** The commands of the app: what its keys, its palette and its buttons run. */
  readonly commands: CommandsApi;
  /** Values that the app keeps between runs, if the setting `persist` is on. */
  readonly state: StateApi;
  /** Translated messages, and numbers and dates in the app's language. */
  readonly i18n: I18nApi;
  /** The permissions of the app. */
  readonly permissions: PermissionsApi;
  /** Signs the user in, and sends requests with the user's token. */
  readonly oauth: OAuthApi;
  /** Records from the microphone. */
  readonly audio: AudioApi;
  /**
   * Runs a program without a shell: `await $tui.run('git', ['log', '-1'])`. Resolves when the program ends, whatever its
   * exit code. Rejects if it cannot be started, runs longer than `timeout`, or writes more than `maxOutput`. In a
   * sandbox it requires the permission `run`, and the program is ended with the app. The program itself runs outside of
   * the sandbox, with the user's rights. Of the environment it receives HOME, USER, LOGNAME, SHELL, TMPDIR and the
   * locale, unless they are denied, and the variables that the app is granted.
   */
  run(command: string, args?: readonly string[], options?: RunOptions): Promise<RunResult>;
  /**
   * Starts a program that goes on, such as a server, a watcher or an interpreter:
   * `const program = await $tui.spawn('tail', ['-f', 'app.log'])`. Resolves once it runs, and rejects if it cannot be
   * started. It has what `$tui.run` gives a program, requires the same permission, and ends with the app. It waits while
   * nothing reads what it writes: read or cancel both `stdout` and `stderr`, or pass `onStdout` and `onStderr`.
   */
  spawn(command: string, args?: readonly string[], options?: SpawnOptions): Promise<SpawnedProgram>;
  /**
   * Reads a text as CSV: `const { rows } = $tui.parseCsv(await readFile('people.csv', 'utf8'))`. `problems` has
   * its errors, by their lines. Throws a SyntaxError if a quote is not closed.
   */
  parseCsv(text: string, options?: CsvOptions): CsvTable;
  /** Writes rows as CSV, with quotes where values need them and a line end after each row. */
  formatCsv(rows: Iterable<Readonly<Record<string, unknown>>>, options?: CsvFormatOptions): string;
  /** The language model that the user has configured. */
  readonly ai: AiApi;
  /**
   * Copies text to the clipboard. Resolves to `confirmed` if the system's clipboard has accepted it, and to `sent` if it
   * was sent to the terminal, which does not answer. Rejects without the permission `clipboard`, and if no clipboard
   * can be reached.
   */
  copyToClipboard(text: string): Promise<'confirmed' | 'sent'>;
}

/** `$tui.state`: values that the app keeps between runs. */
export interface StateApi {
  /** True if values are kept: the setting `persist` is on, and the app has a file or a URL. */
  readonly isKept: boolean;
  /** Returns a copy of the value; undefined if the key has none. */
  get(key: string): unknown;
  /**
   * Keeps a value that JSON can represent, at most 64 kB of it; undefined removes the key. Throws a TypeError for any
   * other value.
   */
  set(key: string, value: unknown): void;
  /** Deletes everything that is kept for the app, including values of elements and of states. */
  clear(): void;
}

const NO_STATE: StateApi = Object.freeze({
  isKept: false,
  get: () => undefined,
  set: () => undefined,
  clear: () => undefined,
});

/** `$tui.i18n`: messages, numbers and dates in the app's language. */
export interface I18nApi {
  /** The app's language as a BCP 47 tag, such as `pt-BR`: the setting `i18n.locale`, or that of the environment. */
  readonly locale: string;
  /** Writing direction of that language. */
  readonly direction: 'ltr' | 'rtl';
  /**
   * Returns the message of a key with `values` inserted. Tries the locale, its fallbacks and the default locale;
   * returns the key if none has a message.
   */
  t(key: string, values?: Readonly<Record<string, unknown>>): string;
  /** True if the key has a message. */
  has(key: string): boolean;
  /**
   * Changes the language. Messages in the document are replaced, and `languagechange` is dispatched to the window.
   * Throws a RangeError if `locale` is not a BCP 47 tag.
   */
  setLocale(locale: string): void;
  /** Formats a number as `Intl.NumberFormat` does, in the app's language. */
  formatNumber(value: number | bigint, options?: Intl.NumberFormatOptions): string;
  /** Formats a date, or milliseconds since 1970, as `Intl.DateTimeFormat` does, in the app's language. */
  formatDate(value: Date | number, options?: Intl.DateTimeFormatOptions): string;
}

const NO_MESSAGES: I18nApi = Object.freeze({
  locale: 'en',
  direction: 'ltr',
  t: (key: string) => String(key),
  has: () => false,
  setLocale: () => undefined,
  formatNumber: (value: number | bigint, options?: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat('en', options).format(value),
  formatDate: (value: Date | number, options?: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en', options).format(value),
} as const);

type PermissionName =
  | 'read'
  | 'write'
  | 'net'
  | 'run'
  | 'env'
  | 'oauth'
  | 'shader'
  | 'clipboard'
  | 'terminal'
  | 'microphone'
  | 'ai'
  | 'all';

/** `$tui.permissions`: the permissions of the app. */
export interface PermissionsApi {
  /**
   * Resolves to whether the app has a permission: `query('read', '/data')`, `query('net', 'example.com:443')`,
   * `query('run', ['git', 'log'])`, `query('clipboard')`. Without a value: whether everything of that kind is granted.
   * Rejects with a TypeError for an unknown kind. An app that was started by `createApp` is not limited: everything is
   * granted.
   */
  query(kind: PermissionName, value?: string | readonly string[]): Promise<'granted' | 'denied'>;
}

const NO_LIMITS: PermissionsApi = Object.freeze({
  query: () => Promise.resolve<'granted'>('granted'),
});

/** Options of `$tui.exit`. */
interface ExitOptions {
  /** Erases the last frame of an inline app; default false. */
  readonly clear?: boolean | undefined;
}

/** Options of `$tui.notify`. */
export interface NotifyOptions {
  /** Milliseconds until it disappears; default 3000; 0: it stays until the app ends. */
  readonly timeout?: number | undefined;
  /** Decides its color; default `info`. */
  readonly kind?: 'info' | 'success' | 'warning' | 'error' | undefined;
}

export interface TuiGlobalParts {
  readonly document: TuiDocument;
  readonly config: ConfigApi | undefined;
  readonly argv: readonly string[];
  readonly logger: Logger;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly permissions?: PermissionsApi | undefined;
  readonly oauth?: OAuthApi | undefined;
  readonly audio?: AudioApi | undefined;
  readonly i18n?: I18nApi | undefined;
  readonly state?: StateApi | undefined;
  render(): void;
  skipRender(): void;
  createState(initial: unknown): State;
  createResource(load: unknown): Resource<unknown>;
  exit(code: number, clears: boolean): void;
  print(content: string | TuiElement): void;
  output(text: string): void;
  readonly stdin: StdinApi;
  onReady(callback: () => unknown): void;
  setTitle(title: string): void;
  notify(text: string, options?: NotifyOptions): void;
  /** Default: no user can answer. */
  readonly ask?: Ask | undefined;
  readonly ai: AiApi;
  run(command: string, args?: readonly string[], options?: RunOptions): Promise<RunResult>;
  spawn(command: string, args?: readonly string[], options?: SpawnOptions): Promise<SpawnedProgram>;
  copyToClipboard(text: string): Promise<'confirmed' | 'sent'>;
}

export function createTuiGlobal(parts: TuiGlobalParts): TuiGlobal {
  const { document, config, argv, logger, exports } = parts;
  const source = documentSourceOf(document) ?? { file: '<inline>', text: '' };
  const path = pathOf(source);
  return Object.freeze({
    document,
    ...createCalls(parts.ask ?? refuse),
    screens: createScreensApi(document),
    commands: createCommandsApi(document),
    config,
    argv: Object.freeze([...argv]),
    logger,
    exports,
    permissions: parts.permissions ?? NO_LIMITS,
    ai: parts.ai,
    oauth: parts.oauth ?? NO_OAUTH,
    audio: parts.audio ?? NO_AUDIO,
    i18n: parts.i18n ?? NO_MESSAGES,
    state: parts.state ?? NO_STATE,
    url: pathToFileURL(path).href,
    dirname: dirname(path),
    getElementById: (id: string) => elementById(document, String(id)),
    querySelector: (selector: string) => queryFirst(document, selector),
    querySelectorAll: (selector: string) => queryAll(document, selector),
    createElement: (name: string) => createElement(document, name),
    render: () => parts.render(),
    skipRender: () => parts.skipRender(),
    createState: <T extends object>(initial?: T) => parts.createState(initial) as State<T>,
    createResource: <T>(load: Load<T>) => parts.createResource(load) as Resource<T>,
    exit: (code: number = 0, options?: ExitOptions) =>
      parts.exit(exitCode(code), options?.clear === true),
    print: (content: string | TuiElement) => {
      if (typeof content !== 'string' && !(content instanceof TuiElement)) {
        throw new TypeError('$tui.print: expected a string or an element as the first argument');
      }
      parts.print(content);
    },
    output: (text: string) => parts.output(outputText(text)),
    stdin: parts.stdin,
    onReady: (callback: () => unknown) => {
      if (typeof callback !== 'function') {
        throw new TypeError('$tui.onReady: expected a function as the first argument');
      }
      parts.onReady(callback);
    },
    setTitle: (title: string) => parts.setTitle(String(title)),
    notify: (text: string, options?: NotifyOptions) => parts.notify(String(text), options),
    run: (command: string, args?: readonly string[], options?: RunOptions) =>
      parts.run(command, args, options),
    spawn: (command: string, args?: readonly string[], options?: SpawnOptions) =>
      parts.spawn(command, args, options),
    parseCsv,
    formatCsv,
    copyToClipboard: (text: string) => parts.copyToClipboard(String(text)),
  });
}

const refuse: Ask = ({ kind }) =>
  Promise.reject(new Error(`$tui.${kind}: no user can answer: the app does not run`));

/** Bytes of a text for stdout: neither a terminal nor a variable of a shell has use for more. */
const MAX_OUTPUT = 8 * 1024 * 1024;

function outputText(value: unknown): string {
  const text = String(value);
  if (Buffer.byteLength(text) <= MAX_OUTPUT) return text;
  throw new RangeError(`$tui.output: expected at most ${MAX_OUTPUT} bytes`);
}

/** What a process can end with: a whole number from 0 to 255. */
function exitCode(code: unknown): number {
  if (typeof code === 'number' && Number.isInteger(code) && code >= 0 && code <= 255) return code;
  throw new RangeError(
    `$tui.exit: expected a whole number from 0 to 255, found ${typeof code === 'string' ? JSON.stringify(code) : String(code)}`,
  );
}

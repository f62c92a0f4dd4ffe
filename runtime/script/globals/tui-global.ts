/** `$tui`: what a script is given of its app. */
import { pathToFileURL } from 'node:url';
import { join, resolve } from 'node:path';
import type { ConfigApi } from '../../../config/types.js';
import type { TuiDocument, TuiElement } from '../../element/tui-element.js';
import { directoryOf } from '../bundle/folders.js';
import type { AiApi } from '../ai/types.js';
import type { Logger } from '../logger.js';
import { NO_AUDIO, type AudioApi } from './audio-api.js';
import { NO_OAUTH, type OAuthApi } from './oauth-api.js';
import type { RunOptions, RunResult } from '../child-processes.js';
import type { State } from '../state/state.js';
import { elementById, queryFirst, queryAll, createElement } from '../../element/tree.js';
import { documentSourceOf } from '../../element/tui-document.js';

export interface TuiGlobal {
  readonly document: TuiDocument;
  getElementById(id: string): TuiElement | null;
  querySelector(selector: string): TuiElement | null;
  querySelectorAll(selector: string): Iterable<TuiElement> & { readonly length: number };
  createElement(name: string): TuiElement;
  /** Asks for a frame. Only needed after data changed where no handler and no timer of the script ran. */
  render(): void;
  /** The frame that would follow the handler, or timer, in which this is called does not. */
  skipRender(): void;
  /**
   * An object that elements are bound to by its keys (`bind="key"`) and functions subscribe to. Plain
   * objects and arrays in it, sets and maps are followed; anything else is a value that is replaced.
   */
  createState<T extends object = Record<string, unknown>>(initial?: T): State<T>;
  /** Ends the app; 0 by default. What the current handler still does is done, timers are not called again. */
  exit(code?: number): void;
  /** The configuration; undefined where the app runs without one. */
  readonly config: ConfigApi | undefined;
  /** The document's address, a `file:` URL. */
  readonly url: string;
  /** The folder of the document. */
  readonly dirname: string;
  /** The arguments after the document's path on the command line. */
  readonly argv: readonly string[];
  readonly logger: Logger;
  /** Calls back after the first frame; at once (but not synchronously) where that has been. */
  onReady(callback: () => unknown): void;
  /** What the document's scripts export; the same object as `$app`. */
  readonly exports: Readonly<Record<string, unknown>>;
  /** Sets the window title of the terminal. Control characters are taken out. */
  setTitle(title: string): void;
  /** Shows a message above the app for `timeout` ms (default 3000; 0: until the app ends). Throws a RangeError for an unknown kind. */
  notify(text: string, options?: NotifyOptions): void;
  /** Values of the app's own that are kept between runs, where `persist` is on. */
  readonly state: StateApi;
  /** The app's messages and its language. */
  readonly i18n: I18nApi;
  /** What the app may do. */
  readonly permissions: PermissionsApi;
  /** Signing in, and requests in the name of who has. */
  readonly oauth: OAuthApi;
  /** The microphone. */
  readonly audio: AudioApi;
  /**
   * Runs a program to its end, without a shell: `await $tui.run('git', ['log', '-1'])`. Resolves whatever
   * its exit code; rejects where it cannot be started, takes longer than `timeout` or writes more than
   * `maxOutput`. In a sandbox it needs the permission `run`, and gets the granted variables only; ends
   * with the app.
   */
  run(command: string, args?: readonly string[], options?: RunOptions): Promise<RunResult>;
  /** A model that the user has set up, where the app may use one. */
  readonly ai: AiApi;
  /**
   * Copies a text. Resolves to `confirmed` where the system's clipboard has it, to `sent` where the
   * terminal was asked to take it, which never says whether it did; rejects where there is no way.
   */
  copyToClipboard(text: string): Promise<'confirmed' | 'sent'>;
}

export interface StateApi {
  /** Whether anything outlasts this run: the setting `persist` is on, and the app has a file or an address. */
  readonly isKept: boolean;
  /** A copy of the value; undefined where there is none. */
  get(key: string): unknown;
  /** Keeps a value that JSON can say, of at most 64 kB; undefined removes it. Throws a TypeError for any other. */
  set(key: string, value: unknown): void;
  /** Forgets all that is kept of the app, values of elements and of states too. */
  clear(): void;
}

const NO_STATE: StateApi = Object.freeze({
  isKept: false,
  get: () => undefined,
  set: () => undefined,
  clear: () => undefined,
});

export interface I18nApi {
  /** The language of the app, as BCP 47 has it: `i18n.locale`, or what the environment asks for. */
  readonly locale: string;
  /** Which way it is written. */
  readonly direction: 'ltr' | 'rtl';
  /**
   * The message of a key with values put in. Looks through the locale, what it falls back to, and the default locale;
   * the key itself where none has it.
   */
  t(key: string, values?: Readonly<Record<string, unknown>>): string;
  /** Whether a message has the key. */
  has(key: string): boolean;
  /**
   * Changes the language: texts that are others in it are painted anew, and `languagechange` fires at the window. Throws
   * a RangeError for what is no locale.
   */
  setLocale(locale: string): void;
  formatNumber(value: number | bigint, options?: Intl.NumberFormatOptions): string;
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

export type PermissionName =
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

export interface PermissionsApi {
  /**
   * Whether something may be done: `query('read', '/data')`, `query('net', 'example.com:443')`,
   * `query('run', ['git', 'log'])`, `query('clipboard')`. Without a value: whether all of the kind is
   * granted. Rejects with a TypeError for a kind that is none. An app that is run by a program of one's
   * own, through `createApp`, is not limited: everything is granted.
   */
  query(kind: PermissionName, value?: string | readonly string[]): Promise<'granted' | 'denied'>;
}

const NO_LIMITS: PermissionsApi = Object.freeze({
  query: () => Promise.resolve<'granted'>('granted'),
});

export interface NotifyOptions {
  /** Milliseconds. */
  readonly timeout?: number | undefined;
  /** Default `info`. */
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
  exit(code: number): void;
  onReady(callback: () => unknown): void;
  setTitle(title: string): void;
  notify(text: string, options?: NotifyOptions): void;
  readonly ai: AiApi;
  run(command: string, args?: readonly string[], options?: RunOptions): Promise<RunResult>;
  copyToClipboard(text: string): Promise<'confirmed' | 'sent'>;
}

export function createTuiGlobal(parts: TuiGlobalParts): TuiGlobal {
  const { document, config, argv, logger, exports } = parts;
  const source = documentSourceOf(document) ?? { file: '<inline>', text: '' };
  const dirname = directoryOf(source);
  const path = source.file.startsWith('<') ? join(dirname, 'app.tui') : resolve(source.file);
  return Object.freeze({
    document,
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
    dirname,
    getElementById: (id: string) => elementById(document, String(id)),
    querySelector: (selector: string) => queryFirst(document, selector),
    querySelectorAll: (selector: string) => queryAll(document, selector),
    createElement: (name: string) => createElement(document, name),
    render: () => parts.render(),
    skipRender: () => parts.skipRender(),
    createState: <T extends object>(initial?: T) => parts.createState(initial) as State<T>,
    exit: (code: number = 0) => parts.exit(exitCode(code)),
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
    copyToClipboard: (text: string) => parts.copyToClipboard(String(text)),
  });
}

/** What a process can end with: a whole number from 0 to 255. */
function exitCode(code: unknown): number {
  if (typeof code === 'number' && Number.isInteger(code) && code >= 0 && code <= 255) return code;
  throw new RangeError(
    `an exit code is a whole number from 0 to 255, not ${typeof code === 'string' ? JSON.stringify(code) : String(code)}`,
  );
}

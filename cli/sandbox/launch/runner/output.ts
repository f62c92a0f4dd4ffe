/**
 * The one door for what an app writes to its standard streams. The app has pipes to this process, wherever those
 * of this process lead: nothing that it writes is obeyed by a terminal, none of it shows on the screen of a live
 * app, and it has no descriptor of a file or a pipe of the user's.
 */
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { printable } from '../../../../runtime/base/diagnostics.js';
import type { Output } from '../../../command-line/console.js';

/** Characters that are kept of a live app until its end: the last ones. */
const KEPT = 64 * 1024;
/** Characters of one line: of a live app, and of a picture. */
const MAX_LINE_LENGTH = 4096;
const MAX_ROW_LENGTH = 1024 * 1024;
/** Characters that go to the log, and what a line counts beside its own. */
const MAX_LOGGED = 1024 * 1024;
const LINE_COST = 64;

/** Colours and other looks of text (SGR), which move nothing. */
const LOOKS = /\x1b\[[\d;:]{0,64}m/g;
const RESET = '\x1b[m';

/** Characters of a reader that does not read, from which on what an app writes is dropped. */
const MAX_UNREAD = 1024 * 1024;

/** Turns of the event loop without a piece after which a pipe is empty. */
const QUIET_TURNS = 2;
/** Milliseconds of one on Windows, where what is read is reported later. */
const WINDOWS_TURN = 25;

let open: (bytes: AppBytes) => Readable;

/**
 * What an app writes, or another process that runs one. Opaque: it reaches a terminal, a file or a log by way of
 * `RunnerOutput` alone.
 */
export class AppBytes {
  static {
    open = (bytes) => bytes.#pipe;
  }

  readonly #pipe: Readable;

  constructor(pipe: Readable) {
    this.#pipe = pipe;
    pipe.on('error', () => undefined);
  }
}

export interface RunnerOutputOptions {
  /**
   * `bytes`: to a file or a pipe, each as it is. `text`: to a terminal, text and its colours. `kept`: the same, of
   * a live app, whose last lines are written when it has ended.
   */
  readonly as: 'bytes' | 'text' | 'kept';
  /** Receives each line while the app is live. */
  readonly onLine?: ((line: string) => void) | undefined;
  /** The target cannot be written, and not because its reader has gone. Default: the app's writes fail. */
  readonly onError?: ((error: NodeJS.ErrnoException) => void) | undefined;
  /** Writes bytes without opening the target, and returns what is left of them. */
  readonly writeFirst?: ((bytes: Buffer) => Buffer) | undefined;
  /** Text that the reader does not read is dropped; default: the app waits for the reader. */
  readonly mayDrop?: boolean | undefined;
}

export class RunnerOutput {
  readonly #pipe: Readable;
  readonly #closed: Promise<void>;
  readonly #decoder = new StringDecoder('utf8');
  /** The line that has not ended. */
  #line = '';
  /** Of a live app, as it came: it is looked at at the end, and no more of it than is shown. */
  #kept = '';
  #isCut = false;
  #logged = 0;
  #hasLooks = false;
  /** Pieces that were read. */
  #count = 0;
  #isClosed = false;
  /** Settles when the reader has read. */
  #full: Promise<void> | undefined;

  /** Opened with the first piece: few apps write to stderr. */
  #target: Output | undefined;
  readonly #openTarget: () => Output;
  readonly #options: RunnerOutputOptions;

  constructor(bytes: AppBytes, openTarget: () => Output, options: RunnerOutputOptions) {
    this.#openTarget = openTarget;
    this.#options = options;
    this.#pipe = open(bytes);
    this.#closed = new Promise((resolve) => {
      this.#pipe.on('close', () => {
        this.#isClosed = true;
        resolve();
      });
    });
    this.#pipe.on('data', (piece: Buffer) => {
      this.#count++;
      if (options.as === 'bytes') this.#writeBytes(piece);
      else this.#processText(this.#decoder.write(piece));
    });
  }

  /**
   * Writes what is left of an app that has ended.
   *
   * @param patience milliseconds for a reader that does not read; default: as many as it takes
   */
  async finish(patience?: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      if (patience !== undefined) timer = setTimeout(resolve, patience);
    });
    await Promise.race([this.#readAll(), late]);
    if (this.#options.as !== 'bytes') this.#finishText();
    await Promise.race([this.#full, late]);
    clearTimeout(timer);
    this.#target?.off('error', this.#onError);
  }

  /**
   * What the app has written before its end is in the pipe. The pipe's own end comes later, when the system has
   * removed the process: it is not waited for. Each turn of the event loop reads what there is.
   */
  async #readAll(): Promise<void> {
    let quiet = 0;
    while (quiet < QUIET_TURNS && !this.#isClosed) {
      const before = this.#count;
      await new Promise((resolve) => {
        if (process.platform === 'win32') setTimeout(resolve, WINDOWS_TURN);
        else setImmediate(resolve);
      });
      quiet = this.#full === undefined && before === this.#count ? quiet + 1 : 0;
      await Promise.race([this.#full, this.#closed]);
    }
  }

  #finishText(): void {
    this.#processText(this.#decoder.end());
    if (this.#line !== '') this.#write(this.#processLine(this.#line, ''));
    this.#line = '';
    this.#show();
    if (this.#hasLooks) this.#write(RESET);
    this.#hasLooks = false;
  }

  readonly #onError = (error: NodeJS.ErrnoException): void => {
    if (error.code !== 'EPIPE') this.#options.onError?.(error);
    this.#leave();
  };

  /** Most apps write once. Only that piece is written at once: the next one could wait for a reader. */
  #writeBytes(piece: Buffer): void {
    const rest = this.#count === 1 ? this.#options.writeFirst?.(piece) : undefined;
    if (rest?.length !== 0) this.#write(rest ?? piece);
  }

  #opened(): Output {
    if (this.#target !== undefined) return this.#target;
    this.#target = this.#openTarget();
    if (this.#options.as !== 'kept') this.#target.on('error', this.#onError);
    return this.#target;
  }

  /** The app is not read further while the target is full. */
  #write(chunk: string | Buffer): void {
    if (chunk.length === 0) return;
    const { mayDrop = false } = this.#options;
    const target = this.#opened();
    if (target.destroyed) this.#leave();
    else if (mayDrop && target.writableLength > MAX_UNREAD) return;
    else if (!target.write(chunk) && !mayDrop) this.#full ??= this.#wait(target);
  }

  async #wait(target: Output): Promise<void> {
    this.#pipe.pause();
    await new Promise<void>((resolve) => {
      const go = (): void => {
        target.off('drain', go).off('close', go);
        resolve();
      };
      target.on('drain', go).on('close', go);
    });
    this.#full = undefined;
    this.#pipe.resume();
  }

  /** Nothing reads any more: the app's next write fails, as it would without this process. */
  #leave(): void {
    this.#pipe.destroy();
  }

  #processText(text: string): void {
    const isKept = this.#options.as === 'kept';
    if (isKept) this.#keep(text);
    // A flood costs a live app's launcher no more than copying it.
    const isLogged = isKept
      ? this.#options.onLine !== undefined && this.#logged < MAX_LOGGED
      : true;
    if (!isLogged) return;
    const lines = (this.#line + text).split('\n');
    this.#line = lines.pop() ?? '';
    const longest = isKept ? MAX_LINE_LENGTH : MAX_ROW_LENGTH;
    let shown = lines.map((line) => this.#processLine(line, '\n')).join('');
    while (this.#line.length > longest) {
      shown += this.#processLine(this.#line.slice(0, longest), '');
      this.#line = this.#line.slice(longest);
    }
    // Once for all lines: each write to a terminal waits for it.
    if (shown !== '') this.#write(shown);
  }

  /** What is to be shown of a line now. */
  #processLine(line: string, end: string): string {
    if (this.#options.as !== 'kept') return this.#clean(line) + end;
    if (this.#logged < MAX_LOGGED) {
      this.#logged += line.length + LINE_COST;
      this.#options.onLine?.(line);
    }
    return '';
  }

  #keep(text: string): void {
    this.#kept += text;
    if (this.#kept.length <= 2 * KEPT) return;
    this.#kept = this.#kept.slice(-KEPT);
    this.#isCut = true;
  }

  /** What a live app has written last. */
  #show(): void {
    const isCut = this.#isCut || this.#kept.length > KEPT;
    const last = this.#kept.slice(-KEPT);
    this.#kept = '';
    if (last === '') return;
    const from = isCut ? last.indexOf('\n') + 1 : 0;
    const note = isCut ? `… only the last ${KEPT / 1024} kB\n` : '';
    const lines = last.slice(from).split('\n');
    this.#write(note + lines.map((line) => this.#clean(line)).join('\n'));
  }

  /** The line without anything that a terminal obeys but looks. */
  #clean(line: string): string {
    let at = 0;
    let out = '';
    const text = line.replace(/\r$/, '');
    for (const found of text.matchAll(LOOKS)) {
      this.#hasLooks = true;
      out += plainText(text.slice(at, found.index)) + found[0];
      at = found.index + found[0].length;
    }
    return out + plainText(text.slice(at));
  }
}

function plainText(text: string): string {
  return text.split('\t').map(printable).join('\t');
}

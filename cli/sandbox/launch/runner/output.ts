/**
 * The runner's output on its standard streams, where those of this process are a terminal. The runner has pipes
 * instead: nothing that it writes is obeyed by the terminal, and nothing of it shows on the screen of a live app.
 */
import type { Readable, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { printable } from '../../../../runtime/diagnostics.js';

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

export interface RunnerOutputOptions {
  /** Until its end what a live app writes is kept. */
  readonly isLive: boolean;
  /** Receives each line while the app is live. */
  readonly onLine?: ((line: string) => void) | undefined;
}

export class RunnerOutput {
  readonly #ended: Promise<void>;
  readonly #decoder = new StringDecoder('utf8');
  /** The line that has not ended. */
  #line = '';
  /** Of a live app, as it came: it is looked at at the end, and no more of it than is shown. */
  #kept = '';
  #isCut = false;
  #logged = 0;
  #hasLooks = false;

  readonly #target: Writable;
  readonly #options: RunnerOutputOptions;

  constructor(pipe: Readable, target: Writable, options: RunnerOutputOptions) {
    this.#target = target;
    this.#options = options;

    this.#ended = new Promise((resolve) => {
      pipe.on('close', resolve);
      pipe.on('error', () => undefined);
      pipe.on('data', (bytes: Buffer) => this.#processText(this.#decoder.write(bytes)));
    });
  }

  /** Writes what is left, once the pipe has ended or this many milliseconds have passed. */
  async finish(patience: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, patience)));
    await Promise.race([this.#ended, late]);
    clearTimeout(timer);
    this.#processText(this.#decoder.end());
    if (this.#line !== '') this.#target.write(this.#processLine(this.#line, ''));
    this.#line = '';
    this.#show();
    if (this.#hasLooks) this.#target.write(RESET);
    this.#hasLooks = false;
  }

  #processText(text: string): void {
    if (this.#options.isLive) this.#keep(text);
    // A flood costs a live app's launcher no more than copying it.
    const isLogged = this.#options.isLive
      ? this.#options.onLine !== undefined && this.#logged < MAX_LOGGED
      : true;
    if (!isLogged) return;
    const lines = (this.#line + text).split('\n');
    this.#line = lines.pop() ?? '';
    const longest = this.#options.isLive ? MAX_LINE_LENGTH : MAX_ROW_LENGTH;
    let shown = lines.map((line) => this.#processLine(line, '\n')).join('');
    while (this.#line.length > longest) {
      shown += this.#processLine(this.#line.slice(0, longest), '');
      this.#line = this.#line.slice(longest);
    }
    // Once for all lines: each write to a terminal waits for it.
    if (shown !== '') this.#target.write(shown);
  }

  /** What is to be shown of a line now. */
  #processLine(line: string, end: string): string {
    if (!this.#options.isLive) return this.#clean(line) + end;
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
    this.#target.write(note + lines.map((line) => this.#clean(line)).join('\n'));
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

/**
 * What the runner writes to its standard streams, where those of this process are a terminal. The runner
 * has pipes instead: nothing that it writes is obeyed by the terminal, and nothing of it shows on the
 * screen of a live app.
 */
import type { Readable, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { printable } from '../../../runtime/diagnostics.js';

/** Bytes that are kept of a live app until its end: the last ones. */
const KEPT = 64 * 1024;
/** Characters of one line: of a live app, and of a picture. */
const LONGEST_LINE = 4096;
const LONGEST_ROW = 1024 * 1024;
/** Bytes that go to the log. */
const MAX_LOGGED = 1024 * 1024;

/** Colours and other looks of text (SGR), which move nothing. */
const LOOKS = /\x1b\[[\d;:]{0,64}m/g;
const RESET = '\x1b[m';

export interface RunnerOutputOptions {
  /** Until its end what a live app writes is kept. */
  readonly isLive: boolean;
  /** Hears each line while the app is live. */
  readonly onLine?: ((line: string) => void) | undefined;
}

export class RunnerOutput {
  private readonly ended: Promise<void>;
  private readonly decoder = new StringDecoder('utf8');
  /** The line that has not ended. */
  private line = '';
  private kept: string[] = [];
  private keptSize = 0;
  private isCut = false;
  private logged = 0;
  private hasLooks = false;

  constructor(
    pipe: Readable,
    private readonly target: Writable,
    private readonly options: RunnerOutputOptions,
  ) {
    this.ended = new Promise((resolve) => {
      pipe.on('close', resolve);
      pipe.on('error', () => undefined);
      pipe.on('data', (bytes: Buffer) => this.take(this.decoder.write(bytes)));
    });
  }

  /** Writes what is left, once the pipe has ended or so many milliseconds have passed. */
  async finish(patience: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, patience)));
    await Promise.race([this.ended, late]);
    clearTimeout(timer);
    this.take(this.decoder.end());
    if (this.line !== '') this.add(this.line, '');
    this.line = '';
    if (this.isCut) this.write(`… only the last ${KEPT / 1024} kB\n`);
    for (const text of this.kept.splice(0)) this.write(text);
    if (this.hasLooks) this.target.write(RESET);
    this.hasLooks = false;
  }

  private take(text: string): void {
    const lines = (this.line + text).split('\n');
    this.line = lines.pop() ?? '';
    for (const line of lines) this.add(line, '\n');
    const longest = this.options.isLive ? LONGEST_LINE : LONGEST_ROW;
    while (this.line.length > longest) {
      this.add(this.line.slice(0, longest), '');
      this.line = this.line.slice(longest);
    }
  }

  private add(line: string, end: string): void {
    const shown = this.clean(line) + end;
    if (!this.options.isLive) {
      this.write(shown);
      return;
    }
    if (this.logged < MAX_LOGGED) {
      this.logged += shown.length;
      this.options.onLine?.(line);
    }
    this.kept.push(shown);
    this.keptSize += shown.length;
    while (this.keptSize > KEPT) {
      this.keptSize -= this.kept.shift()?.length ?? 0;
      this.isCut = true;
    }
  }

  /** The line without anything that a terminal obeys but looks. */
  private clean(line: string): string {
    let at = 0;
    let out = '';
    const text = line.replace(/\r$/, '');
    for (const found of text.matchAll(LOOKS)) {
      this.hasLooks = true;
      out += plainText(text.slice(at, found.index)) + found[0];
      at = found.index + found[0].length;
    }
    return out + plainText(text.slice(at));
  }

  private write(text: string): void {
    this.target.write(text);
  }
}

function plainText(text: string): string {
  return text.split('\t').map(printable).join('\t');
}

/** Output of the command: results to stdout, everything else to stderr. */
import { fstatSync, statSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';
import type { Writable } from 'node:stream';
import { homeFolder } from '../../config/layers/inputs.js';
import { formatDiagnostic, type Diagnostic } from '../../runtime/base/diagnostics.js';
import type { Keyboard } from '../../runtime/terminal/tty.js';
import { EXIT } from './exit-codes.js';

/** A pipe, a file or a terminal. */
export interface Output extends Writable {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  /** Writes text of this process. Output of an app goes through sandbox/launch/runner/output.ts. */
  write(chunk: string | Uint8Array, done?: (error: Error | null | undefined) => void): boolean;
  write(
    chunk: string | Uint8Array,
    encoding: BufferEncoding,
    done?: (error: Error | null | undefined) => void,
  ): boolean;
}

/** Where a command reads and writes, and for whom; a spec passes its own. */
export interface Console {
  readonly stdin: Keyboard;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: NodeJS.ProcessEnv;
  /** Folder that paths count from which the user writes: absolute. */
  readonly cwd: string;
  /** The user's folder: absolute. */
  readonly home: string;
  /** Whether messages have colours; default: by the terminal behind stderr and the environment. */
  readonly hasColor?: boolean | undefined;
}

type Stream = 'stdout' | 'stderr';

const DESCRIPTORS = { stdin: 0, stdout: 1, stderr: 2 };

/**
 * The standard streams of this process. Each is opened on first use: opening one takes up to two milliseconds,
 * longest for an input that is not a terminal, and an open stdin can keep the process alive.
 */
export class ProcessConsole implements Console {
  readonly #opened = new Map<Stream, NodeJS.WriteStream>();
  #watch: ((name: Stream, stream: Output) => void) | undefined;

  constructor(
    readonly env: NodeJS.ProcessEnv = process.env,
    readonly hasColor?: boolean,
  ) {}

  get stdin(): NodeJS.ReadStream {
    return process.stdin;
  }

  get cwd(): string {
    return process.cwd();
  }

  get home(): string {
    return homeFolder();
  }

  get stdout(): NodeJS.WriteStream {
    return this.#open('stdout');
  }

  get stderr(): NodeJS.WriteStream {
    return this.#open('stderr');
  }

  /** Those that something may have been written to. */
  get opened(): readonly NodeJS.WriteStream[] {
    return [...this.#opened.values()];
  }

  /**
   * Writes a text without opening stdout, which takes longer than writing most texts. What cannot be written at once
   * (the pipe is full and does not block, its reader has gone, the disk is full) is left to the stream and its errors.
   */
  print(text: string): void {
    const rest = this.writeFirst(Buffer.from(text));
    if (rest.length > 0) this.stdout.write(rest);
  }

  /** The same for bytes; returns what is left to the stream. */
  writeFirst(bytes: Buffer): Buffer {
    if (this.#opened.has('stdout')) return bytes;
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(DESCRIPTORS.stdout, bytes, written);
    } catch {
      // The stream has the same error, or the patience.
    }
    return bytes.subarray(written);
  }

  /** Calls back with each output before its first use. */
  watch(onOpen: (name: Stream, stream: Output) => void): void {
    this.#watch = onOpen;
    for (const [name, stream] of this.#opened) onOpen(name, stream);
  }

  #open(name: Stream): NodeJS.WriteStream {
    const known = this.#opened.get(name);
    if (known !== undefined) return known;
    const stream = process[name];
    this.#opened.set(name, stream);
    this.#watch?.(name, stream);
    return stream;
  }
}

/** The command's own. */
export const processConsole = new ProcessConsole();

/** Whether a stream is a terminal, without opening it; what is not a device needs no module to know. */
export function isTerminal(console: Console, name: keyof typeof DESCRIPTORS): boolean {
  if (!(console instanceof ProcessConsole)) return console[name].isTTY === true;
  const descriptor = DESCRIPTORS[name];
  return isDevice(descriptor) && process.getBuiltinModule('node:tty').isatty(descriptor);
}

/** What stdin is, without opening it. */
export function inputOf(console: Console): 'terminal' | 'nothing' | 'socket' | 'other' {
  if (isTerminal(console, 'stdin')) return 'terminal';
  if (!(console instanceof ProcessConsole)) return 'socket';
  try {
    const stat = fstatSync(DESCRIPTORS.stdin);
    if (stat.isCharacterDevice() && stat.rdev === statSync(devNull).rdev) return 'nothing';
    return stat.isSocket() ? 'socket' : 'other';
  } catch {
    return 'nothing';
  }
}

/** Whether stdout and stderr are one file or one pipe (`2>&1`): the order of what is written to both shows there. */
export function sharesOutput(console: Console): boolean {
  if (!(console instanceof ProcessConsole)) return false;
  try {
    const [out, error] = [fstatSync(DESCRIPTORS.stdout), fstatSync(DESCRIPTORS.stderr)];
    return out.dev === error.dev && out.ino === error.ino && !out.isCharacterDevice();
  } catch {
    return false;
  }
}

function isDevice(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice();
  } catch {
    // It is closed.
    return false;
  }
}

/**
 * Lets a reader that stops early (`| head`) end the command in peace: without it the first write after
 * the reader has gone throws an EPIPE that nothing catches. A disk that is full is a failure. A reader
 * of the messages alone that has gone changes nothing, the exit code least of all.
 */
export function endWithReader(console: Console): void {
  const watch = (name: Stream, stream: Output): void => {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // A terminal session has its own way to end when its terminal goes away.
      if (name === 'stderr' || stream.listenerCount('error') > 1) return;
      if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0);
      endUnwritten(console, error);
    });
  };
  if (console instanceof ProcessConsole) {
    console.watch(watch);
    return;
  }
  watch('stderr', console.stderr);
  watch('stdout', console.stdout);
}

/** Ends this process: its results cannot be written. */
export function endUnwritten({ stderr }: Console, error: NodeJS.ErrnoException): never {
  const message = `stdout cannot be written (${error.code ?? error.message})`;
  process.once('exit', () => {
    const text = formatDiagnostic({ severity: 'error', code: 'cannot-write', message });
    stderr.write(`${text}\n`);
  });
  process.exit(EXIT.failed);
}

/** Writes a text and a line break, where it does not end in one. */
export function print(console: Console, text: string): void {
  if (text === '') return;
  const lines = text.endsWith('\n') ? text : `${text}\n`;
  if (console instanceof ProcessConsole) console.print(lines);
  else console.stdout.write(lines);
}

/** Writes bytes to stdout at once, as far as that can be done without opening it; returns the rest. */
export function writeFirst(console: Console, bytes: Buffer): Buffer {
  return console instanceof ProcessConsole ? console.writeFirst(bytes) : bytes;
}

/** Diagnostics, a blank line between two, with colour on a terminal that has it. */
export function report(console: Console, diagnostics: readonly Diagnostic[]): void {
  if (diagnostics.length === 0) return;
  const color = console.hasColor ?? hasColor(console, 'stderr');
  const texts = diagnostics.map((diagnostic) => {
    const text = formatDiagnostic(diagnostic);
    return color ? highlight(text, diagnostic.severity) : text;
  });
  console.stderr.write(`${texts.join('\n\n')}\n`);
}

/** `NO_COLOR` and `FORCE_COLOR` as most tools read them (no-color.org). */
export function hasColor(console: Console, name: Stream): boolean {
  const { env } = console;
  if ((env['NO_COLOR'] ?? '') !== '') return false;
  if ((env['FORCE_COLOR'] ?? '') !== '' && env['FORCE_COLOR'] !== '0') return true;
  return isTerminal(console, name) && env['TERM'] !== 'dumb';
}

/** SGR codes: red, yellow, cyan. */
const COLORS: Readonly<Record<Diagnostic['severity'], number>> = {
  error: 31,
  warning: 33,
  info: 36,
};

function highlight(text: string, severity: Diagnostic['severity']): string {
  const [head = '', ...rest] = text.split('\n');
  const color = COLORS[severity];
  // Only the first occurrence is the diagnostic's own: a file may be named "error" too.
  const shown = head.replace(
    new RegExp(`(^| )(${severity}) ([a-z-]+:)`),
    `$1\u001b[1;${color}m$2 $3\u001b[0m`,
  );
  const lines = rest.map((line) =>
    /^ *\| +\^+$/.test(line) ? `\u001b[${color}m${line}\u001b[0m` : line,
  );
  return [shown, ...lines].join('\n');
}

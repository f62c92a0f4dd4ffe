/** Output of the command: results to stdout, everything else to stderr. */
import type { Writable } from 'node:stream';
import { formatDiagnostic, type Diagnostic } from '../../runtime/diagnostics.js';
import type { Keyboard } from '../../runtime/terminal/tty.js';
import { EXIT } from './exit-codes.js';

/** A pipe, a file or a terminal. */
export interface Output extends Writable {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
}

/** Where a command reads and writes; a spec passes its own. */
export interface Console {
  readonly stdin: Keyboard;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: NodeJS.ProcessEnv;
  /** Whether messages have colours; default: as the terminal behind stderr and the environment say. */
  readonly hasColor?: boolean | undefined;
}

export const processConsole: Console = {
  get stdin() {
    // Looked at only when it is needed: opening stdin can keep a process alive.
    return process.stdin;
  },
  get stdout() {
    return process.stdout;
  },
  get stderr() {
    return process.stderr;
  },
  env: process.env,
};

/**
 * Lets a reader that stops early (`| head`) end the command in peace: without it the first write after
 * the reader has gone throws an EPIPE that nothing catches. A disk that is full is a failure. A reader
 * of the messages alone that has gone changes nothing, the exit code least of all.
 */
export function endWithReader({ stdout, stderr }: Console): void {
  stderr.on('error', () => undefined);
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    // A terminal session has its own way to end when its terminal goes away.
    if (stdout.listenerCount('error') > 1) return;
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0);
    const message = `stdout cannot be written (${error.code ?? error.message})`;
    process.once('exit', () => {
      stderr.write(`${formatDiagnostic({ severity: 'error', code: 'cannot-write', message })}\n`);
    });
    process.exit(EXIT.failed);
  });
}

/** Writes a text and a line break, where it does not end in one. */
export function print({ stdout }: Console, text: string): void {
  if (text !== '') stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

/** Diagnostics, a blank line between two, with colour on a terminal that has it. */
export function report(console: Console, diagnostics: readonly Diagnostic[]): void {
  if (diagnostics.length === 0) return;
  const color = console.hasColor ?? hasColor(console.stderr, console.env);
  const texts = diagnostics.map((diagnostic) => {
    const text = formatDiagnostic(diagnostic);
    return color ? highlight(text, diagnostic.severity) : text;
  });
  console.stderr.write(`${texts.join('\n\n')}\n`);
}

/** `NO_COLOR` and `FORCE_COLOR` as most tools read them (no-color.org). */
export function hasColor(stream: Pick<Output, 'isTTY'>, env: NodeJS.ProcessEnv): boolean {
  if ((env['NO_COLOR'] ?? '') !== '') return false;
  if ((env['FORCE_COLOR'] ?? '') !== '' && env['FORCE_COLOR'] !== '0') return true;
  return stream.isTTY === true && env['TERM'] !== 'dumb';
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

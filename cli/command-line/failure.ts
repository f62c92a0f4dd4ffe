/** Prints an error of the command once, and sets an exit code by its kind. */
import { writeSync } from 'node:fs';
import { DiagnosticError, formatDiagnostic, printable } from '../../runtime/base/diagnostics.js';
import { outOfFiles } from '../boot/out-of-files.js';
import { placeOfError, scriptError } from '../../runtime/script/trace.js';
import { report, type Console } from './console.js';
import { DataError } from './data-error.js';
import { EXIT } from './exit-codes.js';

/** One limit makes several calls fail: it is reported once. */
let isLimitReported = false;

/** Runs work that ends in an exit code. Never throws. */
export async function guarded(console: Console, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    const known = error instanceof DiagnosticError ? error : outOfFiles(error);
    if (known !== undefined) {
      isLimitReported ||= hasReachedLimit(known);
      report(console, known.diagnostics);
      return exitCodeOfError(known);
    }
    console.stderr.write(`tui: internal error, please report it\n${stackOf(error)}\n`);
    return EXIT.failed;
  }
}

function hasReachedLimit({ diagnostics }: DiagnosticError): boolean {
  return diagnostics.some(({ code }) => code === 'too-many-files');
}

function exitCodeOfError(error: DiagnosticError): number {
  if (error instanceof DataError) return EXIT.failed;
  const codes = error.diagnostics.map(({ code }) => code);
  if (codes.includes('script-error') || hasReachedLimit(error)) return EXIT.failed;
  return codes.includes('not-permitted') ? EXIT.denied : EXIT.usage;
}

/** Ends this process at an exception outside of everything: an emitter's `error` that a script does not listen to. */
export function endAtUncaught(): void {
  process.on('uncaughtException', (error) => endWith(error));
}

/** Ends the process when what was written to these streams has left it. */
export async function exitWhenWritten(
  code: number,
  streams: readonly NodeJS.WriteStream[],
): Promise<never> {
  process.exitCode = code;
  await Promise.all(streams.map(drained));
  // An error of a write is reported in the next turn.
  await new Promise(setImmediate);
  process.exit();
}

function drained(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed || stream.writableLength === 0) resolve();
    else stream.write('', () => resolve());
  });
}

/** The app's exit handlers restore the terminal; only then can the reason be printed. */
function endWith(error: unknown): never {
  if (isLimitReported && outOfFiles(error) !== undefined) process.exit(EXIT.failed);
  process.once('exit', () => {
    writeSync(2, `${textOf(error)}\n`);
  });
  process.exit(EXIT.failed);
}

function textOf(error: unknown): string {
  const place = placeOfError(error);
  if (place !== undefined) return formatDiagnostic(scriptError(error, place));
  const known = outOfFiles(error);
  return known === undefined
    ? `error uncaught: ${ownStackOf(error)}`
    : known.diagnostics.map(formatDiagnostic).join('\n');
}

function stackOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return stack.split('\n').map(printable).join('\n');
}

/** Without the frames of tui itself, which do not concern the app. */
function ownStackOf(error: unknown): string {
  return stackOf(error)
    .split('\n')
    .filter((line) => !/^\s+at .*(\/dist\/|\btui-block:|\btui-code-|\(?node:)/.test(line))
    .join('\n');
}

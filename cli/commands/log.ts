/** `tui log`: prints the end of the log file, and follows it. */
import { DiagnosticError, printable, printableJson } from '../../runtime/base/diagnostics.js';
import { LOG_LEVELS } from '../../runtime/script/logger.js';
import { hasColor, print } from '../command-line/console.js';
import { EXIT } from '../command-line/exit-codes.js';
import type { ReadEntry } from '../log/entry-line.js';
import { followLog, lastEntries } from '../log/read-log.js';
import { RefusedFileError } from '../documents/opened-file.js';
import { inspectConfig } from '../documents/settings.js';
import { isMarkdownName } from '../documents/markdown-name.js';
import { openDocument } from '../documents/source.js';
import type { Call } from './table.js';

export async function log(call: Call): Promise<number> {
  const { console, operands, options } = call;
  const path = await pathOf(call);
  const least = LOG_LEVELS.findIndex((level) => level === (options['level'] ?? 'TRACE'));
  const matchesLevel = ({ level }: ReadEntry): boolean => LOG_LEVELS.indexOf(level) >= least;
  const color = hasColor(console, 'stdout');
  const show = (entry: ReadEntry): void =>
    print(console, options['json'] === true ? printableJson(entry) : textOf(entry, color));
  const follows = options['follow'] === true;
  // Begun before the end is read: nothing comes between the two.
  const waiting: ReadEntry[] = [];
  let isShown = false;
  const stop = follows
    ? followLog(path, (entry) => {
        if (!matchesLevel(entry)) return;
        if (isShown) show(entry);
        else waiting.push(entry);
      })
    : undefined;
  try {
    lastEntries(path, Number(options['lines']), matchesLevel).forEach(show);
  } catch (error) {
    stop?.();
    throw unreadable(path, error, operands[0]);
  }
  if (stop === undefined) return EXIT.done;
  isShown = true;
  waiting.forEach(show);
  // Until Ctrl+C, or until its reader has gone.
  return await new Promise<number>(() => undefined);
}

async function pathOf(call: Call): Promise<string> {
  const [file] = call.operands;
  // A Markdown file has no settings of its own.
  const isApp = file !== undefined && !isMarkdownName(file);
  const source = isApp ? (await openDocument(file, call.console)).source : undefined;
  const { config } = inspectConfig(call, source);
  const path = config.getPath('log.file');
  if (path !== undefined && path !== '') return path;
  throw new DiagnosticError([
    {
      severity: 'error',
      code: 'no-log',
      message: 'log.file is not set: nothing is logged to a file',
      suggestion: 'tui config set log.file ~/.local/state/tui.log',
    },
  ]);
}

function unreadable(path: string, error: unknown, file: string | undefined): DiagnosticError {
  const { code } = error as NodeJS.ErrnoException;
  const isMissing = code === 'ENOENT';
  const why = error instanceof RefusedFileError ? error.message : (code ?? 'unknown error');
  return new DiagnosticError([
    {
      severity: 'error',
      code: 'no-file',
      message: isMissing ? 'nothing was logged yet' : `cannot be read (${why})`,
      source: { file: path, text: '' },
      suggestion: isMissing ? `tui --log-level DEBUG ${printable(file ?? 'app.tui')}` : undefined,
    },
  ]);
}

const COLORS = { TRACE: 90, DEBUG: 90, INFO: 36, WARN: 33, ERROR: 31 } as const;

/** The file may have been written by any program: nothing of it reaches the terminal as it is. */
function textOf({ time, level, at, message }: ReadEntry, color: boolean): string {
  const name = level.padEnd(5);
  const shown = color ? `\u001b[${COLORS[level]}m${name}\u001b[0m` : name;
  const lines = (at === undefined ? message : `${at}: ${message}`).split('\n').map(printable);
  return `${printable(time)} ${shown} ${lines.join('\n  ')}`;
}

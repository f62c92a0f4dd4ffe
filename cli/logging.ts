/** The app's log as `log.level`, `log.bufferSize` and `log.file` want it. */
import { closeSync, writeSync } from 'node:fs';
import { withoutSecrets, type Config } from '../config/index.js';
import { DiagnosticError, printable } from '../runtime/diagnostics.js';
import { Logger, type LogEntry } from '../runtime/script/logger.js';
import { openToAppend, RefusedFileError } from './opened-file.js';

export interface Log {
  readonly logger: Logger;
  close(): void;
}

/** The file that `log.file` names. */
export interface LogFile {
  /** Never throws: a full disk must not end the app. */
  append(entry: LogEntry): void;
  close(): void;
}

/**
 * Opens the log. `log.level` and `log.bufferSize` count as they are when a message comes; the file is the one
 * named now. Throws a DiagnosticError where the file cannot be opened.
 */
export function openLog(config: Config): Log {
  const file = openLogFile(config);
  return {
    logger: createLogger(config, (entry) => file?.append(entry)),
    close: () => file?.close(),
  };
}

export function createLogger(config: Config, sink: (entry: LogEntry) => void): Logger {
  return new Logger({
    now: Date.now,
    get level() {
      return config.logLevel;
    },
    get size() {
      return config.logBufferSize;
    },
    sink,
  });
}

/**
 * Opens the file of `log.file`; undefined where there is none. Throws a DiagnosticError where that fails.
 *
 * @param check given the real path, before anything is made there; throws where it may not be written
 */
export function openLogFile(
  config: Config,
  check?: (real: string, path: string) => void,
): LogFile | undefined {
  const path = config.getPath('log.file');
  if (path === undefined || path === '') return undefined;
  let file: number | undefined = openFile(path, config, (real) => check?.(real, path));
  return {
    append: (entry) => {
      if (file === undefined) return;
      try {
        writeSync(file, lineOf(entry));
      } catch {
        // The entry is still in memory.
      }
    },
    close: () => {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

/** `2026-01-31T12:00:00.000Z WARN  message`; a message of several lines stays one entry, by indentation. */
function lineOf({ time, level, message }: LogEntry): string {
  const lines = withoutSecrets(message)
    .split(/\r\n|\n|\r/)
    .map(printable);
  return `${new Date(time).toISOString()} ${level.padEnd(5)} ${lines.join('\n  ')}\n`;
}

/** For the owner only: a log may hold anything. */
function openFile(path: string, config: Config, check: (real: string) => void): number {
  try {
    return openToAppend(path, check);
  } catch (error) {
    if (error instanceof DiagnosticError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    const why = error instanceof RefusedFileError ? message : (code ?? 'unknown error');
    const place = config.getOrigin('log.file')?.place ?? 'log.file';
    throw new DiagnosticError([
      {
        severity: 'error',
        code: 'cannot-write',
        message: `log.file: ${printable(path)} cannot be written (${why}); it is set by ${printable(place)}`,
      },
    ]);
  }
}

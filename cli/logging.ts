/** The app's log as `log.level`, `log.bufferSize` and `log.file` want it. */
import { closeSync, constants, fstatSync, openSync, writeSync } from 'node:fs';
import type { Config } from '../config/index.js';
import { DiagnosticError, printable } from '../runtime/diagnostics.js';
import { Logger, type LogEntry } from '../runtime/script/logger.js';

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

/** Opens the file of `log.file`; undefined where there is none. Throws a DiagnosticError where that fails. */
export function openLogFile(config: Config): LogFile | undefined {
  const path = config.getPath('log.file');
  if (path === undefined || path === '') return undefined;
  let file: number | undefined = openFile(path, config);
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
  const lines = message.split(/\r\n|\n|\r/).map(printable);
  return `${new Date(time).toISOString()} ${level.padEnd(5)} ${lines.join('\n  ')}\n`;
}

/** For the owner only: a log may hold anything. Never waits: a named pipe without a reader is refused. */
function openFile(path: string, config: Config): number {
  const { O_APPEND, O_CREAT, O_NONBLOCK, O_WRONLY } = constants;
  const refuse = (why: string): never => {
    const place = config.getOrigin('log.file')?.place ?? 'log.file';
    throw new DiagnosticError([
      {
        severity: 'error',
        code: 'cannot-write',
        message: `log.file: ${printable(path)} cannot be written (${why}); it is set by ${printable(place)}`,
      },
    ]);
  };
  let file: number;
  try {
    file = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK, 0o600);
  } catch (error) {
    return refuse((error as NodeJS.ErrnoException).code ?? 'unknown error');
  }
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  return refuse('it is not a file');
}

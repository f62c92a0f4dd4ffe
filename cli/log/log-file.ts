/** The file of `log.file`, with the format, size and copies that the other `log` settings state. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { makeFolder } from '../../config/files/write-file.js';
import type { Config } from '../../config/index.js';
import { DiagnosticError, printable } from '../../runtime/base/diagnostics.js';
import type { LogEntry } from '../../runtime/script/logger.js';
import type { Console } from '../command-line/console.js';
import { RefusedFileError } from '../documents/opened-file.js';
import { stateFolder } from '../sandbox/policy/resolve.js';
import { entryLine } from './entry-line.js';
import { RotatingFile, type RotatingFileOptions } from './rotating-file.js';
import { SecretValues } from './secret-values.js';

/** The file that `log.file` names. */
export interface LogFile {
  /** Never throws: a full disk must not end the app. */
  append(entry: LogEntry): void;
  close(): void;
}

export interface LogFileOptions {
  /** The app's file or address. */
  readonly app: string;
  /** Of the user whose folder of state has the locks. */
  readonly console: Pick<Console, 'env' | 'home'>;
  /** Variables that the app is granted: those that are secrets by their names are masked. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /**
   * Given the real path of each file before it is made, renamed to or removed, and the path as it was configured;
   * throws where that may not be.
   */
  readonly check?: ((real: string, path: string) => void) | undefined;
}

const BYTES_PER_MB = 1_000_000;

/** Opens the file of `log.file`; undefined where there is none. Throws a DiagnosticError where that fails. */
export function openLogFile(
  config: Config,
  { app, console, env, check }: LogFileOptions,
): LogFile | undefined {
  const path = config.getPath('log.file');
  if (path === undefined || path === '') return undefined;
  const file = opened(config, path, {
    check: (real) => check?.(real, path),
    lock: (real) => lockOf(real, console),
  });
  const secrets = new SecretValues(config, env);
  const writer = { app: secrets.mask(app), pid: process.pid };
  return {
    append: (entry) => {
      try {
        const message = secrets.mask(entry.message);
        file.write(entryLine({ ...entry, message }, config.logFormat, writer));
      } catch {
        // The entry is still in memory.
      }
    },
    close: () => {
      secrets.close();
      file.close();
    },
  };
}

/** For the owner only: a log may hold anything. */
function opened(
  config: Config,
  path: string,
  { check, lock }: Pick<RotatingFileOptions, 'check' | 'lock'>,
): RotatingFile {
  try {
    return new RotatingFile({
      path,
      check,
      lock,
      get maxSize() {
        return config.logMaxSize * BYTES_PER_MB;
      },
      get maxFiles() {
        return config.logMaxFiles;
      },
    });
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

/** In the state folder, where no app has files: one in the folder of the log could be an app's. */
function lockOf(real: string, { env, home }: LogFileOptions['console']): string | undefined {
  const folder = join(stateFolder(env, home), 'locks');
  try {
    makeFolder(folder);
  } catch {
    return undefined;
  }
  const hash = createHash('sha256').update(real).digest('hex').slice(0, 32);
  return join(folder, `log-${hash}.lock`);
}

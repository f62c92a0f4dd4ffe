/** The app's log, by `log.level`, `log.bufferSize`, `log.file` and the other `log` settings. */
import { resolve } from 'node:path';
import type { Config } from '../../config/index.js';
import type { Console } from '../command-line/console.js';
import { late } from '../../runtime/base/late.js';
import type { Logger } from '../../runtime/script/logger.js';
import { createLogger } from './create-logger.js';

const files = late(() => require('./log-file.js') as typeof import('./log-file.js'));

export interface Log {
  readonly logger: Logger;
  close(): void;
}

/** Opens the log: the file is the one named now. Throws a DiagnosticError where it cannot be opened. */
export function openLog(config: Config, console: Console, app: string): Log {
  const hasFile = (config.getPath('log.file') ?? '') !== '';
  const file = hasFile
    ? files().openLogFile(config, { console, app: resolve(console.cwd, app) })
    : undefined;
  return {
    logger: createLogger(config, (entry) => file?.append(entry)),
    close: () => file?.close(),
  };
}

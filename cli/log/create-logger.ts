/** Creates the logger of an app's scripts from the settings. */
import type { Config } from '../../config/index.js';
import { Logger, type LogEntry } from '../../runtime/script/logger.js';

/** `log.level` and `log.bufferSize` count as they are when a message comes. */
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

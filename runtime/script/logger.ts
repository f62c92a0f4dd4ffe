/** The app's log: its last entries are kept in memory for the developer tools, and each is passed to a sink. It never writes to the screen. */
import { format } from 'node:util';
import { callerPlace, withPlaces } from './trace.js';

/** From the most to the least verbose. */
export const LOG_LEVELS = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** One entry of the log. */
export interface LogEntry {
  /** Milliseconds since 1970, by the app's clock. */
  readonly time: number;
  readonly level: LogLevel;
  readonly message: string;
  /** Place of the call in the script, `file:line:column`; absent if no script made the call. */
  readonly at?: string;
}

/** Read again for each entry, so that getters can follow a setting. */
export interface LoggerOptions {
  readonly now: () => number;
  /** Entries below it are dropped; default `INFO`. */
  readonly level?: LogLevel | undefined;
  /** Maximum entries kept; default 500. The oldest are dropped first. */
  readonly size?: number | undefined;
  /** Called with each entry, for a log file. */
  readonly sink?: ((entry: LogEntry) => void) | undefined;
}

/** `$tui.logger`: the app's log. */
export class Logger {
  readonly #kept: LogEntry[] = [];

  readonly #options: LoggerOptions;

  constructor(options: LoggerOptions) {
    this.#options = options;
  }

  /** The kept entries, oldest first. */
  get entries(): readonly LogEntry[] {
    return this.#kept.slice(-(this.#options.size ?? 500));
  }

  /** Logs at level `TRACE`. Values are formatted as by `console.log`: `%s` and the like in the first one, objects inspected. */
  trace(...values: readonly unknown[]): void {
    this.#write('TRACE', values);
  }
  /** Logs at level `DEBUG`. */
  debug(...values: readonly unknown[]): void {
    this.#write('DEBUG', values);
  }
  /** Logs at level `INFO`. */
  info(...values: readonly unknown[]): void {
    this.#write('INFO', values);
  }
  /** Logs at level `WARN`. */
  warn(...values: readonly unknown[]): void {
    this.#write('WARN', values);
  }
  /** Logs at level `ERROR`. */
  error(...values: readonly unknown[]): void {
    this.#write('ERROR', values);
  }

  /** True if entries of this level are kept. Test it before you compute a costly message. */
  writes(level: LogLevel): boolean {
    return LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(this.#options.level ?? 'INFO');
  }

  #write(level: LogLevel, values: readonly unknown[]): void {
    if (!this.writes(level)) return;
    const at = callerPlace();
    const entry: LogEntry = {
      time: this.#options.now(),
      level,
      message: withPlaces(format(...values)),
      ...(at === undefined ? {} : { at }),
    };
    this.#kept.push(entry);
    // Dropping in steps keeps a busy log from moving the whole array for each entry.
    const size = this.#options.size ?? 500;
    if (this.#kept.length >= size * 2) this.#kept.splice(0, this.#kept.length - size);
    this.#options.sink?.(entry);
  }
}

/** The app's log: kept in memory for the developer's tools, handed on to whoever listens. Never the screen. */
import { format } from 'node:util';
import { callerPlace, withPlaces } from './trace.js';

/** From the most to the least talkative. */
export const LOG_LEVELS = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LogEntry {
  /** Milliseconds since 1970, by the app's clock. */
  readonly time: number;
  readonly level: LogLevel;
  readonly message: string;
  /** Where the script called: `file:line:column`. Absent where no script did. */
  readonly at?: string;
}

/** Read anew for each entry, so that getters may follow a setting. */
export interface LoggerOptions {
  readonly now: () => number;
  /** Entries below it are dropped; default `INFO`. */
  readonly level?: LogLevel | undefined;
  /** Entries kept; default 500. The oldest go first. */
  readonly size?: number | undefined;
  /** Called with each entry, for a log file. */
  readonly sink?: ((entry: LogEntry) => void) | undefined;
}

export class Logger {
  private readonly kept: LogEntry[] = [];

  constructor(private readonly options: LoggerOptions) {}

  /** The kept entries, oldest first. */
  get entries(): readonly LogEntry[] {
    return this.kept.slice(-(this.options.size ?? 500));
  }

  /** Values are put together as `console.log` does: `%s` and its like in the first, objects inspected. */
  trace(...values: readonly unknown[]): void {
    this.write('TRACE', values);
  }
  debug(...values: readonly unknown[]): void {
    this.write('DEBUG', values);
  }
  info(...values: readonly unknown[]): void {
    this.write('INFO', values);
  }
  warn(...values: readonly unknown[]): void {
    this.write('WARN', values);
  }
  error(...values: readonly unknown[]): void {
    this.write('ERROR', values);
  }

  /** Whether entries of the level are kept: for messages that take work. */
  writes(level: LogLevel): boolean {
    return LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(this.options.level ?? 'INFO');
  }

  private write(level: LogLevel, values: readonly unknown[]): void {
    if (!this.writes(level)) return;
    const at = callerPlace();
    const entry: LogEntry = {
      ...{ time: this.options.now(), level, message: withPlaces(format(...values)) },
      ...(at === undefined ? {} : { at }),
    };
    this.kept.push(entry);
    // Dropping in steps keeps a busy log from moving the whole array for each entry.
    const size = this.options.size ?? 500;
    if (this.kept.length >= size * 2) this.kept.splice(0, this.kept.length - size);
    this.options.sink?.(entry);
  }
}

/** The app's log: kept in memory for the developer's tools, handed on to whoever listens. Never the screen. */

/** From the most to the least talkative. */
export const LOG_LEVELS = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LogEntry {
  /** Milliseconds since 1970, by the app's clock. */
  readonly time: number;
  readonly level: LogLevel;
  readonly message: string;
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

  trace(message: unknown): void {
    this.write('TRACE', message);
  }
  debug(message: unknown): void {
    this.write('DEBUG', message);
  }
  info(message: unknown): void {
    this.write('INFO', message);
  }
  warn(message: unknown): void {
    this.write('WARN', message);
  }
  error(message: unknown): void {
    this.write('ERROR', message);
  }

  private write(level: LogLevel, message: unknown): void {
    if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(this.options.level ?? 'INFO')) return;
    const entry = { time: this.options.now(), level, message: String(message) };
    this.kept.push(entry);
    // Dropping in steps keeps a busy log from moving the whole array for each entry.
    const size = this.options.size ?? 500;
    if (this.kept.length >= size * 2) this.kept.splice(0, this.kept.length - size);
    this.options.sink?.(entry);
  }
}

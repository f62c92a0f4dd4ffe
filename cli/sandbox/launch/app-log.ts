/** The log of a running app: its file, where the user has set one, and who follows it. */
import type { LogEntry } from '../../../runtime/script/logger.js';
import type { LogFile } from '../../log/log-file.js';

/** `app`: what it logs; `output`: lines of its standard streams; `launcher`: what this process has done for it. */
export type LogSource = 'app' | 'output' | 'launcher';

type Follower = (entry: LogEntry) => void;

export class AppLog {
  readonly #followers: Record<LogSource, Follower[]> = { app: [], output: [], launcher: [] };
  readonly #file: LogFile | undefined;

  constructor(file: LogFile | undefined) {
    this.#file = file;
  }

  /** Whether anything reads what the app logs. */
  get isRead(): boolean {
    return this.#file !== undefined || this.#followers.app.length > 0;
  }

  append(source: LogSource, entry: LogEntry): void {
    this.#file?.append(entry);
    for (const follower of this.#followers[source]) follower(entry);
  }

  /** Appends what this process has to log. */
  note(level: LogEntry['level'], message: string): void {
    this.append('launcher', { time: Date.now(), level, message });
  }

  follow(source: LogSource, follower: Follower): void {
    this.#followers[source].push(follower);
  }

  close(): void {
    this.#file?.close();
  }
}

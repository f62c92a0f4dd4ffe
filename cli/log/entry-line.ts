/** Formats a log entry as a line of the file, and parses it. */
import { printable, printableJson } from '../../runtime/base/diagnostics.js';
import { LOG_LEVELS, type LogEntry, type LogLevel } from '../../runtime/script/logger.js';

/** What a file states of an entry beside the entry itself. */
export interface Writer {
  /** The app's file or address. */
  readonly app: string;
  readonly pid: number;
}

export type LogFormat = 'text' | 'json';

/**
 * One entry with its line break. `text`: `2026-01-31T12:00:00.000Z WARN  app.tui:3:5: message`, where a message of
 * several lines goes on in lines that begin with two blanks. `json`: one object,
 * `{ time, level, at, message, app, pid }`; `at` is absent where no script logged it.
 */
export function entryLine(entry: LogEntry, format: LogFormat, writer: Writer): string {
  const { level, at, message } = entry;
  const time = new Date(entry.time).toISOString();
  if (format === 'json') return `${printableJson({ time, level, at, message, ...writer })}\n`;
  const lines = (at === undefined ? message : `${at}: ${message}`).split(/\r\n|\n|\r/);
  return `${time} ${level.padEnd(5)} ${lines.map(printable).join('\n  ')}\n`;
}

/** An entry as it was read. */
export interface ReadEntry {
  /** ISO 8601. */
  readonly time: string;
  readonly level: LogLevel;
  /** Its lines; in the text format with the place in front. */
  readonly message: string;
  readonly at?: string | undefined;
  readonly app?: string | undefined;
  readonly pid?: number | undefined;
}

const TEXT = /^(\d{4}-\d\d-\d\dT[\d:.]{1,16}Z) (TRACE|DEBUG|INFO|WARN|ERROR) ?(.*)$/;

/** Reads the first line of an entry; undefined where it is none: a line that goes on, or not one of ours. */
export function readEntry(line: string): ReadEntry | undefined {
  const [, time, level, message] = TEXT.exec(line) ?? [];
  if (time !== undefined) {
    return { time, level: level as LogLevel, message: (message ?? '').replace(/^ /, '') };
  }
  return line.startsWith('{') ? readJson(line) : undefined;
}

function readJson(line: string): ReadEntry | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { time, level, message, at, app, pid } = value as Readonly<Record<string, unknown>>;
  const known = LOG_LEVELS.find((each) => each === level);
  if (typeof time !== 'string' || typeof message !== 'string' || known === undefined) {
    return undefined;
  }
  return {
    time,
    level: known,
    message,
    ...(typeof at === 'string' ? { at } : {}),
    ...(typeof app === 'string' ? { app } : {}),
    ...(typeof pid === 'number' ? { pid } : {}),
  };
}

/** Log entries of the app's process. */
import { LOG_LEVELS, type LogEntry } from '../../../../runtime/script/logger.js';
import { cutLogMessage } from '../../channel/payloads.js';
import { isRecord } from '../../channel/protocol.js';

/** UTF-16 units of the place of a log entry. */
const MAX_PLACE = 4096;

/** An entry as the app's process sends it; nothing where it is none. */
export function readEntry(payload: unknown): LogEntry[] {
  const { time, level, message, at } = isRecord(payload) ? payload : {};
  const known = LOG_LEVELS.find((each) => each === level);
  if (known === undefined || typeof message !== 'string') return [];
  // A date that cannot be written would throw.
  const when = typeof time === 'number' && Math.abs(time) <= 8.64e15 ? time : Date.now();
  const entry: LogEntry = { time: when, level: known, message: cutLogMessage(message) };
  return [typeof at === 'string' ? { ...entry, at: at.slice(0, MAX_PLACE) } : entry];
}

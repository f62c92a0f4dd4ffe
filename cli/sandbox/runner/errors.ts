/** Errors of the launcher, as scripts receive them. */
import { isRecord } from '../channel/protocol.js';

/** The denial that an error is, or was caused by (`fetch failed`), with its parts as properties. */
export function denialIn(error: unknown): Error | undefined {
  for (let at = error, depth = 0; isErrorLike(at) && depth < 5; at = at.cause, depth++) {
    const { code, details } = at as { code?: unknown; details?: unknown };
    if (code !== 'not-permitted') continue;
    if (isRecord(details)) {
      const { permission, value } = details;
      for (const [name, part] of Object.entries({ permission, value })) {
        Object.defineProperty(at, name, { value: part, configurable: true, enumerable: true });
      }
    }
    return at;
  }
  return undefined;
}

/** Not `instanceof`: errors of Node's own modules are of another realm under jest. */
function isErrorLike(value: unknown): value is Error {
  return typeof value === 'object' && value !== null && 'message' in value;
}

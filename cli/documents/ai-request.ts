/**
 * The request that the assistant would send for an app, as text. It is made in the launcher, of data that was
 * checked.
 */
import { DiagnosticError } from '../../runtime/base/diagnostics.js';
import { readShown } from '../agents/read-shown.js';
import { requestText } from '../agents/request.js';
import { excessOf } from '../sandbox/channel/bounded-json.js';

/** What JSON from an app may be. */
const LIMITS = { bytes: Infinity, values: 2_000_000, depth: 8 };

/** @param json what a runner has painted as `shown`. @throws DiagnosticError if the data has another shape */
export function aiRequest(json: string): string {
  try {
    const excess = excessOf(Buffer.from(json), LIMITS);
    if (excess !== undefined) throw new TypeError(`found ${excess}`);
    return requestText(readShown(JSON.parse(json)));
  } catch (error) {
    const { message } = error as Error;
    throw new DiagnosticError([
      {
        severity: 'error',
        code: 'bad-page',
        message: `the request of the app cannot be shown: ${message}`,
        suggestion: 'a script of it may have changed built-in functions',
      },
    ]);
  }
}

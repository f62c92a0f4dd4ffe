/** The end of an app: its message and its exit code. */
import { report } from '../../command-line/console.js';
import { EXIT } from '../../command-line/exit-codes.js';
import { pathChanged } from './files/held-paths.js';
import type { LaunchInputs } from './launch-inputs.js';
import { signalCode, signalOf } from './runner/control.js';
import type { RunnerLink } from './runner/link.js';
import type { MemoryLimit } from './runner/memory.js';

/** Signals that no program ends itself with. */
const FATAL: ReadonlySet<string> = new Set([
  'SIGKILL',
  'SIGSEGV',
  'SIGABRT',
  'SIGBUS',
  'SIGILL',
  'SIGFPE',
  'SIGTRAP',
  'SIGSYS',
]);

/** Reports why the app has ended, where that is not its own doing. Returns the exit code. */
export function reportEnd({ console, task }: LaunchInputs, link: RunnerLink, code: number): number {
  const { control, memory } = link;
  const reportError = (errorCode: string, message: string, suggestion?: string): void =>
    report(console, [{ severity: 'error', code: errorCode, message, suggestion }]);
  if (link.protocolError !== undefined) {
    reportError(
      'runner-broken',
      `the app was ended: it sent an invalid message to the launcher: ${link.protocolError.message}`,
    );
    return EXIT.failed;
  }
  if (link.memoryWatch.explains(code)) {
    const { limit } = memory;
    reportError(
      'out-of-memory',
      `the app used more than ${limit} MB of memory`,
      moreMemory(memory),
    );
    return EXIT.failed;
  }
  if (control.isForced)
    reportError('app-killed', 'the app did not exit by itself; it was killed at your request');
  if (control.endedBy !== undefined) return signalCode(control.endedBy);
  if (link.changedPath !== undefined) {
    report(console, pathChanged(link.changedPath).diagnostics);
    return EXIT.usage;
  }
  if (!link.isReady) {
    reportError('no-sandbox', 'the app did not start: the sandbox could not be started');
    return EXIT.failed;
  }
  const signal = signalOf(code);
  if (task.type === 'live' && signal !== undefined && FATAL.has(signal)) {
    reportError('app-killed', `the app was ended by ${signal}`);
  }
  return code;
}

function moreMemory({ limit, byPolicy }: MemoryLimit): string {
  return byPolicy
    ? "raise limits.memory in the app's policy"
    : `raise the limit with --limits-memory=${2 * limit}, or limits.memory in your settings`;
}

/** Functions of Node's that reach past what an app is granted, and that no app has. */

/**
 * - V8's flags write files anywhere (`--trace-turbo-cfg-file`); traces and heap snapshots write one into the
 *   working folder.
 * - The rest load machine code, or send signals: SIGUSR1 opens the inspector of any Node process, which runs what it is told.
 */
export const WITHHELD: Readonly<Record<string, readonly string[]>> = {
  // They change the times of a file that is open for reading (CVE-2025-55132).
  'node:fs': ['futimes', 'futimesSync'],
  'node:v8': ['setFlagsFromString', 'setHeapSnapshotNearHeapLimit'],
  'node:trace_events': ['createTracing'],
  'node:process': [
    '_kill',
    '_debugProcess',
    '_debugEnd',
    '_linkedBinding',
    'binding',
    'dlopen',
    'execve',
  ],
};

export function withheldError(name: string, why = 'it reaches out of the sandbox'): Error {
  return Object.assign(new Error(`${name} is not available to apps: ${why}`), {
    code: 'not-permitted',
  });
}

/** Functions of Node's modules that apps cannot call, and their descriptions. */
import { DeniedError } from './denied.js';
import type { PermissionKind } from './types.js';

type RefusedCall = readonly [module: string, name: string, kind: PermissionKind, hint: string];

const NO_SOCKETS = 'apps cannot open sockets; use fetch';

export const REFUSED_CALLS: readonly RefusedCall[] = [
  ...['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'].map(
    (name): RefusedCall => ['node:child_process', name, 'run', 'use $tui.run to start programs'],
  ),
  ['node:net', 'connect', 'net', NO_SOCKETS],
  ['node:net', 'createConnection', 'net', NO_SOCKETS],
  ['node:net', 'createServer', 'net', NO_SOCKETS],
  ['node:tls', 'connect', 'net', NO_SOCKETS],
  ['node:tls', 'createServer', 'net', NO_SOCKETS],
  ['node:http', 'request', 'net', NO_SOCKETS],
  ['node:http', 'get', 'net', NO_SOCKETS],
  ['node:https', 'request', 'net', NO_SOCKETS],
  ['node:https', 'get', 'net', NO_SOCKETS],
  ['node:http2', 'connect', 'net', NO_SOCKETS],
  ['node:dgram', 'createSocket', 'net', 'apps cannot open sockets'],
];

/** A function that refuses every call. */
export function refusing(kind: PermissionKind, hint: string): (...values: unknown[]) => never {
  return (...values) => {
    throw new DeniedError(kind, targetOf(values), hint);
  };
}

/**
 * Functions that reach past what an app is granted, whatever that is.
 *
 * - V8's flags write files anywhere (`--trace-turbo-cfg-file`); traces and heap snapshots write one into the
 *   working folder.
 * - `queryObjects` describes each object of the heap, by a function that an app can define: it would get all of Node's and
 *   of tui's.
 * - The rest load machine code, or send signals: SIGUSR1 opens the inspector of any Node process, which evaluates any code it receives.
 */
export const WITHHELD: Readonly<Record<string, readonly string[]>> = {
  // They change the times of a file that is open for reading (CVE-2025-55132).
  'node:fs': ['futimes', 'futimesSync'],
  'node:v8': [
    'queryObjects',
    'setFlagsFromString',
    'setHeapSnapshotNearHeapLimit',
    'setHeapProfileNearHeapLimit',
  ],
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

export function withheldError(name: string, why = 'it would leave the sandbox'): Error {
  return Object.assign(new Error(`${name} is not available to apps: ${why}`), {
    code: 'not-permitted',
  });
}

/** Functions of `node:fs` that change what is at a path. */
export const CHANGES =
  /^(write|append|mk|rm|unlink|rename|copy|cp|link|symlink|truncate|ch|lch|utimes|lutimes)/;

/** What was requested, in a few words. */
export function targetOf(values: readonly unknown[]): string {
  const [first, second] = values;
  if (typeof first === 'string') {
    return Array.isArray(second) ? [first, ...second.map(String)].join(' ') : first;
  }
  if (typeof first === 'number') {
    return `${typeof second === 'string' ? second : 'localhost'}:${first}`;
  }
  const { host = 'localhost', port, path } = (first ?? {}) as Record<string, unknown>;
  if (typeof path === 'string') return path;
  return port === undefined ? '' : `${String(host)}:${String(port)}`;
}

/** Calls of Node's own modules that no app has, and how they are described. */
import type { PermissionKind } from './types.js';

type RefusedCall = readonly [module: string, name: string, kind: PermissionKind, hint: string];

const NO_SOCKETS = 'apps have no sockets; fetch goes through the launcher';

export const REFUSED_CALLS: readonly RefusedCall[] = [
  ...['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'].map(
    (name): RefusedCall => ['node:child_process', name, 'run', '$tui.run starts programs'],
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
  ['node:dgram', 'createSocket', 'net', 'apps have no sockets'],
];

/** Functions of `node:fs` that change what is at a path. */
export const CHANGES =
  /^(write|append|mk|rm|unlink|rename|copy|cp|link|symlink|truncate|ch|lch|utimes|lutimes)/;

/** What was asked for, in a few words. */
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

/**
 * The host names that the mirror accepts. A page of another site can have its own name resolve to this machine
 * (DNS rebinding); its requests name that host, and are refused.
 */
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];
const EVERYWHERE: ReadonlySet<string> = new Set(['0.0.0.0', '::', '[::]']);

/** Whether only this machine can reach a host. */
export function isLoopback(host: string): boolean {
  const bare = unbracketed(host).toLowerCase();
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}

/** `Host` headers that are answered, in lower case, for a server bound to `host` and `port`. */
export function hostsOf(host: string, port: number): ReadonlySet<string> {
  const names = [...LOOPBACK, bracketed(host)];
  if (EVERYWHERE.has(host)) {
    for (const each of Object.values(networkInterfaces()).flat()) {
      // An address that is a number cannot be made to mean another machine.
      if (each !== undefined) names.push(bracketed(each.address.replace(/%.*$/, '')));
    }
  }
  const suffixes = port === 80 ? ['', ':80'] : [`:${port}`];
  return new Set(names.flatMap((name) => suffixes.map((end) => `${name.toLowerCase()}${end}`)));
}

/** As an address has it: IPv6 in brackets. */
export function bracketed(host: string): string {
  return isIP(unbracketed(host)) === 6 ? `[${unbracketed(host)}]` : host;
}

/** As `listen` takes it. */
export function unbracketed(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}

/**
 * The host names that the mirror accepts. A page of another site can have its own name resolve to this machine
 * (DNS rebinding); its requests name that host, and are refused.
 */
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];
const EVERYWHERE: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** Whether only this machine can reach a host. */
export function isLoopback(host: string): boolean {
  const bare = unbracketed(host).toLowerCase();
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}

/**
 * The other address of loopback that a server needs for `localhost` to be its own; undefined where that name does not
 * lead to it, or to nothing else.
 */
export function partnerOf(host: string): string | undefined {
  const bare = unbracketed(host).toLowerCase();
  if (bare === '::1') return '127.0.0.1';
  return ['127.0.0.1', 'localhost', '0.0.0.0'].includes(bare) ? '::1' : undefined;
}

/**
 * `Host` headers that are answered, in lower case, for a server bound to `host` and `port`.
 *
 * @param hasLocalhost the server has both addresses of loopback
 */
export function hostsOf(host: string, port: number, hasLocalhost: boolean): ReadonlySet<string> {
  const bare = unbracketed(host).toLowerCase();
  const names = [bracketed(host)];
  if (hasLocalhost || bare === '::') names.push(...LOOPBACK);
  if (bare === '0.0.0.0') names.push('127.0.0.1');
  if (EVERYWHERE.has(bare)) {
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

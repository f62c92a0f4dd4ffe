/**
 * The host names that the mirror accepts. A page of another site can have its own name resolve to this machine
 * (DNS rebinding); its requests name that host, and are refused.
 *
 * On a port that the user chose, the printed address has a random name below `localhost`, new in each run. What another program that had the port before has
 * left in a browser, in its cache or as a service worker, belongs to the origin of that program, and this one is new.
 */
import { randomBytes } from 'node:crypto';
import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';
import { late } from '../../runtime/base/late.js';

const net = late(() => require('node:net') as typeof import('node:net'));

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];
const EVERYWHERE: ReadonlySet<string> = new Set(['0.0.0.0', '::']);
/** A name of one run, and the port. */
const OF_RUN = /^[0-9a-f]{12}\.localhost(?::(\d+))?$/;

/** Whether only this machine can reach a host. */
export function isLoopback(host: string): boolean {
  const bare = unbracketed(host).toLowerCase();
  return (
    bare === 'localhost' || bare === '::1' || (net().isIP(bare) === 4 && bare.startsWith('127.'))
  );
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

/** The `Host` headers that a server answers, in lower case. */
export class Hosts {
  /** Host and port of the addresses that are printed with a token. */
  readonly printed: string;
  /** The same without a name of this run. Of a server for every address, one that other machines reach. */
  readonly plain: string;
  /** `printed` has a name of this run. */
  readonly isNamed: boolean;
  readonly #pages: ReadonlySet<string>;
  readonly #port: number;

  /**
   * @param hasLocalhost the server has both addresses of loopback
   * @param isChosen the user chose the port. A free one is new in each run by itself, and programs find its address
   * without knowing names below `localhost`.
   */
  constructor(host: string, port: number, hasLocalhost: boolean, isChosen = true) {
    this.#port = port;
    const isLocalhost = hasLocalhost || unbracketed(host) === '::';
    this.isNamed = isLocalhost && isChosen;
    const own = this.isNamed ? `${randomBytes(6).toString('hex')}.localhost` : bracketed(host);
    const names = [own.toLowerCase(), ...namesOf(host, isLocalhost)];
    const suffixes = port === 80 ? ['', ':80'] : [`:${port}`];
    this.#pages = new Set(names.flatMap((name) => suffixes.map((end) => `${name}${end}`)));
    this.printed = `${own}:${port}`;
    this.plain = `${bracketed(reachable(host))}:${port}`;
  }

  /** The page is served under this name. */
  hasPage(host: string): boolean {
    return this.#pages.has(host);
  }

  /** Clients connect by this name. Pages of earlier runs, which are open and connect again, have the name of theirs. */
  hasClients(host: string): boolean {
    return this.hasPage(host) || this.#isEarlier(host);
  }

  #isEarlier(host: string): boolean {
    const [found, port = '80'] = OF_RUN.exec(host) ?? [];
    return this.isNamed && found !== undefined && Number(port) === this.#port;
  }
}

function namesOf(host: string, isLocalhost: boolean): string[] {
  const bare = unbracketed(host).toLowerCase();
  const names = [bracketed(host)];
  if (isLocalhost) names.push(...LOOPBACK);
  if (bare === '0.0.0.0') names.push('127.0.0.1');
  // An address that is a number cannot be made to mean another machine.
  if (EVERYWHERE.has(bare)) {
    names.push(...ownAddresses().map(({ address }) => bracketed(address.replace(/%.*$/, ''))));
  }
  return names.map((name) => name.toLowerCase());
}

function reachable(host: string): string {
  if (!EVERYWHERE.has(unbracketed(host))) return host;
  const outside = ownAddresses().find(({ internal, family }) => !internal && family === 'IPv4');
  return outside?.address ?? host;
}

function ownAddresses(): readonly NetworkInterfaceInfo[] {
  return Object.values(networkInterfaces()).flatMap((each) => each ?? []);
}

/** As an address has it: IPv6 in brackets. */
function bracketed(host: string): string {
  return net().isIP(unbracketed(host)) === 6 ? `[${unbracketed(host)}]` : host;
}

/** As `listen` takes it. */
export function unbracketed(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}

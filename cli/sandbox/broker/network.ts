/**
 * Where a request of the runner may go. The address that was looked at is the one that is connected to:
 * the name is resolved here, once, and its answer handed to the socket.
 */
import { lookup as systemLookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { canonicalHost } from '../policy/grants/hosts.js';
import { allowsNet } from '../policy/check.js';
import { DeniedError } from '../policy/denied.js';
import type { Permissions } from '../policy/types.js';

/** All addresses of a name. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

export interface NetworkLimits {
  /** Milliseconds for resolving, connecting and TLS together. */
  readonly connect: number;
  /** Milliseconds until the answer begins. */
  readonly answer: number;
  /** Milliseconds between two pieces of an answer that is waited for. */
  readonly idle: number;
  /** Bytes of one body, either way. */
  readonly body: number;
  /** Requests at a time, their answers included. */
  readonly requests: number;
  /** WebSockets at a time. */
  readonly sockets: number;
  /** Bytes of one WebSocket message that the server sends; it is held as a whole. */
  readonly message: number;
}

export const NETWORK_LIMITS: NetworkLimits = {
  connect: 30_000,
  answer: 300_000,
  idle: 300_000,
  body: 4 * 1024 ** 3,
  requests: 64,
  sockets: 16,
  message: 8 * 1024 * 1024,
};

export interface NetworkOptions {
  readonly permissions: Permissions;
  /** Default: the system's resolver. */
  readonly resolve?: Resolve | undefined;
  /** Default: the authorities that Node knows. */
  readonly ca?: string | undefined;
  readonly limits?: Partial<NetworkLimits> | undefined;
}

export interface Target {
  readonly url: URL;
  readonly isSecure: boolean;
  /** Canonical: what is connected to, and what the server is told. */
  readonly host: string;
  readonly port: number;
}

/** Characters of an address. */
const LONGEST_ADDRESS = 64 * 1024;

export class Network {
  readonly limits: NetworkLimits;
  private readonly permissions: Permissions;
  private readonly resolve: Resolve;
  readonly ca: string | undefined;

  constructor({ permissions, resolve, ca, limits }: NetworkOptions) {
    this.permissions = permissions;
    this.resolve = resolve ?? ((host) => systemLookup(host, { all: true, verbatim: true }));
    this.ca = ca;
    this.limits = { ...NETWORK_LIMITS, ...limits };
  }

  /**
   * Reads an address and looks whether it may be connected to.
   *
   * @param schemes `http` or `ws`: the plain one; with an s it is the other
   * @throws TypeError, DeniedError
   */
  target(text: unknown, scheme: 'http' | 'ws'): Target {
    if (typeof text !== 'string' || text.length > LONGEST_ADDRESS) {
      throw new TypeError('an address is expected');
    }
    let url: URL;
    try {
      url = new URL(text);
    } catch {
      throw new TypeError('this is no address');
    }
    const isSecure = url.protocol === `${scheme}s:`;
    if (!isSecure && url.protocol !== `${scheme}:`) {
      throw new TypeError(`${url.protocol} is not fetched: only ${scheme}: and ${scheme}s: are`);
    }
    if (url.username !== '' || url.password !== '') {
      throw new TypeError('an address with a user or a password is not taken: send a header');
    }
    const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port);
    const host = canonicalHost(url.hostname)?.host;
    if (host === undefined) throw new TypeError('this address has no host');
    if (!allowsNet(this.permissions, host, port)) throw new DeniedError('net', placeOf(host, port));
    return { url, isSecure, host, port };
  }

  /** A `lookup` for the socket of one target: only what it answers with is connected to. */
  lookup({ host, port }: Target): LookupFunction {
    return (name, options, done) => {
      this.addresses(host, port, name).then(
        (found) => {
          const wanted = found.filter(
            ({ family }) => options.family === undefined || fits(family, options.family),
          );
          const first = wanted[0];
          if (first === undefined) done(notFound(name), '');
          else if (options.all === true) done(null, [...wanted]);
          else done(null, first.address, first.family);
        },
        (error: unknown) => done(error as NodeJS.ErrnoException, ''),
      );
    };
  }

  private async addresses(host: string, port: number, name: string): Promise<LookupAddress[]> {
    // The socket looks up what it was told to connect to; anything else is a fault of ours.
    if (name !== host) throw notFound(name);
    const found = await this.resolve(host);
    const allowed = found.filter(({ address }) => allowsNet(this.permissions, host, port, address));
    const denied = found[0];
    if (allowed.length === 0 && denied !== undefined) {
      throw new DeniedError(
        'net',
        placeOf(denied.address, port),
        `"${host}" leads to this address, which is not granted`,
      );
    }
    return allowed;
  }
}

/** As `--allow-net` takes it. */
function placeOf(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

function fits(family: number, wanted: number | string): boolean {
  return wanted === 0 || wanted === family || wanted === `IPv${family}`;
}

function notFound(name: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
}

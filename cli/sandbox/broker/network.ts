/**
 * Connections to hosts that the app was granted. The launcher resolves the name, checks each address, and
 * connects to an address that it has checked. The connection's own address is checked again before
 * anything is sent.
 */
import { lookup as systemLookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { canonicalHost, portOf } from '../policy/grants/hosts.js';
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

const NETWORK_LIMITS: NetworkLimits = {
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
  /** Canonical: what is connected to, and what `Host` names. */
  readonly host: string;
  readonly port: number;
}

/** The value of `Host`: the port is left out where it is the scheme's. */
export function authorityOf({ isSecure, host, port }: Target): string {
  const name = host.includes(':') ? `[${host}]` : host;
  return port === (isSecure ? 443 : 80) ? name : `${name}:${port}`;
}

/** Characters of a URL. */
const MAX_URL = 64 * 1024;

export class Network {
  readonly limits: NetworkLimits;
  readonly #permissions: Permissions;
  readonly #resolve: Resolve;
  readonly #ca: string | undefined;

  constructor({ permissions, resolve, ca, limits }: NetworkOptions) {
    this.#permissions = permissions;
    this.#resolve = resolve ?? ((host) => systemLookup(host, { all: true, verbatim: true }));
    this.#ca = ca;
    this.limits = { ...NETWORK_LIMITS, ...limits };
  }

  /**
   * Reads an address and looks whether it may be connected to.
   *
   * @param schemes `http` or `ws`: the plain one; with an s it is the other
   * @throws TypeError, DeniedError
   */
  target(text: unknown, scheme: 'http' | 'ws'): Target {
    if (typeof text !== 'string' || text.length > MAX_URL) {
      throw new TypeError('expected a URL');
    }
    let url: URL;
    try {
      url = new URL(text);
    } catch {
      throw new TypeError('invalid URL');
    }
    const isSecure = url.protocol === `${scheme}s:`;
    if (!isSecure && url.protocol !== `${scheme}:`) {
      throw new TypeError(`expected ${scheme}: or ${scheme}s:, found ${url.protocol}`);
    }
    if (url.username !== '' || url.password !== '') {
      throw new TypeError(
        'expected a URL without a user and password; send an Authorization header',
      );
    }
    const port = portOf(url);
    const host = canonicalHost(url.hostname)?.host;
    if (host === undefined) throw new TypeError('expected a URL with a host');
    if (!allowsNet(this.#permissions, host, port))
      throw new DeniedError('net', placeOf(host, port));
    return { url, isSecure, host, port };
  }

  /** A new connection, with TLS where the target is secure. Every error reaches its `error` event. */
  connect(target: Target): Socket {
    const { isSecure, host, port } = target;
    const options = { host, port, lookup: this.#lookup(target) };
    const socket = isSecure
      ? connectTls({
          ...options,
          // The name that the certificate is checked against. An IP address is checked without SNI.
          servername: isIP(host) === 0 ? host : '',
          ca: this.#ca,
          rejectUnauthorized: true,
          ALPNProtocols: ['http/1.1'],
        })
      : connectTcp(options);
    // Registered first, so that it runs before anything is written.
    socket.once('connect', () => {
      if (!this.accepts(target, socket)) {
        socket.destroy(leadsTo(host, socket.remoteAddress ?? host, port));
      }
    });
    return socket;
  }

  /** Whether an open connection leads to where this target may. */
  accepts({ host, port }: Target, { remoteAddress, remotePort }: Socket): boolean {
    return (
      remoteAddress !== undefined &&
      remotePort === port &&
      allowsNet(this.#permissions, host, port, remoteAddress)
    );
  }

  /** A `lookup` for the socket of one target: only what it answers with is connected to. */
  #lookup({ host, port }: Target): LookupFunction {
    return (name, options, done) => {
      this.#addresses(host, port, name).then(
        (found) => {
          const matching = found.filter(
            ({ family }) => options.family === undefined || fits(family, options.family),
          );
          const first = matching[0];
          if (first === undefined) done(notFound(name), '');
          else if (options.all === true) done(null, [...matching]);
          else done(null, first.address, first.family);
        },
        (error: unknown) => done(error as NodeJS.ErrnoException, ''),
      );
    };
  }

  async #addresses(host: string, port: number, name: string): Promise<LookupAddress[]> {
    // The socket looks up the host that it was given; anything else is a bug.
    if (name !== host) throw notFound(name);
    const found = await this.#resolve(host);
    const allowed = found.filter(({ address }) =>
      allowsNet(this.#permissions, host, port, address),
    );
    const denied = found[0];
    if (allowed.length === 0 && denied !== undefined) {
      throw leadsTo(host, denied.address, port);
    }
    return allowed;
  }
}

function leadsTo(host: string, address: string, port: number): DeniedError {
  const reason = `"${host}" resolves to this address, which is not granted`;
  return new DeniedError('net', placeOf(address, port), reason);
}

/** As `--allow-net` takes it. */
function placeOf(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

function fits(family: number, requestedFamily: number | string): boolean {
  return requestedFamily === 0 || requestedFamily === family || requestedFamily === `IPv${family}`;
}

function notFound(name: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
}

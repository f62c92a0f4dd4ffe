/**
 * Opens the port of the mirror. `localhost` is 127.0.0.1 and ::1, and a browser tries both. The server of one opens the
 * other as well; if another program has it, the name may lead to that program, and requests by name are refused.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { Strangers } from '../../runtime/base/strangers.js';
import { partnerOf, unbracketed } from './origins.js';

/** Milliseconds in which a request has to be there. */
const REQUEST_TIME = 5000;
/** Ports that are tried for one that is free on both addresses. */
const ATTEMPTS = 10;

export interface ListenOptions {
  /** 0: a free one. */
  readonly port: number;
  readonly host: string;
  onRequest(request: IncomingMessage, response: ServerResponse): void;
  /** @returns whether the connection is a client's from now on */
  onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
}

export interface Listening {
  readonly port: number;
  /** Where `localhost` leads: here alone, also to another program, or elsewhere. */
  readonly localhost: 'here' | 'shared' | 'elsewhere';
  /** Takes no new connections; resolves when the others have ended. */
  close(): Promise<void>;
  closeAllConnections(): void;
}

/** @throws the system's error where the port or the address cannot be had */
export async function listen(options: ListenOptions): Promise<Listening> {
  const { host } = options;
  const isName = host.toLowerCase() === 'localhost';
  const partner = partnerOf(host);
  const strangers = new Strangers();
  for (let attempt = 1; ; attempt++) {
    const first = await open(
      options,
      strangers,
      isName ? '127.0.0.1' : unbracketed(host),
      options.port,
    );
    const { port } = first.address() as AddressInfo;
    if (partner === undefined) return listening([first], port, 'elsewhere');
    const second = await open(options, strangers, partner, port).catch(
      (error: unknown) => error as NodeJS.ErrnoException,
    );
    if (!(second instanceof Error)) return listening([first, second], port, 'here');
    const isTaken = second.code === 'EADDRINUSE' || second.code === 'EACCES';
    if (!isTaken) return listening([first], port, 'here');
    if (!isName && (options.port !== 0 || attempt === ATTEMPTS))
      return listening([first], port, 'shared');
    await new Promise((resolve) => first.close(resolve));
    if (options.port !== 0 || attempt === ATTEMPTS) throw second;
  }
}

function listening(
  servers: readonly Server[],
  port: number,
  localhost: Listening['localhost'],
): Listening {
  return {
    port,
    localhost,
    close: async () => {
      await Promise.all(servers.map((each) => new Promise((resolve) => each.close(resolve))));
    },
    closeAllConnections: () => {
      for (const each of servers) each.closeAllConnections();
    },
  };
}

async function open(
  options: ListenOptions,
  strangers: Strangers,
  host: string,
  port: number,
): Promise<Server> {
  const server = createServer({
    maxHeaderSize: 16 * 1024,
    headersTimeout: REQUEST_TIME,
    requestTimeout: REQUEST_TIME,
    connectionsCheckingInterval: 1000,
    keepAlive: true,
  });
  strangers.watch(server);
  server.on('request', (request, response) => options.onRequest(request, response));
  server.on('upgrade', (request, socket, head) => {
    if (options.onUpgrade(request, socket, head)) strangers.remove(socket);
  });
  // A connection that breaks off is none of ours to report.
  server.on('clientError', (_error, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => {
      server.removeListener('error', reject);
      server.on('error', () => undefined);
      resolve();
    });
  });
  return server;
}

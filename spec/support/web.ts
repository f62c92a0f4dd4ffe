/** A web server of one's own that keeps what it was asked. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

const fixture = (name: string): string =>
  readFileSync(new URL(`../sandbox/fixtures/${name}`, import.meta.url), 'utf8');
/** The authority of the secure server: itself, for localhost, api.example.com and 127.0.0.1. */
export const CERTIFICATE = fixture('cert.pem');

export interface Web {
  readonly server: Server;
  readonly port: number;
  /** `http://127.0.0.1:port` */
  readonly origin: string;
  /** Method and path of each request, in order. */
  readonly asked: string[];
  /** Bytes of bodies that were written to sockets, and that came. */
  sent: number;
  received: number;
  /** Answers whose connection was closed before their end. */
  broken: number;
  close(): Promise<void>;
}

export interface WebOptions {
  readonly secure?: boolean;
  readonly address?: string;
}

export async function serve({
  secure = false,
  address = '127.0.0.1',
}: WebOptions = {}): Promise<Web> {
  const counts = { asked: [] as string[], sent: 0, received: 0, broken: 0 };
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    counts.asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.on('close', () => {
      if (!response.writableFinished) counts.broken++;
    });
    answer(request, response, counts);
  };
  const server = secure
    ? createSecureServer({ key: fixture('key.pem'), cert: CERTIFICATE }, listener)
    : createServer(listener);
  await new Promise<void>((done) => server.listen(0, address, done));
  const { port } = server.address() as AddressInfo;
  return Object.assign(counts, {
    server,
    port,
    origin: `http${secure ? 's' : ''}://${address}:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  });
}

type Counts = { asked: string[]; sent: number; received: number };

function answer(request: IncomingMessage, response: ServerResponse, counts: Counts): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x');
  const number = (name: string): number => Number(searchParams.get(name) ?? '0');
  switch (pathname) {
    case '/redirect':
      response.writeHead(number('status') || 302, { location: searchParams.get('to') ?? '' });
      response.end();
      return;
    case '/hang':
      return;
    case '/drip':
      response.write('first');
      return;
    case '/cut':
      response.writeHead(200, { 'content-length': '100' });
      response.write('not all', () => response.destroy());
      return;
    case '/big':
      void sendMuch(response, number('bytes'), counts);
      return;
    case '/gzip':
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(gzipSync('squeezed'));
      return;
    case '/cookies':
      response.writeHead(200, [
        'set-cookie',
        'a=1',
        'set-cookie',
        'b=2',
        'x-one',
        '1',
        'x-one',
        '2',
      ]);
      response.end();
      return;
    case '/status':
      response.writeHead(number('code'), 'As Told');
      response.end();
      return;
    case '/no-reader':
      // Headers only: the body stays in the socket.
      response.write('reading nothing');
      return;
    default:
      echo(request, response, counts);
  }
}

function echo(request: IncomingMessage, response: ServerResponse, counts: Counts): void {
  const pieces: Buffer[] = [];
  request.on('data', (bytes: Buffer) => {
    counts.received += bytes.length;
    if (pieces.length < 1000) pieces.push(bytes);
  });
  request.on('end', () => {
    const { method, url, headers } = request;
    const body = Buffer.concat(pieces).toString('latin1').slice(0, 100_000);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ method, url, headers, body, length: counts.received }));
  });
}

async function sendMuch(response: ServerResponse, bytes: number, counts: Counts): Promise<void> {
  const piece = Buffer.alloc(64 * 1024, 'x');
  for (let left = bytes; left > 0 && !response.destroyed; left -= piece.length) {
    const part = piece.subarray(0, Math.min(left, piece.length));
    const isFull = !response.write(part);
    counts.sent += part.length;
    if (!isFull) continue;
    await new Promise<void>((done) => {
      const go = (): void => {
        response.off('drain', go).off('close', go);
        done();
      };
      response.on('drain', go).on('close', go);
    });
  }
  response.end();
}

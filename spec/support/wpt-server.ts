/** What fetch's web platform tests want of their server: its programs by their names, written anew. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface WptServer {
  readonly port: number;
  close(): Promise<void>;
}

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly query: URLSearchParams;
  readonly body: Buffer;
}
type Program = (call: Call) => unknown;

/** Between requests, as in `request.server.stash`. */
const stash = new Map<string, string>();

const NAMED = ['content-type', 'content-length', 'content-encoding', 'content-language'] as const;

function method({ request, response, body }: Call): void {
  response.setHeader('x-request-method', request.method ?? '');
  for (const name of [...NAMED, 'content-location'] as const) {
    response.setHeader(`x-request-${name}`, String(request.headers[name] ?? 'NO'));
  }
  response.end(body);
}

function redirect({ request, response, query }: Call): void {
  const token = query.get('token') ?? '';
  const count = Number(stash.get(token) ?? '0') + 1;
  if (token !== '') stash.set(token, String(count));
  const max = query.get('max_count');
  if (max !== null && count > Number(max)) {
    response.end(String(count - 1));
    return;
  }
  let location = query.get('location');
  if (location !== null && !/^(?!https?:)\w+:/.test(location) && !location.includes('#')) {
    location += `${location.includes('?') ? '&' : '?'}${query.toString()}&count=${count}`;
  }
  response.writeHead(Number(query.get('redirect_status') ?? '302'), {
    ...(location === null ? {} : { location }),
    'access-control-allow-origin': request.headers.origin ?? '*',
  });
  response.end();
}

async function trickle({ response, query }: Call): Promise<void> {
  if (!query.has('notype')) response.setHeader('content-type', 'text/plain');
  for (let count = Number(query.get('count') ?? '50'); count > 0; count--) {
    if (response.destroyed) return;
    response.write('TEST_TRICKLE\n');
    await sleep(Math.min(20, Number(query.get('ms') ?? '500')));
  }
  response.end();
}

/** Until it is told to end, or nobody reads it any more. */
async function infinite({ response, query }: Call): Promise<void> {
  const state = query.get('stateKey') ?? '';
  const abort = query.get('abortKey') ?? '';
  if (state !== '') stash.set(state, 'open');
  response.writeHead(200, { 'content-type': 'text/plain' });
  while (!response.destroyed && stash.get(abort) !== 'close') {
    response.write('.');
    await sleep(10);
  }
  response.end();
  stash.delete(abort);
  if (state !== '') stash.set(state, 'closed');
}

function stashTake({ response, query }: Call): void {
  const key = query.get('key') ?? '';
  response.end(JSON.stringify(stash.get(key) ?? null));
  stash.delete(key);
}

function inspectHeaders({ request, response, query }: Call): void {
  for (const name of (query.get('headers') ?? '').split('|')) {
    const value = request.headers[name.toLowerCase()];
    if (value !== undefined) response.setHeader(`x-request-${name}`, value);
  }
  response.end();
}

/** Names and values as they came. */
function echoHeaders({ request, response }: Call): void {
  const { rawHeaders } = request;
  const lines = rawHeaders.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\n`));
  response.end(lines.join(''));
}

const PROGRAMS: Readonly<Record<string, Program>> = {
  'method.py': method,
  'redirect.py': redirect,
  'trickle.py': trickle,
  'infinite-slow-response.py': infinite,
  'stash-take.py': stashTake,
  'stash-put.py': ({ query, response }) => {
    stash.set(query.get('key') ?? '', query.get('value') ?? '');
    response.end();
  },
  'clean-stash.py': ({ query, response }) => {
    stash.delete(query.get('token') ?? '');
    response.end('1');
  },
  'inspect-headers.py': inspectHeaders,
  'echo-headers.py': echoHeaders,
  'echo-content.py': ({ response, body }) => response.end(body),
  'status.py': ({ response, query }) => {
    response.writeHead(Number(query.get('code') ?? '200'), query.get('text') ?? 'OMG');
    response.end(query.get('content') ?? '');
  },
  'data.json': ({ response }) => response.end('{"key": "value"}'),
  'empty.txt': ({ response }) => response.end(),
  'top.txt': ({ response }) => response.end('top'),
  'cors-top.txt': ({ response }) => response.end('top'),
  'headers-basic.asis': withHeaders(['foo-test', '1', 'foo-test', '2', 'foo-test', '3']),
  'headers-www-authenticate.asis': withHeaders([
    'www-authenticate',
    '1, 2',
    'www-authenticate',
    '3',
    'www-authenticate',
    '4',
  ]),
  'headers-some-are-empty.asis': withHeaders(['heya', '1', 'heya', '2']),
};

function withHeaders(headers: string[]): Program {
  return ({ response }) => {
    response.writeHead(280, headers);
    response.end('BODY');
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

async function answer(root: string, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const program = PROGRAMS[url.pathname.split('/').at(-1) ?? ''];
  if (program !== undefined) {
    const body = await bodyOf(request);
    await program({ request, response, url, query: url.searchParams, body });
    return;
  }
  try {
    response.end(await readFile(join(root, normalize(url.pathname))));
  } catch {
    response.writeHead(404).end();
  }
}

/** @param root the tests' folder, for what is only read */
export async function serveWpt(root: string): Promise<WptServer> {
  const server = createServer((request, response) => {
    answer(root, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(0, done));
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

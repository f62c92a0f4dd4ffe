/** The mirror's HTTP responses: the page, which contains no secret, and tickets for tokens. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Access } from './access.js';
import type { PageFile } from './page-files.js';
import { LOCK_TIME, SESSION_PATH } from './protocol.js';

/** Bytes of a request for a ticket. */
const MAX_BODY = 1024;

/** Sent with every answer. The page runs only its own script, and no other page may frame it. */
export const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
  'Cache-Control': 'no-store',
};

export interface HttpInputs {
  readonly access: Access;
  readonly files: ReadonlyMap<string, PageFile>;
  /** `Host` headers that are answered. */
  readonly hosts: ReadonlySet<string>;
  /** There is no room for another client. */
  isFull(): boolean;
}

/** Whether a request names this server; what does not is of another site's page. */
export function isForUs({ headers }: IncomingMessage, hosts: ReadonlySet<string>): boolean {
  return hosts.has((headers.host ?? '').toLowerCase());
}

/** Whether the page that asks is our own. Browsers state the origin of what scripts send. */
export function isSameOrigin({ headers }: IncomingMessage): boolean {
  return headers.origin?.toLowerCase() === `http://${headers.host?.toLowerCase()}`;
}

export async function answer(
  { access, files, hosts, isFull }: HttpInputs,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  // A request that is refused is not read to its end.
  response.setHeader('Connection', 'close');
  const { method = '', url = '' } = request;
  if (!isForUs(request, hosts)) return end(response, 421, 'this address is not served here');
  const [path = ''] = url.split('?');
  if (path === SESSION_PATH) {
    if (method !== 'POST') return end(response, 405, 'POST a token');
    if (!isSameOrigin(request)) return end(response, 403, 'this page may not ask');
    await answerSession(access, isFull, request, response);
    return;
  }
  const file = files.get(path);
  if (file === undefined) return end(response, 404, 'there is no such file');
  if (method !== 'GET' && method !== 'HEAD') return end(response, 405, 'GET it');
  response.writeHead(200, { 'Content-Type': file.type, 'Content-Length': file.bytes.length });
  response.end(method === 'HEAD' ? undefined : file.bytes);
}

async function answerSession(
  access: Access,
  isFull: () => boolean,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.headers['content-type'] !== 'application/json') {
    return end(response, 415, 'send JSON');
  }
  const token = tokenIn(await bodyOf(request));
  if (token === undefined) return end(response, 400, 'send {"token": "…"}');
  const { role, wait, isLocked } = access.check(token, request.socket.remoteAddress ?? '');
  if (wait > 0) await sleep(wait);
  if (isLocked) {
    response.setHeader('Retry-After', String(LOCK_TIME / 1000));
    return end(response, 429, 'too many wrong tokens: try again in a minute');
  }
  if (role === undefined) return end(response, 401, 'the token is wrong');
  // A page is not told why its WebSocket is refused.
  if (isFull()) return end(response, 503, 'too many clients');
  send(
    response,
    200,
    'application/json',
    JSON.stringify({ ticket: access.issueTicket(role), role }),
  );
}

/** Undefined where it is longer than it may be. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > MAX_BODY) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function tokenIn(body: string | undefined): string | undefined {
  try {
    const { token } = JSON.parse(body ?? '') as { readonly token?: unknown };
    return typeof token === 'string' ? token : undefined;
  } catch {
    return undefined;
  }
}

function end(response: ServerResponse, status: number, words: string): void {
  send(response, status, 'text/plain; charset=utf-8', `${words}\n`);
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}

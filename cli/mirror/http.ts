/** The mirror's HTTP responses: the page, which contains no secret, challenges, and tickets for proofs of a token. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Access, ClientProof } from './access.js';
import type { PageFile } from './page-files.js';
import type { Hosts } from './origins.js';
import { CHALLENGE_PATH, LOCK_TIME, SESSION_PATH } from './protocol.js';

/** Bytes of a request for a ticket. */
const MAX_BODY = 1024;
/** At least 128 bits. */
const NONCE = /^[0-9a-f]{32,64}$/;

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
  readonly hosts: Hosts;
  /** True when no more clients are accepted. */
  isFull(): boolean;
}

/** As the client addresses the server. A request that names another one is of another site's page. */
export function hostIn({ headers }: IncomingMessage): string {
  return (headers.host ?? '').toLowerCase();
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
  const host = hostIn(request);
  if (!hosts.hasClients(host)) return end(response, 421, 'this address is not served here');
  const [path = ''] = url.split('?');
  if (path === CHALLENGE_PATH || path === SESSION_PATH) {
    if (method !== 'POST') return end(response, 405, 'POST JSON');
    if (!isSameOrigin(request))
      return end(response, 403, 'requests from this origin are not allowed');
    if (request.headers['content-type'] !== 'application/json') {
      return end(response, 415, 'send JSON');
    }
    if (path === SESSION_PATH) return await answerSession(access, isFull, request, response);
    return sendJson(response, { run: access.run, challenge: access.issueChallenge() });
  }
  if (!hosts.hasPage(host)) {
    return end(
      response,
      421,
      'this address is of an earlier run: open the one that tui has printed',
    );
  }
  const file = files.get(path);
  if (file === undefined) return end(response, 404, 'there is no such file');
  if (method !== 'GET' && method !== 'HEAD') return end(response, 405, 'expected GET or HEAD');
  response.writeHead(200, { 'Content-Type': file.type, 'Content-Length': file.bytes.length });
  response.end(method === 'HEAD' ? undefined : file.bytes);
}

async function answerSession(
  access: Access,
  isFull: () => boolean,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await bodyOf(request);
  if (body === undefined) return end(response, 413, `send at most ${MAX_BODY} bytes`);
  const proof = proofIn(body, request.headers.host ?? '');
  if (proof === undefined) return end(response, 400, 'send {"challenge", "nonce", "proof"}');
  const result = access.admit(proof, request.socket.remoteAddress ?? '');
  if (result.wait > 0) await sleep(result.wait);
  if (result.isLocked === true) {
    response.setHeader('Retry-After', String(LOCK_TIME / 1000));
    return end(response, 429, 'too many wrong tokens: try again in a minute');
  }
  if (result.isStale === true) return end(response, 409, 'get another challenge');
  if (result.ticket === undefined) return end(response, 401, 'the token is wrong');
  // Browsers do not report to a page why its WebSocket is refused.
  if (isFull()) return end(response, 503, 'too many clients');
  sendJson(response, { ticket: result.ticket });
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

/** Undefined where it is none. The host is the one that the client has addressed. */
function proofIn(body: string, host: string): ClientProof | undefined {
  try {
    const { challenge, nonce, proof } = JSON.parse(body) as Readonly<Record<string, unknown>>;
    const isProof = isText(challenge) && isText(proof) && isText(nonce) && NONCE.test(nonce);
    return isProof ? { host, challenge, nonce, proof } : undefined;
  } catch {
    return undefined;
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function sendJson(response: ServerResponse, value: object): void {
  send(response, 200, 'application/json', JSON.stringify(value));
}

function end(response: ServerResponse, status: number, words: string): void {
  send(response, status, 'text/plain; charset=utf-8', `${words}\n`);
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}

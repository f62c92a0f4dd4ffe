/**
 * One hop of a `fetch`, made for the runner: one request to one address. Redirects are not followed here:
 * the runner asks again, and is checked again.
 */
import * as http from 'node:http';
import * as https from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FetchPayload, FetchValue } from '../channel/payloads.js';
import type { Answer, Body, IncomingRequest } from '../channel/channel.js';
import type { Network, NetworkLimits, Target } from './network.js';
import { isRecord } from '../channel/protocol.js';

/** Headers of the connection, which are the launcher's. Proxies are not used, so nobody is told a password for one. */
const OURS =
  /^(host|connection|keep-alive|proxy-.*|content-length|transfer-encoding|te|trailer|upgrade|expect|http2-settings)$/i;
/** RFC 9110: a token. */
const TOKEN = /^[!#$%&'*+\-.^_`|~\w]+$/;
/** The bytes of a field value; no line break, so that one header stays one. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const MOST_HEADERS = 256;
/** Bytes of all headers, either way. */
const LARGEST_HEAD = 64 * 1024;

export class Fetcher {
  private readonly agents: { readonly http: http.Agent; readonly https: https.Agent };
  private running = 0;

  constructor(private readonly network: Network) {
    const options = { keepAlive: true, maxFreeSockets: 8, timeout: 15_000 };
    this.agents = {
      http: new http.Agent(options),
      https: new https.Agent({ ...options, ca: network.ca, rejectUnauthorized: true }),
    };
  }

  async answer({ payload, body, signal }: IncomingRequest): Promise<Answer> {
    const { limits } = this.network;
    const asked = readPayload(payload, body !== undefined);
    const target = this.network.target(asked.url, 'http');
    if (this.running >= limits.requests) throw tooMany(limits.requests);
    this.running++;
    const hop = new Hop(limits, signal);
    const end = (): void => {
      this.running--;
      hop.end();
    };
    try {
      const message = await this.request(asked, target, hop, body);
      return { value: valueOf(message), body: hop.read(message, end) };
    } catch (error) {
      end();
      throw error;
    }
  }

  close(): void {
    this.agents.http.destroy();
    this.agents.https.destroy();
  }

  private async request(
    asked: FetchPayload,
    target: Target,
    hop: Hop,
    body: Body | undefined,
  ): Promise<http.IncomingMessage> {
    for (let isAgain = false; ; isAgain = true) {
      const { isSecure, host, port, url } = target;
      const { request } = isSecure ? https : http;
      const sent = request({
        agent: isSecure ? this.agents.https : this.agents.http,
        method: asked.method,
        host,
        port,
        path: `${url.pathname}${url.search}`,
        headers: headersOf(asked, body),
        lookup: this.network.lookup(target),
        maxHeaderSize: LARGEST_HEAD,
        insecureHTTPParser: false,
      });
      try {
        return await hop.send(sent, body);
      } catch (error) {
        // A kept connection that the server has just closed: nothing of the request was read.
        const { code } = error as NodeJS.ErrnoException;
        if (isAgain || body !== undefined || !sent.reusedSocket || code !== 'ECONNRESET')
          throw error;
      }
    }
  }
}

/** One request's times and end. */
class Hop {
  private timer: NodeJS.Timeout | undefined;
  private sent: http.ClientRequest | undefined;
  private fault: Error | undefined;
  private readonly abort = (): void => this.fail(abortReason(this.signal));

  constructor(
    private readonly limits: NetworkLimits,
    private readonly signal: AbortSignal,
  ) {
    signal.addEventListener('abort', this.abort, { once: true });
  }

  /** Until the answer's headers are there. */
  async send(sent: http.ClientRequest, body: Body | undefined): Promise<http.IncomingMessage> {
    this.signal.throwIfAborted();
    this.sent = sent;
    this.limit(this.limits.connect, 'no connection');
    sent.on('socket', (socket) => {
      const connected = (): void => this.limit(this.limits.answer, 'no answer');
      if (!socket.connecting) connected();
      // Of TLS, too.
      else socket.once('encrypted' in socket ? 'secureConnect' : 'connect', connected);
    });
    const message = new Promise<http.IncomingMessage>((resolve, reject) => {
      sent.once('response', resolve);
      sent.on('error', (error) => reject(this.fault ?? error));
      sent.once('upgrade', (_message, socket) => {
        socket.destroy();
        reject(new Error('the server switches to another protocol'));
      });
      sent.once('close', () => reject(this.fault ?? new Error('the server closed the connection')));
    });
    if (body === undefined) sent.end();
    else {
      // A body that is long on its way is no server that does not answer.
      const sending = limited(body, this.limits.body, () =>
        this.limit(this.limits.answer, 'no answer'),
      );
      pipeline(Readable.from(sending), sent).catch((error: unknown) => {
        this.fail(error instanceof Error ? error : new Error(String(error)));
      });
    }
    return await message;
  }

  /** The answer, as fast as it is taken: only who is waited for can be late. */
  async *read(message: http.IncomingMessage, end: () => void): AsyncGenerator<Uint8Array, void> {
    try {
      this.limit(this.limits.idle, 'no more of the answer');
      for await (const bytes of limited(message as AsyncIterable<Buffer>, this.limits.body)) {
        this.limit(undefined, '');
        yield bytes;
        this.limit(this.limits.idle, 'no more of the answer');
      }
      if (!message.complete) throw new Error('the server closed the connection');
    } catch (error) {
      throw this.fault ?? error;
    } finally {
      if (!message.complete) this.sent?.destroy();
      end();
    }
  }

  end(): void {
    clearTimeout(this.timer);
    this.signal.removeEventListener('abort', this.abort);
  }

  private limit(ms: number | undefined, missing: string): void {
    clearTimeout(this.timer);
    if (ms === undefined) return;
    this.timer = setTimeout(() => {
      const error = new Error(`${missing} within ${ms / 1000} s`);
      this.fail(Object.assign(error, { code: 'timeout' }));
    }, ms);
  }

  private fail(error: Error): void {
    this.fault ??= error;
    this.sent?.destroy(error);
  }
}

function abortReason({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error('cancelled');
}

export function tooMany(most: number): Error {
  return Object.assign(new Error(`at most ${most} at a time`), { code: 'too-many' });
}

/** @throws an error with the code `too-large` */
async function* limited(
  body: AsyncIterable<Uint8Array>,
  most: number,
  onPiece?: () => void,
): AsyncGenerator<Uint8Array, void> {
  let size = 0;
  for await (const bytes of body) {
    size += bytes.length;
    if (size > most) {
      throw Object.assign(new Error(`a body of more than ${most} bytes`), { code: 'too-large' });
    }
    onPiece?.();
    yield bytes;
  }
}

function readPayload(payload: unknown, hasBody: boolean): FetchPayload {
  const { method, url, headers, length } = isRecord(payload) ? payload : {};
  if (typeof method !== 'string' || method.length > 40 || !TOKEN.test(method)) {
    throw new TypeError('a method is expected');
  }
  // They are for proxies, or show a server's view of headers that scripts should not see.
  if (/^(connect|trace|track)$/i.test(method)) throw new TypeError(`${method} is not sent`);
  if (hasBody && /^(get|head)$/i.test(method)) throw new TypeError(`${method} has no body`);
  if (!Array.isArray(headers) || headers.length > MOST_HEADERS) {
    throw new TypeError(`at most ${MOST_HEADERS} headers are sent`);
  }
  let size = 0;
  const read = headers.map((entry: unknown): readonly [string, string] => {
    const [name, value] = Array.isArray(entry) ? (entry as unknown[]) : [];
    if (typeof name !== 'string' || typeof value !== 'string') throw new TypeError('no header');
    if (!TOKEN.test(name) || !VALUE.test(value))
      throw new TypeError('a header that cannot be sent');
    size += name.length + value.length + 4;
    return [name, value];
  });
  if (size > LARGEST_HEAD) throw new TypeError(`headers of more than ${LARGEST_HEAD} bytes`);
  const isLength = typeof length === 'number' && Number.isSafeInteger(length) && length >= 0;
  return { method, url: String(url), headers: read, length: isLength ? length : null };
}

function headersOf({ method, headers, length }: FetchPayload, body: Body | undefined) {
  const fields = Object.create(null) as Record<string, string[]>;
  for (const [name, value] of headers) {
    if (!OURS.test(name)) (fields[name.toLowerCase()] ??= []).push(value);
  }
  const sent = Object.create(null) as http.OutgoingHttpHeaders;
  for (const [name, values] of Object.entries(fields)) {
    sent[name] = name === 'cookie' ? values.join('; ') : values.join(', ');
  }
  if (body !== undefined && length !== null) sent['content-length'] = String(length);
  // As fetch has it: these methods usually have one.
  if (body === undefined && /^(post|put)$/i.test(method)) sent['content-length'] = '0';
  return sent;
}

function valueOf({ statusCode = 0, statusMessage = '', rawHeaders }: http.IncomingMessage) {
  return {
    status: statusCode,
    statusText: statusMessage,
    headers: rawHeaders,
  } satisfies FetchValue;
}

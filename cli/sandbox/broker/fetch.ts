/**
 * One hop of a `fetch`, made for the runner: one request to one target, in HTTP/1.1. The runner follows
 * redirects, each with a request of its own that is checked like the first.
 *
 * The framing is decided here. The runner names a method, a URL, headers and bytes; `Host`, the length and
 * all other framing headers are set by the launcher, and the bytes are counted
 * against the length that was sent.
 */
import { type ClientRequest, type IncomingMessage, request as sendRequest } from 'node:http';
import type { FetchPayload, FetchValue } from '../channel/payloads.js';
import type { Answer, Body, IncomingRequest } from '../channel/channel.js';
import { isRecord } from '../channel/protocol.js';
import { Connections } from './connections.js';
import { tooMany } from './limits.js';
import { authorityOf, type Network, type NetworkLimits, type Target } from './network.js';

/** Headers of the connection, which are the launcher's. Proxies are not used, so none gets a password. */
const OURS =
  /^(host|connection|keep-alive|proxy-.*|content-length|transfer-encoding|te|trailer|upgrade|expect|http2-settings)$/i;
/** RFC 9110: a token. */
const TOKEN = /^[!#$%&'*+\-.^_`|~\w]+$/;
/** The bytes of a field value; no line break, so that one header stays one. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** The methods that `fetch` writes in upper case. Others are sent as they are written. */
const STANDARD_METHOD = /^(delete|get|head|options|post|put)$/i;
/** Sending such a request twice has the effect of sending it once. */
const REPEATABLE = /^(delete|get|head|options|put)$/i;
const MAX_METHOD = 40;
const MAX_HEADERS = 256;
/** Bytes of all headers, either way. */
const MAX_HEAD = 64 * 1024;

export class Fetcher {
  readonly #connections: Connections;
  #running = 0;

  readonly #network: Network;

  constructor(network: Network) {
    this.#network = network;

    this.#connections = new Connections(network);
  }

  async answer({ payload, body, signal }: IncomingRequest): Promise<Answer> {
    const { limits } = this.#network;
    const payloadRequest = readPayload(payload, body !== undefined);
    const target = this.#network.target(payloadRequest.url, 'http');
    signal.throwIfAborted();
    if (this.#running >= limits.requests) throw tooMany(limits.requests);
    this.#running++;
    // The signal aborts at the latest when the answer is over.
    signal.addEventListener('abort', () => this.#running--, { once: true });
    for (let isAgain = false; ; isAgain = true) {
      const exchange = new Exchange(this.#send(payloadRequest, target, body), limits, signal);
      try {
        const message = await exchange.run(body, payloadRequest.length);
        return { value: valueOf(message), body: exchange.read(message) };
      } catch (error) {
        const mayRepeat = !isAgain && body === undefined && REPEATABLE.test(payloadRequest.method);
        if (!mayRepeat || !exchange.wasClosedIdle(error)) throw error;
      }
    }
  }

  close(): void {
    this.#connections.close();
  }

  #send(payloadRequest: FetchPayload, target: Target, body: Body | undefined): ClientRequest {
    const { host, port, url } = target;
    const request = sendRequest({
      agent: this.#connections.agent(target),
      method: payloadRequest.method,
      host,
      port,
      path: `${url.pathname}${url.search}`,
      setHost: false,
      headers: { Host: authorityOf(target), ...headersOf(payloadRequest, body) },
      maxHeaderSize: MAX_HEAD,
      insecureHTTPParser: false,
    });
    // The method as it is written: Node changes it to upper case. And Node's own count of the body, behind
    // the one in `Exchange`.
    return Object.assign(request, { method: payloadRequest.method, strictContentLength: true });
  }
}

/** One request and its answer: their times, their bytes and their end. */
class Exchange {
  #timer: NodeJS.Timeout | undefined;
  #error: Error | undefined;
  /** All of the body has been sent, of the length that was announced. */
  #isSent = false;
  #isAnswered = false;
  readonly #response: Promise<IncomingMessage>;
  readonly #abort = (): void => this.#fail(abortReason(this.#signal));

  readonly #request: ClientRequest;
  readonly #limits: NetworkLimits;
  readonly #signal: AbortSignal;

  /** Listens to the request before anything can happen to it. */
  constructor(request: ClientRequest, limits: NetworkLimits, signal: AbortSignal) {
    this.#request = request;
    this.#limits = limits;
    this.#signal = signal;

    this.#response = new Promise((resolve, reject) => {
      request.on('error', (error) => reject(this.#error ?? error));
      request.once('response', (message) => {
        // Also where nothing reads it any more.
        message.on('error', () => undefined);
        resolve(message);
      });
      request.once('upgrade', (_message, socket) => {
        socket.destroy();
        reject(new Error('the server switched to another protocol'));
      });
      request.once('close', () => {
        reject(this.#error ?? new Error('the server closed the connection'));
      });
    });
    // It may fail before `run` waits for it.
    this.#response.catch(() => undefined);
    this.#limit(limits.connect, 'no connection');
    request.once('socket', (socket) => {
      const connected = (): void => this.#limit(limits.answer, 'no response');
      if (!socket.connecting) connected();
      else socket.once('encrypted' in socket ? 'secureConnect' : 'connect', connected);
    });
    signal.addEventListener('abort', this.#abort, { once: true });
    if (signal.aborted) this.#abort();
  }

  /** Sends the body and returns the head of the answer, which may come first. */
  async run(body: Body | undefined, length: number | null): Promise<IncomingMessage> {
    this.#upload(body, length).catch((error: unknown) => {
      this.#fail(error instanceof Error ? error : new Error(String(error)));
    });
    try {
      const message = await this.#response;
      this.#isAnswered = true;
      return message;
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  /** A kept connection that the server closed at that moment: it has not read the request. */
  wasClosedIdle(error: unknown): boolean {
    const { code } = error as NodeJS.ErrnoException;
    return this.#error === undefined && this.#request.reusedSocket && code === 'ECONNRESET';
  }

  /** The answer, as fast as it is read. Only a server that is waited for can be late. */
  async *read(message: IncomingMessage): AsyncGenerator<Uint8Array, void> {
    let size = 0;
    try {
      this.#limit(this.#limits.idle, 'no more of the response');
      for await (const bytes of message as AsyncIterable<Buffer>) {
        this.#limit(undefined, '');
        size += bytes.length;
        if (size > this.#limits.body) throw tooLarge(this.#limits.body);
        yield bytes;
        this.#limit(this.#limits.idle, 'no more of the response');
      }
      if (!message.complete) throw new Error('the server closed the connection');
    } catch (error) {
      throw this.#error ?? error;
    } finally {
      // A connection with a message that is not over is not used again.
      if (!message.complete || !this.#isSent) this.#request.destroy();
      this.#end();
    }
  }

  async #upload(body: Body | undefined, length: number | null): Promise<void> {
    const request = this.#request;
    const limits = this.#limits;
    // The server may answer before there is any of the body.
    if (body !== undefined) request.flushHeaders();
    let size = 0;
    for await (const bytes of body ?? []) {
      if (request.destroyed) return;
      size += bytes.length;
      if (size > limits.body) throw tooLarge(limits.body);
      if (length !== null && size > length) throw wrongLength('more', length);
      // A body that is long on its way is not a server that does not answer.
      if (!this.#isAnswered) this.#limit(limits.answer, 'no response');
      if (!request.write(bytes)) await drained(request);
    }
    if (length !== null && size < length) throw wrongLength('less', length);
    if (request.destroyed) return;
    this.#isSent = true;
    request.end();
  }

  #limit(ms: number | undefined, missing: string): void {
    clearTimeout(this.#timer);
    if (ms === undefined) return;
    this.#timer = setTimeout(() => {
      const error = new Error(`${missing} within ${ms / 1000} s`);
      this.#fail(Object.assign(error, { code: 'timeout' }));
    }, ms);
  }

  #fail(error: Error): void {
    this.#error ??= error;
    this.#request.destroy(error);
    this.#end();
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#signal.removeEventListener('abort', this.#abort);
  }
}

/** Resolves when the request takes more, or has ended. */
async function drained(request: ClientRequest): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      request.off('drain', done).off('close', done);
      resolve();
    };
    request.on('drain', done).on('close', done);
  });
}

function abortReason({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error('cancelled');
}

function tooLarge(most: number): Error {
  return Object.assign(new Error(`the body has more than ${most} bytes`), { code: 'too-large' });
}

function wrongLength(than: 'more' | 'less', length: number): Error {
  const error = new Error(`the body has ${than} bytes than its length of ${length}`);
  return Object.assign(error, { code: 'wrong-length' });
}

function readPayload(payload: unknown, hasBody: boolean): FetchPayload {
  const { method, url, headers, length } = isRecord(payload) ? payload : {};
  if (typeof method !== 'string' || method.length > MAX_METHOD || !TOKEN.test(method)) {
    throw new TypeError('expected an HTTP method');
  }
  // They are for proxies, or show a server's view of headers that scripts should not see.
  if (/^(connect|trace|track)$/i.test(method))
    throw new TypeError(`the method ${method} is not allowed`);
  if (hasBody && /^(get|head)$/i.test(method))
    throw new TypeError(`a request with the method ${method} cannot have a body`);
  if (!Array.isArray(headers) || headers.length > MAX_HEADERS) {
    throw new TypeError(`expected at most ${MAX_HEADERS} headers`);
  }
  let size = 0;
  const read = headers.map((entry: unknown): readonly [string, string] => {
    const [name, value] = Array.isArray(entry) ? (entry as unknown[]) : [];
    if (typeof name !== 'string' || typeof value !== 'string')
      throw new TypeError('expected headers as [name, value]');
    if (!TOKEN.test(name) || !VALUE.test(value))
      throw new TypeError('invalid name or value of a header');
    size += name.length + value.length + 4;
    return [name, value];
  });
  if (size > MAX_HEAD) throw new TypeError(`the headers have more than ${MAX_HEAD} bytes`);
  const isLength = typeof length === 'number' && Number.isSafeInteger(length) && length >= 0;
  if (isLength && length > 0 && !hasBody) throw new TypeError('found a length, but no body');
  const normalized = STANDARD_METHOD.test(method) ? method.toUpperCase() : method;
  return {
    method: normalized,
    url: String(url),
    headers: read,
    length: isLength ? length : null,
  };
}

/** The app's headers, one of each name, and the length of the body. */
function headersOf({ method, headers, length }: FetchPayload, body: Body | undefined) {
  const fields = new Map<string, [name: string, ...values: string[]]>();
  for (const [name, value] of headers) {
    if (OURS.test(name)) continue;
    const key = name.toLowerCase();
    fields.set(key, [...(fields.get(key) ?? [name]), value] as [string, ...string[]]);
  }
  const sent = Object.create(null) as Record<string, string>;
  for (const [key, [name, ...values]] of fields) {
    sent[name] = values.join(key === 'cookie' ? '; ' : ', ');
  }
  // One or the other wherever there is a body: Node leaves both out for some methods.
  if (body !== undefined && length === null) sent['Transfer-Encoding'] = 'chunked';
  else if (body !== undefined) sent['Content-Length'] = String(length);
  // As fetch has it: these methods usually have one.
  else if (/^(post|put)$/i.test(method)) sent['Content-Length'] = '0';
  return sent;
}

function valueOf({ statusCode = 0, statusMessage = '', rawHeaders }: IncomingMessage) {
  return {
    status: statusCode,
    statusText: statusMessage,
    headers: rawHeaders,
  } satisfies FetchValue;
}

/**
 * Receives the server's response through the browser: one response, on a port of this machine. Every page that the
 * browser shows can send requests there, so that nothing counts before the answer proves that it belongs to this
 * sign-in.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Strangers } from '../../../../runtime/base/strangers.js';
import { OAuthError } from './errors.js';
import { CALLBACK_HEADERS, callbackPage, type CallbackPage } from './callback-page.js';
import type { Redirect } from './settings.js';

/** Of http. */
const HTTP_PORT = 80;
/** Bytes of a request's head. */
const MAX_HEAD = 16 * 1024;
/** Milliseconds for a request to come. */
const PATIENCE = 10_000;

/** Whether an answer belongs to this sign-in, by its state. Its issuer is the first thing that is checked of one that does. */
export type BelongsHere = (parameters: URLSearchParams) => boolean;

export class CallbackServer {
  /** The answer's parameters. */
  readonly answer: Promise<URLSearchParams>;
  #resolve!: (parameters: URLSearchParams) => void;
  /** The page that waits for the end. */
  #waiting: ServerResponse | undefined;
  #isAnswered = false;
  readonly #server: Server;
  readonly #strangers = new Strangers();

  readonly #redirect: Redirect;
  readonly #belongsHere: BelongsHere;

  private constructor(redirect: Redirect, belongsHere: BelongsHere) {
    this.#redirect = redirect;
    this.#belongsHere = belongsHere;

    this.answer = new Promise((resolve) => (this.#resolve = resolve));
    this.#server = createServer(
      { maxHeaderSize: MAX_HEAD, headersTimeout: PATIENCE, requestTimeout: PATIENCE },
      (request, response) => this.#take(request, response),
    );
    this.#strangers.watch(this.#server);
  }

  /** @throws OAuthError where the port is not free */
  static async open(redirect: Redirect, belongsHere: BelongsHere): Promise<CallbackServer> {
    const callback = new CallbackServer(redirect, belongsHere);
    await callback.#listen();
    return callback;
  }

  /** Where the browser is sent back to. */
  get redirectUri(): string {
    return `http://${this.#authority}${this.#redirect.path}`;
  }

  /** Shows the end on the page that waits for it, and closes. Does nothing the second time. */
  close(page: CallbackPage): void {
    if (this.#waiting !== undefined) respond(this.#waiting, page === 'done' ? 200 : 400, page);
    this.#waiting = undefined;
    this.#server.close();
    this.#server.closeIdleConnections();
    const server = this.#server;
    setTimeout(() => server.closeAllConnections(), 1000).unref();
  }

  get #authority(): string {
    const { host } = this.#redirect;
    const address = this.#server.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const name = host === '::1' ? '[::1]' : host;
    // Browsers leave out the usual one.
    return port === HTTP_PORT ? name : `${name}:${port}`;
  }

  async #listen(): Promise<void> {
    const server = this.#server;
    const redirect = this.#redirect;
    const { host, port } = redirect;
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) => {
        const isTaken = error.code === 'EADDRINUSE' || error.code === 'EACCES';
        const message = `port ${port} is not free on ${host}: set oauth.port to another one, or to 0`;
        reject(isTaken ? new OAuthError('port-taken', message) : error);
      });
      // No other program may share it, whatever it asks the system for.
      server.listen({ host, port, exclusive: true }, resolve);
    });
    server.on('error', () => undefined);
    // The app's end does not wait for it.
    server.unref();
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const { method, headers, url = '' } = request;
    // A name that leads here is another site's: its pages could read what comes back.
    if (headers.host !== this.#authority) return respond(response, 400, 'other');
    const [path, query = ''] = splitOnce(url, '?');
    if (path !== this.#redirect.path) return respond(response, 404, 'other');
    if (method !== 'GET') return respond(response, 405, 'other');
    // Browsers state what a request is for: this must be a page, not an image or a frame of another page.
    const mode = headers['sec-fetch-mode'] ?? 'navigate';
    const target = headers['sec-fetch-dest'] ?? 'document';
    // One that is loaded ahead is opened by another page, too.
    const isAhead = headers['sec-purpose'] !== undefined;
    // Browsers do not state what a WebSocket is for.
    const isSocket = headers.upgrade !== undefined;
    if (mode !== 'navigate' || target !== 'document' || isAhead || isSocket) {
      return respond(response, 403, 'other');
    }
    const parameters = new URLSearchParams(query);
    if (this.#isAnswered || !this.#belongsHere(parameters)) return respond(response, 400, 'other');
    this.#isAnswered = true;
    this.#waiting = response;
    this.#strangers.remove(request.socket);
    // Nothing else is listened to, and the page stays open until the end is known.
    this.#server.close();
    this.#resolve(parameters);
  }
}

function respond(response: ServerResponse, status: number, page: CallbackPage): void {
  response.writeHead(status, { ...CALLBACK_HEADERS, Connection: 'close' });
  response.end(callbackPage(page));
}

function splitOnce(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

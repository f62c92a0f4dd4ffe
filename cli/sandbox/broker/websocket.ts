/**
 * WebSockets of the runner: the connection and the protocol are here, messages travel in the request's two
 * streams. What the runner sends is passed on piece by piece; what the server sends is held as a whole.
 */
import { WebSocket } from 'ws';
import { WEBSOCKET_FRAME, type WebSocketValue } from '../channel/payloads.js';
import type { Answer, Body, IncomingRequest } from '../channel/channel.js';
import { tooMany } from './limits.js';
import { authorityOf, type Network } from './network.js';
import { isRecord } from '../channel/protocol.js';
import { readStreamFrames, streamFrame, streamFrames } from '../channel/stream-frames.js';

const { TEXT, BINARY, CLOSE, MORE } = WEBSOCKET_FRAME;

const TOKEN = /^[!#$%&'*+\-.^_`|~\w]{1,256}$/;
const MAX_PROTOCOLS = 32;
/** Bytes that wait for the runner before the server has to; one message more may come. */
const MAX_WAITING = 256 * 1024;
/** What a message costs in memory beside its bytes: empty ones must not pile up either. */
const OVERHEAD = 256;
/** Bytes on their way to the server before answers to its pings are left out. */
const MAX_UNSENT = 64 * 1024;

export class WebSockets {
  readonly #open = new Set<Connection>();

  readonly #network: Network;

  constructor(network: Network) {
    this.#network = network;
  }

  async answer({ payload, body, signal }: IncomingRequest): Promise<Answer> {
    const { limits } = this.#network;
    const { url, protocols } = isRecord(payload) ? payload : {};
    const target = this.#network.target(url, 'ws');
    if (body === undefined) throw new TypeError('expected a WebSocket with a stream');
    if (this.#open.size >= limits.sockets) throw tooMany(limits.sockets);
    const names = readProtocols(protocols);
    signal.throwIfAborted();
    const { pathname, search } = target.url;
    const scheme = target.isSecure ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${authorityOf(target)}${pathname}${search}`, names, {
      createConnection: () => this.#network.connect(target).setTimeout(limits.connect),
      followRedirects: false,
      perMessageDeflate: false,
      autoPong: false,
      maxPayload: limits.message,
      handshakeTimeout: limits.connect,
    });
    const connection = new Connection(socket);
    this.#open.add(connection);
    socket.once('close', () => this.#open.delete(connection));
    // The signal aborts at the latest when the answer is over.
    signal.addEventListener('abort', () => connection.end(), { once: true });
    const value: WebSocketValue = { protocol: await connection.opened() };
    void connection.send(body);
    return { value, body: connection.messages() };
  }

  close(): void {
    for (const connection of this.#open) connection.end();
  }
}

class Connection {
  readonly #queue: Uint8Array[] = [];
  #waiting = 0;
  #isClosed = false;
  #wake: (() => void) | undefined;

  readonly #socket: WebSocket;

  constructor(socket: WebSocket) {
    this.#socket = socket;

    socket.binaryType = 'nodebuffer';
    socket.on('message', (data, isBinary) => {
      const bytes = data as Buffer;
      for (const frame of streamFrames(isBinary ? BINARY : TEXT, bytes, MORE)) this.#push(frame);
      if (this.#waiting > MAX_WAITING) socket.pause();
    });
    // Answers that the server does not read must not pile up.
    socket.on('ping', (data) => {
      if (socket.bufferedAmount < MAX_UNSENT) socket.pong(data, true, () => undefined);
    });
    socket.once('close', (code, reason) => {
      this.#push(streamFrame(CLOSE, closing(code, reason)));
      this.#isClosed = true;
      this.#wake?.();
    });
    // 'close' follows.
    socket.on('error', () => undefined);
  }

  /** The protocol that the server has chosen. @throws what kept it from opening */
  async opened(): Promise<string> {
    const socket = this.#socket;
    await new Promise<void>((resolve, reject) => {
      socket.once('open', () => resolve());
      socket.once('error', reject);
      socket.once('close', () => reject(new Error('the connection was closed')));
    });
    return socket.protocol;
  }

  /** What the runner sends, until its stream ends. */
  async send(body: Body): Promise<void> {
    try {
      for await (const { type, bytes } of readStreamFrames(body)) {
        if (this.#socket.readyState !== WebSocket.OPEN) continue;
        if (type === CLOSE) this.#close(Buffer.from(bytes));
        else await this.#sendPiece(type, bytes);
      }
    } catch {
      // Its stream was cut off, or held what no WebSocket sends.
    }
    // It closes first if it means to; otherwise it is gone.
    if (this.#socket.readyState === WebSocket.OPEN) this.end();
  }

  /** A message need not be whole here; until it has left, the next is not read. */
  async #sendPiece(type: number, bytes: Uint8Array): Promise<void> {
    const kind = type & ~MORE;
    if (kind !== TEXT && kind !== BINARY) throw new Error('a frame of an unknown type');
    const options = { binary: kind === BINARY, fin: (type & MORE) === 0 };
    await new Promise<void>((resolve, reject) => {
      this.#socket.send(bytes, options, (error) => (error ? reject(error) : resolve()));
    });
  }

  #close(bytes: Buffer): void {
    if (bytes.length < 2) this.#socket.close();
    else this.#socket.close(bytes.readUInt16BE(0), bytes.subarray(2));
  }

  async *messages(): AsyncGenerator<Uint8Array, void> {
    try {
      for (;;) {
        const frame = this.#queue.shift();
        if (frame !== undefined) {
          yield frame;
          this.#waiting -= frame.length + OVERHEAD;
          if (this.#socket.isPaused && this.#waiting < MAX_WAITING / 2) this.#socket.resume();
        } else if (this.#isClosed) return;
        else await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    } finally {
      this.end();
    }
  }

  /** At once, without waiting for the other side's answer. */
  end(): void {
    if (this.#socket.readyState !== WebSocket.CLOSED) this.#socket.terminate();
  }

  #push(frame: Uint8Array): void {
    this.#queue.push(frame);
    this.#waiting += frame.length + OVERHEAD;
    this.#wake?.();
  }
}

function closing(code: number, reason: Buffer): Uint8Array {
  const bytes = Buffer.alloc(2 + reason.length);
  bytes.writeUInt16BE(code);
  reason.copy(bytes, 2);
  return bytes;
}

function readProtocols(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || value.length > MAX_PROTOCOLS) {
    throw new TypeError('expected an array of protocols');
  }
  return value.map((name: unknown) => {
    if (typeof name !== 'string' || !TOKEN.test(name))
      throw new TypeError('expected a protocol name');
    return name;
  });
}

/**
 * One side of the connection between launcher and runner: requests with answers, notices, and streams
 * that never run ahead of who reads them.
 *
 * Only the runner asks. The launcher's side is built for a runner that is hostile: whatever comes is
 * checked, bounded and, where it cannot be a message, ends the connection.
 */
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { excessOf, type JsonLimits } from './bounded-json.js';
import {
  DATA_FRAME,
  dataFrame,
  errorOf,
  FrameReader,
  FROM_LAUNCHER,
  FROM_RUNNER,
  HEADER,
  JSON_FRAME,
  jsonFrame,
  MAX_ANSWERING,
  MAX_BYTES,
  MAX_FRAMES,
  MAX_PENDING,
  MAX_REQUESTS,
  MAX_STREAMS,
  MAX_UNREAD,
  readMessage,
  wireError,
  type Message,
  type RequestMessage,
  type ResponseMessage,
  type WireError,
} from './protocol.js';
import { ProtocolError } from './protocol-error.js';
import { Receiver, sendStream, type Sender } from './streams.js';

/** Bytes, a piece at a time. */
export type Body = AsyncIterable<Uint8Array>;

export interface Answer {
  readonly value?: unknown;
  readonly body?: Body | undefined;
}

export interface IncomingRequest {
  readonly kind: string;
  /** As the runner sent it: to be checked. */
  readonly payload: unknown;
  readonly body: Body | undefined;
  /**
   * Aborted when the request is over: its answer and both streams have ended, it was cancelled, or the
   * connection has ended. What is held for a request is freed by it.
   */
  readonly signal: AbortSignal;
  /** Resolves when the other side has read most of what was sent to it: a large answer may be made. */
  readonly ready: () => Promise<void>;
}

export interface ChannelOptions {
  /** The side that this is. The launcher answers, and limits what the runner sends. */
  readonly side: 'launcher' | 'runner';
  /** Answers a request; what it throws is the answer, too. Default: there is nothing to ask. */
  readonly onRequest?: ((request: IncomingRequest) => Promise<Answer>) | undefined;
  readonly onNotice?: ((kind: string, payload: unknown) => void) | undefined;
  /**
   * Keeps the process alive only while an answer is waited for, once `idle` was called: a runner that has
   * nothing else to wait for has come to its end.
   */
  readonly mayIdle?: boolean | undefined;
  /** The launcher's first message, for the runner. */
  readonly onStart?: ((payload: unknown) => void) | undefined;
  /** The connection has ended; with an error where the other side broke the protocol. Called once. */
  readonly onClose?: ((error: ProtocolError | undefined) => void) | undefined;
}

interface Waiting {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

export class Channel {
  readonly #reader: FrameReader;
  /** What is accepted of the other side, and what it accepts. */
  readonly #accepts: JsonLimits;
  readonly #sends: JsonLimits;
  readonly #waiting = new Map<number, Waiting>();
  /** Requests of the other side that are being answered. */
  readonly #answering = new Map<number, AbortController>();
  /** Requests without a stream that wait for an answer: more of their kind may wait in the socket. */
  readonly #plain: Load = { count: 0, bytes: 0 };
  /** Requests with a stream that are being answered. */
  readonly #streaming: Load = { count: 0, bytes: 0 };
  readonly #senders = new Map<number, Sender>();
  readonly #receivers = new Map<number, Receiver>();
  #lastId = 0;
  #closed = false;
  /** Since the second began. */
  #frames = 0;
  #bytes = 0;
  #second = 0;
  #isFlooded = false;
  /** What was read last took long. */
  #isResting = false;
  /** Settles when the next request may be begun. */
  #turn: Promise<void> | undefined;
  #isIdle = false;

  readonly #stream: Duplex;
  readonly #options: ChannelOptions;

  constructor(stream: Duplex, options: ChannelOptions) {
    this.#stream = stream;
    this.#options = options;

    const isLauncher = options.side === 'launcher';
    this.#accepts = isLauncher ? FROM_RUNNER : FROM_LAUNCHER;
    this.#sends = isLauncher ? FROM_LAUNCHER : FROM_RUNNER;
    this.#reader = new FrameReader(this.#accepts, (type, body) => this.#onFrame(type, body));
    stream.on('data', (bytes: Buffer) => this.#feed(bytes));
    stream.on('drain', () => this.#regulate());
    stream.on('error', () => this.close());
    stream.on('end', () => this.close());
    stream.on('close', () => this.close());
  }

  get isOpen(): boolean {
    return !this.#closed;
  }

  /** Bytes that were sent and that the other side has not taken. */
  get unread(): number {
    return this.#stream.writableLength;
  }

  /** From now on, the channel keeps the process alive only while it waits for an answer (`mayIdle`). */
  idle(): void {
    this.#isIdle = true;
    this.#updateRef();
  }

  start(payload: unknown): void {
    this.#send({ type: 'start', payload });
  }

  notify(kind: string, payload: unknown = null): void {
    this.#send({ type: 'notice', kind, payload });
  }

  /**
   * Asks the other side.
   *
   * @throws what the other side threw, or an error with the code `channel-closed` or `message-too-large`
   */
  async request(
    kind: string,
    payload: unknown = null,
    options: { readonly body?: Body | undefined; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<Answer> {
    const { body, signal } = options;
    signal?.throwIfAborted();
    if (this.#closed) throw closedError();
    const id = ++this.#lastId;
    const frame = this.#encode({ type: 'request', id, kind, payload, body: body !== undefined });
    const answer = new Promise<Answer>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
    });
    const abort = (): void => {
      this.#send({ type: 'cancel', id });
      this.#forget(id, signal?.reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
    this.#updateRef();
    this.#stream.write(frame);
    if (body !== undefined) void this.#sendBody(id, body);
    try {
      return await answer;
    } finally {
      this.#updateRef();
    }
  }

  /** Ends the connection. */
  close(error?: ProtocolError): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const abort of this.#answering.values()) abort.abort(closedError());
    for (const id of [...this.#waiting.keys(), ...this.#receivers.keys()]) {
      this.#forget(id, closedError());
    }
    for (const sender of this.#senders.values()) sender.cancel();
    this.#stream.destroy();
    this.#options.onClose?.(error);
  }

  /** Until what was sent has left this process. */
  async flushed(): Promise<void> {
    if (this.#closed || this.#stream.writableLength === 0) return;
    await new Promise<void>((resolve) => {
      this.#stream.once('close', () => resolve());
      this.#stream.write('', () => resolve());
    });
  }

  #send(message: Message): void {
    if (!this.#closed) this.#stream.write(this.#encode(message));
  }

  /** @throws RangeError for what the other side would take for an attack */
  #encode(message: Message): Buffer {
    const frame = jsonFrame(message);
    const excess = excessOf(frame.subarray(HEADER), this.#sends);
    if (excess === undefined) return frame;
    throw Object.assign(new RangeError(`${excess} cannot be sent`), { code: 'message-too-large' });
  }

  #feed(bytes: Buffer): void {
    // Only the launcher rests: an app's own reads are not measured.
    const begun = this.#options.side === 'launcher' ? process.cpuUsage() : undefined;
    try {
      if (!this.#closed) this.#reader.feed(bytes);
    } catch (error) {
      this.close(error instanceof ProtocolError ? error : new ProtocolError(String(error)));
    }
    if (begun !== undefined) this.#restAfter(begun);
  }

  /** Reads on later where one read took long: megabytes may wait, and keys are read in between. */
  #restAfter(begun: NodeJS.CpuUsage): void {
    // CPU time: on a busy machine a read that was interrupted has not taken long.
    const { user, system } = process.cpuUsage(begun);
    const took = (user + system) / 1000;
    if (took < LONG_READ) return;
    this.#isResting = true;
    this.#regulate();
    setTimeout(() => {
      this.#isResting = false;
      this.#regulate();
    }, restOf(took)).unref();
  }

  #onFrame(type: number, body: Buffer): void {
    if (this.#closed) return;
    if (type === JSON_FRAME) {
      this.#count(body.length);
      this.#dispatch(readMessage(body, this.#accepts), body.length);
    } else if (type === DATA_FRAME && body.length >= 4) {
      const receiver = this.#receivers.get(body.readUInt32LE(0));
      // The window limits what is read. What was cancelled here may still be on its way.
      this.#count(receiver === undefined ? body.length : 0);
      receiver?.push(body.subarray(4));
    } else throw new ProtocolError('a frame of an unknown type');
  }

  #dispatch(message: Message, size: number): void {
    switch (message.type) {
      case 'start':
        this.#options.onStart?.(message.payload);
        return;
      case 'notice':
        this.#options.onNotice?.(message.kind, message.payload);
        return;
      case 'request':
        if (this.#options.onRequest === undefined || this.#answering.has(message.id)) {
          throw new ProtocolError('a request that the protocol does not allow');
        }
        void this.#answer(message, size, this.#options.onRequest);
        return;
      case 'response':
        this.#onResponse(message);
        return;
      case 'credit':
        this.#senders.get(message.id)?.credit(message.bytes);
        return;
      case 'end':
        this.#receivers
          .get(message.id)
          ?.end(message.error === undefined ? undefined : errorOf(message.error));
        this.#receivers.delete(message.id);
        this.#updateRef();
        return;
      case 'cancel':
        this.#onCancel(message.id);
    }
  }

  async #answer(
    request: RequestMessage,
    size: number,
    onRequest: (request: IncomingRequest) => Promise<Answer>,
  ): Promise<void> {
    const { id, kind, payload, body } = request;
    if (!this.#hasRoom(body, size)) {
      this.#respondError(id, Object.assign(new Error('too many requests at a time'), TOO_MANY));
      return;
    }
    const abort = new AbortController();
    this.#answering.set(id, abort);
    const load = body ? this.#streaming : this.#plain;
    this.#add(load, 1, size);
    // Of a stream's request until it is over.
    let isCounted = true;
    const answered = (): void => {
      if (isCounted) this.#add(load, -1, -size);
      isCounted = false;
    };
    const incoming = body ? this.#receive(id) : undefined;
    try {
      // What waits is kept, and values take twenty times the bytes of a message. Of long ones only some come in one read.
      if (size <= SHORT) await this.#nextTurn();
      abort.signal.throwIfAborted();
      const answer = await onRequest({
        kind,
        payload,
        body: incoming,
        signal: abort.signal,
        ready: () => this.#ready(),
      });
      const { value = null, body: outgoing } = answer;
      if (!body) answered();
      this.#send({ type: 'response', id, ok: true, value, body: outgoing !== undefined });
      if (outgoing !== undefined) await this.#sendBody(id, outgoing);
    } catch (error) {
      this.#respondError(id, error);
    } finally {
      this.#answering.delete(id);
      answered();
      this.#refuseRest(id);
      abort.abort(new Error('the request has ended'));
    }
  }

  /**
   * Begins one request in a turn of the event loop, and rests where that took long: each may look at many files, and hundreds
   * come in one read, while this process has a terminal to listen to.
   */
  async #nextTurn(): Promise<void> {
    if (this.#options.side !== 'launcher') return;
    while (this.#turn !== undefined) await this.#turn;
    this.#turn = this.#endOfTurn().then(() => {
      this.#turn = undefined;
    });
  }

  async #endOfTurn(): Promise<void> {
    const begun = process.hrtime();
    await new Promise(setImmediate);
    const took = millisecondsSince(begun);
    if (took < LONG) return;
    await new Promise((resolve) => setTimeout(resolve, restOf(took)).unref());
  }

  #hasRoom(isStream: boolean, size: number): boolean {
    const { count, bytes } = this.#streaming;
    if (this.#answering.size >= MAX_ANSWERING) return false;
    return !isStream || (count < MAX_STREAMS && bytes + size <= MAX_PENDING);
  }

  #add(load: Load, count: number, bytes: number): void {
    load.count += count;
    load.bytes += bytes;
    this.#regulate();
  }

  #respondError(id: number, error: unknown): void {
    const respond = (wire: WireError): void =>
      this.#send({ type: 'response', id, ok: false, error: wire, body: false });
    const { details, ...plain } = wireError(error);
    try {
      respond({ ...plain, ...(details === undefined ? {} : { details }) });
    } catch {
      // Details that JSON cannot hold.
      respond(plain);
    }
  }

  async #ready(): Promise<void> {
    // The answer before this one is sent first.
    await new Promise(setImmediate);
    while (!this.#closed && this.#stream.writableLength > MAX_UNREAD) {
      await new Promise<void>((resolve) => {
        const done = (): void => {
          this.#stream.off('drain', done).off('close', done);
          resolve();
        };
        this.#stream.on('drain', done).on('close', done);
      });
    }
  }

  /** What the other side still sends for a request that is over is not read. */
  #refuseRest(id: number): void {
    const receiver = this.#receivers.get(id);
    if (receiver === undefined) return;
    this.#receivers.delete(id);
    receiver.end(new Error('the stream was cancelled before its end'));
    this.#send({ type: 'cancel', id });
  }

  #onCancel(id: number): void {
    const cancelled = new Error('cancelled');
    this.#answering.get(id)?.abort(cancelled);
    this.#senders.get(id)?.cancel();
    this.#receivers.get(id)?.end(cancelled);
    this.#receivers.delete(id);
  }

  #onResponse({ id, ok, value, error, body }: ResponseMessage): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    if (ok) {
      waiting.resolve({ value, body: body ? this.#receive(id) : undefined });
      return;
    }
    this.#senders.get(id)?.cancel();
    waiting.reject(errorOf(error ?? { name: 'Error', message: 'the request failed' }));
  }

  #receive(id: number): Body {
    const receiver = new Receiver({
      credit: (bytes) => this.#send({ type: 'credit', id, bytes }),
      cancel: () => {
        this.#receivers.delete(id);
        this.#updateRef();
        this.#send({ type: 'cancel', id });
      },
    });
    this.#receivers.set(id, receiver);
    return receiver;
  }

  async #sendBody(id: number, body: Body): Promise<void> {
    await sendStream(body, {
      open: (sender) => void this.#senders.set(id, sender),
      write: (piece) => {
        if (!this.#closed) this.#stream.write(dataFrame(id, piece));
      },
      end: (error) => {
        this.#senders.delete(id);
        if (error === undefined) {
          this.#send({ type: 'end', id });
          return;
        }
        const { name, message, code } = wireError(error);
        const sent = { name, message, ...(code === undefined ? {} : { code }) };
        this.#send({ type: 'end', id, error: sent });
      },
    });
  }

  #updateRef(): void {
    if (this.#options.mayIdle !== true || !this.#isIdle) return;
    const isWaiting = this.#waiting.size + this.#receivers.size > 0;
    // Sockets have both, streams in general have not.
    const socket = this.#stream as Partial<Pick<Socket, 'ref' | 'unref'>>;
    if (isWaiting) socket.ref?.();
    else socket.unref?.();
  }

  #forget(id: number, error: unknown): void {
    this.#waiting.get(id)?.reject(error);
    this.#waiting.delete(id);
    this.#receivers.get(id)?.end(error instanceof Error ? error : new Error(String(error)));
    this.#receivers.delete(id);
  }

  /** A flood is slowed down, not cut off: the other side may just be busy. */
  #count(bytes: number): void {
    if (this.#options.side !== 'launcher') return;
    // Not `performance`, which takes 2 ms to load.
    const [now] = process.hrtime();
    if (now !== this.#second) {
      this.#second = now;
      this.#frames = 0;
      this.#bytes = 0;
    }
    this.#frames++;
    this.#bytes += bytes;
    if (this.#isFlooded || (this.#frames < MAX_FRAMES && this.#bytes < MAX_BYTES)) return;
    this.#isFlooded = true;
    this.#regulate();
    setTimeout(() => {
      this.#isFlooded = false;
      this.#regulate();
    }, 1000).unref();
  }

  /** Reads on, or waits: for answers that are being made, and for a reader that does not take them. */
  #regulate(): void {
    if (this.#closed || this.#options.side !== 'launcher') return;
    const isBusy =
      this.#isFlooded ||
      this.#isResting ||
      this.#plain.count >= MAX_REQUESTS ||
      this.#plain.bytes > MAX_PENDING ||
      this.#stream.writableLength > MAX_UNREAD;
    if (isBusy && !this.#stream.isPaused()) this.#stream.pause();
    else if (!isBusy && this.#stream.isPaused()) this.#stream.resume();
  }
}

/** Bytes of requests that wait for each other. */
const SHORT = 2048;
/** Milliseconds of a turn after which there is a rest, its length in turns, and at most. */
const LONG = 5;
/** The same of one read: of those that the system has ready, dozens come in one turn. */
const LONG_READ = 25;
const REST = 3;
const MAX_REST = 500;

function millisecondsSince(begun: [number, number]): number {
  const [seconds, nanoseconds] = process.hrtime(begun);
  return seconds * 1000 + nanoseconds / 1e6;
}

function restOf(took: number): number {
  return Math.min(REST * took, MAX_REST);
}

const TOO_MANY = { code: 'too-many' } as const;

/** Requests that are being worked on. */
interface Load {
  count: number;
  bytes: number;
}

function closedError(): Error {
  return Object.assign(new Error('the launcher has ended'), { code: 'channel-closed' });
}

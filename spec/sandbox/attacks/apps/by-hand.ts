/** The connection to the launcher by hand: frames as the runtime writes them, and as it never would. */
import { readSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { leaked } from './kit.js';

/** Descriptors of the runner: one that the runtime reads, one that it reads only while it waits. */
export const CHANNEL = 3;
export const SYNC = 4;

export interface Answer {
  readonly type: string;
  readonly id: number;
  readonly ok?: boolean;
  readonly value?: unknown;
  readonly error?: { readonly message: string; readonly code?: string };
}

export function frame(message: unknown): Buffer {
  const body = Buffer.from(typeof message === 'string' ? message : JSON.stringify(message));
  const head = Buffer.alloc(5);
  head.writeUInt32LE(body.length + 1);
  return Buffer.concat([head, body]);
}

/** A piece of the stream of a request. */
export function piece(id: number, bytes: Uint8Array | string): Buffer {
  const body = Buffer.from(bytes as string);
  const head = Buffer.alloc(9);
  head.writeUInt32LE(5 + body.length);
  head[4] = 1;
  head.writeUInt32LE(id, 5);
  return Buffer.concat([head, body]);
}

const pause = new Int32Array(new SharedArrayBuffer(4));

/** All of it, however long the launcher does not read. */
export function send(bytes: Uint8Array, fd = SYNC): void {
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(fd, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(pause, 0, 0, 1);
    }
  }
}

function take(count: number): Buffer {
  const bytes = Buffer.alloc(count);
  for (let at = 0; at < count;) {
    const got = readSync(SYNC, bytes, at, count - at, null);
    if (got === 0) throw new Error('the launcher has closed the connection');
    at += got;
  }
  return bytes;
}

/** The next message; undefined for a piece of a stream, whose bytes go to `onPiece`. */
export function receive(onPiece?: (bytes: Buffer) => void): Answer | undefined {
  const body = take(take(4).readUInt32LE(0));
  if (body[0] === 0) return JSON.parse(body.subarray(1).toString()) as Answer;
  onPiece?.(body.subarray(5));
  return undefined;
}

let last = 1000;
export const nextId = (): number => ++last;

/** Waits for the answer to a request, whatever else comes before. */
export function answerTo(id: number): Answer {
  for (;;) {
    const message = receive();
    if (message?.type === 'response' && message.id === id) return message;
  }
}

/** @throws what the launcher answers */
export function ask(kind: string, payload: unknown): unknown {
  const id = nextId();
  send(frame({ type: 'request', id, kind, payload, body: false }));
  const { ok, value, error } = answerTo(id);
  if (ok !== true) {
    // All of it: what it is about may stand in there.
    throw Object.assign(new Error(JSON.stringify(error)), { code: error?.code });
  }
  return value;
}

/** Whatever comes of a request, as text: an error may tell as much as an answer. */
export function told(kind: string, payload: unknown): string {
  try {
    return JSON.stringify(ask(kind, payload));
  } catch (error) {
    return (error as Error).message;
  }
}

/** Whether the launcher is there and answers requests. */
export const answers = (): boolean =>
  ask('permission', { kind: 'clipboard' }) === 'granted' ||
  ask('permission', { kind: 'clipboard' }) === 'denied';

/**
 * Looks at every byte that comes from the launcher on the connection that the runtime reads. The returned
 * function tells whether the canary has been among them.
 */
export function overhear(): () => string | undefined {
  let found: string | undefined;
  let tail = '';
  const { push } = Readable.prototype;
  Readable.prototype.push = function (this: Readable, chunk: unknown, ...rest): boolean {
    if (chunk instanceof Uint8Array) {
      const text = tail + Buffer.from(chunk).toString('latin1');
      found ??= leaked(text);
      tail = text.slice(-64);
    }
    return push.call(this, chunk, ...rest);
  };
  return () => found;
}

export interface Exchange {
  readonly id: number;
  /** The answer, the error, or the word `nothing` where none came. */
  readonly answer: Promise<string>;
  /** Messages for this request so far, by their types. */
  readonly got: readonly string[];
}

/** Milliseconds that an answer may take; what it is about has happened long before. */
const PATIENCE = 1500;

/**
 * Requests whose answers are read beside everything else that the app does. Not together with `ask`: they read
 * the same descriptor.
 */
export class Wire {
  private readonly open = new Map<
    number,
    { text: string; got: string[]; done(text: string): void }
  >();
  private held = Buffer.alloc(0);

  constructor() {
    // Not by reads of the file system: one that waits keeps the process from ending.
    const socket = new Socket({ fd: SYNC, readable: true, writable: true });
    socket.on('data', (bytes: Buffer) => this.feed(bytes));
    socket.on('error', () => undefined);
  }

  /** @param pieces of the request's stream; undefined: it has none */
  exchange(kind: string, payload: unknown, pieces?: readonly (Uint8Array | string)[]): Exchange {
    const id = nextId();
    const begun = this.begin(id, kind, payload, pieces !== undefined);
    for (const bytes of pieces ?? []) send(piece(id, bytes));
    if (pieces !== undefined) send(frame({ type: 'end', id }));
    return begun;
  }

  begin(id: number, kind: string, payload: unknown, body: boolean): Exchange {
    const expected = this.expect(id);
    send(frame({ type: 'request', id, kind, payload, body }));
    return expected;
  }

  /** For a request that is written by hand. */
  expect(id: number): Exchange {
    const got: string[] = [];
    const answer = new Promise<string>((resolve) => {
      const timer = setTimeout(() => done('nothing'), PATIENCE);
      const done = (text: string): void => {
        clearTimeout(timer);
        this.open.delete(id);
        resolve(text);
      };
      this.open.set(id, { text: '', got, done });
    });
    return { id, answer, got };
  }

  cancel(id: number): void {
    send(frame({ type: 'cancel', id }));
  }

  private feed(bytes: Buffer): void {
    this.held = Buffer.concat([this.held, bytes]);
    for (let size = this.size(); size <= this.held.length; size = this.size()) {
      this.take(this.held.subarray(4, size));
      this.held = this.held.subarray(size);
    }
  }

  /** Bytes of the frame that is being read. */
  private size(): number {
    return this.held.length < 4 ? Infinity : 4 + this.held.readUInt32LE(0);
  }

  private take(body: Buffer): void {
    if (body[0] !== 0) {
      const each = this.open.get(body.readUInt32LE(1));
      if (each === undefined) return;
      each.text += body.subarray(5).toString('latin1');
      each.got.push('data');
      return;
    }
    const message = JSON.parse(body.subarray(1).toString()) as Answer & { body?: boolean };
    const each = this.open.get(message.id);
    if (each === undefined) return;
    each.got.push(message.type);
    if (message.type === 'response') {
      each.text += JSON.stringify(message.ok === true ? message.value : message.error);
      if (message.body !== true) each.done(each.text);
    } else if (message.type === 'end') each.done(each.text);
  }
}

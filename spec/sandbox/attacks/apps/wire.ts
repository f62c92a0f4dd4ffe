/** The channel to the launcher, written and read by hand. Runs inside of the app. */
import { readSync, writeSync } from 'node:fs';

/** The socket that blocks: nothing else reads it. */
export const SYNC = 4;

export interface Reply {
  readonly type: string;
  readonly id: number;
  readonly ok?: boolean;
  readonly value?: unknown;
  readonly error?: { readonly message: string; readonly code?: string };
  readonly body?: boolean;
  /** The piece of a stream that it is; or of a credit, how many. */
  readonly bytes?: Buffer | number;
}

function framed(type: number, body: Uint8Array): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32LE(body.length + 1);
  head[4] = type;
  return Buffer.concat([head, body]);
}

/** A message; a text is sent as it is. */
export function frame(message: unknown): Buffer {
  return framed(0, Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)));
}

/** A piece of a request's stream. */
export function data(id: number, bytes: Uint8Array): Buffer {
  const number = Buffer.alloc(4);
  number.writeUInt32LE(id);
  return framed(1, Buffer.concat([number, bytes]));
}

export function send(bytes: Uint8Array, fd = SYNC): void {
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(fd, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}

function take(count: number): Buffer {
  const bytes = Buffer.alloc(count);
  for (let at = 0; at < count;) {
    const got = readSync(SYNC, bytes, at, count - at, null);
    if (got === 0) throw new Error('closed');
    at += got;
  }
  return bytes;
}

/** The next message, or piece of an answer's stream. */
export function receive(): Reply {
  const body = take(take(4).readUInt32LE(0));
  if (body[0] === 0) return JSON.parse(body.subarray(1).toString()) as Reply;
  return { type: 'data', id: body.readUInt32LE(1), bytes: body.subarray(5) };
}

/** The answer to a request; everything else that comes is passed over. */
export function replyTo(id: number): Reply {
  for (;;) {
    const message = receive();
    if (message.type === 'response' && message.id === id) return message;
  }
}

/** The text of an answer's stream, or what kept it from ending. */
export function restOf(id: number): string {
  const pieces: Buffer[] = [];
  for (;;) {
    const message = receive();
    if (message.id !== id) continue;
    if (Buffer.isBuffer(message.bytes)) {
      pieces.push(message.bytes);
      send(frame({ type: 'credit', id, bytes: Math.max(1, message.bytes.length) }));
    } else if (message.type === 'end') {
      return Buffer.concat(pieces).toString('latin1') + (message.error?.message ?? '');
    }
  }
}

let lastId = 1000;
export function nextId(): number {
  return ++lastId;
}

export function request(id: number, kind: string, payload: unknown, body = false): Buffer {
  return frame({ type: 'request', id, kind, payload, body });
}

/** Asks and waits for the answer. The stream is at most as long as may be sent at once. */
export function ask(kind: string, payload: unknown, stream?: string | Uint8Array): unknown {
  const id = nextId();
  send(request(id, kind, payload, stream !== undefined));
  if (stream !== undefined) {
    const bytes = Buffer.from(stream);
    for (let at = 0; at < bytes.length; at += 65_536) {
      send(data(id, bytes.subarray(at, at + 65_536)));
    }
    send(frame({ type: 'end', id }));
  }
  const { ok, value, error } = replyTo(id);
  if (ok !== true) throw Object.assign(new Error(error?.message), { code: error?.code });
  return value;
}

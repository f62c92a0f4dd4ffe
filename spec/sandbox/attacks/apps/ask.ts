/** Requests to the launcher, written by hand. Runs inside of the app. */
import { readSync, writeSync } from 'node:fs';

/** Requests that block until they are answered. */
const SYNC = 4;
export function frame(message: unknown): Buffer {
  const body = Buffer.from(typeof message === 'string' ? message : JSON.stringify(message));
  const head = Buffer.alloc(5);
  head.writeUInt32LE(body.length + 1);
  return Buffer.concat([head, body]);
}

export function send(bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(SYNC, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}

let id = 1000;

export function nextId(): number {
  return ++id;
}

export function receive(): {
  ok?: boolean;
  value?: unknown;
  error?: { message: string; code?: string };
} {
  const take = (count: number): Buffer => {
    const bytes = Buffer.alloc(count);
    for (let at = 0; at < count;) {
      const got = readSync(SYNC, bytes, at, count - at, null);
      if (got === 0) throw new Error('closed');
      at += got;
    }
    return bytes;
  };
  for (;;) {
    const body = take(take(4).readUInt32LE(0));
    // A program that was started sends pieces of a stream as well.
    if (body[0] !== 0) continue;
    const message = JSON.parse(body.subarray(1).toString()) as ReturnType<typeof receive> & {
      type: string;
      id: number;
    };
    if (message.type === 'response' && message.id === id) return message;
  }
}

export function ask(kind: string, payload: unknown): unknown {
  send(frame({ type: 'request', id: nextId(), kind, payload, body: false }));
  const { ok, value, error } = receive();
  if (ok !== true) throw Object.assign(new Error(error?.message), { code: error?.code });
  return value;
}

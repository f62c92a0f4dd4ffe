/** The synchronous way to the launcher, used by hand. Runs inside of the app. */
import { readSync, writeSync } from 'node:fs';

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

function receive(): { ok?: boolean; value?: unknown; error?: { message: string; code?: string } } {
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

/** The answer to a request whose payload is this text, JSON or not. */
export function answerTo(kind: string, payload: string): ReturnType<typeof receive> {
  send(frame(`{"type":"request","id":${++id},"kind":"${kind}","payload":${payload},"body":false}`));
  return receive();
}

export function ask(kind: string, payload: unknown): unknown {
  const { ok, value, error } = answerTo(kind, JSON.stringify(payload));
  if (ok !== true) throw Object.assign(new Error(error?.message), { code: error?.code });
  return value;
}

/**
 * A server that takes HTTP/1.1 for what it looks like: the worst that a launcher may meet. It serves two
 * hosts at one address, and the canary at one of them.
 */
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { CANARY } from './arena.js';

export interface LenientServer {
  readonly port: number;
  /** The head of each request, in order. */
  readonly heads: string[];
  close(): Promise<void>;
}

/** Headers of a connection that an app must not choose. */
const CHANGES =
  /^(upgrade|expect|te|trailer|keep-alive|proxy-.*|http2-settings): |^connection: .*,/im;

export async function serveLeniently(): Promise<LenientServer> {
  const heads: string[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    let text = '';
    /** Bytes of a body that is still to come. */
    let skipped = 0;
    let answers: Promise<void> = Promise.resolve();
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      for (;;) {
        const passed = Math.min(skipped, text.length);
        text = text.slice(passed);
        skipped -= passed;
        const read = skipped > 0 ? undefined : take(text);
        if (read === undefined) return;
        text = read.rest;
        skipped = read.skipped;
        heads.push(read.head);
        answers = answers.then(async () => await answer(socket, read.head));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    heads,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Taken {
  readonly head: string;
  readonly rest: string;
  readonly skipped: number;
}

/** A request that is whole, or one that is answered before it is. */
function take(text: string): Taken | undefined {
  const end = /\r?\n\r?\n/.exec(text);
  if (end === null) return undefined;
  const head = text.slice(0, end.index);
  const rest = text.slice(end.index + end[0].length);
  if (/^\S+ \/early /.test(head)) {
    return { head, rest, skipped: Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? '0') };
  }
  const size = bodySize(head, rest);
  return size === undefined ? undefined : { head, rest: rest.slice(size), skipped: 0 };
}

/** Undefined: there is more to come. */
function bodySize(head: string, rest: string): number | undefined {
  if (/^\s*transfer-encoding\s*:.*chunked/im.test(head)) {
    const last = /(^|\r\n)0\r\n\r\n/.exec(rest);
    return last === null ? undefined : last.index + last[0].length;
  }
  const length = Number(/^content-length\s*:\s*(\d+)/im.exec(head)?.[1] ?? '0');
  return rest.length < length ? undefined : length;
}

async function answer(socket: Socket, head: string): Promise<void> {
  const isOther = /^\S+ \/secret |^host:.*internal\.corp/im.test(head);
  const isSecret = isOther || CHANGES.test(head);
  // Time for the next request to be sent, which would get this answer.
  if (isSecret) await new Promise((resolve) => setTimeout(resolve, 50));
  const body = isSecret ? CANARY : 'public';
  socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
}

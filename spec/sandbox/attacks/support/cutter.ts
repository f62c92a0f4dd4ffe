/** A server that ends what it says wherever it is told to, and says what no server should. */
import { createHash } from 'node:crypto';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** Whole answers, as bytes on the connection. */
export const ANSWERS: Readonly<Record<string, string>> = {
  length:
    'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 11\r\nX-A: b\r\n\r\nhello world',
  chunked:
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: x-t\r\n\r\n5;a=b\r\nhello\r\n6\r\n world\r\n0\r\nx-t: y\r\n\r\n',
  early: 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n',
};

const head = 'HTTP/1.1 200 OK\r\n';
/** Answers that are none, or not one. */
export const ODD: Readonly<Record<string, string>> = {
  'no HTTP': 'hello\r\n\r\n',
  'another version': 'HTTP/9.9 200 OK\r\n\r\n',
  'of HTTP 2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  NUL: '\0'.repeat(1000),
  'a status that is none': 'HTTP/1.1 99999 Odd\r\nContent-Length: 0\r\n\r\n',
  'a line without end': `HTTP/1.1 200 ${'x'.repeat(200_000)}`,
  'too many headers': `${head}${'a: b\r\n'.repeat(40_000)}\r\n`,
  'a large header': `${head}a: ${'x'.repeat(100_000)}\r\n\r\n`,
  'two lengths': `${head}Content-Length: 3\r\nContent-Length: 5\r\n\r\nhello`,
  'a negative length': `${head}Content-Length: -1\r\n\r\nhello`,
  'a huge length': `${head}Content-Length: 99999999999999999999\r\n\r\nhello`,
  'a length and chunks': `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  'a chunk that is none': `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n`,
  'a huge chunk': `${head}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nhello`,
  'an encoding that is none': `${head}Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello`,
  'a switch': 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nhello',
  'hints without end': 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(5000),
  'two answers': `${ANSWERS['length'] ?? ''}${ANSWERS['length'] ?? ''}`,
  'an answer and noise': `${ANSWERS['length'] ?? ''}noise\r\n\r\n\0\0`,
  'headers of no bytes': `${head}\u00e9: \u00ff\r\n: x\r\nx y: z\r\n\r\n`,
};

/** Frames of a WebSocket from its server. */
const frame = (first: number, body: Buffer | string): Buffer =>
  Buffer.concat([Buffer.from([first, body.length]), Buffer.from(body as string)]);
export const SOCKETS: Readonly<Record<string, Buffer>> = {
  frames: Buffer.concat([
    frame(0x81, 'text'),
    frame(0x01, 'first'),
    frame(0x89, 'ping'),
    frame(0x80, 'last'),
    frame(0x82, Buffer.from([1, 2, 3])),
    frame(0x88, Buffer.from([3, 0xe8, 98, 121, 101])),
  ]),
  'reserved bits': frame(0xf1, 'x'),
  'a reserved code': frame(0x83, 'x'),
  'a continuation of nothing': frame(0x80, 'x'),
  'a cut control frame': frame(0x09, 'x'),
  'a mask': Buffer.from([0x81, 0x81, 1, 2, 3, 4, 5]),
  'no UTF-8': frame(0x81, Buffer.from([0xff, 0xfe])),
  'a code that is none': frame(0x88, Buffer.from([0, 1])),
  'half a code': frame(0x88, Buffer.from([3])),
  'a huge length': Buffer.from([0x82, 127, 0, 0, 0, 255, 255, 255, 255, 255]),
  'a length past all': Buffer.from([0x82, 127, 255, 255, 255, 255, 255, 255, 255, 255]),
};

export interface Cutter {
  readonly port: number;
  /** Connections that it ended before it had said everything. */
  cut: number;
  close(): void;
}

export async function openCutter(): Promise<Cutter> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => undefined);
    let text = '';
    let isOpen = false;
    socket.on('data', (bytes: Buffer) => {
      // A WebSocket that says anything is left.
      if (isOpen) socket.end();
      text += bytes.toString('latin1');
      for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
        const request = text.slice(0, end);
        text = text.slice(end + 4);
        answer(socket, request, cutter);
        isOpen ||= request.includes('/socket/open/');
      }
      // What is sent up without end is not kept.
      if (text.length > 100_000) text = '';
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => {
    server.close();
    for (const socket of open) socket.destroy();
  };
  const cutter: Cutter = { port: (server.address() as AddressInfo).port, cut: 0, close };
  return cutter;
}

function answer(socket: Socket, request: string, cutter: Cutter): void {
  const path = decodeURIComponent(/^\S+ (\S+)/.exec(request)?.[1] ?? '');
  const [, place, kind = '', at = '0', how] = path.split('/');
  const leave = (): void => {
    cutter.cut++;
    if (how === 'reset') socket.resetAndDestroy();
    else socket.end();
  };
  const write = (bytes: Buffer): void => {
    if (bytes.length === 0) leave();
    else socket.write(bytes, leave);
  };
  if (place === 'whole') socket.write(ANSWERS['length'] ?? '');
  else if (place === 'cut') write(Buffer.from(ANSWERS[kind] ?? '').subarray(0, Number(at)));
  else if (place === 'odd') socket.end(Buffer.from(ODD[kind] ?? '', 'latin1'));
  else if (place === 'large') {
    socket.write(`${head}Content-Length: 1000000\r\n\r\n${'x'.repeat(1_000_000)}`);
  } else if (place === 'socket') {
    const key = /^sec-websocket-key: (\S+)/im.exec(request)?.[1] ?? '';
    const hash = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`);
    const accept = `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${hash.digest('base64')}\r\n\r\n`;
    const all = Buffer.concat([Buffer.from(accept), SOCKETS[kind] ?? Buffer.alloc(0)]);
    if (how === 'stay') socket.write(all);
    // Within the handshake for one kind; the others differ in what comes after it.
    else write(kind === 'frames' ? all.subarray(0, Number(at)) : all);
  }
  // Others wait for an answer that does not come.
}

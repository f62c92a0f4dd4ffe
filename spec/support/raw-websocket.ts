/** A WebSocket by hand: every header and every frame is the caller's, also those that no library would send. */
import { createHmac, randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { PATIENCE, until } from './until.js';

export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/**
 * Sends a request as it is written, and reads the answer until the server closes. Lines end in CRLF by themselves.
 *
 * @param from the address of loopback that it comes from: the server counts wrong tokens by it
 */
export async function request(port: number, text: string, from = '127.0.0.1'): Promise<RawAnswer> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  socket.write(text.replace(/\r?\n/g, '\r\n'));
  let received = '';
  socket.setEncoding('utf8').on('data', (piece: string) => (received += piece));
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, PATIENCE);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    socket.on('close', end).on('error', end);
    // One that has become a WebSocket stays open.
    socket.on('data', () => {
      if (received.startsWith('HTTP/1.1 101')) end();
    });
  });
  socket.destroy();
  const [head = '', body = ''] = received.split('\r\n\r\n', 2);
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0), head, body };
}

/** Headers of an upgrade, with those given in place of the usual ones; null leaves one out. */
export function upgrade(
  port: number,
  headers: Readonly<Record<string, string | null>> = {},
  path = '/ws',
): string {
  const all: Record<string, string | null> = {
    Host: `127.0.0.1:${port}`,
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
    'Sec-WebSocket-Protocol': 'tui.v1',
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === null ? [] : [`${name}: ${value}\n`],
  );
  return `GET ${path} HTTP/1.1\n${lines.join('')}\n`;
}

const hmac = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex');

export interface Proof {
  readonly challenge: string;
  readonly nonce: string;
  readonly proof: string;
}

/** POSTs JSON as a page of the server's own does, with those headers in place of its; null leaves one out. */
export async function post(
  port: number,
  path: string,
  value: object,
  headers: Readonly<Record<string, string | null>> = {},
  from?: string,
): Promise<RawAnswer> {
  const body = JSON.stringify(value);
  const all: Record<string, string | null> = {
    Host: `127.0.0.1:${port}`,
    Origin: `http://127.0.0.1:${port}`,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, text]) =>
    text === null ? [] : [`${name}: ${text}\n`],
  );
  return await request(port, `POST ${path} HTTP/1.1\n${lines.join('')}\n${body}`, from);
}

/** A challenge of the server, and the proof of a token for it, as the reference of the protocol describes it. */
export async function prove(
  port: number,
  token: string,
  host = `127.0.0.1:${port}`,
): Promise<Proof & { readonly key: string }> {
  const { body } = await post(port, '/challenge', {});
  const { run, challenge } = JSON.parse(body) as { run: string; challenge: string };
  const nonce = randomBytes(16).toString('hex');
  const key = hmac(token, `tui.v1 run\n${run}`);
  const proof = hmac(key, `tui.v1 client\n${host}\n${challenge}\n${nonce}`);
  return { challenge, nonce, proof, key };
}

/** What the server proves in its first message. */
export function proofOfServer(
  { key, challenge, nonce }: Proof & { readonly key: string },
  ticket: string,
  host: string,
): string {
  return hmac(key, `tui.v1 server\n${host}\n${challenge}\n${nonce}\n${ticket}`);
}

/** @throws Error where the server refuses */
export async function ticketFor(port: number, token: string): Promise<string> {
  const { challenge, nonce, proof } = await prove(port, token);
  const { status, body } = await post(port, '/session', { challenge, nonce, proof });
  if (status !== 200) throw new Error(`no ticket: ${status} ${body}`);
  return (JSON.parse(body) as { ticket: string }).ticket;
}

/** Headers of a page of the server's own that has a ticket. */
export function withTicket(port: number, ticket: string): Record<string, string> {
  return {
    Origin: `http://127.0.0.1:${port}`,
    'Sec-WebSocket-Protocol': `tui.v1, ticket.${ticket}`,
  };
}

/** A connection that is open, whose frames are written and read by hand. */
export class RawWebSocket {
  received = Buffer.alloc(0);
  isClosed = false;

  private constructor(readonly socket: Socket) {
    socket.on('data', (bytes) => (this.received = Buffer.concat([this.received, bytes])));
    socket.on('close', () => (this.isClosed = true)).on('error', () => undefined);
  }

  /** @throws Error where the server refuses */
  static async open(port: number, token: string): Promise<RawWebSocket> {
    const ticket = await ticketFor(port, token);
    const raw = new RawWebSocket(connect(port, '127.0.0.1'));
    const text = upgrade(port, withTicket(port, ticket));
    raw.socket.write(text.replace(/\n/g, '\r\n'));
    await raw.until(() => raw.received.includes('\r\n\r\n'));
    if (!raw.received.toString('latin1').startsWith('HTTP/1.1 101')) throw new Error('refused');
    return raw;
  }

  /** One masked frame. @param opcode 1 text, 2 binary, 8 close, 9 ping */
  send(payload: string | Uint8Array, opcode = 1): void {
    this.socket.write(frame(Buffer.from(payload as string), opcode));
  }

  async until(holds: () => boolean): Promise<void> {
    await until(holds);
  }

  /** Answers the close of the server, which ends the connection at once then, and resolves when it has. */
  async closed(): Promise<void> {
    await this.until(() => this.isClosed || this.closeCode !== undefined);
    if (!this.isClosed) this.send(this.received.subarray(-2), 8);
    await this.until(() => this.isClosed);
  }

  /** The code that the server closed with; undefined where it has sent none. */
  get closeCode(): number | undefined {
    // The last frame of the server: a close has its code in two bytes after the head.
    const at = this.received.lastIndexOf(0x88);
    return at < 0 || at + 4 > this.received.length ? undefined : this.received.readUInt16BE(at + 2);
  }
}

export function frame(payload: Buffer, opcode = 1): Buffer {
  const { length } = payload;
  const head =
    length < 126
      ? Buffer.from([0x80 | opcode, 0x80 | length])
      : length < 65_536
        ? Buffer.from([0x80 | opcode, 0x80 | 126, length >> 8, length & 255])
        : Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | 127]), wide(length)]);
  // A mask of zeros is one.
  return Buffer.concat([head, Buffer.alloc(4), payload]);
}

function wide(length: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(length));
  return bytes;
}

/** `WebSocket` of a sandboxed app, against a server of this machine. */
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { WebSocket as ServerSocket } from 'ws';
import { allowsNet } from '../../cli/sandbox/policy/check.js';
import { DeniedError } from '../../cli/sandbox/policy/denied.js';
import { brokered, type Brokered, type BrokeredOptions } from '../support/brokered.js';
import { sleep, until } from '../support/until.js';
import { serve } from '../support/web.js';
import { serveWebSockets, type WebSockets } from '../support/web-sockets.js';

let server: WebSockets;
let peers: ServerSocket[];
let url = '';
let port = 0;
beforeEach(async () => {
  peers = [];
  const options = {
    maxPayload: 64 << 20,
    handleProtocols: (names: Set<string>) => [...names][0] ?? false,
  };
  server = await serveWebSockets((socket) => {
    peers.push(socket);
    socket.on('message', (data, isBinary) => {
      if (!isBinary && String(data) === 'close') socket.close(4001, 'as told');
      else socket.send(data as Buffer, { binary: isBinary });
    });
  }, options);
  ({ port } = server);
  url = `ws://127.0.0.1:${port}/chat`;
});
let app: Brokered | undefined;
afterEach(async () => {
  app?.close();
  app = undefined;
  await server.close();
});

async function open(flags?: readonly string[], options?: BrokeredOptions): Promise<Brokered> {
  app = await brokered(flags ?? [`--allow-net=127.0.0.1:${port}`], options);
  return app;
}
type Socket = InstanceType<Brokered['WebSocket']>;
const next = <T = Event & { data: unknown; code: number; reason: string; message: string }>(
  socket: Socket,
  type: string,
): Promise<T> =>
  new Promise((done) => socket.addEventListener(type, (event) => done(event as T), { once: true }));

describe('a WebSocket', () => {
  it('carries text and bytes, of any size, in order', async () => {
    const { WebSocket } = await open();
    const socket = new WebSocket(url, ['one', 'two']);
    expect([socket.url, socket.readyState, socket.binaryType]).toEqual([url, 0, 'blob']);
    expect(() => socket.send('x')).toThrow(/not open/);
    await next(socket, 'open');
    expect([socket.readyState, socket.protocol]).toEqual([1, 'one']);
    const got: unknown[] = [];
    socket.onmessage = (event) => void got.push((event as MessageEvent).data);
    socket.binaryType = 'arraybuffer';
    const big = 'é'.repeat(500_000);
    socket.send('a');
    socket.send('');
    socket.send(big);
    socket.send(new Blob(['blob']));
    const bytes = Uint8Array.of(1, 2, 3);
    socket.send(bytes.subarray(1));
    bytes.fill(0);
    expect(socket.bufferedAmount).toBeGreaterThan(0);
    await until(() => got.length === 5);
    expect([got[0], got[1], got[2] === big]).toEqual(['a', '', true]);
    expect(Buffer.from(got[3] as ArrayBuffer).toString()).toBe('blob');
    expect([...new Uint8Array(got[4] as ArrayBuffer)]).toEqual([2, 3]);
    expect(socket.bufferedAmount).toBe(0);
    socket.binaryType = 'blob';
    peers[0]?.send(Buffer.from('b'));
    await until(() => got.length === 6);
    expect(await (got[5] as Blob).text()).toBe('b');
    expect(app?.activity).toBeGreaterThan(6);
  });

  it('closes from either side, with code and reason', async () => {
    const { WebSocket } = await open();
    const socket = new WebSocket(url);
    await next(socket, 'open');
    const heard = new Promise((done) =>
      peers[0]?.once('close', (code, reason) => done([code, String(reason)])),
    );
    expect(() => socket.close(1001)).toThrow(/3000/);
    expect(() => socket.close(1000, 'x'.repeat(124))).toThrow(/123/);
    socket.close(3333, 'é');
    expect(socket.readyState).toBe(2);
    expect(await next(socket, 'close')).toMatchObject({ code: 3333, reason: 'é', wasClean: true });
    expect(await heard).toEqual([3333, 'é']);
    expect(socket.readyState).toBe(3);
    socket.send('nothing happens');
    const second = new WebSocket(url);
    await next(second, 'open');
    second.send('close');
    expect(await next(second, 'close')).toMatchObject({ code: 4001, reason: 'as told' });
    const third = new WebSocket(url);
    third.close();
    expect(await next(third, 'close')).toMatchObject({ code: 1006, wasClean: false });
    const fourth = new WebSocket(url);
    await next(fourth, 'open');
    for (const peer of peers) peer.terminate();
    expect(await next(fourth, 'close')).toMatchObject({ code: 1006, wasClean: false });
  });

  it('reports what its listeners throw, and goes on', async () => {
    const { WebSocket, reported } = await open();
    const socket = new WebSocket(url);
    await next(socket, 'open');
    socket.onmessage = () => {
      throw new Error('of a listener');
    };
    const never = (): void => void reported.push('removed');
    socket.addEventListener('message', never);
    socket.removeEventListener('message', never);
    socket.send('1');
    socket.send('2');
    await until(() => reported.length === 2);
    expect(String(reported[0])).toBe('Error: of a listener');
  });

  it('ends with the app', async () => {
    const { WebSocket, close } = await open();
    const socket = new WebSocket(url);
    await next(socket, 'open');
    const closed = new Promise((done) => peers[0]?.once('close', done));
    close();
    await closed;
  });
});

describe('what is refused', () => {
  it('an address that is not granted: at once, with the permission', async () => {
    const made: Brokered = await open(['--allow-net=example.com'], {
      check: ({ hostname, port: at }) => {
        if (!allowsNet(made.permissions, hostname, Number(at))) {
          throw new DeniedError('net', `${hostname}:${at}`);
        }
      },
    });
    const { WebSocket } = made;
    expect(() => new WebSocket(url)).toThrow(`--allow-net=127.0.0.1:${port}`);
    // A runner that does not look meets the launcher, which does.
    app?.close();
    const careless = await open([]);
    const socket = new careless.WebSocket(url);
    const error = next(socket, 'error');
    const close = next(socket, 'close');
    expect((await error).message).toContain(`--allow-net=127.0.0.1:${port}`);
    expect(await close).toMatchObject({ code: 1006 });
    expect(peers).toHaveLength(0);
  });

  it.each(['10.0.0.1', '127.0.0.1', '::1'])('a name that leads to %s', async (address) => {
    const resolve = () => Promise.resolve([{ address, family: address.includes(':') ? 6 : 4 }]);
    const { WebSocket } = await open(['--allow-net=api.example.com'], { network: { resolve } });
    const socket = new WebSocket(`ws://api.example.com:${port}/`);
    expect((await next(socket, 'error')).message).toContain('resolves to this address');
    expect(peers).toHaveLength(0);
  });

  it('a redirect, and a server that is none of WebSockets', async () => {
    const web = await serve();
    const { WebSocket } = await open([`--allow-net=127.0.0.1`]);
    const to = encodeURIComponent(url);
    const socket = new WebSocket(`ws://127.0.0.1:${web.port}/redirect?to=${to}`);
    expect((await next(socket, 'error')).message).toMatch(/302/);
    expect(peers).toHaveLength(0);
    const plain = createServer((_request, response) => response.end('x'));
    await new Promise<void>((done) => plain.listen(0, '127.0.0.1', done));
    const other = new WebSocket(`ws://127.0.0.1:${(plain.address() as AddressInfo).port}/`);
    expect((await next(other, 'error')).message).toMatch(/200/);
    plain.close();
    await web.close();
  });

  it.each([
    ['http user', 'ws://u:p@127.0.0.1/'],
    ['a fragment', 'ws://127.0.0.1/#x'],
    ['another scheme', 'ftp://127.0.0.1/'],
    ['a socket', 'ws+unix:/tmp/s:/'],
    ['no address', 'x'],
  ])('%s', async (_name, address) => {
    const { WebSocket, channel } = await open(['--allow-net=127.0.0.1']);
    expect(() => new WebSocket(address)).toThrow(/WebSocket URL|ws: or wss: URL/);
    if (address.endsWith('#x')) return;
    const body = (async function* (): AsyncGenerator<Uint8Array> {
      // Nothing.
    })();
    await expect(channel.request('websocket', { url: address }, { body })).rejects.toThrow();
  });

  it('protocols that are none', async () => {
    const { WebSocket, channel } = await open();
    expect(() => new WebSocket(url, ['a', 'A'])).toThrow(/protocol/);
    expect(() => new WebSocket(url, 'a b')).toThrow(/protocol/);
    const body = (async function* (): AsyncGenerator<Uint8Array> {
      // Nothing.
    })();
    const payload = { url, protocols: ['x\r\nhost: y'] };
    await expect(channel.request('websocket', payload, { body })).rejects.toThrow(/protocol/);
  });
});

describe('a flood', () => {
  it('of messages waits for the reader', async () => {
    const { channel } = await open();
    const body = (async function* (): AsyncGenerator<Uint8Array> {
      await sleep(20_000);
      yield new Uint8Array();
    })();
    const answer = await channel.request('websocket', { url }, { body });
    const [peer] = peers;
    for (let n = 0; n < 500; n++) peer?.send(Buffer.alloc(100_000));
    await sleep(500);
    // What the kernel holds and the launcher, of 50 MB.
    expect(peer?.bufferedAmount).toBeGreaterThan(30 << 20);
    const pieces = answer.body?.[Symbol.asyncIterator]();
    await pieces?.next();
    await pieces?.return?.(undefined);
    await until(() => peer?.readyState === 3);
  });

  it('of one message ends the connection', async () => {
    const { WebSocket } = await open(undefined, { network: { limits: { message: 100_000 } } });
    const socket = new WebSocket(url);
    await next(socket, 'open');
    peers[0]?.send(Buffer.alloc(100_001));
    expect(await next(socket, 'close')).toMatchObject({ wasClean: false });
  });

  it('of sockets has an end', async () => {
    const { WebSocket } = await open(undefined, { network: { limits: { sockets: 3 } } });
    const sockets = Array.from({ length: 3 }, () => new WebSocket(url));
    await Promise.all(sockets.map((socket) => next(socket, 'open')));
    const fourth = new WebSocket(url);
    expect((await next(fourth, 'error')).message).toBe('expected at most 3 requests at a time');
    sockets[0]?.close();
    await next(sockets[0] as Socket, 'close');
    await next(new WebSocket(url), 'open');
  });

  it('of what no WebSocket sends ends that one', async () => {
    const { channel } = await open();
    for (const bytes of [
      Buffer.from([255, 255, 255, 255, 1]),
      Buffer.from([0, 0, 0, 0, 77]),
      Buffer.from([2, 0, 0, 0, 8, 0, 5]),
    ]) {
      const body = (async function* (): AsyncGenerator<Uint8Array> {
        yield bytes;
      })();
      const answer = await channel.request('websocket', { url }, { body });
      let size = 0;
      for await (const piece of answer.body ?? []) size += piece.length;
      expect(size).toBeLessThan(100);
    }
    await expect(channel.request('nothing')).rejects.toMatchObject({ code: 'unknown-kind' });
  });
});

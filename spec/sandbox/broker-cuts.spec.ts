/**
 * Connections of the broker that end at each byte, on the server's side and on the app's. Nothing is thrown
 * outside of a promise (jest fails of that), nothing is left open, and the next request is answered.
 * @ci
 */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createHttpServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { conversations, type Places } from './attacks/apps/conversations.js';
import { brokered, type Brokered } from '../support/brokered.js';
import { until } from '../support/until.js';
import { serve, type Web } from '../support/web.js';
import { serveWebSockets, type WebSockets } from '../support/web-sockets.js';

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
};

/** Sockets and programs of this process: what the broker holds, and the specs' servers. */
function held(): number {
  const kinds = /^(TCPSocketWrap|TCPWRAP|TLSWrap|ProcessWrap|PipeWrap)$/;
  return process.getActiveResourcesInfo().filter((kind) => kinds.test(kind)).length;
}

const END = { cut: 'end', reset: 'resetAndDestroy' } as const;

describe.each(Object.keys(END) as (keyof typeof END)[])('a server that is %s', (how) => {
  /** Writes as much of this as the path of the request says. */
  async function serveParts(answer: Buffer): Promise<{ port: number; close: () => void }> {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('data', (bytes) => {
        const count = Number(/^\w+ \/(\d+)/.exec(bytes.toString('latin1'))?.[1] ?? '0');
        socket.write(answer.subarray(0, count), () => socket[END[how]]());
      });
    });
    const port = await listen(server);
    return {
      port,
      close: () => {
        for (const socket of sockets) socket.destroy();
        server.close();
      },
    };
  }

  it.each([
    [
      'with a length',
      'HTTP/1.1 200 OK\r\nContent-Length: 11\r\nX-A: b\r\n\r\nhello world',
      'hello world',
    ],
    [
      'in chunks',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6;x=y\r\n world\r\n0\r\nX: y\r\n\r\n',
      'hello world',
    ],
    [
      'after other heads',
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
      'ok',
    ],
  ])('at each byte of an answer %s', async (_name, text, whole) => {
    const answer = Buffer.from(text);
    const server = await serveParts(answer);
    const app = await brokered([`--allow-net=127.0.0.1:${server.port}`]);
    try {
      const { fetch } = app;
      const before = held();
      for (const body of [undefined, 'a body']) {
        for (let count = 0; count <= answer.length; count++) {
          const url = `http://127.0.0.1:${server.port}/${count}`;
          const init = body === undefined ? {} : { method: 'POST', body };
          const got = await fetch(url, init).then(
            async (found) => await found.text().catch(() => 'cut'),
            () => 'cut',
          );
          // A reset may overtake what was written before it.
          const isWhole = count === answer.length && got !== 'cut';
          if (isWhole || (how === 'cut' && count === answer.length)) expect(got).toBe(whole);
          else expect(got).toBe('cut');
        }
      }
      await until(() => held() <= before + 1);
    } finally {
      app.close();
      server.close();
    }
  });

  it('at each byte of a WebSocket', async () => {
    // A real server's bytes, of which the client gets a part.
    const behind = await serveWebSockets((socket) => {
      socket.send('hello');
      socket.close(1000, 'bye');
    });
    let count = 0;
    const { connect } = await import('node:net');
    const relay = createServer((client) => {
      const up = connect(behind.port, '127.0.0.1');
      let passed = 0;
      const most = count;
      for (const socket of [client, up]) socket.on('error', () => undefined);
      client.pipe(up);
      up.on('data', (bytes) => {
        const part = bytes.subarray(0, most - passed);
        passed += bytes.length;
        client.write(part, () => passed >= most && client[END[how]]());
      });
      client.on('close', () => up.destroy());
      up.on('close', () => client.destroy());
    });
    const port = await listen(relay);
    const app = await brokered([`--allow-net=127.0.0.1:${port}`]);
    try {
      const before = held();
      // The answer to the handshake is 129 bytes, a message 7, the end 7.
      for (count = 1; count < 150; count++) {
        const socket = new app.WebSocket(`ws://127.0.0.1:${port}/`);
        const seen: string[] = [];
        socket.addEventListener('message', ({ data }: { data?: unknown } & Event) => {
          seen.push(String(data));
        });
        const closed = await new Promise<Event & { code?: number }>((done) =>
          socket.addEventListener('close', done),
        );
        expect(socket.readyState).toBe(3);
        if (closed.code === 1000) expect(seen).toEqual(['hello']);
        else expect([1005, 1006]).toContain(closed.code);
      }
      await until(() => held() <= before + 1);
    } finally {
      app.close();
      relay.close();
      await behind.close();
    }
  });
});

describe('a channel', () => {
  let web: Web;
  let sockets: WebSockets;
  let places: Places;
  beforeAll(async () => {
    web = await serve();
    sockets = await serveWebSockets();
    const closed = createHttpServer();
    const closedPort = await listen(closed);
    await new Promise((done) => closed.close(done));
    places = { port: web.port, socketPort: sockets.port, closedPort };
  });
  afterAll(async () => {
    await sockets.close();
    await web.close();
  });

  const open = async (): Promise<Brokered> => {
    const hosts = Object.values(places).map((port) => `localhost:${port}`);
    return await brokered([`--allow-net=${hosts.join(',')}`, '--allow-run=cat']);
  };
  const NAMES = ['a long answer', 'a body', 'a body in chunks', 'a WebSocket', 'a program'];
  const bytesOf = (name: string): Buffer => {
    const found = conversations(places).find((each) => each.name === name);
    return Buffer.concat([...(found?.messages(7000) ?? [])]);
  };

  it.each(NAMES)('that ends at each byte of %s holds nothing afterwards', async (name) => {
    const before = held();
    const whole = bytesOf(name);
    for (let count = 0; count <= whole.length; count++) {
      const app = await open();
      app.wires.runner.write(whole.subarray(0, count));
      // In the middle of what the launcher does about it, earlier and later.
      for (let turns = count % 4; turns > 0; turns--) await new Promise(setImmediate);
      app.wires.runner.destroy();
      app.close();
    }
    await until(() => held() <= before + 1);
  });

  it.each(NAMES)('with a wrong byte anywhere in %s ends, or goes on', async (name) => {
    const before = held();
    const whole = bytesOf(name);
    let ended = 0;
    for (let at = 0; at < whole.length; at++) {
      const app = await open();
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ 0x15;
      app.wires.runner.write(bytes);
      // What is asked next is answered, unless the launcher has ended the connection or waits for the rest.
      const asked = app.channel.request('nothing').then(
        () => 'answered',
        (error: { code?: string }) => error.code,
      );
      const waited = new Promise<string>((done) => setTimeout(done, 30, 'waits'));
      const outcome = await Promise.race([asked, waited]);
      expect(['unknown-kind', 'channel-closed', 'waits']).toContain(outcome);
      if (outcome === 'channel-closed') ended++;
      app.close();
      await asked;
    }
    expect(ended).toBeGreaterThan(10);
    await until(() => held() <= before + 1);
  });
});

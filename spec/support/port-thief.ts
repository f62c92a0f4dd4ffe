/**
 * A program of another user that has the port of a mirror: it keeps every byte that it gets, and answers as the mirror
 * did, whose answers it knows. It does not know the token.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocketServer } from 'ws';

export interface Disguise {
  readonly run: string;
  readonly challenge: string;
  readonly ticket: string;
  /** Of a first message that a client got from the mirror. */
  readonly proof: string;
}

export class PortThief {
  received = '';
  /** Messages over its WebSockets. */
  readonly messages: string[] = [];
  /** WebSockets that were opened. */
  opened = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(
    answer: (path: string, body: string) => Promise<object> | object,
    proof: string,
  ) {
    const websockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'tui.v1' });
    this.#server = createServer((request, response) => {
      void bodyOf(request).then(async (body) => {
        const value = await answer(request.url ?? '', body);
        response.setHeader('Connection', 'close');
        response.end(JSON.stringify(value));
      });
    });
    this.#server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket)).on('error', () => undefined);
      socket.prependListener(
        'data',
        (bytes: Buffer) => (this.received += bytes.toString('latin1')),
      );
    });
    this.#server.on('upgrade', (request, socket, head) => {
      websockets.handleUpgrade(request, socket, head, (websocket) => {
        this.opened++;
        websocket.on('error', () => undefined);
        websocket.on('message', (data: Buffer) => this.messages.push(data.toString('utf8')));
        const hello = { type: 'hello', protocol: 1, role: 'drive', resizable: true, proof };
        const style = { ink: '#ffffff', paper: '#000000', attributes: [] };
        const frame = {
          type: 'frame',
          seq: 1,
          key: true,
          width: 20,
          height: 1,
          scheme: 'dark',
          title: '',
          cursor: null,
          styles: [style],
          rows: [[0, [['TYPE YOUR PASSWORD', 18, 0]], []]],
        };
        for (const message of [hello, frame]) websocket.send(JSON.stringify(message));
      });
    });
  }

  /** Listens as a disguise of the mirror that was there. */
  static async open(port: number, { run, challenge, ticket, proof }: Disguise): Promise<PortThief> {
    const answers: Readonly<Record<string, object>> = {
      '/challenge': { run, challenge },
      '/session': { ticket },
    };
    return await PortThief.#listen(new PortThief((path) => answers[path] ?? {}, proof), port);
  }

  /** Listens on a free port, and passes on what it gets to the mirror at another one. */
  static async relay(port: number): Promise<PortThief> {
    const thief = new PortThief(async (path, body) => {
      const headers = { 'Content-Type': 'application/json', Origin: `http://127.0.0.1:${port}` };
      const url = `http://127.0.0.1:${port}${path}`;
      const response = await fetch(url, { method: 'POST', headers, body });
      return response.ok ? ((await response.json()) as object) : { refused: response.status };
    }, '');
    return await PortThief.#listen(thief, 0);
  }

  static async #listen(thief: PortThief, port: number): Promise<PortThief> {
    await new Promise<void>((resolve, reject) => {
      thief.#server.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
    return thief;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

/** How a page outlives its program. */
export type LeftBehind = 'cache' | 'worker';

/** A program on both addresses of `localhost`, whose page stays in browsers and shows what follows `#`. */
export async function leftBehind(
  port: number,
  kind: LeftBehind,
): Promise<{ close(): Promise<void> }> {
  const steal = `document.title = 'LEFT ' + location.hash;`;
  const register = `navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready)`;
  const script = kind === 'cache' ? steal : `${register}.then(() => { ${steal} });`;
  const pageOf = (code: string): string => `<!doctype html><script>${code}</script>`;
  const worker = `oninstall = () => skipWaiting();
    onfetch = (event) => event.respondWith(new Response(${JSON.stringify(pageOf(steal))}, { headers: { 'Content-Type': 'text/html' } }));`;
  const servers = ['127.0.0.1', '::1'].map((host) => {
    const server = createServer((request, response) => {
      const isWorker = request.url === '/worker.js';
      response.setHeader('Content-Type', isWorker ? 'text/javascript' : 'text/html');
      if (kind === 'cache') response.setHeader('Cache-Control', 'max-age=31536000, immutable');
      response.end(isWorker ? worker : pageOf(script));
    });
    return { server, host };
  });
  await Promise.all(
    servers.map(
      ({ server, host }) =>
        new Promise<void>((resolve, reject) => {
          server.once('error', reject).listen(port, host, resolve);
        }),
    ),
  );
  return {
    close: async () => {
      await Promise.all(
        servers.map(({ server }) => {
          const closed = new Promise((resolve) => server.close(resolve));
          server.closeAllConnections();
          return closed;
        }),
      );
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request.setEncoding('utf8') as AsyncIterable<string>) text += piece;
  return text;
}

/** A port that is free now, on both addresses of `localhost`. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A WebSocket server of one's own, for whatever a client sends it. */
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type ServerOptions, type WebSocket } from 'ws';

export interface WebSockets {
  readonly port: number;
  /** At once, its connections with it. */
  close(): Promise<void>;
}

/** On a free port of this machine. `onOpen` gets each connection. */
export async function serveWebSockets(
  onOpen?: (socket: WebSocket) => void,
  options: ServerOptions = {},
): Promise<WebSockets> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', ...options });
  server.on('connection', (socket) => {
    // Frames that break the protocol, which an emitter without a listener would throw out of any promise.
    socket.on('error', () => undefined);
    onOpen?.(socket);
  });
  await new Promise((done) => server.once('listening', done));
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const client of server.clients) client.terminate();
      await new Promise((done) => server.close(done));
    },
  };
}

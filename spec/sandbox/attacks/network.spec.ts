/** TCP, UDP, Unix sockets, names, servers; and fetch with every spelling of an address. */
import { createHash } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { Arena, CANARY, describeTiers, losers, winners, type Fight } from './support/arena.js';

const main = commandFile();

interface Battle extends Fight {
  /** Connections, packets and requests that have come in. */
  readonly heard: number;
}

/** What makes a connection a WebSocket (RFC 6455). */
function accepted({ headers }: IncomingMessage): string {
  const key = `${headers['sec-websocket-key'] ?? ''}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  const accept = createHash('sha1').update(key).digest('base64');
  return `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`;
}

async function fight(tier: string): Promise<Battle> {
  const arena = new Arena(main);
  let heard = 0;
  const servers: Server[] = [];
  const serve = async (where: { port: number } | { path: string }): Promise<Server> => {
    const server = createServer((request, response) => {
      if (request.url === '/redirect') response.writeHead(302, { location: '/' });
      response.end(CANARY);
    });
    server.on('connection', () => heard++);
    server.on('upgrade', (request, socket) => socket.end(accepted(request)));
    servers.push(server);
    await new Promise<void>((resolve) => {
      if ('port' in where) server.listen(where.port, resolve);
      else server.listen(where.path, resolve);
    });
    return server;
  };
  const udp = createSocket('udp4');
  udp.on('message', (_, { port, address }) => {
    heard++;
    udp.send(CANARY, port, address);
  });
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
  try {
    const tcp = await serve({ port: 0 });
    const socket = join(arena.root, 'server.sock');
    await serve({ path: socket });
    const abstract = `tui-attack-${process.pid}`;
    if (process.platform === 'linux') await serve({ path: `\0${abstract}` });
    const result = await arena.fight(tier, 'network', {
      port: (tcp.address() as AddressInfo).port,
      udp: udp.address().port,
      socket,
      abstract,
    });
    return { ...result, heard };
  } finally {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    udp.close();
    arena.remove();
  }
}

describe('without a sandbox', () => {
  it('they connect', async () => {
    const control = await fight('control');
    expect(losers(control)).toEqual([]);
    expect(control.heard).toBeGreaterThan(15);
  });
});

describeTiers((tier) => {
  it(tier === 'C' ? 'what is written of this tier is so' : 'none of them does', async () => {
    const result = await fight(tier);
    if (tier === 'C') {
      // An older Node knows no permission for sockets: the page on security says so, and this is why.
      expect(winners(result).some((line) => line.startsWith('SOCKET net.Socket'))).toBe(true);
      // What goes through the launcher is refused all the same.
      expect(winners(result).filter((line) => line.startsWith('FETCH'))).toEqual([]);
      return;
    }
    // In a network of its own one may listen: nobody can call.
    const own = tier === 'A' ? /^LISTEN (net|udp)/ : /^$/;
    expect(winners(result).filter((line) => !own.test(line))).toEqual([]);
    expect(result.heard).toBe(0);
    expect(result.changed).toEqual([]);
  });
});

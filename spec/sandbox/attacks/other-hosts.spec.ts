/**
 * One host is granted; the requests to it are made so that another one is reached: by the address, a redirect,
 * what its name leads to, or bytes that a server takes for a request of their own.
 */
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { Arena, CANARY, winners, type Fight } from './support/arena.js';
import { describeTiers } from '../support/tiers.js';

const main = commandFile();

/** A second address of this machine is there without being set up. */
const onLinux = process.platform === 'linux' ? describe : describe.skip;

const resolver = join(dirname(fileURLToPath(import.meta.url)), 'support/resolver.mjs');

interface Pair {
  readonly port: number;
  /** What came to the host that is granted: request lines, and hosts that it was told. */
  readonly lines: string[];
  readonly hosts: Set<string>;
  /** Connections to the one that is not. */
  trapped: number;
  close(): void;
}

/** Two hosts with one port, as good as any two on a network. */
async function openPair(): Promise<Pair> {
  const pair = { port: 0, lines: [] as string[], hosts: new Set<string>(), trapped: 0 };
  const good = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    pair.lines.push(`${method} ${url}`);
    pair.hosts.add(headers.host ?? '');
    request.resume().on('end', () => {
      const to = /^\/redirect\?([^&]*)(?:&(\d+))?/.exec(url);
      if (to !== null) {
        const location = decodeURIComponent(to[1] ?? '');
        // Not by Node, which refuses some of what a hostile server sends.
        response.socket?.end(
          Buffer.from(
            `HTTP/1.1 ${to[2] ?? 302} Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`,
          ),
        );
        return;
      }
      if (url.startsWith('/close')) response.setHeader('connection', 'close');
      response.end(CANARY);
    });
  });
  good.on('upgrade', (request, socket) => {
    const location = decodeURIComponent((request.url ?? '').replace('/redirect?', ''));
    socket.end(`HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`);
  });
  // What is no request to this server is no request to it.
  good.on('clientError', (_error, socket) => socket.destroy());
  good.keepAliveTimeout = 60_000;
  const trap = createServer((_request, response) => response.end(CANARY));
  trap.on('connection', () => pair.trapped++);
  for (;;) {
    const { port } = await listen(good, 0, '127.0.0.2');
    try {
      await listen(trap, port, '127.0.0.1');
      pair.port = port;
      break;
    } catch {
      // Somebody else has that port there.
      await new Promise((resolve) => good.close(resolve));
    }
  }
  const close = (): void => {
    for (const server of [good, trap]) {
      server.closeAllConnections();
      server.close();
    }
  };
  return Object.assign(pair, { close });
}

function listen(server: Server, port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server.address() as AddressInfo));
  });
}

/** Where a hostile server may send one. */
function locations(port: number): string[] {
  const trap = `127.0.0.1:${port}/smuggled`;
  return [
    `http://${trap}`,
    `//${trap}`,
    `/\\${trap}`,
    `\\\\${trap}`,
    `http:\\\\${trap}`,
    `ht\ttp://${trap}`,
    `http:/${trap}`,
    `http://127.0.0.2:${port}@${trap}`,
    `http://2130706433:${port}/smuggled`,
    `http://127.1:${port}/smuggled`,
    `http://0:${port}/smuggled`,
    `http://[::ffff:127.0.0.1]:${port}/smuggled`,
    `http://localhost:${port}/smuggled`,
    `http://127.0.0.2:${port + 1}/smuggled`,
    `http://127.0.0.2/smuggled`,
    `https://${trap}`,
    'file:///etc/passwd',
    'data:text/plain,x',
    'http://',
    `http://flip.test:${port}/redirect?${encodeURIComponent(`http://${trap}`)}`,
  ];
}

interface Battle extends Fight {
  readonly pair: Pair;
}

/**
 * Others of the user's programs may go through a proxy; the launcher looks at addresses itself. The control goes
 * without: Node 24 sends all of it through the proxy, which never answers.
 */
const proxiesAt = (port: number): Readonly<Record<string, string>> => ({
  NODE_USE_ENV_PROXY: '1',
  no_proxy: '',
  http_proxy: `http://127.0.0.1:${port}`,
  HTTP_PROXY: `http://127.0.0.1:${port}`,
});

async function fight(tier: string): Promise<Battle> {
  const arena = new Arena(main);
  const pair = await openPair();
  const { port } = pair;
  try {
    const names = ['rebind', 'flip', 'both', 'mapped', 'zone', 'zero', 'local', 'empty'];
    const net = [...names.map((name) => `${name}.test:${port}`), `127.0.0.2:${port}`];
    const result = await arena.fight(
      tier,
      'other-hosts',
      { port, locations: locations(port) },
      {
        permissions: { net },
        env: {
          NODE_OPTIONS: `--import=${resolver}`,
          ...(tier === 'control' ? {} : proxiesAt(port)),
        },
      },
    );
    return { ...result, pair };
  } finally {
    pair.close();
    arena.remove();
  }
}

onLinux('without a launcher in between', () => {
  it('the other host is reached', async () => {
    const { pair } = await fight('control');
    expect(pair.trapped).toBeGreaterThan(20);
  });

  it('a server takes what follows a body for another request', async () => {
    const pair = await openPair();
    const socket = connect(pair.port, '127.0.0.2');
    await new Promise<void>((resolve) => {
      let text = '';
      socket.on('data', (bytes: Buffer) => {
        text += bytes.toString();
        if (text.split(CANARY).length > 2) resolve();
      });
      const head = 'POST /one HTTP/1.1\r\nHost: granted.test\r\nContent-Length: 5\r\n\r\nhello';
      socket.write(`${head}GET /smuggled HTTP/1.1\r\nHost: hidden.test\r\n\r\n`);
    });
    socket.destroy();
    pair.close();
    expect([pair.lines, pair.hosts.has('hidden.test')]).toEqual([
      ['POST /one', 'GET /smuggled'],
      true,
    ]);
  });
});

onLinux('an app that is granted one of two hosts', () => {
  describeTiers((tier) => {
    it('reaches that one only, and says nothing to it in the name of another', async () => {
      const { pair, stderr, ...result } = await fight(tier);
      expect(winners(result as Fight).map((line) => line.replace(/:.*/, ''))).toEqual([
        'SANE a request by hand',
        'SANE a request',
        'SANE it still answers',
      ]);
      expect({
        trapped: pair.trapped,
        hosts: [...pair.hosts].filter((host) => !/^(127\.0\.0\.2|\w+\.test):\d+$/.test(host)),
        lines: pair.lines.filter((line) => line.endsWith(' /smuggled')),
        // An error of the launcher's own.
        faults: stderr.split('\n').filter((line) => /^error |uncaught/.test(line)),
      }).toEqual({ trapped: 0, hosts: [], lines: [], faults: [] });
      expect(pair.lines.length).toBeGreaterThan(100);
      expect(result.code).toBe(0);
    });
  });
});

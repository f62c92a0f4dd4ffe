/** Attacks that more than one spec file has an app make: each in an arena of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Arena, CANARY, type Fight } from './arena.js';

/** One file under all its names. Node alone follows links: there the app is not even started with them. */
export async function fightPaths(main: string, tier: string, hasLinks: boolean): Promise<Fight> {
  const arena = new Arena(main);
  try {
    arena.put('app-secret/secret.txt', CANARY);
    arena.put('outside/module.mjs', `export default ${JSON.stringify(CANARY)};`);
    arena.put('outside/module.cjs', `module.exports = ${JSON.stringify(CANARY)};`);
    arena.put('outside/data.json', JSON.stringify({ a: CANARY }));
    arena.put('outside/pack/package.json', JSON.stringify({ main: './inner.cjs' }));
    arena.put('outside/pack/inner.cjs', `module.exports = ${JSON.stringify(CANARY)};`);
    arena.put('outside/named/package.json', JSON.stringify({ main: `./${CANARY}.cjs` }));
    const links = hasLinks
      ? {
          file: arena.link('app/link.txt', `${arena.outside}/secret.txt`),
          relative: arena.link('app/cache/link.txt', '../../outside/secret.txt'),
          folder: `${arena.link('app/linked', arena.outside)}/secret.txt`,
          'of a link': arena.link('app/again.txt', 'link.txt'),
          'root of the process': `${arena.link('app/cache/root', '/proc/self/root')}${arena.outside}/secret.txt`,
        }
      : {};
    return await arena.fight(
      tier,
      'paths',
      { links },
      {
        permissions: { write: ['./cache'] },
        shell: `exec 40<outside/secret.txt; exec 41<outside;`,
      },
    );
  } finally {
    arena.remove();
  }
}

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

/** Connections, and names of addresses, to servers of the spec. */
export async function fightNetwork(main: string, tier: string): Promise<Battle> {
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

/** Another Node program of the user: writes to a file when its inspector is opened. */
async function victimIn(arena: Arena): Promise<ChildProcess> {
  const file = join(arena.cache, 'opened');
  const code = `
    const { url } = require('node:inspector');
    process.debugPort = 0;
    console.log('up');
    setInterval(() => { if (url()) require('node:fs').writeFileSync(${JSON.stringify(file)}, ''); }, 20);`;
  const victim = spawn(process.execPath, ['--inspect-port=0', '-e', code], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await new Promise((resolve) => victim.stdout?.once('data', resolve));
  return victim;
}

/** Programs, threads, native code and signals. */
export async function fightProcesses(main: string, tier: string): Promise<Fight> {
  const arena = new Arena(main);
  const victim = await victimIn(arena);
  try {
    writeFileSync(join(arena.outside, 'env'), `FROM_ENV_FILE=${CANARY}`);
    return await arena.fight(
      tier,
      'processes',
      { victim: victim.pid },
      {
        permissions: { write: ['./cache'] },
        flags: ['--deny-run'],
        env: {
          NODE_OPTIONS: '--no-deprecation',
          LD_PRELOAD: '/nonexistent.so',
        },
      },
    );
  } finally {
    victim.kill('SIGKILL');
    arena.remove();
  }
}

/** The value of the variable that an app is after. */
export const VALUE = 'ENVCANARY9';
/** Finds it without being it. */
const PATTERN = 'ENVCAN[A]RY9';

interface EnvironmentOptions {
  /** The app has a key for each, with the variable as its source. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
  /** Further variables of the launcher. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A variable of the launcher, by way of the app's own settings. */
export async function fightEnvironment(
  main: string,
  tier: string,
  options: EnvironmentOptions = {},
): Promise<Fight> {
  const { variables = { WEATHER_UNIT: VALUE }, flags = [], env = {} } = options;
  const sources = Object.keys(variables).map((variable, at) => [`weather.unit${at}`, variable]);
  const configSchema = Object.fromEntries(
    sources.map(([key, variable]) => [key, { type: 'string', env: variable }]),
  );
  const arena = new Arena(main);
  try {
    return await arena.fight(
      tier,
      'environment',
      { pattern: PATTERN, keys: Object.keys(configSchema) },
      { policy: { configSchema }, flags, env: { ...variables, ...env } },
    );
  } finally {
    arena.remove();
  }
}

interface ChannelOptions {
  readonly flags?: readonly string[];
  /** What is sent at last, which ends the connection. */
  readonly last?: string;
  /** Nothing else is sent. */
  readonly isBrief?: boolean;
}

/** Requests of all kinds to the launcher, forged answers and garbage. */
export async function fightChannel(
  main: string,
  tier: string,
  { flags = [], last, isBrief = false }: ChannelOptions = {},
): Promise<Fight> {
  const arena = new Arena(main);
  try {
    arena.put('outside/module.mjs', `export default ${JSON.stringify(CANARY)};`);
    arena.put('outside/text.md', CANARY);
    const map = {
      version: 3,
      sources: ['a'],
      sourcesContent: [CANARY],
      names: [],
      mappings: 'AAAA',
    };
    const path = arena.put('outside/map.json', JSON.stringify(map));
    arena.put(
      'app/mapped.js',
      `export const m = 1; console.log(m);\n//# sourceMappingURL=${path}\n`,
    );
    if (tier === 'A') symlinkSync(`${arena.outside}/text.md`, join(arena.cache, 'link.md'));
    else arena.put('app/cache/link.md', flags.length > 0 ? CANARY : 'mine');
    const granted = flags.length > 0;
    return await arena.fight(
      tier,
      'channel',
      { granted, isBrief, ...(last === undefined ? {} : { last }) },
      {
        permissions: { write: ['./cache'] },
        flags: flags.map((flag) => flag.replace('ROOT', arena.root)),
        env: { XDG_CONFIG_HOME: join(arena.root, 'home') },
      },
    );
  } finally {
    arena.remove();
  }
}

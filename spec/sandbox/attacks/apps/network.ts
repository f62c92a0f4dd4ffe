/** Connections to a server that the spec has opened on this machine, and ways to be one. */
import * as dgram from 'node:dgram';
import * as dns from 'node:dns';
import * as http from 'node:http';
import * as http2 from 'node:http2';
import * as https from 'node:https';
import * as net from 'node:net';
import * as tls from 'node:tls';
import { attack, done, leaked, place } from './kit.js';

const port = Number(place['port']);
const udp = Number(place['udp']);
const socketPath = String(place['socket']);
const abstract = `\0${String(place['abstract'])}`;

const answer = (socket: NodeJS.ReadWriteStream): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    let text = '';
    socket.on('data', (bytes: Buffer) => {
      text += bytes.toString();
      if (leaked(text) !== undefined) resolve(leaked(text));
    });
    socket.on('error', reject);
    socket.on('end', () => resolve(leaked(text)));
  });

/** The types know no options of it. */
const udpSocket = (): dgram.Socket =>
  new (dgram.Socket as unknown as new (options: { type: 'udp4' }) => dgram.Socket)({
    type: 'udp4',
  });

const request = 'GET / HTTP/1.0\r\n\r\n';
const talk = (socket: net.Socket): Promise<string | undefined> => {
  socket.write(request);
  return answer(socket);
};

// Sockets.
await attack('SOCKET net.connect', async () => await talk(net.connect(port, '127.0.0.1')));
await attack(
  'SOCKET net.Socket',
  async () => await talk(new net.Socket().connect(port, '127.0.0.1')),
);
await attack(
  'SOCKET IPv6',
  async () => await talk(new net.Socket().connect(port, '::ffff:127.0.0.1')),
);
await attack('SOCKET by name', async () => await talk(new net.Socket().connect(port, 'localhost')));
await attack('SOCKET http', async () => {
  const got = await new Promise<http.IncomingMessage>((resolve, reject) =>
    http.get({ port, host: '127.0.0.1' }, resolve).on('error', reject),
  );
  return await answer(got as unknown as NodeJS.ReadWriteStream);
});
await attack(
  'SOCKET tls',
  async () =>
    await new Promise((resolve, reject) => {
      // The server speaks no TLS: that it has answered at all is the proof.
      const socket = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
      socket.on('error', (error: NodeJS.ErrnoException) =>
        /^ERR_SSL|EPROTO/.test(error.code ?? '') ? resolve('it answered') : reject(error),
      );
    }),
);
await attack(
  'SOCKET https',
  async () =>
    await new Promise((resolve, reject) => {
      https
        .get({ port, host: '127.0.0.1', rejectUnauthorized: false })
        .on('error', (error: NodeJS.ErrnoException) =>
          /^ERR_SSL|EPROTO/.test(error.code ?? '') ? resolve('it answered') : reject(error),
        );
    }),
);
await attack(
  'SOCKET http2',
  async () =>
    await new Promise((resolve, reject) => {
      const session = http2.connect(`http://127.0.0.1:${port}`);
      session.on('connect', () => resolve('connected'));
      session.on('error', reject);
    }),
);
await attack('SOCKET Unix', async () => await talk(new net.Socket().connect(socketPath)));
if (process.platform === 'linux') {
  await attack('SOCKET abstract', async () => await talk(new net.Socket().connect(abstract)));
}
await attack('SOCKET udp', async () => {
  const socket = udpSocket();
  return await new Promise((resolve, reject) => {
    socket.on('message', (bytes) => resolve(leaked(bytes)));
    socket.on('error', reject);
    socket.send('x', udp, '127.0.0.1', (error) => (error === null ? undefined : reject(error)));
  });
});
await attack('SOCKET dgram.createSocket', async () => {
  const socket = dgram.createSocket('udp4');
  return await new Promise((resolve, reject) => {
    socket.on('message', (bytes) => resolve(leaked(bytes)));
    socket.on('error', reject);
    socket.send('x', udp, '127.0.0.1');
  });
});
await attack('SOCKET a name server of one’s own', async () => {
  const resolver = new dns.Resolver({ timeout: 300, tries: 1 });
  resolver.setServers([`127.0.0.1:${udp}`]);
  // The server answers with no DNS: what was asked has reached it all the same.
  return await new Promise((resolve, reject) => {
    resolver.resolve4('asked-by-the-app.test', (error) =>
      error?.code === 'EBADRESP' || error?.code === 'ETIMEOUT' || error?.code === 'ENODATA'
        ? resolve(error.code)
        : reject(error ?? new Error('answered')),
    );
  });
});
const listening = async (
  server: net.Server,
  ...where: [number, string] | [string]
): Promise<string> =>
  await new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(...(where as [string]), () => {
      const at = server.address();
      server.close();
      resolve(JSON.stringify(at));
    });
  });
await attack('LISTEN net', async () => await listening(new net.Server(), 0, '127.0.0.1'));
await attack('LISTEN Unix', async () => await listening(new net.Server(), `${place.outside}/sock`));
await attack('LISTEN udp', async () => {
  const socket = udpSocket();
  return await new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.bind(0, '127.0.0.1', () => resolve('bound'));
  });
});

// What the launcher would do for it, in every spelling of an address that is not granted.
const hosts: Readonly<Record<string, string>> = {
  plain: '127.0.0.1',
  name: 'localhost',
  'upper case': 'LOCALHOST',
  decimal: '2130706433',
  octal: '0177.0.0.1',
  hexadecimal: '0x7f.1',
  short: '127.1',
  'all zeros': '0.0.0.0',
  'trailing dot': '127.0.0.1.',
  'name with a trailing dot': 'localhost.',
  mapped: '[::ffff:7f00:1]',
  'mapped, dotted': '[::ffff:127.0.0.1]',
  'full width': '１２７.０.０.１',
  'dots of another script': '127。0。0。1',
  user: 'granted.example@127.0.0.1',
};
for (const [name, host] of Object.entries(hosts)) {
  await attack(`FETCH ${name}`, async () => {
    // Node's fetch takes no user, and few resolvers know the name with a dot: there the rest has to do.
    const asked = place.tier === 'control' ? host.replace(/.*@|\.$/g, '') : host;
    return leaked(await (await fetch(`http://${asked}:${port}/`)).text());
  });
}
await attack('FETCH redirect', async () =>
  leaked(await (await fetch(`http://127.0.0.1:${port}/redirect`)).text()),
);
await attack('FETCH post', async () =>
  leaked(await (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'x' })).text()),
);
await attack('FETCH file', async () =>
  place.tier === 'control'
    ? 'no file: in Node'
    : leaked(await (await fetch(`file://${place.outside}/secret.txt`)).text()),
);
await attack('FETCH WebSocket', async () => {
  const Kind = (globalThis as { WebSocket?: typeof WebSocket }).WebSocket;
  if (Kind === undefined) return place.tier === 'control' && 'not in this Node';
  const socket = new Kind(`ws://127.0.0.1:${port}/`);
  return await new Promise((resolve, reject) => {
    socket.onopen = () => resolve('open');
    socket.onerror = () => reject(new Error('refused'));
  });
});
await attack('FETCH EventSource', async () => {
  const Kind = (globalThis as { EventSource?: new (url: string) => EventTarget }).EventSource;
  if (Kind === undefined) return place.tier === 'control' && 'not in this Node';
  return 'there';
});
done();

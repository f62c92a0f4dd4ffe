/**
 * Requests to one host that a server would read as requests to another: one address serves both, as
 * behind any proxy. In the control they go over a plain connection, as a launcher that believes the app
 * would write them.
 */
import { connect } from 'node:net';
import { attack, done, leaked, place } from './kit.js';
import { data, frame, nextId, replyTo, request, restOf, send } from './wire.js';

const granted = `localhost:${String(place['port'])}`;
const origin = `http://${granted}`;
const isControl = place.tier === 'control';

/** What is to reach the server. */
const SECRET = 'GET /secret HTTP/1.1\r\nHost: internal.corp\r\n\r\n';

interface Forged {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: readonly (readonly [string, string])[];
  /** As announced; null: unknown. */
  readonly length?: number | null;
  readonly body?: string;
}

const headOf = ({ method = 'POST', path = '/', headers = [], length = null }: Forged): string =>
  [
    `${method} ${path} HTTP/1.1`,
    `Host: ${granted}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(length === null ? [] : [`Content-Length: ${length}`]),
    '\r\n',
  ].join('\r\n');

/** Everything on one connection. */
async function directly(text: string): Promise<string | undefined> {
  return await new Promise((resolve, reject) => {
    const socket = connect(Number(place['port']), 'localhost');
    let got = '';
    socket.on('data', (bytes) => {
      got += bytes.toString('latin1');
      if (leaked(got) !== undefined) resolve(leaked(got));
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(leaked(got)));
    // Each character is a byte, as a launcher without a look at it would write them.
    socket.write(Buffer.from(text, 'latin1'));
  });
}

function start(id: number, { method = 'POST', path = '/', ...rest }: Forged): void {
  const { headers = [], length = null, body } = rest;
  const payload = { method, url: origin + path, headers, length };
  send(request(id, 'fetch', payload, body !== undefined));
  if (body !== undefined && body !== '') send(data(id, Buffer.from(body, 'latin1')));
}

function answerTo(id: number): string {
  const { ok, body, error } = replyTo(id);
  if (ok !== true) return error?.message ?? '';
  return body === true ? restOf(id) : '';
}

/** One request after the other; what a later one is answered with counts as well. */
function throughLauncher(...all: readonly Forged[]): string | undefined {
  let got = '';
  for (const each of [...all, { method: 'GET', path: '/next' }]) {
    const id = nextId();
    start(id, each);
    if ('body' in each) send(frame({ type: 'end', id }));
    got += answerTo(id);
  }
  return leaked(got);
}

async function forge(name: string, forged: Forged): Promise<void> {
  await attack(name, async () =>
    isControl
      ? await directly(headOf(forged) + (forged.body ?? ''))
      : throughLauncher({ path: `/${name.replace(/\W+/g, '-')}`, ...forged }),
  );
}

const CHUNKED = `0\r\n\r\n${SECRET}`;

await forge('a body longer than its length', { length: 5, body: `hello${SECRET}` });
await forge('a body longer than nothing', { length: 0, body: SECRET });
for (const method of ['DELETE', 'OPTIONS', 'PROPFIND']) {
  await forge(`a body of ${method} without a length`, { method, body: SECRET });
}
await forge('a second length', {
  headers: [['Content-Length', '5']],
  length: 5 + SECRET.length,
  body: `hello${SECRET}`,
});
for (const [name, value] of [
  ['Transfer-Encoding', 'chunked'],
  ['transfer-encoding', 'xchunked'],
  ['Transfer-Encoding', '\tchunked'],
  ['Transfer-Encoding', 'chunked, identity'],
  ['Transfer-Encoding ', 'chunked'],
  ['X-A: b\r\nTransfer-Encoding', 'chunked'],
] as const) {
  await forge(`${JSON.stringify([name, value])} beside a length`, {
    headers: [[name, value]],
    length: CHUNKED.length,
    body: CHUNKED,
  });
}
await forge('another Host', { method: 'GET', headers: [['Host', 'internal.corp']] });
for (const breaks of ['\r\n', '\n', '\r', '\u010d\u010a', '\u560d\u560a']) {
  await forge(`a line break ${JSON.stringify(breaks)} in a value`, {
    method: 'GET',
    headers: [['X-A', `b${breaks}Host: internal.corp`]],
  });
}
await forge('a line break in the method', {
  method: 'GET /secret HTTP/1.1\r\nHost: internal.corp\r\n\r\nGET',
});
await forge('a line break in the path', {
  method: 'GET',
  path: '/x HTTP/1.1\r\nHost: internal.corp\r\n\r\n',
});

// The next request's head is taken for the rest of this one's body; then its body is a request.
const next: Forged = { length: SECRET.length, body: SECRET, path: '/second' };
const missing = headOf(next).length;
await attack('a body shorter than its length', async () =>
  isControl
    ? await directly(headOf({ length: missing }) + headOf(next) + SECRET)
    : throughLauncher({ path: '/short', length: missing, body: '' }, next),
);
await attack('an answer before the end of the body', async () => {
  const early: Forged = { path: '/early', length: missing, body: '' };
  if (isControl) return await directly(headOf(early) + headOf(next) + SECRET);
  const id = nextId();
  start(id, early);
  // Neither ended nor cancelled.
  return leaked(answerTo(id)) ?? throughLauncher(next);
});

// What is to make a server change its mind about the connection.
for (const [name, value] of [
  ['Upgrade', 'h2c'],
  ['Connection', 'close, Host'],
  ['Expect', '100-continue'],
  ['TE', 'trailers'],
  ['Trailer', 'Host'],
  ['Keep-Alive', 'timeout=600'],
  ['Proxy-Connection', 'keep-alive'],
  ['HTTP2-Settings', 'AAMAAABkAARAAAAAAAIAAAAA'],
] as const) {
  await attack(`HEADER ${name}`, async () => {
    const forged: Forged = { method: 'GET', path: '/echo', headers: [[name, value]] };
    const got = isControl ? await directly(headOf(forged)) : throughLauncher(forged);
    return got;
  });
}
for (const [name, change] of [
  ['a protocol', { protocols: ['a\r\nHost: internal.corp\r\nX: b'] }],
  [
    'a second line in the path',
    { url: `${origin.replace('http', 'ws')}/ HTTP/1.1\r\nHost: internal.corp\r\n\r\n` },
  ],
] as const) {
  await attack(`WEBSOCKET ${name}`, async () => {
    const { protocols, url } = { protocols: [], url: `ws://${granted}/`, ...change };
    if (isControl) {
      const path = url.slice(`ws://${granted}`.length);
      return await directly(headOf({ method: 'GET', path, headers: [['P', protocols.join()]] }));
    }
    const id = nextId();
    send(request(id, 'websocket', { url, protocols }, true));
    const got = answerTo(id);
    send(frame({ type: 'cancel', id }));
    return leaked(got);
  });
}
done();

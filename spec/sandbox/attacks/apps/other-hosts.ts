/** Requests to a host that is granted, made so that they reach, or tell, another one. */
import { attack, done, leaked, place } from './kit.js';
import { Wire } from './by-hand.js';

const port = Number(place['port']);
const good = `127.0.0.2:${port}`;
const trap = `127.0.0.1:${port}`;
const wire = new Wire(place.tier !== 'control');

interface Request {
  readonly method?: string;
  readonly url?: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly length?: unknown;
}

/** As the runtime asks it, but for what is said here. */
async function raw(args: Request, pieces?: readonly (string | Uint8Array)[]): Promise<string> {
  // Nobody would answer.
  if (place.tier === 'control') return '';
  const { method = 'GET', url = `http://${good}/`, headers = [], length = null } = args;
  return await wire.exchange('fetch', { method, url, headers, length }, pieces).answer;
}

/**
 * Milliseconds that the control gives to one attack: addresses that this machine has no route to answer after ten
 * seconds or never. Where there is a launcher, it has to answer all of them.
 */
const CONTROL_PATIENCE = 2000;

/** The server keeps what it was asked: whether an attack has won is seen there. */
async function attempt(name: string, run: () => Promise<unknown>): Promise<void> {
  const answers = [run().then(String, ({ message }: Error) => message)];
  if (place.tier === 'control') answers.push(giveUp());
  const outcome = await Promise.race(answers);
  if (place['verbose'] === true) process.stderr.write(`${name}: ${outcome.slice(0, 80)}\n`);
}

function giveUp(): Promise<string> {
  return new Promise((resolve) => {
    setTimeout(() => resolve('no answer'), CONTROL_PATIENCE).unref();
  });
}

if (place.tier !== 'control') {
  await attack('SANE a request by hand', async () => leaked(await raw({})));
}
await attack('SANE a request', async () => leaked(await (await fetch(`http://${good}/`)).text()));

// Addresses that say one host and mean another.
const addresses = [
  `http://${good}@${trap}/smuggled`,
  `http://rebind.test@${trap}/smuggled`,
  `http://${good}#@${trap}/smuggled`,
  `http://${good}\\@${trap}/smuggled`,
  `http://${good}/\\@${trap}/smuggled`,
  `http://${trap}\\.rebind.test/smuggled`,
  `http://${trap}#.rebind.test:${port}/smuggled`,
  `http://${trap}?@rebind.test:${port}/smuggled`,
  `http://rebind.test%00.${trap}/smuggled`,
  `http://rebind.test%2f@${trap}/smuggled`,
  `http://[::ffff:127.0.0.1%25lo]:${port}/smuggled`,
  `http://[::127.0.0.1]:${port}/smuggled`,
  `http://[::]:${port}/smuggled`,
  `http://[0:0:0:0:0:ffff:7f00:1]:${port}/smuggled`,
  `http://[64:ff9b::127.0.0.1]:${port}/smuggled`,
  `http://[2002:7f00:1::]:${port}/smuggled`,
  `http://0:${port}/smuggled`,
  `http://0x7f000001:${port}/smuggled`,
  `http://017700000001:${port}/smuggled`,
  `http://127.0.0.1.:${port}/smuggled`,
  `http://127.000.000.001:${port}/smuggled`,
  `http://①②⑦.⓪.⓪.①:${port}/smuggled`,
  `http://127.0.0.1\t:${port}/smuggled`,
  `http://127。0。0。1:${port}/smuggled`,
  `http:/\\${trap}/smuggled`,
  `http:${trap}/smuggled`,
  `http:////${trap}/smuggled`,
  `http://ip6-localhost:${port}/smuggled`,
  `http://localhost.localdomain:${port}/smuggled`,
  `ws://${trap}/smuggled`,
];
for (const url of addresses) {
  // To an address that leads nowhere it would wait.
  if (place.tier === 'control' && /64:ff9b|2002:/.test(url)) continue;
  await attempt(`fetch ${url}`, async () => (await fetch(url)).status);
  await attempt(`raw ${url}`, async () => await raw({ url }));
}

// Redirects by a server that is granted: it answers with what the path says.
for (const location of place['locations'] as readonly string[]) {
  const url = `http://${good}/redirect?${encodeURIComponent(location)}`;
  await attempt(`redirect ${location}`, async () => (await fetch(url)).status);
}
await attempt(
  'redirect that keeps its body',
  async () =>
    (
      await fetch(`http://${good}/redirect?${encodeURIComponent(`http://${trap}/smuggled`)}&307`, {
        method: 'POST',
        body: 'secret',
        headers: { authorization: 'smuggled' },
      })
    ).status,
);
const opened = (url: string): Promise<string> =>
  new Promise((resolve) => {
    const Kind = (globalThis as { WebSocket?: new (url: string) => WebSocket }).WebSocket;
    if (Kind === undefined) return resolve('none');
    const socket = new Kind(url);
    socket.onopen = () => resolve('open');
    socket.onerror = () => resolve('refused');
  });
await attempt('redirect of a WebSocket', async () =>
  opened(`ws://${good}/redirect?${encodeURIComponent(`ws://${trap}/smuggled`)}`),
);

// Names whose answers change, or hold more than what is granted.
for (const name of ['flip', 'both', 'mapped', 'zone', 'zero', 'local', 'empty']) {
  for (let n = 0; n < 6; n++) {
    await attempt(`${name} ${n}`, async () => {
      const answer = await fetch(`http://${name}.test:${port}/close?${n}`);
      return await answer.text();
    });
  }
  await attempt(`${name} WebSocket`, async () => opened(`ws://${name}.test:${port}/`));
}
await attempt('many at once', async () => {
  const all = Array.from({ length: 24 }, (_, n) => fetch(`http://flip.test:${port}/close?${n}`));
  return (await Promise.allSettled(all)).filter(({ status }) => status === 'fulfilled').length;
});

// What a server could take for the beginning of another request, or for another host.
const hidden = 'GET /smuggled HTTP/1.1\r\nHost: hidden.test\r\n\r\n';
const headers: readonly (readonly [string, string])[] = [
  ['x', `a\r\n\r\n${hidden}`],
  ['x', 'a\r\n folded: b'],
  ['x', 'a\nhost: hidden.test'],
  ['x', 'a\rhost: hidden.test'],
  ['x', '\0host: hidden.test'],
  ['x', '\u010d\u010ahost: hidden.test'],
  ['x\r\nhost', 'hidden.test'],
  ['x: y\r\nhost', 'hidden.test'],
  ['host', 'hidden.test'],
  ['Host ', 'hidden.test'],
  [' host', 'hidden.test'],
  ['host\t', 'hidden.test'],
  ['HOST', 'hidden.test'],
  [':authority', 'hidden.test'],
  [':path', '/smuggled'],
  ['', 'hidden.test'],
  ['__proto__', 'hidden.test'],
  ['constructor', 'hidden.test'],
  ['transfer-encoding', 'chunked'],
  ['Transfer-Encoding ', 'chunked'],
  ['transfer-encoding', 'identity, chunked'],
  ['transfer-encoding', '\x0bchunked'],
  ['content-length', '0'],
  ['content-length', '5, 0'],
  ['Content-Length\t', '0'],
  ['connection', 'host'],
  ['connection', 'upgrade'],
  ['upgrade', 'h2c'],
  ['http2-settings', 'AAMAAABkAAQAAP__'],
  ['expect', '100-continue'],
  ['trailer', 'host'],
  ['te', 'trailers, chunked'],
  ['proxy-connection', 'keep-alive'],
];
for (const [name, value] of headers) {
  const body = `0\r\n\r\n${hidden}`;
  const post = { method: 'POST', headers: [[name, value]] as never };
  await attempt(`header ${name} ${value}`, async () => await raw({ headers: [[name, value]] }));
  await attempt(`header and body ${name} ${value}`, async () => await raw(post, [body]));
  await attempt(`header and length ${name} ${value}`, async () =>
    raw({ ...post, length: body.length }, [body]),
  );
}
for (const method of [
  hidden + 'GET',
  'GET /smuggled HTTP/1.1\r\nHost: hidden.test\r\nx:',
  'GET /smuggled',
  'GET\t/smuggled',
  'CONNECT',
  'connect',
  'TRACE',
  'PRI',
  '__proto__',
]) {
  await attempt(`method ${method}`, async () => await raw({ method }));
}
for (const path of [
  '/ HTTP/1.1\r\nHost: hidden.test\r\n\r\nGET /smuggled',
  '/\u010d\u010aHost: hidden.test\u010d\u010a',
  '/%0d%0aHost: hidden.test',
  '/?\r\nHost: hidden.test',
  '/\tHTTP/1.1\nHost: hidden.test\n',
]) {
  await attempt(`path ${path}`, async () => await raw({ url: `http://${good}${path}` }));
}

if (place.tier === 'control') done();
// Bodies that are not as long as they say, and lengths that are none. The next request follows at once on the
// connection that is kept.
const lengths: readonly (readonly [unknown, readonly string[]])[] = [
  [5, ['hello', hidden]],
  [5, [`hello${hidden}`]],
  [0, [hidden]],
  [0, ['', hidden]],
  [1e9, ['short']],
  [hidden.length + 1, ['x']],
  [-1, [hidden]],
  [0.5, [hidden]],
  ['5', [`hello${hidden}`]],
  [2 ** 53, [hidden]],
  ['5\r\nhost: hidden.test', [hidden]],
  [{ toString: 5 }, [hidden]],
  [null, [`0\r\n\r\n${hidden}`]],
  [undefined, ['\r\n0\r\n\r\n', hidden]],
];
for (const [length, pieces] of lengths) {
  const next = wire.exchange(
    'fetch',
    {
      method: 'POST',
      url: `http://${good}/one`,
      headers: [],
      length,
    },
    pieces,
  );
  // What waits for the rest of a body is let go, so that the connection is free.
  if (typeof length === 'number' && length > 40) {
    await attempt('after it', async () => await raw({ url: `http://${good}/two` }));
    wire.cancel(next.id);
  }
  await attempt(`length ${JSON.stringify(length)}`, async () => await next.answer);
  await attempt('after it', async () => await raw({ url: `http://${good}/three` }));
  await attempt('after it, by name', async () => await raw({ url: `http://rebind.test:${port}/` }));
}
for (const method of ['GET', 'HEAD', 'get', 'DELETE', 'OPTIONS']) {
  await attempt(`${method} with a body`, async () => await raw({ method, length: 0 }, [hidden]));
}
await attack('SANE it still answers', async () =>
  leaked(await (await fetch(`http://${good}/end`)).text()),
);
await wire.close();
done();

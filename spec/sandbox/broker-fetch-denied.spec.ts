/** What `fetch` of a sandboxed app does not reach: hosts, addresses behind names, and hops of redirects. */
import { get } from 'node:http';
import type { lookup } from 'node:dns';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { brokered, type Brokered, type BrokeredOptions } from '../support/brokered.js';
import { serve, type Web } from '../support/web.js';

let web: Web;
let other: Web;
beforeAll(async () => {
  [web, other] = await Promise.all([serve(), serve()]);
});
afterAll(async () => {
  await Promise.all([web, other].map((each) => each.close()));
});

let app: Brokered | undefined;
afterEach(() => {
  app?.close();
  app = undefined;
});

/** An app with these hosts. */
async function open(hosts: readonly string[], options?: BrokeredOptions): Promise<Brokered> {
  const flags = hosts.length === 0 ? [] : [`--allow-net=${hosts.join(',')}`];
  app = await brokered(flags, options);
  return app;
}
const granted = (options?: BrokeredOptions): Promise<Brokered> =>
  open([`127.0.0.1:${web.port}`], options);

const faultOf = async (promise: Promise<unknown>): Promise<Record<string, unknown>> => {
  const error = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (error === undefined) throw new Error('it was not refused');
  return error as Record<string, unknown>;
};
const reason = (error: Record<string, unknown>): string => {
  const { cause } = error as { cause?: { message?: string } };
  return `${String(error['message'])}; ${cause?.message ?? ''}`;
};

interface Echo {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const LOOPBACK = { address: '127.0.0.1', family: 4 };

describe('what is refused', () => {
  it('names the permission, the flag, and the place', async () => {
    const { fetch } = await open([]);
    const error = await faultOf(fetch('https://example.com/x'));
    expect(error).toMatchObject({
      name: 'DeniedError',
      code: 'not-permitted',
      permission: 'net',
      value: 'example.com:443',
      message:
        'connecting to example.com:443 is not permitted; it needs "net": run with --allow-net=example.com:443, or write "net": ["example.com:443"] in the policy\'s "permissions"',
    });
    expect(String(error['stack'])).toContain('broker-fetch-denied.spec');
  });

  // Each reaches the server without the sandbox.
  it.each([
    ['127.0.0.1'],
    ['2130706433'],
    ['0x7f000001'],
    ['0177.0.0.1'],
    ['127.1'],
    ['１２７.0.0.1'],
    ['127。0。0。1'],
    ['localhost'],
    ['LOCALHOST'],
    ['[::ffff:127.0.0.1]'],
    ['[::ffff:7f00:1]'],
    ['0.0.0.0'],
  ])('this machine as %s', async (host) => {
    const url = `http://${host}:${web.port}/spelling`;
    const { fetch } = await open(['example.com', '*.example.com']);
    const before = web.asked.length;
    const control = await globalThis.fetch(url);
    expect([control.status, web.asked.length]).toEqual([200, before + 1]);
    expect((await faultOf(fetch(url)))['permission']).toBe('net');
    app?.close();
    // Not by a bare --allow-net either, nor where it is denied.
    app = await brokered(['--allow-net']);
    expect((await faultOf(app.fetch(url)))['permission']).toBe('net');
    app.close();
    app = await brokered([
      '--allow-net',
      '--allow-net=127.0.0.1,localhost',
      '--deny-net=localhost',
    ]);
    expect((await faultOf(app.fetch(url)))['permission']).toBe('net');
    expect(web.asked).toHaveLength(before + 1);
  });

  it('another port, and a name below', async () => {
    const { fetch } = await open([`127.0.0.1:${web.port}`, '*.example.com']);
    expect(await faultOf(fetch(other.origin))).toMatchObject({ value: `127.0.0.1:${other.port}` });
    expect(await faultOf(fetch('http://example.com/'))).toMatchObject({ value: 'example.com:80' });
    expect(await faultOf(fetch('http://notexample.com/'))).toMatchObject({ permission: 'net' });
    expect(await faultOf(fetch('http://example.com.evil.org/'))).toMatchObject({
      permission: 'net',
    });
  });

  it('a user in the address, other schemes, and ports of other protocols', async () => {
    const { fetch } = await granted();
    const { port } = web;
    expect(reason(await faultOf(fetch(`http://u:p@127.0.0.1:${port}/`)))).toMatch(/credentials/);
    expect(reason(await faultOf(fetch('file:///etc/passwd')))).toMatch(
      /fetch failed|not implemented/,
    );
    expect(reason(await faultOf(fetch('ftp://127.0.0.1/')))).toMatch(/scheme/);
    expect(reason(await faultOf(fetch('unix:/var/run/docker.sock')))).toMatch(/scheme/);
    expect(reason(await faultOf(fetch(`http://127.0.0.1:${port}@evil.example/`)))).toBeTruthy();
  });

  it("headers that are not the app's to set", async () => {
    const { fetch } = await granted();
    const headers = {
      Host: 'evil.example',
      'Proxy-Authorization': 'x',
      TE: 'trailers',
      Upgrade: 'h2c',
      Authorization: 'kept',
      Cookie: 'kept=1',
    };
    const echo = (await (await fetch(web.origin, { headers })).json()) as Echo;
    expect(echo.headers).toMatchObject({
      host: `127.0.0.1:${web.port}`,
      authorization: 'kept',
      cookie: 'kept=1',
    });
    for (const name of ['proxy-authorization', 'te', 'upgrade']) {
      expect(echo.headers).not.toHaveProperty(name);
    }
    expect(await faultOf(fetch(web.origin, { headers: { a: 'b\r\nhost: c' } }))).toBeTruthy();
  });

  const plain = { method: 'GET', headers: [], length: null };
  // What a runner can send that is not ours.
  it.each([
    ['a method with a line break', { method: 'GET / HTTP/1.1\r\nx: y\r\n\r\nGET' }],
    ['CONNECT', { method: 'CONNECT' }],
    ['TRACE', { method: 'trace' }],
    ['a header with a line break', { headers: [['a', 'b\r\nhost: evil']] }],
    ['a header with NUL', { headers: [['a', '\0']] }],
    ['a name with a blank', { headers: [['a b', 'c']] }],
    ['letters that are no bytes', { headers: [['a', 'ⅹ']] }],
    ['a header without a value', { headers: [['a']] }],
    ['headers that are no list', { headers: { a: 'b' } }],
    ['too many headers', { headers: Array.from({ length: 300 }, () => ['a', 'b']) }],
    ['too long headers', { headers: [['a', 'b'.repeat(70_000)]] }],
    ['a file', { url: 'file:///etc/passwd' }],
    ['no address', { url: '' }],
    ['an address that is an object', { url: { href: 'x' } }],
    ['a user', { url: 'http://u@127.0.0.1/' }],
    ['port 0', { url: 'http://127.0.0.1:0/' }],
    ['nothing', undefined],
    ['a text', 'GET http://127.0.0.1/'],
  ])('by the launcher: %s', async (_name, change) => {
    const { channel } = await granted();
    const before = web.asked.length;
    const payload = typeof change === 'object' ? { url: web.origin, ...plain, ...change } : change;
    await expect(channel.request('fetch', payload)).rejects.toThrow();
    expect(web.asked).toHaveLength(before);
  });

  it('a socket path, another host to connect to, and other options of Node', async () => {
    const { channel } = await granted();
    const { value } = await channel.request('fetch', {
      url: `${web.origin}/options`,
      ...plain,
      socketPath: '/nonexistent',
      host: 'evil.example',
      lookup: 'x',
      agent: 'x',
      path: '/evil',
      __proto__: { port: 1 },
    });
    expect(value).toMatchObject({ status: 200 });
    expect(web.asked.at(-1)).toBe('GET /options');
  });
});

describe('names', () => {
  const urlOf = (host: string): string => `http://${host}:${web.port}/named`;

  it('that lead to a private address need that address, too', async () => {
    const resolve = () => Promise.resolve([LOOPBACK]);
    const { fetch } = await open(['api.example.com'], { network: { resolve } });
    const before = web.asked.length;
    const error = await faultOf(fetch(urlOf('api.example.com')));
    expect(error).toMatchObject({ permission: 'net', value: `127.0.0.1:${web.port}` });
    expect(error['message']).toContain('"api.example.com" resolves to this address');
    expect(web.asked).toHaveLength(before);
    app?.close();
    const both = await open(['api.example.com', '127.0.0.1'], { network: { resolve } });
    expect((await both.fetch(urlOf('api.example.com'))).status).toBe(200);
  });

  it.each([
    ['10.0.0.1', 4],
    ['192.168.1.1', 4],
    ['169.254.169.254', 4],
    ['100.64.0.1', 4],
    ['0.0.0.0', 4],
    ['::1', 6],
    ['::', 6],
    ['fe80::1', 6],
    ['fd00::1', 6],
    ['::ffff:127.0.0.1', 6],
    ['64:ff9b::7f00:1', 6],
  ])('that lead to %s are refused', async (address, family) => {
    const resolve = () => Promise.resolve([{ address, family }]);
    const { fetch } = await open(['api.example.com'], { network: { resolve } });
    expect(await faultOf(fetch(urlOf('api.example.com')))).toMatchObject({ permission: 'net' });
  });

  it('are connected to at the address that was looked at (rebinding)', async () => {
    const safe = await serve({ address: '127.0.0.2' });
    // A resolver that says another thing each time: first what is granted, then what is not.
    let asked = 0;
    const answers = [{ address: '127.0.0.2', family: 4 }, LOOPBACK];
    const next = () => answers[Math.min(asked++, 1)] ?? LOOPBACK;
    const url = `http://rebind.example.com:${safe.port}/rebound`;
    const trap = await serveAt('127.0.0.1', safe.port);
    try {
      // Without pinning: looked at once, resolved again to connect.
      expect(next().address).toBe('127.0.0.2');
      await new Promise<void>((done, fail) => {
        const again: typeof lookup = ((
          _n: string,
          o: { all?: boolean },
          back: (...v: unknown[]) => void,
        ) => {
          const { address, family } = next();
          back(null, ...(o.all === true ? [[{ address, family }]] : [address, family]));
        }) as never;
        get(url, { lookup: again as never }, (answer) => answer.resume().on('end', done)).on(
          'error',
          fail,
        );
      });
      expect(trap.asked).toEqual(['GET /rebound']);
      asked = 0;
      const { fetch } = await open(['rebind.example.com', '127.0.0.2'], {
        network: { resolve: () => Promise.resolve([next()]) },
      });
      expect((await fetch(url)).status).toBe(200);
      expect([asked, safe.asked.length, trap.asked.length]).toEqual([1, 1, 1]);
      // Of several addresses only the granted ones are tried.
      app?.close();
      const mixed = await open(['rebind.example.com', '127.0.0.2'], {
        network: {
          resolve: () => Promise.resolve([LOOPBACK, { address: '127.0.0.2', family: 4 }]),
        },
      });
      expect((await mixed.fetch(url)).status).toBe(200);
      expect([safe.asked.length, trap.asked.length]).toEqual([2, 1]);
    } finally {
      await Promise.all([safe.close(), trap.close()]);
    }
  });

  it('that nobody knows, or that take for ever, are errors', async () => {
    const unknown = await open(['api.example.com'], {
      network: { resolve: () => Promise.resolve([]) },
    });
    expect(reason(await faultOf(unknown.fetch(urlOf('api.example.com'))))).toMatch(/ENOTFOUND/);
    app?.close();
    const slow = await open(['api.example.com'], {
      network: { resolve: () => new Promise(() => undefined), limits: { connect: 100 } },
    });
    expect(reason(await faultOf(slow.fetch(urlOf('api.example.com'))))).toMatch(/no connection/);
  });
});

async function serveAt(
  address: string,
  port: number,
): Promise<{ asked: string[]; close: () => Promise<void> }> {
  const { createServer } = await import('node:http');
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.end();
  });
  await new Promise<void>((done) => server.listen(port, address, done));
  return { asked, close: () => new Promise((done) => void server.close(() => done())) };
}

describe('redirects', () => {
  const via = (...hops: string[]): string =>
    hops.reduceRight((to, origin) =>
      to === '' ? origin : `${origin}/redirect?to=${encodeURIComponent(to)}`,
    );

  it('are checked at every hop', async () => {
    const { fetch } = await granted();
    expect(
      await (await fetch(via(web.origin, web.origin, `${web.origin}/end`))).json(),
    ).toMatchObject({ url: '/end' });
    const before = other.asked.length;
    const chain = via(web.origin, web.origin, `${other.origin}/secret`);
    // Without the sandbox it gets there.
    expect((await globalThis.fetch(chain)).status).toBe(200);
    expect(await faultOf(fetch(chain))).toMatchObject({
      permission: 'net',
      value: `127.0.0.1:${other.port}`,
    });
    expect(other.asked).toHaveLength(before + 1);
    const { fetch: first } = await open([]);
    expect(await faultOf(first(chain))).toMatchObject({ value: `127.0.0.1:${web.port}` });
  });

  it.each([
    'file:///etc/passwd',
    'data:,x',
    'ftp://127.0.0.1/',
    'blob:x',
    'javascript:1',
    'http://',
  ])('do not lead to %s', async (to) => {
    const { fetch } = await granted();
    await faultOf(fetch(`${web.origin}/redirect?to=${encodeURIComponent(to)}`));
  });

  it('take no password along, and no body that is not asked for', async () => {
    const { fetch } = await open([`127.0.0.1:${web.port}`, `127.0.0.1:${other.port}`]);
    const headers = { Authorization: 'secret', Cookie: 'secret=1', 'X-Other': 'kept' };
    const same = (await (
      await fetch(via(web.origin, `${web.origin}/e`), { headers })
    ).json()) as Echo;
    expect(same.headers).toMatchObject({ authorization: 'secret', cookie: 'secret=1' });
    const crossed = (await (
      await fetch(via(web.origin, `${other.origin}/e`), { headers })
    ).json()) as Echo;
    expect(crossed.headers).toMatchObject({ 'x-other': 'kept', host: `127.0.0.1:${other.port}` });
    expect(crossed.headers).not.toHaveProperty('authorization');
    expect(crossed.headers).not.toHaveProperty('cookie');
    const post = { method: 'POST', body: 'body' };
    const to = encodeURIComponent(`${web.origin}/e`);
    const turned = await fetch(`${web.origin}/redirect?status=303&to=${to}`, post);
    expect(await turned.json()).toMatchObject({ method: 'GET', body: '' });
    const kept = await fetch(`${web.origin}/redirect?status=307&to=${to}`, post);
    expect(await kept.json()).toMatchObject({ method: 'POST', body: 'body' });
  });

  it('end', async () => {
    const { fetch } = await granted();
    const loop = `${web.origin}/redirect?to=${encodeURIComponent('/redirect?to=x')}`;
    web.server.prependListener('request', () => undefined);
    const self = `${web.origin}/redirect?to=`;
    expect(reason(await faultOf(fetch(self)))).toMatch(/redirect count/);
    expect((await fetch(loop, { redirect: 'manual' })).status).toBe(302);
    expect(reason(await faultOf(fetch(loop, { redirect: 'error' })))).toMatch(/redirect/);
  });
});

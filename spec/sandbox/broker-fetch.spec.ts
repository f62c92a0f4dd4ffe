/** `fetch` of a sandboxed app, against servers of this machine: what works, what is refused, what it costs. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { brokered, type Brokered, type BrokeredOptions } from '../support/brokered.js';
import { sized } from '../support/property-runs.js';
import { sleep, until } from '../support/until.js';
import { CERTIFICATE, serve, type Web } from '../support/web.js';

let web: Web;
let secure: Web;
beforeAll(async () => {
  [web, secure] = await Promise.all([serve(), serve({ secure: true })]);
});
afterAll(async () => {
  await Promise.all([web, secure].map((each) => each.close()));
});

let app: Brokered | undefined;
afterEach(() => {
  app?.close();
  app = undefined;
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes that something in this process still needs. */
function heldBytes(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

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

describe('fetch', () => {
  it('is the standard one: methods, headers, bodies, answers', async () => {
    const { fetch } = await granted();
    const json = async (input: string | Request, init?: RequestInit): Promise<Echo> =>
      (await (await fetch(input, init)).json()) as Echo;
    expect(await json(`${web.origin}/a?b=c#d`)).toMatchObject({ method: 'GET', url: '/a?b=c' });
    const posted = await json(web.origin, { method: 'POST', body: 'é', headers: { 'X-Y': '1' } });
    expect(posted).toMatchObject({ method: 'POST', body: 'Ã©', headers: { 'x-y': '1' } });
    expect(posted.headers['content-length']).toBe('2');
    expect(await json(web.origin, { method: 'PUT' })).toMatchObject({
      headers: { 'content-length': '0' },
    });
    const form = await json(web.origin, { method: 'POST', body: new URLSearchParams({ a: 'b' }) });
    expect(form.body).toBe('a=b');
    const data = new FormData();
    data.set('file', new Blob(['inside']), 'name.txt');
    expect((await json(web.origin, { method: 'POST', body: data })).body).toContain('inside');
    const request = new Request(`${web.origin}/r`, { method: 'PATCH', body: Uint8Array.of(65) });
    expect(await json(request)).toMatchObject({ method: 'PATCH', url: '/r', body: 'A' });
    const head = await fetch(`${web.origin}/x`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    for (const code of [204, 304, 404, 503]) {
      const { status, ok, statusText } = await fetch(`${web.origin}/status?code=${code}`);
      expect({ status, ok, statusText }).toEqual({
        status: code,
        ok: code === 204,
        statusText: 'As Told',
      });
    }
    const cookies = await fetch(`${web.origin}/cookies`);
    expect(cookies.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(cookies.headers.get('x-one')).toBe('1, 2');
    expect(await (await fetch(`${web.origin}/gzip`)).text()).toBe('squeezed');
    expect(await (await fetch('data:,hello')).text()).toBe('hello');
    const blob = URL.createObjectURL(new Blob(['of a blob']));
    expect(await (await fetch(blob)).text()).toBe('of a blob');
  });

  it('streams both ways', async () => {
    const { fetch } = await granted();
    const before = web.received;
    const body = (async function* () {
      for (let n = 0; n < 100; n++) {
        yield new Uint8Array(30_000);
        if (n % 30 === 0) await sleep(1);
      }
    })();
    const sent = { method: 'POST', body, duplex: 'half' } as unknown as RequestInit;
    await (await fetch(web.origin, sent)).text();
    expect(web.received - before).toBe(3_000_000);
    const answer = await fetch(`${web.origin}/big?bytes=3000000`);
    let size = 0;
    for await (const piece of answer.body ?? []) size += (piece as Uint8Array).length;
    expect(size).toBe(3_000_000);
    expect(app?.activity).toBeGreaterThan(2);
  });

  it('goes over TLS, with certificates that are looked at', async () => {
    const hosts = [`localhost:${secure.port}`, `127.0.0.1:${secure.port}`];
    const { fetch } = await open(hosts, { network: { ca: CERTIFICATE } });
    const url = `https://localhost:${secure.port}/x`;
    expect(await (await fetch(url)).json()).toMatchObject({ url: '/x' });
    expect((await fetch(`${secure.origin}/y`)).status).toBe(200);
    app?.close();
    const untrusting = await open(hosts);
    expect(reason(await faultOf(untrusting.fetch(url)))).toMatch(/self.signed/);
    app?.close();
    // Whatever the environment says.
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      const careless = await open(hosts);
      expect(reason(await faultOf(careless.fetch(url)))).toMatch(/self.signed/);
    } finally {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    }
    app?.close();
    // A certificate of another name.
    const named = await open([`b.example.com:${secure.port}`, '127.0.0.1'], {
      network: { ca: CERTIFICATE, resolve: () => Promise.resolve([LOOPBACK]) },
    });
    const error = await faultOf(named.fetch(`https://b.example.com:${secure.port}/`));
    expect(reason(error)).toMatch(/altnames|not in the cert/i);
  });

  it('keeps connections, and makes a new one where the server has closed it', async () => {
    const { fetch } = await granted();
    let connections = 0;
    web.server.on('connection', () => connections++);
    for (let n = 0; n < 5; n++) await (await fetch(web.origin)).text();
    expect(connections).toBe(1);
    web.server.closeIdleConnections();
    await (await fetch(web.origin)).text();
    expect(connections).toBe(2);
  });

  it('does not use a proxy of the environment', async () => {
    const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
    for (const name of names) process.env[name] = 'http://127.0.0.1:1';
    try {
      const { fetch } = await granted();
      expect((await fetch(web.origin)).status).toBe(200);
    } finally {
      for (const name of names) delete process.env[name];
    }
  });
});

describe('an end before the end', () => {
  it('aborts before, while it waits, and within the answer', async () => {
    const { fetch } = await granted();
    const before = web.broken;
    expect((await faultOf(fetch(web.origin, { signal: AbortSignal.abort() })))['name']).toBe(
      'AbortError',
    );
    const timeout = new AbortController();
    const waiting = fetch(`${web.origin}/hang`, { signal: timeout.signal });
    await until(() => web.asked.at(-1) === 'GET /hang');
    timeout.abort(new DOMException('too late', 'TimeoutError'));
    expect((await faultOf(waiting))['name']).toBe('TimeoutError');
    await until(() => web.broken === before + 1);
    const abort = new AbortController();
    const answer = await fetch(`${web.origin}/drip`, { signal: abort.signal });
    const reader = answer.body?.getReader();
    await reader?.read();
    const reading = faultOf(Promise.resolve(reader?.read()));
    abort.abort();
    expect((await reading)['name']).toBe('AbortError');
    await until(() => web.broken === before + 2);
    const left = await fetch(`${web.origin}/drip`);
    await left.body?.cancel();
    await until(() => web.broken === before + 3);
  });

  it('comes with the app, for all that is open', async () => {
    const { fetch, close } = await granted();
    const before = web.broken;
    const open = await fetch(`${web.origin}/drip`);
    const reading = faultOf(open.text());
    const hanging = faultOf(fetch(`${web.origin}/hang`));
    await until(() => web.asked.at(-1) === 'GET /hang');
    close();
    await until(() => web.broken === before + 2);
    await Promise.all([reading, hanging]);
  });

  it('tells what is cut off or slow', async () => {
    const limits = { answer: 200, idle: 200 };
    const { fetch } = await granted({ network: { limits } });
    const cut = await fetch(`${web.origin}/cut`);
    expect(reason(await faultOf(cut.text()))).toMatch(/closed|aborted|terminated/);
    expect(reason(await faultOf(fetch(`${web.origin}/hang`)))).toMatch(/no response within 0.2 s/);
    const drip = await fetch(`${web.origin}/drip`);
    expect(reason(await faultOf(drip.text()))).toMatch(/no more of the response/);
  });

  it('tells what is too large', async () => {
    const { fetch } = await granted({ network: { limits: { body: 1_000_000 } } });
    const big = await fetch(`${web.origin}/big?bytes=2000000`);
    expect(reason(await faultOf(big.text()))).toMatch(/more than 1000000 bytes/);
    const upload = fetch(web.origin, { method: 'POST', body: new Uint8Array(2_000_000) });
    expect(reason(await faultOf(upload))).toMatch(/more than 1000000 bytes/);
  });

  it('waits for a reader that takes its time, which is not late', async () => {
    const { fetch } = await granted({ network: { limits: { idle: 200 } } });
    const slow = await fetch(`${web.origin}/big?bytes=900000`);
    await sleep(400);
    expect((await slow.arrayBuffer()).byteLength).toBe(900_000);
  });
});

describe('a flood', () => {
  it('is read no faster than the app reads, and sent no faster than the server does', async () => {
    const { fetch } = await granted();
    const before = web.sent;
    const answer = await fetch(`${web.origin}/big?bytes=${64 << 20}`);
    await sleep(400);
    // The streams' own buffers and those of three sockets.
    expect(web.sent - before).toBeLessThan(16 << 20);
    await answer.body?.cancel();
    let made = 0;
    const body = (async function* () {
      for (; made < 1000; made++) yield new Uint8Array(64 * 1024);
    })();
    const sent = { method: 'POST', body, duplex: 'half' } as unknown as RequestInit;
    const unread = await fetch(`${web.origin}/no-reader`, sent);
    await sleep(400);
    expect(made).toBeLessThan(250);
    await unread.body?.cancel();
  });

  it("of small answers that unpack to large ones is the runner's own", async () => {
    // What crosses is what the server sent.
    const { channel } = await granted();
    const { body } = await channel.request('fetch', {
      method: 'GET',
      url: `${web.origin}/gzip`,
      headers: [],
      length: null,
    });
    const pieces: Uint8Array[] = [];
    for await (const piece of body ?? []) pieces.push(piece);
    expect(gunzipSync(Buffer.concat(pieces)).toString()).toBe('squeezed');
  });

  it('of downloads at once all comes through', async () => {
    const { fetch } = await granted();
    const sizes = await Promise.all(
      Array.from({ length: 80 }, async () => {
        const answer = await fetch(`${web.origin}/big?bytes=400000`);
        return (await answer.arrayBuffer()).byteLength;
      }),
    );
    expect(new Set(sizes)).toEqual(new Set([400_000]));
  });

  it('of half-open streams leaves the channel usable, and has an end', async () => {
    const { channel } = await granted({ network: { limits: { requests: 64 } } });
    const ask = (path: string) =>
      channel.request('fetch', {
        method: 'GET',
        url: web.origin + path,
        headers: [],
        length: null,
      });
    const open = await Promise.all(Array.from({ length: 64 }, () => ask('/big?bytes=9000000')));
    expect(await faultOf(ask('/'))).toMatchObject({ code: 'too-many' });
    // Not one of them is read; other things are answered all the same.
    await expect(channel.request('nothing')).rejects.toMatchObject({ code: 'unknown-kind' });
    for (const { body } of open) {
      const pieces = body?.[Symbol.asyncIterator]();
      await pieces?.next();
      await pieces?.return?.(undefined);
    }
    await sleep(50);
    const again = await ask('/again');
    expect(again.value).toMatchObject({ status: 200 });
  });

  it('of 20,000 requests costs the launcher little memory', async () => {
    const rounds = sized(20, 3);
    const { channel, wires } = await granted();
    const before = heldBytes();
    let peak = 0;
    const refused = { count: 0 };
    for (let round = 0; round < rounds; round++) {
      const waiting = Array.from({ length: 1000 }, () =>
        channel
          .request('fetch', { method: 'GET', url: 'http://evil.example/', headers: [] })
          .catch(() => void refused.count++),
      );
      await Promise.all(waiting);
      peak = Math.max(peak, wires.launcher.writableLength);
    }
    expect(refused.count).toBe(1000 * rounds);
    expect(peak).toBeLessThan(8 << 20);
    // Both ends are in this process.
    expect(heldBytes() - before).toBeLessThan(20 << 20);
  });

  it('of requests whose answers are not read is not read on', async () => {
    const { wires, channel } = await granted();
    wires.runner.pause();
    // Of more than a megabyte.
    for (let n = 0; n < sized(40_000, 16_000); n++) {
      void channel
        .request('fetch', { method: 'GET', url: 'http://evil.example/', headers: [] })
        .catch(() => undefined);
    }
    await sleep(1500);
    expect(wires.launcher.writableLength).toBeLessThan(6 << 20);
    expect(wires.runner.writableLength).toBeGreaterThan(1 << 20);
  });
});

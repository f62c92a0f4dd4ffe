/**
 * Who must not get a byte of the screen, nor a key to the app: other sites' pages, other users of the machine,
 * clients that only watch, and clients that break the protocol. Each attack stands beside what is like it and
 * may be done.
 * @ci
 */
import { connect as connectTcp, type Socket } from 'node:net';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { connect, type Client } from '../../cli/client.js';
import { folderOf } from '../support/cli.js';
import { serve, type Served } from '../support/mirror.js';
import {
  frame,
  post,
  prove,
  RawWebSocket,
  request,
  ticketFor as ticketOf,
  upgrade,
  withTicket as headersOf,
  type Proof,
  type RawAnswer,
} from '../support/raw-websocket.js';
import { crowdOf } from '../support/crowd.js';
import { PATIENCE, until, untilPasses } from '../support/until.js';

const SECRET = 'CANARY-ON-THE-SCREEN';
const APP = `<tui><title>App</title><text>${SECRET}</text><text id="seen">-</text><script ready>
  const seen = $tui.getElementById('seen');
  let keys = 0;
  addEventListener('keydown', (event) => { seen.textContent = 'keys ' + (++keys) + ' last ' + event.key.length; });
  addEventListener('paste', (event) => { seen.textContent = 'pasted ' + JSON.stringify(event.clipboardData.getData('text')); });
</script></tui>`;

let served: Served;
let port: number;
let tokens: { drive: string; view: string };
const tokenOf = (address: string): string => new URL(address).hash.slice(1);

async function start(options: Parameters<typeof serve>[1] = {}, app = APP): Promise<void> {
  const folder = await folderOf({ 'app.tui': app });
  served = await serve(`${folder}/app.tui`, options);
  port = Number(new URL(served.origin).port);
  tokens = {
    drive: served.drive === '' ? '' : tokenOf(served.drive),
    view: tokenOf(served.view),
  };
}

/**
 * Connections that say nothing. The server closes each after some seconds, which pass while the other specs run; the
 * last of all is theirs.
 */
const silent: { served?: Served; sockets: Socket[] } = { sockets: [] };
beforeAll(async () => {
  await start({ flags: ['--server-max-clients=4'] });
  silent.served = served;
  for (let i = 0; i < 300; i++) {
    const socket = connectTcp(port, '127.0.0.1');
    socket.on('error', () => undefined);
    if (i % 2 === 0) socket.write('GET / HTTP/1.1\r\nHost: ');
    silent.sockets.push(socket);
  }
});
afterAll(() => silent.served?.stop());

/** The app still shows to those who may see it. */
async function isWell(): Promise<void> {
  const client = await served.client();
  await client.until(SECRET);
  client.close();
}

/** Asks for a ticket, with a right proof of a token: right or wrong. */
const session = async (
  token: string,
  headers: Readonly<Record<string, string | null>> = {},
  from?: string,
): Promise<RawAnswer> => {
  const { challenge, nonce, proof } = await prove(port, token, headers['Host'] ?? undefined);
  return await post(port, '/session', { challenge, nonce, proof }, headers, from);
};

const ticketFor = (token: string): Promise<string> => ticketOf(port, token);

const own = (): string => `http://127.0.0.1:${port}`;
const withTicket = (ticket: string): Record<string, string> => headersOf(port, ticket);

describe('pages of other sites', () => {
  beforeAll(() => start());
  afterAll(() => served.stop());

  it('control: the page of the mirror gets a ticket, and in', async () => {
    const ticket = await ticketFor(tokens.drive);
    const answer = await request(port, upgrade(port, withTicket(ticket)));
    expect(answer.status).toBe(101);
  });

  it.each([
    ['another site', 'https://evil.test'],
    ['a page without an origin', 'null'],
    ['another port of this machine', 'http://127.0.0.1:1'],
    ['the same name by HTTPS', 'https://127.0.0.1:PORT'],
    ['a name that begins alike', 'http://127.0.0.1:PORT.evil.test'],
    ['another name of this machine', 'http://localhost:PORT'],
    ['nothing', ''],
  ])('%s is refused with a valid ticket', async (_name, origin) => {
    const ticket = await ticketFor(tokens.drive);
    const headers = { ...withTicket(ticket), Origin: origin.replace('PORT', String(port)) };
    const answer = await request(port, upgrade(port, headers));
    expect(answer.status).toBe(403);
    expect(answer.head + answer.body).not.toContain(SECRET);
  });

  it.each([['https://evil.test'], ['null'], [null]])('origin %s gets no ticket', async (origin) => {
    expect((await session(tokens.drive, { Origin: origin })).status).toBe(403);
    expect((await post(port, '/challenge', {}, { Origin: origin })).status).toBe(403);
  });

  it('a form, which needs no leave of its own, gets no ticket', async () => {
    expect((await session(tokens.drive, { 'Content-Type': 'text/plain' })).status).toBe(415);
  });

  it.each([
    'evil.test:PORT',
    'evil.localhost:PORT',
    'evil.test',
    '127.0.0.1:1',
    '127.0.0.1.evil.test:PORT',
    '',
  ])('a name that was made to mean this machine (%s) is not answered', async (name) => {
    const Host = name.replace('PORT', String(port));
    const ticket = await ticketFor(tokens.drive);
    const page = await request(port, `GET / HTTP/1.1\nHost: ${Host}\n\n`);
    const socket = await request(
      port,
      upgrade(port, { ...withTicket(ticket), Host, Origin: `http://${Host}` }),
    );
    const challenge = await post(port, '/challenge', {}, { Host, Origin: `http://${Host}` });
    const token = await session(tokens.drive, { Host, Origin: `http://${Host}` });
    expect([page, socket, challenge, token].map(({ status }) => status)).toEqual(
      Array(4).fill(421),
    );
  });

  it('control: other names of this machine are answered', async () => {
    const page = await request(port, `GET / HTTP/1.1\nHost: localhost:${port}\n\n`);
    expect(page.status).toBe(200);
  });

  it('nobody may frame the page, read it from elsewhere, or run more in it than its script', async () => {
    for (const path of ['/', '/page.js', '/style.css', '/nothing']) {
      const { head } = await request(port, `GET ${path} HTTP/1.1\nHost: 127.0.0.1:${port}\n\n`);
      expect(head).toMatch(
        /content-security-policy: default-src 'none'; script-src 'self'; .*frame-ancestors 'none'/i,
      );
      expect(head).toMatch(/referrer-policy: no-referrer/i);
      expect(head).toMatch(/x-content-type-options: nosniff/i);
      expect(head).toMatch(/cross-origin-resource-policy: same-origin/i);
      expect(head).toMatch(/cache-control: no-store/i);
      expect(head).not.toMatch(/set-cookie|access-control-allow/i);
    }
  });
});

describe('without a token', () => {
  beforeAll(() => start());
  afterAll(() => served.stop());

  it('control: a program that proves one gets in', async () => {
    const ticket = await ticketFor(tokens.view);
    expect((await request(port, upgrade(port, withTicket(ticket)))).status).toBe(101);
  });

  it.each([
    ['no token', {}],
    ['the token itself, in a header', { Origin: 'OWN', Authorization: 'Bearer TOKEN' }],
    ['the token itself, without an origin', { Authorization: 'Bearer TOKEN' }],
    ['another scheme', { Authorization: 'Basic eDp5' }],
    ['a cookie', { Cookie: 'token=TOKEN' }],
    ['a ticket of one’s own', { Origin: 'OWN', 'Sec-WebSocket-Protocol': 'tui.v1, ticket.abc' }],
    ['an empty ticket', { Origin: 'OWN', 'Sec-WebSocket-Protocol': 'tui.v1, ticket.' }],
    ['the token as a ticket', { Origin: 'OWN', 'Sec-WebSocket-Protocol': 'tui.v1, ticket.TOKEN' }],
  ])('%s is refused', async (_name, headers) => {
    const filled = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        value.replace('TOKEN', tokens.drive).replace('OWN', own()),
      ]),
    );
    const answer = await request(port, upgrade(port, filled));
    expect([401, 403]).toContain(answer.status);
    expect(answer.head + answer.body).not.toContain(SECRET);
  });

  it('a token in the address is none', async () => {
    for (const query of [`?token=${tokens.drive}`, `?ticket=${tokens.drive}`]) {
      const answer = await request(port, upgrade(port, {}, `/ws${query}`));
      expect(answer.status).toBe(404);
    }
  });

  it.each([
    ['the token itself', () => ({ token: tokens.drive })],
    ['an empty proof', () => ({ proof: '' })],
    ['a wrong proof', () => ({ proof: '0'.repeat(64) })],
    ['the proof of a longer text', ({ proof }: Proof) => ({ proof: `${proof}00` })],
    ['a proof for another nonce', () => ({ nonce: '0'.repeat(32) })],
    ['a nonce that is short', () => ({ nonce: '0' })],
    ['a nonce with more lines', ({ nonce }: Proof) => ({ nonce: `${nonce}\n` })],
    ['a challenge of one’s own', () => ({ challenge: `99999999999.x.${'0'.repeat(64)}` })],
    ['a challenge with another time', ({ challenge }: Proof) => ({ challenge: `9${challenge}` })],
    ['no challenge', () => ({ challenge: undefined })],
    ['a proof that is a number', () => ({ proof: 1 })],
  ])('%s gets no ticket', async (_name, change) => {
    const right = await prove(port, tokens.drive);
    const { challenge, nonce, proof } = right;
    const sent = { challenge, nonce, proof, ...change(right) };
    const isTokenAlone = 'token' in sent;
    const value = isTokenAlone ? { token: sent.token } : sent;
    const answer = await post(port, '/session', value, {}, '127.0.0.2');
    expect([400, 401, 409]).toContain(answer.status);
    expect(answer.body).not.toContain('ticket');
  });

  it('a body that is too large is not read', async () => {
    const answer = await post(port, '/session', { proof: '0'.repeat(1 << 16) });
    expect([answer.status, answer.body]).toEqual([
      413,
      expect.stringMatching(/^send at most \d+ bytes/),
    ]);
  });

  it('a proof is good once, and at the address that it was made for', async () => {
    const { challenge, nonce, proof } = await prove(port, tokens.drive);
    expect((await post(port, '/session', { challenge, nonce, proof })).status).toBe(200);
    expect((await post(port, '/session', { challenge, nonce, proof })).status).toBe(409);
    // What a program on another port was given, and passes on.
    const passed = await prove(port, tokens.drive, '127.0.0.1:1');
    const sent = { challenge: passed.challenge, nonce: passed.nonce, proof: passed.proof };
    expect((await post(port, '/session', sent, {}, '127.0.0.2')).status).toBe(401);
  });

  it('a ticket is good once', async () => {
    const ticket = await ticketFor(tokens.drive);
    const headers = withTicket(ticket);
    expect((await request(port, upgrade(port, headers))).status).toBe(101);
    expect((await request(port, upgrade(port, headers))).status).toBe(401);
  });

  it('guessing is slow, and ends', async () => {
    const from = '127.0.0.3';
    const guesses = Array.from({ length: 30 }, (_, i) =>
      session(`guess number ${i} of many`, {}, from),
    );
    const codes = (await Promise.all(guesses)).map(({ status }) => status);
    expect(codes.filter((status) => status === 401)).toHaveLength(20);
    expect(codes.filter((status) => status === 429)).toHaveLength(10);
    expect((await session(tokens.drive, {}, from)).status).toBe(429);
    // Control: it is counted by address.
    expect((await session(tokens.drive)).status).toBe(200);
  });

  it('no path leads to other files', async () => {
    const paths = [
      '/../package.json',
      '/..%2fpackage.json',
      '/page.js/../../../package.json',
      '//etc/passwd',
    ];
    for (const path of [
      ...paths,
      '/page-files.js',
      '/__proto__',
      '/constructor',
      'http://evil.test/',
    ]) {
      const { status } = await request(port, `GET ${path} HTTP/1.1\nHost: 127.0.0.1:${port}\n\n`);
      expect([path, status]).toEqual([path, 404]);
    }
    const { status } = await request(port, `DELETE / HTTP/1.1\nHost: 127.0.0.1:${port}\n\n`);
    expect(status).toBe(405);
  });

  it('the tokens are in no file, argument or variable that another user reads', async () => {
    await isWell();
    const { pid } = served.child;
    for (const file of ['cmdline', 'environ']) {
      const text = readFileSync(`/proc/${pid}/${file}`, 'utf8');
      expect(text).not.toContain(tokens.drive);
      expect(text).not.toContain(tokens.view);
    }
  });
});

describe('the app and its logs', () => {
  it('get no token that the user has set', async () => {
    const token = 'CANARY-0123456789-drive';
    const viewToken = 'CANARY-0123456789-view';
    const folder = await folderOf({
      'app.tui': `<policy>{"permissions": {"env": ["TUI_SERVER_TOKEN", "HOME"], "ai": true}, "config": {"log": {"level": "TRACE"}}}</policy>
        <tui><text id="t"/><script ready>
          const all = () => JSON.stringify([process.env, process.argv, $tui.argv, ...$tui.config.getKeys().map((key) => [key, $tui.config.getValue?.(key)])]);
          console.log(all());
          $tui.getElementById('t').textContent = 'home ' + (process.env.HOME !== undefined) + ' canary ' + all().includes('CANARY');
        </script></tui>`,
    });
    served = await serve(join(folder, 'app.tui'), {
      flags: ['--trust', `--log-file=${join(folder, 'app.log')}`],
      env: { TUI_SERVER_TOKEN: token, TUI_SERVER_VIEW_TOKEN: viewToken, HOME: folder },
    });
    const client = await served.client();
    await client.until('home true');
    expect(client.text).toContain('canary false');
    for (const file of filesIn(folder))
      expect(readFileSync(file, 'utf8')).not.toContain('CANARY-0123');
    expect(served.drive).toContain(token);
    await served.stop();
  });
});

function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path) : [path];
  });
}

describe('who only watches', () => {
  it.each([
    ['has the token for it', true],
    ['may do no more, since no input is allowed', false],
  ])('%s: no byte reaches the app', async (_name, allowInput) => {
    await start({ allowInput });
    const sent = [
      '{"type":"key","key":"a"}',
      '{"type":"text","text":"a"}',
      '{"type":"paste","text":"a"}',
      '{"type":"mouse","action":"press","x":1,"y":1}',
      '{"type":"act","ref":"1","action":{"type":"press"}}',
      '{"type":"resize","width":10,"height":5}',
      '{"type":"focus","focused":true}',
    ];
    for (const message of sent) {
      const raw = await RawWebSocket.open(port, tokens.view);
      raw.send(message);
      await raw.closed();
      expect(raw.closeCode).toBe(1008);
    }
    const watching = await connect(served.view, { log: true, timeout: PATIENCE });
    await watching.until(SECRET);
    expect(watching.text).toContain('\n-');
    expect(watching).toMatchObject({ width: 80, height: 24, role: 'view' });
    await served.stop();
  });

  it('control: who may drive does', async () => {
    await start();
    const client = await served.client();
    await client.until(SECRET);
    client.press('a');
    await client.until('keys 1');
    await served.stop();
  });
});

describe('clients that break the protocol', () => {
  beforeAll(() => start());
  afterAll(() => served.stop());

  it.each([
    ['no JSON', 'hello'],
    ['a list', '[]'],
    ['null', 'null'],
    ['no type', '{}'],
    ['an unknown type', '{"type":"eval","code":"1"}'],
    ['a type of the prototype', '{"type":"__proto__"}'],
    ['a type that is a member', '{"type":"constructor"}'],
    ['a number for a key', '{"type":"key","key":1}'],
    ['a key that is too long', `{"type":"key","key":"${'a'.repeat(33)}"}`],
    ['a cell that is none', '{"type":"mouse","action":"press","x":-1,"y":0}'],
    ['half a cell', '{"type":"mouse","action":"press","x":0.5,"y":0}'],
    ['a size that no screen has', '{"type":"resize","width":1000000,"height":1000000}'],
    ['an action that is none', '{"type":"act","ref":"1","action":{"type":"eval"}}'],
    ['a reference that is none', '{"type":"act","ref":"__proto__","action":{"type":"press"}}'],
  ])('%s ends the connection, and no more', async (_name, text) => {
    const raw = await RawWebSocket.open(port, tokens.drive);
    raw.send(text);
    await raw.closed();
    expect(raw.closeCode).toBe(1008);
    await isWell();
  });

  it('a client that does not answer the close of its connection is cut off', async () => {
    const raw = await RawWebSocket.open(port, tokens.drive);
    raw.send('no JSON');
    await raw.until(() => raw.isClosed);
    expect(raw.closeCode).toBe(1008);
    await isWell();
  });

  it('a message of a megabyte is not read', async () => {
    const raw = await RawWebSocket.open(port, tokens.drive);
    raw.send(Buffer.alloc(1024 * 1024, 0x20));
    await raw.closed();
    expect(raw.closeCode).toBe(1009);
    await isWell();
  });

  it('control: a message of the largest size is', async () => {
    const client = await served.client();
    await client.until(SECRET);
    client.send({ type: 'paste', text: 'x'.repeat(60_000) });
    await client.until('pasted');
    client.close();
  });

  it('control: a message in a few pieces is read', async () => {
    const raw = await RawWebSocket.open(port, tokens.drive);
    const client = await served.client();
    raw.socket.write(pieces('{"type":"paste","text":"in pieces"}'));
    await client.until('pasted "in pieces"');
    client.close();
    raw.socket.destroy();
  });

  it('a message in hundreds of pieces ends it', async () => {
    const raw = await RawWebSocket.open(port, tokens.drive);
    raw.socket.write(pieces(`{"type":"paste","text":"${'x'.repeat(200)}"}`));
    await raw.closed();
    expect(raw.closeCode).toBe(1008);
    await isWell();
  });

  it('binary messages, frames without a mask and wrong lengths end it', async () => {
    for (const bytes of [
      frame(Buffer.from('{}'), 2),
      Buffer.from([0x81, 0x02, 0x7b, 0x7d]),
      Buffer.from([0xff, 0xff, 0xff]),
    ]) {
      const raw = await RawWebSocket.open(port, tokens.drive);
      raw.socket.write(bytes);
      await raw.closed();
    }
    await isWell();
  });

  it('deep JSON is no more than a message that is too deep', async () => {
    const raw = await RawWebSocket.open(port, tokens.drive);
    raw.send(`{"type":"act","ref":"1","action":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_001)}`);
    await raw.closed();
    await isWell();
  });

  it('no control character comes through as text', async () => {
    const client = await served.client();
    await client.until(SECRET);
    client.press('\x1b');
    client.press('Enter\x1b[2J');
    client.press('\u009b');
    client.type('\x1b[2J\x07');
    client.paste('a\x1b[2Jb\x9bc\r\nd');
    await client.until('pasted "a[2Jbc\\nd"');
    client.close();
  });

  it('Ctrl+Z from afar stops nothing', async () => {
    const client = await served.client();
    client.press('z', { ctrl: true });
    await client.until('keys');
    await isWell();
    client.close();
  });
});

describe('floods', () => {
  beforeAll(() => start({ flags: ['--server-max-clients=4'] }));
  afterEach(() => served.closeClients());
  afterAll(() => served.stop());

  it('a hundred thousand keys wait in their own socket, and all arrive in the end', async () => {
    const raw = await RawWebSocket.open(port, tokens.drive);
    const before = memoryOf(served.child.pid!);
    const keys = frame(Buffer.from('{"type":"key","key":"a"}'));
    const many = Buffer.concat(Array.from({ length: 1000 }, () => keys));
    for (let i = 0; i < 100; i++) raw.socket.write(many);
    // Another one is served meanwhile.
    const client = await served.client();
    await client.until(SECRET);
    client.press('b');
    await client.until(({ text }) => Number(/keys (\d+)/.exec(text)?.[1] ?? 0) > 400);
    expect(memoryOf(served.child.pid!) - before).toBeLessThan(40_000);
    raw.socket.destroy();
  });

  it('pongs between the pieces of a message wait in their own socket', async () => {
    const raw = await RawWebSocket.open(port, tokens.view);
    // A piece keeps the bytes that were read with it.
    const pongs = Array.from({ length: 500 }, () => frame(Buffer.alloc(125), 10));
    raw.socket.write(piece('x', 1));
    for (let i = 0; i < 200; i++) raw.socket.write(Buffer.concat([piece('x'), ...pongs]));
    // Another one is served meanwhile.
    const client = await served.client();
    await client.until(SECRET);
    for (let i = 0; i < 5; i++) client.press('b');
    await client.until('keys');
    expect(raw.socket.writableLength).toBeGreaterThan(0);
    raw.socket.destroy();
  });

  it('more clients than there may be are refused, and take no place', async () => {
    const clients = await untilFull();
    await expect(connect(served.view)).rejects.toMatchObject({ code: 503 });
    clients[0]!.close();
    const later = await untilPasses(() => connect(served.view));
    expect(later.role).toBe('view');
    later.close();
  });

  it('clients that were refused and keep their half of the connection keep nobody out', async () => {
    const sockets: Socket[] = [];
    for (let i = 0; i < 60; i++) {
      const socket = connectTcp({ port, host: '127.0.0.1', allowHalfOpen: true });
      socket.on('error', () => undefined).resume();
      socket.write(upgrade(port, {}, '/no').replace(/\n/g, '\r\n'));
      sockets.push(socket);
    }
    const client = await untilPasses(() => served.client());
    await client.until(SECRET);
    for (const socket of sockets) socket.destroy();
  });

  it('pages learn that there is no room before they open a WebSocket', async () => {
    const clients = await untilFull();
    expect(await session(tokens.view)).toMatchObject({ status: 503 });
    // Control: who has no token does not learn it.
    expect(await session('wrong', {}, '127.0.0.2')).toMatchObject({ status: 401 });
    clients[0]!.close();
    await untilPasses(async () =>
      expect(await session(tokens.view)).toMatchObject({ status: 200 }),
    );
  });

  it('a client that does not read costs a frame, and is right again with the next', async () => {
    await served.stop();
    await start(
      {},
      `<tui><text id="n">0</text>${Array.from({ length: 20 }, () => '<text class="line">-</text>').join('')}<script ready>
        let n = 0;
        setInterval(() => {
          n++;
          $tui.getElementById('n').textContent = 'count ' + n;
          for (const line of document.querySelectorAll('.line')) line.textContent = String(Math.random()).repeat(4);
        }, 10);
      </script></tui>`,
    );
    const raw = await RawWebSocket.open(port, tokens.view);
    raw.socket.pause();
    const before = memoryOf(served.child.pid!);
    const client = await served.client();
    await client.until('count');
    const countOf = (text: string): number => Number(/count (\d+)/.exec(text)?.[1] ?? 0);
    const first = countOf(client.text);
    await client.until(({ text }) => countOf(text) > first + 200);
    expect(memoryOf(served.child.pid!) - before).toBeLessThan(20_000);
    raw.socket.resume();
    await raw.until(() => raw.received.includes('"frame"'));
    const seq = Number(/"seq":(\d+)/.exec(raw.received.toString('latin1'))?.[1]);
    const length = raw.received.length;
    raw.send(`{"type":"ack","of":"frame","seq":${seq}}`);
    await raw.until(() => raw.received.length > length);
    const next = raw.received.subarray(length).toString('latin1');
    expect(countOf(next)).toBeGreaterThan(first + 150);
  });
});

describe('connections of strangers', () => {
  beforeAll(() => start({ flags: ['--server-max-clients=4'] }));
  afterAll(() => served.stop());

  const head = (line: string): string => `${line} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`;
  it.each([
    ['say nothing', () => ''],
    ['begin a request', () => head('GET /')],
    [
      'begin to prove a token',
      () =>
        `${head('POST /session')}Origin: http://127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{`,
    ],
    ['read no answer', () => `${head('GET /main.js')}\r\n`.repeat(50)],
  ])('that %s, and are opened again when they end, keep no client out', async (name, said) => {
    const watching = await untilPasses(() => served.client());
    await watching.until(SECRET);
    const crowd = crowdOf(port, 1000, said(), name !== 'read no answer');
    try {
      // More than the server serves at a time: those that came first make room.
      await until(() => crowd.opened >= 1000);
      for (let i = 0; i < 5; i++) {
        // A machine that is slow enough lets a crowd of that size pass a request by; hardly three times.
        const enter = (): Promise<Client> => connect(served.view, { timeout: PATIENCE });
        const client = await enter().catch(enter).catch(enter);
        await client.until(SECRET);
        client.close();
      }
      // Who was in already has noticed nothing.
      watching.press('b');
      await watching.until('keys');
    } finally {
      crowd.leave();
      watching.close();
    }
  });
});

describe('connections that say nothing', () => {
  it('are closed, and nobody is kept out for good', async () => {
    const client = await untilPasses(() => silent.served!.client());
    await client.until(SECRET);
    for (const socket of silent.sockets) socket.destroy();
  });
});

/** As many clients as there may be; those of an earlier spec leave their places meanwhile. */
async function untilFull(): Promise<Client[]> {
  return await Promise.all(Array.from({ length: 4 }, () => untilPasses(() => served.client())));
}

/** A part of a message, which more follow. @param opcode 1 for the first */
function piece(text: string, opcode = 0): Buffer {
  const bytes = frame(Buffer.from(text), opcode);
  bytes[0] = opcode;
  return bytes;
}

/** A message with each of its characters in a part of its own. */
function pieces(text: string): Buffer {
  const parts = [...text].map((character, at) => piece(character, at === 0 ? 1 : 0));
  return Buffer.concat([...parts, frame(Buffer.alloc(0), 0)]);
}

/** Resident memory of a process, in kB. */
function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

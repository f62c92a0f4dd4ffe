/**
 * Another user's program on the port of the mirror, before it or after it: it gets no token, no input, and nothing that
 * opens the mirror later.
 * @ci
 */
import { createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { connect } from '../../cli/client.js';
import { Chromium } from '../support/chromium.js';
import { describeInChromium } from '../support/programs.js';
import { folderOf } from '../support/cli.js';
import { serve, type Served } from '../support/mirror.js';
import {
  freePort,
  leftBehind,
  PortThief,
  type Disguise,
  type LeftBehind,
} from '../support/port-thief.js';
import { post, proofOfServer, prove, request, ticketFor } from '../support/raw-websocket.js';
import { press, says, shows, textOn } from './mirror-support.js';
import { PATIENCE } from '../support/until.js';

const TOKEN = 'CANARY-of-the-user-0123456789';
const APP = `<tui><text>THE APP</text><text id="seen">-</text><script ready>
  let keys = 0;
  addEventListener('keydown', () => { $tui.getElementById('seen').textContent = 'keys ' + (++keys); });
</script></tui>`;

let app: string;
let port: number;
const running: Served[] = [];
const thieves: PortThief[] = [];

beforeAll(async () => {
  app = `${await folderOf({ 'app.tui': APP })}/app.tui`;
});
afterEach(async () => {
  for (const each of thieves.splice(0)) await each.close();
  for (const each of running.splice(0)) await each.stop();
});

async function start(flags: readonly string[] = []): Promise<Served> {
  const served = await serve(app, { port, flags, env: { TUI_SERVER_TOKEN: TOKEN } });
  running.push(served);
  return served;
}

/** What another user may have seen of a client that got in, in a network where nothing is encrypted. */
async function seen(): Promise<Disguise> {
  const proved = await prove(port, TOKEN);
  const { challenge, nonce, proof } = proved;
  const { body } = await post(port, '/session', { challenge, nonce, proof });
  const { ticket } = JSON.parse(body) as { ticket: string };
  const answer = await post(port, '/challenge', {});
  const { run } = JSON.parse(answer.body) as { run: string };
  return { run, challenge, ticket, proof: proofOfServer(proved, ticket, `127.0.0.1:${port}`) };
}

async function steal(disguise: Disguise): Promise<PortThief> {
  const thief = await PortThief.open(port, disguise);
  thieves.push(thief);
  return thief;
}

function expectNothing(thief: PortThief): void {
  expect(thief.received).toContain('/session');
  for (const text of [TOKEN, encodeURIComponent(TOKEN), Buffer.from(TOKEN).toString('base64')])
    expect(thief.received).not.toContain(text);
  expect(thief.messages).toEqual([]);
}

/** What a client has sent to a thief opens nothing. */
async function expectUseless({ received }: PortThief): Promise<void> {
  const bodies = [...received.matchAll(/\{"challenge":"[^}]*\}/g)].map(([body]) => body);
  expect(bodies.length).toBeGreaterThan(0);
  for (const body of bodies.slice(-3)) {
    const { challenge, nonce, proof } = JSON.parse(body) as Record<string, string>;
    const old = await post(port, '/session', { challenge, nonce, proof });
    expect(old.status).toBe(409);
    const { body: fresh } = await post(port, '/challenge', {});
    const now = JSON.parse(fresh) as { challenge: string };
    const again = await post(port, '/session', { challenge: now.challenge, nonce, proof });
    expect(again.status).toBe(401);
  }
}

describe('programs', () => {
  beforeAll(async () => {
    port = await freePort();
  });

  it('send a program on the port nothing that it can use', async () => {
    const served = await start();
    const disguise = await seen();
    // Control: the mirror knows the token.
    const client = await connect(served.drive, { timeout: PATIENCE });
    await client.until('THE APP');
    client.close();
    await served.stop();
    const thief = await steal(disguise);
    await expect(connect(served.drive)).rejects.toThrow('the server does not know the token');
    expect(thief.opened).toBe(1);
    expectNothing(thief);
    // Control: of one who sends it, it would have the token.
    await fetch(`http://127.0.0.1:${port}/session`, { method: 'POST', body: TOKEN });
    expect(thief.received).toContain(TOKEN);
    await thief.close();
    thieves.length = 0;
    const again = await start();
    await expectUseless(thief);
    // Control: the token still opens it.
    await (await connect(again.drive, { timeout: PATIENCE })).until('THE APP');
  });

  it('prove nothing that a program on another port can pass on', async () => {
    const served = await start();
    const thief = await PortThief.relay(port);
    thieves.push(thief);
    const error: unknown = await connect(`http://127.0.0.1:${thief.port}/#${TOKEN}`).catch(
      (each: unknown) => each,
    );
    expect(error).toBeInstanceOf(Error);
    expect(thief.received).toContain('"proof"');
    // Control: what is made for the mirror's own address is taken, also where it comes from there.
    const { challenge, nonce, proof } = await prove(port, TOKEN);
    const passed = await post(thief.port, '/session', { challenge, nonce, proof });
    expect(passed.body).toContain('"ticket"');
    const passedOn = /\{"challenge":"[^}]*\}/.exec(thief.received)![0];
    const answer = await post(thief.port, '/session', JSON.parse(passedOn) as object);
    expect(answer.body).toBe('{"refused":401}');
    await served.stop();
  });
});

describe('localhost', () => {
  const open = async (host: string): Promise<Server> => {
    const server = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen({ port, host, exclusive: true }, resolve);
    });
    return server;
  };
  const statusOf = async (Host: string): Promise<number> =>
    (await request(port, `GET / HTTP/1.1\nHost: ${Host}\n\n`)).status;

  beforeEach(async () => {
    port = await freePort();
  });

  it('is not answered where another program has one of its addresses', async () => {
    const other = await open('::1');
    try {
      const served = await start();
      expect(await statusOf(`localhost:${port}`)).toBe(421);
      expect(await statusOf(`[::1]:${port}`)).toBe(421);
      expect(await statusOf(`127.0.0.1:${port}`)).toBe(200);
      expect(served.stderr()).toContain('"localhost" may connect to that program');
      await served.stop();
      await expect(start(['--server-host=localhost'])).rejects.toThrow('is in use');
    } finally {
      await new Promise((resolve) => other.close(resolve));
    }
  });

  it('control: else it is, and no other program gets either address', async () => {
    await start();
    expect(await statusOf(`localhost:${port}`)).toBe(200);
    for (const host of ['::1', '127.0.0.1'])
      await expect(open(host)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    const client = await connect(`http://[::1]:${port}/#${TOKEN}`, { timeout: PATIENCE });
    await client.until('THE APP');
  });
});

describeInChromium('pages', () => {
  let browser: Chromium;
  beforeAll(async () => {
    browser = new Chromium();
    await browser.open('about:blank');
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    port = await freePort();
  });

  it('that were open show nothing of a program on the port, and send it nothing', async () => {
    const served = await start();
    const disguise = await seen();
    await browser.go(served.drive);
    await says(browser, 'Connected');
    await shows(browser, 'THE APP');
    await served.stop();
    const thief = await steal(disguise);
    await says(browser, 'Another program answers');
    for (const key of ['a', 'b', 'Enter']) await press(browser, key);
    expect(thief.opened).toBeGreaterThan(0);
    expectNothing(thief);
    expect(await textOn(browser)).not.toContain('PASSWORD');
    await thief.close();
    thieves.length = 0;
    // The mirror comes back, with the same token: the page connects by itself.
    await start();
    await expectUseless(thief);
    await browser.evaluate(`dispatchEvent(new Event('online'))`);
    await says(browser, 'Connected');
    await press(browser, 'a');
    await shows(browser, 'keys 1');
  });

  it('keep nothing for a reload that is good in another run', async () => {
    const served = await start();
    const address = `http://127.0.0.1:${port}/`;
    await browser.go('about:blank');
    await browser.go(`${address}#${TOKEN}`);
    await says(browser, 'Connected');
    // Control: a reload connects again, without the token in the address.
    await browser.go(address);
    await says(browser, 'Connected');
    // What a page of another program on the port would find.
    const kept = await browser.evaluate<string>(
      `JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie, location.href, history.state])`,
    );
    expect(kept).toContain('tui-run');
    expect(kept).not.toContain(TOKEN);
    await served.stop();
    await start();
    await browser.go(address);
    await says(browser, 'The token is wrong');
    // Control: the token is good in the new run.
    await ticketFor(port, TOKEN);
  });

  describe('that another program has left in the browser', () => {
    /** Shows a page of a program on the port, as another user would have it shown, and ends the program. */
    const leave = async (address: string, kind: LeftBehind): Promise<void> => {
      const program = await leftBehind(port, kind);
      await browser.go(address);
      await browser.until(`document.title.startsWith('LEFT')`);
      await program.close();
      await browser.go('about:blank');
    };
    const title = (): Promise<string> => browser.evaluate('document.title');

    it.each(['cache', 'worker'] as const)('(%s) do not get the token', async (kind) => {
      for (const host of ['127.0.0.1', 'localhost']) await leave(`http://${host}:${port}/`, kind);
      const served = await start();
      // Control: by an address that is the same in each run the page of that program gets the token.
      for (const host of ['127.0.0.1', 'localhost']) {
        await browser.go(`http://${host}:${port}/#${TOKEN}`);
        expect(await title()).toBe(`LEFT #${TOKEN}`);
        await browser.go('about:blank');
      }
      await browser.go(served.drive);
      await says(browser, 'Connected');
      await shows(browser, 'THE APP');
      expect(await browser.evaluate('navigator.serviceWorker.controller === null')).toBe(true);
    });

    it('at the address of an earlier run, neither', async () => {
      const first = await start();
      await first.stop();
      await leave(`${first.origin}/`, 'worker');
      const second = await start();
      // Control: that address is no longer good.
      await browser.go(`${first.origin}/#${TOKEN}`);
      expect(await title()).toBe(`LEFT #${TOKEN}`);
      await browser.go('about:blank');
      await browser.go(second.drive);
      await says(browser, 'Connected');
      await shows(browser, 'THE APP');
    });
  });

  it('are not served at the address of an earlier run', async () => {
    const first = await start();
    await first.stop();
    const second = await start();
    const { host } = new URL(first.drive);
    const page = await request(port, `GET / HTTP/1.1\nHost: ${host}\n\n`);
    expect(page).toMatchObject({ status: 421, body: expect.stringContaining('an earlier run') });
    // Control: at their own they are.
    const own = await request(port, `GET / HTTP/1.1\nHost: ${new URL(second.drive).host}\n\n`);
    expect(own.status).toBe(200);
  });

  const outside = Object.values(networkInterfaces())
    .flat()
    .find((each) => each?.internal === false && each.family === 'IPv4')?.address;
  const itOutside = outside === undefined ? it.skip : it;

  itOutside('connect at an address where browsers have no cryptography', async () => {
    await start(['--server-host=0.0.0.0']);
    await browser.go('about:blank');
    await browser.go(`http://${outside}:${port}/#${TOKEN}`);
    await says(browser, 'Connected');
    await shows(browser, 'THE APP');
    expect(await browser.evaluate('isSecureContext || crypto.subtle !== undefined')).toBe(false);
  });
});

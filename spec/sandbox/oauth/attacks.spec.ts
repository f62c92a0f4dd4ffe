/**
 * Attacks on a sign-in: by pages in the same browser, by other programs of the machine, by servers, and by the app.
 * Each beside what it has to be told from, which works.
 * @ci
 */
import { chmodSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { OAuthService } from '../../../cli/sandbox/broker/oauth/service.js';
import { brokered, type Brokered } from '../../support/brokered.js';
import { crowdOf } from '../../support/crowd.js';
import { until } from '../../support/until.js';
import { logIn, SignIn, SignInServers, visit, type LoginResult } from '../../support/sign-in.js';

let servers: SignInServers;
let signIn: SignIn;
const closing: (() => void)[] = [];
beforeAll(async () => {
  servers = await SignInServers.start();
});
afterAll(() => servers.stop());
beforeEach(() => {
  signIn = new SignIn(servers);
});
afterEach(() => {
  signIn.remove();
  for (const close of closing.splice(0)) close();
});

/** A sign-in at the moment at which the browser has the answer and has not brought it. */
interface Pending {
  readonly service: OAuthService;
  /** Rejections are looked at by whoever awaits it. */
  readonly login: Promise<LoginResult>;
  readonly answer: URL;
  /** Requests for tokens since it began. */
  redeemed(): Promise<number>;
}

const codesRedeemed = async (): Promise<number> =>
  (await servers.log()).log.filter(({ url }) => url === '/token').length;

async function pending(service = signIn.service()): Promise<Pending> {
  const before = await codesRedeemed();
  const login = signIn.login(service);
  login.catch(() => undefined);
  const answer = new URL(await logIn(await signIn.address()));
  return { service, login, answer, redeemed: async () => (await codesRedeemed()) - before };
}

const withQuery = (url: URL, changes: Readonly<Record<string, string | null>>): string => {
  const changed = new URL(url);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) changed.searchParams.delete(name);
    else changed.searchParams.set(name, value);
  }
  return changed.href;
};

/** The control: what the attack was about still works. */
async function completes({ login, answer }: Pending): Promise<void> {
  expect(await visit(answer.href)).toMatchObject({ status: 200 });
  expect((await login).user).toMatchObject({ sub: 'ada' });
}

async function serve(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<number> {
  const server: Server = createServer(handle);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

describe('the answer that a browser brings', () => {
  it.each([
    ['of another state', { state: 'x'.repeat(43) }],
    ['without a state', { state: null }],
    ['with an error, and no state', { state: null, code: null, error: 'access_denied' }],
    [
      'with an error, and another state',
      { state: 'x'.repeat(43), code: null, error: 'server_error' },
    ],
  ])('%s counts for nothing', async (_name, changes) => {
    const attacked = await pending();
    expect(await visit(withQuery(attacked.answer, changes))).toMatchObject({ status: 400 });
    expect(await attacked.redeemed()).toBe(0);
    await completes(attacked);
  });

  it('with two states counts for nothing, whichever is right', async () => {
    const attacked = await pending();
    expect(await visit(`${attacked.answer.href}&state=x`)).toMatchObject({ status: 400 });
    await completes(attacked);
  });

  it('of another issuer ends it, and no code is redeemed (mix-up)', async () => {
    const attacked = await pending();
    const page = await visit(withQuery(attacked.answer, { iss: 'http://127.0.0.1:1' }));
    expect(page).toMatchObject({ status: 400 });
    await expect(attacked.login).rejects.toMatchObject({ code: 'bad-answer' });
    expect(await attacked.redeemed()).toBe(0);
    const control = await pending();
    await completes(control);
    expect(await control.redeemed()).toBe(1);
  });

  it('without an issuer ends it, as this server always names itself', async () => {
    const attacked = await pending();
    await visit(withQuery(attacked.answer, { iss: null }));
    await expect(attacked.login).rejects.toMatchObject({ code: 'bad-answer' });
    expect(await attacked.redeemed()).toBe(0);
  });

  it('counts once: the second one finds nothing, nor does one that comes at the same time', async () => {
    const attacked = await pending();
    const { answer, login } = attacked;
    const both = await Promise.allSettled([visit(answer.href), visit(answer.href)]);
    expect((await login).user).toMatchObject({ sub: 'ada' });
    const good = both.filter((each) => each.status === 'fulfilled' && each.value.status === 200);
    expect(good).toHaveLength(1);
    expect(await attacked.redeemed()).toBe(1);
    await expect(visit(answer.href)).rejects.toThrow();
  });

  it('with the code of an earlier sign-in signs nobody in (replay)', async () => {
    const first = await pending();
    await completes(first);
    const second = await pending();
    await visit(withQuery(second.answer, { code: first.answer.searchParams.get('code') }));
    await expect(second.login).rejects.toMatchObject({ code: 'refused' });
  });

  it('with the code of another sign-in that is under way signs nobody in (injection)', async () => {
    const theirs = await pending(signIn.service({ owner: '/apps/other.tui' }));
    const attacked = await pending();
    const code = theirs.answer.searchParams.get('code');
    await visit(withQuery(attacked.answer, { code }));
    // It was made for another proof.
    await expect(attacked.login).rejects.toMatchObject({ code: 'refused' });
  });

  it('with an error that is its own ends it, and its words are on no page', async () => {
    const attacked = await pending();
    const script = '<script>alert(1)</script>\u001b]52;c;eA==\u0007';
    const url = withQuery(attacked.answer, {
      code: null,
      error: 'access_denied',
      error_description: script,
    });
    const page = await visit(url);
    expect(page.text).not.toMatch(/script|alert|access_denied/);
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    const error = (await attacked.login.catch((thrown: unknown) => thrown)) as Error;
    expect(error).toMatchObject({ code: 'refused' });
    expect(error.message).not.toMatch(/\p{Cc}/u);
  });
});

describe('requests of other pages and programs', () => {
  it.each([
    ['a picture', { headers: { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' } }, 403],
    ['a frame', { headers: { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' } }, 403],
    [
      'a script that fetches',
      { headers: { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' } },
      403,
    ],
    ['a page that is loaded ahead', { headers: { 'sec-purpose': 'prefetch;prerender' } }, 403],
    ['a socket', { headers: { upgrade: 'websocket', connection: 'upgrade' } }, 403],
    ['a form', { method: 'POST' }, 405],
    ['a name that leads here', { headers: { host: 'evil.example:1' } }, 400],
  ])('%s does not bring the answer', async (_name, options, status) => {
    const attacked = await pending();
    expect(await visit(attacked.answer.href, options)).toMatchObject({ status });
    expect(await attacked.redeemed()).toBe(0);
    await completes(attacked);
  });

  it('other paths are nothing', async () => {
    const attacked = await pending();
    const { origin, search } = attacked.answer;
    expect(await visit(`${origin}/${search}`)).toMatchObject({ status: 404 });
    expect(await visit(`${origin}/callback/..${search}`)).toMatchObject({ status: 404 });
    await completes(attacked);
  });

  it('a program that holds connections open does not keep the answer out', async () => {
    const attacked = await pending();
    const crowd = crowdOf(Number(attacked.answer.port), 1000, 'GET /callback');
    await until(() => crowd.opened >= 1000);
    await completes(attacked);
    crowd.leave();
  });

  it('a program on the port is sent nobody: no browser is opened', async () => {
    const heard: string[] = [];
    const port = await serve((request, response) => {
      heard.push(request.url ?? '');
      response.end();
    });
    const attacked = signIn.service({ settings: { 'oauth.port': port } });
    await expect(signIn.login(attacked)).rejects.toMatchObject({ code: 'port-taken' });
    expect(heard).toEqual([]);
    expect(readdirSync(signIn.home)).toEqual(['xdg-open']);
    await completes(await pending());
  });

  it('the port is of this machine alone', async () => {
    const attacked = await pending();
    // Another address of this machine, as one of its network would be.
    const socket = connect(Number(attacked.answer.port), '127.0.0.2');
    const [error] = await new Promise<unknown[]>((done) =>
      socket.once('error', (...args) => done(args)),
    );
    expect(error).toMatchObject({ code: 'ECONNREFUSED' });
    await completes(attacked);
  });
});

/** The server of metadata, as an attacker would write it. */
async function forged(change: (metadata: Record<string, unknown>) => object): Promise<string> {
  const real = (await (await fetch(servers.wellknownUrl)).json()) as Record<string, unknown>;
  const port = await serve((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(change({ ...real, issuer: `http://127.0.0.1:${port}` })));
  });
  return `http://127.0.0.1:${port}/.well-known/openid-configuration`;
}

describe('what a server says of itself', () => {
  /** An app that may reach the real server too, which the forged one names. */
  const trusting = (wellknown: string): OAuthService =>
    signIn.service({
      settings: { 'oauth.wellknownUrl': wellknown },
      flags: [
        `--allow-oauth=${servers.authority('api')}`,
        `--allow-net=${new URL(servers.wellknownUrl).host}`,
      ],
    });

  it.each([
    [
      "a token endpoint in the cloud's own network",
      { token_endpoint: 'https://169.254.169.254/token' },
      'not-permitted',
    ],
    ['a token endpoint without TLS', { token_endpoint: 'http://example.com/token' }, 'insecure'],
    ['a page that is no page', { authorization_endpoint: 'javascript:alert(1)' }, 'insecure'],
    ['a page that is a file', { authorization_endpoint: 'file:///etc/passwd' }, 'insecure'],
    [
      'a page of the network',
      { authorization_endpoint: 'https://192.168.1.1/reboot' },
      'not-permitted',
    ],
    [
      'a page of a name of the network',
      { authorization_endpoint: 'https://router.lan/reboot' },
      'not-permitted',
    ],
    [
      'a page of another server of this machine',
      { authorization_endpoint: 'http://127.0.0.1:9/command' },
      'not-permitted',
    ],
    ['another issuer', { issuer: 'https://accounts.example.com' }, 'bad-answer'],
    ['no PKCE', { code_challenge_methods_supported: ['plain'] }, 'bad-answer'],
  ])('%s is refused', async (_name, change, code) => {
    const wellknown = await forged((metadata) => ({ ...metadata, ...change }));
    const login = signIn.login(trusting(wellknown));
    login.catch(() => undefined);
    // An endpoint in another network is only asked once there is a code.
    if ('token_endpoint' in change && code === 'not-permitted') {
      const address = await signIn.address();
      const { searchParams } = address;
      const issuer = new URL(wellknown).origin;
      const answer = new URL(searchParams.get('redirect_uri') ?? '');
      answer.search = new URLSearchParams({
        code: 'x',
        iss: issuer,
        state: searchParams.get('state') ?? '',
      }).toString();
      await visit(answer.href);
    }
    await expect(login).rejects.toMatchObject({ code });
  });

  it('as it is, it works', async () => {
    const wellknown = await forged((metadata) => metadata);
    const login = signIn.login(trusting(wellknown), {});
    login.catch(() => undefined);
    expect((await signIn.address()).pathname).toBe('/auth');
  });

  it.each([
    [
      'a path of a command',
      (issuer: string) => `${issuer}/a$(b)\`c'd/auth?e=$(f)`,
      '/a%24%28b%29%60c%27d/auth',
    ],
    ['a host of a command', () => 'https://$(calc).example.com/auth', undefined],
    ['a user in it', () => 'https://user:pass@id.example.com/auth', undefined],
  ])(
    'a page with %s reaches the program of the browser without what shells read',
    async (_name, page, opened) => {
      const wellknown = await forged((metadata) => ({
        ...metadata,
        authorization_endpoint: page(String(metadata['issuer'])),
      }));
      const end = new AbortController();
      const service = signIn.service({ settings: { 'oauth.wellknownUrl': wellknown } });
      const lines = service.login({
        kind: 'oauth-login',
        payload: {},
        body: undefined,
        signal: end.signal,
        ready: () => Promise.resolve(),
      });
      const first = await lines.body?.[Symbol.asyncIterator]().next();
      const prompt = JSON.parse(Buffer.from(first?.value as Uint8Array).toString()) as object;
      expect(prompt).toMatchObject({ isOpened: opened !== undefined });
      if (opened !== undefined) {
        const { href, pathname } = await signIn.address();
        expect(pathname).toBe(opened);
        expect(href).not.toMatch(/[$()'`]/);
      }
      end.abort();
    },
  );

  it('a redirect away is not followed', async () => {
    const port = await serve((_request, response) => {
      response.writeHead(302, { location: servers.wellknownUrl });
      response.end();
    });
    const settings = {
      'oauth.wellknownUrl': `http://127.0.0.1:${port}/.well-known/openid-configuration`,
    };
    const before = (await servers.log()).log.length;
    await expect(signIn.login(signIn.service({ settings }))).rejects.toMatchObject({
      code: 'bad-answer',
    });
    expect((await servers.log()).log).toHaveLength(before);
  });
});

describe('a code of a server', () => {
  /** The service of an app whose server answers a request for a code with this. */
  async function service(answer: object): Promise<OAuthService> {
    const wellknown = await forged((metadata) => ({
      ...metadata,
      device_authorization_endpoint: `${String(metadata['issuer'])}/device`,
      device_code: 'x',
      user_code: 'ABCD-EFGH',
      expires_in: 300,
      verification_uri: 'https://id.example.com/device',
      ...answer,
    }));
    return signIn.service({ settings: { 'oauth.wellknownUrl': wellknown } });
  }

  it.each([
    ['words in the place of the code', { user_code: 'Type your password here' }],
    ['controls in the code', { user_code: 'AB\u001b[2J' }],
    ['a right-to-left code', { user_code: '\u202eABCD' }],
    ['a code of a thousand characters', { user_code: 'A'.repeat(1000) }],
    ['a page with a user in it', { verification_uri: 'https://github.com@evil.example/' }],
    ['a page that is no address', { verification_uri: 'github.com' }],
    ['a page of the network', { verification_uri: 'https://192.168.1.1/' }, 'not-permitted'],
    [
      'a complete page with a user in it',
      { verification_uri_complete: 'https://github.com@evil.example/' },
    ],
  ])('is not shown with %s', async (_name, answer, code = 'bad-answer') => {
    const login = signIn.login(await service(answer), { device: true });
    await expect(login).rejects.toMatchObject({ code });
    expect(signIn.announced).toEqual([]);
  });

  it('is asked about no sooner where the interval is more than a timer can be', async () => {
    const end = new AbortController();
    const before = await codesRedeemed();
    const login = signIn.login(await service({ interval: 1e10 }), { device: true }, end.signal);
    login.catch(() => undefined);
    await until(() => signIn.announced.length > 0);
    // A timer that overflows fires at once: this server would have the question by now.
    for (let round = 0; round < 10; round++) expect(await codesRedeemed()).toBe(before);
    end.abort();
    await expect(login).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('is shown as it is where it is one, with the page as browsers spell it', async () => {
    const end = new AbortController();
    const hidden = 'https://id.example.com/\u202edevice';
    const login = signIn.login(
      await service({ verification_uri: hidden }),
      { device: true },
      end.signal,
    );
    login.catch(() => undefined);
    await until(() => signIn.announced.length > 0);
    expect(signIn.announced[0]).toBe(
      'To sign in: https://id.example.com/%E2%80%AEdevice  code ABCD-EFGH',
    );
    end.abort();
    await expect(login).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('where the token goes', () => {
  /** Requests to a host, with what they carried, while something is done. */
  async function carried(
    host: 'api' | 'other',
    work: () => Promise<unknown>,
  ): Promise<(string | null)[]> {
    const before = (await servers.log()).log.length;
    await work().catch(() => undefined);
    const { log } = await servers.log();
    return log
      .slice(before)
      .filter((each) => each.host === host)
      .map((each) => each.authorization);
  }

  async function signedIn(...flags: string[]): Promise<OAuthService> {
    const service = signIn.service(flags.length === 0 ? {} : { flags });
    await signIn.signIn(service);
    return service;
  }

  it('to a host that was declared, and to no other, whatever else is granted', async () => {
    const [api, other] = [servers.authority('api'), servers.authority('other')];
    const service = await signedIn(`--allow-oauth=${api}`, `--allow-net=${other}`, '--allow-all');
    const toOther = async () => await signIn.fetch(service, `${servers.origin('other')}/x`);
    await expect(toOther()).rejects.toMatchObject({ code: 'not-permitted' });
    expect(await carried('other', toOther)).toEqual([]);
    const toApi = async () => await signIn.fetch(service, `${servers.origin('api')}/me`);
    expect(await carried('api', toApi)).toEqual([expect.stringMatching(/^Bearer \S+$/)]);
  });

  it.each([
    ['--deny-net', 'api'],
    ['--deny-oauth', 'api'],
  ] as const)('not where %s says so', async (flag, host) => {
    const api = servers.authority(host);
    const service = await signedIn(`--allow-oauth=${api},127.0.0.3`, `${flag}=${api}`);
    const toApi = async () => await signIn.fetch(service, `${servers.origin('api')}/me`);
    await expect(toApi()).rejects.toMatchObject({ code: 'not-permitted' });
    expect(await carried('api', toApi)).toEqual([]);
  });

  it('not to a declared name that leads to a private address', async () => {
    const { port } = new URL(servers.origin('api'));
    const network = {
      resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    };
    const flags = [`--allow-oauth=api.example.com:${port}`];
    const service = signIn.service({ flags, network });
    await signIn.signIn(service);
    const attack = async () => await signIn.fetch(service, `https://api.example.com:${port}/me`);
    await expect(attack()).rejects.toMatchObject({ code: 'not-permitted' });
    expect(await carried('api', attack)).toEqual([]);
  });

  it('not to a declared host without TLS', async () => {
    const { port } = new URL(servers.origin('api'));
    const flags = [`--allow-oauth=api.example.com:${port},127.0.0.1:${port}`];
    const network = {
      resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    };
    const service = signIn.service({ flags, network });
    await signIn.signIn(service);
    const attack = async () => await signIn.fetch(service, `http://api.example.com:${port}/me`);
    await expect(attack()).rejects.toMatchObject({ code: 'insecure' });
    expect(await carried('api', attack)).toEqual([]);
  });

  it('an app that was declared no host does not sign in', async () => {
    const service = signIn.service({ flags: ['--allow-all'] });
    expect(() => service.login({ payload: {} } as never)).toThrow('it needs "oauth"');
    await expect(service.user()).rejects.toThrow('it needs "oauth"');
  });

  /** Both sides of the line, as an app has them. */
  async function app(...flags: string[]): Promise<Brokered> {
    const oauth = { config: signIn.config(), home: signIn.home, owner: '/apps/spec.tui' };
    const opened = await brokered(flags, { env: signIn.env, oauth });
    closing.push(() => opened.close());
    return opened;
  }

  it('goes out anew after a refusal, also one that never ends', async () => {
    const sent: (string | undefined)[] = [];
    const endless = 256 * 1024 * 1024;
    let written = 0;
    const port = await serve(({ headers }, response) => {
      if (sent.push(headers.authorization) > 1) return void response.end('done');
      response.writeHead(401);
      const piece = Buffer.alloc(16 * 1024);
      const more = (): void =>
        void response.write(piece, (error) => {
          written += piece.length;
          if (error == null && written < endless) setImmediate(more);
        });
      more();
    });
    const flags = [`--allow-oauth=127.0.0.1:${port}`];
    const service = signIn.service({ flags });
    await signIn.signIn(service);
    expect(await signIn.fetch(service, `http://127.0.0.1:${port}/`)).toEqual({
      status: 200,
      text: 'done',
    });
    expect(new Set(sent).size).toBe(2);
    expect(written).toBeLessThan(endless);
  });

  it('stays behind where a declared host redirects away', async () => {
    await signedIn();
    const [api, other] = [servers.authority('api'), servers.authority('other')];
    const { oauth } = await app(`--allow-oauth=${api}`, `--allow-net=${other}`);
    const text = async (path: string) =>
      await (await oauth?.fetch(`${servers.origin('api')}${path}`))?.text();
    expect(await carried('other', async () => expect(await text('/away')).toBe('other'))).toEqual([
      null,
    ]);
    // A redirect at the host itself goes on with it.
    expect(await text('/in')).toBe('{"for":"ada"}');
  });

  it('nothing goes there where the host is not granted at all', async () => {
    await signedIn();
    const { oauth } = await app(`--allow-oauth=${servers.authority('api')}`);
    const away = async () => await oauth?.fetch(`${servers.origin('api')}/away`);
    await expect(away()).rejects.toThrow(/it needs "net"/);
    expect(await carried('other', away)).toEqual([]);
    await expect(oauth?.fetch(`${servers.origin('other')}/x`)).rejects.toThrow(/it needs "oauth"/);
  });

  it('no request of the runner names a token, a host or a header that counts', async () => {
    await signedIn();
    const { channel } = await app(`--allow-oauth=${servers.authority('api')}`);
    const payload = (url: string, headers: unknown = []) => ({
      method: 'GET',
      url,
      headers,
      length: null,
    });
    const send = async (...args: Parameters<typeof payload>) =>
      (await channel.request('oauth-fetch', payload(...args))).value as { status: number };
    const me = `${servers.origin('api')}/me`;
    expect(
      await carried(
        'api',
        async () =>
          await send(me, [
            ['AUTHORIZATION', 'x'],
            ['Host', 'evil'],
          ]),
      ),
    ).toEqual([expect.stringMatching(/^Bearer \S+$/)]);
    await expect(send(`${servers.origin('other')}/x`)).rejects.toMatchObject({
      code: 'not-permitted',
    });
    await expect(send('file:///etc/passwd')).rejects.toMatchObject({ code: 'insecure' });
    for (const broken of [null, {}, { url: 7 }, { url: me, headers: 'x' }]) {
      await expect(channel.request('oauth-fetch', broken)).rejects.toThrow();
    }
    // What it gets of a sign-in has no token in it.
    const { tokens } = await servers.log();
    const told = JSON.stringify((await channel.request('oauth-user')).value);
    expect(told).toContain('ada');
    for (const { value } of tokens) expect(told).not.toContain(value);
  });
});

describe('the file of a sign-in', () => {
  it('is not used where others can read it, or where it is a link', async () => {
    await signIn.signIn(signIn.service());
    const signedIn = async () => (await signIn.service().user()).value;
    expect(await signedIn()).toMatchObject({ sub: 'ada' });
    const folder = join(signIn.home, 'state/tui/tokens');
    const file = join(folder, readdirSync(folder)[0] ?? '');
    chmodSync(file, 0o644);
    expect(await signedIn()).toBeNull();
    chmodSync(file, 0o600);
    renameSync(file, `${file}.moved`);
    symlinkSync(`${file}.moved`, file);
    expect(await signedIn()).toBeNull();
  });
});

describe('the program that opens the browser', () => {
  it('looks for browsers in no folder that the app can write', async () => {
    const [planted, own] = [join(signIn.home, 'planted'), join(signIn.home, 'own')];
    mkdirSync(planted);
    mkdirSync(own);
    const note = join(signIn.home, 'opened');
    const program = (file: string, code: string): void => {
      writeFileSync(file, `#!/bin/sh\n${code}\n`);
      chmodSync(file, 0o755);
    };
    program(join(signIn.home, 'xdg-open'), `browser "$1"`);
    program(join(own, 'browser'), `printf '%s' "$1" > '${note}'`);
    program(join(planted, 'browser'), `printf 'file:///planted' > '${note}'`);
    const env = { ...signIn.env, PATH: `${planted}:${own}:${signIn.home}:/usr/bin:/bin` };
    const net = `--allow-oauth=${servers.authority('api')}`;
    const openedBy = async (flags: readonly string[]): Promise<string> => {
      const end = new AbortController();
      const login = signIn.login(signIn.service({ env, flags }), {}, end.signal);
      login.catch(() => undefined);
      const { protocol } = await signIn.address();
      end.abort();
      return protocol;
    };
    expect(await openedBy([net, `--allow-write=${planted}`])).toBe('http:');
    // The control: of a folder that only the user writes it is found.
    expect(await openedBy([net])).toBe('file:');
  });
});

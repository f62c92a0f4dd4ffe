/** Signing in through the launcher's service: the browser's way, what the app gets of it, and where the token goes. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readSettings } from '../../../cli/sandbox/broker/oauth/settings.js';
import { logIn, SignIn, SignInServers, visit } from '../../support/sign-in.js';

let servers: SignInServers;
let signIn: SignIn;
beforeAll(async () => {
  servers = await SignInServers.start();
});
afterAll(() => servers.stop());
beforeEach(() => {
  signIn = new SignIn(servers);
});
afterEach(async () => {
  signIn.remove();
  await servers.set({ accessTokenTtl: 3600, fault: '' });
});

const tokensNow = async (): Promise<string[]> =>
  (await servers.log()).tokens.map(({ value }) => value);

describe('in the browser', () => {
  it('asks with PKCE, a state and a nonce, on a port of this machine, and signs in', async () => {
    const service = signIn.service();
    const login = signIn.login(service);
    const address = await signIn.address();
    const asked = Object.fromEntries(address.searchParams);
    expect(asked).toMatchObject({
      response_type: 'code',
      client_id: 'tui-spec',
      scope: 'openid profile email offline_access',
      code_challenge_method: 'S256',
      prompt: 'consent',
    });
    expect(asked['redirect_uri']).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(asked[name]).toMatch(/^[\w-]{43}$/);
    }
    const page = await visit(await logIn(address));
    expect(page.status).toBe(200);
    expect(page.text).toContain('You are signed in');
    const { user, prompts } = await login;
    expect(user).toEqual({ sub: 'ada', name: 'Ada \u001b[31mada', email: 'ada@example.com' });
    expect(prompts).toMatchObject([{ url: address.href, isOpened: true }]);
  });

  it('makes another state, verifier and nonce each time', async () => {
    const service = signIn.service();
    const seen = new Set<string>();
    for (let count = 0; count < 2; count++) {
      const end = new AbortController();
      const login = signIn.login(service, {}, end.signal);
      const { searchParams } = await signIn.address();
      for (const name of ['state', 'nonce', 'code_challenge'])
        seen.add(searchParams.get(name) ?? '');
      end.abort();
      await expect(login).rejects.toMatchObject({ code: 'cancelled' });
    }
    expect(seen.size).toBe(6);
  });

  it('sends the token to a host that was declared, and follows redirects there', async () => {
    const service = signIn.service();
    await signIn.signIn(service);
    const me = `${servers.origin('api')}/me`;
    expect(await signIn.fetch(service, me)).toEqual({ status: 200, text: '{"for":"ada"}' });
    // A header of the app's own is not a second one.
    const own = [['Authorization', 'Bearer mine']] as const;
    expect(await signIn.fetch(service, me, own)).toMatchObject({ status: 200 });
  });

  it('is not signed in before, and after a sign-out no longer', async () => {
    const service = signIn.service();
    const me = `${servers.origin('api')}/me`;
    await expect(signIn.fetch(service, me)).rejects.toMatchObject({ code: 'signed-out' });
    expect(await service.user()).toEqual({ value: null });
    await signIn.signIn(service);
    expect(await service.user()).toMatchObject({ value: { sub: 'ada' } });
    const [token = ''] = (await servers.log()).tokens.slice(-3).map(({ value }) => value);
    const request = { signal: new AbortController().signal } as never;
    expect(await service.logout(request)).toEqual({ value: true });
    expect(await service.user()).toEqual({ value: null });
    await expect(signIn.fetch(service, me)).rejects.toMatchObject({ code: 'signed-out' });
    // The server knows it no longer either.
    const response = await fetch(me, { headers: { authorization: `Bearer ${token}` } });
    expect(response.status).toBe(401);
  });

  it('keeps the sign-in for the next run of the app, in a file for its owner, and for no other app', async () => {
    await signIn.signIn(signIn.service());
    expect(await signIn.service().user()).toMatchObject({ value: { sub: 'ada' } });
    expect(await signIn.service({ owner: '/apps/other.tui' }).user()).toEqual({ value: null });
    const settings = { 'oauth.scopes': 'openid' };
    expect(await signIn.service({ settings }).user()).toEqual({ value: null });
    const folder = join(signIn.home, 'state/tui/tokens');
    const [name = ''] = readdirSync(folder);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(readFileSync(join(folder, name), 'utf8')).toContain((await tokensNow()).at(-3));
    expect(signIn.warned).toHaveLength(1);
  });

  it('keeps nothing of an app without a name', async () => {
    const service = signIn.service({ owner: '' });
    await signIn.signIn(service);
    expect(await service.user()).toMatchObject({ value: { sub: 'ada' } });
    expect(readdirSync(signIn.home)).not.toContain('state');
    expect(signIn.warned).toEqual([]);
  });

  it('opens no browser without a key or a click', async () => {
    const service = signIn.service({ gestures: 0 });
    await expect(signIn.login(service)).rejects.toMatchObject({ code: 'needs-gesture' });
    expect(readdirSync(signIn.home)).toEqual(['xdg-open']);
  });

  it('signs in once at a time', async () => {
    const service = signIn.service();
    const end = new AbortController();
    const first = signIn.login(service, {}, end.signal);
    await signIn.address();
    await expect(signIn.login(service)).rejects.toMatchObject({ code: 'busy' });
    end.abort();
    await expect(first).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('waits for some minutes', async () => {
    const service = signIn.service({ patience: 300 });
    const login = signIn.login(service);
    await expect(login).rejects.toMatchObject({ code: 'timed-out' });
    const { searchParams } = await signIn.address();
    await expect(visit(searchParams.get('redirect_uri') ?? '')).rejects.toThrow();
  });

  it('says what the server says where it refuses, as words', async () => {
    await servers.set({ fault: 'token' });
    await expect(signIn.signIn(signIn.service())).rejects.toMatchObject({
      code: 'refused',
      message:
        'the server refused the request (invalid_grant): <script>alert(1)</script>\ufffd[31m',
    });
  });
});

describe('settings', () => {
  it("a port, a path and an address of one's own", async () => {
    const end = new AbortController();
    const at = async (settings: object): Promise<string> => {
      const stop = new AbortController();
      const login = signIn.login(signIn.service({ settings: settings as never }), {}, stop.signal);
      const uri = (await signIn.address()).searchParams.get('redirect_uri') ?? '';
      stop.abort();
      await login.catch(() => undefined);
      return uri;
    };
    end.abort();
    expect(await at({ 'oauth.path': '/a/b' })).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/a\/b$/);
    expect(await at({ 'oauth.port': 48231 })).toBe('http://127.0.0.1:48231/callback');
    expect(await at({ 'oauth.redirectUri': 'http://127.0.0.1:48232/x' })).toBe(
      'http://127.0.0.1:48232/x',
    );
    expect(await at({ 'oauth.redirectUri': 'http://[::1]/x', 'oauth.port': 48233 })).toBe(
      'http://[::1]:48233/x',
    );
  });

  it.each([
    [
      'oauth.wellknownUrl',
      'http://example.com/.well-known/openid-configuration',
      'http only on this machine',
    ],
    ['oauth.wellknownUrl', 'https://example.com/', 'a well-known configuration'],
    ['oauth.wellknownUrl', 'https://u:p@example.com/.well-known/x', 'a well-known configuration'],
    ['oauth.redirectUri', 'http://localhost/callback', 'the host 127.0.0.1'],
    ['oauth.redirectUri', 'http://10.0.0.1/callback', 'the host 127.0.0.1'],
    ['oauth.redirectUri', 'https://127.0.0.1/callback', 'the host 127.0.0.1'],
    ['oauth.path', 'callback', 'a path without a query'],
    ['oauth.path', '/a/../b', 'a path without a query'],
    ['oauth.scopes', 'openid "all"', 'scopes separated by spaces'],
    ['oauth.clientId', 'a\u0007b', 'visible ASCII characters'],
    ['oauth.audience', 'über', 'visible ASCII characters'],
  ])('%s may not be %j', async (key, value, expected) => {
    const service = signIn.service({ settings: { [key]: value } });
    await expect(signIn.login(service)).rejects.toThrow(expected);
  });

  it('a port of 80 is that one, by whichever setting', () => {
    const redirectOf = (settings: Readonly<Record<string, unknown>>) =>
      readSettings(signIn.config(settings)).redirect;
    expect([
      redirectOf({ 'oauth.redirectUri': 'http://127.0.0.1:80/x' }),
      redirectOf({ 'oauth.redirectUri': 'http://[::1]:80' }),
      redirectOf({ 'oauth.redirectUri': 'http://127.0.0.1/a:80/' }),
      redirectOf({ 'oauth.port': 80 }),
    ]).toMatchObject([{ port: 80 }, { port: 80 }, { port: 0 }, { port: 80 }]);
  });

  it('says which is missing', async () => {
    const service = signIn.service({ settings: { 'oauth.clientId': '' } });
    await expect(signIn.login(service)).rejects.toMatchObject({ code: 'not-configured' });
  });
});

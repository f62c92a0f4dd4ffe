/** Signing in where there is no browser, and sign-ins that last: new tokens for old ones, and their end. @ci */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Provider } from '../../../cli/sandbox/broker/oauth/provider.js';
import { Session } from '../../../cli/sandbox/broker/oauth/session.js';
import { readSettings, requireSettings } from '../../../cli/sandbox/broker/oauth/settings.js';
import type { SignedIn } from '../../../cli/sandbox/broker/oauth/signed-in.js';
import type { TokenStore } from '../../../cli/sandbox/broker/oauth/token-store.js';
import { logIn, SignIn, SignInServers } from '../../support/sign-in.js';

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

const renewals = async (): Promise<number> =>
  (await servers.log()).log.filter(({ url }) => url === '/token').length;
const me = (): string => `${servers.origin('api')}/me`;
/** The one file that a sign-in is kept in. */
const keptFile = (): string => {
  const folder = join(signIn.home, 'state/tui/tokens');
  return join(folder, readdirSync(folder)[0] ?? '');
};

describe('by a code', () => {
  it.each([
    [
      'over SSH',
      (env: NodeJS.ProcessEnv) => ({ ...env, SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' }),
    ],
    [
      'without a display',
      ({ PATH, XDG_STATE_HOME }: NodeJS.ProcessEnv) => ({ PATH, XDG_STATE_HOME }),
    ],
  ])('signs in %s, without a key: nothing is opened', async (_name, change) => {
    const service = signIn.service({ env: change(signIn.env), gestures: 0 });
    const login = signIn.login(service);
    // The launcher's own line has the page and the code.
    for (let tries = 0; signIn.announced.length === 0 && tries < 500; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const [, url = '', code = ''] =
      /^To sign in: (\S+) {2}code (\S+)$/.exec(signIn.announced[0] ?? '') ?? [];
    expect(code).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/);
    const page = await logIn(new URL(`${url}?user_code=${code}`));
    expect(page).toMatch(/success/i);
    const { user, prompts } = await login;
    expect(user).toMatchObject({ sub: 'ada' });
    expect(prompts).toMatchObject([{ url, code, isOpened: false }]);
    expect(readdirSync(signIn.home)).not.toContain('opened');
    expect(await signIn.fetch(service, me())).toMatchObject({ status: 200 });
  });

  it('reports for how long it waits, which is less than the code lasts', async () => {
    const end = new AbortController();
    const service = signIn.service({ patience: 60_000 });
    const { body } = service.login({
      kind: 'oauth-login',
      payload: { device: true },
      body: undefined,
      signal: end.signal,
      ready: () => Promise.resolve(),
    });
    const first = await body?.[Symbol.asyncIterator]().next();
    expect(JSON.parse(Buffer.from(first?.value as Uint8Array).toString())).toMatchObject({
      expiresIn: 60,
    });
    end.abort();
  });

  it('of a guess signs nobody in', async () => {
    const end = new AbortController();
    const login = signIn.login(signIn.service(), { device: true }, end.signal);
    login.catch(() => undefined);
    const guess = new URL(`${servers.origin('identity')}/device?user_code=AAAA-AAAA`);
    // The server asks for the code again, as often as it is tried.
    await expect(logIn(guess)).rejects.toThrow('does not end');
    end.abort();
    await expect(login).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('a keyring that answers late', () => {
  /** A store whose first answer comes when it is let go; later ones at once. */
  function lateStore(kept: SignedIn) {
    let isFirst = true;
    let letGo = (): void => undefined;
    const late = new Promise<void>((resolve) => (letGo = resolve));
    const store: TokenStore = {
      place: undefined,
      read: async () => {
        const wasFirst = isFirst;
        isFirst = false;
        if (wasFirst) await late;
        return kept;
      },
      write: () => Promise.resolve(),
      clear: () => Promise.resolve(),
    };
    return { store, letGo };
  }

  it('does not bring back a sign-in that has ended meanwhile', async () => {
    const { store, letGo } = lateStore({
      issuer: servers.origin('identity'),
      accessToken: 'x',
      refreshToken: undefined,
      expiresAt: undefined,
      user: { sub: 'ada' },
    });
    const session = new Session(new Provider(requireSettings(readSettings(signIn.config()))), {
      store,
      sender: () => () => Promise.reject(new Error('no server')),
      hasBrowser: () => false,
      openBrowser: () => Promise.resolve(false),
      checkPage: () => undefined,
      takeGesture: () => true,
      onKept: () => undefined,
    });
    const reading = session.user();
    const leaving = session.logout(new AbortController().signal);
    // All that does not wait for the store is done.
    await new Promise(setImmediate);
    letGo();
    await Promise.all([reading, leaving]);
    expect(await session.user()).toBeUndefined();
  });
});

describe('a token', () => {
  it('is renewed before it expires, once for requests at the same time', async () => {
    await servers.set({ accessTokenTtl: 5 });
    const service = signIn.service();
    await signIn.signIn(service);
    await servers.set({ accessTokenTtl: 3600 });
    const before = await renewals();
    const answers = await Promise.all([1, 2, 3].map(async () => await signIn.fetch(service, me())));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await renewals()) - before).toBe(1);
    // It is another one by now, and the person is the same.
    expect(await service.user()).toMatchObject({ value: { sub: 'ada', email: 'ada@example.com' } });
  });

  it('is renewed when a host refuses it, and not all the time', async () => {
    const service = signIn.service();
    await signIn.signIn(service);
    const token = JSON.parse(readFileSync(keptFile(), 'utf8')).accessToken as string;
    await fetch(`${servers.origin('identity')}/token/revocation`, {
      method: 'POST',
      body: new URLSearchParams({ token, client_id: 'tui-spec', token_type_hint: 'access_token' }),
    });
    const before = await renewals();
    const { status } = await signIn.fetch(service, me());
    // A server may end all of the sign-in with one of its tokens.
    expect([200, 401]).toContain(status);
    await signIn.fetch(service, me()).catch(() => undefined);
    await signIn.fetch(service, me()).catch(() => undefined);
    expect((await renewals()) - before).toBe(1);
  });

  it('that is being renewed at a sign-out does not bring the sign-in back', async () => {
    await servers.set({ accessTokenTtl: 5 });
    const service = signIn.service();
    await signIn.signIn(service);
    await servers.set({ accessTokenTtl: 3600, holdsTokens: true });
    const before = await renewals();
    const fetching = signIn.fetch(service, me());
    fetching.catch(() => undefined);
    while ((await renewals()) === before) await new Promise((resolve) => setTimeout(resolve, 10));
    // The server has served the request, and not answered it.
    await new Promise((resolve) => setTimeout(resolve, 200));
    await service.logout({ signal: new AbortController().signal } as never);
    await servers.set({ holdsTokens: false });
    await expect(fetching).rejects.toMatchObject({ code: 'signed-out' });
    expect(await service.user()).toEqual({ value: null });
    // Nor for the next start.
    expect(await signIn.service().user()).toEqual({ value: null });
  });

  it('is taken from another instance of the app that has renewed it', async () => {
    await servers.set({ accessTokenTtl: 5 });
    const [one, two] = [signIn.service(), signIn.service()];
    await signIn.signIn(one);
    expect(await two.user()).toMatchObject({ value: { sub: 'ada' } });
    await servers.set({ accessTokenTtl: 3600 });
    const before = await renewals();
    expect(await signIn.fetch(one, me())).toMatchObject({ status: 200 });
    expect(await signIn.fetch(two, me())).toMatchObject({ status: 200 });
    expect((await renewals()) - before).toBe(1);
  });

  it('is not renewed after another instance of the app has signed out', async () => {
    await servers.set({ accessTokenTtl: 5 });
    const [one, two] = [signIn.service(), signIn.service()];
    await signIn.signIn(one);
    expect(await two.user()).toMatchObject({ value: { sub: 'ada' } });
    await servers.set({ accessTokenTtl: 3600 });
    const before = await renewals();
    // As signing out leaves it where a server revokes nothing.
    rmSync(keptFile());
    await expect(signIn.fetch(two, me())).rejects.toMatchObject({ code: 'signed-out' });
    expect(await renewals()).toBe(before);
    expect(readdirSync(join(signIn.home, 'state/tui/tokens'))).toEqual([]);
  });

  it('that the server renews no longer ends the sign-in', async () => {
    await servers.set({ accessTokenTtl: 5 });
    await signIn.signIn(signIn.service());
    const kept = JSON.parse(readFileSync(keptFile(), 'utf8')) as object;
    writeFileSync(keptFile(), JSON.stringify({ ...kept, refreshToken: 'none' }), { mode: 0o600 });
    const service = signIn.service();
    await expect(signIn.fetch(service, me())).rejects.toMatchObject({ code: 'expired' });
    expect(await service.user()).toEqual({ value: null });
    expect(readdirSync(join(signIn.home, 'state/tui/tokens'))).toEqual([]);
  });
});

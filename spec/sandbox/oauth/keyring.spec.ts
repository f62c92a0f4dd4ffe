/** Sign-ins in the system's keyring: a real one, and mock programs that fail. @ci */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { findKeyring, type Keyring } from '../../../cli/sandbox/broker/oauth/keyring.js';
import type { OAuthService } from '../../../cli/sandbox/broker/oauth/service.js';
import {
  FakeSecretTool,
  describeWithKeyring,
  SecretService,
  type Behaviour,
} from '../../support/secret-service.js';
import { PATIENCE } from '../../support/until.js';
import { SignIn, SignInServers, type ServiceOptions } from '../../support/sign-in.js';

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

const folder = (): string => join(signIn.home, 'state/tui/tokens');
const files = (): string[] => (existsSync(folder()) ? readdirSync(folder()) : []);
const kept = (): string =>
  files()
    .map((name) => readFileSync(join(folder(), name), 'utf8'))
    .join();
const tokens = async (): Promise<string[]> =>
  (await servers.log()).tokens.slice(-3).map(({ value }) => value);
const me = (): string => `${servers.origin('api')}/me`;
const logOut = async (service: OAuthService) =>
  await service.logout({ signal: new AbortController().signal } as never);
const ADA = { value: { sub: 'ada' } };
const NONE = { value: null };

/** Whether a token of the last sign-in is in the files. */
async function isPlain(): Promise<boolean> {
  const text = kept();
  return (await tokens()).some((token) => text.includes(token));
}

describeWithKeyring('GNOME Keyring', () => {
  let keyring: SecretService;
  beforeEach(async () => {
    keyring = await SecretService.start();
  });
  afterEach(() => keyring?.stop());

  const service = (options: ServiceOptions = {}): OAuthService => {
    const { PATH: own = '', ...env } = signIn.env;
    const PATH = `${own}:${keyring.env['PATH'] ?? ''}`;
    return signIn.service({ env: { ...env, ...keyring.env, PATH }, ...options });
  };
  const account = (): string => files()[0]?.replace('.json', '') ?? '';

  it('keeps a sign-in for the next run, and no token in a file', async () => {
    await signIn.signIn(service());
    expect(await isPlain()).toBe(false);
    expect(keyring.lookup('application', 'tui', 'sign-in', account())).toMatch(/^[\w-]{43}$/);
    expect(await service().user()).toMatchObject(ADA);
    expect(await signIn.fetch(service(), me())).toMatchObject({ status: 200 });
    expect(signIn.warned).toEqual([]);
    expect(signIn.kept).toEqual(['the sign-in is stored in the keyring (Secret Service)']);
    // The control: without one, the token is in the file.
    await signIn.signIn(signIn.service({ owner: '/apps/other.tui' }));
    expect(await isPlain()).toBe(true);
  });

  it('forgets it with a sign-out', async () => {
    await signIn.signIn(service());
    const before = account();
    copyFileSync(join(folder(), `${before}.json`), join(signIn.home, 'copy'));
    expect(await logOut(service())).toEqual({ value: true });
    expect(files()).toEqual([]);
    expect(keyring.lookup('application', 'tui', 'sign-in', before)).toBe('');
    // A copy of the file, as of a backup, is of no use.
    copyFileSync(join(signIn.home, 'copy'), join(folder(), `${before}.json`));
    expect(await service().user()).toEqual(NONE);
  });

  it('gets a sign-in that was kept in a file', async () => {
    await signIn.signIn(signIn.service());
    expect(await isPlain()).toBe(true);
    expect(await service().user()).toMatchObject(ADA);
    expect(await isPlain()).toBe(false);
    expect(await signIn.fetch(service(), me())).toMatchObject({ status: 200 });
  });

  it('of another app, server or list of scopes is not found', async () => {
    const attribute = '/apps/x.tui" sign-in "y\n--label=z';
    await signIn.signIn(service());
    const first = account();
    for (const owner of ['/apps/other.tui', `${first}`, 'application tui', attribute]) {
      expect(await service({ owner }).user()).toEqual(NONE);
    }
    expect(await service({ settings: { 'oauth.scopes': 'openid' } }).user()).toEqual(NONE);
    // The control, and names that are no words.
    await signIn.signIn(service({ owner: attribute }));
    expect(await service({ owner: attribute }).user()).toMatchObject(ADA);
    expect(await service().user()).toMatchObject(ADA);
    const listed = keyring.search('application', 'tui');
    expect(listed.match(/attribute\.sign-in = [0-9a-f]{64}\n/g)).toHaveLength(2);
    expect(listed).not.toContain('/apps/');
  });

  it("does not open another app's file in the place of its own", async () => {
    await signIn.signIn(service());
    const first = account();
    await signIn.signIn(service({ owner: '/apps/other.tui' }));
    const other = files().find((name) => name !== `${first}.json`) ?? '';
    const own = readFileSync(join(folder(), other));
    copyFileSync(join(folder(), `${first}.json`), join(folder(), other));
    expect(await service({ owner: '/apps/other.tui' }).user()).toEqual(NONE);
    writeFileSync(join(folder(), other), own);
    expect(await service({ owner: '/apps/other.tui' }).user()).toMatchObject(ADA);
  });

  it('that is locked is an error, and not a user who is signed out', async () => {
    await signIn.signIn(service());
    keyring.lock();
    await expect(service().user()).rejects.toMatchObject({
      code: 'keyring',
      message: expect.stringContaining('is locked: unlock it') as unknown,
    });
    // Signing out needs no key.
    expect(await logOut(service())).toEqual({ value: false });
    expect(files()).toEqual([]);
  });

  it('that is locked keeps a sign-in only where a file may do', async () => {
    keyring.lock();
    const required = service({ settings: { 'oauth.storage': 'keyring' } });
    await expect(signIn.signIn(required)).rejects.toMatchObject({ code: 'keyring' });
    expect(files()).toEqual([]);
    await signIn.signIn(service());
    expect(await isPlain()).toBe(true);
    expect(signIn.warned).toEqual([
      expect.stringMatching(/because the keyring \(Secret Service\) reports: .*locked/),
    ]);
  });
});

describe('a program in the place of secret-tool', () => {
  let tool: FakeSecretTool;
  beforeEach(() => {
    tool = new FakeSecretTool(signIn.home);
  });

  const service = (storage = 'auto', options: ServiceOptions = {}): OAuthService =>
    signIn.service({
      env: { ...signIn.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent', SECRET: 'canary' },
      settings: { 'oauth.storage': storage },
      keyringPatience: tool.isHanging ? 200 : PATIENCE,
      ...options,
    });

  it('gets nothing of a token, and its secret neither by argument nor by variable', async () => {
    await signIn.signIn(service());
    expect(await service().user()).toMatchObject(ADA);
    const { calls } = tool;
    const [name = ''] = readdirSync(join(signIn.home, 'kept'));
    const secret = readFileSync(join(signIn.home, 'kept', name), 'utf8');
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(calls).toMatch(/^store --label=tui: sign-in at 127\.0\.0\.1:\d+ application tui/m);
    expect(calls).toContain('DBUS_SESSION_BUS_ADDRESS=');
    for (const text of [...(await tokens()), secret, 'canary']) expect(calls).not.toContain(text);
  });

  it.each<[Behaviour, RegExp]>([
    ['hangs', /did not respond within 0\.2 s/],
    ['answers something else', /returns values that tui did not store/],
    ['answers without end', /returned too much data/],
    ['is locked', /reports: Cannot create an item in a locked collection/],
    ['keeps nothing', /does not keep what is stored in it/],
    ['repeats what it gets', /reports: an error/],
    ['ends at once', /failed with exit code 127/],
  ])('that %s is an error where the keyring is required, else a warning', async (does, words) => {
    tool.behave(does);
    await expect(signIn.signIn(service('keyring'))).rejects.toMatchObject({
      code: 'keyring',
      message: expect.stringMatching(words) as unknown,
    });
    expect(files()).toEqual([]);
    await signIn.signIn(service());
    expect(signIn.warned).toEqual([expect.stringMatching(words)]);
    expect(await isPlain()).toBe(true);
    // The control: it works, and the sign-in gets into it.
    tool.behave('works');
    expect(await service('keyring').user()).toMatchObject(ADA);
    expect(await isPlain()).toBe(false);
  });

  it.each<[Behaviour, RegExp]>([
    ['hangs', /did not respond within/],
    ['answers something else', /returns values that tui did not store/],
    ['is locked', /is locked: unlock it/],
  ])('that %s later does not sign anyone out', async (does, words) => {
    await signIn.signIn(service());
    tool.behave(does);
    for (const storage of ['auto', 'keyring']) {
      await expect(service(storage).user()).rejects.toMatchObject({
        code: 'keyring',
        message: expect.stringMatching(words) as unknown,
      });
    }
    tool.behave('works');
    expect(await service().user()).toMatchObject(ADA);
  });

  it('whose key is another one opens nothing', async () => {
    await signIn.signIn(service());
    const [name = ''] = readdirSync(join(signIn.home, 'kept'));
    writeFileSync(join(signIn.home, 'kept', name), 'A'.repeat(43));
    expect(await service().user()).toEqual(NONE);
    await signIn.signIn(service());
    expect(await service().user()).toMatchObject(ADA);
  });

  it('that is not there is an error where it is required, and a file from before is not used', async () => {
    await signIn.signIn(service('file'));
    expect(await isPlain()).toBe(true);
    expect(signIn.warned).toEqual([]);
    const without = { env: signIn.env };
    await expect(service('keyring', without).user()).rejects.toMatchObject({
      code: 'keyring',
      message: expect.stringContaining('no D-Bus session') as unknown,
    });
    await expect(signIn.fetch(service('keyring', without), me())).rejects.toMatchObject({
      code: 'keyring',
    });
    expect(await service('auto', without).user()).toMatchObject(ADA);
  });

  it('is called once for a sign-in that is renewed', async () => {
    await servers.set({ accessTokenTtl: 5 });
    const [one, two] = [service(), service()];
    await signIn.signIn(one);
    expect(await two.user()).toMatchObject(ADA);
    const { length } = tool.calls;
    tool.behave('hangs');
    await servers.set({ accessTokenTtl: 3600 });
    expect(await signIn.fetch(one, me())).toMatchObject({ status: 200 });
    expect(await signIn.fetch(two, me())).toMatchObject({ status: 200 });
    expect(tool.calls).toHaveLength(length);
    expect(await isPlain()).toBe(false);
  });

  it('is not called where sign-ins are not kept, or in a file', async () => {
    const memory = service('memory');
    await signIn.signIn(memory);
    expect(await memory.user()).toMatchObject(ADA);
    expect(await service('memory').user()).toEqual(NONE);
    expect(files()).toEqual([]);
    await signIn.signIn(service('file'));
    expect(await service('file').user()).toMatchObject(ADA);
    expect(existsSync(join(signIn.home, 'calls'))).toBe(false);
    // Signing out removes what was kept before, wherever.
    await logOut(service('memory'));
    expect(files()).toEqual([]);
  });

  it('keeps two sign-ins of one app at a time: the last one counts', async () => {
    const [one, two] = [service(), service()];
    await signIn.signIn(one);
    await signIn.signIn(two);
    await logOut(two);
    await signIn.signIn(one);
    expect(await service().user()).toMatchObject(ADA);
  });

  it('in a folder that the app can write is not called', async () => {
    const flags = [`--allow-oauth=${servers.authority('api')}`, `--allow-write=${signIn.home}`];
    const attacked = service('auto', { flags });
    await expect(
      signIn.login(attacked, { device: true }, AbortSignal.timeout(300)),
    ).rejects.toThrow();
    expect(await attacked.user()).toEqual(NONE);
    expect(existsSync(join(signIn.home, 'calls'))).toBe(false);
  });
});

describe('the keychain of macOS, by a program in its place', () => {
  function keychain(): Keyring {
    const program = join(signIn.home, 'security');
    const kept = join(signIn.home, 'kept');
    const script = `#!/bin/sh
echo "$@" >> '${signIn.home}/calls'
case $1 in
  -i) read -r command; eval "set -- $command"; [ "$1 $2 $4" = 'add-generic-password -U tui' ] || exit 1
      for last; do :; done; printf '%s' "$last" > '${kept}';;
  find-generic-password) [ -f '${kept}' ] || exit 44; /bin/cat '${kept}'; echo;;
  delete-generic-password) /bin/rm '${kept}';;
esac
`;
    writeFileSync(program, script);
    chmodSync(program, 0o755);
    const found = findKeyring({ env: {}, path: signIn.home, platform: 'darwin' });
    if ('missing' in found) throw new Error(found.missing);
    return found;
  }

  it('keeps a secret that is in no argument', async () => {
    const keyring = keychain();
    expect(await keyring.get('a1')).toBeUndefined();
    await keyring.set('a1', 's-e-c_r-e-t', 'tui: sign-in at id.example.com');
    expect(await keyring.get('a1')).toBe('s-e-c_r-e-t');
    await keyring.delete('a1');
    expect(await keyring.get('a1')).toBeUndefined();
    expect(readFileSync(join(signIn.home, 'calls'), 'utf8')).not.toContain('s-e-c_r-e-t');
  });
});

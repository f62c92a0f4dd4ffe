/** `tui permissions` and the permission flags, as the built command has them. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { folderOf, tui, type Result } from '../support/cli.js';
import { call as callTui } from '../support/in-process.js';

const APP = `<policy>{
  "name": "Weather\\u001b[2J",
  "permissions": { "read": ["../data"], "net": ["api.example.com"], "env": ["NODE_OPTIONS"] },
  "configSchema": { "city": { "type": "string", "env": "CITY" } }
}</policy>
<text id="t">hello</text>
<script>$tui.getElementById('t').textContent = 'it runs';</script>`;

let cwd = '';
beforeAll(async () => {
  cwd = await folderOf({
    'app/app.tui': APP,
    'data/x': '',
    'plain.tui': '<text>plain</text>',
    'bad.tui': '<policy>{ "permissions": { "net": ["*"], "reed": [] } }</policy><text>x</text>',
    'star.tui':
      '<policy>{ "permissions": { "net": ["*"] } }</policy><text id="x">x</text><script>1</script>',
  });
});
afterAll(() => {
  rmSync(cwd, { recursive: true, force: true });
});

const options = (): { cwd: string; env: Record<string, string> } => ({
  cwd,
  env: { HOME: cwd },
});
const call = (...args: string[]): Promise<Result> => callTui(args, options());
/** On the tier of this machine. */
const run = (...args: string[]): Promise<Result> => tui(args, options());
const approvals = (): string => join(cwd, '.local/state/tui/approvals.json');

/** Of the app as it is now, or of an earlier version that did not keep its content. */
async function approve(granted: readonly string[], version = 2): Promise<void> {
  mkdirSync(join(cwd, '.local/state/tui'), { recursive: true });
  const { stdout } = await run('permissions', '--json', 'app/app.tui');
  const { hash, files, tier } = JSON.parse(stdout) as Readonly<Record<string, unknown>>;
  const approval = {
    id: join(cwd, 'app/app.tui'),
    granted,
    at: '2026-01-01T00:00:00.000Z',
    ...(version === 1 ? {} : { hash, files, tier }),
  };
  writeFileSync(approvals(), JSON.stringify({ version, approvals: [approval] }), { mode: 0o600 });
}

describe('tui permissions FILE', () => {
  it('shows what is granted, by whom, and what enforces it', async () => {
    const { code, stdout, stderr } = await call('permissions', 'app/app.tui');
    expect(code).toBe(0);
    expect(stderr).toContain(
      'app/app.tui:3:77 warning bad-permission: env: NODE_OPTIONS is never passed to an app',
    );
    expect(stdout).not.toContain('\u001b');
    expect(stdout).toContain('It calls itself “Weather\\u{1b}[2J”.');
    expect(stdout).toMatch(/^Tier [ABC], /m);
    for (const kind of ['read', 'write', 'net', 'run', 'env'])
      expect(stdout).toMatch(new RegExp(`^${kind} +(not )?enforced`, 'm'));
    expect(stdout).toContain(`${join(cwd, 'app')}/  (every app`);
    expect(stdout).toContain('api.example.com  (policy, asked at the start)');
    expect(stdout).toContain('CITY  (configSchema, asked at the start)');
    expect(stdout).toContain('It asks before it starts.');
  });

  it('follows the flags', async () => {
    const { stdout } = await call(
      'permissions',
      '--json',
      '--allow-net=api.example.com',
      '--deny-read',
      '--allow-run',
      'app/app.tui',
    );
    const { permissions } = JSON.parse(stdout) as {
      permissions: Record<string, { granted: unknown; denied: unknown }>;
    };
    expect(permissions['read']).toMatchObject({ granted: [], denied: ['*'] });
    expect(permissions['run']).toMatchObject({
      granted: [{ value: '*', origin: 'flag', state: 'granted' }],
    });
    expect(permissions['net']).toMatchObject({
      granted: [{ value: 'api.example.com', origin: 'flag', state: 'granted' }],
    });
    expect(permissions['clipboard']).toMatchObject({ granted: true, origin: 'default' });
  });

  it('reports what is wrong, in its place', async () => {
    const { code, stderr } = await call('permissions', 'bad.tui');
    expect(code).toBe(2);
    expect(stderr).toContain(
      'bad.tui:1:42 error bad-permission: permissions: "reed" is not a permission',
    );
    const star = await call('permissions', 'star.tui');
    expect([star.code, star.stderr]).toEqual([
      2,
      expect.stringContaining(
        'star.tui:1:36 error bad-permission: net: expected a host name, found "*"',
      ),
    ]);
  });
});

it('tui lint reads for an app no more than it may read, and waits for nothing', async () => {
  const pipe = join(cwd, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const file = join(cwd, 'reads.tui');
  for (const [path, reason] of [
    ['./pipe', '"./pipe" is neither a file nor a folder'],
    ['/dev/zero', '/dev/zero may not be read: it needs "read"'],
    ['/etc/passwd', '/etc/passwd may not be read: it needs "read"'],
  ] as const) {
    writeFileSync(file, `<text>a</text><script src="${path}"></script>`);
    const { code, stderr } = await callTui(['lint', file], { cwd });
    expect(stderr).toContain(reason);
    expect(code).toBe(1);
  }
  rmSync(file);
  rmSync(pipe);
});

it('tui lint reports it too', async () => {
  const { code, stderr } = await call('lint', 'bad.tui', 'star.tui');
  expect(code).toBe(1);
  expect(stderr).toContain('bad.tui:1:42 error bad-permission');
  expect(stderr).toContain('star.tui:1:36 error bad-permission');
});

describe('an app without a terminal', () => {
  it('is not started with what nobody agreed to', async () => {
    rmSync(approvals(), { force: true });
    const { code, stdout, stderr } = await run('app/app.tui');
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toContain('run it with --allow-read=');
    expect(stderr).toContain('--allow-net=api.example.com');
  });

  it('is started with flags, with --trust, or with an approval of the same', async () => {
    const data = `read ${join(cwd, 'data')}/`;
    const started = async (...flags: string[]): Promise<string> =>
      (await run(...flags, 'app/app.tui')).stdout.trim();
    expect(await started('--trust')).toBe('it runs');
    expect(await started('--deny-net', '--allow-read=data')).toBe('it runs');
    await approve([data]);
    expect(await started()).toBe('');
    await approve([data, 'net api.example.com']);
    expect(await started()).toBe('it runs');
    await approve([data, 'net api.example.com', 'env CITY']);
    expect((await run('permissions', 'app/app.tui')).stdout).toContain('It starts without asking.');
    await approve([data, 'net api.example.com', 'env CITY'], 1);
    expect(await started()).toBe('');
    expect((await run('permissions', 'app/app.tui')).stdout).toContain(
      'Approved on 2026-01-01, by a version that did not record its content.\nIt asks before it starts.',
    );
  });

  it('is not started once its content has changed, and says what has changed', async () => {
    const file = join(cwd, 'app/app.tui');
    const before = readFileSync(file, 'utf8');
    await approve([`read ${join(cwd, 'data')}/`, 'net api.example.com', 'env CITY']);
    writeFileSync(file, before.replace('it runs', 'it runs otherwise'));
    const { code, stdout, stderr } = await run('app/app.tui');
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toContain('; it has changed since it was approved, changed: app.tui');
    const shown = (await run('permissions', 'app/app.tui')).stdout;
    expect(shown).toMatch(/^! It has changed since\.\n {2}changed: .*app\.tui\nIt asks before/m);
    expect(JSON.parse((await run('permissions', '--json', 'app/app.tui')).stdout)).toMatchObject({
      asks: true,
      approval: { holds: false, changes: { changed: [file], added: [], removed: [] } },
    });
    writeFileSync(file, before);
    expect((await run('app/app.tui')).stdout.trim()).toBe('it runs');
  });

  it('without a policy is just started', async () => {
    expect((await run('plain.tui')).stdout).toBe('plain\n');
  });
});

describe('an app that names variables in configSchema', () => {
  const file = (configSchema: object): string => {
    const script = `$tui.getElementById('t').textContent =
      [$tui.config.getValue('a.b') ?? 'unset', process.env.WEATHER_CITY ?? process.env.GH_PAT ?? 'unset'].join()`;
    const policy = JSON.stringify({ name: 'W', configSchema });
    writeFileSync(
      join(cwd, 'app/vars.tui'),
      `<policy>${policy}</policy><text id="t"></text><script>${script}</script>`,
    );
    return 'app/vars.tui';
  };
  const CITY = { 'a.b': { type: 'string', env: 'WEATHER_CITY', default: 'Rome' } };
  const start = (path: string, env: Record<string, string>, ...flags: string[]): Promise<Result> =>
    tui([...flags, path], { cwd, env: { ...options().env, ...env } });
  const show = (path: string, env: Record<string, string>, ...args: string[]): Promise<Result> =>
    callTui([...args, path], { cwd, env: { ...options().env, ...env } });

  it('has them once somebody has agreed', async () => {
    const path = file(CITY);
    const set = { WEATHER_CITY: 'Oslo' };
    const refused = await start(path, set);
    expect([refused.code, refused.stdout]).toEqual([3, '']);
    expect(refused.stderr).toContain('this app needs permission for "env" WEATHER_CITY');
    expect(refused.stderr).toContain('run it with --allow-env=WEATHER_CITY');
    expect((await start(path, set, '--allow-env=WEATHER_CITY')).stdout).toBe('Oslo,Oslo\n');
    expect((await start(path, set, '--trust')).stdout).toBe('Oslo,Oslo\n');
    expect((await start(path, set, '--trust', '--deny-env')).stdout).toBe('Rome,unset\n');
  });

  it('starts without the harmless ones that are not set, where nobody can be asked', async () => {
    const { code, stdout } = await start(file(CITY), {});
    expect([code, stdout]).toEqual([0, 'Rome,unset\n']);
    // In a terminal it asks: what it may do must not hang on what is set today.
    expect((await show('app/vars.tui', {}, 'permissions')).stdout).toContain(
      'It asks before it starts.',
    );
  });

  it('does not start without an answer about a secret, set or not', async () => {
    const path = file({ 'a.b': { type: 'string', env: 'GH_PAT' } });
    for (const env of [{}, { GH_PAT: 'canary-pat' }] as Record<string, string>[]) {
      const { code, stdout, stderr } = await start(path, env);
      expect([code, stdout]).toEqual([3, '']);
      expect(stderr).not.toContain('canary');
    }
    const { stdout } = await show(path, {}, 'permissions');
    expect(stdout).toContain('! GH_PAT  (configSchema, asked at the start) it may hold a secret');
  });

  it('is shown with the configuration that it would have', async () => {
    const path = file({
      'a.b': { type: 'string', env: 'NODE_OPTIONS' },
      'a.c': { type: 'string', env: 'PATH', default: 'none' },
      'a.d': { type: 'string', env: 'WEATHER_CITY' },
    });
    const env = { WEATHER_CITY: 'Oslo', NODE_OPTIONS: '--no-warnings' };
    const { stdout } = await show(path, env, '--print-config');
    expect(stdout).toContain('a.b = (unset) (NODE_OPTIONS)');
    expect(stdout).toContain('a.c = none (PATH)');
    expect(stdout).toContain('a.d = Oslo <- WEATHER_CITY (WEATHER_CITY)');
    const explained = await show(path, env, 'config', 'explain', 'a.b');
    expect(explained.stdout).toContain('a.b = (unset)');
    expect(explained.stdout).toContain('env      –');
  });
});

describe('what a policy sets of tui itself', () => {
  it('is shown beside its permissions, with whole paths and without secrets', async () => {
    const config = {
      log: { file: './out/app.log', level: 'WARN' },
      theme: './own.css',
      oauth: { wellknownUrl: 'https://u:canary-pw@id.test/' },
      server: { port: 8123 },
    };
    writeFileSync(
      join(cwd, 'app/sets.tui'),
      `<policy>${JSON.stringify({ config, permissions: { write: ['./out', '~/.config/tui'] } })}</policy>`,
    );
    const { stdout } = await call('permissions', 'app/sets.tui');
    expect(stdout).toContain(
      [
        'Settings of its policy:',
        `  log.file = ${join(cwd, 'app/out/app.log')}`,
        `  theme = ${join(cwd, 'app/own.css')}`,
        '  oauth.wellknownUrl = https://••••@id.test/',
        '  not server.port, which only the user may set',
      ].join('\n'),
    );
    expect(stdout).toContain(
      `  ${join(cwd, '.config/tui')}/  (policy ~/.config/tui, asked at the start) to change your settings of tui`,
    );
    const json = await call('permissions', '--json', 'app/sets.tui');
    expect(JSON.parse(json.stdout)).toMatchObject({
      reserved: ['server.port'],
      settings: expect.arrayContaining([
        { key: 'theme', value: join(cwd, 'app/own.css') },
      ]) as unknown,
      permissions: {
        write: {
          granted: expect.arrayContaining([
            expect.objectContaining({ isSettings: true }),
          ]) as unknown,
        },
      },
    });
  });
});

describe('approvals', () => {
  it('are listed and taken back', async () => {
    await approve(['net api.example.com\u001b[2J']);
    const listed = await call('permissions');
    expect(listed.stdout).toContain(join(cwd, 'app/app.tui'));
    expect(listed.stdout).not.toContain('\u001b');
    expect(listed.stdout).toMatch(
      /^ {2}since 2026-01-01, as [0-9a-f]{16} of 1 file, on tier [ABC]$/m,
    );
    expect(JSON.parse((await call('permissions', '--json')).stdout)).toMatchObject({
      approvals: [{ id: join(cwd, 'app/app.tui') }],
    });
    expect((await call('permissions', '--revoke', 'plain.tui')).stdout).toBe(
      '0 approvals were revoked\n',
    );
    expect((await call('permissions', '--revoke', 'app/../app/app.tui')).stdout).toBe(
      '1 approval was revoked\n',
    );
    expect(readFileSync(approvals(), 'utf8')).not.toContain('app.tui');
    expect(statSync(approvals()).mode & 0o777).toBe(0o600);
    await approve(['net x']);
    expect((await call('permissions', '--revoke', '--json')).stdout).toBe('{"revoked":1}\n');
  });
});

describe('permission flags', () => {
  it.each([
    [
      '--allow-nets app.tui',
      'error unknown-flag: --allow-nets is not a flag\n  did you mean "--allow-net"?',
    ],
    ['--allow-clipboard=yes app.tui', 'error bad-value: --allow-clipboard accepts no value'],
    ['--deny-read= app.tui', 'error missing-value: --deny-read= has an empty entry'],
    ['--allow-net=a,,b app.tui', 'error missing-value: --allow-net= has an empty entry'],
    [
      'permissions --allow-net=x:abc app/app.tui',
      '--allow-net=x:abc: expected a port from 1 to 65535, found "abc"\n  write "x:443"\n',
    ],
    ['--trust=no app.tui', 'error bad-value: --trust accepts no value'],
    ['--allow-net --print-config', 'error usage: --allow-net does not go with --print-config'],
    ['config --allow-net', 'error usage: --allow-net is not a flag of "tui config"'],
    ['permissions --allow-net=* app/app.tui', '--allow-net=*: expected a host name, found "*"'],
  ])('%s', async (line, message) => {
    const { code, stderr } = await call(...line.split(' '));
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('are in help and completion', async () => {
    const [help, bash, zsh, fish] = await Promise.all(
      [['--help'], ['completion', 'bash'], ['completion', 'zsh'], ['completion', 'fish']].map(
        (args) => call(...args),
      ),
    );
    expect(help?.stdout).toContain('--allow-read[=PATH,…]');
    expect(help?.stdout).toContain('--trust');
    expect(bash?.stdout).toContain('--deny-net');
    expect(zsh?.stdout).toContain("'--allow-read=-[");
    expect(fish?.stdout).toContain('-l allow-unenforced');
  });
});

/** `tui permissions` and the permission flags, as the built command has them. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { folderOf, tui, type Result } from '../support/cli.js';

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

const call = (...args: string[]): Promise<Result> =>
  tui(args, { cwd, env: { HOME: cwd, XDG_STATE_HOME: join(cwd, 'state') } });
const approvals = (): string => join(cwd, 'state/tui/approvals.json');

function approve(granted: readonly string[], mode = 0o600): void {
  mkdirSync(join(cwd, 'state/tui'), { recursive: true });
  const approval = { id: join(cwd, 'app/app.tui'), granted, at: '2026-01-01T00:00:00.000Z' };
  writeFileSync(approvals(), JSON.stringify({ version: 1, approvals: [approval] }), { mode });
}

describe('tui permissions FILE', () => {
  it('shows what is granted, by whom, and what enforces it', async () => {
    const { code, stdout, stderr } = await call('permissions', 'app/app.tui');
    expect(code).toBe(0);
    expect(stderr).toContain(
      'app/app.tui:3:77 warning bad-permission: env: NODE_OPTIONS is never handed to an app',
    );
    expect(stdout).not.toContain('\u001b');
    expect(stdout).toContain('It calls itself “Weather\\u{1b}[2J”.');
    expect(stdout).toMatch(/^Tier [ABC], /m);
    for (const kind of ['read', 'write', 'net', 'run', 'env'])
      expect(stdout).toMatch(new RegExp(`^${kind} +(not )?enforced`, 'm'));
    expect(stdout).toContain(`${join(cwd, 'app')}/  (every app`);
    expect(stdout).toContain('api.example.com  (policy, asked at the start)');
    expect(stdout).toContain('CITY  (configSchema)');
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
      'bad.tui:1:42 error bad-permission: permissions: "reed" is not known here',
    );
    const star = await call('permissions', 'star.tui');
    expect([star.code, star.stderr]).toEqual([
      2,
      expect.stringContaining(
        'star.tui:1:36 error bad-permission: net: "*" is every host; name the hosts',
      ),
    ]);
  });
});

it('tui lint reads for an app no more than it may read, and waits for nothing', async () => {
  const pipe = join(cwd, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const file = join(cwd, 'reads.tui');
  for (const path of ['./pipe', '/dev/zero', '/etc/passwd']) {
    writeFileSync(file, `<text>a</text><script src="${path}"></script>`);
    const { code, stderr } = await tui(['lint', file], { cwd });
    expect(stderr).toContain('may not be read: it needs "read"');
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
    const { code, stdout, stderr } = await call('app/app.tui');
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toContain('run it with --allow-read=');
    expect(stderr).toContain('--allow-net=api.example.com');
  });

  it('is started with flags, with --trust, or with an approval of the same', async () => {
    const data = `read ${join(cwd, 'data')}/`;
    const started = async (...flags: string[]): Promise<string> =>
      (await call(...flags, 'app/app.tui')).stdout.trim();
    expect(await started('--trust')).toBe('it runs');
    expect(await started('--deny-net', '--allow-read=data')).toBe('it runs');
    approve([data]);
    expect(await started()).toBe('');
    approve([data, 'net api.example.com']);
    expect(await started()).toBe('it runs');
    approve([data, 'net api.example.com'], 0o600);
    expect((await call('permissions', 'app/app.tui')).stdout).toContain(
      'It starts without a question.',
    );
  });

  it('without a policy is just started', async () => {
    expect((await call('plain.tui')).stdout).toBe('plain\n');
  });
});

describe('approvals', () => {
  it('are listed and taken back', async () => {
    approve(['net api.example.com\u001b[2J']);
    const listed = await call('permissions');
    expect(listed.stdout).toContain(join(cwd, 'app/app.tui'));
    expect(listed.stdout).not.toContain('\u001b');
    expect(JSON.parse((await call('permissions', '--json')).stdout)).toMatchObject({
      approvals: [{ id: join(cwd, 'app/app.tui') }],
    });
    expect((await call('permissions', '--revoke', 'plain.tui')).stdout).toBe(
      '0 approvals were taken back\n',
    );
    expect((await call('permissions', '--revoke', 'app/../app/app.tui')).stdout).toBe(
      '1 approval was taken back\n',
    );
    expect(readFileSync(approvals(), 'utf8')).not.toContain('app.tui');
    expect(statSync(approvals()).mode & 0o777).toBe(0o600);
    approve(['net x']);
    expect((await call('permissions', '--revoke', '--json')).stdout).toBe('{"revoked":1}\n');
  });
});

describe('permission flags', () => {
  it.each([
    [
      '--allow-nets app.tui',
      'error unknown-flag: --allow-nets is not a flag\n  did you mean "--allow-net"?',
    ],
    ['--allow-clipboard=yes app.tui', 'error bad-value: --allow-clipboard takes no value'],
    ['--deny-read= app.tui', 'error missing-value: --deny-read= has an empty entry'],
    ['--allow-net=a,,b app.tui', 'error missing-value: --allow-net= has an empty entry'],
    ['--trust=no app.tui', 'error bad-value: --trust takes no value'],
    ['--allow-net --print-config', 'error usage: --allow-net does not go with --print-config'],
    ['config --allow-net', 'error usage: --allow-net is not a flag of "tui config"'],
    ['permissions --allow-net=* app/app.tui', '--allow-net=*: "*" is every host'],
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

/** The network and programs of real apps; and what goes round the launcher, which has both. */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { folderOf, tui, type Result } from '../support/cli.js';
import { serve, type Web } from '../support/web.js';
import { describeLauncher, tierVariable } from './support/tiers.js';

let web: Web;
let other: Web;
beforeAll(async () => {
  [web, other] = await Promise.all([serve(), serve()]);
});
afterAll(async () => {
  await Promise.all([web.close(), other.close()]);
});

describeLauncher((tier) => {
  const run = async (script: string, permissions: object = {}): Promise<Result> => {
    const policy = `<policy>${JSON.stringify({ name: 'app', permissions })}</policy>`;
    const text = `${policy}<text id="t">-</text>\n<script>\nconst show = (value) => { $tui.getElementById('t').textContent = String(value); };\n${script}\n</script>`;
    const cwd = await folderOf({ 'app.tui': text });
    const env = { SECRET: 'canary', ...tierVariable(tier) };
    try {
      return await tui(['snapshot', 'app.tui', '--trust', '--width', '150', '--height', '3'], {
        cwd,
        env,
      });
    } finally {
      await rm(cwd, { recursive: true, force: true });
    }
  };
  const net = (): object => ({ net: [`127.0.0.1:${web.port}`] });

  it('fetch works, by its name and as a global, and Request and Response are of its kind', async () => {
    const { stdout } = await run(
      `const a = await (await fetch('${web.origin}/a')).json();
       const b = await (await globalThis.fetch(new Request('${web.origin}/b'))).json();
       show([a.url, b.url, (await fetch('${web.origin}')) instanceof Response]);`,
      net(),
    );
    expect(stdout).toContain('/a,/b,true');
  });

  it('a program that goes on answers what it is written, and its signal ends it', async () => {
    const { stdout } = await run(
      `const program = await $tui.spawn('cat');
       const writer = program.stdin.getWriter();
       const reader = program.stdout.pipeThrough(new TextDecoderStream()).getReader();
       await writer.write('héllo');
       const { value } = await reader.read();
       program.kill('SIGKILL');
       const { code, signal } = await program.exited;
       show([value, code, signal, program.pid > 1, (await reader.read()).done]);`,
      { run: ['cat'] },
    );
    expect(stdout).toContain('héllo,,SIGKILL,true,true');
  });

  it.each([
    ['fetch', () => `await fetch('${other.origin}/');`, '"net"', '--allow-net=127.0.0.1:'],
    [
      'a redirect',
      () => `await fetch('${web.origin}/redirect?to=' + encodeURIComponent('${other.origin}/'));`,
      '"net"',
      '--allow-net=127.0.0.1:',
    ],
    [
      'WebSocket',
      () => `new WebSocket('ws://127.0.0.1:${other.port}/');`,
      '"net"',
      '--allow-net=127.0.0.1:',
    ],
    ['$tui.run', () => `await $tui.run('id', ['-u']);`, '"run"', '--allow-run=id'],
    ['$tui.spawn', () => `await $tui.spawn('id', ['-u']);`, '"run"', '--allow-run=id'],
    [
      'node:http',
      () => `(await import('node:http')).get('${other.origin}/');`,
      'apps cannot open sockets; use fetch',
      '--allow-net=',
    ],
    [
      'child_process',
      () => `(await import('node:child_process')).spawn('id');`,
      '$tui.run',
      '--allow-run=id',
    ],
  ])(
    '%s that is not granted names the permission, the flag and the line',
    async (_what, code, named, flag) => {
      const before = other.asked.length;
      const { code: exit, stderr } = await run(code(), net());
      expect(exit).toBe(1);
      expect(stderr).toContain(named);
      expect(stderr).toContain(flag);
      expect(stderr).toMatch(/app\.tui:4:\d+ error script-error/);
      expect(other.asked).toHaveLength(before);
    },
    20_000,
  );

  it('programs run, without the environment and without a terminal', async () => {
    const { stdout, stderr } = await run(
      `const { stdout } = await $tui.run('env');
       const { stdout: tty } = await $tui.run('tty');
       show([stdout.includes('canary'), stdout.includes('TERM=dumb'), tty.trim()]);`,
      { run: ['env', 'tty'] },
    );
    expect(stdout + stderr).toContain('false,true,not a tty');
  });

  it('permissions are answered', async () => {
    const { stdout } = await run(
      `const q = (...values) => $tui.permissions.query(...values);
       show([await q('net', '127.0.0.1:${web.port}'), await q('net', 'example.com'), await q('run', ['id', '-u']), await q('run', 'ls'), await q('clipboard')]);`,
      { ...net(), run: ['id'] },
    );
    expect(stdout).toContain('granted,denied,granted,denied,granted');
  });

  it('a fetch of a script that is not awaited is shown when it comes, and nothing outlives the app', async () => {
    const { code } = await run(`fetch('${web.origin}/hang').catch(() => 0); $tui.exit(4);`, net());
    expect(code).toBe(4);
  });
});

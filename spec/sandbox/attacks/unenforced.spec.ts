/**
 * Node alone, before 25.3, does not keep an app from sockets. An app with code is asked about there, and
 * whoever runs it reads on its screen what does not hold.
 */
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { commandFile, tui, type Result } from '../../support/cli.js';
import { runOnPty, type PtyStep } from '../../support/pty.js';
import { Arena } from './support/arena.js';
import { describeTiers } from '../support/tiers.js';

const main = commandFile();
let arena: Arena;
let servers: readonly Server[] = [];
/** What the servers of this machine were connected to with. */
let reached: string[] = [];
let app = '';

beforeAll(async () => {
  arena = new Arena(main);
  const socket = join(arena.root, 'daemon.sock');
  const listen = async (name: string, where: { path: string } | { port: number; host: string }) => {
    const server = createServer((peer) => {
      reached.push(name);
      peer.on('error', () => undefined).end();
    });
    await new Promise<void>((resolve) => server.listen(where, resolve));
    return server;
  };
  const tcp = await listen('tcp', { port: 0, host: '127.0.0.1' });
  servers = [tcp, await listen('unix', { path: socket })];
  const { port } = tcp.address() as { port: number };
  // Notifications are at the top.
  app = arena.put(
    'app/READY.tui',
    `<text style="margin-top: 8">READY</text><text id="t"></text><script>
      import net from 'node:net';
      const reach = (where) => new Promise((resolve) => {
        const socket = new net.Socket();
        socket.on('error', resolve).on('close', resolve).on('connect', () => socket.end('x')).resume();
        socket.connect(where);
      });
      for (const where of [{ port: ${port}, host: '127.0.0.1' }, { path: ${JSON.stringify(socket)} }]) {
        try { await reach(where); } catch {}
      }
      $tui.getElementById('t').textContent = 'STRANGER';
      $tui.document.addEventListener('keydown', ({ key }) => { if (key === 'q') $tui.exit(); });
    </script>`,
  );
  // The control: whoever may connect is heard.
  for (const where of [{ port, host: '127.0.0.1' }, { path: socket }]) {
    await new Promise((resolve) => connect(where).on('close', resolve).resume());
  }
  expect(reached).toEqual(['tcp', 'unix']);
});
afterAll(() => {
  for (const server of servers) server.close();
  arena.remove();
});

async function start(tier: string, ...flags: string[]): Promise<Result> {
  reached = [];
  const env = { HOME: join(arena.root, 'home'), TUI_SANDBOX_TIER: tier };
  return await tui(['snapshot', app, ...flags], { cwd: arena.app, env });
}

describeTiers((tier) => {
  it('without a yes, nothing of the app reaches the network or a socket', async () => {
    const { code, stderr } = await start(tier);
    expect(reached).toEqual([]);
    if (tier !== 'C') return;
    expect(code).toBe(3);
    expect(stderr).toContain('its access to the network cannot be limited here');
    expect(stderr).toContain('run it with --allow-unenforced or --trust, or approve');
  });

  it('nor does code that only an imported file has run', async () => {
    const importing = arena.put(
      'app/importing.tui',
      '<import src="card.tui"/><text id="t"></text><x-card/>',
    );
    arena.put(
      'app/card.tui',
      `<template element="x-card"><script>document.getElementById('t').textContent = 'STRANGER';</script></template>`,
    );
    const env = { HOME: join(arena.root, 'home'), TUI_SANDBOX_TIER: tier };
    const snapshot = async (...flags: string[]): Promise<Result> =>
      await tui(['snapshot', importing, ...flags], { cwd: arena.app, env });
    expect((await snapshot('--allow-unenforced')).stdout).toContain('STRANGER');
    const { code, stdout } = await snapshot();
    expect(code).toBe(tier === 'C' ? 3 : 0);
    expect(stdout.includes('STRANGER')).toBe(tier !== 'C');
  });

  it('the flag lets it run, and nothing more', async () => {
    const { code } = await start(tier, '--allow-unenforced');
    expect(code).toBe(0);
    expect(reached).toEqual([]);
  });

  it('its permissions state what enforces them, and what to do', async () => {
    const env = { HOME: join(arena.root, 'home'), TUI_SANDBOX_TIER: tier };
    const { stdout } = await tui(['permissions', app], { cwd: arena.app, env });
    expect(stdout).toContain(`Tier ${tier}, `);
    expect(
      stdout.includes('Enforced by Node') && stdout.includes("inside the app's own process"),
    ).toBe(tier !== 'A');
    expect(stdout.includes('Not enforced: net.')).toBe(tier === 'C');
    expect(/^For a better sandbox, .+ \(tier [AB]\)/m.test(stdout)).toBe(tier !== 'A');
  });

  it('its screen shows what does not hold', async () => {
    const steps: PtyStep[] = [
      { wait: 'STRANGER' },
      ...(tier === 'C' ? [{ wait: 'not limited' }] : []),
      { type: 'q' },
    ];
    const env = { HOME: join(arena.root, 'home'), TUI_SANDBOX_TIER: tier };
    const { text, status } = await runOnPty(main, ['--trust', app], steps, env);
    expect(status).toBe(0);
    if (tier === 'C') expect(text.split('\u001b[?1049h')[1]).toContain('not limited');
  });

  it('a person is told what does not hold before the app has run a line', async () => {
    reached = [];
    const env = { HOME: join(arena.root, 'home'), TUI_SANDBOX_TIER: tier };
    const steps: PtyStep[] =
      tier === 'C'
        ? [{ wait: 'cannot keep it from' }, { type: '\u001b' }]
        : [{ wait: 'STRANGER' }, { type: 'q' }];
    const { status } = await runOnPty(main, [app], steps, env);
    expect(reached).toEqual([]);
    expect(status).toBe(tier === 'C' ? 3 : 0);
  });
});

/** Requests that are broken off at each message, in each way: the launcher answers on, and keeps nothing. @ci */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { serve } from '../../support/web.js';
import { serveWebSockets } from '../../support/web-sockets.js';
import { Arena, losers, type Fight } from './support/arena.js';
import { describeLauncher } from '../support/tiers.js';

const main = commandFile();

async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

interface Battle extends Fight {
  /** Open descriptors of the launcher at the end; undefined where the system does not tell. */
  readonly descriptors: number | undefined;
}

async function fight(tier: string): Promise<Battle> {
  const arena = new Arena(main);
  const web = await serve();
  const sockets = await serveWebSockets();
  let descriptors: number | undefined;
  try {
    const places = {
      port: web.port,
      socketPort: sockets.port,
      closedPort: await closedPort(),
    };
    const net = Object.values(places).map((port) => `localhost:${port}`);
    const result = await arena.fight(tier, 'cut', places, {
      permissions: { net, run: ['cat'] },
      onStart: ({ pid, stderr }) => {
        stderr?.on('data', (text: string) => {
          if (!text.includes('QUIET')) return;
          setTimeout(() => (descriptors = countOf(pid)), 1000);
        });
      },
    });
    return { ...result, descriptors };
  } finally {
    await sockets.close();
    await web.close();
    arena.remove();
  }
}

function countOf(pid: number | undefined): number | undefined {
  try {
    return readdirSync(`/proc/${String(pid)}/fd`).length;
  } catch {
    return undefined;
  }
}

describe('a launcher that listens too late', () => {
  it('ends with the first request that is cancelled', async () => {
    const program = `
      const sent = require('node:http').get('http://127.0.0.1:${await closedPort()}/');
      try {
        AbortSignal.abort().throwIfAborted();
        sent.on('error', () => undefined);
      } catch {}
      setTimeout(() => undefined, 20_000);`;
    const { status, stderr } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([1, expect.stringContaining('ECONNREFUSED')]);
  });
});

describeLauncher((tier) => {
  it('answers after each of them', async () => {
    const result = await fight(tier);
    // The attacks have won where the launcher answers.
    expect(losers(result)).toEqual([]);
    expect(Object.keys(result.outcomes).length).toBeGreaterThan(150);
    expect(result.stderr).not.toMatch(/ error /);
    expect(result.code).toBe(0);
    // Standard streams, event loop, channels, the compiler, and 16 idle connections at most.
    if (process.platform === 'linux') expect(result.descriptors).toBeLessThan(60);
    expect(result.changed).toEqual([]);
  });
});

/**
 * Objects of Node that an app could reach: a handle behind a socket or watcher, its class, and every way to a module
 * that apps do not have.
 */
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { Arena, losers, winners, type Fight } from './support/arena.js';
import { describeTiers } from '../support/tiers.js';

const main = commandFile();

async function fight(tier: string): Promise<Fight> {
  const arena = new Arena(main);
  arena.link('app/deep/er/back', arena.app);
  const busy = arena.put('outside/busy.txt', 'x');
  // Something to watch, as long as it takes; never empty, as a file that is written anew is for a moment.
  const writing = setInterval(() => appendFileSync(busy, 'x'), 40);
  const victim = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
  const server = createServer((peer) => peer.on('error', () => undefined).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const place = { victim: victim.pid, port };
    const found = await arena.fight(tier, 'handles', place, {
      permissions: { write: ['./cache'] },
    });
    return {
      ...found,
      changed: found.changed.filter((path) => path !== join(arena.outside, 'busy.txt')),
    };
  } finally {
    clearInterval(writing);
    server.close();
    victim.kill('SIGKILL');
    arena.remove();
  }
}

describe('without a sandbox', () => {
  it('they do what an app calls for', async () => {
    const control = await fight('control');
    expect(losers(control)).toEqual([]);
    const names = control.changed.map((path) => path.replace(/.*\//, ''));
    expect(names).toEqual(expect.arrayContaining(['spawned', 'by-bind.sock']));
  });
});

describeTiers((tier) => {
  it('none of them does', async () => {
    const { outcomes, changed } = await fight(tier);
    // What is above the app's folder there is the sandbox's own.
    const own = tier === 'A' ? /^CHDIR/ : /^$/;
    expect(winners({ outcomes } as Fight).filter((line) => !own.test(line))).toEqual([]);
    expect(changed).toEqual([]);
    expect(Object.keys(outcomes).length).toBeGreaterThan(40);
  });
});

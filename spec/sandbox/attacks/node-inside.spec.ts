/**
 * Ways to what is behind Node's public functions: getters on what Node's objects inherit from, names of modules in
 * messages, functions that an app has replaced, and objects that Node passes on while it works.
 */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { describeTiers } from '../support/tiers.js';
import { Arena, losers, winners, type Fight } from './support/arena.js';

const main = commandFile();

async function fight(tier: string): Promise<Fight> {
  const arena = new Arena(main);
  arena.put('outside/certificate.pem', rootCertificates[0] ?? '');
  arena.link('app/deep/er/back', arena.app);
  // From the folder of the app, `outside` of the link is in it.
  arena.put('app/outside/secret.txt', 'another');
  arena.link('app/a/b/c/link', '../../../outside');
  arena.put('app/plain/er/text.txt', 'text');
  mkdirSync(join(arena.cache, 'deep/er'), { recursive: true });
  arena.link('app/cache/deep/er/back', arena.cache);
  const victim = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
  try {
    const place = { victim: victim.pid };
    return await arena.fight(tier, 'node-inside', place, { permissions: { write: ['./cache'] } });
  } finally {
    victim.kill('SIGKILL');
    arena.remove();
  }
}

describe('without a sandbox', () => {
  it('they come through', async () => {
    const control = await fight('control');
    expect(losers(control)).toEqual([]);
    expect(control.changed.map((path) => path.replace(/.*\//, ''))).toContain('written');
  });
});

describeTiers((tier) => {
  it('none of them does, and what is granted works', async () => {
    const { outcomes, changed } = await fight(tier);
    const isSane = ([name]: readonly [string, unknown]): boolean => name.startsWith('SANE');
    const of = (list: readonly (readonly [string, Fight['outcomes'][string]])[]) => ({
      outcomes: Object.fromEntries(list),
    });
    const all = Object.entries(outcomes);
    expect(winners(of(all.filter((each) => !isSane(each))))).toEqual([]);
    expect(losers(of(all.filter(isSane)))).toEqual([]);
    expect(changed).toEqual([]);
    expect(all.length).toBeGreaterThan(14);
  });
});

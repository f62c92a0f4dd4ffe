/**
 * `..` behind links that stay in the grant: Node looks at how a path is spelt, the system at where it leads.
 * Where Node stands alone, that was a way to every file.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { Arena, CANARY, losers, winners, type Fight } from './support/arena.js';
import { describeTiers } from '../support/tiers.js';

const main = commandFile();

async function fight(tier: string): Promise<Fight> {
  const arena = new Arena(main);
  try {
    arena.put('outside/data.json', JSON.stringify({ a: CANARY }));
    arena.put('outside/module.mjs', `export default ${JSON.stringify(CANARY)};`);
    arena.put('outside/env', `FROM_ENV_FILE=${CANARY}`);
    arena.link('app/deep/er/back', arena.app);
    arena.link('app/deep/back-of-deep', arena.app);
    mkdirSync(join(arena.cache, 'deep/er'), { recursive: true });
    arena.link('app/cache/deep/er/back', arena.cache);
    return await arena.fight(tier, 'climbs', {}, { permissions: { write: ['./cache'] } });
  } finally {
    arena.remove();
  }
}

describe('without a sandbox', () => {
  it('they lead out', async () => {
    const control = await fight('control');
    expect(losers(control)).toEqual([]);
    const names = control.changed.map((path) => path.replace(/.*\//, ''));
    expect(names).toEqual(expect.arrayContaining(['new.txt', 'moved.txt', 'copied.txt', 'heap']));
  });
});

describeTiers((tier) => {
  it('none of them does', async () => {
    const result = await fight(tier);
    expect(winners(result)).toEqual([]);
    expect(result.changed).toEqual([]);
    expect(Object.keys(result.outcomes).length).toBeGreaterThan(35);
  });
});

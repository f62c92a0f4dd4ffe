/**
 * What no grant names, beside three granted files or folders whose names begin as its own does: Node 20 grants the common
 * beginning as well, where Node alone keeps an app in its grants.
 */
import { chmodSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { Arena, CANARY, losers, winners, type Fight } from './support/arena.js';
import { describeTiers } from '../support/tiers.js';

const main = commandFile();

async function fight(tier: string): Promise<Fight> {
  const arena = new Arena(main);
  try {
    arena.put('keys/id', CANARY);
    for (const name of ['keys-cache', 'keys.index', 'keys_new']) arena.folder(name);
    for (const name of ['profile', 'profile.d', 'profile-w', 'profile_x']) arena.put(name, CANARY);
    arena.put('notes/private', `export default ${JSON.stringify(CANARY)};`);
    for (const name of ['private.txt', 'private-2', 'private_3'])
      arena.put(`notes/${name}`, CANARY);
    for (const name of ['list', 'list.1', 'list-2', 'list_3']) arena.put(`app/${name}`, 'own');
    chmodSync(`${arena.root}/keys`, 0o755);
    const beside = ['keys-cache', 'keys.index', 'keys_new', 'profile.d', 'profile-w', 'profile_x'];
    const own = ['list.1', 'list-2', 'list_3'];
    return await arena.fight(
      tier,
      'common-beginnings',
      {},
      {
        permissions: {
          read: ['../notes'],
          write: [...beside.map((name) => `../${name}`), ...own.map((name) => `./${name}`)],
        },
        flags: [`--deny-read=${arena.root}/notes/private`],
      },
    );
  } finally {
    arena.remove();
  }
}

const isSane = (line: string): boolean => line.startsWith('SANE');

describe('without a sandbox', () => {
  it('all of it is within reach', async () => {
    expect(losers(await fight('control'))).toEqual([]);
  });
});

describeTiers((tier) => {
  it('it is neither found, read, moved nor changed', async () => {
    const result = await fight(tier);
    const won = winners(result);
    expect(won.filter((line) => !isSane(line))).toEqual([]);
    expect(losers(result).filter(isSane)).toEqual([]);
    expect(won.filter(isSane)).toHaveLength(5);
    const isOwn = (path: string): boolean => path.includes('/keys-cache');
    expect(result.changed.filter((path) => !isOwn(path))).toEqual([]);
  });
});

/** The working folder of a program that an app runs: the one that the launcher has looked at, whatever becomes of its name. */
import { describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { describeTiers } from '../support/tiers.js';
import { Arena, losers, winners, type Fight } from './support/arena.js';

const main = commandFile();

async function fight(tier: string): Promise<Fight> {
  const arena = new Arena(main);
  try {
    const cwd = arena.folder('app/cache/start');
    arena.put('app/cache/start/secret.txt', 'plain');
    // Node alone does not start an app that may write a folder with such a link.
    if (tier === 'A' || tier === 'control') arena.link('app/cache/link', arena.outside);
    return await arena.fight(
      tier,
      'program-folders',
      {},
      {
        permissions: { write: ['./cache'], run: ['cat secret.txt $'] },
        shell: `cd ${JSON.stringify(cwd)};`,
      },
    );
  } finally {
    arena.remove();
  }
}

describe('without the launcher’s care', () => {
  it('a name leads to another folder', async () => {
    expect(losers(await fight('control'))).toEqual([]);
  });
});

describeTiers((tier) => {
  it('is another one for no program', async () => {
    const { outcomes } = await fight(tier);
    const isSane = ([name]: readonly [string, unknown]): boolean => name.startsWith('SANE');
    const all = Object.entries(outcomes);
    const of = (isWanted: boolean) => ({
      outcomes: Object.fromEntries(all.filter((each) => isSane(each) === isWanted)),
    });
    expect(winners(of(false))).toEqual([]);
    expect(losers(of(true))).toEqual([]);
    expect(all).toHaveLength(4);
  });
});

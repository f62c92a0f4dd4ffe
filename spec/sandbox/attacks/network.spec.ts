/** TCP, UDP, Unix sockets, names, servers; and fetch with every spelling of an address. */
import { describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { losers, winners } from './support/arena.js';
import { fightNetwork } from './support/fights.js';
import { describeTiers } from '../support/tiers.js';

const main = commandFile();

describe('without a sandbox', () => {
  it('they connect', async () => {
    const control = await fightNetwork(main, 'control');
    expect(losers(control)).toEqual([]);
    expect(control.heard).toBeGreaterThan(15);
  });
});

describeTiers((tier) => {
  it('none of them does', async () => {
    const result = await fightNetwork(main, tier);
    expect(winners(result)).toEqual([]);
    expect(result.heard).toBe(0);
    expect(result.changed).toEqual([]);
  });
});

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
  it(tier === 'C' ? 'what is written of this tier is so' : 'none of them does', async () => {
    const result = await fightNetwork(main, tier);
    if (tier === 'C') {
      // An older Node knows no permission for sockets: the page on security says so, and this is why.
      expect(winners(result).some((line) => line.startsWith('SOCKET net.Socket'))).toBe(true);
      // What goes through the launcher is refused all the same.
      expect(winners(result).filter((line) => line.startsWith('FETCH'))).toEqual([]);
      return;
    }
    // In a network of its own one may listen: nobody can call.
    const own = tier === 'A' ? /^LISTEN (net|udp)/ : /^$/;
    expect(winners(result).filter((line) => !own.test(line))).toEqual([]);
    expect(result.heard).toBe(0);
    expect(result.changed).toEqual([]);
  });
});

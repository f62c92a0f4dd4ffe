/** Programs, threads, native code, signals and secrets. */
import { describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { losers, winners } from './support/arena.js';
import { fightProcesses } from './support/fights.js';
import { describeTiers } from '../support/tiers.js';

const main = commandFile();

describe('without a sandbox', () => {
  it('they work', async () => {
    const control = await fightProcesses(main, 'control');
    expect(losers(control)).toEqual([]);
    expect(control.changed.map((path) => path.replace(/.*\//, '')).sort()).toEqual(
      expect.arrayContaining(['by-hooks', 'heap', 'report.json', 'turbo.cfg']),
    );
  });
});

describeTiers((tier) => {
  it('none of them does', async () => {
    const result = await fightProcesses(main, tier);
    expect(winners(result)).toEqual([]);
    expect(result.changed).toEqual([]);
    expect(Object.keys(result.outcomes).length).toBeGreaterThan(50);
  });
});

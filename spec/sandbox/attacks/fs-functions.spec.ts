/** Every function of `node:fs` and `node:fs/promises`, by their own lists, against what is not granted. */
import { describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { Arena, losers, winners, type Fight } from './support/arena.js';
import { describeTiers } from '../support/tiers.js';

const main = commandFile();

/** More than there are functions: each has a target of its own. */
const TARGETS = 260;

/** `climbs`: the targets are named by way of a link in the app's folder, and up from where it leads. */
async function fight(tier: string, climbs = false): Promise<Fight> {
  const arena = new Arena(main);
  try {
    for (let n = 0; n < TARGETS; n++) {
      arena.put(`outside/t${n}/file`, 'untouched');
      arena.put(`outside/t${n}/dir/in`, 'untouched');
      arena.folder(`outside/t${n}/empty`);
      arena.link(`outside/t${n}/link`, 'file');
    }
    arena.link('app/deep/er/back', arena.app);
    const outside = `${arena.app}/deep/er/back/../outside`;
    const place = climbs ? { outside } : {};
    return await arena.fight(tier, 'fs-functions', place, { permissions: { write: ['./cache'] } });
  } finally {
    arena.remove();
  }
}

const isTable = (line: string): boolean => line.startsWith('TABLE');

describe('without a sandbox', () => {
  it('each of them works', async () => {
    const control = await fight('control');
    expect(winners(control).filter(isTable)).toEqual([]);
    // Linux cannot change the mode of a link.
    expect(losers(control).filter((line) => !isTable(line) && !/lchmod/i.test(line))).toEqual([]);
    expect(Object.keys(control.outcomes).length).toBeGreaterThan(120);
    expect(control.changed.length).toBeGreaterThan(30);
  });

  it('most of them follow a link, and lead up from there', async () => {
    const control = await fight('control', true);
    // Some resolve a path as it is spelt, before they use it.
    expect(winners(control).length).toBeGreaterThan(100);
    expect(control.changed.length).toBeGreaterThan(30);
  });
});

describeTiers((tier) => {
  it.each([
    ['none of them does', false],
    ['none of them does by way of a link and up from there', true],
  ])('%s', async (_name, climbs) => {
    const { outcomes, changed } = await fight(tier, climbs);
    expect(winners({ outcomes } as Fight)).toEqual([]);
    expect(Object.keys(outcomes).length).toBeGreaterThan(120);
    expect(changed).toEqual([]);
  });
});

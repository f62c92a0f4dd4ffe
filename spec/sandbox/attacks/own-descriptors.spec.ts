/**
 * Descriptors of Node's inside, by their numbers. libuv reads addresses of its own objects from one of them, so that an app
 * that writes there has code of its choice run: where Node alone keeps it in its grants, that is all rights of its user.
 * @ci
 */
import { describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { Arena, losers, type Fight } from './support/arena.js';
import { WITHOUT_BUBBLEWRAP } from '../support/tiers.js';

const main = commandFile();
const permissions = { write: ['./cache'] };

async function fight(tier: string, place: Readonly<Record<string, unknown>>): Promise<Fight> {
  const arena = new Arena(main);
  try {
    return await arena.fight(tier, 'own-descriptors', place, { permissions });
  } finally {
    arena.remove();
  }
}

describe('without a sandbox', () => {
  it('they are read, written and looked at', async () => {
    expect(losers(await fight('control', {}))).toEqual([]);
  });

  it.each([
    ['by a number', true],
    ['as to a terminal', 'as a terminal'],
  ])('a process calls the address that it has written %s', async (_, calls) => {
    const arena = new Arena(main);
    try {
      const { ended } = arena.start('control', 'own-descriptors', { calls });
      const { code, stdout } = await ended;
      // Its process was ended by a signal, the one for an address that is none.
      expect(code).toBe(128);
      expect(stdout).not.toContain('OUTCOMES');
    } finally {
      arena.remove();
    }
  });
});

describe(`tier ${WITHOUT_BUBBLEWRAP}`, () => {
  it('none of them is', async () => {
    const { outcomes } = await fight(WITHOUT_BUBBLEWRAP, { calls: true });
    const won = Object.keys(outcomes).filter((name) => outcomes[name]?.won === true);
    expect(won).toEqual([
      'SANE: a file of its own is written and read',
      'SANE: by a handle',
      'SANE: a file of its own is sent by HTTP/2',
    ]);
    expect(Object.keys(outcomes).length).toBe(13);
  });
});

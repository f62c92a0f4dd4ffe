/**
 * A walk over everything that an app can reach of Node: each function of Node's inside that is found has been looked
 * at, or is replaced by one that checks. What a new version of Node adds fails here.
 */
import { describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { describeTiers } from '../support/tiers.js';
import { Arena } from './support/arena.js';
import {
  REFUSED_BY_NODE,
  REVIEWED_CLASSES,
  REVIEWED_METHODS,
  REVIEWED_STARTS,
} from './support/reviewed-functions.js';

const main = commandFile();

/** `root.name` of a method or accessor, and `new root.Name` of a class. */
async function walk(tier: string): Promise<readonly string[]> {
  const arena = new Arena(main);
  try {
    return Object.keys(
      (await arena.fight(tier, 'walk', {}, { permissions: { write: ['./cache'] } })).outcomes,
    );
  } finally {
    arena.remove();
  }
}

function isReviewed(found: string): boolean {
  const name = found.slice(found.lastIndexOf('.') + 1);
  // A class without a name makes objects that hold variables or keys.
  if (found.startsWith('new ')) return name === '' || REVIEWED_CLASSES.has(name);
  if (name === 'start') return REVIEWED_STARTS.includes(found);
  return REVIEWED_METHODS.has(name) || REFUSED_BY_NODE.has(name);
}

describe('without a sandbox', () => {
  it('there are functions that name a process, a path or an address', async () => {
    const found = await walk('control');
    expect(found).toEqual(
      expect.arrayContaining([
        'ChildProcess.kill',
        'ChildProcess.spawn',
        'dgram.send',
        'dns.Resolver.setServers',
        'fs.watch().start',
        'fs.watchFile().start',
        'net.Socket.bind',
        'net.Socket.connect',
        'net.Socket.open',
        'new ChildProcess.Process',
        'new fs.watch().FSEvent',
        'new fs.watchFile().StatWatcher',
        'new net.Socket.TCP',
      ]),
    );
  });
});

describeTiers((tier) => {
  it('each function that is found has been looked at', async () => {
    const found = await walk(tier);
    expect(found.filter((each) => !isReviewed(each))).toEqual([]);
    expect(found.length).toBeGreaterThan(300);
  });
});

/** What the app can say to the launcher. The control is the same request where its permission is granted. */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import {
  Arena,
  CANARY,
  TIERS,
  describeTiers,
  losers,
  winners,
  type Fight,
} from './support/arena.js';

const main = commandFile();

async function fight(
  tier: string,
  { flags = [], last }: { flags?: readonly string[]; last?: string } = {},
): Promise<Fight> {
  const arena = new Arena(main);
  try {
    arena.put('outside/module.mjs', `export default ${JSON.stringify(CANARY)};`);
    arena.put('outside/text.md', CANARY);
    const map = {
      version: 3,
      sources: ['a'],
      sourcesContent: [CANARY],
      names: [],
      mappings: 'AAAA',
    };
    const path = arena.put('outside/map.json', JSON.stringify(map));
    arena.put(
      'app/mapped.js',
      `export const m = 1; console.log(m);\n//# sourceMappingURL=${path}\n`,
    );
    if (tier === 'A') symlinkSync(`${arena.outside}/text.md`, join(arena.cache, 'link.md'));
    else arena.put('app/cache/link.md', flags.length > 0 ? CANARY : 'mine');
    const granted = flags.length > 0;
    return await arena.fight(
      tier,
      'channel',
      { granted, ...(last === undefined ? {} : { last }) },
      {
        permissions: { write: ['./cache'] },
        flags: flags.map((flag) => flag.replace('ROOT', arena.root)),
        env: { XDG_CONFIG_HOME: join(arena.root, 'home') },
      },
    );
  } finally {
    arena.remove();
  }
}

const isNever = (line: string): boolean => line.startsWith('NEVER');
const isRun = (line: string): boolean => line.startsWith('a program is run');

describe('where it is granted', () => {
  it('they work', async () => {
    const flags = ['--allow-read=ROOT/outside', '--allow-write=ROOT/home', '--allow-run=cat'];
    const control = await fight(TIERS[0] ?? '', { flags });
    // Running a program has its own way of answering, and specs of its own.
    expect(losers(control).filter((line) => !isNever(line) && !isRun(line))).toEqual([]);
    // A map may not be read without a look at it, also where that look would say yes.
    expect(winners(control).filter(isNever)).toEqual([]);
  });
});

describeTiers((tier) => {
  it('nothing comes of asking', async () => {
    const result = await fight(tier);
    expect(winners(result).map((line) => line.replace(/:.*/, ''))).toEqual(['it still answers']);
    expect(result.changed).toEqual([]);
    expect(result.code).toBe(0);
  });

  it.each([
    'no JSON',
    'an array',
    'no known type',
    'deep nesting',
    'a frame without end',
    'an empty frame',
    'no known frame',
    'noise',
  ])('%s ends the app, and says so', async (last) => {
    const { code, stderr } = await fight(tier, { last });
    expect(stderr).toMatch(/runner-broken: the app was ended: it sent .* to the launcher/);
    expect(stderr).not.toMatch(/\n {4}at /);
    expect(code).toBe(1);
  });
});

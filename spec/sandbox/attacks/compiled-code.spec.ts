/** Compiled code that the launcher executes at its next start: no app can put anything into it. */
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { buildCli, removeCli } from '../../support/cli.js';
import { Arena, describeTiers, losers, winners, type Fight } from './support/arena.js';

jest.setTimeout(90_000);

let main = '';
beforeAll(async () => {
  main = await buildCli();
});
afterAll(removeCli);

const FILE = 'command.0.0';

interface Result {
  readonly fight: Fight;
  /** Names, modes and content of the folder afterwards. */
  readonly found: readonly string[];
}

/** @param isThere the folder, with a file in it, before the app starts; else nothing has been compiled yet */
async function attacked(tier: string, isThere: boolean, grant: string): Promise<Result> {
  const arena = new Arena(main);
  const folder = join(arena.root, 'home/.cache/tui/code');
  try {
    if (isThere) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(join(folder, FILE), 'tui-code-1\n[]\n', { mode: 0o600 });
    }
    const fight = await arena.fight(
      tier,
      'compiled-code',
      { folder, file: FILE },
      {
        flags: [grant === '' ? '--allow-write' : `--allow-write=${join(arena.root, grant)}`],
        // The launcher reads its code; none is written while this is looked at.
        env: { TUI_CODE_CACHE: 'read' },
      },
    );
    return { fight, found: contentOf(folder) };
  } finally {
    arena.remove();
  }
}

function contentOf(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => {
      const path = join(folder, name);
      return `${name} ${(statSync(path).mode & 0o777).toString(8)} ${readFileSync(path, 'utf8')}`;
    });
  } catch {
    return [];
  }
}

const UNTOUCHED = [`${FILE} 600 tui-code-1\n[]\n`];

describe('without a sandbox', () => {
  it('all of it can be done', async () => {
    const { fight, found } = await attacked('control', true, 'home');
    expect(losers(fight)).toEqual([expect.stringContaining('finds it open')]);
    expect(found).not.toEqual(UNTOUCHED);
  });
});

describeTiers((tier) => {
  it.each([
    ['its home', 'home'],
    ['the cache folder', 'home/.cache'],
    ['everything', ''],
  ])('an app that may write %s leaves the code as it is', async (_, grant) => {
    const { fight, found } = await attacked(tier, true, grant);
    expect(winners(fight)).toEqual([]);
    expect(Object.keys(fight.outcomes)).toHaveLength(13);
    expect(found).toEqual(UNTOUCHED);
  });

  it('and cannot be there first', async () => {
    const { fight, found } = await attacked(tier, false, 'home');
    expect(winners(fight)).toEqual([]);
    expect(found).toEqual([]);
  });
});

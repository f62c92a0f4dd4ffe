/**
 * What the user's variables have the system and Node load before tui (`LD_LIBRARY_PATH`, `OPENSSL_CONF`), where an app may write:
 * the next start would run it with all rights of the user.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { describeTiers } from '../support/tiers.js';
import { Arena, losers, winners } from './support/arena.js';

const main = commandFile();

/** What becomes of Node in this environment. */
function start(variable: string, value: string): number | null {
  const env = { PATH: process.env['PATH'], [variable]: value };
  return spawnSync(process.execPath, ['-e', '0'], { env }).status;
}

const VARIABLES = ['LD_LIBRARY_PATH', 'OPENSSL_CONF'] as const;

function put(arena: Arena): Record<(typeof VARIABLES)[number], string> {
  const folder = arena.folder('app/cache/lib');
  const file = join(folder, 'openssl.cnf');
  writeFileSync(file, '');
  return { LD_LIBRARY_PATH: folder, OPENSSL_CONF: file };
}

const permissions = { write: ['./cache'] };

describe('without the guard', () => {
  it('what the app has put there decides the next start', async () => {
    const arena = new Arena(main);
    try {
      const values = put(arena);
      for (const name of VARIABLES) expect(start(name, values[name])).toBe(0);
      const result = await arena.fight('control', 'named-code', {}, { permissions });
      expect(losers(result)).toEqual([]);
      const away = `${values.LD_LIBRARY_PATH}-away`;
      expect(start('OPENSSL_CONF', join(away, 'openssl.cnf'))).not.toBe(0);
      if (process.platform === 'linux') expect(start('LD_LIBRARY_PATH', away)).not.toBe(0);
    } finally {
      arena.remove();
    }
  });
});

describeTiers((tier) => {
  it.each(VARIABLES)('%s: the app does not start, or cannot change it', async (name) => {
    const arena = new Arena(main);
    try {
      const values = put(arena);
      const env = { [name]: values[name] };
      const options = { permissions, env };
      if (tier === 'A') {
        const won = winners(await arena.fight(tier, 'named-code', {}, options)).join('\n');
        expect(won).not.toContain(name === 'OPENSSL_CONF' ? 'a configuration' : 'a library');
        expect(won).not.toContain('another folder in its place');
        expect(won).toContain('SANE a file beside them');
      } else {
        const { code, stderr } = await arena.start(tier, 'named-code', {}, options).ended;
        expect(stderr).toContain(`, which ${name} has tui load or read`);
        expect(code).toBe(2);
      }
      expect(start(name, values[name])).toBe(0);
    } finally {
      arena.remove();
    }
  });
});

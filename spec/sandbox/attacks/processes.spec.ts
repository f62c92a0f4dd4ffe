/** Programs, threads, native code, signals and secrets. */
import { spawn, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { Arena, CANARY, describeTiers, losers, winners, type Fight } from './support/arena.js';

const main = commandFile();

/** Another program of the user's, in Node: tells in a file when somebody opens its inspector. */
async function victimIn(arena: Arena): Promise<ChildProcess> {
  const file = join(arena.cache, 'opened');
  const code = `
    const { url } = require('node:inspector');
    process.debugPort = 0;
    console.log('up');
    setInterval(() => { if (url()) require('node:fs').writeFileSync(${JSON.stringify(file)}, ''); }, 20);`;
  const victim = spawn(process.execPath, ['--inspect-port=0', '-e', code], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await new Promise((resolve) => victim.stdout?.once('data', resolve));
  return victim;
}

async function fight(tier: string): Promise<Fight> {
  const arena = new Arena(main);
  const victim = await victimIn(arena);
  try {
    writeFileSync(join(arena.outside, 'env'), `FROM_ENV_FILE=${CANARY}`);
    return await arena.fight(
      tier,
      'processes',
      { victim: victim.pid },
      {
        permissions: { write: ['./cache'] },
        flags: ['--deny-run'],
        env: {
          NODE_OPTIONS: '--no-deprecation',
          LD_PRELOAD: '/nonexistent.so',
        },
      },
    );
  } finally {
    victim.kill('SIGKILL');
    arena.remove();
  }
}

describe('without a sandbox', () => {
  it('they work', async () => {
    const control = await fight('control');
    expect(losers(control)).toEqual([]);
    expect(control.changed.map((path) => path.replace(/.*\//, '')).sort()).toEqual(
      expect.arrayContaining(['by-hooks', 'heap', 'report.json', 'turbo.cfg']),
    );
  });
});

describeTiers((tier) => {
  it('none of them does', async () => {
    const result = await fight(tier);
    expect(winners(result)).toEqual([]);
    expect(result.changed).toEqual([]);
    expect(Object.keys(result.outcomes).length).toBeGreaterThan(50);
  });
});

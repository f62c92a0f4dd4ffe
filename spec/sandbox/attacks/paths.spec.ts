/** One file under all its names: spellings, links, /proc, descriptors, modules. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { needs } from '../../support/programs.js';
import { commandFile } from '../../support/cli.js';
import { Arena, CANARY, losers, winners } from './support/arena.js';
import { fightPaths } from './support/fights.js';
import { describeTiers, WITHOUT_BUBBLEWRAP } from '../support/tiers.js';

beforeAll(() => needs('bash'));

const main = commandFile();

/** What nobody can do: names that lead nowhere, and the first process of the machine, which is not ours. */
const isNone = (line: string): boolean => /^(NONE|read \/proc\/1\/root)/.test(line);

describe('without a sandbox', () => {
  it('they lead there', async () => {
    const control = await fightPaths(main, 'control', true);
    expect(losers(control).filter((line) => !isNone(line))).toEqual([]);
    expect(winners(control).filter((line) => line.startsWith('NONE'))).toEqual([]);
  });
});

describeTiers((tier) => {
  it('none of them does', async () => {
    const result = await fightPaths(main, tier, tier === 'A');
    expect(winners(result)).toEqual([]);
    expect(result.changed).toEqual([]);
    expect(Object.keys(result.outcomes).length).toBeGreaterThan(60);
  });
});

describe('links, where Node alone would follow them', () => {
  const start = async (name: string, target: string, prepare = (_: Arena): void => undefined) => {
    const arena = new Arena(main);
    try {
      prepare(arena);
      arena.link(name, target.replace('OUTSIDE', arena.outside).replace('CACHE', arena.cache));
      return await arena
        .fight(WITHOUT_BUBBLEWRAP, 'paths', { links: {} }, { permissions: { write: ['./cache'] } })
        .then(
          () => 'started',
          (error: Error) => error.message,
        );
    } finally {
      arena.remove();
    }
  };

  it.each([
    ['out of the grant', 'app/link', 'OUTSIDE/secret.txt'],
    ['from what may be written to what may be read', 'app/cache/link', '../data.txt'],
    ['dangling, where it could be filled', 'app/cache/link', '../nothing'],
    ['dangling, where only others can fill it', 'app/link', 'OUTSIDE/later.txt'],
    ['dangling within the grant', 'app/link', 'later.txt'],
    ['dangling, deep in it', 'app/a/b/c/d/link', '../../later/secret.txt'],
    ['dangling, into another grant', 'app/link', 'CACHE/later.txt'],
    ['to itself', 'app/link', 'link'],
  ])('%s: the app does not start', async (_name, from, to) => {
    expect(await start(from, to)).toMatch(/no-sandbox: .* cannot keep the app from following/);
  });

  it('which Node follows as soon as there is something', async () => {
    const arena = new Arena(main);
    try {
      const link = arena.link('app/link', join(arena.root, 'later/secret.txt'));
      const code = `
        const { readFileSync } = require('node:fs');
        const read = () => {
          try { return readFileSync(${JSON.stringify(link)}, 'utf8'); }
          catch ({ code }) { return code; }
        };
        const first = read();
        process.on('message', () => { process.send([first, read()]); process.disconnect(); });
        process.send('looked');`;
      const flag = process.allowedNodeEnvironmentFlags.has('--permission')
        ? '--permission'
        : '--experimental-permission';
      const child = spawn(process.execPath, [flag, `--allow-fs-read=${arena.app}`, '-e', code], {
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
      await once(child, 'message');
      arena.put('later/secret.txt', CANARY);
      child.send('there');
      expect(await once(child, 'message')).toMatchObject([['ENOENT', CANARY]]);
    } finally {
      arena.remove();
    }
  });

  it('within the grant, but out of it once it is renamed: it does not start', async () => {
    const message = await start('app/cache/a/b/link', '../../outside/x', (arena) => {
      mkdirSync(`${arena.cache}/outside`);
      writeFileSync(`${arena.cache}/outside/x`, 'mine');
    });
    expect(message).toMatch(/cannot keep the app from following .*\/a\/b\/link/);
  });

  it('within the grant for good: it starts', async () => {
    expect(await start('app/cache/link', 'CACHE/mine.txt')).toBe('started');
  });
});

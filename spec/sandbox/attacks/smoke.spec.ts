/**
 * Each kind of attack once on the tier of Node alone: what `npm test` tries of it. In CI the other files try it in full;
 * see `../support/tiers.ts`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { runOnPty } from '../../support/pty.js';
import { WITHOUT_BUBBLEWRAP } from '../support/tiers.js';
import { winners } from './support/arena.js';
import {
  fightChannel,
  fightEnvironment,
  fightNetwork,
  fightPaths,
  fightProcesses,
} from './support/fights.js';
import { foreign, putFrames } from './support/frames.js';

const main = commandFile();
const tier = WITHOUT_BUBBLEWRAP;

describe(`tier ${tier}`, () => {
  it('paths and descriptors: no name leads to a file that is not granted', async () => {
    const result = await fightPaths(main, tier, false);
    expect(winners(result)).toEqual([]);
    expect(result.changed).toEqual([]);
    expect(Object.keys(result.outcomes)).toEqual(
      expect.arrayContaining(['a descriptor that was left open', 'a folder that was left open']),
    );
  });

  it('network: what goes through the launcher is refused', async () => {
    const result = await fightNetwork(main, tier);
    expect(winners(result)).toEqual([]);
    expect(Object.keys(result.outcomes)).toContain('FETCH plain');
  });

  it('programs: none is started', async () => {
    const result = await fightProcesses(main, tier);
    expect(winners(result)).toEqual([]);
    expect(result.changed).toEqual([]);
    expect(Object.keys(result.outcomes).length).toBeGreaterThan(50);
  });

  it('environment: a variable that is denied is nowhere', async () => {
    const result = await fightEnvironment(main, tier, { flags: ['--deny-env=WEATHER_UNIT'] });
    expect(winners(result)).toEqual([]);
    expect(result.outcomes['the memory of the process']?.detail).toBe('undefined');
  });

  it('messages: nothing comes of asking the launcher, and noise ends the app', async () => {
    const result = await fightChannel(main, tier, { last: 'noise' });
    expect(winners(result).map((line) => line.replace(/:.*/, ''))).toEqual(['it still answers']);
    expect(result.changed).toEqual([]);
    expect(result.stderr).toMatch(/runner-broken: the app was ended: it sent .* to the launcher/);
    expect(result.code).toBe(1);
  });

  it('frames: one that breaks the protocol ends the app, and the terminal gets none of it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tui-smoke-'));
    try {
      const file = putFrames(folder, 'an undeclared link');
      const { text, status, errors, restored } = await runOnPty(
        main,
        ['--trust', file],
        [{ type: 'a' }],
        { TUI_SANDBOX_TIER: tier },
      );
      expect(errors).toContain('error runner-broken');
      expect({ status, restored, foreign: foreign(text) }).toEqual({
        status: 1,
        restored: true,
        foreign: [],
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

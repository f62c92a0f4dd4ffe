/** What the app can say to the launcher. The control is the same request where its permission is granted. @ci */
import { describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { losers, winners } from './support/arena.js';
import { fightChannel } from './support/fights.js';
import { TIERS, describeLauncher, describeTiers } from '../support/tiers.js';

const main = commandFile();

const isNever = (line: string): boolean => line.startsWith('NEVER');
const isRun = (line: string): boolean => /^a program (is run|that goes on)/.test(line);

describe('where it is granted', () => {
  it('they work', async () => {
    const flags = ['--allow-read=ROOT/outside', '--allow-write=ROOT/home', '--allow-run=cat'];
    const control = await fightChannel(main, TIERS[0] ?? '', { flags });
    // Running a program has its own way of answering, and specs of its own.
    expect(losers(control).filter((line) => !isNever(line) && !isRun(line))).toEqual([]);
    // A map may not be read without a look at it, also where that look would say yes.
    expect(winners(control).filter(isNever)).toEqual([]);
  });
});

describeTiers((tier) => {
  it('nothing comes of asking', async () => {
    const result = await fightChannel(main, tier);
    expect(winners(result).map((line) => line.replace(/:.*/, ''))).toEqual(['it still answers']);
    expect(result.changed).toEqual([]);
    expect(result.code).toBe(0);
  });
});

describeLauncher((tier) => {
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
    const { code, stderr } = await fightChannel(main, tier, { last, isBrief: true });
    expect(stderr).toMatch(/runner-broken: the app was ended: it sent .* to the launcher/);
    expect(stderr).not.toMatch(/\n {4}at /);
    expect(code).toBe(1);
  });
});

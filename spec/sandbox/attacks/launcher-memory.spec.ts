/** Floods of everything that an app can send: the launcher stays small, and ends at a signal. @ci */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { tried } from '../../support/property-runs.js';
import { Arena, CANARY } from './support/arena.js';
import { describeTiers, TIERS } from '../support/tiers.js';
import { runCommand, type Ended } from './support/watched.js';
import { openCutter } from './support/cutter.js';

const main = commandFile();

/** MB. At rest it has some 90. */
const MAX_MEMORY = 300;

/** Each list in one start of an app. */
const FLOODS = [[['values']], [['messages', 'requests', 'streams', 'things']], [['picture']]];

async function flood(tier: string, floods: readonly string[]): Promise<Ended> {
  const arena = new Arena(main);
  const cutter = await openCutter();
  try {
    const { root, app, cache, outside } = arena;
    const { port } = cutter;
    const place = { root, app, cache, outside, tier, port, canary: CANARY, floods };
    writeFileSync(join(app, 'place.json'), JSON.stringify(place));
    const permissions = { net: [`127.0.0.1:${port}`], run: ['echo', 'yes', 'sleep'] };
    const policy = JSON.stringify({ permissions: { ...permissions, write: ['~/.config/tui'] } });
    const script = `<script>import './launcher-memory.ts';</script>`;
    const file = arena.put(
      'app/launcher-memory.tui',
      `<policy>${policy}</policy><text>x</text>${script}`,
    );
    const output = floods.includes('picture') ? ['--output', join(root, 'picture.txt')] : [];
    const log = ['--log-file', join(root, 'home', 'app.log')];
    return await runCommand([main, ...log, 'snapshot', file, '--trust', ...output], {
      cwd: root,
      tier,
      memory: true,
      until: 'FLOODED',
      env: { HOME: join(root, 'home'), XDG_CONFIG_HOME: join(root, 'home/.config') },
      // It is told to end while all that it was sent is still there.
      then: (launcher) => void launcher.kill('SIGTERM'),
    });
  } finally {
    cutter.close();
    arena.remove();
  }
}

describe('without a limit', () => {
  it('values of JSON take many times the memory of their text', () => {
    const code = `JSON.parse('[' + '{},'.repeat(4e6) + '{}]');
      console.log(process.resourceUsage().maxRSS / 1024)`;
    const { stdout } = spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' });
    expect(Number(stdout)).toBeGreaterThan(MAX_MEMORY);
  });
});

describeTiers((tier) => {
  // What the launcher does is the same on all: on one all of it, on the others some.
  it.each(tier === TIERS[0] ? [...tried(FLOODS, 1)] : FLOODS.slice(0, 1))(
    'a flood of %j ends the app, or waits',
    async (floods) => {
      const { code, signal, stdout, stderr, peak } = await flood(tier, floods);
      // Told to end, it does; or it has ended an app that sent what is no message.
      const isBroken = /^error runner-broken/m.test(stderr);
      expect({ end: signal ?? code, done: stdout.includes('FLOODED') || isBroken }).toEqual({
        end: isBroken ? 1 : 'SIGTERM',
        done: true,
      });
      expect(stderr).not.toMatch(/uncaught|out of memory|\n {4}at /i);
      if (peak !== undefined) expect(peak).toBeLessThan(MAX_MEMORY);
    },
  );
});

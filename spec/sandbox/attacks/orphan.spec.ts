/** An app that never lets go of the processor does not outlive a launcher that fails. @ci */
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { until } from '../../support/until.js';
import { commandFile } from '../../support/cli.js';
import { Arena, type Ended } from './support/arena.js';
import { describeTiers, WITHOUT_BUBBLEWRAP } from '../support/tiers.js';

const main = commandFile();

/** A fault of the launcher's own, outside of everything, as soon as there is a file. */
const FAULT = `
const { existsSync } = require('node:fs');
const timer = setInterval(() => {
  if (!existsSync(process.env.FAULT_AT)) return;
  clearInterval(timer);
  if (process.env.FAULT_KIND === 'rejection') void Promise.reject(new Error('a fault'));
  else throw new Error('a fault');
}, 20);
timer.unref();
`;

interface Outcome extends Ended {
  /** The app goes on after the launcher's end. */
  readonly isLeft: boolean;
}

async function fail(tier: string, kind: 'exception' | 'rejection' | 'SIGKILL'): Promise<Outcome> {
  const arena = new Arena(main);
  try {
    const error = arena.put('fault.cjs', FAULT);
    const at = join(arena.root, 'now');
    const heart = join(arena.cache, 'heart');
    const size = (): number => (existsSync(heart) ? statSync(heart).size : 0);
    const { launcher, ended } = arena.start(
      tier,
      'orphan',
      {},
      {
        permissions: { write: ['./cache'] },
        env: { NODE_OPTIONS: `--require=${error}`, FAULT_AT: at, FAULT_KIND: kind },
      },
    );
    await until(() => size() > 10);
    const gone = new Promise((resolve) => launcher.once('exit', resolve));
    if (kind === 'SIGKILL') launcher.kill('SIGKILL');
    else writeFileSync(at, '');
    await gone;
    // The one that is left behind writes far more than what was on its way, the other one comes to rest.
    const atEnd = size();
    let last = -1;
    const isLeft = await until(
      () => {
        const before = last;
        last = size();
        if (last > atEnd + 200) return 'left';
        return last === before && 'ended';
      },
      { pause: 500 },
    );
    writeFileSync(join(arena.cache, 'stop'), '');
    return { ...(await ended), isLeft: isLeft === 'left' };
  } finally {
    arena.remove();
  }
}

describe(`a launcher that is killed, on tier ${WITHOUT_BUBBLEWRAP}`, () => {
  it('leaves the app behind: nothing of ours runs there', async () => {
    expect((await fail(WITHOUT_BUBBLEWRAP, 'SIGKILL')).isLeft).toBe(true);
  });
});

describeTiers((tier) => {
  it.each(['exception', 'rejection'] as const)('%s: it ends with the launcher', async (kind) => {
    const { isLeft, code, stderr } = await fail(tier, kind);
    expect(stderr).toContain('a fault');
    expect(code).toBe(1);
    expect(isLeft).toBe(false);
  });
});

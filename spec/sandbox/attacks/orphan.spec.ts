/** An app that never lets go of the processor does not outlive a launcher that fails. */
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { until } from '../../support/brokered.js';
import { commandFile } from '../../support/cli.js';
import { Arena, describeTiers, WITHOUT_BUBBLEWRAP, type Ended } from './support/arena.js';

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
  /** Bytes that the app has written after the launcher's end. */
  readonly grown: number;
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
    await until(() => size() > 10, 30_000);
    const gone = new Promise((resolve) => launcher.once('exit', resolve));
    if (kind === 'SIGKILL') launcher.kill('SIGKILL');
    else writeFileSync(at, '');
    await gone;
    // What it has written at that moment; then either nothing more comes, or it goes on.
    await new Promise((resolve) => setTimeout(resolve, 300));
    const before = size();
    await new Promise((resolve) => setTimeout(resolve, 700));
    return { ...(await ended), grown: size() - before };
  } finally {
    arena.remove();
  }
}

describe(`a launcher that is killed, on tier ${WITHOUT_BUBBLEWRAP}`, () => {
  it('leaves the app behind: nothing of ours runs there', async () => {
    expect((await fail(WITHOUT_BUBBLEWRAP, 'SIGKILL')).grown).toBeGreaterThan(0);
  });
});

describeTiers((tier) => {
  it.each(['exception', 'rejection'] as const)('%s: it ends with the launcher', async (kind) => {
    const { grown, code, stderr } = await fail(tier, kind);
    expect(stderr).toContain('a fault');
    expect(code).toBe(1);
    expect(grown).toBe(0);
  });
});

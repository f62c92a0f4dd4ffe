/** An app that takes all memory is ended by its limit, with the reason. The control has no limit. @ci */
import { describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { tried } from '../../support/property-runs.js';
import { Arena, type Ended, type FightOptions } from './support/arena.js';
import { describeTiers, TIERS } from '../support/tiers.js';

const main = commandFile();

/** MB that are enough to have won; and such as nobody gets before the launcher looks. */
const ENOUGH = 600;
const TOO_MUCH = 8000;

async function take(tier: string, data: object, options: FightOptions): Promise<Ended> {
  const arena = new Arena(main);
  try {
    return await arena.start(tier, 'memory', { most: TOO_MUCH, ...data }, options).ended;
  } finally {
    arena.remove();
  }
}

const ENDED = /error out-of-memory: the app used more than 256 MB of memory/;
const KINDS = ['objects', 'buffers', 'shared'];

describe.each(KINDS)('%s', (kind) => {
  it('without a limit it has them', async () => {
    const { stdout, code } = await take(TIERS[0] ?? '', { kind, most: ENOUGH }, {});
    expect(stdout).toContain('"won":true');
    expect(code).toBe(0);
  });

  describeTiers((tier) => {
    it.each([...tried([true, false], 1)])(
      'with a limit it is ended (event loop: %s)',
      async (yields) => {
        const { stdout, stderr, code } = await take(
          tier,
          { kind, yields },
          { flags: ['--limits-memory=256'] },
        );
        expect(stderr).toMatch(ENDED);
        expect(stderr).toContain('--limits-memory=512');
        expect(stdout).not.toContain('OUTCOMES');
        expect(code).toBe(1);
      },
    );
  });
});

// Elsewhere it has none.
(TIERS.includes('A') ? describe : describe.skip)('files in its own /tmp', () => {
  const data = { kind: 'files', folder: '/tmp', yields: true };

  it('without a limit it has them', async () => {
    expect((await take('A', { ...data, most: ENOUGH }, {})).stdout).toContain('"won":true');
  });

  it('with a limit it is ended', async () => {
    const { stderr, code } = await take('A', data, { flags: ['--limits-memory=256'] });
    expect(stderr).toMatch(ENDED);
    expect(code).toBe(1);
  });

  it('files without content count as well', async () => {
    const names = { ...data, kind: 'names', most: 300 };
    expect((await take('A', names, {})).stdout).toContain('"won":true');
    const { stderr, code } = await take(
      'A',
      { ...names, most: TOO_MUCH },
      {
        flags: ['--limits-memory=256'],
      },
    );
    expect(stderr).toMatch(ENDED);
    expect(code).toBe(1);
  });

  it('files in a folder that it may write are none', async () => {
    const arena = new Arena(main);
    try {
      const files = { ...data, folder: arena.cache, most: ENOUGH };
      const options = { permissions: { write: ['./cache'] }, flags: ['--limits-memory=256'] };
      const { stdout } = await arena.start('A', 'memory', files, options).ended;
      expect(stdout).toContain('"won":true');
    } finally {
      arena.remove();
    }
  });
});

describe("the app's policy", () => {
  const kind = 'buffers';
  const tier = TIERS[0] ?? '';

  it('may lower the limit', async () => {
    const { stderr } = await take(tier, { kind }, { config: { limits: { memory: 256 } } });
    expect(stderr).toMatch(ENDED);
    expect(stderr).toContain("raise limits.memory in the app's policy");
  });

  it.each([
    ['a flag', { flags: ['--limits-memory=256'] }],
    ['a variable', { env: { TUI_LIMITS_MEMORY: '256' } }],
  ])('cannot raise it above %s', async (_name, args) => {
    const config = { limits: { memory: 100_000 } };
    expect((await take(tier, { kind }, { ...args, config })).stderr).toMatch(ENDED);
  });
});

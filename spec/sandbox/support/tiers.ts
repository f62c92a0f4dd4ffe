/**
 * Tiers of this machine, and those that specs try. In CI, and with `TUI_SPEC_TIERS=all`, all of them; while working,
 * the best one, beside one file of attacks on the tier of Node alone (`attacks/smoke.spec.ts`).
 * `TUI_EXPECT_TIERS=B` tries tier B too, and fails where this machine does not have it. `TUI_SPEC_TIERS=node`, of other
 * versions of Node, tries the tier of Node alone and no other.
 */
import { spawnSync } from 'node:child_process';
import { describe, it } from '@jest/globals';
import { describeOnce } from '../../support/other-nodes.js';
import { needs, pathOf } from '../../support/programs.js';
import { limitsSockets } from '../../../cli/sandbox/launch/tier/tier.js';

/** Whether bubblewrap works, as the launcher would find it. */
export const HAS_BUBBLEWRAP =
  process.platform === 'linux' &&
  spawnSync('bwrap', ['--ro-bind', '/', '/', '--unshare-all', 'true']).status === 0;

/** The tier of this Node alone. */
export const WITHOUT_BUBBLEWRAP = limitsSockets() ? 'B' : 'C';

/** From the best one on. */
const available: readonly string[] = [...(HAS_BUBBLEWRAP ? ['A'] : []), WITHOUT_BUBBLEWRAP];
const expected = expectedTiers();
const choice = chosenTiers(process.env['TUI_SPEC_TIERS'] ?? '');

/** The tier that the launcher chooses by itself. */
export const BEST_TIER = available[0] ?? WITHOUT_BUBBLEWRAP;

/** The tiers to try, from the best one on. */
export const TIERS: readonly string[] = available.filter((tier) =>
  choice === 'node'
    ? tier === WITHOUT_BUBBLEWRAP
    : choice === 'all' || tier === BEST_TIER || expected.includes(tier),
);

/** Tiers that are not tried, with the reason. */
const absent: readonly string[] = [
  ...(HAS_BUBBLEWRAP ? [] : ['A: bubblewrap does not work here']),
  WITHOUT_BUBBLEWRAP === 'B'
    ? `C: this is Node ${process.versions.node}`
    : `B: it takes Node 25.3, this is Node ${process.versions.node}`,
  ...available
    .filter((tier) => !TIERS.includes(tier))
    .map((tier) => `${tier}: tried in CI, and with TUI_SPEC_TIERS=all`),
];

/** Tries tiers one by one; those that are not tried are among the results as skipped. */
export function describeTiers(specs: (tier: string) => void): void {
  describe.each([...TIERS])('tier %s', specs);
  for (const tier of expected) {
    if (available.includes(tier)) continue;
    it(`tier ${tier} is available`, () => {
      const found = available.join(' and ');
      throw new Error(`expected tier ${tier}, found ${found}; ${absent.join('; ')}`);
    });
  }
  needsTierA();
  describe.skip('tiers that are not tried', () => {
    it.each([...absent])('%s', () => undefined);
  });
}

/** A closing line names bubblewrap where it is not installed. */
function needsTierA(): void {
  if (choice !== 'node' && process.platform === 'linux' && pathOf('bwrap') === undefined) {
    it('tier A', () => needs('bwrap'));
  }
}

/**
 * Tries one tier, the best of those that are tried: for what the launcher does with what an app sends or leaves behind. It is
 * the same launcher on all of them, and `attacks/smoke.spec.ts` tries messages and frames on the tier of Node alone.
 */
export function describeLauncher(specs: (tier: string) => void): void {
  const [tier = WITHOUT_BUBBLEWRAP] = TIERS;
  describeOnce(`the launcher, beside an app on tier ${tier}`, () => specs(tier));
  needsTierA();
}

/** The environment in which the launcher chooses a tier: nothing for the best one, which it finds by itself. */
export function tierVariable(tier: string): Readonly<Record<string, string>> {
  return tier === BEST_TIER ? {} : { TUI_SANDBOX_TIER: tier };
}

/** Tiers whose absence would be a hole in the proof: bubblewrap in CI, and those that TUI_EXPECT_TIERS lists. */
function expectedTiers(): string[] {
  const listed = (process.env['TUI_EXPECT_TIERS'] ?? '').split(',').filter((tier) => tier !== '');
  return process.env['CI'] === undefined ? listed : ['A', ...listed];
}

function chosenTiers(setting: string): 'all' | 'best' | 'node' {
  if (setting === '') return process.env['CI'] === undefined ? 'best' : 'all';
  if (setting === 'all' || setting === 'best' || setting === 'node') return setting;
  throw new Error(
    `TUI_SPEC_TIERS: expected "all", "best" or "node", found ${JSON.stringify(setting)}`,
  );
}

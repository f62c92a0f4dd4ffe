/** Streams that are cut off wherever they can be: the launcher goes on, and answers the next request. @ci */
import { describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { tried } from '../../support/property-runs.js';
import { Arena, losers, type Fight } from './support/arena.js';
import { describeTiers, TIERS } from '../support/tiers.js';
import { ANSWERS, ODD, openCutter, SOCKETS } from './support/cutter.js';

const main = commandFile();

/** @param at where a message is cut, as a part of its length; undefined: everything else is */
async function fight(tier: string, at?: number): Promise<Fight & { readonly cut: number }> {
  const arena = new Arena(main);
  const cutter = await openCutter();
  const { port } = cutter;
  try {
    const answers = Object.entries(ANSWERS).map(([name, text]) => [name, text.length]);
    const sockets = Object.entries(SOCKETS).map(([name, bytes]) => [
      encodeURIComponent(name),
      name === 'frames' ? positions(bytes.length) : [0, 1],
    ]);
    const odd = Object.keys(ODD).map(encodeURIComponent);
    const parts = {
      answers: Object.fromEntries(answers),
      sockets: Object.fromEntries(sockets),
      odd,
    };
    const net = [`127.0.0.1:${port}`, '127.0.0.1:9'];
    const permissions = { net, run: ['sh', 'cat', 'sleep'] };
    const result = await arena.fight(tier, 'cut-streams', { port, at, ...parts }, { permissions });
    return { ...result, cut: cutter.cut };
  } finally {
    cutter.close();
    arena.remove();
  }
}

/** Some within the handshake, which has 129 bytes; then each of the frames'. */
function positions(length: number): number[] {
  const all = Array.from({ length: 129 + length + 1 }, (_, at) => at);
  return all.filter((at) => at >= 129 || at % 8 < 2);
}

describe('without a launcher in between', () => {
  it('the streams are cut, and scripts go on', async () => {
    const control = await fight('control');
    expect(losers(control)).toEqual([]);
    expect(control.cut).toBeGreaterThan(200);
  });
});

/** Errors of the launcher itself. */
const errors = ({ stderr }: Fight): string[] =>
  stderr.split('\n').filter((line) => /^error|uncaught|^ {4}at /.test(line));

describeTiers((tier) => {
  it('the launcher answers, whatever was cut', async () => {
    const result = await fight(tier);
    expect([losers(result), errors(result), result.code]).toEqual([[], [], 0]);
    expect(result.cut).toBeGreaterThan(300);
  });

  // Within the length of a message, within its text, behind it; the same launcher reads it on all tiers.
  it.each(tier === TIERS[0] ? [...tried([0.02, 0.5, 1], 1)] : [0.5])(
    'the launcher answers after %d of a message',
    async (at) => {
      const result = await fight(tier, at);
      expect([losers(result), errors(result), result.code]).toEqual([[], [], 0]);
    },
  );
});

/**
 * Files that the user has redirected the standard streams to, and others that a shell left open. An app may read its
 * input and write its output, and no descriptor leads it to anything else of these files.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { describeTiers } from '../support/tiers.js';
import { Arena, CANARY, losers, outcomesIn, winners, type Fight } from './support/arena.js';

const main = commandFile();
const onLinux = process.platform === 'linux' ? describe : describe.skip;

type Open = readonly (readonly [fd: number, kind: string, inode: number])[];

interface Result extends Pick<Fight, 'outcomes' | 'code'> {
  /** The first lines of the files, after the end. */
  readonly files: readonly string[];
  readonly open: Open;
}

const FILES = ['in.txt', 'out.txt', 'err.txt', 'log.txt'];

async function fight(tier: string): Promise<Result> {
  const arena = new Arena(main);
  try {
    for (const name of FILES) arena.put(`outside/${name}`, `${CANARY}\n`);
    // Each for reading and writing, behind its first line.
    const redirected = FILES.slice(0, 3).map((name, fd) => `${fd}<>outside/${name}`);
    const { ended } = arena.start(
      tier,
      'descriptors',
      {},
      {
        permissions: { write: ['./cache'] },
        shell: `exec ${redirected.join(' ')} 9<outside/secret.txt 10>>outside/log.txt 11<outside 12<>outside/log.txt; read -r _ <&1; read -r _ <&2;`,
      },
    );
    const { code, stderr } = await ended;
    const texts = FILES.map((name) => readFileSync(join(arena.outside, name), 'utf8'));
    const [, stdout = ''] = texts;
    return {
      code,
      outcomes: outcomesIn({ code, stdout, stderr: `${stderr}${texts[2]}` }),
      files: texts.map((text) => text.split('\n')[0] ?? ''),
      open: JSON.parse(readFileSync(join(arena.cache, 'open.json'), 'utf8')) as Open,
    };
  } finally {
    arena.remove();
  }
}

onLinux('files behind standard streams', () => {
  it('are lent to a program of its own', async () => {
    const control = await fight('control');
    // Under /proc a copy or a link is on another disk.
    expect(losers(control).filter((line) => !/^(linked|copied)/.test(line))).toEqual([]);
    expect(control.files.slice(0, 3)).not.toContain(CANARY);
  });

  describeTiers((tier) => {
    it('are out of reach of an app, and so is all that a shell left open', async () => {
      const result = await fight(tier);
      expect(winners(result)).toEqual([]);
      expect(Object.keys(result.outcomes).length).toBeGreaterThan(20);
      expect(result.files).toEqual(FILES.map(() => CANARY));
      const of = (kind: string): number[] =>
        result.open.flatMap(([fd, each]) => (each === kind ? [fd] : []));
      expect([of('file'), of('folder'), of('device')]).toEqual([[], [], []]);
      // Output, and the three connections to the launcher.
      expect(of('socket')).toEqual([1, 2, 3, 4, 5]);
      // Input; Node's own, whose ends are both in the process.
      const pipes = result.open.filter(([, kind]) => kind === 'pipe').map(([, , inode]) => inode);
      const [input, ...own] = pipes;
      expect(of('pipe')[0]).toBe(0);
      expect(own).not.toContain(input);
      expect(own.map((inode) => own.filter((other) => other === inode).length)).toEqual(
        own.map(() => 2),
      );
    });
  });
});

/** An app that sends as much as it can: the launcher stays small, and ends it at a signal. @ci */
import { spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { tried } from '../../support/property-runs.js';
import { Arena, type Ended } from './support/arena.js';
import { describeTiers, TIERS } from '../support/tiers.js';

const main = commandFile();

const FLOODS = [
  'messages of many values',
  'long messages',
  'addresses',
  'log entries',
  'notices',
  'answers that are not read',
  'streams that are not ended, in small pieces',
  'streams for nobody',
  'code to compile',
  'texts to copy',
  'requests that are cancelled',
  'the largest code',
  'the largest text',
  'the largest settings',
];

const MB = 1024 * 1024;
/** Bytes that a launcher may have had at most. One that has nothing to do has some 70 MB. */
const MAX_RESIDENT = 180 * MB;

/** The most memory that it has had, as the system tells. */
function peakOf(pid: number | undefined): number {
  const file = `/proc/${String(pid)}/status`;
  if (!existsSync(file)) return 0;
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? '0') * 1024;
}

interface Outcome extends Ended {
  readonly peak: number;
  readonly signal: NodeJS.Signals | null;
}

/** How often its memory is looked at while it floods, each time after 200 ms. What grows without a limit is above it in half of that. */
const LOOKS = 4;

/** Lets it flood for a time, and ends the launcher as a person would. */
async function endure(tier: string, flood: string): Promise<Outcome> {
  const arena = new Arena(main);
  try {
    const { launcher, ended } = arena.start(
      tier,
      'flood',
      { flood },
      {
        flags: ['--log-file', arena.put('log.txt', '')],
      },
    );
    await shown(launcher, 'FLOODING');
    let peak = 0;
    for (let looks = 0; looks < LOOKS; looks++) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      peak = Math.max(peak, peakOf(launcher.pid));
    }
    launcher.kill('SIGTERM');
    const result = await ended;
    return { ...result, peak, signal: launcher.signalCode };
  } finally {
    arena.remove();
  }
}

/** Also where it has ended. */
async function shown(launcher: ChildProcess, text: string): Promise<void> {
  await new Promise<void>((resolve) => {
    launcher.stderr?.on('data', (bytes: string) => bytes.includes(text) && resolve());
    launcher.once('exit', () => resolve());
  });
}

const onLinux = process.platform === 'linux' ? it : it.skip;

describe('without a limit', () => {
  onLinux('a message of 15 MB is a large process', () => {
    const program = `
      JSON.parse('[' + '{},'.repeat(5_000_000) + '{}]');
      console.log(require('node:fs').readFileSync('/proc/self/status', 'utf8'));`;
    const { stdout } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' });
    expect(Number(/^VmHWM:\s+(\d+)/m.exec(stdout)?.[1]) * 1024).toBeGreaterThan(MAX_RESIDENT);
  });
});

describeTiers((tier) => {
  // What the launcher does is the same on all: on one all of it, on the others some.
  const floods = tier === TIERS[0] ? tried(FLOODS, 4) : FLOODS.slice(0, 1);
  it.each(floods)('%s: the launcher stays small, and can be ended', async (flood) => {
    const { peak, signal, code, stderr } = await endure(tier, flood);
    expect(stderr).toContain('FLOODING');
    expect(stderr).not.toContain('runner-broken');
    expect([signal, code]).toEqual(['SIGTERM', null]);
    expect(peak).toBeGreaterThan(process.platform === 'linux' ? 20 * MB : -1);
    expect(peak).toBeLessThan(MAX_RESIDENT);
  });
});
